// Numbers, days and moments at which programs often fail: the ends of integers and floats, leap
// days, the hours of a change of the clocks, and years that few test.

import type { JsonObject } from '../../base/json.ts';
import { numberAt } from '../keywords.ts';

const [BYTE, SHORT, SINGLE, INT] = [2 ** 8, 2 ** 16, 2 ** 24, 2 ** 31];

const NUMBERS: readonly number[] = [
  INT,
  -1,
  Number.MAX_SAFE_INTEGER,
  SHORT,
  0,
  INT - 1,
  BYTE,
  2 * INT,
  -INT - 1,
  SINGLE + 1,
  BYTE / 2,
  SHORT / 2,
  -Number.MAX_SAFE_INTEGER,
  BYTE - 1,
  SHORT - 1,
  -0.5,
  0.1,
  1e-7,
  123_456_789.12,
  1e21,
];

/** Returns one of these numbers that a schema admits; `undefined` if it admits none. */
export function rareNumberOf(
  schema: JsonObject,
  type: 'integer' | 'number',
  serial: number,
): number | undefined {
  const bound = (keyword: string, otherwise: number): number =>
    numberAt(schema, keyword) ?? otherwise;
  const step = numberAt(schema, 'multipleOf') ?? 0;
  const most = schema['format'] === 'int32' ? INT - 1 : Number.POSITIVE_INFINITY;
  const admitted = NUMBERS.filter(
    (one) =>
      (type === 'number' || Number.isSafeInteger(one)) &&
      Math.abs(one) <= most &&
      one >= bound('minimum', one) &&
      one <= bound('maximum', one) &&
      one > bound('exclusiveMinimum', Number.NEGATIVE_INFINITY) &&
      one < bound('exclusiveMaximum', Number.POSITIVE_INFINITY) &&
      (step === 0 || one % step === 0),
  );
  return admitted[serial % Math.max(1, admitted.length)];
}

const DAYS = [
  '2024-02-29',
  '1969-12-31',
  '2000-02-29',
  '2025-03-30',
  '1900-02-28',
  '2038-01-20',
  '2024-12-31',
  '9999-12-31',
];

const MOMENTS = [
  '2024-02-29T23:59:59Z',
  '1969-12-31T23:59:59Z',
  '2025-03-30T02:30:00Z',
  '2038-01-19T03:14:08Z',
  '2025-03-09T02:30:00-05:00',
  '1900-02-28T12:00:00Z',
  '2024-12-31T23:30:00-01:00',
  '2025-10-26T01:30:00Z',
  '2024-06-30T23:59:59.123Z',
  '9999-12-31T23:59:59Z',
];

/** Returns such a text of a format; `undefined` if there is none. */
export function rareTextOfFormat(format: string, serial: number): string | undefined {
  if (format === 'date') return DAYS[serial % DAYS.length];
  return format === 'date-time' ? MOMENTS[serial % MOMENTS.length] : undefined;
}
