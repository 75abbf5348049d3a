// The first call to try on a mock: a list if one can be asked for, else a creation, else a read of an
// item that is there. Ids in paths of which nothing says whose they are: that of a row, else any.

import { type Json, pick } from '../../base/json.ts';
import { percentEncode } from '../../base/percent.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import { ownMembers, sendsIds } from '../../contract/item-members.ts';
import { bindPath, parametersOf } from '../../contract/nested-path.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { type Call, type Headers, noBody, readBody } from '../../model/message/call.ts';
import { wireCall } from '../../model/message/usual-call.ts';
import { valueFor, withRequired } from '../../model/parameters/required-parameters.ts';
import { allRowsOf, rowsOf } from '../../model/state/rows-of.ts';
import type { State } from '../../model/state/state.ts';
import type { Project } from '../../project/load/project.ts';
import { quickTestOfSound } from '../../schema/quick/quick-test.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import { sampleOf } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import { parentOf } from '../parents/path-values.ts';

/** A call that a mock grants, without credentials. */
export interface FirstCall {
  readonly contract: Contract;
  readonly operation: Pick<Operation, 'outcomes' | 'security'>;
  readonly method: string;
  /** Without the base path; with the query that it needs. */
  readonly path: string;
  /** Header fields that it needs, without that of the media type. */
  readonly headers: Headers;
  /** `null` without a body. */
  readonly body: { readonly type: string; readonly text: string } | null;
}

/** Returns the call; `null` if none is sure to be granted. */
export function firstCall(project: Project, state: State): FirstCall | null {
  const plain = project.contracts.filter(({ path }) => !path.includes('{'));
  return firstOf(plain, (one) => listCall(project, one)) ?? firstOfRest(project, state);
}

function firstOfRest(project: Project, state: State): FirstCall | null {
  const bound = project.contracts.flatMap((contract) => boundTo(project, state, contract));
  const reachable = bound.toSorted((one, other) => depthOf(one) - depthOf(other));
  return (
    firstOf(reachable, (contract) => listCall(project, contract)) ??
    firstOf(reachable, (contract) => createCall(project, contract)) ??
    firstOf(reachable, (contract) => readCall(project, state, contract)) ??
    firstOf(project.contracts, (contract) => otherCall(project, contract))
  );
}

function firstOf(
  contracts: readonly Contract[],
  callOn: (contract: Contract) => FirstCall | null,
): FirstCall | null {
  for (const contract of contracts) {
    const call = callOn(contract);
    if (call !== null && !call.path.includes('{')) return call;
  }
  return null;
}

/** The number of ids in the path: what needs none comes first. */
function depthOf({ path, template }: Contract): number {
  return parametersOf(template?.path ?? path).length;
}

/** Returns a contract with an id for each parameter of its path; none if there is no such item. */
function boundTo(project: Project, state: State, contract: Contract): readonly Contract[] {
  const names = parametersOf(contract.path);
  if (names.length === 0) return [contract];
  const ids = names.flatMap((name) => {
    const parent = parentOf(project.contracts, contract, name);
    const id = parent === null ? idInRows(state, contract, name) : firstKey(state, parent);
    return id === null ? [] : [[name, id] as const];
  });
  return ids.length === names.length ? [bindPath(contract, new Map(ids))] : [];
}

/** The id that the oldest row has for a parameter of its path, so that a list is not empty; else any. */
function idInRows(state: State, contract: Contract, parameter: string): string {
  let id: Json | undefined;
  const at = contract.scope?.find((one) => one.parameter === parameter)?.at ?? [];
  allRowsOf(state, contract).visit(FIRST, ({ value }) => {
    id = valueAt(value, at);
  });
  return typeof id === 'string' || typeof id === 'number' ? String(id) : ANY_ID;
}

const FIRST = { offset: 0, count: 1, order: 'oldest-first' } as const;

/** Fits the ids of most interfaces. */
const ANY_ID = '1';

/** The key of the oldest item; `null` if there is none, or it has a parent of its own. */
function firstKey(state: State, contract: Contract): string | null {
  let first: string | null = null;
  if (contract.path.includes('{')) return null;
  rowsOf(state, contract).visit(FIRST, ({ key }) => {
    first = key;
  });
  return first;
}

function listCall({ schemas }: Project, contract: Contract): FirstCall | null {
  return callOf(schemas, contract, contract.isSingle === true ? 'read' : 'list', contract.path);
}

function readCall({ schemas }: Project, state: State, contract: Contract): FirstCall | null {
  const key = firstKey(state, contract);
  return key === null
    ? null
    : callOf(schemas, contract, 'read', `${contract.path}/${encodeURIComponent(key)}`);
}

function createCall({ schemas }: Project, contract: Contract): FirstCall | null {
  const { create } = contract.operations;
  if (create === undefined || create.file !== undefined) return null;
  const schema = create.body ?? contract.item;
  const made = [
    ...ownMembers(contract, schemas),
    ...(sendsIds(contract, schemas) ? [] : [contract.id]),
  ];
  const draft: Draft = { serial: 1, token: '', marked: [], optional: 'left-out' };
  const whole = sampleOf(schemas, schema, made, draft);
  const least = pick(whole, schemas.requiredOf(schema));
  const item = Object.keys(least).length > 0 ? least : whole;
  const refers = (contract.references ?? []).some(({ member }) => Object.hasOwn(item, member));
  if (refers || !quickTestOfSound(schemas, schema)(item)) return null;
  return callOf(schemas, contract, 'create', contract.path, JSON.stringify(item));
}

function otherCall(
  { schemas }: Project,
  { actions = [], ...contract }: Contract,
): FirstCall | null {
  const reads = actions.filter(({ method }) => method === 'GET');
  // Below an item, the id must be there.
  const isAboutItems = Object.keys(contract.operations).length > 0;
  const plain =
    reads.find(({ path }) => !path.includes('{')) ?? (isAboutItems ? undefined : reads[0]);
  if (plain === undefined) return null;
  const { method, parameters = [] } = plain;
  const path = plain.path.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    const value = parameter === undefined ? null : valueFor(schemas, parameter);
    return value === null || typeof value === 'object' ? whole : percentEncode(String(value));
  });
  const bare = { method, path, query: '', headers: {}, body: noBody };
  return written(contract, plain, withRequired(schemas, plain, bare));
}

/** Returns a call as the contract has it on the wire; `null` if it cannot be written in one line. */
function callOf(
  schemas: Schemas,
  contract: Contract,
  kind: Kind,
  path: string,
  json?: string,
): FirstCall | null {
  const operation = contract.operations[kind];
  if (operation === undefined) return null;
  const usual: Call = {
    method: methods[kind].method,
    path,
    query: '',
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
    body: json === undefined ? noBody : readBody(json),
  };
  const wire = wireCall(contract, kind, usual);
  return written(contract, operation, withRequired(schemas, operation, wire));
}

function written(contract: Contract, operation: Operation, call: Call): FirstCall | null {
  const { method, query, body } = call;
  const { 'content-type': given = '', ...headers } = call.headers;
  const type = String(given);
  if (body.kind === 'oversized' || type.startsWith('multipart/')) return null;
  const sent = body.kind === 'none' ? null : { type, text: body.text };
  const path = query === '' ? call.path : `${call.path}?${query}`;
  return { contract, operation, method, path, headers, body: sent };
}
