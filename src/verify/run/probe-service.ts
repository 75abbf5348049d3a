// Finds out how to deal with the service before it is judged: which items has it, and which members
// does it accept in a creation and a replacement? The fullest set that the contract specifies is
// tried first, the smallest last.

import { type JsonObject, own, pick } from '../../base/json.ts';
import { idsReferredTo } from '../../contract/relations/references.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Finding } from '../../oracle/finding.ts';
import { statusAndText } from '../../oracle/reply-findings.ts';
import { checkSafeIntegerId } from '../guard/safe-integer-id.ts';
import { holdsFamily } from '../guard/whose-record.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import { compareItem } from '../moves/read-item.ts';
import { type BodyToTry, bodiesToTry } from '../probe/bodies-to-try.ts';
import { Strangers } from '../probe/count-strangers.ts';
import {
  breakingFinding,
  findBreakingMembers,
  isFailedCreation,
} from '../probe/find-breaking-members.ts';
import { findExcludedMembers } from '../probe/find-excluded-members.ts';
import { REFUSING_VALUES, refusalOf } from '../probe/refused-for-values.ts';
import { tryRemoval } from '../probe/try-removal.ts';
import type { Exchanged } from '../report.ts';
import {
  type Broken,
  broken,
  done,
  doneWith,
  type MoveResult,
  notExercised,
  type Stopped,
} from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { isOfField, type ServiceKnowledge } from '../session/service-knowledge.ts';
import type { Session } from '../session/session.ts';

/**
 * Records the items that exist before anything is written: the run never writes to them, and
 * watches them.
 */
export async function recordBystanders(session: Session): Promise<MoveResult> {
  const { service, sender, bystanders } = session;
  const first = await readList(new Scenario(session), () => false);
  // What is wrong with the first reply is shown by a request of this step.
  const list = first.kind === 'done' ? first : await readList(new Scenario(session), () => false);
  // Flaws that the list has already are reported once, and break no law.
  if (list.kind === 'broken')
    service.listFlaws = list.findings.filter((finding) => !isOfField(finding));
  if (list.kind !== 'done') return list;
  const { elements } = list.value;
  const { id, path } = service.contract;
  for (const element of elements) checkSafeIntegerId(own(element, id), `GET ${path}`);
  const owned = new Set(sender.guard.owned());
  bystanders.begin(elements.filter((element) => !owned.has(service.keyOf(element) ?? '')));
  // What another machine of the run refers to is removed at its end.
  learnReferences(
    session,
    elements.filter((element) => !holdsFamily(element, session.items.token)),
  );
  sender.guard.protect(bystanders.keys());
  return done;
}

/** Takes the ids that items of others refer to, if the run made none for a reference. */
function learnReferences({ service }: Session, elements: readonly JsonObject[]): void {
  const { contract, referable } = service;
  for (const reference of contract.references ?? []) {
    if (referable.has(reference.member) || reference.to === contract.resource) continue;
    const ids = elements.flatMap((element) => idsReferredTo(element, reference));
    referable.set(reference.member, [...new Set(ids)].slice(0, REFERENCES_MAX));
  }
}

/** How many ids that others refer to are used. */
const REFERENCES_MAX = 8;

/**
 * Finds the members that a creation takes. Broken if it takes none that the contract specifies; not
 * exercised if it refuses every value that is tried, for the contract does not specify those.
 */
export async function probeCreate(session: Session, make: ItemFactory): Promise<MoveResult> {
  const { service, items, sender } = session;
  const position = sender.guard.mark();
  const probed = await probeShapes(session, make);
  if (probed.kind !== 'done' && !isRefusal(probed)) return probed;
  if (items.sentinels.length > 0 || items.idle.length > 0) return done;
  const sent = sender.guard.since(position);
  if (!(await refusesAll(session, make, sent))) return probed;
  const { contract } = service;
  const first = refusalIn(sent);
  const why = `every creation was refused${first === null ? '' : ` (first answer: ${first})`}`;
  const remedy = `Add values that the service accepts as "examples" to ${contract.operations.create?.body ?? contract.item}.json.`;
  sender.access.closeCreation({ why, remedy, isDecisive: true });
  return notExercised(why);
}

