// The rules for actions that do something with rows: a creation of several, the removal of all, and
// what the six kinds of operations do, at a path of its own or by another member than the id.

import { isObject, type Json, jsonText, objectOf, own, pick } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { truncate } from '../../base/truncate.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { bodyOfType } from '../../contract/declared.ts';
import { requestMembers, uniqueMembers } from '../../contract/item-members.ts';
import { idParameterOf } from '../../contract/operation-way.ts';
import { rowsKey } from '../../contract/rows.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import { header } from '../message/call.ts';
import { readFields } from '../message/form-fields.ts';
import { keyInBody } from '../message/usual-call.ts';
import { aftermathOf } from '../relations/removal.ts';
import { apply } from '../ruling/apply.ts';
import type { Content, Effect, Ruling } from '../ruling/ruling.ts';
import { shownRecord } from '../ruling/shown-record.ts';
import { rowsBy } from '../state/rows-by.ts';
import { rowsOf } from '../state/rows-of.ts';
import type { StoredRecord } from '../state/state.ts';
import { create } from './list-and-create.ts';
import { notFound } from './not-found.ts';
import { valuesInPath } from './preconditions.ts';
import { ruleOnItem } from './read-and-remove.ts';
import { findKeyless } from './replace-and-update.ts';
import { grant, NO_CONTENT, NO_EFFECT, NO_HEADERS, refuse, type Scene, shownAs } from './scene.ts';
import { findMalformed, findOversized, findUnsupported, sentBodyOf } from './sent-body.ts';
import { invalidAt } from './validate-body.ts';

/** Rules on an action that does something with rows. */
export function ruleOnRows(scene: Scene, contract: Contract, action: Action): Ruling | null {
  const { does } = action;
  if (does === undefined) return null;
  switch (does) {
    case 'create':
      return create({ ...withBody(scene, action), kind: 'create' }, contract);
    case 'read':
    case 'replace':
    case 'update':
    case 'remove':
      return ruleOnFound(withBody({ ...scene, kind: does }, action), contract, action);
    case 'create-many':
      return createMany(scene, contract);
    case 'remove-all':
      return removeAll({ ...scene, kind: 'remove' }, contract, allRecords(scene, contract));
    case 'copy':
      return copy(scene, contract, action);
    case 'list-ids':
      return listIds(scene, contract);
    default:
      return null;
  }
}

/**
 * A creation or a change that takes no members, but nothing or a text, is one with the values of its
 * query that are members.
 */
function withBody(scene: Scene, action: Action): Scene {
  const { call, book } = scene;
  const { body: schema } = action;
  const { checker, schemas } = book;
  if (schema === undefined || !fitsNothing(scene, action)) return scene;
  const fields = [...new URLSearchParams(call.query)].map(([name, value]) => ({ name, value }));
  const members = schemas.membersOf(schema);
  const asked = readFields(
    fields.filter(({ name }) => members.has(name)),
    schemas,
    mergeSchemas(schemas.partsByName(schema)),
  );
  const value = checker.check(schema, asked).length === 0 ? asked : {};
  const body = { kind: 'json', value, text: jsonText(value), duplicate: null } as const;
  const headers = { ...call.headers, 'content-type': 'application/json' };
  // What brings no members leaves the others, whatever its method is.
  const kind = scene.kind === 'replace' ? 'update' : scene.kind;
  return { ...scene, kind, call: { ...call, headers, body } };
}

/** Whether a call brings no members, and need not. */
export function fitsNothing(
  { call: { body, headers }, book: { checker } }: Scene,
  action: Action,
): boolean {
  if (action.body === undefined || checker.check(action.body, {}).length > 0) return false;
  if (action.request === undefined) return body.kind === 'none';
  const { schema = null } =
    bodyOfType(action.request.bodies, header(headers, 'content-type') ?? '') ?? {};
  return (
    schema !== null &&
    body.kind === 'json' &&
    !isObject(body.value) &&
    checker.check(schema, body.value).length === 0
  );
}

const TEXT_MAX = 60;

/** What operations on an item do, with the item that a call names by other members than its id. */
function ruleOnFound(scene: Scene, contract: Contract, action: Action): Ruling | null {
  const { path, by } = action;
  const inPath = valuesInPath(scene, { contract, operation: action }) ?? new Map<string, string>();
  if (by === undefined) {
    const key = inPath.get(idParameterOf(path));
    if (key === undefined) return ruleOnSent(scene, contract);
    // Nothing makes what it reads: the caller answers a sample.
    const isLost = action.missing === 'sample' && !hasRow(scene, contract, key);
    return isLost ? null : ruleOnItem(scene, contract, key);
  }
  const named = valuesNamed(scene, by, inPath);
  const found = named.flatMap((values): readonly StoredRecord[] => {
    const rows = rowsBy(scene.book.state, { contract, action }, values);
    const records: StoredRecord[] = [];
    rows?.visit({ offset: 0, count: 1, order: 'oldest-first' }, (one) => records.push(one));
    return records;
  });
  const [first, second] = found;
  if (first !== undefined)
    return second !== undefined && scene.kind === 'remove'
      ? removeAll(scene, contract, found)
      : ruleOnItem(scene, contract, first.key);
  if (action.missing === 'sample') return null;
  const texts = Object.entries(by).map(([name, member]) => {
    const given = named.map((values) => truncate(values.get(name) ?? '', TEXT_MAX));
    return `the ${member} ${given.join(', ')}`;
  });
  return refuse(scene, {
    situation: 'missing',
    by: 'contract',
    detail: `there is no item of ${contract.resource} with ${texts.join(' and ')}`,
  });
}

