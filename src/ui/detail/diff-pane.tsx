// The differences between this interaction and another reply: the mock's, the original before a
// fault, or another interaction's.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Json } from '../../base/json.ts';
import type {
  Field,
  Recorded,
  RecordedBody,
  RecordedReply,
} from '../../journal/interaction/recorded.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { askInteraction } from '../shared/api.ts';
import { visible } from '../shared/format.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { type Diff, diffJson, diffText } from './json-diff.ts';
import { readTree } from './json-text.ts';

export interface DiffPaneProps {
  readonly recorded: Recorded;
  /** `mock`, `original`, or the number of another interaction; empty for the default. */
  readonly against: string;
  readonly marked: number | null;
  readonly onAgainst: (against: string) => void;
}

interface Part {
  readonly head: string;
  readonly headers: readonly Field[];
  readonly body: RecordedBody;
}

export function DiffPane({ recorded, against, marked, onAgainst }: DiffPaneProps): JSX.Element {
  const chosen = against || usualFor(recorded, marked);
  const seq = /^\d+$/.test(chosen) ? Number(chosen) : null;
  const asked = useFetched(`${seq}`, async () =>
    seq === null ? null : (await askInteraction(seq)).recorded,
  );
  const other = asked.value;
  const side = (name: string, word: string, isThere: boolean) => (
    <button
      type="button"
      aria-pressed={chosen === name}
      disabled={!isThere}
      onClick={() => onAgainst(name)}
    >
      {word}
    </button>
  );
  const reply = partOf(recorded.reply);
  const numbers = [`#${seq}`, `#${recorded.seq}`] as const;
  return (
    <>
      <div class="diff-tools">
        <span>Compare with</span>
        <fieldset class="either">
          <legend class="unseen">Compare with</legend>
          {side('mock', "the mock's answer", recorded.mock !== null)}
          {side('original', 'the original', recorded.original !== null)}
          {marked !== null &&
            marked !== recorded.seq &&
            side(String(marked), `marked: #${marked}`, true)}
        </fieldset>
        <label>
          or number
          <input
            type="text"
            inputMode="numeric"
            class="short"
            value={seq ?? ''}
            onChange={(event) => onAgainst(event.currentTarget.value.replaceAll(/\D/g, ''))}
          />
        </label>
      </div>
      {asked.failure !== null && <Failure text={asked.failure} />}
      {chosen === '' && (
        <Empty title="Compare with what?">
          <p>
            The mock's answer is not recorded here. Press <kbd>m</kbd> on another interaction to
            mark it, or type its number.
          </p>
        </Empty>
      )}
      {chosen === 'mock' && recorded.mock !== null && (
        <Comparison
          title="Answer"
          left={partOf(recorded.mock)}
          right={reply}
          names={['the mock', 'this answer']}
        />
      )}
      {chosen === 'original' && recorded.original !== null && (
        <Comparison
          title="Answer"
          left={partOf(recorded.original)}
          right={reply}
          names={['the original', 'sent']}
        />
      )}
      {other !== null && seq !== null && (
        <>
          <Comparison title="Answer" left={partOf(other.reply)} right={reply} names={numbers} />
          <Comparison
            title="Request"
            left={requestPart(other)}
            right={requestPart(recorded)}
            names={numbers}
          />
        </>
      )}
    </>
  );
}

interface ComparisonProps {
  readonly title: string;
  readonly left: Part;
  readonly right: Part;
  readonly names: readonly [left: string, right: string];
}

function Comparison({ title, left, right, names }: ComparisonProps): JSX.Element {
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

function usualFor(recorded: Recorded, marked: number | null): string {
  if (marked !== null && marked !== recorded.seq) return String(marked);
  if (recorded.original !== null) return 'original';
  return recorded.mock === null ? '' : 'mock';
}

function partOf(reply: RecordedReply | null): Part {
  if (reply === null) return { head: 'no response', headers: [], body: { kind: 'none' } };
  return { head: String(reply.status), headers: reply.headers, body: reply.body };
}

function requestPart({ request }: Recorded): Part {
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  return { head: `${request.method} ${target}`, headers: request.headers, body: request.body };
}

function headersOf(part: Part): Json {
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
