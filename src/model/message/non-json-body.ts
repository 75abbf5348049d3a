// Bodies that are not declared as JSON, if a choice accepts them.

import { type Json, type JsonObject, objectOf } from '../../base/json.ts';

/** Reads a body of another media type: a form as an object of texts, anything else as `{}`. */
export function readNonJson(contentType: string | undefined, text: string): JsonObject {
  const [type = ''] = (contentType ?? '').split(';');
  return type.trim().toLowerCase() === FORM ? readForm(text) : {};
}

const FORM = 'application/x-www-form-urlencoded';

/** Reads a form. A repeated name has an array. */
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