function hasRow({ book }: Scene, contract: Contract, key: string): boolean {
  return rowsOf(book.state, contract).find(key) !== undefined;
}

/** What operations on an item do, with the item that the body names. */
export function ruleOnSent(scene: Scene, contract: Contract): Ruling {
  const key = keyInBody(scene.call, contract) ?? keyByOther(scene, contract);
  return key === null
    ? refuse(scene, findKeyless(scene, contract))
    : ruleOnItem(scene, contract, key);
}

/** The only item that a body names by a member by which items are read; `null` if it names none. */
function keyByOther({ call, book: { state } }: Scene, contract: Contract): string | null {
  const body = call.body.kind === 'json' && isObject(call.body.value) ? call.body.value : {};
  for (const action of contract.actions ?? []) {
    const named = Object.entries(action.by ?? {}).flatMap(([name, member]) => {
      const value = own(body, member) ?? null;
      return value === null || typeof value === 'object' ? [] : [[name, String(value)] as const];
    });
    const isNamed = named.length > 0 && named.length === Object.keys(action.by ?? {}).length;
    const rows =
      isNamed && action.does === 'read'
        ? rowsBy(state, { contract, action }, new Map(named))
        : null;
    if (rows?.size !== 1) continue;
    const keys: string[] = [];
    rows.visit({ offset: 0, count: 1, order: 'oldest-first' }, ({ key }) => keys.push(key));
    return keys[0] ?? null;
  }
  return null;
}

/**
 * The values that a call has for the names in `by`: in its path, else in its query, else in its body. A
 * list names several items.
 */
function valuesNamed(
  { call, kind }: Scene,
  by: NonNullable<Action['by']>,
  inPath: ReadonlyMap<string, string>,
): readonly ReadonlyMap<string, string>[] {
  const query = new URLSearchParams(call.query);
  const whole = call.body.kind === 'json' ? call.body.value : null;
  const body = isObject(whole) ? whole : { [BODY]: whole };
  return Object.keys(by).reduce<readonly ReadonlyMap<string, string>[]>(
    (all, name) => {
      const sent = [own(body, name) ?? []].flat() as readonly Json[];
      const texts = query.getAll(name);
      const asked = kind === 'remove' ? texts.flatMap((text) => text.split(',')) : texts;
      const beside = asked.length > 0 ? asked : sent.map(String);
      const given = inPath.get(name);
      const values = given === undefined ? beside : [given];
      return all.flatMap((one) => values.map((value) => new Map([...one, [name, value]])));
    },
    [new Map<string, string>()],
  );
}

/** Stands for the body itself in `by`. */
const BODY = '*';

/** Lists the ids of all records, in the order of the list. */
function listIds(scene: Scene, contract: Contract): Ruling {
  const ids: Json[] = [];
  const rows = rowsOf(scene.book.state, contract);
  const { value: order } = scene.decisions['list.order'];
  rows.visit({ offset: 0, count: rows.size, order }, ({ value }) => {
    ids.push(own(value, contract.id) ?? null);
  });
  const content = { value: { kind: 'json', value: ids }, by: 'contract' } as const;
  return grant(scene, 'list.status', content, NO_HEADERS, NO_EFFECT);
}

/** Creates an item with what another one has that a creation may send, and with what is sent. */
function copy(scene: Scene, contract: Contract, action: Action): Ruling {
  const inPath = valuesInPath(scene, { contract, operation: action });
  const key = inPath?.get(idParameterOf(action.path)) ?? '';
  const found = rowsOf(scene.book.state, contract).find(key);
  if (found === undefined) return refuse(scene, notFound(scene, contract, key));
  const { schemas } = scene.book;
  const names = requestMembers(contract, schemas, 'create').filter((name) => name !== contract.id);
  const { body } = scene.call;
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : {};
  const unique = uniqueMembers(contract, schemas);
  const copied = Object.entries(pick(found.value, names)).map(([name, one]): [string, Json] => [
    name,
    unique.includes(name) && typeof one === 'string' ? `${one} (copy)` : one,
  ]);
  const value = { ...objectOf(copied), ...sent };
  const made = { kind: 'json', value, text: jsonText(value), duplicate: null } as const;
  const headers = { ...scene.call.headers, 'content-type': 'application/json' };
  const { body: _, bodyEnvelope: __, ...operation } = scene.operation ?? { ...action };
  return create(
    {
      ...scene,
      call: { ...scene.call, headers, body: made },
      kind: 'create',
      operation: { ...operation, body: contract.operations.create?.body ?? contract.item },
    },
    contract,
  );
}

