// Which process it is, so that another one can tell later whether it still goes on. Those of other
// machines cannot be seen from here.

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid as ownPid } from 'node:process';
import { errnoOf } from '../../base/errno.ts';
import type { Runner } from '../../verify/guard/ledger.ts';

/** Gives the mark of this process. */
export function thisProcess(): Runner {
  return { pid: ownPid, host: hostname(), began: beganOf(ownPid)?.at ?? null };
}

/**
 * Says whether another process still goes on; `false` also where it is of another machine, or this
 * one.
 */
export function isAlive({ pid, host, began }: Runner): boolean {
  if (host !== hostname() || pid === ownPid) return false;
  try {
    kill(pid, 0);
  } catch (error) {
    // It is there, and somebody else's.
    if (errnoOf(error) !== 'EPERM') return false;
  }
  const now = beganOf(pid);
  return now === null || (!now.isEnded && (began === null || began === now.at));
}

/**
 * Reads when a process began, in ticks since the machine started, and whether it has ended and
 * nobody asked for its code yet.
 */
function beganOf(pid: number): { readonly at: string; readonly isEnded: boolean } | null {
  try {
    // The name of the program may hold spaces and brackets; what follows it does not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s/s, '')
      .split(' ');
    const [state, at] = [fields[0], fields[STARTED]];
    return at === undefined ? null : { at, isEnded: state === 'Z' || state === 'X' };
  } catch {
    return null;
  }
}

/** The place of `starttime` behind the name of the program (proc_pid_stat(5)). */
const STARTED = 19;
