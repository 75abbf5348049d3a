// Operations that are none of the six kinds: answered with the item that they are about if it is that,
// else with what the specification declares. They change nothing but the members that they set.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { Action } from '../../contract/contract.ts';
import { answerWith, bodyOfType } from '../../contract/declared.ts';
import { readDataUrl } from '../../contract/envelopes/data-url.ts';
import { namedRefusal } from '../../contract/is-specified.ts';
import { matchPattern, parametersOf, patternOf } from '../../contract/nested-path.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import type { Route } from '../../contract/route.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { tokensSent } from '../accounts/caller.ts';
import { accountSent, findLogIn, withTokens } from '../accounts/log-in.ts';
import { withMark } from '../accounts/seen-by.ts';
import { isTokenName } from '../accounts/token.ts';
import { UPGRADE_REQUIRED } from '../answers/answered-status.ts';
import { type CallValues, callValues } from '../answers/call-values.ts';
import { declaredContent } from '../answers/declared-content.ts';
import { bodyAnswered, isEmptyStatus } from '../answers/declared-form.ts';
import { withValues } from '../answers/member-values.ts';
import { withFitting, withMembersSet } from '../answers/members-set.ts';
import { fileFacts, fileSent } from '../ids/file-facts.ts';
import { timeOf } from '../ids/made-values.ts';
import { type Call, header } from '../message/call.ts';
import { type ChosenBody, chooseBody, isJsonType } from '../message/choose-body.ts';
import { problemContent, wordsOf } from '../problems/problem.ts';
import type { ProblemFacts } from '../problems/problem-facts.ts';
import type { Content, RuledHeader, Ruling } from '../ruling/ruling.ts';
import { rowsOf } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import { notFound } from './not-found.ts';
import { withImplied } from './preconditions.ts';
import { storeEffect, withFileFacts } from './response-content.ts';
import {
  grant,
  grantedStatus,
  NO_CONTENT,
  NO_EFFECT,
  NO_HEADERS,
  type Refused,
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
import { fitsNothing, ruleOnRows } from './whole-collection.ts';

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
  const { does, missing } = route.operation;
  const ofRows = ruleOnRows(scene, contract, route.operation);
  if (ofRows !== null) return ofRows;
  const before = key === null ? undefined : rowsOf(scene.book.state, contract).find(key);
  const isLost = key !== null && before === undefined && namesItem(scene, route);
  if (isLost && missing === undefined && route.operation.method !== 'OPTIONS')
    return refuse(scene, notFound(scene, contract, key));
  const body = sentBodyOf(scene);
  const isOfNothing = missing !== undefined && fitsNothing(scene, route.operation);
  const hasBody = scene.operation?.body !== undefined && !isOfNothing && !isLeftOut(scene);
  const declared = checkDeclared(body);
  const flaw =
    declared === null && hasBody
      ? (findOversized(body) ?? findUnsupported(body) ?? findMalformed(body) ?? checkSent(body))
      : declared;
  if (flaw !== null && flaw !== 'fits') return refuse(scene, flaw);
  const read = hasBody && declared === null ? readJson(body) : 'empty';
  const sent = read === 'empty' ? openBody(scene) : read.value;
  const asked = { route, record: null, sent };
  const account = does === 'log-in' ? logIn(scene, asked) : null;
  if (account !== null && 'situation' in account) return refuse(scene, account);
  const record = before === undefined ? account : recordAfter(scene, asked, before);
  const subject: Subject = { ...asked, record };
  const { value: status } = grantedStatus(scene, 'read.status');
  return grant(
    {
      ...scene,
      told: toldOf(subject, valuesOf(scene, subject)),
      ...(account === null ? {} : { account: account.key }),
    },
    'read.status',
    { value: contentWithoutRows(scene, subject, status), by: 'contract' },
    status === UPGRADE_REQUIRED ? UPGRADE : allowOf(route.operation),
    record === null || before === undefined || record === before
      ? NO_EFFECT
      : storeEffect(contract, record),
  );
}

/** A server that answers 426 names the protocol (RFC 9110 section 15.5.22). */
const UPGRADE: readonly RuledHeader[] = [{ name: 'upgrade', value: 'websocket', by: 'http' }];

/** What an OPTIONS says of its path, whether or not an item is there. */
function allowOf({ allows = [] }: Action): readonly RuledHeader[] {
  if (allows.length === 0) return NO_HEADERS;
  return [{ name: 'allow', value: withImplied(allows).join(', '), by: 'contract' }];
}

/** Whether a request has no body, and need not have one. */
function isLeftOut({ call: { body }, operation }: Scene): boolean {
  return body.kind === 'none' && operation?.request?.required === false;
}

/** A body of which the contract shows nothing. */
function openBody({ call: { body } }: Scene): Json {
  return body.kind === 'json' ? body.value : null;
}

