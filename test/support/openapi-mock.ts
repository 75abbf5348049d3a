// A mock of an OpenAPI document in memory, and the list of what its operations were taken for.

import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Profile } from '../../src/contract/choices.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { findContractFaults } from '../../src/contract/file/contract-faults.ts';
import { contractSchema } from '../../src/contract/file/contract-schema.ts';
import { readProfile } from '../../src/contract/profile.ts';
import { createMock } from '../../src/mock/mock.ts';
import { noBody, type ReplyBody, readBody } from '../../src/model/message/call.ts';
import { rowsOf, seedState } from '../../src/project/save/seed-state.ts';
import { createChecker } from '../../src/schema/check.ts';
import { findSchemaFaults } from '../../src/schema/faults/schema-faults.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';

interface Answer {
  readonly status: number;
  readonly json: Json;
}

export interface OpenApiMock {
  /** `GET /pets` as `list of pets`; `action` if it has no rows. */
  readonly taken: Readonly<Record<string, string>>;
  /** Why an operation was taken as it is. */
  readonly why: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly contracts: readonly Json[];
  readonly rows: Json;
  /** The faults that a project of these contracts would have. */
  readonly faults: readonly string[];
  /** Sends JSON, or a text as it is if the header fields say that it is a form. */
  ask(request: string, json?: Json, headers?: Readonly<Record<string, string>>): Answer;
  /** Sends the same, and returns the answer as it is on the wire. */
  send(request: string, json?: Json, headers?: Readonly<Record<string, string>>): WireAnswer;
}

export interface WireAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string | null;
  readonly text: string;
}

/** Starts a mock of a document. `documents` are the files that it refers to, `pins` choices. */
export function openApiMock(
  document: Json,
  documents: Readonly<Record<string, Json>> = {},
  overrides: JsonObject = {},
  pins: Partial<Profile> = {},
): OpenApiMock {
  const read = contractsOfOpenApi(document, {
    name: 'api.json',
    documents: new Map(Object.entries(documents)),
    overrides,
  });
  const given = new Schemas(read.schemas);
  const form = createChecker(new Schemas(new Map([['contract', contractSchema]])));
  const faults = read.contracts.flatMap((one) =>
    findContractFaults(one.document, one.place, given, (value) => form.check('contract', value)),
  );
  const { contracts, schemas } = defineContracts(
    read.contracts.map((one) => one.document),
    given,
  );
  // A start takes the schemas of a document to be sound; here they are compiled.
  faults.push(...findSchemaFaults(schemas, (name) => name));
  const profile = { ...readProfile({ choices: {} }, '').profile, ...read.choices, ...pins };
  const checker = createChecker(schemas);
  const rows = rowsOf(read.rows ?? {}, contracts);
  const mock = createMock({
    rules: { contracts, schemas, profile, checker },
    state: seedState({ contracts, rows }),
  });
  function send(
    request: string,
    json?: Json,
    given: Readonly<Record<string, string>> = {},
  ): WireAnswer {
    const [method = '', target = ''] = request.split(' ');
    const [path = '', query = ''] = target.split('?');
    const isPlain = /form|xml|text\/plain|image/.test(given['content-type'] ?? '');
    const reply = mock.answer({
      method,
      path,
      query,
      headers: {
        host: 'localhost',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...given,
      },
      body: json === undefined ? noBody : readBody(isPlain ? String(json) : JSON.stringify(json)),
    });
    const pairs = reply.headers.flatMap((name, index, all) =>
      index % 2 === 0 ? [[name.toLowerCase(), all[index + 1] ?? ''] as const] : [],
    );
    const headers = Object.fromEntries(pairs);
    return {
      status: reply.status,
      headers,
      type: headers['content-type']?.split(';')[0] ?? null,
      text: textOf(reply.body),
    };
  }
  return {
    taken: Object.fromEntries(
      read.taken.map(({ method, path, as, resource, rows }) => [
        `${method} ${path}`,
        as === 'unanswered' ? as : rows === null ? 'action' : `${as} of ${resource}`,
      ]),
    ),
    why: Object.fromEntries(read.taken.map(({ method, path, why }) => [`${method} ${path}`, why])),
    notes: read.notes.map(({ place, message }) => `${place}: ${message}`),
    contracts: read.contracts.map((one) => one.document),
    rows: read.rows,
    faults: faults.map(({ file, at, message }) => `${file} ${at}: ${message}`),
    ask(request, json, headers = {}) {
      const { status, text } = send(request, json, headers);
      return { status, json: text === '' ? null : (JSON.parse(text) as Json) };
    },
    send,
  };
}

function textOf(body: ReplyBody): string {
  if (body.kind !== 'pieces') return body.kind === 'text' ? body.text : '';
  let text = '';
  for (let all = body.pieces(), next = all.next(); next.done !== true; next = all.next())
    text += next.value;
  return text;
}

/** Returns an operation that answers one schema, and takes one if it is given. */
export function operation(status: number, schema: Json | null, body?: Json): Json {
  return {
    ...(body === undefined
      ? {}
      : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: schema === null ? {} : { content: { 'application/json': { schema } } },
    },
  };
}

/** Refers to a schema of the document. */
export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object of texts, but ids and numbers are integers. */
export function things(...names: readonly string[]): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { type: /^id$|Id$|Number$/.test(name) ? 'integer' : 'string' }]),
    ),
  };
}

export function listOf(schema: Json): Json {
  return { type: 'array', items: schema };
}
