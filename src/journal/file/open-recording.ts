// Recordings in a file (SQLite). One worker thread writes, another reads and starts on demand.

import { basename } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import type { Archive, Sink, Totals } from '../archive.ts';
import { followTotals } from '../follow-totals.ts';
import { RECORDED_BODY_BYTES_MAX } from '../interaction/cut-body.ts';
import type { Recorded } from '../interaction/recorded.ts';
import { questionsTo } from '../worker/archive-questions.ts';
import { type RunningWorker, startWorker, workerEntry } from '../worker/start-worker.ts';
import type { WriteMode } from './open-database.ts';
import type { Job, Question } from './questions.ts';
import { unwritable } from './recording-errors.ts';
import { QUEUE_INTERACTIONS_MAX, RecordingQueue } from './recording-queue.ts';

/** An archive that accepts interactions. `close` writes those that are pending. */
export interface Recording extends Archive, Sink {
  /** Returns the newest number on disk, once everything added is written or dropped. */
  flushed(): Promise<number>;
  /** How many were dropped, as far as this process knows. */
  lost(): number;
}

export interface RecordingOptions {
  /** `create` makes the file, which must not be there; `append` records on into it, or makes it. */
  readonly mode: WriteMode;
  /** Hides secrets before an interaction is written. One for which it throws is dropped. */
  readonly redact?: (recorded: Recorded) => Recorded;
  /** How many bytes of each body are kept: 1 MiB. */
  readonly bodyBytesMax?: number;
  /**
   * Maximum length of texts in the index, in characters; longer ones are searched one by one. 0
   * disables the index. Defaults to 16,384.
   */
  readonly indexedCharsMax?: number;
  /** How many interactions may be on their way to the file: 20,000. */
  readonly queueInteractionsMax?: number;
  /** How large the file may become, in bytes; without it, as large as the disk allows. */
  readonly fileBytesMax?: number;
  /** Called when writing starts to fail. Interactions are dropped until it succeeds again. */
  readonly onTrouble?: (trouble: StandinError) => void;
}

/**
 * Characters of one text that are indexed. To index a text takes ten times as long as to look
 * through it once (about 0.2 ms/KB).
 */
export const INDEXED_CHARS_MAX = 16_384;

/**
 * Opens the file of a recording. Rejects with a StandinError: `recording-invalid` (not a recording,
 * damaged, or newer), `recording-taken` (another process records to it), `file-unreadable`,
 * `file-unwritable`. A process that records must not open the file in another way: closing it again
 * would release the locks of SQLite (sqlite.org/howtocorrupt.html, section 2.2).
 */
export function openRecording(file: string, options: RecordingOptions): Promise<Recording>;
export function openRecording(file: string, options: { readonly mode: 'read' }): Promise<Archive>;
export function openRecording(
  file: string,
  options: RecordingOptions | { readonly mode: 'read' },
): Promise<Archive> {
  return options.mode === 'read' ? openToRead(file) : openToRecord(file, options);
}

async function openToRead(file: string): Promise<Archive> {
  const worker = start({ kind: 'read', file });
  await worker.ready;
  const totals = async (): Promise<Totals> => (await worker.ask({ kind: 'totals' })) as Totals;
  return {
    place: basename(file),
    totals,
    ...questionsTo(worker.ask),
    annotate: async () => {
      throw unwritable(file, 'it was opened only for reading');
    },
    follow: (onChange) => followTotals(totals, onChange),
    close: () => worker.close(),
  };
}

async function openToRecord(file: string, options: RecordingOptions): Promise<Recording> {
  const { indexedCharsMax = INDEXED_CHARS_MAX, fileBytesMax = null, mode } = options;
  const writer = start({ kind: 'write', file, mode, indexedCharsMax, fileBytesMax });
  await writer.ready;
  const queue = new RecordingQueue({
    totals: (await writer.ask({ kind: 'totals' })) as Totals,
    write: (batch) => writer.ask({ kind: 'write', batch }),
    redact: options.redact ?? ((recorded) => recorded),
    bodyBytesMax: options.bodyBytesMax ?? RECORDED_BODY_BYTES_MAX,
    queueInteractionsMax: options.queueInteractionsMax ?? QUEUE_INTERACTIONS_MAX,
    onTrouble: options.onTrouble ?? (() => undefined),
  });
  let reader: RunningWorker<Question> | null = null;
  const readAll = async (): Promise<RunningWorker<Question>> => {
    await queue.flushed();
    reader ??= start({ kind: 'read', file });
    await reader.ready;
    return reader;
  };
  const totals = async (): Promise<Totals> => queue.totals;
  return {
    place: basename(file),
    add: (recorded) => queue.add(recorded),
    flushed: () => queue.flushed(),
    lost: () => queue.totals.dropped,
    totals,
    ...questionsTo(async (question) => (await readAll()).ask(question)),
    async annotate(seq, annotation) {
      await queue.flushed();
      return (await writer.ask({ kind: 'annotate', seq, annotation })) as boolean;
    },
    follow: (onChange) => followTotals(totals, onChange),
    async close() {
      await queue.close();
      try {
        await reader?.close();
      } finally {
        await writer.close();
      }
    },
  };
}

function start(job: Job): RunningWorker<Question> {
  return startWorker<Question>({
    entry: workerEntry(import.meta.url, 'recording-worker'),
    job,
    ended: (why) =>
      new StandinError(
        'file-unreadable',
        `${job.file} is not open any more: ${why}`,
        'Open it again.',
      ),
  });
}
