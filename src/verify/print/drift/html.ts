// What changed between two versions of a source, as a page in the style of the other reports.

import { htmlPage } from '../../../journal/print/html-page.ts';
import { markup } from '../../../journal/print/markup.ts';
import {
  changesWith,
  type DriftReport,
  driftSentence,
  driftVerdicts,
  operationsText,
  placesText,
} from './drift-report.ts';

const TONES = { breaking: 'bad', compatible: 'good', neutral: 'warn' } as const;

/** Returns the whole page as HTML. Text of a document is never markup. */
export function driftToHtml(report: DriftReport): string {
  const { older, newer, version, startedAt } = report;
  const worst = driftVerdicts.find((verdict) => changesWith(report, verdict).length > 0);
  const tone = worst === 'breaking' ? 'bad' : 'good';
  const parts = driftVerdicts.map((verdict) => {
    const all = changesWith(report, verdict);
    if (all.length === 0) return markup``;
    const cards = all.map(
      (change) => markup`<section class="card ${TONES[verdict]}">
<h3>${operationsText(change)}</h3>
<p>${change.message}</p>
<p><code>${placesText(change)}</code></p>
</section>
`,
    );
    return markup`<h2>${verdict} <small>${all.length}</small></h2>\n${cards}`;
  });
  const title = `${worst === 'breaking' ? '✗' : '✓'} ${newer} since ${older}`;
  const main = markup`<header class="card verdict ${tone}">
<p class="target">${newer} since ${older}</p>
<h1>${driftSentence(report)}</h1>
</header>
${parts}
<footer>
<p>standin ${version}, started at ${startedAt}</p>
</footer>`;
  return htmlPage(title, main);
}
