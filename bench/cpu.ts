// How much processor time a process has used, from /proc. Without /proc, CPU is not measured, and
// every figure says so.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export type CpuSource = 'schedstat' | 'stat' | 'none';

/** The source of processor time on this machine: nanoseconds by thread, clock ticks, or none. */
export function cpuSource(): CpuSource {
  if (cpuNsByThread(process.pid) !== null) return 'schedstat';
  return cpuNsByTicks(process.pid) === null ? 'none' : 'stat';
}

/**
 * Returns the nanoseconds that all threads of a process have run, once they rest: what a server
 * does after its last reply (garbage collection, writing a file) is part of the cost. `null` if it
 * is not measured. The caller stays awake meanwhile.
 */
export async function restedCpuNs(pid: number): Promise<number | null> {
  const deadline = performance.now() + REST_MS_MAX;
  let before = cpuNs(pid);
  while (before !== null && performance.now() < deadline) {
    await wait(REST_MS);
    const now = cpuNs(pid);
    if (now === before) return now;
    before = now;
  }
  return before;
}

/**
 * Returns the nanoseconds that the main thread of a process has run, or `null` if it is not
 * measured. The thread has the number of the process.
 */
export function mainThreadNs(pid: number): number | null {
  const ns = threadNs(`/proc/${pid}/task/${pid}/schedstat`);
  return ns > 0 ? ns : null;
}

/**
 * A process rests when it has not run for this long: longer than the tick at which the kernel
 * brings its books up to date.
 */
const REST_MS = 12;
const REST_MS_MAX = 3_000;

function cpuNs(pid: number): number | null {
  return cpuNsByThread(pid) ?? cpuNsByTicks(pid);
}

/**
 * The first field of /proc/<pid>/task/<thread>/schedstat, summed; a kernel that keeps no such books
 * has 0 in it, or no such file.
 */
function cpuNsByThread(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ns = threads.reduce(
      (sum, thread) => sum + threadNs(`/proc/${pid}/task/${thread}/schedstat`),
      0,
    );
    return ns > 0 ? ns : null;
  } catch {
    return null;
  }
}

/** A thread that ended after the listing counts nothing. */
function threadNs(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'latin1'), 10);
  } catch {
    return 0;
  }
}

/**
 * Fields 14 and 15 of /proc/<pid>/stat, in hundredths of a second (proc(5)). The name of the
 * program, in brackets, may hold blanks.
 */
function cpuNsByTicks(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000_000;
  } catch {
    return null;
  }
}
