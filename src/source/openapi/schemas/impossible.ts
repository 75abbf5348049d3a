// Keywords of one schema that no value can meet together: bounds the wrong way round, and an enum whose
// values all have another type. Says what is left of them, so that the rest is answered.

import { isObject, type Json } from '../../../base/json.ts';

type Keywords = readonly [keyword: string, value: Json][];

/** Keywords that no value meets, and what stands in their place. */
export interface Impossible {
  readonly keyword: string;
  readonly says: string;
  /** The keywords with what is left of each; `null` if nothing is. */
  readonly left: Readonly<Record<string, Json>>;
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Finds the keywords that no value meets together. */
export function impossibleIn(members: Keywords, type: Json): readonly Impossible[] {
  const given = new Map(members);
  const bounds = BOUNDS.flatMap(([least, most]): readonly Impossible[] => {
    const [low, high] = [given.get(least), given.get(most)];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return [];
    const says = `"${least}" is ${low}, and "${most}" is ${high}: no value is both; neither is checked`;
    return [{ keyword: least, says, left: { [least]: null, [most]: null } }];
  });
  const flaw = wrongEnum(given.get('enum'), type);
  return flaw === null ? bounds : [...bounds, flaw];
}

/** An enum in YAML without quotes has numbers or truth values where texts are meant. */
function wrongEnum(values: Json | undefined, type: Json): Impossible | null {
  const types = [type].flat() as readonly Json[];
  const [only, second] = types.filter((one) => one !== 'null');
  if (!Array.isArray(values) || typeof only !== 'string' || second !== undefined) return null;
  // Beside a list they are those of its elements.
  if (only === 'array') return null;
  const all = (values as readonly Json[]).filter((one) => one !== null);
  if (all.length === 0 || all.some((one) => isOf(only, one))) return null;
  const meant = all.flatMap((one) => asOf(only, one) ?? []);
  const isWhole = meant.length === all.length;
  const nothing = (values as readonly Json[]).filter((one) => one === null);
  return {
    keyword: 'enum',
    says: `no value of "enum" is of the type "${only}"; ${isWhole ? 'they are read as such' : 'it is not checked'}`,
    left: { enum: isWhole ? [...meant, ...nothing] : null },
  };
}

function isOf(type: string, value: Json): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

/** A scalar as one of another type; `null` if it is none. */
function asOf(type: string, value: Json): Json | null {
  if (typeof value === 'object') return null;
  if (type === 'string') return String(value);
  const isNumber = type === 'integer' || type === 'number';
  const number = Number(value);
  return isNumber && value !== '' && isOf(type, number) ? number : null;
}

/** Returns members with what is left of some keywords. */
export function withKeywords(
  members: Keywords,
  left: Impossible['left'],
): readonly [string, Json][] {
  return members.flatMap(([keyword, value]): readonly [string, Json][] => {
    if (!Object.hasOwn(left, keyword)) return [[keyword, value]];
    const rest = left[keyword] ?? null;
    return rest === null ? [] : [[keyword, rest]];
  });
}
