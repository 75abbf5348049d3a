// The faults of the places of the item and the list in bodies.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { type GivenSchema, givenSchema } from '../define/given-contract.ts';
import { pagesFault } from '../envelopes/pages.ts';
import type { ContractReader } from './contract-reader.ts';

/** Finds the schema of the item or the list; `null` if it is not there. */
export function checkPlace(contract: ContractReader, member: 'item' | 'list'): GivenSchema | null {
  const given = givenSchema(own(contract.document, member));
  if (given === null) return null;
  const isNamed = typeof own(contract.document, member) === 'string';
  const steps = isNamed ? [member] : [member, 'schema'];
  if (contract.schemas.get(given.schema) === undefined) {
    contract.expectSchema(steps);
    return null;
  }
  for (const [name, at] of [
    ['at', given.at],
    ['total', given.total ?? []],
    ['count', given.count ?? []],
  ] as const) {
    if (at.length === 0 || contract.schemas.memberAt(given.schema, at) !== undefined) continue;
    const message = `the schema ${given.schema}.json has nothing at ${toPointer(at)}`;
    const members = [...contract.schemas.membersOf(given.schema).keys()];
    const remedy = `Its members are ${members.join(', ') || 'none'}.`;
    contract.addFault([member, name], message, remedy);
    return null;
  }
  const named = own(contract.document, 'envelope');
  const first = (['at', 'total', 'count'] as const).find((one) => (given[one] ?? []).length > 0);
  if (named !== undefined && first !== undefined) {
    contract.addFault(
      [member, first],
      `the envelope ${JSON.stringify(named)} has its own places`,
      'Leave it out, or leave "envelope" out.',
    );
    return null;
  }
  // A named form leads to the next page itself.
  const pages = own(contract.objectAt([member]), 'pages');
  const usual = named === undefined ? {} : { link: 'Link' };
  const flaw =
    pages !== undefined && isObject(pages)
      ? pagesFault(contract.schemas, given.schema, { ...usual, ...pages })
      : null;
  if (flaw !== null) {
    const place = [member, 'pages', ...(flaw.member === null ? [] : [flaw.member])];
    contract.addFault(place, flaw.message, flaw.remedy);
  }
  return given;
}

/** The list is an array, or an object of items by their ids, or its place in an object is named. */
export function checkList(
  contract: ContractReader,
  { schema, at, isKeyed = false }: GivenSchema,
  item: GivenSchema,
): void {
  if (isKeyed || typeAt(contract, schema, at) !== 'object') return;
  const place = onlyMember(contract, schema, ({ type }) => type === 'array');
  const named = toPointer([...at, place ?? 'items']);
  const example = `"list": {"schema": ${JSON.stringify(schema)}, "at": ${JSON.stringify(named)}}`;
  contract.addFault(
    ['list'],
    `the schema of the list is an object, not an array of ${item.schema}`,
    `Name the place of the array: ${example}.`,
  );
}

/** An answer with the item inside an object is an envelope, which the contract has to name. */
export function checkWrapped(contract: ContractReader, { schema, at }: GivenSchema): void {
  const steps = ['operations', 'read', 'outcomes', 'ok'];
  const body = own(contract.objectAt(steps), 'body');
  if (typeof body !== 'string' || body === schema || contract.schemas.get(body) === undefined)
    return;
  const place = onlyMember(contract, body, (_, name) => name === schema);
  if (at.length > 0 || place === undefined) return;
  const example = `"item": {"schema": ${JSON.stringify(body)}, "at": ${JSON.stringify(toPointer([place]))}}`;
  contract.addFault(
    [...steps, 'body'],
    `${body}.json has the item inside, and the contract does not say so`,
    `Name the place of the item: ${example}.`,
  );
}

/** Returns the only member of a schema with a property; `undefined` if there are none or several. */
function onlyMember(
  contract: ContractReader,
  schema: string,
  is: (member: JsonObject, file: string | undefined) => boolean,
): string | undefined {
  const found = [...contract.schemas.membersOf(schema)].filter(([name, member]) =>
    is(member, contract.schemas.fileAt(schema, [name])),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

function typeAt(contract: ContractReader, schema: string, at: readonly string[]): Json | undefined {
  const found = contract.schemas.memberAt(schema, at);
  return found === undefined ? undefined : own(found, 'type');
}
