// A number of things in words.

/** Writes a number of things: `1 finding`, `2 findings`. */
export function pluralize(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
