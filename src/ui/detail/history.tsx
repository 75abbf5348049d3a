// The earlier requests about the same item, with links.

import type { JSX } from 'preact';
import { Empty } from '../parts/empty.tsx';
import { visible } from '../shared/format.ts';
import { indented } from '../shared/indented.ts';
import { Linked } from './linked.tsx';

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
      {history.map((sentence, index) => {
        const [text = '', value] = sentence.split(/( \{.*\}$)/s);
        return (
          <li key={`${index} ${sentence}`}>
            <Linked text={text} onSeq={onSeq} />
            {value !== undefined && <pre class="raw">{visible(indented(value.trim()))}</pre>}
          </li>
        );
      })}
    </ol>
  );
}
