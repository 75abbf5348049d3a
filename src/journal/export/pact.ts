// Recorded interactions as a pact (version 4 of the Pact specification) for `standin verify`:
// provider states create what must exist and supply the ids, and values match by type. Requires
// nothing that a service may choose.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { createRouter } from '../../contract/route.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Recorded, RecordedBody, RecordedReply } from '../interaction/recorded.ts';
import { bodyRules, type PactRules } from './pact-rules.ts';

export interface PactOptions {
  /** The name of who relies on it. */
  readonly consumer: string;
  /** The provider is its resource. */
  readonly contract: Contract;
  readonly schemas: Schemas;
}

export interface PactExport {
  /** The resource that it is about. */
  readonly provider: string;
  readonly document: JsonObject;
  /** How many interactions the pact has. */
  readonly count: number;
  readonly leftOut: readonly { readonly seq: number; readonly why: string }[];
}

/**
 * Converts interactions to a pact. Those with equal requests and replies become one; those that a
 * pact cannot express are left out and named.
 */
export async function toPact(
  recorded: Iterable<Recorded> | AsyncIterable<Recorded>,
  options: PactOptions,
): Promise<PactExport> {
  const interactions = new Map<string, JsonObject>();
  const leftOut: { readonly seq: number; readonly why: string }[] = [];
  const described = new Map<string, number>();
  for await (const one of recorded) {
    const kind = operationOf(one, options.contract);
    if (typeof kind !== 'string') {
      leftOut.push({ seq: one.seq, why: kind.why });
      continue;
    }
    const made = interactionOf(one, kind, options);
    const same = JSON.stringify([kind, sentOf(one), rulesIn(made)]);
    if (interactions.has(same)) continue;
    const phrase = `${phrases[kind]} ${options.contract.resource}`;
    const count = (described.get(phrase) ?? 0) + 1;
    described.set(phrase, count);
    const description = count === 1 ? phrase : `${phrase}, in another way (${count})`;
    interactions.set(same, { ...made, description, key: description.replaceAll(/\W+/g, '-') });
  }
  const document: JsonObject = {
    consumer: { name: options.consumer },
    interactions: [...interactions.values()],
    metadata: { pactSpecification: { version: '4.0' } },
    provider: { name: options.contract.resource },
  };
  return { provider: options.contract.resource, document, count: interactions.size, leftOut };
}

const phrases: Readonly<Record<Kind, string>> = {
  list: 'a request for the list of',
  create: 'a creation in',
  read: 'a request for one of',
  replace: 'a replacement in',
  update: 'a change in',
  remove: 'a removal from',
};

/** The operation of an interaction that a pact can express, or why it cannot. */
function operationOf(
  { resource, operation, request, reply, verdict, findings, original }: Recorded,
  contract: Contract,
): Kind | { readonly why: string } {
  if (resource !== contract.resource) return { why: `it is not about ${contract.resource}` };
  if (operation === null || contract.operations[operation] === undefined)
    return { why: 'the contract has no such operation' };
  if (original !== null) return { why: 'the answer was altered on purpose' };
  if (reply === null) return { why: 'there was no answer' };
  if (isLost(request.body)) return { why: 'the body of its request was not kept completely' };
  if (isLost(reply.body)) return { why: 'the body of its reply was not kept completely' };
  if (verdict === 'violates')
    return { why: `the reply violates the contract (${findings[0]?.code ?? 'violates'})` };
  if (reply.status < 200 || reply.status > 299) {
    return { why: `it was refused with ${reply.status}; how a service refuses is its own choice` };
  }
  return operation;
}

function isLost(body: RecordedBody): boolean {
  return body.kind === 'unkept' || (body.kind !== 'none' && body.cut);
}

function interactionOf(
  recorded: Recorded,
  kind: Kind,
  { contract, schemas }: PactOptions,
): JsonObject {
  const response = responseOf(recorded.reply, kind, contract, schemas);
  const item = `${/^[aeio]/i.test(contract.item) ? 'an' : 'a'} ${contract.item}`;
  return {
    type: 'Synchronous/HTTP',
    pending: false,
    comments: {
      references: {
        specification: { clause: clauseOf(contract, kind) },
        recording: { interaction: String(recorded.seq) },
      },
    },
    providerStates: [{ name: kind === 'create' ? `${item} can be created` : `${item} exists` }],
    request: requestOf(recorded, kind, contract, schemas),
    response,
  };
}

const JSON_MEDIA = 'application/json';

