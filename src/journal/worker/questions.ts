// Questions to an archive in another thread, and the form of the replies.

import type { ErrorCode } from '../../base/errors.ts';
import type { SearchOptions } from '../archive.ts';
import type { Filter } from '../filter/filter.ts';
import type { Annotation } from '../interaction/recorded.ts';

/** Each is a method of Archive. */
export type ArchiveQuestion =
  | { readonly kind: 'annotate'; readonly seq: number; readonly annotation: Annotation }
  | { readonly kind: 'totals' }
  | { readonly kind: 'search'; readonly filter: Filter; readonly options: SearchOptions }
  | { readonly kind: 'rows'; readonly seqs: readonly number[] }
  | { readonly kind: 'find'; readonly seq: number }
  | { readonly kind: 'latency'; readonly filter: Filter };

/** A question with its number, from 1; number 0 is a message without a reply. */
export interface WorkerQuestion<Question> {
  readonly id: number;
  readonly question: Question;
}

/** The reply to number 0 says that the worker is ready. */
export type WorkerReply =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | {
      readonly id: number;
      readonly kind: 'trouble';
      readonly code: ErrorCode;
      readonly message: string;
      readonly remedy: string;
    }
  /** A message from a worker that is not a reply. */
  | { readonly kind: 'notice'; readonly notice: unknown };
