// Reads one interaction of a pact: its operation, its provider states, and its faults.

import type { Fault } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { kindOf } from '../../contract/operation-at.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { createRouter } from '../../contract/route.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Schemas } from '../../schema/schema.ts';
import { memberAt, textAt } from './members.ts';
import { findState, type GivenState, type KnownState, knownStates } from './provider-states.ts';

export interface PactInteraction {
  /** Its index in the file. */
  readonly index: number;
  readonly description: string;
  readonly states: readonly GivenState[];
  readonly operation: Kind;
  /** The clause that it refers to, or else the one of the operation. */
  readonly clause: string;
  /** Whether a failure is only reported. */
  readonly isPending: boolean;
  readonly json: JsonObject;
}

export interface InteractionContext {
  readonly contract: Contract;
  readonly schemas: Schemas;
  /** From version 4 on, each interaction has a type. */
  readonly typing: 'typed' | 'untyped';
}

export interface CheckedInteraction {
  /** `null` if it has faults. */
  readonly interaction: PactInteraction | null;
  readonly flaws: readonly Omit<Fault, 'file'>[];
}

const HTTP = 'Synchronous/HTTP';

/** Reads an interaction and returns it, or its faults. */
export function checkInteraction(
  json: Json,
  index: number,
  given: InteractionContext,
): CheckedInteraction {
  const flaws: Omit<Fault, 'file'>[] = [];
  const note = (at: string, message: string, remedy: string): null => {
    flaws.push({ at: `/interactions/${index}${at}`, message, remedy });
    return null;
  };
  if (!isObject(json)) {
    note('', 'the interaction is not an object', REWRITE);
    return { interaction: null, flaws };
  }
  const type = own(json, 'type');
  if (given.typing === 'typed' && type !== HTTP) {
    note(
      '/type',
      type === undefined ? 'the type is missing' : `the type ${show(type)} is not HTTP`,
      `Use the type ${HTTP}.`,
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

const REWRITE = 'Generate the pact again with the tests of the consumer.';

/** The operation of the request. Without one in the contract the service cannot be judged. */
function operationOf(json: JsonObject, contract: Contract, note: Note): Kind | null {
  const request = own(json, 'request');
  if (!isObject(request)) return note('/request', 'the request is missing', REWRITE);
  const [method, path] = [own(request, 'method'), own(request, 'path')];
  if (typeof method !== 'string' || !/^[A-Za-z]+$/.test(method))
    return note('/request/method', 'the method is missing', REWRITE);
  if (typeof path !== 'string' || !path.startsWith('/'))
    return note('/request/path', 'the path is missing', REWRITE);
  const route = createRouter([contract], '').find(path);
  const kind = route === null ? null : kindOf(method.toUpperCase(), route);
  if (kind !== null && contract.operations[kind] !== undefined) {
    if (
      !ITEM_WRITES.has(kind) ||
      expressionsIn(memberAt(memberAt(request, 'generators'), 'path')).some((text) =>
        text.includes('${'),
      )
    )
      return kind;
    const remedy = `Inject the id: fromProviderState('${contract.path}/\${${contract.id}}', '${path}').`;
    return note(
      '/request/path',
      `${method.toUpperCase()} ${path} would write to the id of an example, which someone else may own`,
      remedy,
    );
  }
  const known = kinds
    .filter((one) => contract.operations[one] !== undefined)
    .map((one) => `${wayOf(contract, one).method} ${pathOf(contract, one, '<id>')}`);
  return note(
    '/request',
    `the contract has no ${method.toUpperCase()} ${path}`,
    `It has ${known.join(', ')}.`,
  );
}

const ITEM_WRITES: ReadonlySet<Kind> = new Set(['replace', 'update', 'remove']);

function checkStatus(json: JsonObject, note: Note): void {
  const response = own(json, 'response');
  const status = memberAt(response, 'status');
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)
    return;
  const at = isObject(response) ? '/response/status' : '/response';
  note(
    at,
    status === undefined ? 'the status is missing' : `${show(status)} is not a status`,
    REWRITE,
  );
}

function readStates(
  json: JsonObject,
  { contract, schemas }: InteractionContext,
  note: Note,
): readonly GivenState[] {
  const known = knownStates(contract, schemas);
  const named = own(json, 'providerStates') ?? [];
  if (!Array.isArray(named)) {
    note('/providerStates', 'the provider states are not a list', REWRITE);
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
  const name = textAt(json, 'name');
  const params = memberAt(json, 'params') ?? {};
  if (name === undefined) return note(`${at}/name`, 'the provider state has no name', REWRITE);
  const state = findState(known, name);
  if (state === null) {
    const names = known.map((one) => one.name);
    const near = suggest(name, names);
    const remedy =
      near === null ? `These can be set up: ${names.join(', ')}.` : `Did you mean ${near}?`;
    return note(`${at}/name`, `unknown provider state ${show(name)}`, remedy);
  }
  if (!isObject(params)) return note(`${at}/params`, 'the parameters are not an object', REWRITE);
  const unknown = Object.keys(params).find((param) => !state.takes.includes(param));
  if (unknown === undefined) return { name, params };
  const near = suggest(unknown, state.takes);
  const remedy =
    near === null ? `Its parameters are ${state.takes.join(', ')}.` : `Did you mean ${near}?`;
  return note(`${at}/params/${unknown}`, `${show(name)} has no parameter ${unknown}`, remedy);
}

/** A value that no state injects would be sent as the pact's example, maybe someone else's id. */
function checkExpressions(json: JsonObject, given: ReadonlySet<string>, note: Note): void {
  for (const expression of expressionsIn(own(json, 'request'))) {
    for (const [, name = ''] of expression.matchAll(/\$\{([^}]*)\}/g)) {
      if (given.has(name)) continue;
      const near = suggest(name, given);
      const all =
        given.size === 0
          ? 'The interaction has no provider state.'
          : `They inject ${[...given].join(', ')}.`;
      const remedy = near === null ? all : `Did you mean \${${near}}?`;
      note('/request/generators', `no provider state injects \${${name}}`, remedy);
    }
  }
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