/**
 * Makes items as the probe has found that they can be made: its questions are not asked again. They are
 * kept as sentinels if they are as expected.
 */
export async function makeSentinels(session: Session, make: ItemFactory): Promise<MoveResult> {
  const { items } = session;
  if (items.everOwned.size === 0) return probeCreate(session, make);
  const scenario = new Scenario(session);
  const made = await makeTwo(scenario, make);
  const look = made.kind === 'done' ? await performMove(scenario, { kind: 'look' }) : made;
  if (look.kind === 'done') items.sentinels.push(...scenario.alive);
  else await scenario.cleanUp();
  return look;
}

/** Makes two items, one with flags on and one with flags off, whatever is wrong with them. */
export async function makeTwo(scenario: Scenario, make: ItemFactory): Promise<MoveResult> {
  const made = await takesCreations(scenario, 'anew', make, 'unusual');
  return made.kind === 'done' ? done : made;
}

function isRefusal(stopped: Stopped): stopped is Broken {
  const [finding] = stopped.kind === 'broken' ? stopped.findings : [];
  return finding?.code === 'refused' && finding.operation === 'create';
}

/**
 * Whether all creations were refused, and further ones are if they were few: each because of its
 * values and not its form. What a further one makes is removed.
 */
async function refusesAll(
  session: Session,
  make: ItemFactory,
  before: readonly Exchanged[],
): Promise<boolean> {
  const { items, sender } = session;
  if (items.everOwned.size > 0) return false;
  const scenario = new Scenario(session);
  const item = 'further';
  try {
    let refused = refusedCreations(session, before);
    for (; refused < REFUSALS_LEAST; refused++) {
      const position = sender.guard.mark();
      const values = make.plain();
      await performMove(scenario, { kind: 'create', item, values, manner: 'unusual' });
      const isMade = scenario.items.has(item);
      if (isMade || refusedCreations(session, sender.guard.since(position)) === 0) return false;
    }
  } finally {
    await scenario.cleanUp();
  }
  return !(await acceptsForms(session, make));
}

/** How many creations were refused for their values; a list that is refused is none of them. */
function refusedCreations({ service }: Session, exchanges: readonly Exchanged[]): number {
  const { method, path } = service.call('create', null, null);
  return exchanges.filter(
    ({ call, received }) =>
      call.method === method &&
      call.path === path &&
      received !== null &&
      REFUSING_VALUES.has(received.status),
  ).length;
}

/** Whether the service accepts the values as a form: then it does not read JSON. */
async function acceptsForms(session: Session, make: ItemFactory): Promise<boolean> {
  const { service, sender } = session;
  const sent = pick(make.plain(), service.traits.createMembers);
  const fields = Object.entries(sent).map(([name, value]) => [name, String(value)]);
  const call = service.call(
    'create',
    null,
    new URLSearchParams(Object.fromEntries(fields)).toString(),
  );
  const headers = { ...call.headers, 'content-type': 'application/x-www-form-urlencoded' };
  const exchange = await sender.sendUnlessStopped({ ...call, headers });
  return exchange.kind === 'received' && exchange.received.status < 400;
}

/** How many must be refused before creation counts as impossible. */
const REFUSALS_LEAST = 8;

