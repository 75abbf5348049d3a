// Starts a worker and asks it. A worker keeps the process from ending only while it owes an answer.

import { Worker } from 'node:worker_threads';
import { StandinError } from '../../base/errors.ts';
import type { WorkerReply } from './questions.ts';

export interface RunningWorker<Question> {
  /** Resolves once the worker is ready; rejects with a StandinError if it cannot start. */
  readonly ready: Promise<void>;
  /** Returns the answer; rejects with a StandinError, also if the worker has ended. */
  ask(question: Question): Promise<unknown>;
  /** Posts a message without a reply. The worker takes over what is in `transfer`. */
  tell(question: Question, transfer: readonly ArrayBuffer[]): void;
  /** Asks it to close, waits for the answers that it owes, and until it has ended. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** The module that it runs. */
  readonly entry: URL;
  /** The start data: plain data. */
  readonly job: unknown;
  /** The error for questions after its end. */
  readonly ended: (why: string) => StandinError;
  /** Called with messages that are not replies. */
  readonly onNotice?: (notice: unknown) => void;
  /** Called if it ends unexpectedly. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Returns the module of a worker: in the sources next to `from`, in the bundle next to the entry
 * points, above the folder of chunks.
 */
export function workerEntry(from: string, name: string): URL {
  if (from.endsWith('.ts')) return new URL(`./${name}.ts`, from);
  return new URL(`${from.includes('/chunks/') ? '..' : '.'}/${name}.js`, from);
}

/**
 * Young generation of a worker's heap, in megabytes: two halves of 8 and what is being copied. V8
 * would grow it to 192 (Node 24, 24 GB of memory) in each of the three threads of a recording and
 * return little; writing costs the same with 24 as with 96.
 */
const YOUNG_MB = 24;

/** Starts a worker. `close` asks it a question of the kind `close`. */
export function startWorker<Question>(
  options: WorkerOptions,
): RunningWorker<Question | { readonly kind: 'close' }> {
  const worker = new Worker(options.entry, {
    workerData: options.job,
    // Node 22 warns about its own SQLite.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const owed = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  let ended: StandinError | null = null;
  const end = (why: string): void => {
    ended ??= options.ended(why);
    for (const { reject } of owed.values()) reject(ended);
    owed.clear();
  };
  worker.on('message', (reply: WorkerReply) => {
    if (reply.kind === 'notice') {
      options.onNotice?.(reply.notice);
      return;
    }
    const waiting = owed.get(reply.id);
    owed.delete(reply.id);
    if (owed.size === 0) worker.unref();
    if (reply.kind === 'answer') waiting?.resolve(reply.answer);
    else waiting?.reject(new StandinError(reply.code, reply.message, reply.remedy));
  });
  worker.on('error', (error) => {
    end(error.message);
    options.onLost?.(error);
  });
  worker.on('exit', () => end('it was closed'));
  const expect = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      owed.set(id, { resolve, reject });
      worker.ref();
    });
  const ask = (question: Question | { readonly kind: 'close' }): Promise<unknown> => {
    if (ended !== null) return Promise.reject(ended);
    worker.postMessage({ id: ++asked, question });
    return expect(asked);
  };
  const ready = expect(0).then(() => undefined);
  ready.catch(() => worker.terminate());
  return {
    ready,
    ask,
    tell(question, transfer) {
      if (ended === null) worker.postMessage({ id: 0, question }, transfer);
    },
    async close() {
      if (ended !== null) return;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      await ask({ kind: 'close' });
      worker.ref();
      await exited;
    },
  };
}
