// The probes of `learn` that create items with unusual members. Every body holds the token of the
// run in a valid member, and what it creates is removed at once.

import { type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Trial } from '../../contract/choice-row.ts';
import type { Facet } from '../../schema/violation.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { unknownReference } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { onlyReplies, type Probe, type Probed, spareProbe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';

export const fieldProbes: readonly Probe[] = [
  spareProbe('create', ['fields.required'], leaveOut),
  spareProbe('create', ['fields.format'], (context) =>
    breakFacet(context, 'wrong-format', 'format'),
  ),
  spareProbe('create', ['fields.bounds'], (context) =>
    breakFacet(context, 'beyond-bounds', 'bounds'),
  ),
  spareProbe('create', ['fields.unknown'], addUnknown),
  spareProbe('create', ['fields.unique'], repeatUnique),
  spareProbe('create', ['fields.defaults'], leaveDefaultOut),
  spareProbe('create', ['reference.unknown'], referToNothing),
];

function plain({ make, session }: ProbeContext): JsonObject {
  return pick(make.plain(), session.service.traits.createMembers);
}

/** Creates an item, reads and removes it. Returns what was read; `null` if it was refused. */
export async function tryOne(
  context: ProbeContext,
  trial: Trial,
  sent: JsonObject,
): Promise<MoveResult<JsonObject | null>> {
  const tried = await context.tryCreate(trial, sent);
  if (tried.kind !== 'done') return tried;
  const { received, item } = tried.value;
  if (received.status >= 300) return doneWith(null);
  if (item === null) return notExercised('the created item could not be found');
  const record = await context.read(item);
  if (record.kind !== 'done') return record;
  const removal = await context.remove(item);
  return removal.kind === 'done' ? record : removal;
}

async function leaveOut(context: ProbeContext): Promise<Probed> {
  const { service } = context.session;
  const values = plain(context);
  const listed = service.schemas.requiredOfItems(service.contract.list);
  const member = service
    .requiredMembers('create')
    .find((one) => !listed.includes(one) && Object.hasOwn(values, one));
  if (member === undefined)
    return notExercised('the list requires every member that a creation requires');
  return onlyReplies(await tryOne(context, 'missing-member', without(values, member)));
}

function without(values: JsonObject, member: string): JsonObject {
  const others = Object.keys(values).filter((one) => one !== member);
  return pick(values, others);
}

/** Sends a value that violates one facet of its schema only. */
async function breakFacet(
  context: ProbeContext,
  trial: Trial,
  facet: 'format' | 'bounds',
): Promise<Probed> {
  const values = plain(context);
  for (const member of Object.keys(values)) {
    for (const wrong of wrongValues(context, member, own(values, member))) {
      const sent = { ...values, [member]: wrong };
      if (!isFlawedBy(context, sent, member, facet)) continue;
      return onlyReplies(await tryOne(context, trial, sent));
    }
  }
  return notExercised(`the schema names no ${facet} that a value could break`);
}

function wrongValues(
  { session }: ProbeContext,
  member: string,
  value: Json | undefined,
): readonly Json[] {
  const schema = session.service.schemas.membersOf(session.service.contract.item).get(member) ?? {};
  const limit = (keyword: string): number => Number(own(schema, keyword) ?? Number.NaN);
  if (typeof value === 'string') {
    const long = value.padEnd(Math.min(limit('maxLength'), LENGTH_MAX) + 1, 'x');
    return [session.items.token, `${session.items.token} !`, long, ''];
  }
  if (typeof value === 'number')
    return [limit('maximum') + 1, limit('minimum') - 1, value + 0.5].filter(Number.isFinite);
  if (!Array.isArray(value)) return [];
  const length = Math.min(limit('maxItems'), LENGTH_MAX) + 1 || 0;
  const longer = Array.from({ length }, () => value[0] as Json);
  return [longer, [...value, value[0] as Json], []];
}

/** How far a value may exceed a bound. */
const LENGTH_MAX = 2_000;

