// Replies to changes: the body and the Location that the choices ask for, and the effect.

import { type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { answerWith } from '../../contract/declared.ts';
import { type DataFile, readDataUrl } from '../../contract/envelopes/data-url.ts';
import { pathOf as pathOfOperation } from '../../contract/operation-way.ts';
import { rowsKey } from '../../contract/rows.ts';
import { withFitting } from '../answers/members-set.ts';
import { fileFacts, fileSent } from '../ids/file-facts.ts';
import { withFittingValues } from '../ids/fitting-values.ts';
import { makesNothing, withMadeValues } from '../ids/made-values.ts';
import { header } from '../message/call.ts';
import { isJsonType } from '../message/choose-body.ts';
import type { Content, Effect, Ruled, RuledHeader } from '../ruling/ruling.ts';
import { shownRecord } from '../ruling/shown-record.ts';
import { rowsOf } from '../state/rows-of.ts';
import type { StoredRecord } from '../state/state.ts';
import { NO_CONTENT, NO_HEADERS, type Refused, type Scene, shownAs } from './scene.ts';

/** Returns the body of the reply to a creation. */
export function createdContent(
  scene: Scene,
  contract: Contract,
  record: StoredRecord,
): Ruled<Content> {
  const { value, by } = scene.decisions['create.body'];
  switch (value) {
    case 'record':
      return { value: { kind: 'record', record }, by };
    case 'id':
      return {
        value: { kind: 'json', value: { [contract.id]: own(record.value, contract.id) as Json } },
        by,
      };
    case 'wrapped':
      return {
        value: {
          kind: 'json',
          value: { data: shownRecord(record.value, shownAs(scene) ?? {}) },
        },
        by,
      };
  }
}

/** Keys that need no encoding in a path. */
const PLAIN = /^\w+$/;

/** Returns a record with the members that the service makes. `before` is `null` for a new one. */
export function made(
  scene: Scene,
  contract: Contract,
  {
    key,
    value,
    before,
  }: { readonly key: string; readonly value: JsonObject; readonly before: StoredRecord | null },
): JsonObject {
  const { schemas, draw } = scene.book;
  const kind = scene.kind === 'replace' || scene.kind === 'update' ? scene.kind : 'create';
  const addresses = (): Addresses => addressesOf(scene, pathOf(scene, contract, key));
  const known = (): JsonObject | null => before?.value ?? null;
  const whole = makesNothing(contract, schemas, kind)
    ? value
    : withMadeValues({ contract, schemas, draw, addresses, kind, before: known() }, value);
  return withFileFacts(scene, contract, { key, sent: value, before: () => known() ?? {} }, whole);
}

interface Addresses {
  readonly path: string;
  readonly address: string;
}

function addressesOf({ call }: Scene, path: string): Addresses {
  const { scheme = 'http', headers } = call;
  return { path, address: `${scheme}://${header(headers, 'host') ?? 'localhost'}${path}` };
}

/** Adds what the item says of a new file, unless the client said it. A judge knows of no files. */
export function withFileFacts(
  scene: Scene,
  contract: Contract,
  {
    key,
    sent,
    before,
    named,
  }: {
    readonly key: string;
    readonly sent: JsonObject;
    readonly before: () => JsonObject;
    /** The word for a file of the item, if the item is more than that file. */
    readonly named?: string;
  },
  whole: JsonObject,
): JsonObject {
  const { schemas, draw } = scene.book;
  const file = draw.ids === 'as-chosen' ? null : fileSent(sent);
  if (file === null) return whole;
  const old = before();
  if (own(old, file.member) === own(sent, file.member)) return whole;
  const address = addressesOf(scene, pathOfFile(scene, contract, { key, member: file.member }));
  const facts = fileFacts(schemas.membersOf(contract.item), file, { at: address, named });
  const told = Object.entries(facts).filter(
    ([name]) =>
      name !== contract.id && (!Object.hasOwn(sent, name) || own(sent, name) === own(old, name)),
  );
  return withFitting(scene.book, contract, whole, objectOf(told));
}

/** Where the file of an item is read: as the contract declares it, else below the item by its member. */
function pathOfFile(
  scene: Scene,
  contract: Contract,
  { key, member }: { readonly key: string; readonly member: string },
): string {
  const item = pathOf(scene, contract, key);
  const declared = contract.actions?.find(
    (one) =>
      one.method === 'GET' &&
      /^\/\{[^{}]+\}\/[^{}]+$/.test(one.path.slice(contract.path.length)) &&
      one.path.startsWith(contract.path) &&
      answersFile(one),
  );
  const last = declared?.path.slice(declared.path.lastIndexOf('/') + 1) ?? member;
  return `${item}/${encodeURIComponent(last)}`;
}

function answersFile({ answers = {} }: Action): boolean {
  return Object.entries(answers).some(
    ([status, { bodies }]) => /^2/.test(status) && bodies.some(({ type }) => !isJsonType(type)),
  );
}

/** The file at a member of an item, where the contract has nothing; `null` if there is none. */
export function fileOfItem({ book, call }: Scene): DataFile | null {
  if (book.bodies === 'bare' || (call.method !== 'GET' && call.method !== 'HEAD')) return null;
  const end = call.path.lastIndexOf('/');
  const route = book.router.find(call.path.slice(0, end));
  if (route?.kind !== 'item') return null;
  const row = rowsOf(book.state, route.contract).find(route.key);
  const member = tryPercentDecode(call.path.slice(end + 1)) ?? '';
  const value = row === undefined ? undefined : own(row.value, member);
  const [first] = [value ?? null].flat() as readonly Json[];
  return typeof first === 'string' ? readDataUrl(first) : null;
}

/**
 * Returns a record with values that fit, if a refusal is about values that requests may have and
 * items may not. `null` if it is about anything else. A judge wants the refusal.
 */
export function fittingRecord(
  { book, kind, operation }: Scene,
  contract: Contract,
  { situation }: Refused,
  { sent, value }: { readonly sent: JsonObject; readonly value: JsonObject },
): JsonObject | null {
  const isWrite = kind === 'create' || kind === 'replace' || kind === 'update';
  if (situation !== 'invalid' || !isWrite || book.draw.ids === 'as-chosen') return null;
  const { schemas, checker } = book;
  const body = operation?.body ?? contract.item;
  return withFittingValues({ contract, schemas, checker, body, sent }, value);
}

function pathOf({ book }: Scene, contract: Contract, key: string): string {
  const id = PLAIN.test(key) ? key : encodeURIComponent(key);
  const usual = contract.isSingle === true ? contract.path : `${contract.path}/${id}`;
  const path = endsInId(contract) ? pathOfOperation(contract, 'read', id) : usual;
  return `${book.router.basePath}${path}`;
}

/** Whether items are read at a path of their own that ends in the id, and has no other parameter. */
function endsInId({ operations: { read } }: Contract): boolean {
  return read?.path !== undefined && /^[^{}]*\/\{[^{}]+\}$/.test(read.path);
}

/** Returns the Location of a created record (RFC 9110 section 10.2.2). */
export function locationHeaders(
  scene: Scene,
  contract: Contract,
  record: StoredRecord,
): readonly RuledHeader[] {
  const chosen = scene.decisions['create.location'];
  // What the contract shows is sent whatever the choice, and leads to the record.
  const isShown = chosen.value === 'none' && showsLocation(contract);
  const { value, by } = isShown ? ({ value: 'relative', by: 'contract' } as const) : chosen;
  const reader = value === 'none' ? undefined : readerOf(scene, contract);
  // Clients find the id of an item at the end of Location; there it would be no path that is read.
  const hasOwnPath = reader?.operations.read?.path !== undefined && !endsInId(reader);
  if (reader === undefined || hasOwnPath) return NO_HEADERS;
  const path = pathOf(scene, reader, record.key);
  const host = header(scene.call.headers, 'host');
  const { scheme = 'http' } = scene.call;
  return [
    {
      name: 'location',
      value: value === 'absolute' && host !== undefined ? `${scheme}://${host}${path}` : path,
      by,
    },
  ];
}

/**
 * The contract that reads the items of another, which may be of shared rows; `undefined` if none does.
 * One that must answer with a Location has that of its own path.
 */
function readerOf({ book }: Scene, contract: Contract): Contract | undefined {
  if (contract.operations.read !== undefined) return contract;
  const other = book.router.contracts.find(
    (one) =>
      rowsKey(one) === rowsKey(contract) &&
      one.operations.read !== undefined &&
      one.isSingle !== true &&
      !one.path.includes('{'),
  );
  return other ?? (requiresLocation(contract) ? contract : undefined);
}

function requiresLocation(contract: Contract): boolean {
  const { create } = contract.operations;
  const declared = create === undefined ? null : answerWith(create, 201);
  return declared?.answer.headers['location']?.required ?? showsLocation(contract);
}

function showsLocation({ operations: { create } }: Contract): boolean {
  const { headerSchemas = {} } = create?.outcomes.ok ?? {};
  return Object.keys(headerSchemas).some((name) => name.toLowerCase() === 'location');
}

/** Returns the body of the reply to a write; without a record if there was none to remove. */
export function changedContent(
  rule: Ruled<'record' | 'empty-object' | 'none'>,
  record: StoredRecord | null,
): Ruled<Content> {
  switch (rule.value) {
    case 'record':
      return { value: record === null ? NO_CONTENT : { kind: 'record', record }, by: rule.by };
    case 'empty-object':
      return { value: { kind: 'json', value: {} }, by: rule.by };
    case 'none':
      return { value: NO_CONTENT, by: rule.by };
  }
}

/** Returns the effect of storing a record. */
export function storeEffect(contract: Contract, record: StoredRecord): Effect {
  return { kind: 'put', resource: rowsKey(contract), record };
}
