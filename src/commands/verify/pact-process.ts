// Runs the native core of Pact in its own process and talks to it: its output is suppressed, and it
// can be ended at any time.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printable } from '../../base/printable.ts';
import { truncate } from '../../base/truncate.ts';
import {
  CoreFailed,
  CoreMissing,
  type PactJob,
  type StartCore,
} from '../../verify/pacts/native-core.ts';
import type { ChildMessage } from './pact-child.ts';

export interface PactProcessOptions {
  /** The module that the process runs: `pact-child`, next to this one. */
  readonly entry?: URL;
  /** Your project, where Pact is looked for first. Defaults to the folder of this process. */
  readonly project?: string;
  /** Maximum time to load the core, in milliseconds. Defaults to 30,000. */
  readonly startMsMax?: number;
  /** Maximum time for one interaction, in milliseconds. Defaults to 120,000. */
  readonly answerMsMax?: number;
}

const START_MS_MAX = 30_000;
const ANSWER_MS_MAX = 120_000;

/** In the sources it is next to this module, in the bundle above the folder of chunks. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './pact-child.ts' : '../pact-child.js',
  import.meta.url,
);

export interface PactProcess {
  /**
   * Returns the core once it is loaded. Rejects with `CoreMissing` if Pact is not installed or has
   * no native part for this machine.
   */
  readonly start: StartCore;
  /** Ends the process, even an unused one. Always call it: the child keeps this one alive. */
  close(): Promise<void>;
}

/**
 * Starts to load the core in its own process immediately: that takes a third of a second, in which
 * the run can do other things.
 */
export function openPactProcess(options: PactProcessOptions = {}): PactProcess {
  const { startMsMax = START_MS_MAX, answerMsMax = ANSWER_MS_MAX } = options;
  let launched = launch(options, startMsMax);
  let restarts = 0;
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
    await end(launched.child);
  };
  /** What ended with one interaction is started again for the next. */
  const ready = async (): Promise<LaunchedCore> => {
    if (launched.child.connected) return launched;
    if (isClosed || restarts++ >= RESTARTS_MAX)
      throw new CoreFailed('the native core of Pact has ended');
    launched = launch(options, startMsMax);
    if ((await launched.heard).kind === 'ready') return launched;
    throw new CoreFailed('the native core of Pact has ended');
  };
  const verify = async (job: PactJob): Promise<string> => {
    const { child, said } = await ready();
    const coming = nextTold(child, answerMsMax);
    child.send(job, () => undefined);
    const message = await coming;
    if (message.kind === 'verified') return message.text;
    await end(child);
    throw new CoreFailed(
      `the native core of Pact returned no verdict: ${whatHappened(message, said)}`,
    );
  };
  return {
    async start() {
      const { child, said, heard } = launched;
      const message = await heard;
      if (message.kind === 'ready') return { verify, close };
      await end(child);
      throw new CoreMissing(
        message.kind === 'missing'
          ? message.why
          : `the native core of Pact did not start: ${whatHappened(message, said)}`,
      );
    },
    close,
  };
}

/** How often the process is started again in one run. */
const RESTARTS_MAX = 5;

interface LaunchedCore {
  readonly child: ChildProcess;
  readonly said: ErrorLines;
  /** The first message. */
  readonly heard: Promise<Heard>;
}

function launch({ entry = ENTRY, project }: PactProcessOptions, msMax: number): LaunchedCore {
  const child = fork(fileURLToPath(entry), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    ...(project === undefined ? {} : { cwd: project }),
  });
  return { child, said: linesOf(child), heard: nextTold(child, msMax) };
}

type Heard =
  | ChildMessage
  | { readonly kind: 'ended' }
  | { readonly kind: 'late'; readonly ms: number };

function whatHappened(heard: Heard, said: ErrorLines): string {
  const why = said.useful();
  const because = why === null ? '' : `: ${why}`;
  if (heard.kind === 'late') return `it took longer than ${heard.ms / 1_000} s${because}`;
  return heard.kind === 'ended' ? `its process ended${because}` : `it said ${heard.kind}`;
}

/** What the process printed to standard error. */
interface ErrorLines {
  /** The line that says best what went wrong; `null` if there is none. */
  useful(): string | null;
}

/** How much of it is kept, in characters. */
const ERROR_CHARS_MAX = 16_384;
const LINE_CHARS_MAX = 200;

function linesOf(child: ChildProcess): ErrorLines {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    if (text.length < ERROR_CHARS_MAX) text += more;
  });
  return {
    useful() {
      const lines = text
        .split('\n')
        .map((line) => printable(line.trim()))
        .filter((line) => line !== '' && !NOISE.test(line));
      const line = lines.find((one) => ERROR_LINE.test(one)) ?? lines[0];
      return line === undefined ? null : truncate(line, LINE_CHARS_MAX);
    },
  };
}

/** Lines of Node beside the message of an error: its place, the code, the stack, warnings. */
const NOISE =
  /^(?:at |file:\/\/\S+:\d+$|\/\S+:\d+$|\^+$|node:|Node\.js v|\(?(?:node:\d+|Use `node))/;
const ERROR_LINE = /^(?:[A-Z]\w*)?Error(?: \[\w+\])?: |panicked at|\berror(?:\[\w+\])?: /i;

/** Returns the next message of the process; rejects if it ended or sent nothing in time. */
function nextTold(child: ChildProcess, ms: number): Promise<Heard> {
  return new Promise((resolve) => {
    const settle = (heard: Heard): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('close', onEnd).off('error', onEnd);
      resolve(heard);
    };
    const onMessage = (message: unknown): void => settle(message as ChildMessage);
    const onEnd = (): void => settle({ kind: 'ended' });
    const timer = setTimeout(() => settle({ kind: 'late', ms }), ms);
    // After `close` everything that it printed was read.
    child.on('message', onMessage).on('close', onEnd).on('error', onEnd);
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
