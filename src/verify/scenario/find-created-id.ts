// Finds the id of an item that was just created: in the body, in Location, or in the list.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { memberOfAnother } from '../../contract/item-members.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { idOfStep, lastStep, linkedId } from '../session/issued-ids.ts';
import type { IdAt } from '../session/service-traits.ts';
import type { Session } from '../session/session.ts';
import {
  answeredAt,
  bodyOf,
  type Found,
  isId,
  leadsTo,
  type Sought,
  withMember,
} from './id-from-evidence.ts';
import { whyUnread } from './known-list-flaws.ts';
import { doneWith, type MoveResult, notExercised } from './move-result.ts';
import type { Scenario } from './scenario.ts';
import { readSharedList } from './shared-list.ts';
import { agreesWith, isOf, showsAll } from './shows-sent.ts';

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
  const chosen = chosenIn(session, sent);
  if (chosen !== null) return doneWith(offered.find(({ id }) => id === chosen.id) ?? chosen);
  const usual = offered.find(({ at }) => sameWay(at, service.traits.idAt));
  if (usual !== undefined) return doneWith(usual);
  for (const found of offered) {
    const record = await leadsTo(scenario, found, sent, mark);
    if (record !== null) return doneWith(withMember(session, found, record, sent));
  }
  const { body } = received;
  const other = await answeredAt(scenario, { sent, mark, offered }, body);
  if (other !== null) return doneWith(other);
  if (!service.offers('list') && !service.offers('read') && body.kind === 'json')
    return doneWith(idBeside(session, { sent, mark, offered }, body.value));
  return findInList(scenario, { sent, mark, offered });
}

/** The id in the path of a creation: the item is there, whatever the answer names. */
function chosenIn({ service: { contract } }: Session, sent: JsonObject): Found | null {
  const id = own(sent, contract.id);
  const isInPath = contract.operations.create?.idInPath !== undefined;
  return isInPath && id !== undefined && isId(id) ? { id, at: { kind: 'location' } } : null;
}

/** Whether an answer names an item that the run made before: then it made no further one. */
export function namesOwn(session: Session, received: Received): boolean {
  return offersOf(session, received).some(({ id }) => session.items.holds(String(id)));
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
  const known = body.kind === 'json' ? knownIn(session, body.value) : [];
  // The id in an answer about something else is not that of the item.
  const isAnother = memberOfAnother(contract, schemas, 'create') !== null;
  const named = body.kind === 'json' && !isAnother ? idsIn(body.value, contract.id, []) : [];
  const inBody = [...known.filter((one) => !named.some(({ at }) => sameWay(at, one.at))), ...named];
  const location =
    header(received.headers, 'location') ?? header(received.headers, 'content-location');
  // With 202 it may name a report on the progress (RFC 9110 section 15.3.3).
  const isItem = received.status !== 202 || location?.includes(`${service.contract.path}/`);
  const step = location === undefined || isItem !== true ? undefined : lastStep(location);
  if (step === undefined) return inBody;
  return [...inBody, { id: idOfStep(session.service, step), at: { kind: 'location' } }];
}

/** The id where creations before have shown it, in a member of another name. */
function knownIn(session: Session, body: Json): readonly Found[] {
  const at = session.service.traits.idAt;
  if (at.kind !== 'body') return [];
  const value = valueAt(body, at.steps);
  const id = at.isLink === true ? linkedId(session.service, value) : value;
  return id !== undefined && isId(id) ? [{ id, at }] : [];
}

function idsIn(value: Json, idMember: string, steps: readonly string[]): readonly Found[] {
  if (steps.length > ID_DEPTH_MAX || value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value as Record<string, Json>);
  const here = isObject(value) ? own(value, idMember) : undefined;
  const found: Found[] =
    here !== undefined && isId(here)
      ? [{ id: here, at: { kind: 'body', steps: [...steps, idMember] } }]
      : [];
  return [...found, ...entries.flatMap(([key, below]) => idsIn(below, idMember, [...steps, key]))];
}

/** How many levels of a reply are searched for an id. */
const ID_DEPTH_MAX = 6;

function sameWay(one: IdAt, other: IdAt): boolean {
  if (one.kind !== other.kind) return false;
  return (
    one.kind !== 'body' || other.kind !== 'body' || one.steps.join('/') === other.steps.join('/')
  );
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
  if (read.value === null)
    return notExercised(scenario.unread ?? whyUnread(service.listFlaws) ?? '');
  const { elements } = read.value;
  const others = elements.filter((one) => !items.holds(service.keyOf(one) ?? ''));
  const created = others.filter((one) => isOf(one, sent, mark, session));
  // Others that are made at the same time may have the same values.
  const answered = offered.find(({ id }) =>
    created.some((one) => service.keyOf(one) === String(id)),
  );
  if (answered !== undefined) return doneWith(answered);
  const element = created.at(-1);
  if (element === undefined) {
    const found = named(elements) ?? null;
    const names = Object.keys(sent);
    // A creation of nothing has no mark of its own, and cannot be told in a list.
    const isOfNothing = names.length === 0 && mark === items.token;
    const all = isOfNothing ? [] : [...names, ...service.membersOf('create')];
    // Without a text in it, an element that shows all that was sent may be the item, or another one.
    const isTelling =
      elements.some((one) => all.some((name) => Object.hasOwn(one, name))) &&
      !others.some((one) => showsAll(one, sent, session));
    return found !== null || isTelling || elements.length === 0
      ? doneWith(found)
      : notExercised('neither the answer to POST nor the list shows what was sent');
  }
  const id = own(element, service.contract.id);
  const at = { kind: 'list' } as const;
  if (service.offers('read') && !service.isIdProven && service.isIdAssumed) {
    if (id !== undefined && (await leadsTo(scenario, { id, at }, sent, mark)) !== null)
      return doneWith({ id, at });
    const other = await answeredAt(scenario, { sent, mark, offered: [] }, bodyOf(element));
    if (other !== null) return doneWith({ ...other, at });
  }
  return doneWith(id === undefined ? null : { id, at });
}
