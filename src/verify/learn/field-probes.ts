// The probes of `learn` that try creations with something about their members. All that is sent
// holds the token of the run in a member that is right, and what comes of it is removed at once.

import { type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Observed, Trial } from '../../oracle/infer-choices.ts';
import type { Facet } from '../../schema/violation.ts';
import type { Probe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { Untold } from './probe-request.ts';

export const fieldProbes: readonly Probe[] = [
  { kind: 'steps', tells: ['fields.required'], steps: leaveOut },
  {
    kind: 'steps',
    tells: ['fields.format'],
    steps: (context) => spoil(context, 'wrong-format', 'format'),
  },
  {
    kind: 'steps',
    tells: ['fields.bounds'],
    steps: (context) => spoil(context, 'beyond-bounds', 'bounds'),
  },
  { kind: 'steps', tells: ['fields.unknown'], steps: addUnknown },
  { kind: 'steps', tells: ['fields.unique'], steps: repeatUnique },
  { kind: 'steps', tells: ['fields.defaults'], steps: leaveDefaultOut },
];

function plain(context: ProbeContext): JsonObject {
  context.needs('create');
  context.victim();
  return pick(context.make.plain(), context.session.traits.createMembers);
}

/**
 * Tries a creation, shows what it made, and removes it. Gives the item as it is read; `null` where
 * it was refused.
 */
async function tryOne(
  context: ProbeContext,
  trial: Trial,
  sent: JsonObject,
): Promise<JsonObject | null> {
  const { received, item } = await context.tryCreate(trial, sent);
  if (received.status >= 300) return null;
  if (item === null) throw new Untold('what was created could not be found');
  const record = await context.read(item);
  await context.remove(item);
  return record;
}

async function leaveOut(context: ProbeContext): Promise<readonly Observed[]> {
  const { session } = context;
  const values = plain(context);
  const listed = session.schemas.requiredOfItems(session.contract.list);
  const member = session
    .shownMembers('create')
    .find((one) => !listed.includes(one) && Object.hasOwn(values, one));
  if (member === undefined)
    throw new Untold('no member is required but those that a list must show');
  await tryOne(context, 'missing-member', without(values, member));
  return [];
}

function without(values: JsonObject, member: string): JsonObject {
  return pick(
    values,
    Object.keys(values).filter((one) => one !== member),
  );
}

/** Sends a value that has no other flaw than one of a facet. */
async function spoil(
  context: ProbeContext,
  trial: Trial,
  facet: Facet,
): Promise<readonly Observed[]> {
  const values = plain(context);
  for (const member of Object.keys(values)) {
    for (const wrong of wrongValues(context, member, own(values, member))) {
      const sent = { ...values, [member]: wrong };
      if (!isFlawedBy(context, sent, member, facet)) continue;
      await tryOne(context, trial, sent);
      return [];
    }
  }
  throw new Untold(
    `the schema names no ${facet === 'format' ? 'format' : 'bounds'} that a value could break`,
  );
}

function wrongValues(
  { session }: ProbeContext,
  member: string,
  value: Json | undefined,
): readonly Json[] {
  const schema = session.schemas.membersOf(session.contract.item).get(member) ?? {};
  const limit = (keyword: string): number => Number(own(schema, keyword) ?? Number.NaN);
  if (typeof value === 'string') {
    const long = value.padEnd(Math.min(limit('maxLength'), LENGTH_MAX) + 1, 'x');
    return [session.token, `${session.token} !`, long, ''];
  }
  if (typeof value === 'number')
    return [limit('maximum') + 1, limit('minimum') - 1, value + 0.5].filter(Number.isFinite);
  if (!Array.isArray(value)) return [];
  const longer = Array.from(
    { length: Math.min(limit('maxItems'), LENGTH_MAX) + 1 || 0 },
    () => value[0] as Json,
  );
  return [longer, [...value, value[0] as Json], []];
}

/** How long a value is made to go beyond a bound. */
const LENGTH_MAX = 2_000;

function isFlawedBy(
  context: ProbeContext,
  sent: JsonObject,
  member: string,
  facet: Facet,
): boolean {
  const { checker, contract, token } = context.session;
  const flaws = checker.check(contract.operations.create?.body ?? contract.item, sent);
  const isAlone = flaws.every((flaw) => flaw.facet === facet && flaw.at.split('/')[1] === member);
  return flaws.length > 0 && isAlone && JSON.stringify(without(sent, member)).includes(token);
}

async function addUnknown(context: ProbeContext): Promise<readonly Observed[]> {
  const values = plain(context);
  const members = context.session.membersOf('create');
  const stranger = [`x${context.session.token}`, `${context.session.token}zz`].find(
    (name) => suggest(name, members) === null,
  );
  if (stranger === undefined) throw new Untold('no name is unlike all members');
  const slip = slipFor(context, values);
  const record = await tryOne(context, 'other', { ...values, [stranger]: 'unknown' });
  const isSlipRefused = slip !== null && (await tryOne(context, 'other', slip)) === null;
  if (record === null) return [{ choice: 'fields.unknown', option: 'refuse' }];
  if (isSlipRefused) return [{ choice: 'fields.unknown', option: 'refuse-misspelt' }];
  return [{ choice: 'fields.unknown', option: Object.hasOwn(record, stranger) ? 'keep' : 'drop' }];
}

/**
 * Gives values in which one member that may be left out has a slip in its name; `null` where there
 * is none.
 */
function slipFor(context: ProbeContext, values: JsonObject): JsonObject | null {
  const needed = context.session.shownMembers('create');
  for (const member of Object.keys(values).filter((one) => !needed.includes(one))) {
    const slip = `${member}${member.at(-1)}`;
    const rest = without(values, member);
    if (suggest(slip, [member]) === member) return { ...rest, [slip]: own(values, member) ?? null };
  }
  return null;
}

async function repeatUnique(context: ProbeContext): Promise<readonly Observed[]> {
  const { session } = context;
  const values = plain(context);
  const [member] = session.schemas
    .uniqueOf(session.contract.item)
    .filter((one) => Object.hasOwn(values, one));
  if (member === undefined) throw new Untold('no member is marked x-unique');
  const record = await context.read(context.items[0] ?? context.victim());
  const value = own(record, member);
  if (value === undefined) throw new Untold('the member that is marked x-unique is not shown');
  await tryOne(context, 'not-unique', { ...context.make.plain(), [member]: value });
  return [];
}

async function leaveDefaultOut(context: ProbeContext): Promise<readonly Observed[]> {
  const { session } = context;
  const values = plain(context);
  const needed = session.shownMembers('create');
  const [found] = session.schemas
    .defaultsOf(session.contract.item)
    .filter(([member]) => !needed.includes(member));
  if (found === undefined) throw new Untold('the schema names no default');
  const [member, value] = found;
  const record = await tryOne(context, 'plain', without(values, member));
  if (record === null) throw new Untold(`a creation without ${member} was refused`);
  const isFilled = JSON.stringify(own(record, member)) === JSON.stringify(value);
  if (!isFilled && Object.hasOwn(record, member))
    return [{ choice: 'fields.defaults', option: 'another value' }];
  return [{ choice: 'fields.defaults', option: isFilled ? 'fill' : 'ignore' }];
}
