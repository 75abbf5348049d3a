// The start data of the worker of a recording in a database, and the questions it answers.

import type { RecordingBatch } from '../file/write-recording.ts';
import type { ArchiveQuestion } from '../worker/questions.ts';

/** A recording in a database. */
export interface RecordingPlace {
  /** As `pg` takes it. */
  readonly connectionString: string;
  /** The schema of the tables. */
  readonly schema: string;
  readonly recording: string;
  /** The address without the password. */
  readonly shown: string;
  /** What is kept: calls of so many days, and so many million characters. `null` for all. */
  readonly days: number | null;
  readonly megachars: number | null;
  /** How long a batch is tried again while the database is away, in milliseconds. */
  readonly patienceMs?: number;
}

/** The start data of a worker. It is ready once the recording is there. */
export interface Job {
  readonly kind: 'read' | 'write';
  readonly place: RecordingPlace;
}

export type Question =
  | ArchiveQuestion
  | { readonly kind: 'write'; readonly batch: RecordingBatch }
  /** Answered with whether texts are found by an index. */
  | { readonly kind: 'words' }
  | { readonly kind: 'close' };
