// Names of schemas that a document leaves without one: `get-users.200`, `post-users.body`,
// `users.item`. Readers of documents make them; people are shown what the schema is for.

import type { SchemaName } from '../schema/schema.ts';

/** A method with its path and what of the operation has the schema, or the elements of a list. */
const MADE_UP =
  /^(?:get|put|post|delete|options|head|patch|trace|query)(?:-.*)?\.(?:body|default|[1-5](?:\d\d|XX))(?:[.-]|$)|\.item(?:-\d+)?$/;

/** Whether a reader of documents made up the name of a schema. */
export function isMadeUp(name: SchemaName): boolean {
  return MADE_UP.test(name);
}
