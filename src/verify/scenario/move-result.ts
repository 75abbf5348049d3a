// The outcome of a step. A caller returns anything but `done` to its own caller: the law ends.

import type { Finding } from '../../oracle/finding.ts';

export type MoveResult<T = unknown> = Done<T> | Stopped;

/** Why a law ends before its last step. */
export type Stopped = Broken | NotExercised;

export interface Done<T> {
  readonly kind: 'done';
  readonly value: T;
}

/** The service broke the contract. */
export interface Broken {
  readonly kind: 'broken';
  readonly findings: readonly Finding[];
}

/** The service does not allow the step; this is not a fault. */
export interface NotExercised {
  readonly kind: 'not-exercised';
  /** A clause. */
  readonly why: string;
}

/** A step that succeeded and has no value. */
export const done: Done<undefined> = { kind: 'done', value: undefined };

export function doneWith<T>(value: T): Done<T> {
  return { kind: 'done', value };
}

export function broken(findings: readonly Finding[]): Broken {
  return { kind: 'broken', findings };
}

export function notExercised(why: string): NotExercised {
  return { kind: 'not-exercised', why };
}

/** Returns the first finding's message, or why the step was not possible. */
export function reasonOf(stopped: Stopped): string {
  return stopped.kind === 'broken' ? (stopped.findings[0]?.message ?? '') : stopped.why;
}
