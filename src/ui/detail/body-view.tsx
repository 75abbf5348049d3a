// A body: as JSON, raw, or as bytes. Limited in size; says how much is left out.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Pointer } from '../../base/pointer.ts';
import type { RecordedBody } from '../../journal/interaction/recorded.ts';
import type { Finding } from '../../oracle/finding.ts';
import { Icon } from '../parts/icon.tsx';
import { type BodySide, bodyAddress } from '../shared/api.ts';
import { formatBytes, formatCount, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { CHARS_MAX, LINES_MAX } from './json-lines.ts';
import { readTree, TREE_CHARS_MAX } from './json-text.ts';
import { JsonView } from './json-view.tsx';

export interface BodyViewProps {
  readonly body: RecordedBody;
  readonly seq: number;
  readonly side: BodySide | null;
  readonly findings: readonly Finding[];
  readonly at: Pointer | null;
}

const HEX_BYTES_MAX = 2048;
const HEX_BYTES_A_LINE = 16;

export function BodyView({ body, seq, side, findings, at }: BodyViewProps): JSX.Element {
  if (body.kind === 'none') return <p class="quiet pad">No body.</p>;
  if (body.kind === 'unkept') {
    return (
      <p class="quiet pad">
        The body was not saved: {formatBytes(body.bytes)} are too many, or it was streamed.
      </p>
    );
  }
  const download = side !== null && (
    <a class="button" href={bodyAddress(seq, side)} download={`${seq}-${side}`}>
      <Icon name="down" />
      Download
    </a>
  );
  const size = body.cut
    ? `${formatBytes(body.bytes)}, only the beginning was saved`
    : formatBytes(body.bytes);
  if (body.kind === 'bytes') {
    return (
      <>
        <div class="body-tools">
          <span class="quiet">not UTF-8, {size}</span>
          {download}
        </div>
        <pre class="raw">{hexOf(body.base64)}</pre>
      </>
    );
  }
  return (
    <TextBody
      text={body.text}
      size={size}
      isCut={body.cut}
      findings={findings}
      at={at}
      download={download}
    />
  );
}

interface TextBodyProps {
  readonly text: string;
  readonly size: string;
  readonly isCut: boolean;
  readonly findings: readonly Finding[];
  readonly at: Pointer | null;
  readonly download: JSX.Element | false;
}

function TextBody({ text, size, isCut, findings, at, download }: TextBodyProps): JSX.Element {
  const { copy } = usePageServices();
  const read = useMemo(() => (isCut ? null : readTree(text)), [text, isCut]);
  const [wanted, setForm] = useState<'pretty' | 'raw'>('pretty');
  const form = read === null ? 'raw' : wanted;
  const choice = (name: 'pretty' | 'raw', word: string) => (
    <button
      type="button"
      aria-pressed={form === name}
      disabled={name === 'pretty' && read === null}
      onClick={() => setForm(name)}
    >
      {word}
    </button>
  );
  return (
    <>
      <div class="body-tools">
        <fieldset class="either">
          <legend class="unseen">Form of the body</legend>
          {choice('pretty', 'Pretty')}
          {choice('raw', 'Raw')}
        </fieldset>
        <span class="quiet">
          {size}
          {read === null && !isCut && text.length <= TREE_CHARS_MAX && ', not JSON'}
        </span>
        <button type="button" onClick={() => copy(text, 'body')}>
          <Icon name="copy" />
          Copy
        </button>
        {download}
      </div>
      {isCut && (
        <p class="cut">
          <Icon name="warning" /> Only the beginning of this body was saved.
        </p>
      )}
      {read !== null && form === 'pretty' ? (
        <JsonView tree={read.tree} findings={findings} at={at} />
      ) : (
        <Raw text={text} />
      )}
    </>
  );
}

function Raw({ text }: { readonly text: string }): JSX.Element {
  const lines = text.slice(0, CHARS_MAX).split('\n', LINES_MAX);
  const shown = lines.join('\n');
  return (
    <>
      <pre class="raw">{visible(shown)}</pre>
      {shown.length < text.length && (
        <p class="cut">
          <Icon name="warning" /> Cut here: {formatCount(text.length - shown.length)} more
          characters are not shown. Download the body to see them.
        </p>
      )}
    </>
  );
}

function hexOf(base64: string): string {
  const bytes = atob(base64.slice(0, Math.ceil(HEX_BYTES_MAX / 3) * 4)).slice(0, HEX_BYTES_MAX);
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += HEX_BYTES_A_LINE) {
    const line = [...bytes.slice(from, from + HEX_BYTES_A_LINE)];
    const hex = line.map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');
    const text = line.map((byte) => (/[\x20-\x7e]/.test(byte) ? byte : '·')).join('');
    lines.push(
      `${from.toString(16).padStart(6, '0')}  ${hex.padEnd(HEX_BYTES_A_LINE * 3)} ${text}`,
    );
  }
  return lines.join('\n');
}
