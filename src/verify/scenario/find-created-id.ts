// Finds the id of an item that was just created: in the body, in Location, or in the list.

import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import { memberOfAnother } from '../../contract/item-members.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { agrees } from '../../oracle/expectation.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import { holdsMark } from '../session/owned-item.ts';
import type { IdAt } from '../session/service-traits.ts';
import type { Session } from '../session/session.ts';
import { doneWith, type MoveResult, notExercised } from './move-result.ts';
import type { Scenario } from './scenario.ts';
import { readSharedList } from './shared-list.ts';

export interface Found {
  readonly id: Json;
  readonly at: IdAt;
}

/** Returns the id of the item made from `sent`, or `null` if it cannot be found. */
export async function findCreatedId(
  scenario: Scenario,
  sent: JsonObject,
  mark: string,
  received: Received,
): Promise<MoveResult<Found | null>> {
  const { session } = scenario;
  const { service, items } = session;
  const offered = offersOf(session, received).filter(({ id }) => !items.holds(String(id)));
  const usual = offered.find(({ at }) => sameWay(at, service.traits.idAt));
  if (usual !== undefined) return doneWith(usual);
  for (const found of offered)
    if (await leadsTo(scenario, found, sent, mark)) return doneWith(found);
  const { body } = received;
  if (!service.offers('list') && !service.offers('read') && body.kind === 'json')
    return doneWith(idBeside(session, { sent, mark, offered }, body.value));
  return findInList(scenario, { sent, mark, offered });
}

/** The id that stands beside the values that were sent; `null` if none does. */
function idBeside(session: Session, { sent, mark, offered }: Sought, body: Json): Found | null {
  const found = offered.find(({ at }) => {
    if (at.kind !== 'body') return false;
    const item = valueAt(body, at.steps.slice(0, -1));
    return item !== undefined && isObject(item) && isOf(withoutParts(item), sent, mark, session);
  });
  return found ?? null;
}

/** What an object holds itself: the values of objects in it may belong to other items. */
function withoutParts(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => typeof value !== 'object' || value === null),
  );
}

/** The ids in a reply: members with the name of the id, from outside, then the Location. */
export function offersOf(session: Session, received: Received): readonly Found[] {
  const { service } = session;
  const { body } = received;
  const { contract, schemas } = service;
  // The id in an answer about something else is not that of the item.
  const isAnother = memberOfAnother(contract, schemas, 'create') !== null;
  const inBody = body.kind === 'json' && !isAnother ? idsIn(body.value, contract.id, []) : [];
  const location =
    header(received.headers, 'location') ?? header(received.headers, 'content-location');
  // With 202 it may name a report on the progress (RFC 9110 section 15.3.3).
  const isItem = received.status !== 202 || location?.includes(`${service.contract.path}/`);
  const step = location === undefined || isItem !== true ? undefined : lastStep(location);
  if (step === undefined) return inBody;
  const isNumber = service.schemas
    .typesOf(service.contract.item, service.contract.id)
    .some((type) => type !== 'string');
  const id = isNumber && step.trim() !== '' && Number.isFinite(Number(step)) ? Number(step) : step;
  return [...inBody, { id, at: { kind: 'location' } }];
}

function idsIn(value: Json, idMember: string, steps: readonly string[]): readonly Found[] {
  if (steps.length > ID_DEPTH_MAX || value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value as Record<string, Json>);
  const here = isObject(value) ? own(value, idMember) : undefined;
  const isId = typeof here === 'number' || (typeof here === 'string' && here !== '');
  const found: Found[] = isId
    ? [{ id: here, at: { kind: 'body', steps: [...steps, idMember] } }]
    : [];
  return [...found, ...entries.flatMap(([key, below]) => idsIn(below, idMember, [...steps, key]))];
}

/** How many levels of a reply are searched for an id. */
const ID_DEPTH_MAX = 6;

function lastStep(location: string): string | undefined {
  const step = location
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/')
    .at(-1);
  return step === undefined || step === '' ? undefined : percentDecode(step);
}

function sameWay(one: IdAt, other: IdAt): boolean {
  if (one.kind !== other.kind) return false;
  return (
    one.kind !== 'body' || other.kind !== 'body' || one.steps.join('/') === other.steps.join('/')
  );
}

