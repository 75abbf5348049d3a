// The names of members that hold a password.

const PASSWORD = /^(?:pass(?:word|phrase|wd|code)?|pwd)$/i;

/** Whether a member has the name of a password. */
export function isPasswordName(name: string): boolean {
  return PASSWORD.test(name.replaceAll(/[^A-Za-z0-9]/g, ''));
}
