// Replies that a client or an override asked for instead of the one by the rule book: a status, an
// example, a generated body. The state does not change. Does not know who asks, nor how it was
// written.

import type { Contract, Operation, Outcome } from '../../contract/contract.ts';
import { answerWith } from '../../contract/declared.ts';
import { namedRefusal, namedReply, specifiedStatus } from '../../contract/is-specified.ts';
import type { Route } from '../../contract/route.ts';
import {
  type Refusal,
  type Situation,
  situationRow,
  situationsByRank,
} from '../../contract/situations.ts';
import { contentOfExample } from '../answers/declared-content.ts';
import { bodyAnswered, isEmptyStatus } from '../answers/declared-form.ts';
import { type Call, header } from '../message/call.ts';
import type { ProblemFacts } from '../problems/problem-facts.ts';
import { contentWithoutRows } from '../rules/action.ts';
import { allowedMethods } from '../rules/preconditions.ts';
import { rule, ruleBy } from '../rules/rule.ts';
import {
  asDeclared,
  type Book,
  NO_CONTENT,
  NO_EFFECT,
  NO_HEADERS,
  type Refused,
  refuse,
  refusedContent,
  type Scene,
  withShownHeaders,
} from '../rules/scene.ts';
import type { Content, Ruled, RuledHeader, Ruling } from '../ruling/ruling.ts';
import { rowsOf } from '../state/rows-of.ts';
import { type DeclaredExample, declaredExamples, type Example, examplesOf } from './examples.ts';
import { contentOf, sampleRecord, sampleValue } from './sample-body.ts';

/** A request for a different reply. */
export interface RequestedReply {
  readonly code: number | null;
  readonly example: string | null;
  readonly dynamic: boolean | null;
  readonly seed: string | null;
  /** Who made the request. */
  readonly by: 'directive' | 'override';
  /** The request as written, for the explanation: `Prefer: code=404`. */
  readonly asker: string;
}

/** Tells whether a different reply is requested, not only a different delivery. */
export function isForcing({
  code,
  example,
  dynamic,
}: Pick<RequestedReply, 'code' | 'example' | 'dynamic'>): boolean {
  return code !== null || example !== null || dynamic === true;
}

/** Rules on a call as requested, without effect. `ordinary` is the ruling that it would have. */
export function force(
  book: Book,
  call: Call,
  wanted: RequestedReply,
  ordinary: Ruling = rule(book, call),
): Ruling {
  if (wanted.code === null && wanted.example === null && ordinary.operation === null)
    return ordinary;
  return ruleBy(book, call, (scene, route) => forcedRuling({ scene, route, wanted, ordinary }));
}

/** Refuses a call because of an invalid request for a different reply. */
export function refuseDirective(book: Book, call: Call, refused: Refused): Ruling {
  return ruleBy(book, call, (scene) => refuse(scene, refused));
}

interface Forcing {
  readonly scene: Scene;
  readonly route: Route | null;
  readonly wanted: RequestedReply;
  readonly ordinary: Ruling;
}

function forcedRuling(forcing: Forcing): Ruling {
  const { scene, wanted } = forcing;
  const { code, example } = wanted;
  if (example !== null)
    return declaredExampleReply(forcing, example) ?? exampleReply(forcing, example);
  return asDeclared(scene, replyOf(forcing, code));
}

function replyOf(forcing: Forcing, code: number | null): Ruling {
  const { scene } = forcing;
  if (code === null) return successReply(forcing, statusOf(scene, 'ok'));
  if (code < 300) return successReply(forcing, code);
  if (code < 400) return requestedReply(forcing, code, situationOf(scene, code));
  return errorReply(forcing, code);
}

/** A reply with the facets that all requested replies share. */
function requestedReply(
  { scene, wanted }: Forcing,
  status: number,
  situation: Situation | 'directed',
  content: Ruled<Content> = { value: NO_CONTENT, by: wanted.by },
  headers: readonly RuledHeader[] = NO_HEADERS,
): Ruling {
  return {
    resource: scene.contract?.resource ?? null,
    operation: scene.kind,
    situation: { value: situation, by: wanted.by },
    status: { value: status, by: wanted.by },
    headers: situation === 'directed' ? headers : withShownHeaders(scene, situation, headers),
    content: isEmptyStatus(status) ? { value: NO_CONTENT, by: 'http' } : content,
    effect: NO_EFFECT,
    detail: describeRequest(wanted),
  };
}

function describeRequest({ by, asker }: RequestedReply): string {
  return by === 'directive' ? `requested by the client: ${asker}` : `returned by ${asker}`;
}

