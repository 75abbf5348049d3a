// How much memory a process holds, from /proc. Without /proc, memory is not measured.

import { readFileSync } from 'node:fs';

export interface Memory {
  /** Resident bytes now. */
  readonly residentBytes: number;
  /** The most that was ever resident. */
  readonly peakBytes: number;
}

/** Returns the memory of a process, or `null` if it is unknown. */
export function readMemory(pid: number): Memory | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const bytes = (field: string): number =>
      Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
  } catch {
    return null;
  }
}
