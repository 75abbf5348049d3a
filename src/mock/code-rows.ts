// The rows of a resource as routes of a program use them. A row that is added or changed gets what a
// request for it would give it, and then each member as the route has it, also one that no request may
// write. What does not fit is refused with the reason. No client asked, so what only a client must
// pass (credentials, limits, the methods of a path) does not count.

import {
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  objectOf,
  own,
  pick,
  withDoubles,
} from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import { requestMembers } from '../contract/item-members.ts';
import { bindPath } from '../contract/nested-path.ts';
import { type Kind, methods } from '../contract/operation-kinds.ts';
import { keyOfOne, rowsKey } from '../contract/rows.ts';
import type { CodeRows } from '../http/fetch/code-routes.ts';
import { idTypeOf, readKey, toKey } from '../model/ids/ids.ts';
import { type Call, noBody, readBody } from '../model/message/call.ts';
import { wireCall } from '../model/message/usual-call.ts';
import { findUnknownReferences } from '../model/relations/unknown-references.ts';
import { assignId, noIdFor } from '../model/rules/assign-id.ts';
import { ruleForProgram } from '../model/rules/rule.ts';
import type { Book } from '../model/rules/scene.ts';
import { findCollision } from '../model/rules/uniqueness.ts';
import { flawsOfRow } from '../model/rules/validate-body.ts';
import type { Effect } from '../model/ruling/ruling.ts';
import { allRowsOf, inScope, rowsOf } from '../model/state/rows-of.ts';
import { StoredRecord } from '../model/state/state.ts';

export interface CodeRowsOptions {
  readonly contract: Contract;
  readonly parents: Readonly<Record<string, string | number>>;
  /** The rules, and the rows of the world as they are now. */
  readonly book: () => Book;
  /** The host that the request was sent to: items may show their address. */
  readonly host: Call['headers'][string];
  /** Makes a change. Returns why it cannot be made. */
  readonly make: (change: RowChange) => string | null;
}

/** A change of one row by a program. */
export interface RowChange {
  readonly resource: string;
  readonly operation: 'create' | 'update' | 'remove';
  readonly effect: Effect;
}

type Writing = 'create' | 'replace' | 'update';

/** Returns the rows of a resource. */
export function codeRows(options: CodeRowsOptions): CodeRows {
  const values = new Map(
    Object.entries(options.parents).map(([name, value]) => [name, String(value)]),
  );
  return new RowsOfCode(bindPath(options.contract, values), options);
}

class RowsOfCode implements CodeRows {
  private readonly contract: Contract;
  private readonly options: CodeRowsOptions;

  constructor(contract: Contract, options: CodeRowsOptions) {
    this.contract = contract;
    this.options = options;
  }

  readonly list = (): readonly JsonObject[] =>
    [...rowsOf(this.book.state, this.contract).records()].map(({ value }) => forCode(value));

  readonly find = (id: string | number): JsonObject | undefined => {
    const row = this.rowOf(id);
    return row === undefined ? undefined : forCode(row);
  };

  readonly add = (values: JsonObject): JsonObject => {
    const { contract, book } = this;
    const given = this.read('create', values);
    const made =
      contract.operations.create === undefined ? null : this.asked('create', null, given);
    const value = inScope(contract, { ...made, ...given });
    const id = own(value, contract.id) ?? this.newId();
    const row = contract.isSingle === true ? value : { [contract.id]: id, ...value };
    const key = contract.isSingle === true ? keyOfOne(contract) : toKey(id);
    if (contract.isSingle !== true && readKey(key, idTypeOf(contract, book.schemas)) !== id)
      throw this.refused('create', `/${contract.id} is not an id of ${contract.resource}`);
    if (allRowsOf(book.state, contract).find(key) !== undefined)
      throw this.refused('create', `there is a ${contract.resource}/${key} already`);
    return this.put('create', key, { before: made, row });
  };

  readonly change = (id: string | number, values: JsonObject): JsonObject => {
    const { contract, book } = this;
    const given = this.read('update', values);
    const old = this.existing('update', id);
    const ofId = own(given, contract.id);
    if (contract.isSingle !== true && ofId !== undefined && toKey(ofId) !== this.keyOf(id))
      throw this.refused('update', `/${contract.id} cannot be changed`);
    const kind = this.writing();
    const made = kind === null ? old : this.asked(kind, id, given, old);
    const sendable = new Set(kind === null ? [] : requestMembers(contract, book.schemas, kind));
    // Null takes a member away where the contract has it so.
    const isGone = (member: string): boolean =>
      sendable.has(member) && !Object.hasOwn(made, member);
    const kept = Object.entries({ ...old, ...made, ...given }).filter(
      ([member]) => !isGone(member),
    );
    return this.put('update', this.keyOf(id), { before: old, row: objectOf(kept) });
  };

  readonly remove = (id: string | number): void => {
    const { contract } = this;
    this.existing('remove', id);
    const effect: Effect =
      contract.operations.remove === undefined
        ? { kind: 'remove', resource: rowsKey(contract), key: this.keyOf(id), memory: 'remember' }
        : this.rule('remove', id, null);
    this.make('remove', effect);
  };

