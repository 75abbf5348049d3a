// Runs the native core of Pact in a process of its own and talks to it: nothing that it prints gets
// out, and it can be ended at any time.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  CoreFailed,
  CoreMissing,
  type PactCore,
  type PactJob,
  type StartCore,
} from '../../verify/pacts/native-core.ts';
import type { Told } from './pact-child.ts';

export interface PactProcessOptions {
  /** The module that the process runs: `pact-child`, beside this one. */
  readonly entry?: URL;
  /** How long the process may take to load the core, in milliseconds: 30,000. */
  readonly startMsMax?: number;
  /** How long one interaction may take, in milliseconds: 120,000. */
  readonly answerMsMax?: number;
}

const START_MS_MAX = 30_000;
const ANSWER_MS_MAX = 120_000;

/** From the sources it stands beside this module, in the bundle above the folder of chunks. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './pact-child.ts' : '../pact-child.js',
  import.meta.url,
);

export interface PactProcess {
  /**
   * Returns the core once it is loaded. Rejects with `CoreMissing` where Pact is not installed or has
   * no native part for this machine.
   */
  readonly start: StartCore;
  /**
   * Ends the process, also one that was never used. To be called in any case: it would keep this
   * one from ending.
   */
  close(): Promise<void>;
}

/**
 * Begins to load the core in a process of its own, at once: it takes a third of a second, in which
 * other things can be done.
 */
export function openPactProcess(options: PactProcessOptions = {}): PactProcess {
  const { entry = ENTRY, startMsMax = START_MS_MAX, answerMsMax = ANSWER_MS_MAX } = options;
  const child = fork(fileURLToPath(entry), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  const heard = nextTold(child, startMsMax);
  return {
    async start() {
      const told = await heard;
      if (told.kind === 'ready') return coreOf(child, answerMsMax);
      await end(child);
      throw new CoreMissing(
        told.kind === 'missing'
          ? told.why
          : `the native core of Pact did not start: ${whatHappened(told)}`,
      );
    },
    close: () => end(child),
  };
}

function coreOf(child: ChildProcess, answerMsMax: number): PactCore {
  return {
    async verify(job: PactJob) {
      if (!child.connected) throw new CoreFailed('the native core of Pact has ended');
      const coming = nextTold(child, answerMsMax);
      child.send(job, () => undefined);
      const told = await coming;
      if (told.kind === 'verified') return told.text;
      await end(child);
      throw new CoreFailed(`the native core of Pact gave no verdict: ${whatHappened(told)}`);
    },
    close: () => end(child),
  };
}

type Heard = Told | { readonly kind: 'ended' } | { readonly kind: 'late'; readonly ms: number };

function whatHappened(heard: Heard): string {
  if (heard.kind === 'late') return `it took longer than ${heard.ms / 1_000} s`;
  return heard.kind === 'ended' ? 'its process ended' : `it said ${heard.kind}`;
}

/** Returns the next thing that the process tells, or that it ended or told nothing in time. */
function nextTold(child: ChildProcess, ms: number): Promise<Heard> {
  return new Promise((resolve) => {
    const settle = (heard: Heard): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(heard);
    };
    const onMessage = (message: unknown): void => settle(message as Told);
    const onEnd = (): void => settle({ kind: 'ended' });
    const timer = setTimeout(() => settle({ kind: 'late', ms }), ms);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
