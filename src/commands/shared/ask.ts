// Asks whoever sits at a terminal.

import type { ReadStream, WriteStream } from 'node:tty';

/** Asks a question and gives the line that was answered; `null` where nobody is there to answer. */
export type Ask = ((question: string) => Promise<string>) | null;

/** Where questions go and answers come from. */
export interface Terminal {
  readonly input: Pick<ReadStream, 'isTTY' | 'setEncoding' | 'once' | 'off' | 'pause'>;
  readonly output: Pick<WriteStream, 'isTTY' | 'write'>;
}

/**
 * Gives what asks on a terminal; `null` where the input or the output is none. An end of the input
 * is an empty answer.
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
