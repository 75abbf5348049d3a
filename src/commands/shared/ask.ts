// Asks questions on a terminal.

import type { ReadStream, WriteStream } from 'node:tty';

/** Asks a question and returns the line that was typed; `null` without a terminal. */
export type Ask = ((question: string) => Promise<string>) | null;

/** The input and the output of a terminal. */
export interface Terminal {
  readonly input: Pick<ReadStream, 'isTTY' | 'setEncoding' | 'once' | 'off' | 'pause'>;
  readonly output: Pick<WriteStream, 'isTTY' | 'write'>;
}

/**
 * Returns a function that asks on a terminal; `null` if the input or the output is not a terminal.
 * The end of the input counts as an empty answer.
 */
export function askOn({ input, output }: Terminal): Ask {
  if (!input.isTTY || !output.isTTY) return null;
  return (question) =>
    new Promise((answered) => {
      const end = (line?: unknown): void => {
        input.off('data', end).off('end', end).pause();
        answered(typeof line === 'string' ? line : '');
      };
      output.write(question);
      input.setEncoding('utf8').once('data', end).once('end', end);
    });
}
