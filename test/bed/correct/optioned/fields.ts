// What the optioned server takes from a body: the fields that it knows, each with the type that the
// specification shows.

import type { Choices, Fields, Refusal } from './choices.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

const known: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isText,
  email: isText,
  isPremium: (value) => typeof value === 'boolean',
  skills: (value) => Array.isArray(value) && value.every(isText),
  address: (value) =>
    isObject(value) &&
    ['city', 'district'].every((key) => !Object.hasOwn(value, key) || isText(value[key])),
};

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a body, without the id; or why they are refused. */
export function takeFields(
  text: string,
  unknownFields: Choices['unknownFields'],
): { fields: Fields; id: unknown } | Refusal {
  const body = parse(text);
  if (!isObject(body)) return { status: 400, text: 'The body is not a JSON object.' };
  const entries = Object.entries(body).filter(([key]) => key !== 'id');
  const wrong = entries.find(
    ([key, value]) => Object.hasOwn(known, key) && known[key]?.(value) === false,
  );
  if (wrong !== undefined) return { status: 400, text: `The field ${wrong[0]} has a wrong type.` };
  const strange = entries.find(([key]) => !Object.hasOwn(known, key));
  if (strange !== undefined && unknownFields === 'refuse')
    return { status: 400, text: `There is no field ${strange[0]}.` };
  const kept =
    unknownFields === 'keep' ? entries : entries.filter(([key]) => Object.hasOwn(known, key));
  return { fields: Object.fromEntries(kept), id: body['id'] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A user with changes, merged down to the depth of the address. */
export function mergeDeeply(old: Fields, changes: Fields): Fields {
  const merged: Record<string, unknown> = { ...old };
  for (const [key, value] of Object.entries(changes)) {
    const before = merged[key];
    merged[key] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return merged;
}