/** Whether an id leads to the values that were sent, or a Location to an item if there were none. */
async function leadsTo(
  scenario: Scenario,
  { id, at }: Found,
  sent: JsonObject,
  mark: string,
): Promise<boolean> {
  const { session } = scenario;
  const { service, sender } = session;
  const exchange = await sender.sendUnlessStopped(service.call('read', String(id), null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return false;
  const { body } = exchange.received;
  if (body.kind !== 'json' || !isObject(body.value)) return false;
  if (at.kind === 'location' && Object.keys(sent).length === 0) return true;
  return isOf(body.value, sent, mark, session) || showsAll(body.value, sent, session);
}

/** Whether an item that has no text to be known by shows the values that were sent. */
function showsAll(item: JsonObject, sent: JsonObject, session: Session): boolean {
  const shown = showable(item, sent, session);
  const isKnown = shown.every((key) => typeof sent[key] !== 'string');
  return isKnown && shown.length > 0 && shown.every((key) => isStored(key, sent, item, session));
}

interface Sought {
  readonly sent: JsonObject;
  readonly mark: string;
  /** The ids in the reply, which lead to nothing if there is no GET of one item. */
  readonly offered: readonly Found[];
}

async function findInList(
  scenario: Scenario,
  { sent, mark, offered }: Sought,
): Promise<MoveResult<Found | null>> {
  const { session } = scenario;
  const { service, items } = session;
  const named = (elements: readonly JsonObject[]): Found | undefined =>
    offered.find(({ id }) =>
      elements.some((one) => service.keyOf(one) === String(id) && agreesWith(one, sent, session)),
    );
  const read = await readSharedList(
    scenario,
    (elements) =>
      !elements.some((one) => isOf(one, sent, mark, session)) && named(elements) === undefined,
  );
  if (read.kind !== 'done') return read;
  if (read.value === null) return notExercised(scenario.unread ?? '');
  const { elements } = read.value;
  const created = elements.filter(
    (one) => isOf(one, sent, mark, session) && !items.holds(service.keyOf(one) ?? ''),
  );
  // Others that are made at the same time may have the same values.
  const answered = offered.find(({ id }) =>
    created.some((one) => service.keyOf(one) === String(id)),
  );
  if (answered !== undefined) return doneWith(answered);
  const element = created.at(-1);
  if (element === undefined) return doneWith(named(elements) ?? null);
  const id = own(element, service.contract.id);
  return doneWith(id === undefined ? null : { id, at: { kind: 'list' } });
}

/** Whether an element shows no other value than was sent: a list may show few members, or ids alone. */
function agreesWith(element: JsonObject, sent: JsonObject, session: Session): boolean {
  return showable(element, sent, session).every((key) => isStored(key, sent, element, session));
}

/** Whether an element shows a value as it was sent, or in a normal form. */
function isStored(
  key: string,
  sent: JsonObject,
  element: JsonObject,
  { service }: Session,
): boolean {
  const [value, stored] = [own(sent, key), own(element, key)];
  if (value === undefined || agrees(value, stored)) return true;
  return service.forms.compare('create', key, value, stored).kind !== 'other';
}

/**
 * An element is the created item if it holds the mark, or, if it shows no mark at all, every text
 * that was sent; if all texts are inside objects, all values. Values that were sent without a
 * mark never match an element that has one: other items may be created at the same time.
 */
function isOf(element: JsonObject, sent: JsonObject, mark: string, session: Session): boolean {
  const { items } = session;
  const isMarked = mark !== items.token || !markPattern(items.token).test(JSON.stringify(element));
  if (isMarked && holdsMark(element, mark)) return true;
  if (JSON.stringify(element).toLowerCase().includes(items.token)) return false;
  const shown = showable(element, sent, session);
  const texts = shown.filter((key) => typeof sent[key] === 'string');
  const hasParts = shown.some((key) => isObject(sent[key] ?? null));
  const compared = texts.length === 0 && hasParts ? shown : texts;
  return compared.length > 0 && compared.every((key) => isStored(key, sent, element, session));
}

/**
 * The members whose values an element shows: not those that services make, the id among them, or
 * items do not admit.
 */
function showable(element: JsonObject, sent: JsonObject, { service }: Session): readonly string[] {
  const shown = Object.keys(sent).filter(
    (key) =>
      key !== service.contract.id && Object.hasOwn(element, key) && !service.made.includes(key),
  );
  const flaws = service.checker.check(service.contract.item, { ...element, ...pick(sent, shown) });
  const unfit = new Set(flaws.flatMap(({ at }) => parsePointer(at)?.[0] ?? []));
  return shown.filter((key) => !unfit.has(key));
}
