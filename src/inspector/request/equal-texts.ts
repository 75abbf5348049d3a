// Compares a text with a secret one.

/** Takes the same time wherever the texts differ: a caller cannot guess the secret by timing. */
export function isEqual(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let index = 0; index < wanted.length; index++)
    difference |= given.charCodeAt(index) ^ wanted.charCodeAt(index);
  return difference === 0;
}
