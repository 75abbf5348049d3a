// The differences between two messages: the first line, the header fields, the body.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Json } from '../../base/json.ts';
import type {
  Field,
  Recorded,
  RecordedBody,
  RecordedReply,
} from '../../journal/interaction/recorded.ts';
import { visible } from '../shared/format.ts';
import { type Diff, diffJson, diffText } from './json-diff.ts';
import { readTree } from './json-text.ts';

/** One side of a comparison. */
export interface MessagePart {
  readonly head: string;
  readonly headers: readonly Field[];
  readonly body: RecordedBody;
}

export interface MessageComparisonProps {
  readonly title: string;
  readonly left: MessagePart;
  readonly right: MessagePart;
  readonly names: readonly [left: string, right: string];
}

export function MessageComparison({
  title,
  left,
  right,
  names,
}: MessageComparisonProps): JSX.Element {
  const headers = useMemo(() => diffJson(headersOf(left), headersOf(right)), [left, right]);
  const body = useMemo(() => diffBody(left.body, right.body), [left, right]);
  const heads = left.head === right.head ? 0 : 1;
  const places = heads + headers.places + body.places;
  return (
    <section class="comparison" aria-label={title}>
      <h3>
        {title}:{' '}
        {places === 0
          ? 'no difference'
          : `${places} ${places === 1 ? 'difference' : 'differences'}`}
        <span class="legend">
          <span class="left">− {names[0]}</span> <span class="right">+ {names[1]}</span>
        </span>
      </h3>
      {heads === 1 && (
        <DiffLines
          diff={{
            lines: [
              { kind: 'left', depth: 0, text: left.head },
              { kind: 'right', depth: 0, text: right.head },
            ],
            places: 1,
            isCut: false,
          }}
        />
      )}
      {headers.places > 0 && <DiffLines diff={headers} title="Header fields" />}
      {body.places > 0 && <DiffLines diff={body} title="Body" />}
    </section>
  );
}

function DiffLines({ diff, title }: { readonly diff: Diff; readonly title?: string }): JSX.Element {
  const signs = { same: ' ', left: '−', right: '+' };
  const words = { same: '', left: 'only left: ', right: 'only right: ' };
  return (
    <>
      {title !== undefined && <h4>{title}</h4>}
      <div class="diff">
        {diff.lines.map((line, index) => (
          <div
            key={index}
            class={`line ${line.kind}`}
            style={{ paddingLeft: `${24 + line.depth * 16}px` }}
          >
            <span class="diff-sign" aria-hidden="true">
              {signs[line.kind]}
            </span>
            <span class="unseen">{words[line.kind]}</span>
            <span class="code">{visible(line.text.slice(0, 2000))}</span>
          </div>
        ))}
      </div>
      {diff.isCut && <p class="cut">Cut here: more lines are not shown at once.</p>}
    </>
  );
}

export function replyPart(reply: RecordedReply | null): MessagePart {
  if (reply === null) return { head: 'no response', headers: [], body: { kind: 'none' } };
  return { head: String(reply.status), headers: reply.headers, body: reply.body };
}

export function requestPart({ request }: Recorded): MessagePart {
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  return { head: `${request.method} ${target}`, headers: request.headers, body: request.body };
}

function headersOf(part: MessagePart): Json {
  const named = Map.groupBy(part.headers, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, fields]) => [name, fields.map(([, value]) => value).join(', ')]),
  );
}

function diffBody(left: RecordedBody, right: RecordedBody): Diff {
  const [one, other] = [jsonOf(left), jsonOf(right)];
  if (one !== null && other !== null) return diffJson(one.value, other.value);
  return diffText(textOf(left), textOf(right));
}

function jsonOf(body: RecordedBody): { readonly value: Json } | null {
  if (body.kind !== 'text' || body.cut || readTree(body.text) === null) return null;
  return { value: JSON.parse(body.text) as Json };
}

function textOf(body: RecordedBody): string {
  if (body.kind === 'text') return body.text;
  if (body.kind === 'bytes') return body.base64;
  return body.kind === 'none' ? '' : `(${body.bytes ?? '?'} bytes, not kept)`;
}