/**
 * Whether the id in a path must be that of an item: where items are read by it, and where an id is
 * called one and the specification declares what is answered without the item.
 */
function namesItem(
  { operation: declared }: Scene,
  { contract: { operations, id, path }, operation }: Subject['route'],
): boolean {
  if (operations.read !== undefined) return true;
  if (operations.list === undefined && operations.create === undefined) return false;
  const [parameter = ''] = parametersOf(operation.path.slice(path.length));
  const isId = parameter === id || /^(?:.*[a-z_-])?(?:id|Id|ID|uuid)$/.test(parameter);
  return isId && namedRefusal(declared, 'missing', 404) !== undefined;
}

/** Times of change stay: whether an action counts as a change is not shown. */
function recordAfter(scene: Scene, subject: Subject, before: StoredRecord): StoredRecord {
  const { route } = subject;
  const { sets, times = [], does, member, counts } = route.operation;
  const { router, caller } = scene.book;
  const isMark = (does === 'mark' || does === 'unmark') && member !== undefined;
  const { sent } = valuesOf(scene, subject);
  const withSent = withMembersSet(schemaRules(scene), route, before.value, sent);
  const changed = withUpload(scene, route, withSent, { key: before.key, sent });
  const isSet = sets !== undefined || times.length > 0 || counts !== undefined || isMark;
  if (!isSet && changed === before.value) return before;
  const counted = isMark || counts === undefined ? {} : { [counts]: countAfter(changed, counts) };
  const values = { ...timesNow(scene, route), ...sets, ...counted };
  const set = withFitting(scene.book, route.contract, changed, values);
  if (!isMark) return new StoredRecord(before.key, set);
  // A read without credentials shows the marks that were set without any.
  const isNobody = caller !== undefined && tokensSent(router.contracts, scene.call).length === 0;
  const mark = { member, isSet: does === 'mark', ...(counts === undefined ? {} : { counts }) };
  return new StoredRecord(before.key, withMark(set, mark, isNobody ? null : caller));
}

/** A file that is sent to a path below an item belongs to the item: `POST /users/{id}/avatar`. */
function withUpload(
  scene: Scene,
  { contract, operation }: Subject['route'],
  row: JsonObject,
  { key, sent }: { readonly key: string; readonly sent: JsonObject },
): JsonObject {
  const file = operation.does === undefined ? fileSent(sent) : null;
  if (file === null) return row;
  const segment = operation.path.split('/').findLast((one) => !one.includes('{')) ?? '';
  const whole = { ...row, [file.member]: own(sent, file.member) ?? null };
  return withFileFacts(
    scene,
    contract,
    { key, sent: whole, before: () => row, named: segment },
    whole,
  );
}

function countAfter(row: JsonObject, counts: string): number {
  return Number(own(row, counts) ?? 0) + 1;
}

function timesNow(scene: Scene, { contract, operation }: Subject['route']): JsonObject {
  const members = scene.book.schemas.membersOf(contract.item);
  return objectOf(
    (operation.times ?? []).flatMap((member) => {
      const time = timeOf(scene.book, member, members.get(member) ?? {});
      return time === undefined ? [] : [[member, time] as const];
    }),
  );
}

/**
 * The account that logs in, or whose token is renewed if no password is taken; `null` if there is none. Where nothing registers, an unknown name is that
 * of the first account: the accounts of the service are not known.
 */
function logIn(scene: Scene, subject: Subject): StoredRecord | Refused | null {
  const { contract } = subject.route;
  const rows = rowsOf(scene.book.state, contract);
  const { sent } = valuesOf(scene, subject);
  const { schemas, caller = null } = scene.book;
  const key =
    accountSent(sent, rows) ?? (isRenewal(subject.route.operation, schemas) ? caller : null);
  const account = key === null ? undefined : rows.find(key);
  if (account !== undefined) return account;
  const found = findLogIn(rows, sent);
  if (found.kind === 'known') return found.record;
  const creations = (contract.actions ?? []).filter((one) => one.does === 'create');
  const isRegistered = [contract.operations.create, ...creations].some(
    (one) =>
      one?.body !== undefined &&
      [...scene.book.schemas.membersOf(one.body).keys()].some(isPasswordName),
  );
  const [first = null] = rows.size === 0 ? [] : rows.records();
  if (found.kind === 'unknown' && !isRegistered) return first;
  const [detail, remedy] =
    found.kind === 'unknown'
      ? [`no account in ${contract.resource} has what was sent`, 'Create it first.']
      : ['the account has another password', 'Send the one that it was created with.'];
  return { situation: refusalOfLogIn(scene), by: 'contract', detail, remedy };
}

/** Whether an operation takes a token, and no password. */
function isRenewal({ body }: Action, schemas: Schemas): boolean {
  const names = body === undefined ? [] : [...schemas.membersOf(body).keys()];
  return names.some(isTokenName) && !names.some(isPasswordName);
}

