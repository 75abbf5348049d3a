// One finding on the page: expected and actual, requests and replies, and curl lines.

import { pluralize } from '../../../base/pluralize.ts';
import { cut } from '../../../base/printable.ts';
import { type Markup, markup } from '../../../journal/print/markup.ts';
import { type ShownOptions, shownBody, shownHeaders } from '../../../journal/print/shown.ts';
import type { Exchanged, ReportedFinding } from '../../report.ts';
import { subjectOf } from '../coverage.ts';
import { cutBody } from '../cut-body.ts';
import { jsonLines } from '../json-lines.ts';
import { breachOf, deciderOf, duration } from '../phrases.ts';
import { shownItem } from '../shown-item.ts';

/** Returns a finding as a card; links to it use `number`. */
export function findingCard(
  finding: ReportedFinding,
  number: number,
  resource: string,
  options: ShownOptions,
): Markup {
  const { breach, clause, code, message, expected, actual, remedy } = finding;
  return markup`<article class="card finding" id="finding-${number}">
<p class="tags"><span class="soft">${number}</span><span class="tag method">${subjectOf(finding)}</span><span class="tag bad">${breachOf(breach)}</span><span class="tag">${code}</span></p>
<h3>${breach === 'unkept' ? shown(`${clause}: ${message}`) : shown(message)}</h3>
<div class="compare"><div><h4>Expected</h4><pre>${shown(expected)}</pre></div><div><h4>Actual</h4><pre>${shown(actual)}</pre></div></div>
<dl>
${facts(finding, resource).map(([term, text]) => markup`<dt>${term}</dt><dd>${text}</dd>\n`)}</dl>
<p><b>What to do.</b> ${shown(remedy)}</p>
${exchanges(finding, options)}${shell(finding)}</article>
`;
}

function facts(
  finding: ReportedFinding,
  resource: string,
): readonly (readonly [term: string, text: string | Markup])[] {
  const { at, clause, law } = finding;
  const place = at === '' ? 'the whole body' : markup`<code>${shown(at ?? '')}</code> of the body`;
  const item = shownItem(finding, resource);
  return [
    ['Clause', shown(clause)],
    ...(item === null ? [] : [['Item', markup`<code>${shown(item)}</code>`] as const]),
    ...(at === null ? [] : [['Where', place] as const]),
    ['Decided by', shown(deciderOf(finding))],
    ['Law', markup`<code>${shown(law)}</code>`],
  ];
}

/** Number of requests of a finding that the page shows. */
const EXCHANGES_SHOWN_MAX = 50;

function exchanges({ trace, at }: ReportedFinding, options: ShownOptions): Markup | string {
  if (trace.length === 0) return '';
  const more = trace.length - EXCHANGES_SHOWN_MAX;
  const items = trace.slice(0, EXCHANGES_SHOWN_MAX).map((exchanged, index) => {
    return exchangeItem(exchanged, index === trace.length - 1 ? at : null, options);
  });
  return markup`<details open="open"><summary>Requests and replies (${trace.length})</summary>
<ol class="exchanges">
${items}</ol>
${more > 0 ? markup`<p>and ${more} more</p>\n` : ''}</details>
`;
}

function exchangeItem(exchanged: Exchanged, at: string | null, options: ShownOptions): Markup {
  const { call, received, trouble, elapsedMs } = exchanged;
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`;
  const tone = received !== null && received.status < 400 ? 'good' : 'bad';
  const answer = received === null ? `no reply: ${trouble ?? 'unknown'}` : String(received.status);
  const sides = [
    side('Request', call, null, options),
    received === null ? '' : side('Reply', received, at, options),
  ];
  return markup`<li>
<div class="line"><code><b>${call.method}</b> ${target}</code> <span>→ <b class="${tone}">${answer}</b></span> <span class="took">${duration(elapsedMs)}</span></div>
<div class="sides">${sides}</div>
</li>
`;
}

type Message = Pick<Exchanged['call'], 'headers' | 'body' | 'bodyChars'>;

/** The request or the reply; nothing if it has neither body nor header fields. */
function side(
  name: string,
  message: Message,
  at: string | null,
  options: ShownOptions,
): Markup | string {
  const headers = shownHeaders(message.headers, options).map(
    ([field, value]) => `${field}: ${value}`,
  );
  const body = bodyMarkup(message, at);
  if (headers.length === 0 && body === null) return '';
  const title = markup`<h5>${name}${body === null ? ', no body' : ''}</h5>`;
  const text = body === null ? '' : markup`<pre tabindex="0">${body}</pre>`;
  if (headers.length === 0) return markup`<div>${title}${text}</div>`;
  const summary = markup`<summary class="soft">${pluralize(headers.length, 'header field')}</summary>`;
  return markup`<div>${title}${text}<details>${summary}<pre>${shown(headers.join('\n'))}</pre></details></div>`;
}

/** Indents JSON that is not short, and marks the place that the finding is about. */
function bodyMarkup(message: Message, at: string | null): Markup | null {
  const { body } = message;
  const text = shownBody(body);
  if (text === null) return null;
  const place = at === '' ? null : at;
  const isIndented = text.length > BODY_CHARS_SHORT || place !== null;
  if (
    !isIndented ||
    body.kind !== 'json' ||
    body.duplicate !== null ||
    text.length > BODY_CHARS_SHOWN
  ) {
    return markup`${cutBody(message, BODY_CHARS_SHOWN) ?? ''}`;
  }
  return markup`${jsonLines(body.value).map(({ text: line, pointer }, index) => {
    const start = index === 0 ? '' : '\n';
    return place !== null && pointer === place
      ? markup`${start}<mark>${line}</mark>`
      : markup`${start}${line}`;
  })}`;
}

function shell({ curl }: ReportedFinding): Markup | string {
  if (curl.length === 0) return '';
  return markup`<details open="open"><summary>Repeat it in a shell</summary>
<pre class="shell" tabindex="0">${curl.join('\n')}</pre></details>
`;
}

/** Maximum length of a body that is shown on one line, in characters. */
const BODY_CHARS_SHORT = 60;

/** Maximum length of a body on the page, in characters. */
const BODY_CHARS_SHOWN = 16_384;

/** Maximum length of any other text, in characters. */
const TEXT_CHARS_SHOWN = 4000;

function shown(text: string): string {
  return cut(text, TEXT_CHARS_SHOWN);
}
