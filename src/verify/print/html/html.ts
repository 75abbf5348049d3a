// The report as one self-contained page: no scripts, nothing to load, light and dark.

import { pluralize } from '../../../base/pluralize.ts';
import { htmlPage, type PageOptions } from '../../../journal/print/html-page.ts';
import { type Markup, markup } from '../../../journal/print/markup.ts';
import type { ShownOptions } from '../../../journal/print/shown.ts';
import type { Report } from '../../report.ts';
import { subjectOf } from '../coverage.ts';
import { duration, reasonsOf, untriedOf, verdictOf } from '../phrases.ts';
import { findingCard } from './finding.ts';
import { sections } from './sections.ts';

export type HtmlOptions = ShownOptions & Pick<PageOptions, 'theme'>;

/** Returns the whole page as HTML. Text from the service is never markup. */
export function toHtml(report: Report, options: HtmlOptions = {}): string {
  const { findings } = report;
  const cards = findings.map((finding, index) =>
    findingCard(finding, index + 1, report.resource, options),
  );
  const title = `${MARKS[report.verdict][0]} ${report.target} ${verdictOf(report)}`;
  const main = markup`${banner(report)}
${tiles(report)}
${findings.length === 0 ? '' : markup`<h2 id="findings">${findings.length === 1 ? 'Finding' : 'Findings'}</h2>\n${cards}`}
${sections(report)}
${footer(report)}`;
  return htmlPage(title, main, options);
}

const MARKS = {
  conforms: ['✓', 'good'],
  partly: ['–', 'warn'],
  violates: ['✗', 'bad'],
  unjudged: ['?', 'warn'],
} as const;

/** Number of findings that the banner lists. */
const LISTED_MAX = 10;

function banner(report: Report): Markup {
  const { verdict, target, findings, reason, remedy, untried } = report;
  const missing = [...reasonsOf(report), ...(findings.length > 0 ? [] : untried.map(untriedOf))];
  const [mark, tone] = MARKS[verdict];
  const more = findings.length - LISTED_MAX;
  const listed = findings
    .slice(0, LISTED_MAX)
    .map(
      ({ clause, code, breach, ...finding }, index) =>
        markup`<li><a href="#finding-${index + 1}">${breach === 'unkept' ? clause : `${subjectOf(finding)}, ${clause}`}</a> <span class="soft">${code}</span></li>\n`,
    );
  return markup`<header class="card verdict ${tone}">
<p class="target">${target}</p>
<h1><span class="${tone}">${mark}</span> ${capital(verdictOf(report))}</h1>
${[reason, remedy].map((text) => (text === null ? '' : markup`<p>${text}</p>\n`))}${
  missing.length === 0
    ? ''
    : markup`<ul class="plain">\n${missing.map((one) => markup`<li>${one}</li>\n`)}</ul>\n`
}${
  findings.length < 2
    ? ''
    : markup`<ol>${listed}</ol>\n${more > 0 ? markup`<p>and ${more} more</p>` : ''}`
}</header>`;
}

function tiles({ resource, laws, pacts, walks, bystanders, requests, elapsedMs }: Report): Markup {
  const held = laws.filter(({ result }) => result === 'held').length;
  const passed = pacts.interactions.filter(({ result }) => result === 'passed').length;
  const facts: readonly (readonly [figure: string, label: string])[] = [
    [`${held} of ${laws.length}`, 'laws held'],
    [
      pacts.state === 'ran' ? `${passed} of ${pacts.interactions.length}` : 'not run',
      'pact interactions passed',
    ],
    [`${walks.run} of ${walks.planned}`, `walks run, ${pluralize(walks.steps, 'step')}`],
    [
      bystanders.verdict === 'not-watched'
        ? 'not watched'
        : `${bystanders.changed} of ${bystanders.watched}`,
      `foreign ${resource} changed`,
    ],
    [String(requests), `requests in ${duration(elapsedMs)}`],
  ];
  return markup`<ul class="tiles">
${facts.map(([figure, label]) => markup`<li><b>${figure}</b><span>${label}</span></li>\n`)}</ul>`;
}

function footer({ replay, version, budget, seed, startedAt }: Report): Markup {
  return markup`<footer>
<p>Run it again:</p>
<pre class="shell" tabindex="0">${replay}</pre>
<p>standin ${version}, ${budget} budget, seed ${seed}, started at ${startedAt}</p>
</footer>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