/** An example of a declared answer, of the media type that the client likes best if it has one. */
function declaredExampleReply(forcing: Forcing, name: string): Ruling | null {
  const { scene, wanted } = forcing;
  const { operation, book, call } = scene;
  const all = shownInAnswers(forcing).filter((one) => one.name === name);
  const [first] = all;
  if (first === undefined || operation === undefined) return null;
  const status = wanted.code ?? statusNamed(scene, first.status);
  const liked = bodyAnswered(operation, status, header(call.headers, 'accept'));
  const { chosen, value } =
    all.find((one) => one.status === first.status && one.chosen.body === liked?.body) ?? first;
  const content = contentOfExample(book.schemas, chosen, value) ?? { kind: 'json', value };
  const situation = status < 300 ? 'ok' : situationOf(scene, status);
  const reply = requestedReply(forcing, status, situation, { value: content, by: 'contract' });
  return asDeclared(scene, reply, chosen);
}

/** The examples of declared answers that may have the requested status. */
function shownInAnswers({ scene, wanted }: Forcing): readonly DeclaredExample[] {
  const { operation } = scene;
  if (operation === undefined) return [];
  const key = wanted.code === null ? null : (answerWith(operation, wanted.code)?.key ?? '');
  return declaredExamples(operation).filter(({ status }) => key === null || status === key);
}

/** The status of an answer by its key; of a range, or of all that are not named, the usual one. */
function statusNamed(scene: Scene, key: string): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  return /^[345]XX$/.test(key) ? Number(`${key[0]}00`) : statusOf(scene, 'ok');
}

function exampleReply(forcing: Forcing, name: string): Ruling {
  const { scene, wanted } = forcing;
  const all = shownExamples(scene).filter(
    (one) => wanted.code === null || statusOf(scene, one.situation) === wanted.code,
  );
  const found = all.find((one) => one.name === name);
  if (found === undefined)
    return refuse(scene, noSuchExample(name, [...shownInAnswers(forcing), ...all], wanted));
  const { situation, value } = found;
  const content = { value: { kind: 'json', value }, by: 'contract' } as const;
  return requestedReply(forcing, wanted.code ?? statusOf(scene, situation), situation, content);
}

function noSuchExample(
  name: string,
  all: readonly Pick<Example, 'name'>[],
  { by, code, asker }: RequestedReply,
): Refused {
  const names = [...new Set(all.map((one) => one.name))];
  const place = code === null ? 'of this operation' : `of this operation with the status ${code}`;
  return {
    situation: 'unexpected',
    by,
    title: 'There is no such example',
    detail: `the contract has no example ${place} named ${JSON.stringify(name)}${by === 'override' ? `, which ${asker} requests` : ''}`,
    remedy: names.length === 0 ? 'It has none there.' : `The examples are ${names.join(', ')}.`,
  };
}

function shownExamples({ contract, kind, book }: Scene): readonly Example[] {
  return contract === null || kind === null ? [] : examplesOf(contract, kind, book.schemas);
}

/** A success: the stored record, the one that would be stored, or else a generated one. */
function successReply(forcing: Forcing, status: number): Ruling {
  const { scene, wanted, ordinary } = forcing;
  const { contract, kind } = scene;
  if (contract === null || kind === null) return sampleReply(forcing, status);
  const shown =
    wanted.dynamic === true
      ? undefined
      : shownExamples(scene).find((one) => one.situation === 'ok');
  const isStored =
    wanted.dynamic !== true &&
    ordinary.situation.value === 'ok' &&
    ordinary.content.value.kind !== 'none';
  const isShown = !isStored && kind !== 'list' && shown !== undefined;
  const content: Ruled<Content> = isStored
    ? ordinary.content
    : isShown
      ? { value: { kind: 'json', value: shown.value }, by: 'contract' }
      : generatedContent(forcing, contract);
  const headers =
    isStored && !isEmptyStatus(status)
      ? ordinary.headers.filter(({ name }) => name === 'location' || name === 'etag')
      : NO_HEADERS;
  return requestedReply(forcing, status, 'ok', content, headers);
}

/** The answer of an operation without rows as it declares it for a status. */
function sampleReply(forcing: Forcing, status: number): Ruling {
  const { scene, route } = forcing;
  if (route?.kind !== 'action') return requestedReply(forcing, status, 'directed');
  const { contract, key } = route;
  const { body } = scene.call;
  const subject = {
    route,
    record: key === null ? null : (rowsOf(scene.book.state, contract).find(key) ?? null),
    sent: body.kind === 'json' ? body.value : null,
  };
  const content = contentWithoutRows(scene, subject, status);
  return requestedReply(forcing, status, 'directed', { value: content, by: 'contract' });
}

