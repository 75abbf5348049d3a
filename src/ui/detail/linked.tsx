// A sentence in which "request 12" is a link to that request.

import type { JSX } from 'preact';
import { visible } from '../shared/format.ts';

export interface LinkedProps {
  readonly text: string;
  readonly onSeq: (seq: number) => void;
}

export function Linked({ text, onSeq }: LinkedProps): JSX.Element {
  return (
    <>
      {text.split(/(request \d+)/).map((part, index) =>
        index % 2 === 0 ? (
          visible(part)
        ) : (
          <button type="button" class="link" onClick={() => onSeq(Number(part.slice(8)))}>
            {part}
          </button>
        ),
      )}
    </>
  );
}