/** Creates each item of a list, or none of them. */
function createMany(scene: Scene, contract: Contract): Ruling {
  const { call, book } = scene;
  const sent = sentBodyOf(scene);
  const flaw = findOversized(sent) ?? findUnsupported(sent) ?? findMalformed(sent);
  if (flaw !== null) return refuse(scene, flaw);
  const items = call.body.kind === 'json' ? call.body.value : null;
  if (!Array.isArray(items)) return refuse(scene, invalidAt('', 'must be an array'));
  // Each must find the ids of those before it taken.
  const state = book.state.fork();
  const made: StoredRecord[] = [];
  for (const [index, value] of (items as readonly Json[]).entries()) {
    const body = { kind: 'json', value, text: jsonText(value), duplicate: null } as const;
    const one: Scene = {
      ...scene,
      book: { ...book, state },
      call: { ...call, body },
      kind: 'create',
      within: toPointer([index]),
      operation: contract.operations.create ?? ofOne(scene, contract),
    };
    const ruling = create(one, contract);
    if (ruling.effect.kind !== 'put') return ruling;
    apply(state, ruling.effect);
    made.push(ruling.effect.record);
  }
  return grant(
    scene,
    'create.status',
    ofMany(scene, contract, made),
    NO_HEADERS,
    put(contract, made),
  );
}

/** A creation of one item, where the contract has that of several alone. */
function ofOne({ operation }: Scene, { item }: Contract): Scene['operation'] {
  if (operation === undefined) return undefined;
  const { body: _, bodyEnvelope: __, ...one } = operation;
  return { ...one, body: item };
}

function put(contract: Contract, [first, ...others]: readonly StoredRecord[]): Effect {
  if (first === undefined) return NO_EFFECT;
  const resource = rowsKey(contract);
  const also = others.map((record) => ({ resource, record }));
  return { kind: 'put', resource, record: first, ...(also.length === 0 ? {} : { also }) };
}

/** The items, or the last one where an answer has one; no body if the contract shows none. */
function ofMany(
  scene: Scene,
  contract: Contract,
  made: readonly StoredRecord[],
): { readonly value: Content; readonly by: 'contract' } {
  const shown = made.map(({ value }) => shownRecord(value, shownAs(scene) ?? {}));
  const body = scene.operation?.outcomes.ok?.body;
  const last = made.at(-1);
  const value: Content =
    body === contract.item && last !== undefined
      ? { kind: 'record', record: last }
      : { kind: 'json', value: shown };
  return { value, by: 'contract' };
}

/** All records that the path shows. */
function allRecords({ book }: Scene, contract: Contract): readonly StoredRecord[] {
  const records: StoredRecord[] = [];
  const rows = rowsOf(book.state, contract);
  rows.visit({ offset: 0, count: rows.size, order: 'oldest-first' }, (record) => {
    records.push(record);
  });
  return records;
}

/** Removes some records, with what is below them. */
function removeAll(scene: Scene, contract: Contract, records: readonly StoredRecord[]): Ruling {
  const resource = rowsKey(contract);
  const removed = new Map<string, { readonly resource: string; readonly key: string }>();
  const unset = [];
  for (const record of records) {
    const after = aftermathOf(scene.book, contract, record, '');
    if ('obstacle' in after) continue;
    for (const one of [{ resource, key: record.key }, ...(after.also ?? [])])
      removed.set(`${one.resource} ${one.key}`, one);
    unset.push(...(after.unset ?? []));
  }
  const [first, ...also] = removed.values();
  const effect: Effect =
    first === undefined
      ? NO_EFFECT
      : {
          kind: 'remove',
          ...first,
          memory: 'remember',
          also,
          unset: unset.filter((one) => !removed.has(`${one.resource} ${one.record.key}`)),
        };
  const told = { ...scene, ...countTold(scene, records.length) };
  return grant(told, 'remove.status', counted(scene, records.length), NO_HEADERS, effect);
}

/** How many were removed, where the answer has one member for that: `deletedCount`. */
function countTold({ book, operation }: Scene, count: number): Pick<Scene, 'told'> {
  const body = operation?.outcomes.ok?.body;
  const members = typeof body === 'string' ? [...book.schemas.membersOf(body)] : [];
  const counts = members.filter(
    ([name, schema]) =>
      COUNT.test(name) && /^(?:integer|number)$/.test(String(own(schema, 'type'))),
  );
  const [only, other] = counts;
  return only === undefined || other !== undefined ? {} : { told: { [only[0]]: count } };
}

const COUNT = /count|deleted|removed|affected|total/i;

/** How many were removed, where the contract shows a number. */
function counted(
  scene: Scene,
  count: number,
): { readonly value: Content; readonly by: 'contract' } {
  const body = scene.operation?.outcomes.ok?.body;
  const schema = typeof body === 'string' ? scene.book.schemas.get(body) : undefined;
  const type = isObject(schema ?? null) ? own(schema as Record<string, Json>, 'type') : undefined;
  const isCount = type === 'integer' || type === 'number';
  return { value: isCount ? { kind: 'json', value: count } : NO_CONTENT, by: 'contract' };
}
