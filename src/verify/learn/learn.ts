// Learns which options a service has chosen where the contract leaves them open: makes a few items,
// sends the probes, counts what the answers show, and removes what it made. Judges nothing.

import { type Guard, Unowned } from '../guard/guard.ts';
import { Interrupted } from '../guard/interruptible-sender.ts';
import { Broken, NotExercised } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { holdsMark } from '../session/owned-item.ts';
import { readAll } from '../session/read-all-pages.ts';
import type { Session } from '../session/session.ts';
import { probes } from './all-probes.ts';
import type { Learned } from './learned-profile.ts';
import type { Probe } from './probe.ts';
import { ProbeContext } from './probe-context.ts';
import { REQUESTS_MAX, Untold } from './probe-request.ts';

export interface LearnOptions {
  /**
   * Of a service that was probed: it is known what it takes. What it does not take is learned as
   * well.
   */
  readonly session: Session;
  readonly make: ItemFactory;
  /**
   * Sends without the credentials of the run, and only reads: it shows what the service asks for.
   */
  readonly bare?: Pick<Guard, 'send' | 'mark' | 'since'>;
}

/**
 * Learns the choices of a service. What is made for it is removed again; items that the session
 * made before are left alone.
 */
export async function learn({ session, make, bare }: LearnOptions): Promise<Learned> {
  const lab = new ProbeContext(session, make, bare ?? null);
  try {
    await attempt(lab, ['create.status', 'create.body', 'create.location', 'access.writes'], () =>
      prepare(lab),
    );
    for (const probe of probes) {
      const why = whyNot(lab);
      if (why === null) await attempt(lab, probe.tells, () => run(lab, probe));
      else lab.tally.miss(probe.tells, why);
    }
  } finally {
    await lab.stage.cleanUp();
    if (session.wayOut.hasUnclaimed()) await removeStrays(session);
  }
  return lab.tally.learned(session.contract);
}

function whyNot(lab: ProbeContext): string | null {
  if (!lab.session.isTimeLeft(0)) return 'no time was left';
  return lab.spent() < REQUESTS_MAX ? null : 'no requests were left';
}

/**
 * Makes the items that the probes have in common, in such an order that neither their names nor
 * their marks rise or fall with it.
 */
async function prepare(lab: ProbeContext): Promise<void> {
  const [first, second, third] = [lab.make.plain(), lab.make.plain(), lab.make.plain()];
  for (const values of [second, third, first]) lab.items.push(await lab.create(values));
}

async function run(lab: ProbeContext, probe: Probe): Promise<void> {
  if (probe.kind === 'steps') {
    const mark = lab.session.guard.mark();
    const observed = await probe.steps(lab);
    lab.tally.note(observed, lab.session.guard.since(mark));
    return;
  }
  for (const [operation, call] of probe.calls(lab))
    await lab.ask({ trial: probe.trial, operation, call });
}

/** Tries something; where it cannot be done, its choices remain unseen. */
async function attempt(
  lab: ProbeContext,
  tells: Probe['tells'],
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    const isExpected = [Untold, Broken, NotExercised, Unowned].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) throw error;
    lab.tally.miss(tells, (error as Error).message);
  }
}

/**
 * Removes what was made and lost sight of: a creation that was answered with a failure may have
 * been done all the same.
 */
async function removeStrays(session: Session): Promise<void> {
  const call = session.call('list', null, null);
  try {
    const { pager } = session.traits;
    for (const element of await readAll({
      send: (one) => session.send(one),
      call,
      pager,
      isMissed: () => false,
    })) {
      const key = session.keyOf(element);
      const isStray = key !== null && !session.owns.has(key) && holdsMark(element, session.token);
      if (isStray && !session.bystanders.knows(key)) await removeStray(session, key);
    }
  } catch (error) {
    // A list that cannot be read shows nothing; what is left is found at the end of the run, or by
    // `standin clean`.
    if (error instanceof Interrupted) throw error;
  }
}

async function removeStray(session: Session, key: string): Promise<void> {
  if (!(await session.claim(key, session.token))) return;
  const exchange = await session.send(session.call('remove', key, null));
  if (exchange.kind === 'received' && exchange.received.status < 300)
    await session.guard.release(key);
}
