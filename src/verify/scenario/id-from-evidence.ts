// Which id a new item has, by what its path answers: the member that was taken for the id may be
// another one.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toKey } from '../../model/ids/ids.ts';
import type { Body } from '../../model/message/call.ts';
import { linkedId } from '../session/issued-ids.ts';
import type { IdAt } from '../session/service-traits.ts';
import type { Session } from '../session/session.ts';
import type { Scenario } from './scenario.ts';
import { isOf, showsAll, showsCut } from './shows-sent.ts';

export interface Found {
  readonly id: Json;
  readonly at: IdAt;
  /** The member that is the id, if another one was taken for it. */
  readonly member?: string;
}

/** What a creation sent, and what its answer offers as the id. */
export interface Sought {
  readonly sent: JsonObject;
  readonly mark: string;
  /** The ids in the reply, which lead to nothing if there is no GET of one item. */
  readonly offered: readonly Found[];
}

/**
 * Returns what an id leads to if that shows the values that were sent, or is where Location leads and
 * nothing was sent; else `null`.
 */
export async function leadsTo(
  scenario: Scenario,
  { id, at }: Pick<Found, 'id' | 'at'>,
  sent: JsonObject,
  mark: string,
): Promise<JsonObject | null> {
  const { session } = scenario;
  const { service, sender } = session;
  const exchange = await sender.sendUnlessStopped(service.call('read', String(id), null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  if (body.kind !== 'json' || !isObject(body.value)) return null;
  const isAll = at.kind === 'location' && Object.keys(sent).length === 0;
  const record = body.value;
  // What the answer names, and nothing had before, is the new item, also if its texts were cut.
  const isNew = at.kind !== 'list' && !session.bystanders.knows(String(id));
  const isIt =
    isAll ||
    isOf(record, sent, mark, session) ||
    showsAll(record, sent, session) ||
    (isNew && showsCut(record, sent, session));
  return isIt ? record : null;
}

export function bodyOf(value: Json): Body {
  return { kind: 'json', value, text: JSON.stringify(value), duplicate: null };
}

/**
 * The value in a reply to which the path of an item answers with what was sent, whatever its member
 * is called. Asked once, and only if the member of the id was not stated but taken for it.
 */
export async function answeredAt(
  scenario: Scenario,
  { sent, mark, offered }: Sought,
  body: Body,
): Promise<Found | null> {
  const { service } = scenario.session;
  const isOpen = service.isIdAssumed && !service.isIdProven && service.offers('read');
  if (!isOpen || body.kind !== 'json') return null;
  const tried = new Set(offered.map(({ id }) => String(id)));
  const given = new Set(Object.values(sent).map(String));
  const all = offeredIn(scenario.session, body.value).filter(({ id }) => !tried.has(String(id)));
  const isGiven = ({ id }: Found): boolean => given.has(String(id));
  const ordered = [...all.filter((one) => !isGiven(one)), ...all.filter(isGiven)];
  for (const found of ordered.slice(0, CANDIDATES_MAX)) {
    const record = await leadsTo(scenario, found, sent, mark);
    if (record !== null)
      return withMember(scenario.session, found, record, service.showsIds ? {} : sent);
  }
  return null;
}

/** How many values of a reply may be tried as an id. */
const CANDIDATES_MAX = 8;

/** What may be the id: first what is the address of an item. */
function offeredIn(session: Session, body: Json): readonly Found[] {
  const all = scalarsIn(body, []);
  const links = all.flatMap(({ id: value, at }): readonly Found[] => {
    const id = linkedId(session.service, value);
    return id === undefined || at.kind !== 'body' ? [] : [{ id, at: { ...at, isLink: true } }];
  });
  return [...links, ...all];
}

/** The texts and numbers of an object, and of objects in it; or the only one, which is no sentence. */
function scalarsIn(value: Json, steps: readonly string[]): readonly Found[] {
  const isAlone = steps.length === 0;
  if (isId(value) && String(value).length <= ID_CHARS_MAX && !(isAlone && /\s/.test(String(value))))
    return [{ id: value, at: { kind: 'body', steps } }];
  if (!isObject(value) || steps.length >= SCALAR_DEPTH_MAX) return [];
  return Object.entries(value).flatMap(([key, below]) => scalarsIn(below, [...steps, key]));
}

const ID_CHARS_MAX = 200;
const SCALAR_DEPTH_MAX = 2;

/**
 * Adds the member that is the id if what its path answers shows that in another one. A number that
 * was sent, or one of a few values, may be that of the id by chance.
 */
export function withMember(
  { service }: Session,
  found: Found,
  record: JsonObject,
  sent: JsonObject = {},
): Found {
  // A member that holds what ends the address may do so by chance, unless nothing else is the id.
  const isLinked = found.at.kind === 'body' && found.at.isLink === true && service.showsIds;
  if (!service.isIdAssumed || service.isIdProven || isLinked) return found;
  const key = String(found.id);
  const { item } = service.contract;
  const isKey = (member: string): boolean => {
    const value = own(record, member);
    const isChance =
      typeof value === 'number' &&
      (own(sent, member) === value || isOneOfFew(service.schemas.memberAt(item, [member])));
    return value !== undefined && isId(value) && toKey(value) === key && !isChance;
  };
  if (isKey(service.contract.id)) return found;
  const member = Object.keys(record).find(isKey);
  return member === undefined ? found : { ...found, member };
}

function isOneOfFew(schema: JsonObject = {}): boolean {
  return own(schema, 'enum') !== undefined;
}

/** Whether a value can be an id. */
export function isId(value: Json): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
