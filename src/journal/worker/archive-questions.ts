// An archive in another thread: asked here, answered there.

import type { Archive, FoundInteraction, Matches } from '../archive.ts';
import type { Latency } from '../interaction/latency.ts';
import type { Row } from '../interaction/row.ts';
import type { ArchiveQuestion } from './questions.ts';

/** Asks one question. Each answer has the form of the method of Archive. */
export type AskArchive = (question: ArchiveQuestion) => Promise<unknown>;

/** Returns the reading methods of an archive, given a function that asks. */
export function questionsTo(
  ask: AskArchive,
): Pick<Archive, 'search' | 'rows' | 'find' | 'latency'> {
  return {
    search: async (filter, options = {}) =>
      (await ask({ kind: 'search', filter, options })) as Matches,
    rows: async (seqs) => (await ask({ kind: 'rows', seqs })) as readonly Row[],
    find: async (seq) => (await ask({ kind: 'find', seq })) as FoundInteraction | null,
    latency: async (filter) => (await ask({ kind: 'latency', filter })) as readonly Latency[],
  };
}

/** Answers a question by an archive of this thread. */
export function answerBy(archive: Archive, question: ArchiveQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'totals':
      return archive.totals();
    case 'search':
      return archive.search(question.filter, question.options);
    case 'rows':
      return archive.rows(question.seqs);
    case 'find':
      return archive.find(question.seq);
    case 'latency':
      return archive.latency(question.filter);
    case 'annotate':
      return archive.annotate(question.seq, question.annotation);
  }
}
