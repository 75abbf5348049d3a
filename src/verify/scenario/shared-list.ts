// One reading of a list for all who want it at the same time: on a slow service many laws look at
// once, and each page of a long list costs each of them a request.

import type { Session } from '../session/session.ts';
import type { MoveResult } from './move-result.ts';
import { type IsMissed, type ListRead, readListIfSound } from './read-list.ts';
import type { Scenario } from './scenario.ts';

/** A reading that has not begun yet. */
interface Planned {
  readonly isMissed: IsMissed[];
  readonly read: Promise<MoveResult<ListRead | null>>;
  /** The scenario in whose name it is read. */
  readonly reader: Scenario;
}

const planned = new WeakMap<Session, Planned>();

/**
 * Reads the list like `readListIfSound`. If it has pages and several laws run at once, all who ask
 * before the first request share the reading.
 */
export async function readSharedList(
  scenario: Scenario,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead | null>> {
  const { session } = scenario;
  if (session.sender.atOnce === 1 || session.service.pageCalls.length < 2)
    return readListIfSound(scenario, isMissed);
  const { isMissed: others, read, reader } = planned.get(session) ?? plan(scenario);
  others.push(isMissed);
  const list = await read;
  if (list.kind === 'done' && list.value === null) scenario.unread ??= reader.unread;
  return list;
}

function plan(reader: Scenario): Planned {
  const { session } = reader;
  const isMissed: IsMissed[] = [];
  const begin = async (): Promise<MoveResult<ListRead | null>> => {
    await session.clock.wait(session.sender.fastestMs() * SHARE_WAITED);
    planned.delete(session);
    return readListIfSound(reader, (elements, told) => isMissed.some((one) => one(elements, told)));
  };
  const one: Planned = { isMissed, reader, read: begin() };
  planned.set(session, one);
  return one;
}

/** Which share of the time of an answer a reading waits for others who want it. */
const SHARE_WAITED = 0.1;
