// The identity of a process, so that another one can tell later whether it is alive. Processes of
// other machines and of other containers cannot be seen.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid as ownPid } from 'node:process';
import { errnoOf } from '../../base/errno.ts';
import type { Runner } from '../../verify/guard/ledger.ts';

/** Returns the identity of this process. */
export function thisProcess(): Runner {
  return { pid: ownPid, host: hostname(), began: beganOf(ownPid)?.at ?? null, space: ownSpace() };
}

/** What can be known of another process from here. This one counts as ended. */
export type Sight = 'alive' | 'ended' | 'unseen';

/** Returns whether another process is alive, as far as it can be seen. */
export function sightOf({ pid, host, began, space }: Runner): Sight {
  if (host !== hostname()) return 'unseen';
  const own = ownSpace();
  if (space !== null && own !== null && space !== own) return 'unseen';
  if (pid === ownPid) return 'ended';
  try {
    kill(pid, 0);
  } catch (error) {
    // It exists, and belongs to another user.
    if (errnoOf(error) !== 'EPERM') return 'ended';
  }
  const now = beganOf(pid);
  const isSame = now === null || (!now.isEnded && (began === null || began === now.at));
  return isSame ? 'alive' : 'ended';
}

/** The space in which ids of processes count (pid_namespaces(7)); `null` where there is one. */
function ownSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** When a process began, in ticks since the machine started; and whether it is a zombie. */
function beganOf(pid: number): { readonly at: string; readonly isEnded: boolean } | null {
  try {
    // The name of the program may contain spaces and brackets; the fields after it do not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s/s, '')
      .split(' ');
    const [state, at] = [fields[0], fields[STARTED]];
    return at === undefined ? null : { at, isEnded: state === 'Z' || state === 'X' };
  } catch {
    return null;
  }
}

/** The position of `starttime` after the name of the program (proc_pid_stat(5)). */
const STARTED = 19;