/** Tries bodies in turn, and keeps the items that the first accepted one made. */
async function probeShapes(session: Session, make: ItemFactory): Promise<MoveResult> {
  const { service, items, sender } = session;
  const least = service.requiredMembers('create').length;
  const scenario = new Scenario(session);
  const bodies = bodiesToTry(session);
  let failed: Finding | null = null;
  let refused: string | null = null;
  let next = bodies.next(null);
  try {
    for (let index = 0; next.done !== true; index++) {
      const body = next.value;
      service.traits.createMembers = body.members;
      service.traits.wording = body.wording;
      const position = sender.guard.mark();
      const taken = await takesCreations(scenario, index, make, body.isLast ? 'plain' : 'unusual');
      if (taken.kind === 'broken') {
        const failure: Finding | null = failed ?? taken.findings.find(isFailedCreation) ?? null;
        // What fails with all members may work with fewer.
        if (failure === null || body.members.length <= least)
          return failed === null ? taken : broken([failed]);
        failed = failure;
      } else if (taken.kind !== 'done') return taken;
      else if (taken.value) return await keepAccepted(scenario, make, { body, failed, refused });
      const last = sender.guard.since(position).slice(-1);
      refused ??= refusalIn(last);
      next = bodies.next(refusalOf(last[0]));
    }
    return failed === null ? done : broken([failed]);
  } finally {
    if (items.sentinels.length === 0) await scenario.cleanUp();
  }
}

/** What the service said about the first request that it refused; `null` if it refused none. */
function refusalIn(exchanges: readonly Exchanged[]): string | null {
  const first = exchanges.find(({ received }) => (received?.status ?? 0) >= 400)?.received;
  return first == null ? null : statusAndText(first);
}

/** What was found out before a body was accepted. */
interface Accepted {
  readonly body: BodyToTry;
  /** The finding that a creation with more members failed. */
  readonly failed: Finding | null;
  /** What the service said about the first body that it refused. */
  readonly refused: string | null;
}

async function keepAccepted(
  scenario: Scenario,
  make: ItemFactory,
  { body, failed, refused }: Accepted,
): Promise<MoveResult> {
  const { session } = scenario;
  const { service, items } = session;
  if (refused !== null) noteRefusedBody(service, body, refused);
  const breaking = failed === null ? [] : await findBreakingMembers(session, make, body.members);
  const look = await tellMade(scenario, make, await lookAtMade(scenario, make));
  if (items.areScarce) items.sentinels.splice(0);
  else if (look.kind === 'done') for (const item of scenario.alive) items.sentinels.push(item);
  if (failed === null || look.kind !== 'done') return look;
  service.traits.breaking = breaking;
  return broken([breaking.length === 0 ? failed : breakingFinding(failed, breaking)]);
}

/** Looks at what was made; anew without the members that the service keeps only alone. */
async function lookAtMade(scenario: Scenario, make: ItemFactory): Promise<MoveResult> {
  const { service } = scenario.session;
  const look = await performMove(scenario, { kind: 'look' });
  // What came out otherwise than it was sent may also count as ignored so far.
  const isWhole = look.kind === 'done' && service.ignoredMembers().length === 0;
  if (isWhole || look.kind === 'not-exercised') return look;
  if (!(await findExcludedMembers(scenario, make))) return look;
  const taken = await takesCreations(scenario, 'whole', make, 'unusual');
  return taken.kind === 'done' ? await performMove(scenario, { kind: 'look' }) : taken;
}

/** Notes that the service refuses values that its schema allows, and which it takes in their place. */
function noteRefusedBody(
  service: ServiceKnowledge,
  { members, words }: BodyToTry,
  refused: string,
): void {
  const left = service.membersOf('create').filter((member) => !members.includes(member));
  const ways = [
    ...(words === null ? [] : [`with ${words}`]),
    ...(left.length === 0 ? [] : [`without ${left.join(', ')}`]),
  ];
  if (ways.length === 0 || service.traits.isPicky) return;
  service.traits.isPicky = true;
  service.notes.add(
    `POST refuses values that its schema allows (${refused}); the run creates ${ways.join(', ')}`,
  );
}

/**
 * A member that came out otherwise than it was sent, and need not be sent, may be made by the
 * service, such as the time of creation: then items without it have a value of their own, too.
 */
async function tellMade(
  scenario: Scenario,
  make: ItemFactory,
  look: MoveResult,
): Promise<MoveResult> {
  const { service, items } = scenario.session;
  if (items.areScarce) return look;
  const required = service.requiredMembers('create');
  const ignored = service.ignoredMembers().filter((member) => !required.includes(member));
  if (ignored.length === 0) return look;
  let last = look;
  // The second is judged by what the first has shown.
  for (const item of ['without0', 'without1']) {
    const values = pick(
      make.plain(),
      service.traits.createMembers.filter((member) => !ignored.includes(member)),
    );
    const creation = await performMove(scenario, { kind: 'create', item, values, manner: 'plain' });
    if (creation.kind !== 'done') return creation;
    last = await performMove(scenario, { kind: 'look' });
  }
  return last;
}

