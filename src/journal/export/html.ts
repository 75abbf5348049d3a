// Exports recorded interactions as one HTML page that opens offline, without a server.
// It follows the same policy as reports: no scripts, nothing to load.

import { parseJson } from '../../base/parse.ts';
import { pluralize } from '../../base/pluralize.ts';
import type {
  Field,
  Recorded,
  RecordedBody,
  RecordedStream,
  Verdict,
} from '../interaction/recorded.ts';
import { HTML_END, htmlStart } from '../print/html-page.ts';
import { type Markup, markup } from '../print/markup.ts';
import { toCurl } from './curl.ts';

export interface HtmlExportOptions {
  /** The version of Standin. */
  readonly version: string;
  /** What the page is about: the name of the recording, and the filter. */
  readonly title: string;
  /** The prefix of the paths in commands. Defaults to the recorded origin. */
  readonly baseUrl?: string;
}

/** How many interactions a page has, of how many characters of a body, and of an image. */
export const PAGE_INTERACTIONS_MAX = 2_000;
const BODY_CHARS_MAX = 100_000;
const IMAGE_CHARS_MAX = 1_000_000;
/** How many violations the head of the page lists. */
const LISTED_MAX = 50;

/** Yields the text of the page in pieces. `recorded` is read twice. */
export async function* toHtmlPage(
  recorded: AsyncIterable<Recorded>,
  options: HtmlExportOptions,
): AsyncGenerator<string> {
  const counted = await count(recorded);
  yield htmlStart(options.title, { images: 'own' });
  yield banner(counted, options).text;
  let written = 0;
  for await (const one of recorded) {
    if (written === PAGE_INTERACTIONS_MAX) break;
    written++;
    yield card(one, options, counted.all === 1 ? 'alone' : 'among others').text;
  }
  const left = counted.all - written;
  if (left > 0)
    yield markup`<p class="warn">${pluralize(left, 'more interaction')} are not on this page. Narrow the selection with a filter.</p>`
      .text;
  yield markup`<footer><p>standin ${options.version}. Secrets were replaced when this was recorded.</p></footer>`
    .text;
  yield HTML_END;
}

interface Counted {
  readonly all: number;
  readonly by: Readonly<Record<Verdict, number>>;
  /** The first of those that violate. */
  readonly violating: readonly Recorded[];
}

async function count(recorded: AsyncIterable<Recorded>): Promise<Counted> {
  const by = { violates: 0, conforms: 0, 'not-shown': 0, unjudged: 0 };
  const violating: Recorded[] = [];
  let all = 0;
  for await (const one of recorded) {
    all++;
    by[one.verdict]++;
    if (one.verdict === 'violates' && violating.length < LISTED_MAX) violating.push(one);
  }
  return { all, by, violating };
}

function banner({ all, by, violating }: Counted, { title }: HtmlExportOptions): Markup {
  const tone = by.violates > 0 ? 'bad' : by.conforms > 0 ? 'good' : 'warn';
  const verdicts = (Object.keys(by) as Verdict[])
    .filter((verdict) => by[verdict] > 0)
    .map((verdict) => `${by[verdict]} ${WORDS[verdict]}`);
  const verdict = `${pluralize(all, 'interaction')}: ${verdicts.join(', ')}`;
  const listed = violating.map(
    (one) =>
      markup`<li><a href="#i${one.seq}">#${one.seq} ${one.request.method} ${targetOf(one)}</a>: ${one.findings[0]?.message ?? ''}</li>\n`,
  );
  const more = by.violates - violating.length;
  return markup`<header class="card verdict ${tone}">
<p class="target">${title}</p>
<h1>${verdict}</h1>
${listed.length === 0 ? '' : markup`<ol>\n${listed}</ol>\n`}${more > 0 ? markup`<p>and ${more} more</p>\n` : ''}</header>
`;
}

const TONES = { violates: 'bad', conforms: 'good', 'not-shown': 'soft', unjudged: 'soft' } as const;
const WORDS = {
  violates: 'violates',
  conforms: 'conforms',
  'not-shown': 'unspecified',
  unjudged: 'unjudged',
} as const;

