// The page below the findings: leftovers, laws, pacts, choices, notes, walks and bystanders.

import { cut } from '../../../base/printable.ts';
import { type Markup, markup } from '../../../journal/print/markup.ts';
import { consumerOf } from '../../pacts/names.ts';
import type { LawResult, PactResult, Report } from '../../report.ts';
import { coverageOf, seenShares, tally, unseenOf } from '../coverage.ts';
import { bystandersOf, pactsOf, STAYS, seenOf, WORDS, walksOf } from '../phrases.ts';

/** Returns all sections except the findings. Empty ones are absent, unless that says something. */
export function sections(report: Report): readonly Markup[] {
  return [
    leftovers(report),
    coverage(report),
    source(report),
    pacts(report),
    choices(report),
    notes(report),
    others(report),
  ];
}

const NOTHING: Markup = markup``;

function leftovers({ leftovers: left, leftoversFate }: Report): Markup {
  if (left.length === 0) return NOTHING;
  const fate =
    leftoversFate === 'stay' ? STAYS : markup`run <code>standin clean</code> to remove them`;
  return markup`<h2>Left behind <small>${fate}</small></h2>
<div class="card">${bullets(left)}</div>
`;
}

function coverage({ laws }: Report): Markup {
  const rows = coverageOf(laws).map((operation) => {
    const { name, held, broken, laws: all } = operation;
    const tone = broken.length > 0 ? 'bad' : held.length === all.length ? 'good' : 'warn';
    const meter = markup`<meter min="0" max="${all.length}" value="${held.length}" aria-label="${tally(operation)}">${held.length}/${all.length}</meter>`;
    return markup`<tr><td class="name">${name}</td><td class="${tone}">${tally(operation)}</td><td>${meter}</td></tr>\n`;
  });
  if (rows.length === 0)
    return markup`<h2>Coverage</h2>\n<div class="card">No law was tried.</div>\n`;
  return markup`<h2>Coverage <small>by operation</small></h2>
<div class="card"><div class="scroll"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Laws</th><th scope="col">Held</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
${unheld(laws)}<details><summary>All laws</summary>
${lawTable(laws)}</details></div>
`;
}

function source(report: Report): Markup {
  const shares = seenShares(report);
  if (shares === null) return NOTHING;
  const unseen = unseenOf(report);
  const list = unseen.length === 0 ? NOTHING : markup`<div class="card">${bullets(unseen)}</div>\n`;
  return markup`<h2>Contract <small>${shares}</small></h2>\n${list}`;
}

/** Broken laws and those not exercised are visible without a click. */
function unheld(laws: readonly LawResult[]): Markup {
  const those = laws.filter(({ result }) => result !== 'held');
  if (those.length === 0) return NOTHING;
  return markup`<details open="open"><summary>Broken or not exercised</summary>\n${lawTable(those)}</details>\n`;
}

const LAW_MARKS = {
  held: ['✓', 'good', 'held'],
  broken: ['✗', 'bad', 'broken'],
  'not-exercised': ['–', 'warn', 'not exercised'],
} as const;

function lawTable(laws: readonly LawResult[]): Markup {
  const rows = coverageOf(laws).flatMap(({ name: operation, laws: own }) =>
    own.map(({ name, meaning, clause, result, why, brokenBy }) => {
      const [mark, tone, word] = LAW_MARKS[result];
      const findings = brokenBy.map(
        (number) => markup` <a href="#finding-${number}">finding ${number}</a>`,
      );
      const cause = findings.length === 0 ? '' : markup`<br />broken by${findings}`;
      const reason = markup`${cause}${
        why === null ? '' : markup`<br /><span class="warn">${word}: ${shown(why)}</span>`
      }`;
      const cells = markup`<td>${operation}: ${shown(meaning)}<br /><span class="soft"><code>${shown(name)}</code>, ${shown(clause)}</span>${reason}</td>`;
      return markup`<tr><td class="mark ${tone}" title="${word}" aria-label="${word}">${mark}</td>${cells}</tr>\n`;
    }),
  );
  return markup`<table><tbody>\n${rows}</tbody></table>\n`;
}

function pacts({ pacts: stage }: Report): Markup {
  const rows = stage.interactions.map(pactRow);
  const table = rows.length === 0 ? '' : markup`<table><tbody>\n${rows}</tbody></table>\n`;
  return markup`<h2>Pacts <small>${shown(pactsOf(stage))}</small></h2>
${(stage.troubles ?? []).length === 0 ? '' : bullets(stage.troubles ?? [])}${rows.length === 0 ? '' : markup`<div class="card">${table}</div>\n`}`;
}

const PACT_MARKS = {
  passed: ['✓', 'good'],
  failed: ['✗', 'bad'],
  pending: ['–', 'warn'],
  'not-verified': ['?', 'warn'],
} as const;

function pactRow(pact: PactResult): Markup {
  const { result, description, providerStates, mismatches, file, setUpBy } = pact;
  const [mark, tone] = PACT_MARKS[result];
  const states =
    providerStates.length === 0 ? '' : markup`, given ${shown(providerStates.join(', '))}`;
  const by = setUpBy === undefined ? '' : ', set up by your handler';
  const where = markup`<br /><span class="soft"><code>${shown(file)}</code>${states}${by}</span>`;
  const word = result === 'passed' ? '' : markup` <span class="${tone}">${WORDS[result]}</span>`;
  const list = mismatches.length === 0 ? '' : bullets(mismatches);
  return markup`<tr><td class="mark ${tone}" title="${WORDS[result]}" aria-label="${WORDS[result]}">${mark}</td><td>${shown(consumerOf(pact))}: ${shown(description)}${word}${where}${list}</td></tr>\n`;
}

function choices({ observations }: Report): Markup {
  if (observations.length === 0) return NOTHING;
  const rows = observations.map((one) => {
    const tone = one.disputed.length === 0 ? '' : 'warn';
    return markup`<tr><td><code>${shown(one.choice)}</code></td><td class="${tone}">${shown(seenOf(one))}</td></tr>\n`;
  });
  return markup`<h2>Choices seen <small>unspecified by the contract; none of them is a fault</small></h2>
<div class="card"><table>
<thead><tr><th scope="col">Choice</th><th scope="col">Seen</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
`;
}

function notes({ notes: all }: Report): Markup {
  return all.length === 0
    ? NOTHING
    : markup`<h2>Notes</h2>\n<div class="card">${bullets(all)}</div>\n`;
}

function others(report: Report): Markup {
  const { walks, leftovers: left } = report;
  return markup`<h2>Other results</h2>
<div class="card"><dl>
<dt>Walks</dt><dd>${shown(walksOf(walks))}</dd>
<dt>Bystanders</dt><dd>${shown(bystandersOf(report))}</dd>
<dt>Left behind</dt><dd>${left.length === 0 ? 'nothing' : String(left.length)}</dd>
</dl></div>
`;
}

function bullets(texts: readonly string[]): Markup {
  return markup`<ul class="plain">\n${texts.map((text) => markup`<li>${shown(text)}</li>\n`)}</ul>`;
}

/** Maximum length of one text, in characters. */
const TEXT_CHARS_SHOWN = 4000;

function shown(text: string): string {
  return cut(text, TEXT_CHARS_SHOWN);
}
