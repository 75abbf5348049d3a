// Reads one interaction of a pact: what it asks of which operation, in which provider states, and
// what is wrong with how it is written.

import type { Fault } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import { createRouter } from '../../contract/route.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Schemas } from '../../schema/schema.ts';
import { findState, type GivenState, type KnownState, knownStates } from './provider-states.ts';

export interface PactInteraction {
  /** Its place in the file. */
  readonly index: number;
  readonly description: string;
  readonly states: readonly GivenState[];
  readonly operation: Kind;
  /** The clause that its reference names, else that of the operation. */
  readonly clause: string;
  /** A failure of it is told and is none. */
  readonly isPending: boolean;
  readonly json: JsonObject;
}

export interface Surroundings {
  readonly contract: Contract;
  readonly schemas: Schemas;
  /** From version 4 on each interaction says of which type it is. */
  readonly typing: 'typed' | 'untyped';
}

export interface Checked {
  /** `null` where it has flaws. */
  readonly interaction: PactInteraction | null;
  readonly flaws: readonly Omit<Fault, 'file'>[];
}

const HTTP = 'Synchronous/HTTP';

/** Reads an interaction and says what is wrong with it. */
export function checkInteraction(json: Json, index: number, given: Surroundings): Checked {
  const flaws: Omit<Fault, 'file'>[] = [];
  const note = (at: string, message: string, remedy: string): null => {
    flaws.push({ at: `/interactions/${index}${at}`, message, remedy });
    return null;
  };
  if (!isObject(json)) {
    note('', 'an interaction is an object', REWRITE);
    return { interaction: null, flaws };
  }
  const type = own(json, 'type');
  if (given.typing === 'typed' && type !== HTTP) {
    note(
      '/type',
      type === undefined ? 'the type is missing' : `the type ${show(type)} is not of HTTP`,
      `The type is ${HTTP}.`,
    );
  }
  const description = own(json, 'description');
  if (typeof description !== 'string' || description.trim() === '')
    note('/description', 'the description is missing', REWRITE);
  const operation = operationOf(json, given.contract, note);
  checkStatus(json, note);
  const states = readStates(json, given, note);
  if (flaws.length > 0 || operation === null || typeof description !== 'string')
    return { interaction: null, flaws };
  const clause = referenceOf(json) ?? clauseOf(given.contract, operation);
  return {
    interaction: {
      index,
      description,
      states,
      operation,
      clause,
      isPending: own(json, 'pending') === true,
      json,
    },
    flaws,
  };
}

type Note = (at: string, message: string, remedy: string) => null;

const REWRITE = 'Write the pact anew with the tests of the consumer.';

/**
 * The operation that the request asks for. What the contract has no operation for cannot be held
 * against it.
 */
function operationOf(json: JsonObject, contract: Contract, note: Note): Kind | null {
  const request = own(json, 'request');
  if (!isObject(request)) return note('/request', 'the request is missing', REWRITE);
  const [method, path] = [own(request, 'method'), own(request, 'path')];
  if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method))
    return note('/request/method', 'the method is missing', REWRITE);
  if (typeof path !== 'string' || !path.startsWith('/'))
    return note('/request/path', 'the path is missing', REWRITE);
  const route = createRouter([contract], '').find(path);
  const kind = kinds.find(
    (one) => methods[one].method === method.toUpperCase() && methods[one].on === route?.kind,
  );
  if (kind !== undefined && contract.operations[kind] !== undefined) {
    if (
      !ITEM_WRITES.has(kind) ||
      expressionsIn(pathGeneratorOf(request)).some((text) => text.includes('${'))
    )
      return kind;
    const remedy = `Inject the id: fromProviderState('${contract.path}/\${${contract.id}}', '${path}').`;
    return note(
      '/request/path',
      `${method.toUpperCase()} ${path} would be sent to the id of an example`,
      remedy,
    );
  }
  const known = kinds
    .filter((one) => contract.operations[one] !== undefined)
    .map(
      (one) =>
        `${methods[one].method} ${contract.path}${methods[one].on === 'item' ? '/<id>' : ''}`,
    );
  return note(
    '/request',
    `the contract has no ${method.toUpperCase()} ${path}`,
    `It has ${known.join(', ')}.`,
  );
}

