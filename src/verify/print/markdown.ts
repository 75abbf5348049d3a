// Reports as Markdown, for the page of a run in GitHub Actions and for comments: a table of all
// contracts, then the findings. Text from the service is never markup.

import { utf8Bytes } from '../../base/hash.ts';
import { pluralize } from '../../base/pluralize.ts';
import { cut, printable, printableLines } from '../../base/printable.ts';
import type { TakenOperation } from '../../source/source-contracts.ts';
import type { Report, ReportedFinding } from '../report.ts';
import { seenOfAll, seenShares, unseenOf } from './coverage.ts';
import {
  deciderOf,
  effortOf,
  headingOf,
  lawsBrokenBy,
  reasonsOf,
  untriedOf,
  verdictOf,
} from './phrases.ts';

/**
 * Returns GitHub Markdown of at most `bytesMax` bytes with a newline at the end. A line counts the
 * parts that do not fit; `taken` are the operations of the document, if there is one. If not even the title and the table head fit, the text is empty.
 */
export function toMarkdown(
  reports: readonly Report[],
  bytesMax: number,
  taken: readonly Pick<TakenOperation, 'statuses'>[] = [],
): string {
  const start = `${titleOf(reports)}${TABLE}`;
  const room = bytesMax - utf8Bytes(start) - 2 * REST_BYTES;
  if (room < 0) return '';
  const rows = fitting(
    reports.map((report) => () => rowOf(report)),
    room / 2,
    'contract',
  );
  const seen = seenOfAll(reports, taken);
  const head = [
    start,
    rows.text,
    rows.more === '' ? '' : `\n${rows.more}\n`,
    seen === null ? '' : `\n${text(`All contracts: ${seen}`)}\n`,
  ].join('');
  const blocks = reports.flatMap((report) =>
    report.verdict === 'conforms' ? seenBlocks(report) : blocksOf(report),
  );
  const { text: shown, more } = fitting(blocks, bytesMax - utf8Bytes(head) - REST_BYTES, 'part');
  return `${head}${shown}${more === '' ? '' : `\n${more}\n`}`;
}

function titleOf(reports: readonly Report[]): string {
  const targets = [...new Set(reports.map(({ target }) => target))];
  const more = targets.length - TARGETS_SHOWN_MAX;
  const shown = targets.slice(0, TARGETS_SHOWN_MAX).map(text).join(', ');
  return `## standin verify ${shown}${more > 0 ? ` and ${pluralize(more, 'more target')}` : ''}\n\n`;
}

/** Number of targets that the title names. */
const TARGETS_SHOWN_MAX = 3;

/** Room for the line that counts omitted parts, in bytes. */
const REST_BYTES = 200;

const TABLE =
  '| | contract | verdict | laws held | pact interactions passed | walks run | effort |\n|---|---|---|---|---|---|---|\n';

const MARKS = { conforms: '✅', partly: '⚠️', violates: '❌', unjudged: '❔' } as const;

function rowOf(report: Report): string {
  const { laws, pacts, walks, verdict, resource } = report;
  const held = laws.filter(({ result }) => result === 'held').length;
  const passed = pacts.interactions.filter(({ result }) => result === 'passed').length;
  const cells = [
    MARKS[verdict],
    text(resource),
    text(verdictOf(report)),
    `${held} of ${laws.length}`,
    pacts.state === 'ran' ? `${passed} of ${pacts.interactions.length}` : 'not run',
    `${walks.run} of ${walks.planned}`,
    effortOf(report),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** A heading, then one part for each finding, so that each can be omitted by itself. */
function blocksOf(report: Report): readonly Part[] {
  const { resource, reason, remedy, findings, replay, untried } = report;
  const missing = [...reasonsOf(report), ...untried.map(untriedOf)]
    .map((one) => `- ${text(one)}\n`)
    .join('');
  const why = [
    ...[reason, remedy].flatMap((one) => (one === null ? [] : [`${text(one)}\n`])),
    ...(missing === '' ? [] : [missing]),
  ];
  const title = `\n### ${text(resource)} ${text(verdictOf(report))}\n${why.length === 0 ? '' : `\n${why.join('\n')}`}`;
  const shown = findings
    .slice(0, FINDINGS_SHOWN_MAX)
    .map((finding, index) => () => findingOf(finding, index + 1, report));
  const hidden = findings.length - shown.length;
  return [
    () => title,
    ...shown,
    ...(hidden === 0
      ? []
      : [() => `\n… and ${pluralize(hidden, 'more finding')}: see the report.\n`]),
    ...seenBlocks(report),
    () => `\nRun it again:\n\n${code(replay)}`,
  ];
}

/** How much of the contract was seen. */
function seenBlocks(report: Report): readonly Part[] {
  const shares = seenShares(report);
  if (shares === null) return [];
  const lines = [`${report.resource}: ${shares}`, ...unseenOf(report)];
  return [() => `\n${lines.map((one) => `- ${text(one)}\n`).join('')}`];
}

/** Number of findings shown for one contract. */
const FINDINGS_SHOWN_MAX = 50;

function findingOf(finding: ReportedFinding, number: number, report: Report): string {
  const { message, expected, actual, remedy, law, curl, at } = finding;
  const [, ...others] = lawsBrokenBy(finding, number, report);
  const facts = [
    `- expected: ${text(expected)}`,
    `- actual: ${text(actual)}`,
    ...(at === null || at === '' ? [] : [`- at: ${text(at)}`]),
    `- decided by: ${text(deciderOf(finding))}`,
    `- law: ${text(law)} (${text(finding.code)})`,
    ...(others.length === 0 ? [] : [`- also breaks: ${text(others.join(', '))}`]),
    `- what to do: ${text(remedy)}`,
  ];
  const shell = curl.length === 0 ? '' : `\nRepeat it in a shell:\n\n${code(curl.join('\n'))}`;
  return `
<details><summary>${text(headingOf(finding))}: ${text(message)}</summary>

${facts.join('\n')}
${shell}
</details>
`;
}

/** Maximum length of one text, and of the curl lines of one finding, in characters. */
const [TEXT_CHARS_SHOWN, CODE_CHARS_SHOWN] = [500, 4_000];

/** Writes possible markup as entities, which are always text (CommonMark 0.31.2, section 2.5). */
export function text(value: string): string {
  return cut(printable(value), TEXT_CHARS_SHOWN).replaceAll(
    /[^\p{L}\p{N}\p{M} ,.;/…]|\.(?=\S)/gu,
    (character) => {
      return `&#${character.codePointAt(0)};`;
    },
  );
}

/** The fence is longer than any run of backticks in the code (CommonMark 0.31.2, section 4.5). */
function code(value: string): string {
  const shown = cut(printableLines(value), CODE_CHARS_SHOWN);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${shown}\n${fence}\n`;
}

/** Builds a text only if there is room for it. */
type Part = () => string;

/** Joins texts while there is room, and counts the rest in a line. */
function fitting(
  parts: readonly Part[],
  bytesMax: number,
  noun: string,
): { readonly text: string; readonly more: string } {
  const taken: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    const next = part();
    bytes += utf8Bytes(next);
    if (bytes > bytesMax) break;
    taken.push(next);
  }
  const left = parts.length - taken.length;
  const more = left === 0 ? '' : `… and ${pluralize(left, `more ${noun}`)}, omitted to save space.`;
  return { text: taken.join(''), more };
}