/** A log-in that declares statuses for wrong values, and none for credentials, has one of those. */
function refusalOfLogIn({ operation }: Scene): 'unauthorized' | 'invalid' {
  const declares = (situation: 'unauthorized' | 'invalid', status: number): boolean =>
    namedRefusal(operation, situation, status) !== undefined;
  return !declares('unauthorized', 401) && declares('invalid', 422) ? 'invalid' : 'unauthorized';
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
  const file =
    chosen === null || record === null || isJsonType(chosen.type)
      ? null
      : fileIn(record.value, (type) => isAnswered(scene, status, type));
  if (file !== null) return { kind: 'bytes', bytes: file.bytes, type: file.mediaType };
  if (chosen !== null) {
    const content = madeContent(scene, subject, { chosen, status });
    const { schema } = chosen.body;
    const told = status < 400 ? withFileTold(scene, subject, { content, schema }) : content;
    return withRoles(scene, subject, { content: told, schema });
  }
  return declares && status >= 400 ? failureContent(scene, status) : NO_CONTENT;
}

/** The content with what it says of a file that was sent; nothing keeps the file, so its address has it. */
function withFileTold(
  { book }: Scene,
  { sent, record }: Subject,
  { content, schema }: { readonly content: Content; readonly schema: SchemaName | null },
): Content {
  const file = record === null && isObject(sent) ? fileSent(sent) : null;
  if (file === null || schema === null || content.kind !== 'json') return content;
  const [url] = [isObject(sent) ? (own(sent, file.member) ?? '') : ''].flat();
  const at = { path: String(url), address: String(url) };
  const told = (value: Json, steps: readonly string[]): Json => {
    if (!isObject(value) || steps.length > 1) return value;
    const members = Object.keys(value).map(
      (name) => [name, book.schemas.memberAt(schema, [...steps, name]) ?? {}] as const,
    );
    const facts = fileFacts(new Map(members), file, { at });
    const below = Object.entries(value).map(([name, one]): [string, Json] => [
      name,
      told(one, [...steps, name]),
    ]);
    return { ...objectOf(below), ...facts };
  };
  return { kind: 'json', value: told(content.value, []) };
}

/** The content with what the action does: the token of a log-in, the values of a list. */
function withRoles(
  { book }: Scene,
  { route, record }: Subject,
  { content, schema }: { readonly content: Content; readonly schema: SchemaName | null },
): Content {
  const { does, member } = route.operation;
  if (content.kind !== 'json') return content;
  if (does === 'log-in' && record !== null)
    return {
      kind: 'json',
      value: withTokens(content.value, { schemas: book.schemas, schema }, record.key),
    };
  return does === 'list-values' && member !== undefined
    ? {
        kind: 'json',
        value: withValues(content.value, book.state, { contract: route.contract, member }),
      }
    : content;
}

/** The only file in an item of a media type that answers may have; `null` if there is none. */
function fileIn(item: JsonObject, isMeant: (type: string) => boolean) {
  const files = Object.values(item)
    .map((value) => (typeof value === 'string' ? readDataUrl(value) : null))
    .filter((file) => file !== null && isMeant(file.mediaType));
  return files.length === 1 ? (files[0] ?? null) : null;
}

/** Whether an answer may have a media type, and the client accepts it. */
function isAnswered({ operation, call }: Scene, status: number, type: string): boolean {
  const { bodies = [] } = answerWith(operation ?? {}, status)?.answer ?? {};
  const body = bodyOfType(bodies, type);
  return body !== null && chooseBody([{ ...body, type }], header(call.headers, 'accept')) !== null;
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
    rules: { ...schemaRules(scene), answers: facts === null ? 'success' : 'refusal' },
    schemas: book.schemas,
    contracts: book.router.contracts,
    state: book.state,
    values,
    rows: isSafeMethod(scene.call.method) ? 'must-agree' : 'may-differ',
    told: facts ?? toldOf(subject, values),
    toldOfOther: facts ?? { ...values.query, ...values.path, ...values.sent },
    placed:
      facts !== null || (status === 201 && subject.route.operation.does === undefined)
        ? 'none'
        : 'rows',
    ...(subject.record === null || facts !== null
      ? {}
      : { about: { contract: subject.route.contract, record: subject.record } }),
  });
}

/** The body of a failure that the specification declares without one. */
function failureContent({ decisions, call }: Scene, status: number): Content {
  const { 'error.shape': shape, 'error.code': code } = decisions;
  return problemContent(failureFacts(status, call), shape.value, code.value);
}

function failureFacts(status: number, call: Call): ProblemFacts {
  const detail =
    status === UPGRADE_REQUIRED
      ? 'the operation switches to another protocol, which this mock does not speak'
      : 'the specification declares no success of this operation';
  return { situation: 'directed', status, detail, remedy: null, errors: [], call };
}
