// Starts a worker of a recording and asks it. A worker keeps the process from ending only while it owes an answer.

import { Worker } from 'node:worker_threads';
import { StandinError } from '../../base/errors.ts';
import type { Job, Question, Reply } from './questions.ts';

export interface RecordingWorker {
  /** Resolves once the file is open; rejects with a StandinError where it cannot be. */
  readonly ready: Promise<void>;
  /** Gives the answer; rejects with a StandinError, also where the worker has ended. */
  ask(question: Question): Promise<unknown>;
  /** Waits for the answers that it owes, and ends it. */
  close(): Promise<void>;
}

/** From the sources it stands beside this module, in the bundle beside the doors, above the folder of chunks. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts')
    ? './recording-worker.ts'
    : `${import.meta.url.includes('/chunks/') ? '..' : '.'}/recording-worker.js`,
  import.meta.url,
);

/** Starts a worker. */
export function startWorker(job: Job): RecordingWorker {
  // Node 22 warns of its own SQLite.
  const worker = new Worker(ENTRY, { workerData: job, execArgv: ['--disable-warning=ExperimentalWarning'] });
  const owed = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  let ended: StandinError | null = null;
  const end = (why: string): void => {
    ended ??= new StandinError('file-unreadable', `${job.file} is not open any more: ${why}`, 'Open it again.');
    for (const { reject } of owed.values()) reject(ended);
    owed.clear();
  };
  worker.on('message', (reply: Reply) => {
    const waiting = owed.get(reply.id);
    owed.delete(reply.id);
    if (owed.size === 0) worker.unref();
    if (reply.kind === 'answer') waiting?.resolve(reply.answer);
    else waiting?.reject(new StandinError(reply.code, reply.message, reply.remedy));
  });
  worker.on('error', (error) => end(error.message));
  worker.on('exit', () => end('it was closed'));
  const expect = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      owed.set(id, { resolve, reject });
      worker.ref();
    });
  const ask = (question: Question): Promise<unknown> => {
    if (ended !== null) return Promise.reject(ended);
    worker.postMessage({ id: ++asked, question });
    return expect(asked);
  };
  const ready = expect(0).then(() => undefined);
  ready.catch(() => worker.terminate());
  return {
    ready,
    ask,
    async close() {
      if (ended !== null) return;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      await ask({ kind: 'close' });
      worker.ref();
      await exited;
    },
  };
}
