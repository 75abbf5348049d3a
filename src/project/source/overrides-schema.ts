// The form of `standin.json`, as JSON Schema 2020-12 for editors. It is not what judges the file:
// `given-members.ts` knows the paths of the source, and the contracts that are made are checked.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { contractSchema } from '../../contract/file/contract-schema.ts';

/** The version of the form of `standin.json`. */
export const OVERRIDES_VERSION = 1;

const REASONS: JsonObject = {
  type: 'object',
  additionalProperties: { type: 'string', pattern: '\\S' },
};

export const overridesSchema: JsonObject = {
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    version: { const: OVERRIDES_VERSION },
    skipLaws: REASONS,
    skipOperations: REASONS,
    skipMembers: REASONS,
    values: { type: 'object', additionalProperties: { type: 'array', minItems: 1 } },
  },
  patternProperties: {
    '^/': membersAt([]),
    '^[A-Z]+ /': membersAt(['$defs', 'operation'], ['$defs', 'action']),
  },
  additionalProperties: false,
  $defs: own(contractSchema, '$defs') ?? {},
};

/** The members at places of the form of a contract, none of them required. */
function membersAt(...places: readonly (readonly string[])[]): JsonObject {
  const properties = places.flatMap((steps) => {
    const found = valueAt(contractSchema, [...steps, 'properties']);
    return isObject(found) ? Object.entries(found) : [];
  });
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}
