// Reports as Markdown, for the page of a run in GitHub Actions and for comments: a table of all
// contracts, then what was found. Whatever the service said stands in it as text.

import { utf8Bytes } from '../../base/hash.ts';
import { pluralize } from '../../base/pluralize.ts';
import { cut, printable, printableLines } from '../../journal/print/printable.ts';
import type { Report, ReportedFinding } from '../report.ts';
import { nameOf } from './coverage.ts';
import { breachOf, deciderOf, effortOf, verdictOf } from './phrases.ts';

/**
 * Gives Markdown (GitHub's) of at most `bytesMax` bytes with a newline at the end. What there is no
 * room for is counted; where there is none for the title and the head of the table, it is the empty
 * text.
 */
export function toMarkdown(reports: readonly Report[], bytesMax: number): string {
  const start = `${titleOf(reports)}${TABLE}`;
  const room = bytesMax - utf8Bytes(start) - 2 * REST_BYTES;
  if (room < 0) return '';
  const rows = fitting(
    reports.map((report) => () => rowOf(report)),
    room / 2,
    'contract',
  );
  const head = `${start}${rows.text}${rows.more === '' ? '' : `\n${rows.more}\n`}`;
  const blocks = reports.filter(({ verdict }) => verdict !== 'conforms').flatMap(blocksOf);
  const { text: shown, more } = fitting(blocks, bytesMax - utf8Bytes(head) - REST_BYTES, 'part');
  return `${head}${shown}${more === '' ? '' : `\n${more}\n`}`;
}

function titleOf(reports: readonly Report[]): string {
  const targets = [...new Set(reports.map(({ target }) => target))];
  const more = targets.length - TARGETS_SHOWN_MAX;
  const shown = targets.slice(0, TARGETS_SHOWN_MAX).map(text).join(', ');
  return `## standin verify ${shown}${more > 0 ? ` and ${pluralize(more, 'more target')}` : ''}\n\n`;
}

/** How many targets the title names. */
const TARGETS_SHOWN_MAX = 3;

/** What the line takes that counts what is left out, in bytes. */
const REST_BYTES = 200;

const TABLE =
  '| | contract | verdict | laws held | pact interactions passed | walks run | effort |\n|---|---|---|---|---|---|---|\n';

const MARKS = { conforms: '✅', violates: '❌', unjudged: '❔' } as const;

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

/**
 * What is not as it should be: a heading, then a part for each finding, so that long ones can be
 * left out one by one.
 */
function blocksOf(report: Report): readonly Part[] {
  const { resource, reason, remedy, findings, replay } = report;
  const why = [reason, remedy].flatMap((one) => (one === null ? [] : [`${text(one)}\n`]));
  const title = `\n### ${text(resource)} ${text(verdictOf(report))}\n${why.length === 0 ? '' : `\n${why.join('\n')}`}`;
  const shown = findings.slice(0, FINDINGS_SHOWN_MAX).map((finding) => () => findingOf(finding));
  const hidden = findings.length - shown.length;
  return [
    () => title,
    ...shown,
    ...(hidden === 0
      ? []
      : [() => `\n… and ${pluralize(hidden, 'more finding')}: the report has them all.\n`]),
    () => `\nTo run the same again:\n\n${code(replay)}`,
  ];
}

/** How many findings of one contract are told. */
const FINDINGS_SHOWN_MAX = 50;

function findingOf(finding: ReportedFinding): string {
  const { operation, breach, clause, message, expected, actual, remedy, law, curl, at } = finding;
  const facts = [
    `- expected: ${text(expected)}`,
    `- actual: ${text(actual)}`,
    ...(at === null || at === '' ? [] : [`- at: ${text(at)}`]),
    `- decided by: ${text(deciderOf(finding))}`,
    `- law: ${text(law)} (${text(finding.code)})`,
    `- what to do: ${text(remedy)}`,
  ];
  const shell = curl.length === 0 ? '' : `\nTo repeat it in a shell:\n\n${code(curl.join('\n'))}`;
  return `
<details><summary>${nameOf(operation)} ${breachOf(breach)}, ${text(clause)}: ${text(message)}</summary>

${facts.join('\n')}
${shell}
</details>
`;
}

/** How many characters of one text, and of the lines of one finding, are shown. */
const [TEXT_CHARS_SHOWN, CODE_CHARS_SHOWN] = [500, 4_000];

/**
 * Whatever may be markup is written as an entity, which is text wherever it stands (CommonMark
 * 0.31.2, section 2.5).
 */
function text(value: string): string {
  return cut(printable(value), TEXT_CHARS_SHOWN).replaceAll(
    /[^\p{L}\p{N}\p{M} ,.;/…]|\.(?=\S)/gu,
    (character) => {
      return `&#${character.codePointAt(0)};`;
    },
  );
}

/**
 * A block of code ends at a fence as long as the one that it began with (CommonMark 0.31.2, section
 * 4.5).
 */
function code(value: string): string {
  const shown = cut(printableLines(value), CODE_CHARS_SHOWN);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${shown}\n${fence}\n`;
}

/** A text that is made where there is room for it. */
type Part = () => string;

/** Takes texts as long as there is room, and says how many there was none for. */
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
  const more =
    left === 0 ? '' : `… and ${pluralize(left, `more ${noun}`)}, for which there is no room here.`;
  return { text: taken.join(''), more };
}
