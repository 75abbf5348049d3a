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
  const byName = Map.groupBy(new URLSearchParams(text), ([name]) => name);
  const members = [...byName].map(([name, fields]): [string, Json] => {
    const [value = '', ...others] = fields.map(([, one]) => one);
    return [name, others.length === 0 ? value : [value, ...others]];
  });
  return objectOf(members);
}
