// The identity of a process, so that another one can tell later whether it is alive. Processes of
// other machines cannot be seen.

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid as ownPid } from 'node:process';
import { errnoOf } from '../../base/errno.ts';
import type { Runner } from '../../verify/guard/ledger.ts';

/** Returns the identity of this process. */
export function thisProcess(): Runner {
  return { pid: ownPid, host: hostname(), began: beganOf(ownPid)?.at ?? null };
}

/** Returns whether another process is alive; `false` for this one and those of other machines. */
export function isAlive({ pid, host, began }: Runner): boolean {
  if (host !== hostname() || pid === ownPid) return false;
  try {
    kill(pid, 0);
  } catch (error) {
    // It exists, and belongs to another user.
    if (errnoOf(error) !== 'EPERM') return false;
  }
  const now = beganOf(pid);
  return now === null || (!now.isEnded && (began === null || began === now.at));
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
