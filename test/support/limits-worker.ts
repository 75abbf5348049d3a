// A worker that reports how much memory it may hold.

import { resourceLimits } from 'node:worker_threads';
import { StandinError } from '../../src/base/errors.ts';
import { answerQuestions } from '../../src/journal/worker/answer-questions.ts';

export interface LimitsQuestion {
  readonly kind: 'limits' | 'close';
}

answerQuestions<LimitsQuestion>({
  begin:
    () =>
    ({ kind }) =>
      kind === 'limits' ? resourceLimits : undefined,
  troubleOf: (error) => new StandinError('file-unreadable', String(error), 'Ask again.'),
});