/**
 * Creates one item with flags on and one with flags off: a service may take only one of them. The
 * first item of the run is removed before there is a second one. If it stays, there is none.
 */
async function takesCreations(
  scenario: Scenario,
  index: number | 'whole' | 'anew',
  make: ItemFactory,
  manner: 'plain' | 'unusual',
): Promise<MoveResult<boolean>> {
  const { session } = scenario;
  const { items } = session;
  const labels = items.removal === 'untried' ? ['first', 'off', 'on'] : ['on', 'off'];
  const strangers = labels.includes('first') ? new Strangers(session) : null;
  for (const label of labels) {
    const item = `${label}${index}`;
    const flag = label !== 'off';
    const values = make.plain({ flag });
    const creation = await performMove(scenario, { kind: 'create', item, values, manner });
    if (creation.kind !== 'done') return creation;
    const made = scenario.items.get(item);
    if (made === undefined) return doneWith(false);
    if (label !== 'first') {
      await strangers?.look();
      continue;
    }
    const removal = await tryRemoval(session, made);
    items.removal = removal === 'gone' ? 'works' : 'fails';
    if (removal === 'gone' || removal === 'kept') scenario.items.delete(item);
    if (removal === 'kept') items.drop(made);
    // What is left of it is what DELETE made of it, not POST.
    if (removal === 'stays') {
      scenario.wrote('remove', made);
      made.lastWrite = 'remove';
    }
    if (items.areScarce) break;
    await strangers?.look();
  }
  return doneWith(true);
}

/**
 * Keeps an item for the law about prefix ids: a sentinel, whose id is among the run's first. A new one
 * takes its place, which nothing is written to: a service may take back the last write of all.
 */
export async function keepForPrefixLaw(session: Session, make: ItemFactory): Promise<MoveResult> {
  const { items } = session;
  const [sentinel] = items.sentinels;
  if (!mayKeep(session) || sentinel === undefined) return done;
  const scenario = new Scenario(session);
  const values = make.plain({ flag: false });
  const move: Move = { kind: 'create', item: 'spare', values, manner: 'unusual' };
  const made = await performMove(scenario, move);
  const spare = scenario.items.get('spare');
  if (made.kind !== 'done' || spare === undefined) return made;
  const seen = await compareItem(scenario, spare);
  if (seen.kind !== 'done') return seen;
  scenario.items.delete('spare');
  items.kept = sentinel;
  items.sentinels[0] = spare;
  return done;
}

/** Keeps the item of the probe, if there is no sentinel. */
function keepTheOnly(scenario: Scenario): void {
  const { items } = scenario.session;
  const item = scenario.items.get('a');
  if (items.kept !== null || item?.isAlive !== true || !mayKeep(scenario.session)) return;
  items.kept = item;
  scenario.items.delete('a');
}

function mayKeep({ service, items }: Session): boolean {
  return service.offers('remove') && service.contract.isSingle !== true && !items.areScarce;
}

interface Shape {
  readonly members: readonly string[];
  readonly fixed: readonly string[];
  readonly id: 'left-out' | 'sent';
}

/** Finds the members that a replacement takes. Broken if it takes none. */
export async function probeReplace(session: Session, make: ItemFactory): Promise<MoveResult> {
  const scenario = new Scenario(session);
  try {
    const { single } = session.items;
    if (single?.isAlive === true) {
      scenario.items.set('a', single);
      return await probeReplacements(scenario, make);
    }
    const values = make.plain();
    const { areScarce } = session.items;
    const move: Move = { kind: 'create', item: 'a', values, manner: 'plain' };
    const creation = await performMove(scenario, areScarce ? { ...move, isAny: true } : move);
    return creation.kind === 'done' ? await probeReplacements(scenario, make) : creation;
  } finally {
    await scenario.cleanUp();
  }
}

