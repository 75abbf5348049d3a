// The ways in which services round decimals, each from the shortest text of a number to that of the
// stored one.

type Rounding = (text: string) => string;

/**
 * Numbers of decimals that services keep; money has two. One that keeps none has whole numbers where
 * its schema has others.
 */
const DECIMALS = [2, 1, 3, 4, 5, 6] as const;

/** All ways, the usual one first: to two decimals, a half away from zero. */
export const roundings: readonly Rounding[] = [
  ...DECIMALS.flatMap((count): readonly Rounding[] => [
    (text) => shifted(text, count, (number) => Math.sign(number) * Math.round(Math.abs(number))),
    (text) => shifted(text, count, toEven),
    (text) => shifted(text, count, Math.trunc),
    // What is stored is a little less or more than its text says.
    (text) => textOf(Number(Number(text).toFixed(count))),
  ]),
  // Numbers of single precision, and their shortest texts. A whole number has nothing to round.
  (text) => (isWhole(text) ? text : textOf(Math.fround(Number(text)))),
  (text) => (isWhole(text) ? text : shortestOf(Number(text))),
];

function isWhole(text: string): boolean {
  return Number.isInteger(Number(text));
}

/**
 * Rounds after moving the decimal point, in the text: multiplying would round as well. A number stays
 * that is too long for it: it has no such decimals to lose, and would not come out as it went in.
 */
function shifted(text: string, count: number, round: (number: number) => number): string {
  if (text.includes('e')) return text;
  const moved = Number(`${text}e${count}`);
  if (Math.abs(moved) > Number.MAX_SAFE_INTEGER) return text;
  return textOf(Number(`${round(moved)}e-${count}`));
}

function toEven(number: number): number {
  const [below, part] = [Math.floor(number), number - Math.floor(number)];
  if (part !== 0.5) return Math.round(number);
  return below % 2 === 0 ? below : below + 1;
}

function shortestOf(number: number): string {
  const stored = Math.fround(number);
  for (let digits = 1; digits < DIGITS_OF_SINGLES; digits++) {
    const short = Number(stored.toPrecision(digits));
    if (Math.fround(short) === stored) return textOf(short);
  }
  return textOf(Number(stored.toPrecision(DIGITS_OF_SINGLES)));
}

/** That many digits tell all numbers of single precision apart. */
const DIGITS_OF_SINGLES = 9;

/** JSON has one zero. */
function textOf(number: number): string {
  return String(number === 0 ? 0 : number);
}
