// The constraints of a schema on one value that a pseudonym can satisfy.

import { type Json, type JsonObject, own } from '../../base/json.ts';

export interface ValueBounds {
  /** Whether the schema admits numbers. */
  readonly isNumeric: boolean;
  readonly charsMin: number;
  readonly charsMax: number;
  readonly pattern: RegExp | null;
  readonly format: string | null;
  /** The only texts and numbers that are allowed; empty without such a limit. */
  readonly options: readonly string[];
  readonly numbers: readonly number[];
  readonly examples: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
}

export const unbounded: ValueBounds = {
  isNumeric: false,
  charsMin: 0,
  charsMax: Number.POSITIVE_INFINITY,
  pattern: null,
  format: null,
  options: [],
  numbers: [],
  examples: [],
  min: null,
  max: null,
  step: null,
};

/** Reads the bounds from the schemas of one value. */
export function boundsOf(schemas: readonly JsonObject[]): ValueBounds {
  const all = (keyword: string) => schemas.map((schema) => own(schema, keyword));
  const numbers = (keyword: string) => all(keyword).filter((one) => typeof one === 'number');
  const texts = (keyword: string) => all(keyword).filter((one) => typeof one === 'string');
  const allowed = schemas.flatMap((schema) =>
    [...listAt(schema, 'enum'), own(schema, 'const') ?? []].flat(),
  );
  const mins = [
    ...numbers('minimum'),
    ...numbers('exclusiveMinimum').map((one) => Math.floor(one) + 1),
  ];
  const maxs = [
    ...numbers('maximum'),
    ...numbers('exclusiveMaximum').map((one) => Math.ceil(one) - 1),
    ...texts('format').flatMap((format) => (format === 'int32' ? [INT32_MAX] : [])),
  ];
  const types = schemas.flatMap((schema) => own(schema, 'type') ?? []).flat();
  return {
    isNumeric: types.includes('number') || types.includes('integer'),
    charsMin: Math.max(0, ...numbers('minLength')),
    charsMax: Math.min(Number.POSITIVE_INFINITY, ...numbers('maxLength')),
    pattern: patternOf(texts('pattern')[0]),
    format: texts('format')[0] ?? null,
    options: allowed.filter((one) => typeof one === 'string'),
    numbers: allowed.filter((one) => typeof one === 'number'),
    examples: schemas
      .flatMap((schema) => listAt(schema, 'examples'))
      .filter((one) => typeof one === 'string'),
    min: mins.length === 0 ? null : Math.max(...mins),
    max: maxs.length === 0 ? null : Math.min(...maxs),
    step: numbers('multipleOf')[0] ?? null,
  };
}

const INT32_MAX = 2 ** 31 - 1;

/** Returns the list that a keyword holds; empty if there is none. */
export function listAt(schema: JsonObject, keyword: string): readonly Json[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** The project check reports invalid patterns. */
function patternOf(source: string | undefined): RegExp | null {
  if (source === undefined) return null;
  try {
    return new RegExp(source, 'u');
  } catch {
    return null;
  }
}
