// The whole life of an item of a resource: created, read back, listed, changed, removed, gone.

import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import { rowsKey } from '../../src/contract/rows.ts';
import type { MockRules } from '../../src/mock/mock.ts';
import { wirePath } from '../../src/model/message/usual-call.ts';
import type { Schemas } from '../../src/schema/schema.ts';
import { type Asker, bodyText } from './ask.ts';

/** Lets an item live. Returns where its life ends too early, or `null`. */
export function live(asker: Asker, contract: Contract, rules: MockRules): string | null {
  const path = asker.fill(contract.path.slice(1).split('/'));
  const { operations, id: member } = contract;
  const { id: shown, reply } = asker.create(contract, path, rules);
  // An answer may be about something else: the list tells which item is new.
  const { state } = asker.options.mock;
  const id = shown ?? [...state.collection(rowsKey(contract)).records()].at(-1)?.key ?? null;
  if (reply.status >= 300 || id === null)
    return `create: ${reply.status} ${bodyText(reply).slice(0, 300)}`;
  const usual = `${path}/${encodeURIComponent(id)}`;
  const placeOf = (kind: Kind): string => wirePath(contract, kind, usual);
  const isHidden = contract.hidden?.includes(member) === true;
  if (operations.read !== undefined) {
    const read = asker.send('GET', placeOf('read'), undefined, { operation: operations.read });
    if (read.status >= 300) return `read: ${read.status} ${bodyText(read).slice(0, 200)}`;
    if (!isHidden && !bodyText(read).includes(JSON.stringify(id).slice(1, -1)))
      return 'read: without its id';
  }
  if (operations.list !== undefined) {
    const list = asker.send('GET', wirePath(contract, 'list', path), undefined, {
      query: manyItems(operations.list, rules.schemas),
      operation: operations.list,
    });
    if (list.status !== 200) return `list: ${list.status} ${bodyText(list).slice(0, 200)}`;
    if (!isHidden && !bodyText(list).includes(JSON.stringify(id).slice(1, -1)))
      return 'list: it is not there';
  }
  for (const [kind, method] of [
    ['replace', 'PUT'],
    ['update', 'PATCH'],
  ] as const) {
    const operation = operations[kind];
    if (operation === undefined) continue;
    const value = asker.sample(operation.body ?? null, rules.schemas, rules.checker);
    const inner =
      isObject(value) && member in value ? { ...value, [member]: idIn(value[member], id) } : value;
    const sent = (operation.bodyEnvelope?.at ?? []).reduceRight<Json>(
      (one, step) => ({ [step]: one }),
      inner,
    );
    const changed = asker.send(
      operation.method ?? method,
      operation.idInBody === undefined ? placeOf(kind) : wirePath(contract, kind, path),
      sent,
      { operation, fields: { 'if-unmodified-since': new Date().toUTCString() } },
    );
    if (changed.status >= 300)
      return `${kind}: ${changed.status} ${bodyText(changed).slice(0, 300)}`;
  }
  if (operations.remove === undefined) return null;
  const removed = asker.send('DELETE', placeOf('remove'), undefined, {
    operation: operations.remove,
  });
  if (removed.status >= 300) return `remove: ${removed.status} ${bodyText(removed).slice(0, 200)}`;
  if (operations.read === undefined) return null;
  const gone = asker.send('GET', placeOf('read'), undefined, { operation: operations.read });
  return gone.status === 404 || gone.status === 410 ? null : `gone: ${gone.status}`;
}

function idIn(like: Json | undefined, id: string): Json {
  return typeof like === 'number' ? Number(id) : id;
}

/** Asks for as many items as a page may have. */
function manyItems({ paging, parameters = [] }: Operation, schemas: Schemas): string {
  const size = paging?.size;
  if (size === undefined) return '';
  const named = parameters.find((one) => one.in === 'query' && one.name === size)?.schema;
  const schema = schemas.get(named ?? '');
  const most = isObject(schema ?? null) ? own(schema as JsonObject, 'maximum') : undefined;
  return `${encodeURIComponent(size)}=${typeof most === 'number' ? Math.min(most, 1_000) : 1_000}`;
}