async function probeReplacements(scenario: Scenario, make: ItemFactory): Promise<MoveResult> {
  const { session } = scenario;
  const { service } = session;
  for (const shape of shapesOf(session)) {
    const taken = await takes(scenario, shape, make.plain());
    if (taken.kind !== 'done') return taken;
    if (!taken.value) continue;
    const look = await performMove(scenario, { kind: 'look' });
    if (look.kind !== 'done') return look;
    const item = scenario.item('a');
    // A change that only the first read shows is none.
    const again = item.kind === 'done' ? await compareItem(scenario, item.value) : done;
    if (again.kind === 'done') keepTheOnly(scenario);
    return again;
  }
  for (const id of idsOf(session)) {
    const members = service.traits.createMembers;
    const taken = await takes(scenario, { members, fixed: members, id }, make.plain());
    if (taken.kind !== 'done') return taken;
    if (taken.value) return findFixed(scenario, { members, id }, make);
  }
  return broken([refusedReplacement(session)]);
}

function shapesOf(session: Session): readonly Shape[] {
  const { service } = session;
  const { breaking } = service.traits;
  const all = service.membersOf('replace').filter((member) => !breaking.includes(member));
  const created = all.filter((member) => service.traits.createMembers.includes(member));
  const shown = all.filter((member) => service.requiredMembers('create').includes(member));
  const sets = [all, created, shown].filter(
    (set, index, sets) => index === sets.findIndex((one) => one.join() === set.join()),
  );
  return sets.flatMap((members) => idsOf(session).map((id): Shape => ({ members, fixed: [], id })));
}

/** Without the id in the path, it is in the body. */
function idsOf({ service }: Session): readonly Shape['id'][] {
  const isInBody = service.contract.operations.replace?.idInBody !== undefined;
  return isInBody ? ['sent'] : ['left-out', 'sent'];
}

async function takes(
  scenario: Scenario,
  shape: Shape,
  values: JsonObject,
): Promise<MoveResult<boolean>> {
  const { traits } = scenario.session.service;
  traits.replaceMembers = shape.members;
  traits.fixedMembers = shape.fixed;
  traits.replaceId = shape.id;
  scenario.session.service.settled = {
    ...scenario.session.service.settled,
    'replace.id': shape.id === 'sent' ? 'require' : 'ignore',
  };
  const before = scenario.since.writes.length;
  const move: Move = { kind: 'replace', item: 'a', values, manner: 'unusual' };
  const replacement = await performMove(scenario, move);
  if (replacement.kind !== 'done') return replacement;
  const isWritten = scenario.since.writes.length > before;
  return doneWith(isWritten && replacement.value !== null);
}

/** Finds the members that can be changed, one by one; the others are sent unchanged. */
async function findFixed(
  scenario: Scenario,
  shape: Pick<Shape, 'members' | 'id'>,
  make: ItemFactory,
): Promise<MoveResult> {
  const fixed: string[] = [];
  for (const member of shape.members) {
    const others = shape.members.filter((one) => one !== member);
    const taken = await takes(scenario, { ...shape, fixed: others }, make.plain());
    if (taken.kind !== 'done') return taken;
    if (!taken.value) fixed.push(member);
  }
  if (fixed.length === shape.members.length) return broken([refusedReplacement(scenario.session)]);
  scenario.session.service.traits.fixedMembers = fixed;
  scenario.session.service.notes.add(`a replacement cannot change ${fixed.join(', ')}`);
  return done;
}

function refusedReplacement(session: Session): Finding {
  return {
    code: 'refused',
    breach: 'violates',
    operation: 'replace',
    clause: clauseOf(session.service.contract, 'replace'),
    at: null,
    message:
      'replace was refused in every form that was tried: all members, those of a creation, with the id and without',
    expected: 'a success, 2xx, for one of them',
    actual: 'refusals, 4xx',
    by: 'contract',
    remedy: 'Accept the item as GET returns it, with changed values.',
  };
}
