// The ids that a service gave out in a trace, and where later calls use them.

import { isObject, type Json, own } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import { type Pointer, parsePointer, toPointer, valueAt } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { pathOf } from '../../contract/operation-way.ts';
import type { ShellPart } from '../../journal/print/shell.ts';
import { type Body, type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Exchanged } from '../report.ts';
import type { ServiceTraits } from './service-traits.ts';

/** Where the service shows the id of a created item. */
export type IssuedIdAt =
  /** `isLink`: the address of the item, which ends with the id. */
  | { readonly kind: 'body'; readonly pointer: Pointer; readonly isLink?: true }
  /** In `Location`, else in `Content-Location`. */
  | { readonly kind: 'location' }
  /** Only in the list, where the member `by` identifies the item. Defaults to `email`. */
  | { readonly kind: 'list'; readonly by?: string };

/** Returns where a run found ids, in the form that printers need. */
export function shownIdAt(idAt: ServiceTraits['idAt']): IssuedIdAt {
  if (idAt.kind !== 'body') return idAt;
  const { steps, ...at } = idAt;
  return { ...at, pointer: toPointer(steps) };
}

export interface IssuedOptions {
  readonly contract: Pick<Contract, 'path' | 'id' | 'isSingle' | 'operations'>;
  readonly idAt: IssuedIdAt;
  /** Ids that are not in the trace, by the index of the creating call. */
  readonly ids?: Readonly<Record<number, string>>;
}

/** Returns the ids that the calls of a trace created, by index. */
export function issuedIds(
  trace: readonly Exchanged[],
  options: IssuedOptions,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const [place, exchanged] of trace.entries()) {
    if (!isCreation(exchanged, options)) continue;
    const id = issuedBy(exchanged, trace.slice(place + 1), options) ?? options.ids?.[place];
    if (id !== undefined) found.set(place, id);
  }
  return found;
}

/** Returns the value that identifies the created item in the list; `undefined` if none does. */
export function markOf(call: Call, by: string): string | undefined {
  const mark = memberOf(call.body, by);
  return typeof mark === 'string' ? mark : undefined;
}

/** Splits a path into the id and what follows it; `null` if it names no item. */
export function splitPath(
  path: string,
  collection: string,
): { readonly id: string; readonly rest: string } | null {
  if (!path.startsWith(`${collection}/`)) return null;
  const [segment = '', ...rest] = path.slice(collection.length + 1).split('/');
  return segment === '' ? null : { id: percentDecode(segment), rest: ['', ...rest].join('/') };
}

/** Returns the parts of a body, with a variable in place of an id that the service gave out. */
export function bodyParts(
  body: Body,
  member: string,
  variables: ReadonlyMap<string, string>,
): readonly ShellPart[] {
  if (body.kind !== 'json') return body.kind === 'broken' ? [body.text] : [];
  const id = memberOf(body, member);
  const variable = variables.get(String(id));
  if (variable === undefined || !/^[\w.~-]+$/.test(String(id))) return [body.text];
  const label = JSON.stringify(member).replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&');
  const [match, ...others] = body.text.matchAll(
    new RegExp(`(${label}\\s*:\\s*"?)(${String(id)})(?![\\w.+-])`, 'g'),
  );
  if (match === undefined || others.length > 0) return [body.text];
  const start = match.index + (match[1] ?? '').length;
  return [body.text.slice(0, start), { variable }, body.text.slice(start + String(id).length)];
}

function isCreation({ call, received }: Exchanged, { contract }: IssuedOptions): boolean {
  const isSuccess = received !== null && received.status >= 200 && received.status < 300;
  return isSuccess && call.method === 'POST' && call.path.replace(/\/$/, '') === contract.path;
}

function issuedBy(
  creation: Exchanged,
  later: readonly Exchanged[],
  { idAt, contract }: IssuedOptions,
): string | undefined {
  if (creation.received === null) return undefined;
  switch (idAt.kind) {
    case 'body': {
      const steps = parsePointer(idAt.pointer);
      const { body } = creation.received;
      if (steps === null || body.kind !== 'json') return undefined;
      const id = idText(valueAt(body.value, steps));
      return idAt.isLink === true && id !== undefined ? lastStep(id) : id;
    }
    case 'location': {
      const { headers } = creation.received;
      const given = header(headers, 'location') ?? header(headers, 'content-location');
      return given === undefined ? undefined : lastStep(given);
    }
    case 'list': {
      const by = idAt.by ?? 'email';
      const mark = markOf(creation.call, by);
      const items = later.flatMap(({ received }) => itemsOf(received));
      return mark === undefined
        ? undefined
        : idText(
            items.find((item) => memberAt(item, by) === mark),
            contract.id,
          );
    }
  }
}

/** The last segment of an address, decoded; `undefined` if there is none. */
export function lastStep(address: string): string | undefined {
  const step = address
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1);
  return step === undefined || step === '' ? undefined : percentDecode(step);
}

function itemsOf(received: Received | null): readonly Json[] {
  return received?.body.kind === 'json' && Array.isArray(received.body.value)
    ? received.body.value
    : [];
}

function idText(value: Json | undefined, member?: string): string | undefined {
  const id = member === undefined || value === undefined ? value : memberAt(value, member);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function memberOf(body: Body, name: string): Json | undefined {
  return body.kind === 'json' ? memberAt(body.value, name) : undefined;
}

function memberAt(value: Json, name: string): Json | undefined {
  return isObject(value) ? own(value, name) : undefined;
}

export interface LinkedItems {
  readonly contract: Contract;
  readonly schemas: Schemas;
}

/** The id of an item of the contract in its address; `undefined` if a value is none. */
export function linkedId(items: LinkedItems, value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !value.includes('/')) return undefined;
  const path = URL.parse(value, 'http://localhost')?.pathname.replace(/\/+$/, '');
  const step = path === undefined ? undefined : lastStep(path);
  // The service may see more of the address than the contract has.
  const isItem = step !== undefined && path?.endsWith(pathOf(items.contract, 'read', step));
  return isItem === true ? idOfStep(items, step) : undefined;
}

/** An id as it stands in a path, with the type that it has in items. */
export function idOfStep({ contract, schemas }: LinkedItems, step: string): Json {
  const isNumber = schemas.typesOf(contract.item, contract.id).some((type) => type !== 'string');
  return isNumber && step.trim() !== '' && Number.isFinite(Number(step)) ? Number(step) : step;
}
