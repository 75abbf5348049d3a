// Bodies that do not say that they are JSON, where a choice reads them all the same.

import { type Json, type JsonObject, objectOf } from '../../base/json.ts';

/**
 * Reads a body of another media type: a form as an object of texts, everything else as an empty
 * one.
 */
export function readNonJson(contentType: string | undefined, text: string): JsonObject {
  const [type = ''] = (contentType ?? '').split(';');
  return type.trim().toLowerCase() === FORM ? readForm(text) : {};
}

const FORM = 'application/x-www-form-urlencoded';

/** Reads a form. A name that is given more than once has an array. */
function readForm(text: string): JsonObject {
  const members = new Map<string, Json>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = members.get(name);
    if (before === undefined) members.set(name, value);
    else
      members.set(
        name,
        Array.isArray(before) ? [...(before as readonly Json[]), value] : [before, value],
      );
  }
  return objectOf(members);
}
