// The earlier requests about the same item, with links.

import type { JSX } from 'preact';
import { Empty } from '../parts/empty.tsx';
import { visible } from '../shared/format.ts';
import { indented } from '../shared/indented.ts';

export function HistoryPane({
  history,
  onSeq,
}: {
  readonly history: readonly string[];
  readonly onSeq: (seq: number) => void;
}): JSX.Element {
  if (history.length === 0) {
    return (
      <Empty title="No history">
        <p>
          No earlier request created, changed or removed the item of this request, or the request is
          not about an item.
        </p>
      </Empty>
    );
  }
  return (
    <ol class="history">
      {history.map((sentence, index) => (
        <li key={`${index} ${sentence}`}>
          {sentence.split(/(request \d+)|( \{.*\}$)/s).map((part) => {
            if (part?.startsWith(' {'))
              return <pre class="raw">{visible(indented(part.trim()))}</pre>;
            const seq = /^request (\d+)$/.exec(part ?? '')?.[1];
            if (seq === undefined) return visible(part ?? '');
            return (
              <button type="button" class="link" onClick={() => onSeq(Number(seq))}>
                {part}
              </button>
            );
          })}
        </li>
      ))}
    </ol>
  );
}
