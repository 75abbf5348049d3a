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
  const context = new ProbeContext(session, make, bare ?? null);
  try {
    await attempt(
      context,
      ['create.status', 'create.body', 'create.location', 'access.writes'],
      () => prepare(context),
    );
    for (const probe of probes) {
      const why = whyNot(context);
      if (why === null) await attempt(context, probe.tells, () => run(context, probe));
      else context.tally.miss(probe.tells, why);
    }
  } finally {
    await context.scenario.cleanUp();
    if (session.wayOut.hasUnclaimed()) await removeStrays(session);
  }
  return context.tally.learned(session.contract);
}

function whyNot(context: ProbeContext): string | null {
  if (!context.session.isTimeLeft(0)) return 'no time was left';
  return context.spent() < REQUESTS_MAX ? null : 'no requests were left';
}

/**
 * Makes the items that the probes have in common, in such an order that neither their names nor
 * their marks rise or fall with it.
 */
async function prepare(context: ProbeContext): Promise<void> {
  const [first, second, third] = [context.make.plain(), context.make.plain(), context.make.plain()];
  for (const values of [second, third, first]) context.items.push(await context.create(values));
}

async function run(context: ProbeContext, probe: Probe): Promise<void> {
  if (probe.kind === 'steps') {
    const mark = context.session.guard.mark();
    const observed = await probe.steps(context);
    context.tally.note(observed, context.session.guard.since(mark));
    return;
  }
  for (const [operation, call] of probe.calls(context))
    await context.ask({ trial: probe.trial, operation, call });
}

/** Tries something; where it cannot be done, its choices remain unseen. */
async function attempt(
  context: ProbeContext,
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
    context.tally.miss(tells, (error as Error).message);
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
