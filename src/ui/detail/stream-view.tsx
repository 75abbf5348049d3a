// What came over time: events of an event stream, or messages of a WebSocket. Each opens to its
// content; says what was not saved.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type {
  RecordedBody,
  RecordedStream,
  StreamPart,
} from '../../journal/interaction/recorded.ts';
import { bytesOf } from '../../journal/interaction/row.ts';
import { Icon } from '../parts/icon.tsx';
import { formatBytes, formatCount, formatMs, shorten, visible } from '../shared/format.ts';
import { BodyView } from './body-view.tsx';

/** Number of parts that are shown at first, and with each press of a button. */
const PARTS_SHOWN = 100;
const PREVIEW_CHARS_MAX = 160;
const NAME_CHARS_MAX = 60;

const WORDS = {
  events: ['Events', 'event', 'events'],
  websocket: ['Messages', 'message', 'messages'],
} as const;

export function StreamView({
  stream: { kind, parts, left },
  seq,
}: {
  readonly stream: RecordedStream;
  readonly seq: number;
}): JSX.Element {
  const [count, setCount] = useState(PARTS_SHOWN);
  const [title, one, many] = WORDS[kind];
  const leftOut = [
    ...(left.parts > 0 ? [`${formatCount(left.parts)} more ${left.parts === 1 ? one : many}`] : []),
    ...(left.bytes > 0 ? [formatBytes(left.bytes)] : []),
  ];
  return (
    <section aria-label={title}>
      <h3>
        {title} <span class="badge">{formatCount(parts.length)}</span>
      </h3>
      {parts.length === 0 && <p class="quiet pad">No {many} came.</p>}
      <ol class="stream">
        {parts.slice(0, count).map((part, index) => (
          <li key={index}>
            <Part part={part} seq={seq} hasDirection={kind === 'websocket'} />
          </li>
        ))}
      </ol>
      {parts.length > count && (
        <button type="button" class="link" onClick={() => setCount(count + PARTS_SHOWN)}>
          Show {formatCount(Math.min(PARTS_SHOWN, parts.length - count))} more
        </button>
      )}
      {leftOut.length > 0 && (
        <p class="cut">
          <Icon name="warning" /> Not saved: {leftOut.join(', and ')}.
        </p>
      )}
    </section>
  );
}

interface PartProps {
  readonly part: StreamPart;
  readonly seq: number;
  readonly hasDirection: boolean;
}

function Part({ part: { offsetMs, from, name, body }, seq, hasDirection }: PartProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name={isOpen ? 'open' : 'shut'} />
        <span class="quiet number">{offsetMs === null ? '?' : `+${formatMs(offsetMs)}`}</span>{' '}
        {hasDirection && <span>{from === 'client' ? '↑ sent' : '↓ received'} </span>}
        <b>{visible(shorten(name, NAME_CHARS_MAX))}</b>{' '}
        <span class="preview">{previewOf(body)}</span>{' '}
        <span class="quiet number">{formatBytes(bytesOf(body))}</span>
      </summary>
      {isOpen && <BodyView body={body} type="" seq={seq} side={null} findings={[]} at={null} />}
    </details>
  );
}

function previewOf(body: RecordedBody): string {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return visible(body.text.slice(0, PREVIEW_CHARS_MAX));
    case 'bytes':
      return 'bytes';
    case 'unkept':
      return 'not saved';
  }
}
