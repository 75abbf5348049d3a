// A request or an answer: its line, its header fields, its body.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Pointer } from '../../base/pointer.ts';
import type {
  Field,
  Recorded,
  RecordedReply,
  RecordedStream,
} from '../../journal/interaction/recorded.ts';
import { reasonPhraseOf } from '../../model/message/reason-phrases.ts';
import type { Finding } from '../../oracle/finding.ts';
import { statusTone } from '../parts/verdict.tsx';
import type { BodySide } from '../shared/api.ts';
import { formatCount, shorten, visible } from '../shared/format.ts';
import { BodyView } from './body-view.tsx';
import { StreamView } from './stream-view.tsx';

/** Number of fields that are shown at first. */
const FIELDS_SHOWN = 30;
const FIELDS_MAX = 2000;
const VALUE_CHARS_MAX = 2000;

export function RequestView({ seq, request }: Pick<Recorded, 'seq' | 'request'>): JSX.Element {
  const parameters = [...new URLSearchParams(request.query)];
  return (
    <div class="message">
      <p class="start-line">
        <b>{visible(request.method)}</b> {visible(shorten(request.path, VALUE_CHARS_MAX))}
        {request.query !== '' && (
          <span class="quiet">?{visible(shorten(request.query, VALUE_CHARS_MAX))}</span>
        )}
      </p>
      {parameters.length > 0 && <Fields title="Query" fields={parameters} />}
      <Fields title="Header fields" fields={request.headers} />
      <h3>Body</h3>
      <BodyView
        body={request.body}
        type={typeOf(request.headers)}
        seq={seq}
        side="request"
        findings={[]}
        at={null}
      />
    </div>
  );
}

interface ResponseViewProps {
  readonly recorded: Recorded;
  readonly at: Pointer | null;
}

export function ResponseView({ recorded, at }: ResponseViewProps): JSX.Element {
  const { reply, original, findings, trouble, seq, stream = null } = recorded;
  const sent =
    reply === null ? (
      <p class="pad bad">No response: {visible(trouble ?? 'for an unknown reason')}.</p>
    ) : (
      <ReplyView seq={seq} reply={reply} stream={stream} side="reply" findings={findings} at={at} />
    );
  if (original === null) return sent;
  return (
    <div class="beside-each-other">
      <section aria-label="Original">
        <h3>Original</h3>
        <ReplyView seq={seq} reply={original} stream={null} side={null} findings={[]} at={null} />
      </section>
      <section aria-label="Sent">
        <h3>Sent{reply !== null && trouble !== null ? `: ${visible(trouble)}` : ', altered'}</h3>
        {sent}
      </section>
    </div>
  );
}

interface ReplyViewProps {
  readonly seq: number;
  readonly reply: RecordedReply;
  readonly stream: RecordedStream | null;
  readonly side: BodySide | null;
  readonly findings: readonly Finding[];
  readonly at: Pointer | null;
}

function ReplyView({ seq, reply, stream, side, findings, at }: ReplyViewProps): JSX.Element {
  return (
    <div class="message">
      <p class="start-line">
        <b class={statusTone(reply.status)}>{reply.status}</b>{' '}
        <span class="quiet">{reasonPhraseOf(reply.status)}</span>
      </p>
      <Fields title="Header fields" fields={reply.headers} />
      {stream !== null && <StreamView stream={stream} seq={seq} />}
      {stream?.kind !== 'websocket' && (
        <>
          <h3>Body</h3>
          <BodyView
            body={reply.body}
            type={typeOf(reply.headers)}
            seq={seq}
            side={side}
            findings={findings}
            at={at}
          />
        </>
      )}
    </div>
  );
}

function typeOf(headers: readonly Field[]): string {
  return headers.find(([name]) => name === 'content-type')?.[1] ?? '';
}

function Fields({
  title,
  fields,
}: {
  readonly title: string;
  readonly fields: readonly Field[];
}): JSX.Element {
  const [count, setCount] = useState(FIELDS_SHOWN);
  return (
    <details class="headers" open>
      <summary>
        {title} <span class="badge">{formatCount(fields.length)}</span>
      </summary>
      <dl>
        {fields.slice(0, count).map(([name, value], index) => (
          <div key={index}>
            <dt>{visible(shorten(name, VALUE_CHARS_MAX))}</dt>
            <dd>{visible(shorten(value, VALUE_CHARS_MAX))}</dd>
          </div>
        ))}
      </dl>
      {fields.length > count && (
        <button type="button" class="link" onClick={() => setCount(FIELDS_MAX)}>
          Show all {formatCount(Math.min(fields.length, FIELDS_MAX))}
        </button>
      )}
    </details>
  );
}
