// Shows again what the first look at a service found, before any law was tried. It replays the moves of
// the law that the finding breaks. A finding that they do not show keeps its first evidence.

import type { Finding } from '../../oracle/finding.ts';
import type { Move } from '../move.ts';
import type { ReportedFinding } from '../report.ts';
import type { Session } from '../session/session.ts';
import { Replay, type Witness, withoutSentinels } from './replay.ts';

/** Returns what shows a finding again; `null` if nothing does, or there are no requests or time left. */
export async function showAgain(
  session: Session,
  reported: ReportedFinding,
  moves: readonly Move[],
): Promise<Witness | null> {
  const { requests, clock, sender } = session;
  const isRoom = requests.isRoomFor(REQUESTS) && clock.isTimeLeft(AGAIN_MS);
  if (!isRoom || sender.guard.breach() !== null) return null;
  const play = async (): Promise<Witness | null> => {
    const replay = new Replay(session, reported, TRIES);
    // A failed creation names the member that made it fail; the replay finds the whole body.
    const at = isFailedCreation(reported) ? null : reported.at;
    const isIt = (found: Witness | null): boolean => found?.finding.at === at;
    const found = await replay.play(moves);
    if (isIt(found)) return found;
    const again = await replay.withHabits().play(moves);
    return isIt(again) ? again : null;
  };
  return withoutSentinels(session, () => {
    if (isFailedCreation(reported)) return withBreakingMembers(session, play);
    return FLAWS.has(reported.code) ? session.service.withoutKnownFlaws(play) : play();
  });
}

/** Findings about an answer, which end no step once they are known. */
const FLAWS: ReadonlySet<Finding['code']> = new Set(['member-type', 'member-missing']);

function isFailedCreation({ code, operation }: Finding): boolean {
  return code === 'failed' && operation === 'create';
}

/** Sends again the members that make creations fail, which all laws leave out. */
async function withBreakingMembers<T>(
  { service: { traits } }: Session,
  use: () => Promise<T>,
): Promise<T> {
  const { breaking, createMembers } = traits;
  traits.breaking = [];
  traits.createMembers = [...createMembers, ...breaking];
  try {
    return await use();
  } finally {
    traits.breaking = breaking;
    traits.createMembers = createMembers;
  }
}

/** How often moves are replayed: without what the run has learned, and with it. */
const TRIES = 2;

/** About how many requests that takes, with the end of the run. */
const REQUESTS = 60;

/** How much time it needs at least, in milliseconds. */
const AGAIN_MS = 3_000;
