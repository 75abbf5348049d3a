// Tries laws at the same time, on a slow service. A law may break because of another one; the
// caller then tries it again alone.

import type { Finding } from '../../oracle/finding.ts';
import type { Law } from '../laws/law.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import { type Played, performSteps } from '../moves/perform-moves.ts';
import { isPrefixIdNear } from '../moves/write-prefix-ids.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { runConcurrently } from '../session/concurrency.ts';
import type { Session } from '../session/session.ts';
import { stepsOf } from './chains.ts';

/** A law with its moves. */
export interface Planned {
  readonly law: Law;
  readonly moves: readonly Move[];
}

/** The result of a law that ran next to others. */
export interface ConcurrentLaw extends Planned {
  readonly played: Played;
  /** The duration, without waiting for others. */
  readonly elapsedMs: number;
  /** The laws that ran at some time while this one did. */
  readonly beside: ReadonlySet<Law>;
}

/**
 * Returns the laws that can run concurrently, in rounds. Laws with concurrent calls need free
 * connections. Laws that write to removed ids, or leave invalid items for a while, would disturb
 * the others; others would disturb a law that counts.
 */
export function roundsOf(planned: readonly Planned[]): readonly (readonly Planned[])[] {
  const isSolitary = ({ law, moves }: Planned): boolean =>
    SOLITARY.has(law.name) || moves.some(({ kind }) => kind === 'provoke');
  const isAtOnce = ({ moves }: Planned): boolean => moves.some(({ kind }) => kind === 'together');
  return [
    planned.filter((one) => !isSolitary(one) && !isAtOnce(one)),
    planned.filter((one) => !isSolitary(one) && isAtOnce(one)),
    planned.filter(isSolitary),
  ];
}

const SOLITARY: ReadonlySet<string> = new Set([
  'totals-fit',
  'replacing-the-unknown-harms-nobody',
  'updating-the-removed-harms-nobody',
  'removing-again-harms-nobody',
  'refused-creation-changes-nothing',
  'refused-replacement-changes-nothing',
  'refused-update-changes-nothing',
]);

/** Runs laws concurrently as long as there is time, the longest first. */
export async function runConcurrentLaws(
  session: Session,
  planned: readonly Planned[],
): Promise<readonly ConcurrentLaw[]> {
  const { sender, clock } = session;
  const tried: ConcurrentLaw[] = [];
  const underWay = new Map<Law, Set<Law>>();
  const ordered = planned.toSorted(
    (one, other) => estimatedReplies(other.moves) - estimatedReplies(one.moves),
  );
  // If all laws start at once, the last step of one may harm what another has already checked: they
  // wait for each other and check again.
  const meeting = planned.length <= sender.atOnce ? createMeeting(planned.length) : null;
  const run = async ({ law, moves }: Planned): Promise<void> => {
    const beside = new Set(underWay.keys());
    for (const others of underWay.values()) others.add(law);
    underWay.set(law, beside);
    const startedAt = clock.now();
    let waitedMs = 0;
    const checkAgain = async (scenario: Scenario): Promise<MoveResult> => {
      if (meeting === null) return done;
      const arrivedAt = clock.now();
      await meeting.others();
      waitedMs = clock.now() - arrivedAt;
      return performMove(scenario, { kind: 'look', scope: 'all' });
    };
    try {
      if (!clock.isTimeLeft(0)) return;
      const played = await sender.during(law.name, () =>
        performSteps(session, stepsOf(moves), checkAgain),
      );
      tried.push({ law, moves, played, elapsedMs: clock.now() - startedAt - waitedMs, beside });
    } finally {
      meeting?.leave(law);
      underWay.delete(law);
    }
  };
  const isWaiting = ({ moves }: Planned): boolean =>
    meeting === null && moves.some(({ kind }) => kind === 'write-alike');
  let isOver = false;
  // Ids pass those that begin alike once, and fast: this law cannot wait for its turn.
  const waiting = ordered.filter(isWaiting).map((one) => async (): Promise<void> => {
    while (!isOver && !isPrefixIdNear(session.items, NEAR)) await clock.wait(NEAR_MS);
    await run(one);
  });
  const others = async (): Promise<void> => {
    const rest = ordered.filter((one) => !isWaiting(one));
    await runConcurrently(rest, sender.atOnce, run).finally(() => {
      isOver = true;
    });
  };
  const all = [others, ...waiting];
  await runConcurrently(all, all.length, (start) => start());
  return tried;
}

/** How many creations away such ids are near: the laws beside it create items, too. */
const NEAR = 12;

/** How often it is asked whether such ids are near, in milliseconds. */
const NEAR_MS = 20;

interface Meeting {
  /** Waits until all others have arrived or left. */
  readonly others: () => Promise<void>;
  /** The others no longer wait for this law. */
  readonly leave: (law: Law) => void;
}

function createMeeting(size: number): Meeting {
  const { promise, resolve } = Promise.withResolvers<void>();
  const gone = new Set<Law>();
  let waiting = 0;
  const open = (): void => {
    if (waiting + gone.size >= size) resolve();
  };
  return {
    others() {
      waiting++;
      open();
      return promise;
    },
    leave(law) {
      gone.add(law);
      open();
    },
  };
}

/**
 * Estimates the number of consecutive replies that moves wait for: the longest laws start first.
 */
export function estimatedReplies(moves: readonly Move[]): number {
  const lengthOf = (chain: readonly Move[]): number =>
    chain.reduce((sum, move) => sum + repliesOf(move), 0);
  return stepsOf(moves).reduce((sum, chains) => sum + Math.max(...chains.map(lengthOf)), 0);
}

function repliesOf(move: Move): number {
  switch (move.kind) {
    case 'together':
      return Math.max(0, ...move.moves.map(repliesOf));
    case 'list':
      return move.times ?? 1;
    case 'read-over':
      return move.between === 'list' ? 7 : 4;
    case 'read-unknown':
    case 'count':
    case 'read-plainly':
    case 'act':
    case 'read-others':
    case 'read-foreign':
      return 6;
    case 'filter':
      return 12;
    default:
      return 1;
  }
}

/**
 * Returns whether a finding that a law has only next to others may be their fault. A reply that
 * does not depend on the others is not. A list that is read page by page while others write may
 * miss items or show them twice. A list may also show an invalid item that another law left for a
 * while.
 */
export function mayBeDueToOthers(
  { code }: Finding,
  beside: ReadonlySet<Law>,
  isPaged: boolean,
): boolean {
  if (code.startsWith('answer-') || (isPaged && OF_TORN_LISTS.has(code))) return false;
  return !(OF_FLAWED_ITEMS.has(code) && [...beside].some(({ name }) => LEAVING_FLAWED.has(name)));
}

const OF_TORN_LISTS: ReadonlySet<string> = new Set([
  'not-listed',
  'listed-twice',
  'not-created',
  'filter-ignored',
]);
const OF_FLAWED_ITEMS: ReadonlySet<string> = new Set(['member-missing', 'member-type']);
const LEAVING_FLAWED: ReadonlySet<string> = new Set([
  'refused-creation-changes-nothing',
  'refused-replacement-changes-nothing',
  'refused-update-changes-nothing',
]);
