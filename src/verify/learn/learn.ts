// Learns which options a service has chosen where the contract leaves them open: creates a few
// items, sends the probes, counts what the replies show, and removes the items.

import type { ChoiceKey } from '../../contract/choices.ts';
import { removeStrays } from '../cleanup/remove-strays.ts';
import { whyStopped } from '../guard/breach.ts';
import { done, type MoveResult, notExercised, reasonOf } from '../scenario/move-result.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { probes } from './all-probes.ts';
import type { Learned } from './learned-profile.ts';
import type { Probe } from './probe.ts';
import { ProbeContext } from './probe-context.ts';
import { REQUESTS_MAX } from './probe-request.ts';
import { takenMembers } from './taken-members.ts';

export interface LearnOptions {
  /** The session of a service that was probed. What it does not accept is learned as well. */
  readonly session: Session;
  readonly make: ItemFactory;
  /** The only choices to probe; all if absent. */
  readonly only?: ReadonlySet<string>;
  /** Whether choices that the contract specifies are reported as well. Defaults to `open-only`. */
  readonly asserts?: 'open-only' | 'shown-too';
}

/** Learns the choices of a service. Removes what it makes; earlier items are left alone. */
export async function learn({
  session,
  make,
  only,
  asserts = 'open-only',
}: LearnOptions): Promise<Learned> {
  const context = new ProbeContext(session, make);
  try {
    const prepared = await prepare(context);
    if (prepared.kind !== 'done') context.tally.miss(CREATION_CHOICES, reasonOf(prepared));
    const chosen = probes.filter(
      ({ tells }, index) =>
        index === 0 || only === undefined || tells.some((choice) => only.has(choice)),
    );
    for (const probe of chosen) {
      const why = whyNot(context);
      const verdict = why === null ? await runProbe(context, probe) : notExercised(why);
      // The choices of a probe that could not run remain unseen.
      if (verdict.kind !== 'done') context.tally.miss(probe.tells, reasonOf(verdict));
    }
    // The run has seen how late reads are before it learned anything.
    const within = session.lag.option();
    if (within !== null)
      context.tally.note([{ choice: 'consistency.within', option: within }], session.lag.trace);
    context.tally.note(takenMembers(session.service), []);
    const { unfitParameters: unfit } = session.service;
    if (unfit !== null)
      context.tally.note([{ choice: 'parameters.unfit', option: unfit.option }], unfit.evidence);
    const breach = session.sender.guard.breach();
    if (breach !== null)
      session.service.notes.add(
        `nothing more was written: ${whyStopped(breach)}; "standin verify" tells more`,
      );
  } finally {
    await context.scenario.cleanUp();
    if (session.sender.hasUnclaimed()) await removeStrays(session);
  }
  return context.tally.learned(session.service.contract, asserts);
}

const CREATION_CHOICES: readonly ChoiceKey[] = [
  'create.status',
  'create.body',
  'create.location',
  'access.writes',
];

function whyNot(context: ProbeContext): string | null {
  const breach = context.session.sender.guard.breach();
  if (breach !== null) return `nothing more is written: ${whyStopped(breach)}`;
  if (!context.session.clock.isTimeLeft(0)) return NO_TIME_LEFT;
  return context.spent() < REQUESTS_MAX ? null : 'no requests were left';
}

/** Creates the items that probes share; neither their names nor their marks rise or fall. */
async function prepare(context: ProbeContext): Promise<MoveResult> {
  const [first, second, third] = [context.make.plain(), context.make.plain(), context.make.plain()];
  for (const values of [second, third, first]) {
    const item = await context.create(values);
    if (item.kind !== 'done') return item;
    context.items.push(item.value);
  }
  return done;
}

async function runProbe(context: ProbeContext, probe: Probe): Promise<MoveResult> {
  const { tally } = context;
  const { service, sender } = context.session;
  if (probe.needs !== undefined && service.contract.operations[probe.needs] === undefined)
    return notExercised(`it is tried by ${probe.needs}, which the contract does not have`);
  if (probe.kind === 'steps') {
    const mark = sender.guard.mark();
    const observed = await probe.steps(context);
    if (observed.kind === 'done') tally.note(observed.value, sender.guard.since(mark));
    return observed;
  }
  const calls = probe.calls(context);
  if (calls.kind !== 'done') return calls;
  for (const [operation, call] of calls.value) {
    const reply = await context.ask({ trial: probe.trial, operation, call });
    if (reply.kind !== 'done') return reply;
  }
  return done;
}
