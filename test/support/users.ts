// The users project of this repository, and small projects made by hand, in the form that the rule
// book takes: one world per test, with random numbers that repeat. Reads the files itself; does not
// load a project.

import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { createRouter } from '../../src/contract/route.ts';
import { type Draw, toKey } from '../../src/model/ids/ids.ts';
import {
  type Body,
  type Call,
  noBody,
  type Reply,
  readBody,
} from '../../src/model/message/call.ts';
import { rule } from '../../src/model/rules/rule.ts';
import type { Book } from '../../src/model/rules/scene.ts';
import { apply } from '../../src/model/ruling/apply.ts';
import { decideBy } from '../../src/model/ruling/decisions.ts';
import { render } from '../../src/model/ruling/render.ts';
import type { By, Ruling } from '../../src/model/ruling/ruling.ts';
import { keptAnswerJson } from '../../src/model/state/kept-answers.ts';
import { State, StoredRecord } from '../../src/model/state/state.ts';
import { type Checker, createChecker } from '../../src/schema/check.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';
import { readContract } from './read-contract.ts';

/** What a world is made from: contracts, their schemas and their rows. */
export interface Project {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly rows: Readonly<Record<string, readonly JsonObject[]>>;
}

export interface WorldOptions {
  readonly project?: Project;
  readonly profile?: Partial<Profile>;
  readonly draw?: Partial<Draw>;
  readonly basePath?: string;
  /** The state to rule on; by default the rows of the project. */
  readonly state?: State;
}

/**
 * What a request may have in addition to its method and path. `json` is sent as `application/json`
 * unless `type` says otherwise.
 */
export interface Sent {
  readonly json?: Json;
  readonly text?: string;
  readonly body?: Body;
  /** The Content-Type; `null` for none. */
  readonly type?: string | null;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A reply as a test reads it. */
export interface Answer {
  readonly status: number;
  /** By name; the last one of a name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly text: string;
  /** The body as JSON; `null` if there is none. */
  readonly json: Json;
  readonly ruling: Ruling;
}

export interface World {
  readonly book: Book;
  readonly state: State;
  /** Every ruling so far. */
  readonly rulings: readonly Ruling[];
  /** Rules alone: nothing is done to the state. */
  rule(request: string, sent?: Sent): Ruling;
  /** Rules, applies and renders. */
  ask(request: string, sent?: Sent): Answer;
}

const root = new URL('../../', import.meta.url);
const file = (path: string): JsonObject =>
  JSON.parse(readFileSync(new URL(path, root), 'utf8')) as JsonObject;

/** Makes a project from parts. Schemas are compiled here, once. */
export function projectOf(
  contracts: readonly Contract[],
  schemas: Readonly<Record<string, Schema>>,
  rows: Readonly<Record<string, readonly JsonObject[]>> = {},
): Project {
  const all = new Schemas(new Map(Object.entries(schemas)));
  return { contracts, schemas: all, checker: createChecker(all), rows };
}

const names = ['user', 'users', 'user-create', 'user-created', 'user-update'];
const seed = file('db.json')['users'] as unknown as readonly JsonObject[];

/** The project of this repository. */
export const usersProject: Project = projectOf(
  [readContract(file('contracts/users.json'))],
  Object.fromEntries(names.map((name) => [name, file(`schemas/${name}.json`)])),
  { users: seed },
);

/** The contract of this repository. */
export const usersContract: Contract = usersProject.contracts[0] as Contract;

/** The users project with something changed in its contract. */
export function usersWith(change: Partial<Contract>): Project {
  return { ...usersProject, contracts: [{ ...usersContract, ...change }] };
}

/**
 * A project of one resource whose item has the given members; `required` binds requests of
 * creation, and `id` the list.
 */
export function projectWith(
  members: Readonly<Record<string, Json>>,
  options: {
    readonly required?: readonly string[];
    readonly rows?: readonly JsonObject[];
    readonly shown?: Partial<Profile>;
  } = {},
): Project {
  const { required = [], rows = [], shown = {} } = options;
  const ok = { ok: { source: 'test' } };
  const contract: Contract = {
    title: 'Things',
    resource: 'things',
    path: '/things',
    id: 'id',
    item: 'thing',
    list: 'things',
    operations: {
      list: { summary: 'list', source: 'test', outcomes: ok },
      create: { summary: 'create', source: 'test', body: 'thing-create', outcomes: ok },
      read: { summary: 'read', source: 'test', outcomes: ok },
      replace: { summary: 'replace', source: 'test', body: 'thing', outcomes: ok },
      update: { summary: 'update', source: 'test', body: 'thing', outcomes: ok },
      remove: { summary: 'remove', source: 'test', outcomes: ok },
    },
    shown,
    open: [],
    clauses: {},
  };
  const schemas = {
    thing: { type: 'object', properties: { id: { type: 'number' }, ...members } },
    things: { type: 'array', items: { allOf: [{ $ref: 'thing.json' }], required: ['id'] } },
    'thing-create': { allOf: [{ $ref: 'thing.json' }], required },
  };
  return projectOf([contract], schemas, { things: rows });
}

/** Puts the rows of a project into a new state. */
export function stateOf({ contracts, rows }: Project): State {
  const state = State.of(contracts.map((contract) => contract.resource));
  for (const { resource, id } of contracts) {
    for (const row of rows[resource] ?? [])
      state.collection(resource).put(new StoredRecord(toKey(row[id] ?? null), row));
  }
  return state;
}

/** Returns random numbers and UUIDs that are the same each time, and one call in this minute. */
export function fixedDraw(given: Partial<Draw> = {}): Draw {
  let seedNumber = 1;
  let uuids = 0;
  return {
    random() {
      seedNumber = (seedNumber * 48_271) % 2_147_483_647;
      return seedNumber / 2_147_483_647;
    },
    uuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    traffic: () => ({ calls: 1, secondsLeft: 60 }),
    ...given,
  };
}

/** Makes a world: by default the users of this repository under the default profile. */
export function createWorld(options: WorldOptions = {}): World {
  const { project = usersProject, profile = {}, draw = {}, basePath = '' } = options;
  const chosen: Profile = { ...defaultProfile, ...profile };
  const state = options.state ?? stateOf(project);
  const book: Book = {
    router: createRouter(project.contracts, basePath),
    schemas: project.schemas,
    checker: project.checker,
    state,
    decide: decideBy(chosen),
    draw: fixedDraw(draw),
  };
  const rulings: Ruling[] = [];
  const ruleOn = (request: string, sent?: Sent): Ruling => {
    const ruling = rule(book, callOf(request, sent));
    rulings.push(ruling);
    return ruling;
  };
  return {
    book,
    state,
    rulings,
    rule: ruleOn,
    ask(request, sent) {
      const ruling = ruleOn(request, sent);
      apply(state, ruling.effect);
      return readReply(render(ruling, 'silent'), ruling);
    },
  };
}

/** Makes a call of `GET /users?page=2` and what it brings. */
export function callOf(request: string, sent: Sent = {}): Call {
  const [method = '', target = ''] = request.split(' ');
  const mark = target.indexOf('?');
  const text = sent.text ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json));
  const body = sent.body ?? (text === undefined ? noBody : readBody(text));
  const type =
    sent.type === undefined ? (body.kind === 'none' ? null : 'application/json') : sent.type;
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: { ...(type === null ? {} : { 'content-type': type }), ...sent.headers },
    body,
  };
}