function isFlawedBy(
  context: ProbeContext,
  sent: JsonObject,
  member: string,
  facet: Facet,
): boolean {
  const { checker, contract } = context.session.service;
  const { token } = context.session.items;
  const flaws = checker.check(contract.operations.create?.body ?? contract.item, sent);
  const isAlone = flaws.every((flaw) => flaw.facet === facet && flaw.at.split('/')[1] === member);
  return flaws.length > 0 && isAlone && JSON.stringify(without(sent, member)).includes(token);
}

async function addUnknown(context: ProbeContext): Promise<Probed> {
  const values = plain(context);
  const members = context.session.service.membersOf('create');
  const stranger = [`x${context.session.items.token}`, `${context.session.items.token}zz`].find(
    (name) => suggest(name, members) === null,
  );
  if (stranger === undefined) return notExercised('every name resembles a member');
  const typo = typoIn(context, values);
  const record = await tryOne(context, 'other', { ...values, [stranger]: 'unknown' });
  if (record.kind !== 'done') return record;
  const misspelt = typo === null ? doneWith({}) : await tryOne(context, 'other', typo);
  if (misspelt.kind !== 'done') return misspelt;
  if (record.value === null) return doneWith([{ choice: 'fields.unknown', option: 'refuse' }]);
  if (misspelt.value === null)
    return doneWith([{ choice: 'fields.unknown', option: 'refuse-misspelt' }]);
  const option = Object.hasOwn(record.value, stranger) ? 'keep' : 'drop';
  return doneWith([{ choice: 'fields.unknown', option }]);
}

/** Returns values with a typo in the name of an optional member; `null` if there is none. */
function typoIn(context: ProbeContext, values: JsonObject): JsonObject | null {
  const needed = context.session.service.requiredMembers('create');
  for (const member of Object.keys(values).filter((one) => !needed.includes(one))) {
    const typo = `${member}${member.at(-1)}`;
    const rest = without(values, member);
    if (suggest(typo, [member]) === member) return { ...rest, [typo]: own(values, member) ?? null };
  }
  return null;
}

async function repeatUnique(context: ProbeContext, spare: OwnedItem): Promise<Probed> {
  const { service } = context.session;
  const values = plain(context);
  const [member] = service.schemas
    .uniqueOf(service.contract.item)
    .filter((one) => Object.hasOwn(values, one));
  if (member === undefined) return notExercised('no member is marked x-unique');
  const record = await context.read(context.items[0] ?? spare);
  if (record.kind !== 'done') return record;
  const value = own(record.value, member);
  if (value === undefined)
    return notExercised('replies do not show the member that is marked x-unique');
  const sent = { ...context.make.plain(), [member]: value };
  return onlyReplies(await tryOne(context, 'not-unique', sent));
}

async function referToNothing(context: ProbeContext): Promise<Probed> {
  const { service } = context.session;
  const { references } = service.contract;
  if (references === undefined) return notExercised('no member is marked x-ref');
  const values = plain(context);
  for (const reference of references) {
    if (!service.traits.createMembers.includes(reference.member)) continue;
    const unknown = unknownReference(context.session, reference);
    if (unknown === undefined) continue;
    const sent = { ...values, [reference.member]: unknown };
    return onlyReplies(await tryOne(context, 'unknown-reference', sent));
  }
  return notExercised('no item is known that a member could refer to');
}

async function leaveDefaultOut(context: ProbeContext): Promise<Probed> {
  const { service } = context.session;
  const values = plain(context);
  const needed = service.requiredMembers('create');
  const [found] = service.schemas
    .defaultsOf(service.contract.item)
    .filter(([member]) => !needed.includes(member));
  if (found === undefined) return notExercised('the schema has no default');
  const [member, value] = found;
  const tried = await tryOne(context, 'plain', without(values, member));
  if (tried.kind !== 'done') return tried;
  const record = tried.value;
  if (record === null) return notExercised(`a creation without ${member} was refused`);
  const isFilled = JSON.stringify(own(record, member)) === JSON.stringify(value);
  if (!isFilled && Object.hasOwn(record, member))
    return doneWith([{ choice: 'fields.defaults', option: 'another value' }]);
  return doneWith([{ choice: 'fields.defaults', option: isFilled ? 'fill' : 'ignore' }]);
}
