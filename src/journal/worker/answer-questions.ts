// The worker's side: starts, answers each posted question or returns an error, and ends on request.

import { parentPort } from 'node:worker_threads';
import type { StandinError } from '../../base/errors.ts';
import type { WorkerQuestion, WorkerReply } from './questions.ts';

export interface AnsweringOptions<Question> {
  /** Returns the function that answers, once it is ready. */
  readonly begin: () => Answer<Question> | Promise<Answer<Question>>;
  /** Reports an error. */
  readonly troubleOf: (error: unknown) => StandinError;
}

export type Answer<Question> = (question: Question) => unknown;

/** Answers from now on. Earlier questions wait. */
export function answerQuestions<Question extends { readonly kind: string }>(
  options: AnsweringOptions<Question>,
): void {
  const begun = Promise.resolve().then(options.begin);
  let answer: Answer<Question> | null = null;
  const reply = async (id: number, work: () => unknown): Promise<void> => {
    let message: WorkerReply;
    try {
      message = { id, kind: 'answer', answer: await work() };
    } catch (error) {
      const { code, message: text, remedy } = options.troubleOf(error);
      message = { id, kind: 'trouble', code, message: text, remedy };
    }
    parentPort?.postMessage(message);
  };
  parentPort?.on('message', ({ id, question }: WorkerQuestion<Question>) => {
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

/** Sends a message that is not a reply. */
export function notify(notice: unknown): void {
  parentPort?.postMessage({ kind: 'notice', notice } satisfies WorkerReply);
}
