// Our OpenAPI document as Prism is given it: with examples out of the seed data, so that what it
// answers are users.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../src/base/json.ts';

/**
 * Returns a document in which each content whose schema refers to a named one has the example of
 * that name.
 */
export function withExamples(part: Json, examples: Readonly<Record<string, Json>>): Json {
  if (!isObject(part))
    return Array.isArray(part) ? part.map((one: Json) => withExamples(one, examples)) : part;
  const members = Object.entries(part).map(
    ([key, value]) => [key, withExamples(value, examples)] as const,
  );
  const example = exampleFor(part, examples);
  return objectOf(example === undefined ? members : [...members, ['example', example]]);
}

function exampleFor(part: JsonObject, examples: Readonly<Record<string, Json>>): Json | undefined {
  const schema = own(part, 'schema');
  if (!isObject(schema)) return undefined;
  const text = JSON.stringify(schema);
  return Object.entries(examples).find(([name]) =>
    text.includes(`"#/components/schemas/${name}"`),
  )?.[1];
}