/** Reads a reply to its end. */
export function readReply(reply: Reply, ruling: Ruling): Answer {
  const text = textOf(reply);
  const pairs = reply.headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, reply.headers[index + 1] ?? ''] as const] : [],
  );
  return {
    status: reply.status,
    headers: Object.fromEntries(pairs),
    names: pairs.map(([name]) => name),
    text,
    json: text === '' ? null : (JSON.parse(text) as Json),
    ruling,
  };
}

/** Returns the whole text of a reply. */
export function textOf({ body }: Reply): string {
  if (body.kind === 'none') return '';
  return body.kind === 'text' ? body.text : piecesOf(body.pieces()).join('');
}

/** Takes all that is left of some pieces. */
export function piecesOf(pieces: Iterator<string>): readonly string[] {
  const all: string[] = [];
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) all.push(piece.value);
  return all;
}

/** Everything that a state holds, as text. */
export function stateText(state: State): string {
  return JSON.stringify(
    state.resources().map((resource) => {
      const collection = state.collection(resource);
      const records = collection
        .records()
        .map((record) => [record.key, record.slot, JSON.parse(record.textOnce())]);
      return [resource, collection.size, collection.version, collection.highestEver, records];
    }),
  );
}

/** Everything that a ruling says, as plain data. */
export function plainRuling(ruling: Ruling): Json {
  const { resource, operation, situation, status, headers, effect, detail } = ruling;
  const reply = render(ruling, 'explained');
  return {
    resource,
    operation,
    situation: { ...situation },
    status: { ...status },
    headers: headers.map((header) => ({ ...header })),
    content: { kind: ruling.content.value.kind, by: ruling.content.by, text: textOf(reply) },
    sent: [...reply.headers],
    effect:
      effect.kind === 'put'
        ? {
            kind: effect.kind,
            resource: effect.resource,
            record: [effect.record.key, effect.record.text()],
            ...(effect.answer === undefined ? {} : { answer: keptAnswerJson(effect.answer) }),
          }
        : effect.kind === 'remove'
          ? { ...effect, unset: (effect.unset ?? []).map(({ record }) => record.text()) }
          : { ...effect },
    detail,
  };
}

/** Everybody who decided something in a ruling. */
export function decidersOf(ruling: Ruling): readonly By[] {
  return [
    ruling.situation.by,
    ruling.status.by,
    ruling.content.by,
    ...ruling.headers.map((header) => header.by),
  ];
}

/** A project of contract files, whose schemas may have items inside others. */
export function projectFrom(
  documents: readonly JsonObject[],
  schemas: Readonly<Record<string, Schema>>,
  rows: Project['rows'] = {},
): Project {
  const given = new Schemas(new Map(Object.entries(schemas)));
  const { contracts, schemas: all } = defineContracts(documents, given);
  return { contracts, schemas: all, checker: createChecker(all), rows };
}
