// What the system calls an error: `ENOENT`, `EACCES`.

/** Gives the code that an error of Node carries, `unknown` where it carries none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
