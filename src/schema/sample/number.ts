// Numbers that fit a schema: the serial selects one from a grid of decimals within bounds.

import type { JsonObject } from '../../base/json.ts';
import { numberAt } from '../keywords.ts';

/** Returns a number within the bounds of a schema, or `undefined` if there is none. */
export function numberOf(
  schema: JsonObject,
  type: 'integer' | 'number',
  serial: number,
): number | undefined {
  const bounds = boundsOf(schema);
  const step = stepOf(bounds, type, numberAt(schema, 'multipleOf'));
  if (step === undefined) return undefined;
  const at = (place: number): number => Number((place * step).toPrecision(DIGITS));
  const isBelow = (number: number): boolean =>
    number < bounds.least || (bounds.isLeastOut && number === bounds.least);
  const isAbove = (number: number): boolean =>
    number > bounds.most || (bounds.isMostOut && number === bounds.most);
  // A quotient of decimals can miss its whole number by a hair.
  let start = Math.ceil(bounds.least / step - HAIR);
  let end = Math.floor(bounds.most / step + HAIR);
  // Bounds such as those of 64 bits are beyond what decimals can count, and say nothing.
  if (start < -SPAN && end >= 0) start = 0;
  if (end > SPAN && start < SPAN) end = SPAN;
  // Steps that a double cannot tell apart: only the bound itself is sure to be one.
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end))
    return isBelow(bounds.least) || isAbove(bounds.least) ? undefined : bounds.least;
  while (start <= end && isBelow(at(start))) start++;
  while (start <= end && isAbove(at(end))) end--;
  return end < start ? undefined : at(start + (serial % (end - start + 1)));
}

/** Returns a number with some decimals if a schema admits that, else the number as it is. */
export function withDecimals(
  schema: JsonObject,
  number: number | undefined,
  decimals: number,
): number | undefined {
  if (number === undefined || numberAt(schema, 'multipleOf') !== undefined) return number;
  const { least, most } = boundsOf(schema);
  const other = Number((Math.trunc(number) + decimals).toPrecision(DIGITS));
  return decimals > 0 && other > least && other < most ? other : number;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Whether the bound itself is excluded. */
  readonly isLeastOut: boolean;
  readonly isMostOut: boolean;
}

function boundsOf(schema: JsonObject): Bounds {
  const [minimum, above] = [numberAt(schema, 'minimum'), numberAt(schema, 'exclusiveMinimum')];
  const [maximum, below] = [numberAt(schema, 'maximum'), numberAt(schema, 'exclusiveMaximum')];
  const isLeastOut = above !== undefined && (minimum === undefined || above >= minimum);
  const isMostOut = below !== undefined && (maximum === undefined || below <= maximum);
  const highest = isMostOut ? below : maximum;
  const lowest = isLeastOut ? above : minimum;
  // Without a minimum it is zero, or some way below a maximum that is not above zero.
  const least = lowest ?? (highest === undefined || highest > 0 ? 0 : highest - SPAN);
  return { least, most: highest ?? Math.max(0, least) + SPAN, isLeastOut, isMostOut };
}

/** The range of numbers with one bound or none. */
const SPAN = 1_000_000_000;
const HAIR = 1e-9;
const DIGITS = 15;

/** The step of the grid: `multipleOf`, or the coarsest decimal that leaves some numbers. */
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

/** How many numbers the grid has at least. */
const CHOICES = 10;

/** The smallest whole multiple of a number that need not be whole. */
function wholeMultiple(multiple: number): number | undefined {
  for (let times = 1; times <= TIMES_MAX; times++) {
    const product = Number((multiple * times).toPrecision(DIGITS));
    if (Number.isInteger(product)) return product;
  }
  return undefined;
}

const TIMES_MAX = 1_000;