  private get book(): Book {
    return this.options.book();
  }

  private rowOf(id: string | number): JsonObject | undefined {
    return rowsOf(this.book.state, this.contract).find(this.keyOf(id))?.value;
  }

  /** Returns values as JSON: a program may give dates, or members that are undefined. */
  private read(operation: RowChange['operation'], values: JsonObject): JsonObject {
    const body = readBody(jsonText(values), 'kept');
    if (body.kind === 'json' && isObject(body.value)) return body.value;
    throw this.refused(operation, 'a row is an object');
  }

  private keyOf(id: string | number): string {
    return this.contract.isSingle === true ? keyOfOne(this.contract) : String(id);
  }

  private existing(operation: RowChange['operation'], id: string | number): JsonObject {
    const found = this.rowOf(id);
    if (found !== undefined) return found;
    throw this.refused(operation, `there is no ${this.contract.resource}/${id}`);
  }

  private newId(): Json {
    const { book, contract } = this;
    const id = assignId(book, contract, (choice) => book.decide(contract)[choice].value);
    if (id === null) throw this.refused('create', noIdFor(book, contract).detail);
    return id;
  }

  /** The kind of requests that change an item; `null` if the contract has none. */
  private writing(): 'update' | 'replace' | null {
    const { update, replace } = this.contract.operations;
    const isPatched = this.book.decide(this.contract)['update.media'].value !== 'none';
    if (update !== undefined && isPatched) return 'update';
    return replace === undefined ? null : 'replace';
  }

  /** Returns the row that a request makes which has those of the members that requests may have. */
  private asked(
    kind: Writing,
    id: string | number | null,
    given: JsonObject,
    old: JsonObject = {},
  ): JsonObject {
    const sendable = requestMembers(this.contract, this.book.schemas, kind);
    const members = sendable.length === 0 ? Object.keys(given) : sendable;
    const sent = { ...(kind === 'replace' ? pick(old, members) : {}), ...pick(given, members) };
    if (kind === 'update' && Object.keys(sent).length === 0) return old;
    const effect = this.rule(kind, id, sent);
    return effect.kind === 'put' ? effect.record.value : old;
  }

  /** Returns the effect of a call. Throws if the contract refuses it. */
  private rule(kind: Kind, id: string | number | null, sent: JsonObject | null): Effect {
    const { contract, book } = this;
    const { path } = contract;
    const usual: Call = {
      method: methods[kind].method,
      path: id === null || contract.isSingle === true ? path : `${path}/${encodeURIComponent(id)}`,
      query: '',
      headers: { host: this.options.host, 'content-type': 'application/json' },
      body: sent === null ? noBody : readBody(jsonText(sent), 'kept'),
    };
    const wire = wireCall(contract, kind, usual);
    const call = { ...wire, path: book.router.basePath + wire.path };
    const { effect, status, detail } = ruleForProgram(book, call);
    if (status.value >= 300 || effect.kind === 'none')
      throw this.refused(kind, detail ?? 'no row would change', ` with ${status.value}`);
    return effect;
  }

  /** Stores a row, unless it has flaws that the one before them has not. */
  private put(
    operation: 'create' | 'update',
    key: string,
    { before, row }: { readonly before: JsonObject | null; readonly row: JsonObject },
  ): JsonObject {
    const { contract, book } = this;
    const record = new StoredRecord(key, row);
    const decisions = book.decide(contract);
    const taken = findCollision({ book, decisions, kind: operation }, contract, record);
    const known = new Set(before === null ? [] : this.flawsOf(before));
    const flaws = [
      ...this.flawsOf(row).filter((flaw) => !known.has(flaw)),
      ...findUnknownReferences(book, contract, row).map(
        ({ pointer, detail }) => `${pointer} ${detail}`,
      ),
      ...(taken === null ? [] : [taken.detail]),
    ];
    if (flaws.length > 0) throw this.refused(operation, flaws.join('; '));
    this.make(operation, { kind: 'put', resource: rowsKey(contract), record });
    return forCode(row);
  }

  /** What a choice accepts is no flaw. */
  private flawsOf(row: JsonObject): readonly string[] {
    const { contract, book } = this;
    const decisions = book.decide(contract);
    return flawsOfRow(book, contract, row)
      .filter(({ facet }) => facet === 'shape' || decisions[`fields.${facet}`].value === 'refuse')
      .map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer} ${detail}`));
  }

  private make(operation: RowChange['operation'], effect: Effect): void {
    if (this.book.decide(this.contract)['access.writes'].value === 'refuse')
      throw this.refused(operation, 'the server is read-only');
    const trouble = this.options.make({ resource: this.contract.resource, operation, effect });
    if (trouble !== null) throw this.refused(operation, trouble);
  }

  private refused(kind: Kind, why: string, how = ''): Error {
    return new Error(`${kind} of ${this.contract.resource} was refused${how}: ${why}`);
  }
}

/** Code reads numbers as JavaScript does, and can write what it reads with JSON.stringify. */
function forCode(row: JsonObject): JsonObject {
  return withDoubles(row) as JsonObject;
}
