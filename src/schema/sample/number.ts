// Numbers that fit a schema: a grid of plain decimals between its bounds, of which the serial takes
// one.

import { type JsonObject, own } from '../../base/json.ts';

/** Gives a number of a numeric schema, or `undefined` where there is none between its bounds. */
export function numberOf(
  schema: JsonObject,
  type: 'integer' | 'number',
  serial: number,
): number | undefined {
  const bounds = boundsOf(schema);
  const step = stepOf(bounds, type, numeric(schema, 'multipleOf'));
  if (step === undefined) return undefined;
  const at = (place: number): number => Number((place * step).toPrecision(DIGITS));
  const isBelow = (number: number): boolean =>
    number < bounds.least || (bounds.isLeastOut && number === bounds.least);
  const isAbove = (number: number): boolean =>
    number > bounds.most || (bounds.isMostOut && number === bounds.most);
  // Quotients of decimals are a hair beside the whole number that is meant.
  let start = Math.ceil(bounds.least / step - HAIR);
  let end = Math.floor(bounds.most / step + HAIR);
  while (start <= end && isBelow(at(start))) start++;
  while (start <= end && isAbove(at(end))) end--;
  return end < start ? undefined : at(start + (serial % (end - start + 1)));
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Whether the bound itself is out of bounds. */
  readonly isLeastOut: boolean;
  readonly isMostOut: boolean;
}

function boundsOf(schema: JsonObject): Bounds {
  const [minimum, above] = [numeric(schema, 'minimum'), numeric(schema, 'exclusiveMinimum')];
  const [maximum, below] = [numeric(schema, 'maximum'), numeric(schema, 'exclusiveMaximum')];
  const isLeastOut = above !== undefined && (minimum === undefined || above >= minimum);
  const isMostOut = below !== undefined && (maximum === undefined || below <= maximum);
  const highest = isMostOut ? below : maximum;
  const lowest = isLeastOut ? above : minimum;
  // Without a least number it is zero, or some way below the greatest where that is less.
  const least = lowest ?? (highest === undefined || highest > 0 ? 0 : highest - SPAN);
  return { least, most: highest ?? Math.max(0, least) + SPAN, isLeastOut, isMostOut };
}

/** How far numbers go where they have one bound or none. */
const SPAN = 1_000_000_000;
const HAIR = 1e-9;
const DIGITS = 15;

/**
 * The distance of two numbers of the grid: what they must be a multiple of, or the coarsest decimal
 * that leaves some of them.
 */
function stepOf(
  { least, most }: Bounds,
  type: 'integer' | 'number',
  multiple: number | undefined,
): number | undefined {
  if (type === 'integer') return multiple === undefined ? 1 : wholeMultiple(multiple);
  if (multiple !== undefined) return multiple;
  if (most === least && most !== 0) return Math.abs(most);
  let step = 1;
  while (most > least && (most - least) / step < CHOICES && step > Number.EPSILON * Math.abs(most))
    step = Number((step / 10).toPrecision(1));
  return step;
}

/** How many numbers there are to choose from at least. */
const CHOICES = 10;

/** The least whole number that is a multiple of one that need not be whole. */
function wholeMultiple(multiple: number): number | undefined {
  for (let times = 1; times <= TIMES_MAX; times++) {
    const product = Number((multiple * times).toPrecision(DIGITS));
    if (Number.isInteger(product)) return product;
  }
  return undefined;
}

const TIMES_MAX = 1_000;

function numeric(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}
