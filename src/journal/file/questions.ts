// What the main thread and the workers of a recording say to each other.

import type { ErrorCode } from '../../base/errors.ts';
import type { SearchOptions } from '../archive.ts';
import type { Filter } from '../filter/filter.ts';
import type { Annotation } from '../recorded.ts';
import type { WriteMode } from './open-database.ts';
import type { Batch } from './write-recording.ts';

/** What a worker is started for. It replies to number 0 once the file is open. */
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
  | { readonly kind: 'write'; readonly batch: Batch }
  | { readonly kind: 'annotate'; readonly seq: number; readonly annotation: Annotation }
  | { readonly kind: 'totals' }
  | { readonly kind: 'search'; readonly filter: Filter; readonly options: SearchOptions }
  | { readonly kind: 'rows'; readonly seqs: readonly number[] }
  | { readonly kind: 'find'; readonly seq: number }
  | { readonly kind: 'latency'; readonly filter: Filter }
  | { readonly kind: 'close' };

export type Reply =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | {
      readonly id: number;
      readonly kind: 'trouble';
      readonly code: ErrorCode;
      readonly message: string;
      readonly remedy: string;
    };