const ITEM_WRITES: ReadonlySet<Kind> = new Set(['replace', 'update', 'remove']);

function pathGeneratorOf(request: JsonObject): Json {
  const generators = own(request, 'generators');
  return isObject(generators) ? (own(generators, 'path') ?? null) : null;
}

function checkStatus(json: JsonObject, note: Note): void {
  const response = own(json, 'response');
  const status = isObject(response) ? own(response, 'status') : undefined;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)
    return;
  const at = isObject(response) ? '/response/status' : '/response';
  note(
    at,
    status === undefined ? 'the status is missing' : `${show(status)} is no status`,
    REWRITE,
  );
}

function readStates(
  json: JsonObject,
  { contract, schemas }: Surroundings,
  note: Note,
): readonly GivenState[] {
  const known = knownStates(contract, schemas);
  const named = own(json, 'providerStates') ?? [];
  if (!Array.isArray(named)) {
    note('/providerStates', 'the provider states are a list', REWRITE);
    return [];
  }
  const states: GivenState[] = [];
  const given = new Set<string>();
  for (const [index, one] of (named as readonly Json[]).entries()) {
    const state = readState(one, `/providerStates/${index}`, known, note);
    if (state === null) continue;
    states.push(state);
    for (const name of findState(known, state.name)?.gives ?? []) given.add(name);
  }
  if (states.length === named.length) checkExpressions(json, given, note);
  return states;
}

function readState(
  json: Json,
  at: string,
  known: readonly KnownState[],
  note: Note,
): GivenState | null {
  const name = isObject(json) ? own(json, 'name') : undefined;
  const params = isObject(json) ? (own(json, 'params') ?? {}) : {};
  if (typeof name !== 'string')
    return note(`${at}/name`, 'the provider state has no name', REWRITE);
  const state = findState(known, name);
  if (state === null) {
    const names = known.map((one) => one.name);
    const near = suggest(name, names);
    const remedy =
      near === null
        ? `Those that can be set up are: ${names.join(', ')}.`
        : `Did you mean ${near}?`;
    return note(`${at}/name`, `the provider state ${show(name)} is not known`, remedy);
  }
  if (!isObject(params)) return note(`${at}/params`, 'the parameters are an object', REWRITE);
  const unknown = Object.keys(params).find((param) => !state.takes.includes(param));
  if (unknown === undefined) return { name, params };
  const near = suggest(unknown, state.takes);
  const remedy = near === null ? `It takes ${state.takes.join(', ')}.` : `Did you mean ${near}?`;
  return note(`${at}/params/${unknown}`, `${show(name)} takes no ${unknown}`, remedy);
}

/**
 * What no state gives would be sent as the example that stands in the pact: the id of somebody
 * else, perhaps.
 */
function checkExpressions(json: JsonObject, given: ReadonlySet<string>, note: Note): void {
  for (const expression of expressionsIn(own(json, 'request') ?? null)) {
    for (const [, name = ''] of expression.matchAll(/\$\{([^}]*)\}/g)) {
      if (given.has(name)) continue;
      const near = suggest(name, given);
      const all =
        given.size === 0 ? 'There is no provider state.' : `They give ${[...given].join(', ')}.`;
      const remedy = near === null ? all : `Did you mean \${${near}}?`;
      note('/request/generators', `no provider state gives \${${name}}`, remedy);
    }
  }
}

function expressionsIn(json: Json): readonly string[] {
  if (json === null || typeof json !== 'object') return [];
  const expression =
    isObject(json) && own(json, 'type') === 'ProviderState' ? own(json, 'expression') : undefined;
  const here = typeof expression === 'string' ? [expression] : [];
  return [...here, ...Object.values(json as Record<string, Json>).flatMap(expressionsIn)];
}

/** The reference named `clause`, of whatever group. */
function referenceOf(json: JsonObject): string | null {
  const comments = own(json, 'comments');
  const groups = isObject(comments) ? own(comments, 'references') : undefined;
  if (!isObject(groups)) return null;
  const clauses = Object.values(groups).map((group) =>
    isObject(group) ? own(group, 'clause') : undefined,
  );
  return clauses.find((clause) => typeof clause === 'string') ?? null;
}

function show(value: Json): string {
  return JSON.stringify(value);
}
