// Which schema applies where in a body, read without validating: marks of secrets, and bounds.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';
import { schemasOfMember } from '../../schema/walk/evaluated.ts';
import { boundsOf, listAt, type ValueBounds } from './bounds.ts';

/**
 * `secret`: `"x-standin-redact": true`, `"writeOnly": true`, or `"format": "password"`. `phone`:
 * `"x-standin-redact": "phone"`.
 */
export type Mark = 'secret' | 'email' | 'phone';

export interface SchemaLocation {
  /** The members that the schema names. */
  names(): readonly string[];
  readonly mark: Mark | null;
  readonly bounds: ValueBounds;
  /** The location of a member; `null` if the schema does not know it. */
  member(name: string): SchemaLocation | null;
  /** The place of the elements of a list. */
  element(): SchemaLocation | null;
}

export interface SchemaLocations {
  ofRequest(contract: Contract, operation: Kind | null): SchemaLocation | null;
  ofReply(contract: Contract, operation: Kind | null): SchemaLocation | null;
  idOf(contract: Contract): SchemaLocation | null;
  /** The marks of a name in any schema: for bodies without a schema, forms and queries. */
  marked(name: string): SchemaLocation | null;
}

/** Reads locations from the schemas, and caches them. */
export function createSchemaLocations(
  schemas: Schemas,
  contracts: readonly Contract[],
): SchemaLocations {
  const known = new Map<string, SchemaLocation | null>();
  const byNames = (names: readonly string[]): SchemaLocation | null => {
    const key = names.join(' ');
    let place = known.get(key);
    if (place === undefined) {
      place = placeOf(
        schemas,
        names.flatMap((name) => schemas.mentionsByName(name)),
      );
      known.set(key, place);
    }
    return place;
  };
  const marks = markedIn(schemas.names().map((name) => byNames([name])));
  const shown = (
    { operations, item, list }: Contract,
    operation: Kind | null,
  ): readonly string[] => {
    const body = operation === null ? undefined : operations[operation]?.outcomes.ok?.body;
    return [
      ...new Set([...(typeof body === 'string' ? [body] : []), operation === 'list' ? list : item]),
    ];
  };
  const sent = ({ operations, item }: Contract, operation: Kind | null): readonly string[] => [
    (operation === null ? undefined : operations[operation]?.body) ?? item,
  ];
  const ids = new Map(
    contracts.map((contract) => [
      contract.resource,
      byNames([contract.item])?.member(contract.id) ?? null,
    ]),
  );
  return {
    ofRequest: (contract, operation) => byNames(sent(contract, operation)),
    ofReply: (contract, operation) => byNames(shown(contract, operation)),
    idOf: (contract) => ids.get(contract.resource) ?? null,
    marked: (name) => marks.get(name) ?? null,
  };
}

function placeOf(schemas: Schemas, parts: readonly JsonObject[]): SchemaLocation | null {
  if (parts.length === 0) return null;
  const members = new Map<string, SchemaLocation | null>();
  let element: SchemaLocation | null | undefined;
  const below = (subschemas: readonly (Json | undefined)[]): SchemaLocation | null =>
    placeOf(
      schemas,
      subschemas.flatMap((one) => schemas.mentionsOf(one)),
    );
  return {
    names: () => [...new Set(parts.flatMap((part) => Object.keys(own(part, 'properties') ?? {})))],
    mark: markOf(parts),
    bounds: boundsOf(parts),
    member(name) {
      let found = members.get(name);
      if (found === undefined) {
        found = below(membersOf(parts, name));
        if (members.size < MEMBERS_MAX) members.set(name, found);
      }
      return found;
    },
    element() {
      if (element === undefined)
        element = below(
          parts.flatMap((part) => [
            ...['items', 'contains', 'unevaluatedItems'].map((keyword) => own(part, keyword)),
            ...listAt(part, 'prefixItems'),
          ]),
        );
      return element;
    },
  };
}

/** How many names of members are remembered for each place: bodies may have any. */
const MEMBERS_MAX = 500;

/** The schemas of a member: by its name, by a pattern, else those of all other members. */
function membersOf(parts: readonly JsonObject[], name: string): readonly Json[] {
  const found = parts.flatMap((part) => schemasOfMember(part, name));
  return found.length > 0
    ? found
    : parts.flatMap((part) => own(part, 'unevaluatedProperties') ?? []);
}

function markOf(parts: readonly JsonObject[]): Mark | null {
  const has = (keyword: string, value: Json): boolean =>
    parts.some((part) => own(part, keyword) === value);
  if (has('x-standin-redact', 'phone')) return 'phone';
  if (has('x-standin-redact', true) || has('writeOnly', true) || has('format', 'password'))
    return 'secret';
  return has('format', 'email') || has('format', 'idn-email') ? 'email' : null;
}

/** Maximum depth of the search for marks: a schema may contain itself. */
const DEPTH_MAX = 6;

/** Members of one name may be marked in one schema and not in another; the mark counts. */
function markedIn(places: readonly (SchemaLocation | null)[]): ReadonlyMap<string, SchemaLocation> {
  const found = new Map<string, SchemaLocation>();
  const walk = (place: SchemaLocation | null, depth: number): void => {
    if (place === null || depth > DEPTH_MAX) return;
    for (const name of place.names()) {
      const member = place.member(name);
      if (member?.mark != null && !found.has(name)) found.set(name, member);
      walk(member, depth + 1);
    }
    walk(place.element(), depth + 1);
  };
  for (const place of places) walk(place, 0);
  return found;
}
