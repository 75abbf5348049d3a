// A body: as JSON, raw, or as bytes. Limited in size; says how much is left out.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Pointer } from '../../base/pointer.ts';
import type { RecordedBody } from '../../journal/interaction/recorded.ts';
import type { Finding } from '../../oracle/finding.ts';
import { Icon } from '../parts/icon.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { type BodySide, bodyAddress } from '../shared/api.ts';
import { formatBytes, formatCount, shorten, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { CHARS_MAX, LINES_MAX } from './json-lines.ts';
import { readTree } from './json-text.ts';
import { JsonView } from './json-view.tsx';
import { latin, type MultipartPart, partsOf } from './multipart-parts.ts';

export interface BodyViewProps {
  readonly body: RecordedBody;
  /** The Content-Type; empty if there is none. */
  readonly type: string;
  readonly seq: number;
  readonly side: BodySide | null;
  readonly findings: readonly Finding[];
  readonly at: Pointer | null;
}

const HEX_BYTES_MAX = 2048;
const HEX_BYTES_A_LINE = 16;

export function BodyView({ body, type, seq, side, findings, at }: BodyViewProps): JSX.Element {
  const parts = useMemo(() => partsOf(body, type), [body, type]);
  const bytes = useMemo(() => bytesOf(body), [body]);
  if (body.kind === 'none') return <p class="quiet pad">No body.</p>;
  if (body.kind === 'unkept') {
    return (
      <p class="quiet pad">
        {body.bytes === null
          ? 'The body was not saved: it was a stream, as of a WebSocket.'
          : `The body (${formatBytes(body.bytes)}) was not saved: it was too large, compressed in an unknown way, or too much arrived at once.`}
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
  const media = body.cut ? null : mediaOf(type);
  if (bytes !== null) {
    return (
      <>
        <div class="body-tools">
          <span class="quiet">
            {visible(shorten(type, TYPE_CHARS_MAX)) || 'not UTF-8'}, {size}
          </span>
          {download}
        </div>
        {parts !== null && <Parts parts={parts} />}
        {parts === null && media !== null && (
          <Media as={media} type={type} data={`;base64,${btoa(bytes)}`} />
        )}
        <details open={parts === null && media === null}>
          <summary>Bytes</summary>
          <pre class="hex">{hexOf(bytes)}</pre>
        </details>
      </>
    );
  }
  return (
    <>
      {parts !== null && <Parts parts={parts} />}
      {media !== null && body.kind === 'text' && (
        <Media as={media} type={type} data={`,${encodeURIComponent(body.text.toWellFormed())}`} />
      )}
      <TextBody
        text={body.kind === 'text' ? body.text : ''}
        type={type}
        size={size}
        isCut={body.cut}
        findings={findings}
        at={at}
        download={download}
      />
    </>
  );
}

/** One character a byte, of a body that is shown as bytes; `null` for one that is shown as text. */
function bytesOf(body: RecordedBody): string | null {
  if (body.kind === 'bytes') return atob(body.base64);
  const isBinary = body.kind === 'text' && CONTROLS.test(body.text.slice(0, HEX_BYTES_MAX));
  return isBinary ? latin(body.text) : null;
}

/** Control characters that texts do not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0e-\x1a]/;

/** Images that browsers show; those in SVG run no scripts in an image. */
const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)\b/i;
const TYPE_CHARS_MAX = 100;

type MediaKind = 'img' | 'audio' | 'video';

function mediaOf(type: string): MediaKind | null {
  if (IMAGE.test(type)) return 'img';
  const [, kind] = /^(audio|video)\//i.exec(type) ?? [];
  return kind === undefined ? null : (kind.toLowerCase() as MediaKind);
}

interface MediaProps {
  readonly as: MediaKind;
  readonly type: string;
  /** The rest of a data URL (RFC 2397) after the media type. */
  readonly data: string;
}

function Media({ as, type, data }: MediaProps): JSX.Element {
  const [size, setSize] = useState('');
  const [media = ''] = type.split(';', 1);
  const src = `data:${media.trim()}${data}`;
  if (as !== 'img') {
    const Player = as;
    return (
      <figure class="picture">
        <Player
          controls
          src={src}
          aria-label="The body"
          onError={() => setSize('The browser cannot play this.')}
        />
        <figcaption class="quiet">{size}</figcaption>
      </figure>
    );
  }
  return (
    <figure class="picture">
      <img
        src={src}
        alt="The body"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize(`${width} × ${height} px`)
        }
        onError={() => setSize('The browser cannot show this image.')}
      />
      <figcaption class="quiet">{size}</figcaption>
    </figure>
  );
}

const PART_CHARS_MAX = 2_000;

function Parts({ parts }: { readonly parts: readonly MultipartPart[] }): JSX.Element {
  return (
    <table class="plain parts">
      <TableHead columns={['Part', 'Value']} />
      <tbody>
        {parts.map(({ name, file, type, content, text }, index) => (
          <tr key={index}>
            <th scope="row">
              {visible(shorten(name, TYPE_CHARS_MAX))}
              <p class="quiet">
                {[file, type, formatBytes(content.length)]
                  .flatMap((fact) => (fact ? visible(shorten(fact, TYPE_CHARS_MAX)) : []))
                  .join(', ')}
              </p>
            </th>
            <td class="code">
              {IMAGE.test(type) ? (
                <Media as="img" type={type} data={`;base64,${btoa(content)}`} />
              ) : text === null || CONTROLS.test(text) ? (
                <pre class="hex">{hexOf(content)}</pre>
              ) : (
                visible(shorten(text, PART_CHARS_MAX))
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TextBodyProps {
  readonly text: string;
  readonly type: string;
  readonly size: string;
  readonly isCut: boolean;
  readonly findings: readonly Finding[];
  readonly at: Pointer | null;
  readonly download: JSX.Element | false;
}

function TextBody({ text, type, size, isCut, findings, at, download }: TextBodyProps): JSX.Element {
  const { copy } = usePageServices();
  const read = useMemo(() => (isCut ? null : readTree(text)), [text, isCut]);
  const [wanted, setForm] = useState<'pretty' | 'raw'>('pretty');
  const form = read === null ? 'raw' : wanted;
  const choice = (name: 'pretty' | 'raw', word: string) => (
    <button type="button" aria-pressed={form === name} onClick={() => setForm(name)}>
      {word}
    </button>
  );
  return (
    <>
      <div class="body-tools">
        {read !== null && (
          <fieldset class="either">
            <legend class="unseen">Form of the body</legend>
            {choice('pretty', 'Pretty')}
            {choice('raw', 'Raw')}
          </fieldset>
        )}
        <span class="quiet">
          {read === null && type !== '' && `${visible(shorten(type, TYPE_CHARS_MAX))}, `}
          {size}
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

function hexOf(bytes: string): string {
  const lines: string[] = [];
  for (let from = 0; from < Math.min(bytes.length, HEX_BYTES_MAX); from += HEX_BYTES_A_LINE) {
    const line = [...bytes.slice(from, from + HEX_BYTES_A_LINE)];
    const hex = line.map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');
    const text = line.map((byte) => (/[\x20-\x7e]/.test(byte) ? byte : '·')).join('');
    lines.push(
      `${from.toString(16).padStart(6, '0')}  ${hex.padEnd(HEX_BYTES_A_LINE * 3)} ${text}`,
    );
  }
  return lines.join('\n');
}
