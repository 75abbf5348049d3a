// The start data of the workers of a recording, and the questions they answer.

import type { ArchiveQuestion } from '../worker/questions.ts';
import type { WriteMode } from './open-database.ts';
import type { RecordingBatch } from './write-recording.ts';

/** The start data of a worker. It is ready once the file is open. */
export type Job =
  | { readonly kind: 'read'; readonly file: string }
  | {
      readonly kind: 'write';
      readonly file: string;
      readonly mode: WriteMode;
      readonly indexedCharsMax: number;
      readonly fileBytesMax: number | null;
    };

export type Question =
  | ArchiveQuestion
  | { readonly kind: 'write'; readonly batch: RecordingBatch }
  | { readonly kind: 'close' };