function requestOf(
  { request }: Recorded,
  kind: Kind,
  contract: Contract,
  schemas: Schemas,
): JsonObject {
  const { method, on } = wayOf(contract, kind);
  const isItem = on === 'item';
  const sent = jsonOf(request.body);
  const body =
    sent === undefined || kind === 'list' || kind === 'read' || kind === 'remove' ? null : sent;
  const generated = body === null ? null : bodyGenerators(kind, body, contract, schemas);
  const path = pathOf(contract, kind, exampleKey(request.path, contract));
  const generators: [string, Json][] = [];
  const rules: [string, Json][] = [];
  if (isItem) {
    generators.push(['path', providerState(pathOf(contract, kind, given(contract.id)))]);
    rules.push(['path', matching({ match: 'type' })]);
  }
  if (generated !== null && Object.keys(generated).length > 0) {
    generators.push(['body', generated]);
    rules.push([
      'body',
      objectOf(Object.keys(generated).map((at) => [at, matching({ match: 'type' })])),
    ]);
  }
  const query = kind === 'list' ? queryOf(request.query) : {};
  return {
    method,
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    headers: {
      Accept: [JSON_MEDIA],
      ...(body === null ? {} : { 'Content-Type': [mediaOf(request.headers)] }),
    },
    ...(body === null ? {} : { body: { content: body, contentType: JSON_MEDIA, encoded: false } }),
    ...(generators.length === 0
      ? {}
      : { generators: objectOf(generators), matchingRules: objectOf(rules) }),
  };
}

/**
 * Values to send come from the provider state: the service accepts them, and they identify the
 * items of the run.
 */
function bodyGenerators(kind: Kind, body: Json, contract: Contract, schemas: Schemas): JsonObject {
  if (kind === 'create') return { $: providerState(given('creation')) };
  if (kind === 'replace') return { $: providerState(given('replacement')) };
  if (!isObject(body)) return {};
  const known = [contract.id, ...schemas.membersOf(contract.item).keys()];
  return objectOf(
    Object.keys(body).flatMap((member) =>
      known.includes(member) ? [[`$.${member}`, providerState(given(member))]] : [],
    ),
  );
}

function responseOf(
  reply: RecordedReply | null,
  kind: Kind,
  contract: Contract,
  schemas: Schemas,
): JsonObject {
  const shown = contract.operations[kind]?.outcomes.ok;
  const status = reply?.status ?? 200;
  const rules: PactRules =
    shown?.status === undefined
      ? { status: { $: matching({ match: 'statusCode', status: 'success' }) } }
      : {};
  const value = reply === null ? undefined : jsonOf(reply.body);
  const body =
    typeof shown?.body === 'string' && value !== undefined
      ? bodyRules(value, shown.body, contract, schemas)
      : null;
  if (body === null)
    return { status, ...(Object.keys(rules).length === 0 ? {} : { matchingRules: rules }) };
  return {
    status,
    headers: { 'Content-Type': [JSON_MEDIA] },
    body: { content: body.example, contentType: JSON_MEDIA, encoded: false },
    matchingRules: {
      ...rules,
      header: { 'Content-Type': matching({ match: 'regex', regex: JSON_TYPE }) },
      body: body.rules,
    },
  };
}

/** `application/json` or a type with the structure of JSON (RFC 6839), with any parameters. */
const JSON_TYPE = String.raw`^[aA][pP][pP][lL][iI][cC][aA][tT][iI][oO][nN]/(?:[\w.+-]+\+)?[jJ][sS][oO][nN]\s*(?:;.*)?$`;

/** Identifies requests of one operation: the query and the members of the body, without values. */
function sentOf({ request }: Recorded): Json {
  const body = jsonOf(request.body);
  return [request.query, isObject(body) ? Object.keys(body).toSorted() : typeof body];
}

function rulesIn(interaction: JsonObject): Json {
  const response = own(interaction, 'response');
  return isObject(response) ? (own(response, 'matchingRules') ?? null) : null;
}

function providerState(expression: string): JsonObject {
  return { type: 'ProviderState', expression };
}

/** An expression for a value of the provider state. */
function given(name: string): string {
  return `$\{${name}}`;
}

function matching(matcher: JsonObject): JsonObject {
  return { combine: 'AND', matchers: [matcher] };
}

function exampleKey(path: string, contract: Contract): string {
  const route = createRouter([contract], '').find(path);
  if (route?.kind === 'item' && route.at !== undefined) return encodeURIComponent(route.key);
  return path.slice(path.lastIndexOf('/') + 1) || '1';
}

function queryOf(query: string): JsonObject {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query))
    values.set(name, [...(values.get(name) ?? []), value]);
  return objectOf(values);
}

function mediaOf(headers: Recorded['request']['headers']): string {
  return headers.find(([name]) => name === 'content-type')?.[1] ?? JSON_MEDIA;
}

/** Returns the value of a body that was kept whole and is JSON. */
export function jsonOf(body: RecordedBody): Json | undefined {
  if (body.kind !== 'text' || body.cut) return undefined;
  const parsed = parseJson(body.text, DEPTH_MAX);
  return parsed.kind === 'value' ? parsed.value : undefined;
}

const DEPTH_MAX = 64;
