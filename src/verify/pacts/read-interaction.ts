// Reads one interaction of a pact: its operation and its provider states, or why it cannot be
// verified. That is no reason to stop: the others are verified.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { AskedOperation, AskedRequest, OperationFinder } from './asked-operation.ts';
import { memberAt, textAt } from './members.ts';
import type { PactVersion } from './pact-version.ts';
import { findState, type GivenState, knownStates } from './provider-states.ts';
import type { StateHandler } from './state-handler.ts';

interface NamedInteraction {
  /** Its index in the file. */
  readonly index: number;
  readonly description: string;
  readonly states: readonly GivenState[];
  /** Whether a failure is only reported. */
  readonly isPending: boolean;
  readonly json: JsonObject;
}

/** An interaction that can be verified. */
export interface PactInteraction extends NamedInteraction, Omit<AskedOperation, 'contract'> {
  /** The clause that it refers to, or else the one of the operation. */
  readonly clause: string;
  /** Who sets up its states: Standin, or the handler of the team. */
  readonly setUpBy: 'standin' | 'handler';
}

/** An interaction that cannot be verified. */
export interface UnverifiableInteraction extends NamedInteraction, Obstacle {}

/** Why something cannot be verified, a clause, and what to do about it. */
export interface Obstacle {
  readonly why: string;
  readonly remedy: string;
  /** Present if Pact itself failed. */
  readonly failed?: 'pact';
}

export interface InteractionContext {
  readonly finder: OperationFinder;
  readonly schemas: Schemas;
  readonly version: PactVersion;
  readonly handler: Pick<StateHandler, 'knows'> | null;
}

export type ReadInteraction =
  | { readonly kind: 'sound'; readonly contract: Contract; readonly interaction: PactInteraction }
  /** `contract` is the one that it is about; `null` if that is unknown. */
  | {
      readonly kind: 'unverifiable';
      readonly contract: Contract | null;
      readonly interaction: UnverifiableInteraction;
    };

const HTTP = 'Synchronous/HTTP';

/** What to do about what the tests of a consumer wrote wrongly. */
export const REWRITE = 'Generate the pact again with the tests of the consumer.';

/** Reads an interaction. */
export function readInteraction(
  json: Json,
  index: number,
  given: InteractionContext,
): ReadInteraction {
  const named: NamedInteraction = {
    index,
    description: textAt(json, 'description')?.trim() || `interaction ${index + 1}`,
    states: statesOf(json),
    isPending: memberAt(json, 'pending') === true,
    json: isObject(json) ? json : {},
  };
  const barred = (obstacle: Obstacle, contract: Contract | null = null): ReadInteraction => {
    return { kind: 'unverifiable', contract, interaction: { ...named, ...obstacle } };
  };
  const malformed = faultOf(json, given.version);
  if (malformed !== null) return barred(malformed);
  const request = requestOf(json);
  if ('why' in request) return barred(request);
  const asked = given.finder.find(request);
  if (asked === null) return barred(unknownOperation(request, given.finder));
  const { contract, ...operation } = asked;
  const setUpBy = setUpByWhom(named.states, given.handler);
  const obstacle =
    setUpBy === 'handler'
      ? unhandled(named.states, given.handler)
      : (stateObstacle(named, contract, given.schemas) ??
        idObstacle(named, request, asked, given.schemas));
  if (obstacle !== null) return barred(obstacle, contract);
  const clause =
    referenceOf(named.json) ??
    (asked.action === null
      ? clauseOf(contract, asked.kind)
      : `${asked.action.source}, ${asked.action.method} ${asked.action.path}`);
  return { kind: 'sound', contract, interaction: { ...named, ...operation, clause, setUpBy } };
}

/** Why an interaction is no HTTP that Pact's core can verify; `null` if it is. */
function faultOf(json: Json, version: PactVersion): Obstacle | null {
  if (!isObject(json)) return { why: 'it is not an object', remedy: REWRITE };
  const type = own(json, 'type');
  const isMessage = typeof type === 'string' && /messages?$/i.test(type);
  if (isMessage || own(json, 'contents') !== undefined) return MESSAGE;
  if (version === 4 && type !== HTTP) {
    const why = type === undefined ? 'it has no type' : `its type ${show(type)} is not HTTP`;
    return { why, remedy: `Standin verifies interactions of the type ${HTTP}.` };
  }
  const plugins = memberAt(json, 'pluginConfiguration');
  if (plugins !== undefined && isObject(plugins) && Object.keys(plugins).length > 0) {
    const why = `it needs the plugin ${Object.keys(plugins).join(', ')}`;
    return { why, remedy: 'Verify it with the tools of Pact: Standin runs no plugins.' };
  }
  const status = memberAt(own(json, 'response'), 'status');
  if (status === undefined || isStatus(status)) return null;
  return { why: `${show(status)} is not a status`, remedy: REWRITE };
}

/** What is true of every message. */
export const MESSAGE: Obstacle = {
  why: 'it is a message, not HTTP',
  remedy: 'Verify messages with the tools of Pact, in the tests of the service.',
};

/** Without a status, Pact expects 200. */
function isStatus(status: Json): boolean {
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599;
}

function requestOf(json: Json): AskedRequest | Obstacle {
  const request = memberAt(json, 'request');
  if (request === undefined || !isObject(request))
    return { why: 'it has no request', remedy: REWRITE };
  const [method, path] = [own(request, 'method'), own(request, 'path')];
  if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method))
    return { why: 'its request has no method', remedy: REWRITE };
  if (typeof path !== 'string' || !path.startsWith('/'))
    return { why: 'its request has no path', remedy: REWRITE };
  return { method: method.toUpperCase(), path };
}