function card(
  recorded: Recorded,
  options: HtmlExportOptions,
  place: 'alone' | 'among others',
): Markup {
  const { seq, at, elapsedMs, request, reply, trouble, verdict, findings, history } = recorded;
  const isWrong = verdict === 'violates';
  const isUpgraded = recorded.stream?.kind === 'websocket';
  const answered = reply === null ? `no answer: ${trouble ?? 'unknown'}` : String(reply.status);
  const notes = [...(reply === null || trouble === null ? [] : [trouble]), ...history];
  const content = markup`${findings.map(
    ({ code, clause, message, expected, actual, remedy }) => markup`<section>
<p><b class="bad">${message}</b></p>
<div class="compare"><div><h2>Expected</h2><pre tabindex="0">${expected}</pre></div><div><h2>Actual</h2><pre tabindex="0">${actual}</pre></div></div>
<p class="soft">${code}, ${clause}. ${remedy}</p>
</section>
`,
  )}${notes.map((note) => markup`<p class="soft">${note}</p>\n`)}<div class="sides">
<div><h2>Request</h2>${fields(request.headers)}${body(request.body, request.headers)}</div>
<div><h2>Answer</h2>${reply === null ? '' : markup`${fields(reply.headers)}${recorded.stream === undefined ? '' : streamed(recorded.stream)}${isUpgraded ? '' : body(reply.body, reply.headers)}`}</div>
</div>
<h2>Send it again</h2>
<pre class="shell" tabindex="0">${toCurl(recorded, options).trimEnd()}</pre>`;
  return markup`<details class="card${isWrong ? ' finding' : ''}" id="i${seq}"${isWrong || place === 'alone' ? markup` open=""` : ''}>
<summary><span class="soft">#${seq}</span> ${request.method} <code>${targetOf(recorded)}</code> ${answered} <span class="${TONES[verdict]}">${WORDS[verdict]}</span></summary>
<p class="soft">${new Date(at).toISOString()}, ${elapsedMs.toFixed(1)} ms</p>
${content}
</details>
`;
}

/** Events or messages, one a line: when it came, from whom, its type, the beginning of its content. */
function streamed({ kind, parts, left }: RecordedStream): Markup {
  const lines = parts.slice(0, PARTS_LISTED_MAX).map(({ offsetMs, from, name, body: content }) => {
    const text =
      content.kind === 'text'
        ? content.text.slice(0, PART_CHARS_MAX).replaceAll('\n', '\n  ')
        : content.kind;
    const time = offsetMs === null ? '?' : `+${offsetMs.toFixed(1)} ms`;
    const words = kind === 'events' ? [time, name] : [time, from, name];
    return `${words.join('  ')}  ${content.kind === 'none' ? '' : text}`.trimEnd();
  });
  const leftOut = parts.length - lines.length + left.parts;
  const notes = [
    ...(leftOut > 0 ? [`${leftOut} more`] : []),
    ...(left.bytes > 0 ? [`${left.bytes} bytes`] : []),
  ];
  return markup`<h3>${kind === 'events' ? 'Events' : 'Messages'}</h3><pre tabindex="0">${lines.join('\n').toWellFormed()}</pre>${notes.length === 0 ? '' : markup`<p class="warn">Not shown: ${notes.join(', and ')}.</p>`}`;
}

/** How many events or messages are shown of a stream, and characters of each. */
const PARTS_LISTED_MAX = 200;
const PART_CHARS_MAX = 1_000;

function targetOf({ request: { path, query } }: Recorded): string {
  return query === '' ? path : `${path}?${query}`;
}

function fields(headers: readonly Field[]): Markup {
  return headers.length === 0
    ? markup``
    : markup`<pre tabindex="0">${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>`;
}

function body(of: RecordedBody, headers: readonly Field[]): Markup {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const [media = ''] = type.split(';', 1);
  switch (of.kind) {
    case 'none':
      return markup`<p class="soft">No body.</p>`;
    case 'unkept':
      return markup`<p class="soft">The body was not kept${of.bytes === null ? '' : `: ${of.bytes} bytes`}.</p>`;
    case 'bytes':
      return !of.cut && IMAGE.test(media.trim()) && of.base64.length <= IMAGE_CHARS_MAX
        ? markup`<img alt="The body" src="data:${media.trim()};base64,${of.base64}" />`
        : markup`<p class="soft">${media.trim() || 'Bytes'}, ${of.bytes} bytes.</p>`;
    case 'text': {
      const text = of.cut ? of.text : indented(of.text);
      const isWhole = !of.cut && text.length <= BODY_CHARS_MAX;
      const left = isWhole
        ? ''
        : markup`<p class="warn">Cut here: the body has ${of.bytes} bytes.</p>`;
      return markup`<pre tabindex="0">${text.slice(0, BODY_CHARS_MAX).toWellFormed()}</pre>${left}`;
    }
  }
}

const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i;
const DEPTH_MAX = 100;

/** JSON on several lines; other text unchanged, and JSON whose numbers would change. */
function indented(text: string): string {
  if (text.length > BODY_CHARS_MAX) return text;
  const parsed = parseJson(text, DEPTH_MAX);
  if (parsed.kind !== 'value' || JSON.stringify(parsed.value) !== text) return text;
  return JSON.stringify(parsed.value, null, 2);
}