function generatedContent({ scene, route, wanted }: Forcing, contract: Contract): Ruled<Content> {
  const seed = wanted.seed ?? String(Math.floor(scene.book.draw.random() * 2 ** 31));
  const collection = rowsOf(scene.book.state, contract);
  if (scene.kind === 'list') {
    const { value: order } = scene.decisions['list.order'];
    return wanted.dynamic === true
      ? { value: { kind: 'json', value: sampleValue(scene, contract.list, seed) }, by: wanted.by }
      : { value: { kind: 'list', list: { collection, order, fields: null } }, by: 'contract' };
  }
  const key = route?.kind === 'item' ? route.key : null;
  const stored = key === null || wanted.dynamic === true ? undefined : collection.find(key);
  return contentOf(scene, contract, stored ?? sampleRecord(scene, contract, key, seed));
}

/** An error: as the contract specifies it, or else in the shape of the profile. */
function errorReply(forcing: Forcing, status: number): Ruling {
  const { scene, route, wanted } = forcing;
  const situation = situationOf(scene, status);
  const headers = errorHeaders(forcing, status, route);
  const meant = situation === 'ok' ? 'directed' : situation;
  const operation = operationOf(scene);
  const outcome =
    (meant === 'directed' ? undefined : operation?.outcomes[meant]) ??
    namedReply(operation, status);
  const shown = shownFailure(forcing, meant, outcome);
  if (shown !== null)
    return requestedReply(forcing, status, situation, { value: shown, by: 'contract' }, headers);
  const facts: ProblemFacts = {
    situation: meant,
    status,
    detail: describeRequest(wanted),
    remedy: null,
    errors: [],
  };
  const content = refusedContent(scene, outcome, facts);
  return requestedReply(forcing, status, situation, content, headers);
}

/** What the contract shows of a failure, or a made one if that is requested; else `null`. */
function shownFailure(
  { scene, wanted }: Forcing,
  situation: Refusal | 'directed',
  outcome: Outcome | undefined,
): Content | null {
  if (outcome?.body === null) return NO_CONTENT;
  if (wanted.dynamic === true && outcome?.body !== undefined)
    return {
      kind: 'json',
      value: sampleValue(scene, outcome.body, wanted.seed ?? '0', 'refusal'),
    };
  const example = shownExamples(scene).find((one) => one.situation === situation);
  const [value = example?.value] = Object.values(outcome?.examples ?? {});
  return value === undefined ? null : { kind: 'json', value };
}

/** Header fields that such a reply needs (RFC 9110 sections 11.6.1, 15.5.6), or clients act on. */
function errorHeaders(
  { scene, wanted }: Forcing,
  status: number,
  route: Route | null,
): readonly RuledHeader[] {
  const { by } = wanted;
  if (status === 401) return [{ name: 'www-authenticate', value: 'Bearer realm="standin"', by }];
  const allowed = route === null ? [] : allowedMethods(scene, route);
  if (status === 405) return [{ name: 'allow', value: allowed.join(', '), by: 'http' }];
  return status === 429 || status === 503 ? [{ name: 'retry-after', value: '1', by }] : NO_HEADERS;
}

/** Returns the situation of a call of this kind with a status; one in the contract comes first. */
function situationOf(scene: Scene, status: number): Situation | 'directed' {
  const outcomes = operationOf(scene)?.outcomes;
  const fits = situationsByRank.filter(
    (one) => statusOf(scene, one) === status && !isForeign(scene, one),
  );
  return fits.find((one) => outcomes?.[one] !== undefined) ?? fits[0] ?? 'directed';
}

/** Tells whether a call cannot mean a situation: no record is missing if none is asked for. */
function isForeign({ contract, kind }: Scene, situation: Situation): boolean {
  const row = situationRow(situation);
  if (row.about === 'operation') return kind === null;
  if (row.about === 'item')
    return contract === null || (kind !== null && !row.kinds.includes(kind));
  return false;
}

function operationOf({ contract, kind, operation }: Scene): Operation | undefined {
  return (kind === null ? undefined : contract?.operations[kind]) ?? operation;
}

function statusOf(scene: Scene, situation: Situation): number {
  const { kind, decisions } = scene;
  const operation = operationOf(scene);
  const outcome = operation?.outcomes[situation];
  if (situation !== 'ok') {
    const { value } = decisions[`${situation}.status`];
    return (outcome ?? namedRefusal(operation, situation, value))?.status ?? value;
  }
  const chosen = kind === null ? 200 : decisions[`${kind}.status`].value;
  return specifiedStatus(outcome, chosen) ?? chosen;
}
