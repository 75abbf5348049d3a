// The side of a worker: begins, answers each question that it is posted with an answer or an error,
// and ends when it is asked to close.

import { parentPort } from 'node:worker_threads';
import type { StandinError } from '../../base/errors.ts';
import type { Asked, Reply } from './questions.ts';

export interface AnsweringOptions<Question> {
  /** Gives what answers, once it can. */
  readonly begin: () => Answer<Question> | Promise<Answer<Question>>;
  /** Says what went wrong. */
  readonly troubleOf: (error: unknown) => StandinError;
}

export type Answer<Question> = (question: Question) => unknown;

/** Answers from now on. What comes before it has begun waits. */
export function answerQuestions<Question extends { readonly kind: string }>(
  options: AnsweringOptions<Question>,
): void {
  const begun = Promise.resolve().then(options.begin);
  let answer: Answer<Question> | null = null;
  const reply = async (id: number, work: () => unknown): Promise<void> => {
    let message: Reply;
    try {
      message = { id, kind: 'answer', answer: await work() };
    } catch (error) {
      const { code, message: text, remedy } = options.troubleOf(error);
      message = { id, kind: 'trouble', code, message: text, remedy };
    }
    parentPort?.postMessage(message);
  };
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    if (id === 0) answer?.(question);
    else
      void reply(id, async () => (answer ?? (await begun))(question)).then(() => {
        if (question.kind === 'close') parentPort?.close();
      });
  });
  void reply(0, async () => {
    answer = await begun;
  });
}

/** Says something without being asked. */
export function notify(notice: unknown): void {
  parentPort?.postMessage({ kind: 'notice', notice } satisfies Reply);
}
