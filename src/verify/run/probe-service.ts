// Finds out how the service can be dealt with before it is judged: is it there, and what does it
// take in a creation and a replacement? What it takes is tried from the fullest to the barest that
// the contract shows.

import { StandinError } from '../../base/errors.ts';
import { type JsonObject, own, pick } from '../../base/json.ts';
import type { Exchange } from '../../http/client/client.ts';
import type { Received } from '../../model/message/received.ts';
import { clauseOf } from '../../oracle/clause.ts';
import { performMove } from '../moves/perform-move.ts';
import { type ListRead, readList } from '../scenario/read-list.ts';
import { Broken, NotExercised, Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { checkSafeIntegerId } from '../session/safe-integer-id.ts';
import type { Session } from '../session/session.ts';

/** Says whether the service is there at all. Throws a StandinError where nothing can be judged. */
export async function reach(session: Session): Promise<void> {
  const hasList = session.offers('list');
  const call = hasList
    ? session.call('list', null, null)
    : session.call('read', session.token, null);
  const exchange = await session.send(call);
  const { path } = session.contract;
  if (exchange.kind === 'trouble') throw unreachable(exchange);
  const { status } = exchange.received;
  if (status === 401 || status === 403 || status === 407) {
    const remedy =
      'Give credentials: --header "Authorization: Bearer <token>", or the same in STANDIN_HEADER.';
    throw new StandinError(
      'target-unauthorized',
      `The service asks for credentials: GET ${call.path} was answered with ${status}.`,
      remedy,
    );
  }
  if (!hasList) return;
  if (status === 404 || (status >= 300 && status < 400)) {
    const what = status === 404 ? 'nothing is there' : `it leads elsewhere (${status})`;
    throw new StandinError(
      'target-missing',
      `GET ${path} of the base address: ${what}.`,
      `Give the address before ${path}, as http://127.0.0.1:3000/api/v1.`,
    );
  }
  if (isPage(exchange.received) && (await isPageEverywhere(session))) {
    const remedy = `Give the address before ${path} of the interface, not of a web page.`;
    throw new StandinError(
      'target-page',
      `The base address answers every path with a web page, also ${path}.`,
      remedy,
    );
  }
}

/**
 * Takes down who is there before anything is written: the run never touches them, and watches that
 * nobody does.
 */
export async function takeStock(session: Session): Promise<void> {
  const { elements } = await readStock(session);
  const { id, path } = session.contract;
  for (const element of elements) checkSafeIntegerId(own(element, id), `GET ${path}`);
  session.bystanders.begin(elements);
  session.guard.protect(session.bystanders.keys());
}

/** What is wrong with the list already is told once, for no law is to blame for it. */
async function readStock(session: Session): Promise<ListRead> {
  try {
    return await readList(new Scenario(session), () => false);
  } catch (error) {
    if (error instanceof Broken) session.listFlaws = error.findings;
    throw error;
  }
}

function unreachable(exchange: Extract<Exchange, { kind: 'trouble' }>): StandinError {
  const remedies: Record<typeof exchange.trouble, string> = {
    refused: 'Start the service, or correct the port.',
    unresolved: 'Correct the name of the host.',
    tls: 'Give the address with the right scheme, http or https, or see why the service ends the handshake.',
    untrusted:
      'Name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS, or correct that of the service.',
    reset:
      'See why the service closes connections, and whether the scheme, http or https, is right.',
    late: 'See why the service does not answer; --timeout <seconds> waits longer.',
    unreadable: 'Give the address of an HTTP service.',
    oversized: 'See why the list is so long.',
  };
  return new StandinError(
    'target-unreachable',
    `The service cannot be reached: ${exchange.message}.`,
    remedies[exchange.trouble],
  );
}

function isPage(received: Received): boolean {
  return received.body.kind === 'broken' && /^\s*<(?:!doctype|html)/i.test(received.body.text);
}

/** A path that nobody has is answered with a page too. */
async function isPageEverywhere(session: Session): Promise<boolean> {
  const call = session.call('list', null, null);
  const exchange = await session.send({ ...call, path: `/${session.token}` });
  return (
    exchange.kind === 'received' && exchange.received.status < 300 && isPage(exchange.received)
  );
}

/**
 * Finds what a creation takes. Throws `Broken` where it takes nothing that the contract shows, and
 * `NotExercised` where it refuses all values that are tried: which ones it takes is not shown.
 */
export async function probeCreate(session: Session, make: ItemFactory): Promise<void> {
  let broken: Broken | null = null;
  try {
    await probeShapes(session, make);
  } catch (error) {
    const [finding] = error instanceof Broken ? error.findings : [];
    if (finding?.code !== 'refused' || finding.operation !== 'create') throw error;
    broken = error as Broken;
  }
  if (session.sentinels.length > 0) return;
  if (!(await refusesAll(session, make))) {
    if (broken !== null) throw broken;
    return;
  }
  const { contract } = session;
  const [first] = broken?.findings ?? [];
  const why = `every creation was refused${first === undefined ? '' : ` (first answer: ${first.actual})`}`;
  const remedy = `Give values that the service takes as "examples" in ${contract.operations.create?.body ?? contract.item}.json.`;
  session.access.closeCreation({ why, remedy, isDecisive: true });
  throw new NotExercised(why);
}

/** Whether further creations are refused too, each for what it holds: none for its form. */
async function refusesAll(session: Session, make: ItemFactory): Promise<boolean> {
  if (session.created > CREATIONS_FIRST) return false;
  for (let count = 0; count < REFUSALS_LEAST; count++) {
    const sent = pick(make.plain(), session.traits.createMembers);
    const exchange = await session.send(session.call('create', null, JSON.stringify(sent)));
    if (exchange.kind !== 'received' || !FOR_VALUES.has(exchange.received.status)) return false;
  }
  return !(await readsForms(session, make));
}

/** Whether the values would do in a form: then it is JSON that is not taken. */
async function readsForms(session: Session, make: ItemFactory): Promise<boolean> {
  const sent = pick(make.plain(), session.traits.createMembers);
  const fields = Object.entries(sent).map(([name, value]) => [name, String(value)]);
  const call = session.call(
    'create',
    null,
    new URLSearchParams(Object.fromEntries(fields)).toString(),
  );
  const headers = { ...call.headers, 'content-type': 'application/x-www-form-urlencoded' };
  const exchange = await session.send({ ...call, headers });
  return exchange.kind === 'received' && exchange.received.status < 400;
}

/** How many creations the probe tries until all shapes were refused. */
const CREATIONS_FIRST = 2;
/** How many more have to be refused before no creation counts as possible. */
const REFUSALS_LEAST = 6;
/** What a service answers to values that it does not take. */
const FOR_VALUES: ReadonlySet<number> = new Set([400, 403, 409, 412, 422]);

async function probeShapes(session: Session, make: ItemFactory): Promise<void> {
  const all = session.membersOf('create');
  const shown = session.shownMembers('create');
  const scenario = new Scenario(session);
  const shapes = [all, all.filter((member) => shown.includes(member))];
  try {
    for (const [index, members] of shapes.entries()) {
      session.traits.createMembers = members;
      const isLast = index === shapes.length - 1;
      // Flags on and off, so that what is taken only now and then is not taken for taken.
      await performMove(scenario, {
        kind: 'create',
        item: `on${index}`,
        values: make.plain({ flag: true }),
        manner: isLast ? 'plain' : 'unusual',
      });
      if (!scenario.items.has(`on${index}`)) continue;
      await performMove(scenario, {
        kind: 'create',
        item: `off${index}`,
        values: make.plain({ flag: false }),
        manner: isLast ? 'plain' : 'unusual',
      });
      if (!scenario.items.has(`off${index}`)) continue;
      await performMove(scenario, { kind: 'look' });
      for (const item of scenario.alive) session.sentinels.push(item);
      return;
    }
  } finally {
    if (session.sentinels.length === 0) await scenario.cleanUp();
  }
}

/**
 * What was only tried is kept for the law about ids that begin alike: its id is one of the first of
 * the run.
 */
function keep(scenario: Scenario): void {
  const { session } = scenario;
  if (!session.offers('remove')) return;
  session.kept = scenario.item('a');
  scenario.items.delete('a');
}

interface Shape {
  readonly members: readonly string[];
  readonly fixed: readonly string[];
  readonly id: 'left-out' | 'sent';
}

/** Finds what a replacement takes. Throws `Broken` where none is taken. */
export async function probeReplace(session: Session, make: ItemFactory): Promise<void> {
  const scenario = new Scenario(session);
  try {
    await performMove(scenario, {
      kind: 'create',
      item: 'a',
      values: make.plain(),
      manner: 'plain',
    });
    for (const shape of shapesOf(session)) {
      if (!(await takes(scenario, shape, make.plain()))) continue;
      await performMove(scenario, { kind: 'look' });
      return keep(scenario);
    }
    for (const id of ['left-out', 'sent'] as const) {
      const members = session.traits.createMembers;
      if (!(await takes(scenario, { members, fixed: members, id }, make.plain()))) continue;
      await findFixed(scenario, { members, id }, make);
      return;
    }
    throw new Broken([untaken(session)]);
  } finally {
    await scenario.cleanUp();
  }
}

function shapesOf(session: Session): readonly Shape[] {
  const all = session.membersOf('replace');
  const created = all.filter((member) => session.traits.createMembers.includes(member));
  const shown = all.filter((member) => session.shownMembers('create').includes(member));
  const sets = [all, created, shown].filter(
    (set, index, sets) => index === sets.findIndex((one) => one.join() === set.join()),
  );
  return sets.flatMap((members) =>
    (['left-out', 'sent'] as const).map((id): Shape => ({ members, fixed: [], id })),
  );
}

async function takes(scenario: Scenario, shape: Shape, values: JsonObject): Promise<boolean> {
  const { traits } = scenario.session;
  traits.replaceMembers = shape.members;
  traits.fixedMembers = shape.fixed;
  traits.replaceId = shape.id;
  scenario.session.settled = {
    ...scenario.session.settled,
    'replace.id': shape.id === 'sent' ? 'require' : 'ignore',
  };
  const before = scenario.since.writes.length;
  const { expectation } = scenario.item('a');
  await performMove(scenario, { kind: 'replace', item: 'a', values, manner: 'unusual' });
  return scenario.since.writes.length > before && scenario.item('a').expectation !== expectation;
}

/** The members that can be changed are found one by one; the others are sent as they are. */
async function findFixed(
  scenario: Scenario,
  shape: Pick<Shape, 'members' | 'id'>,
  make: ItemFactory,
): Promise<void> {
  const fixed: string[] = [];
  for (const member of shape.members) {
    const others = shape.members.filter((one) => one !== member);
    if (!(await takes(scenario, { ...shape, fixed: others }, make.plain()))) fixed.push(member);
  }
  if (fixed.length === shape.members.length) throw new Broken([untaken(scenario.session)]);
  scenario.session.traits.fixedMembers = fixed;
  scenario.session.notes.add(`replace takes no other ${fixed.join(', ')} than there is`);
}

function untaken(session: Session): Broken['findings'][number] {
  return {
    code: 'refused',
    breach: 'violates',
    operation: 'replace',
    clause: clauseOf(session.contract, 'replace'),
    at: null,
    message:
      'replace was refused in every form that was tried: all members, those of a creation, with the id and without',
    expected: 'a success, 2xx, for one of them',
    actual: 'refusals, 4xx',
    by: 'contract',
    remedy: 'Take the data of the item as it is read, changed.',
  };
}