function unknownOperation(request: AskedRequest, finder: OperationFinder): Obstacle {
  const { method, path } = request;
  return { why: `no contract has ${method} ${path}`, remedy: finder.offered(request) };
}

/** The states in all forms: one text up to version 2, later a list. */
function statesOf(json: Json): readonly GivenState[] {
  const listed = memberAt(json, 'providerStates');
  if (Array.isArray(listed))
    return (listed as readonly Json[]).map((one) => {
      const params = memberAt(one, 'params') ?? {};
      const name = typeof one === 'string' ? one : (textAt(one, 'name') ?? '');
      return { name, params: isObject(params) ? params : {} };
    });
  const name = textAt(json, 'providerState') ?? textAt(json, 'provider_state') ?? '';
  return name.trim() === '' ? [] : [{ name, params: {} }];
}

function setUpByWhom(
  states: readonly GivenState[],
  handler: InteractionContext['handler'],
): PactInteraction['setUpBy'] {
  return states.some(({ name }) => handler?.knows(name) === true) ? 'handler' : 'standin';
}

/** What the handler of the team sets up is the team's: Standin adds nothing to it. */
function unhandled(
  states: readonly GivenState[],
  handler: InteractionContext['handler'],
): Obstacle | null {
  const missing = states.find(({ name }) => handler?.knows(name) !== true);
  return missing === undefined
    ? null
    : {
        why: `your handler has no provider state ${show(missing.name)}`,
        remedy: 'Add it: your handler sets up all states of an interaction, or none.',
      };
}

/** Why Standin cannot set up the states itself; `null` if it can. */
function stateObstacle(
  { states, json }: NamedInteraction,
  contract: Contract,
  schemas: Schemas,
): Obstacle | null {
  const given = new Set<string>();
  for (const { name, params } of states) {
    const state = findState(contract, schemas, name);
    if (state === null) {
      const names = knownStates(contract, schemas).map((one) => one.name);
      const near = suggest(name, names);
      const ask =
        near === null ? `Standin itself sets up: ${names.join(', ')}.` : `Did you mean ${near}?`;
      return { why: `unknown provider state ${show(name)}`, remedy: `${HANDLE} ${ask}` };
    }
    const odd = Object.keys(params).find((param) => !state.takes.includes(param));
    if (odd !== undefined) {
      const near = suggest(odd, state.takes);
      const ask =
        near === null ? `Its parameters are ${state.takes.join(', ')}.` : `Did you mean ${near}?`;
      return { why: `${show(name)} has no parameter ${odd}`, remedy: `${HANDLE} ${ask}` };
    }
    for (const value of [...state.gives, ...Object.keys(params)]) given.add(value);
  }
  return expressionObstacle(json, given);
}

const HANDLE = 'Set it up with --state-handler.';

/** A value that no state injects would be sent as the pact's example, maybe someone else's id. */
function expressionObstacle(json: JsonObject, given: ReadonlySet<string>): Obstacle | null {
  for (const expression of expressionsIn(own(json, 'request'))) {
    for (const [, name = ''] of expression.matchAll(/\$\{([^}]*)\}/g)) {
      if (given.has(name)) continue;
      const near = suggest(name, given);
      const all =
        given.size === 0
          ? 'The interaction has no provider state.'
          : `They inject ${[...given].join(', ')}.`;
      const remedy = near === null ? all : `Did you mean \${${near}}?`;
      return { why: `no provider state injects \${${name}}`, remedy: `${HANDLE} ${remedy}` };
    }
  }
  return null;
}

/** Why a request may not be sent to the id in its path: it may be someone else's. */
function idObstacle(
  { states, json }: NamedInteraction,
  { method, path }: AskedRequest,
  { contract, action, key }: AskedOperation,
  schemas: Schemas,
): Obstacle | null {
  const isWrite = key !== null && contract.isSingle !== true && !isSafeMethod(method);
  if (!isWrite || injectsPath(json)) return null;
  // The state makes the item, and its id comes in the place of the example.
  if (action === null && states.length > 0) return null;
  const [state] = knownStates(contract, schemas);
  return {
    why: `${method} ${path} would write to an item that the run did not make`,
    remedy: `Give it a provider state: "${state?.name}", or one of your --state-handler.`,
  };
}

/** The methods that change nothing. */

/** Whether values of states come into the path. */
export function injectsPath(json: JsonObject): boolean {
  const generators = memberAt(memberAt(own(json, 'request'), 'generators'), 'path');
  return expressionsIn(generators).some((text) => text.includes('${'));
}

function expressionsIn(json: Json | undefined): readonly string[] {
  if (json === undefined || json === null || typeof json !== 'object') return [];
  const expression = textAt(json, 'expression');
  const isState = textAt(json, 'type') === 'ProviderState';
  const here = isState && expression !== undefined ? [expression] : [];
  return [...here, ...Object.values(json as Record<string, Json>).flatMap(expressionsIn)];
}

/** The reference named `clause`, in any group. */
function referenceOf(json: JsonObject): string | null {
  const groups = memberAt(memberAt(json, 'comments'), 'references');
  const clauses = Object.values(isObject(groups) ? groups : {}).map((one) => textAt(one, 'clause'));
  return clauses.find((clause) => clause !== undefined) ?? null;
}

function show(value: Json): string {
  return JSON.stringify(value);
}
