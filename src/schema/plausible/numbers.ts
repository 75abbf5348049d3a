// Plausible numbers: of the usual size for their topic, within the bounds of their schema.

import { type JsonObject, own } from '../../base/json.ts';
import { numberAt } from '../keywords.ts';
import { numberOf } from '../sample/number.ts';
import type { Position } from './position.ts';
import type { Topic } from './values.ts';

/** The largest number without a topic. */
const UNKNOWN_MAX = 1_000;
const SERIAL_MAX = 1_000_000_000;
const DIGITS = 12;
const CENT = 0.01;

/** Makes a number; `undefined` if there is none within the bounds. */
export function plausibleNumber(
  { values, actor, serial }: Position,
  schema: JsonObject,
  topic: Topic | null,
): number | undefined {
  const type = [own(schema, 'type')].flat().includes('integer') ? 'integer' : 'number';
  if (serial !== null) return numberOf(schema, type, serial);
  const about = topic === null ? null : values.about(topic, actor, null);
  const wish = typeof about === 'number' ? about : values.whole(1, UNKNOWN_MAX);
  const step = own(schema, 'multipleOf') ?? (type === 'integer' ? 1 : null);
  const number =
    typeof step === 'number' ? Number((Math.round(wish / step) * step).toPrecision(DIGITS)) : wish;
  if (isWithin(schema, number)) return number;
  const place = values.whole(0, SERIAL_MAX);
  const price =
    topic === 'price' && step === null
      ? numberOf({ ...schema, multipleOf: CENT }, type, place)
      : undefined;
  return price ?? numberOf(schema, type, place);
}

function isWithin(schema: JsonObject, number: number): boolean {
  const holds = (keyword: string, test: (bound: number) => boolean): boolean => {
    const bound = numberAt(schema, keyword);
    return bound === undefined || test(bound);
  };
  return (
    holds('minimum', (bound) => number >= bound) &&
    holds('maximum', (bound) => number <= bound) &&
    holds('exclusiveMinimum', (bound) => number > bound) &&
    holds('exclusiveMaximum', (bound) => number < bound)
  );
}
