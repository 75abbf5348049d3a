// Operations that are none of the six kinds: answered with the item that they are about if it is that,
// else with what the specification declares. They change nothing but the members that they set.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';
import { readDataUrl } from '../../contract/envelopes/data-url.ts';
import { matchPattern, patternOf } from '../../contract/nested-path.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import type { Route } from '../../contract/route.ts';
import { type CallValues, callValues } from '../answers/call-values.ts';
import { declaredContent } from '../answers/declared-content.ts';
import { bodyAnswered, isEmptyStatus } from '../answers/declared-form.ts';
import { type Call, header } from '../message/call.ts';
import type { ChosenBody } from '../message/choose-body.ts';
import { problemContent, wordsOf } from '../problems/problem.ts';
import type { ProblemFacts } from '../problems/problem-facts.ts';
import type { Content, Ruling } from '../ruling/ruling.ts';
import { rowsOf } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import { notFound } from './not-found.ts';
import { storeEffect } from './response-content.ts';
import {
  grant,
  grantedStatus,
  NO_CONTENT,
  NO_EFFECT,
  NO_HEADERS,
  refuse,
  type Scene,
  schemaRules,
} from './scene.ts';
import {
  findMalformed,
  findOversized,
  findUnsupported,
  readJson,
  sentBodyOf,
} from './sent-body.ts';
import { checkDeclared, checkSent } from './validate-body.ts';
import { ruleOnRows } from './whole-collection.ts';

/** What an answer is about. */
export interface Subject {
  readonly route: Extract<Route, { kind: 'action' }>;
  /** The item that the path is below; `null` if there is none. */
  readonly record: StoredRecord | null;
  /** The body of the request; `null` if there is none. */
  readonly sent: Json;
}

/** Rules on an operation that is none of the six kinds. */
export function ruleOnAction(scene: Scene, route: Extract<Route, { kind: 'action' }>): Ruling {
  const { contract, key } = route;
  const ofRows = ruleOnRows(scene, contract, route.operation);
  if (ofRows !== null) return ofRows;
  const before = key === null ? undefined : rowsOf(scene.book.state, contract).find(key);
  if (key !== null && before === undefined && contract.operations.read !== undefined)
    return refuse(scene, notFound(scene, contract, key));
  const body = sentBodyOf(scene);
  const hasBody = scene.operation?.body !== undefined;
  const declared = checkDeclared(body);
  const flaw =
    declared === null && hasBody
      ? (findOversized(body) ?? findUnsupported(body) ?? findMalformed(body) ?? checkSent(body))
      : declared;
  if (flaw !== null && flaw !== 'fits') return refuse(scene, flaw);
  const record = before === undefined ? null : recordAfter(before, route.operation);
  const read = hasBody && declared === null ? readJson(body) : 'empty';
  const subject: Subject = { route, record, sent: read === 'empty' ? openBody(scene) : read.value };
  const { value: status } = grantedStatus(scene, 'read.status');
  return grant(
    { ...scene, told: toldOf(subject, valuesOf(scene, subject)) },
    'read.status',
    { value: contentWithoutRows(scene, subject, status), by: 'contract' },
    NO_HEADERS,
    record === null || record === before ? NO_EFFECT : storeEffect(contract, record),
  );
}

/** A body of which the contract shows nothing. */
function openBody({ call: { body } }: Scene): Json {
  return body.kind === 'json' ? body.value : null;
}

/** Times of change stay: whether an action counts as a change is not shown. */
function recordAfter(before: StoredRecord, { sets }: Action): StoredRecord {
  if (sets === undefined) return before;
  return new StoredRecord(before.key, { ...before.value, ...sets });
}

/** Returns what an answer may tell of its call: members of the item and values of the request. */
export function toldOf({ record }: Subject, { path, query, sent }: CallValues): JsonObject {
  return { ...record?.value, ...query, ...path, ...sent };
}

/** Returns the values of a call to an operation without rows. */
export function valuesOf(scene: Scene, { route, sent }: Subject): CallValues {
  const { path } = route.operation;
  const pattern = patternOf({ path }, scene.book.router.basePath);
  const segments = scene.call.path
    .replace(/(?<=.)\/$/, '')
    .slice(1)
    .split('/');
  const values = matchPattern(pattern, segments) ?? new Map<string, string>();
  return callValues(path, values, { query: scene.call.query, body: sent });
}

/** Returns the content of an answer with a status. */
export function contentWithoutRows(scene: Scene, subject: Subject, status: number): Content {
  const { operation, call } = scene;
  const { record, route } = subject;
  if (isEmptyStatus(status)) return NO_CONTENT;
  const declares = operation?.answers !== undefined && operation.envelope === undefined;
  const chosen = declares ? bodyAnswered(operation, status, header(call.headers, 'accept')) : null;
  const shown = chosen === null ? operation?.outcomes.ok?.body : chosen.body.schema;
  if (record !== null && shown === route.contract.item && status < 400)
    return { kind: 'record', record };
  const file = chosen === null || record === null ? null : fileIn(record.value, chosen.type);
  if (file !== null) return { kind: 'bytes', bytes: file };
  if (chosen !== null) return madeContent(scene, subject, { chosen, status });
  return declares && status >= 400 ? failureContent(scene, status) : NO_CONTENT;
}

/** The file of a media type that an item has; `null` if it has none, or several. */
function fileIn(item: JsonObject, type: string): Uint8Array | null {
  const files = Object.values(item)
    .map((value) => (typeof value === 'string' ? readDataUrl(value) : null))
    .filter((file) => file?.mediaType === type);
  return files.length === 1 ? (files[0]?.bytes ?? null) : null;
}

/** Returns an example of a declared body, or a sample of it. */
function madeContent(
  scene: Scene,
  subject: Subject,
  { chosen, status }: { readonly chosen: ChosenBody; readonly status: number },
): Content {
  const { book } = scene;
  const values = valuesOf(scene, subject);
  const facts = status < 400 ? null : wordsOf(failureFacts(status, scene.call));
  return declaredContent(chosen, {
    rules: schemaRules(scene),
    schemas: book.schemas,
    contracts: book.router.contracts,
    state: book.state,
    values,
    rows: isSafeMethod(scene.call.method) ? 'must-agree' : 'may-differ',
    told: facts ?? toldOf(subject, values),
    toldOfOther: facts ?? { ...values.query, ...values.path, ...values.sent },
    placed: status === 201 || facts !== null ? 'none' : 'rows',
  });
}

/** The body of a failure that the specification declares without one. */
function failureContent({ decisions, call }: Scene, status: number): Content {
  const { 'error.shape': shape, 'error.code': code } = decisions;
  return problemContent(failureFacts(status, call), shape.value, code.value);
}

function failureFacts(status: number, call: Call): ProblemFacts {
  const detail = 'the specification declares no success of this operation';
  return { situation: 'directed', status, detail, remedy: null, errors: [], call };
}
