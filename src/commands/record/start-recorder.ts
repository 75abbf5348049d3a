// Starts the thread that judges and records. If it fails, forwarding continues.

import { basename } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import type { StreamsBackend } from '../../inspector/backend.ts';
import type { Archive, Totals } from '../../journal/archive.ts';
import { followTotals } from '../../journal/follow-totals.ts';
import type { Unnumbered } from '../../journal/interaction/recorded.ts';
import { questionsTo } from '../../journal/worker/archive-questions.ts';
import { startWorker, workerEntry } from '../../journal/worker/start-worker.ts';
import type { BeginWatch } from '../../record/proxy/watch.ts';
import { createWorkerTransport } from '../../record/worker/worker-transport.ts';
import { readRecordingPlace } from '../recording/store-address.ts';
import type { LogTarget } from '../shared/log.ts';
import type { RecordEnd, RecordJob, RecordNotice, RecordQuestion } from './record-worker.ts';

export interface RunningRecorder {
  readonly begin: BeginWatch;
  /** The recording, read across the threads. */
  readonly archive: Archive;
  /** The streams that are open, read across the threads. */
  readonly streams: StreamsBackend;
  /** Resolves when all ended exchanges are recorded. */
  drained(): Promise<void>;
  /**
   * Continues to judge for at most this many milliseconds, writes what is in transit, and ends.
   * Resolves to `null` if the thread was lost.
   */
  finish(ms: number): Promise<RecordEnd | null>;
}

/** Resolves when it can record. Rejects with a StandinError for a bad file or option. */
export async function startRecorder(
  job: RecordJob,
  output: LogTarget,
  errors: LogTarget,
): Promise<RunningRecorder> {
  let isLost = false;
  const worker = startWorker<RecordQuestion>({
    entry: workerEntry(import.meta.url, 'record-worker'),
    job,
    ended: (why) => {
      const message = `the recording can no longer be read: ${why}`;
      return new StandinError('file-unreadable', message, 'Start it again.');
    },
    onNotice: (notice) => hear(notice as RecordNotice), // as record-worker.ts says it
    onLost: (error) => {
      isLost = true;
      errors.write(
        `Standin stopped recording, but continues to forward. Please report this:\n${error.stack ?? error.message}\n`,
      );
    },
  });
  const transport = createWorkerTransport((batch) =>
    worker.tell({ kind: 'batch', batch }, [batch.bytes]),
  );
  const hear = (notice: RecordNotice): void => {
    if (notice.kind === 'settled') transport.settled(notice.settled);
    else (notice.kind === 'print' ? output : errors).write(notice.text);
  };
  await worker.ready;
  const ask = (question: RecordQuestion): Promise<unknown> => {
    transport.flush();
    return worker.ask(question);
  };
  const totals = async (): Promise<Totals> => (await worker.ask({ kind: 'totals' })) as Totals;
  return {
    begin: transport.begin,
    archive: {
      place:
        job.file === null
          ? 'memory'
          : (readRecordingPlace(job.file)?.recording ?? basename(job.file)),
      totals,
      ...questionsTo(ask),
      annotate: async (seq, annotation) =>
        (await ask({ kind: 'annotate', seq, annotation })) as boolean,
      follow: (onChange) => followTotals(totals, onChange),
      close: async () => undefined,
    },
    streams: {
      ids: transport.streams.ids,
      follow: transport.streams.follow,
      async find(id) {
        const stream = transport.streams.look(id);
        return stream === null ? null : ((await ask({ kind: 'look', stream })) as Unnumbered);
      },
    },
    async drained() {
      await ask({ kind: 'drained' });
    },
    async finish(ms) {
      const end = await ask({ kind: 'finish', ms }).catch((error: unknown) => {
        if (isLost) return null;
        throw error;
      });
      await worker.close();
      return end as RecordEnd | null;
    },
  };
}
