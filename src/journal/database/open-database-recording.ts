// Recordings in a PostgreSQL database, which any number of processes write and read. A worker thread
// talks to it. Not its tables: database/layout.ts.

import { StandinError } from '../../base/errors.ts';
import type { Archive, Totals } from '../archive.ts';
import type { Recording, RecordingOptions } from '../file/open-recording.ts';
import { QUEUE_INTERACTIONS_MAX, RecordingQueue } from '../file/recording-queue.ts';
import { followTotals } from '../follow-totals.ts';
import { RECORDED_BODY_BYTES_MAX } from '../interaction/cut-body.ts';
import { questionsTo } from '../worker/archive-questions.ts';
import { type RunningWorker, startWorker, workerEntry } from '../worker/start-worker.ts';
import type { Job, Question, RecordingPlace } from './questions.ts';

/** How often who follows asks the database, in milliseconds. */
const FOLLOW_MS = 250;

export interface DatabaseRecording extends Recording {
  /** Whether texts are found by an index: the database has the extension pg_trgm. */
  readonly findsWords: boolean;
}

/** Rejects with a StandinError (`store-unusable`) if there is no such recording. */
export async function openDatabaseArchive(place: RecordingPlace): Promise<Archive> {
  const worker = start({ kind: 'read', place });
  await worker.ready;
  return archiveOf(place, worker, () => Promise.resolve());
}

/**
 * Records into a database, also while others do: the database gives the numbers. `add` returns the
 * number if nobody else records at the moment.
 */
export async function openDatabaseRecording(
  place: RecordingPlace,
  options: Omit<RecordingOptions, 'mode'> = {},
): Promise<DatabaseRecording> {
  const worker = start({ kind: 'write', place });
  await worker.ready;
  const { total, dropped, oldest, newest } = (await worker.ask({ kind: 'totals' })) as Totals;
  const queue = new RecordingQueue({
    totals: { total: total - dropped, oldest, newest, dropped: 0 },
    write: (batch) => worker.ask({ kind: 'write', batch }),
    redact: options.redact ?? ((recorded) => recorded),
    bodyBytesMax: options.bodyBytesMax ?? RECORDED_BODY_BYTES_MAX,
    queueInteractionsMax: options.queueInteractionsMax ?? QUEUE_INTERACTIONS_MAX,
    onTrouble: options.onTrouble ?? (() => undefined),
  });
  const archive = archiveOf(place, worker, async () => {
    await queue.flushed();
  });
  return {
    ...archive,
    findsWords: (await worker.ask({ kind: 'words' })) as boolean,
    add: (recorded) => queue.add(recorded),
    flushed: () => queue.flushed(),
    lost: () => queue.totals.dropped,
    async close() {
      await queue.close();
      await worker.close();
    },
  };
}

/** `flush` waits for what this process has still to write. */
function archiveOf(
  place: RecordingPlace,
  worker: RunningWorker<Question>,
  flush: () => Promise<void>,
): Archive {
  const ask = async (question: Question): Promise<unknown> => {
    await flush();
    return worker.ask(question);
  };
  const totals = async (): Promise<Totals> => (await ask({ kind: 'totals' })) as Totals;
  return {
    place: place.recording,
    totals,
    ...questionsTo(ask),
    annotate: async (seq, annotation) =>
      (await ask({ kind: 'annotate', seq, annotation })) as boolean,
    follow: (onChange) => followTotals(totals, onChange, FOLLOW_MS),
    close: () => worker.close(),
  };
}

function start(job: Job): RunningWorker<Question> {
  return startWorker<Question>({
    entry: workerEntry(import.meta.url, 'database-recording-worker'),
    job,
    ended: (why) =>
      new StandinError(
        'store-unusable',
        `${job.place.shown} is not open any more: ${why}`,
        'Open it again.',
      ),
  });
}
