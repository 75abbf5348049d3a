// The parts of the report for a terminal that come before the findings, and the list of leftovers.

import { pluralize } from '../../../base/pluralize.ts';
import { cut, printable } from '../../../base/printable.ts';
import { consumerOf } from '../../pacts/names.ts';
import type { LawResult, PactResult, Report, Untried } from '../../report.ts';
import { columnsOf, padColumns, wrap } from '../columns.ts';
import { coverageOf, type OperationCoverage, seenShares, tally, unseenOf } from '../coverage.ts';
import type { Paint, PaintStyle } from '../paint.ts';
import { bystandersOf, pactsOf, STAYS, seenOf, WORDS, walksOf } from '../phrases.ts';

/** The terminal that lines are laid out for. */
export interface TextReport {
  readonly columns: number;
  readonly paint: Paint;
}

/** Writes a text after a label. Further lines are indented to the start of the text. */
export function hang(
  label: string,
  text: string,
  { columns, paint }: TextReport,
  style: PaintStyle = 'dim',
): readonly string[] {
  const indent = columnsOf(label);
  const isNarrow = columns - indent < TEXT_COLUMNS_MIN;
  const [first, before] = isNarrow
    ? [[paint(label.trimEnd(), style)], NARROW_INDENT]
    : [[], indent];
  const lines = wrap(text, columns - before).map((line, index) => {
    return index === 0 && !isNarrow
      ? `${paint(label, style)}${line}`
      : `${' '.repeat(before)}${line}`;
  });
  return [...first, ...lines];
}

/** Minimum room for the text, in columns. With less the label gets its own line. */
const TEXT_COLUMNS_MIN = 20;

/** Indent of the text in that case. */
const NARROW_INDENT = 8;

/** Writes a bold line in a colour. */
export function headline(
  label: string,
  text: string,
  { columns, paint }: TextReport,
  style: PaintStyle,
): readonly string[] {
  return hang(label, text, { columns, paint: (plain) => plain }).map((line) =>
    paint(paint(line, style), 'bold'),
  );
}

/** Returns the parts that come before the findings. */
export function sectionLines(report: Report, page: TextReport): readonly string[] {
  return [
    ...lawLines(report, page),
    ...sourceLines(report, page),
    ...section('Pacts', page),
    ...hang('  ', pactsOf({ ...report.pacts, why: shownWhy(report.pacts.why) }), page),
    ...capped(
      (report.pacts.troubles ?? []).map((trouble) => hang('  ✗ ', shown(trouble), page, 'red')),
    ),
    ...capped(report.pacts.interactions.filter(isNotPassed).map((pact) => pactLines(pact, page))),
    ...section('Walks', page),
    ...hang('  ', walksOf({ ...report.walks, why: shownWhy(report.walks.why) }), page),
    ...choiceLines(report, page),
    ...(report.notes.length === 0 ? [] : section('Notes', page)),
    ...capped(report.notes.map((note) => hang('  - ', shown(note), page))),
    ...section('Bystanders', page),
    ...hang('  ', shown(bystandersOf(report)), page),
  ];
}

/** Returns the items that the run could not remove, and what to do about them. */
export function warningLines(
  { leftovers, leftoversFate }: Report,
  page: TextReport,
): readonly string[] {
  if (leftovers.length === 0) return [];
  const fate = leftoversFate === 'stay' ? STAYS : 'run "standin clean" to remove them';
  const title = headline('', `Left behind: ${leftovers.length}; ${fate}`, page, 'yellow');
  return ['', ...title, ...capped(leftovers.map((one) => hang('  - ', shown(one), page)))];
}

function section(title: string, { columns, paint }: TextReport): readonly string[] {
  return ['', ...wrap(title, columns).map((line) => paint(line, 'bold'))];
}

function lawLines(report: Report, page: TextReport): readonly string[] {
  const { laws, untried } = report;
  const all = coverageOf(laws);
  const names = Math.max(...all.map(({ name }) => columnsOf(name)), 0);
  if (all.length === 0) return [...section('Laws', page), '  no law was tried'];
  return [
    ...section('Laws', page),
    ...all.flatMap((operation) => operationLines(operation, names, page)),
    ...brokenLines(report, page),
    ...capped(untried.map((one) => untriedLines(one, page))),
  ];
}

function sourceLines(report: Report, page: TextReport): readonly string[] {
  const shares = seenShares(report);
  if (shares === null) return [];
  return [
    ...section('Contract', page),
    ...hang('  ', shares, page),
    ...unseenOf(report).flatMap((one) => hang('  - ', shown(one), page)),
  ];
}

function operationLines(
  operation: OperationCoverage,
  names: number,
  page: TextReport,
): readonly string[] {
  const { broken, held, laws } = operation;
  const whole: Mark = held.length === laws.length ? ['✓', 'green'] : ['–', 'yellow'];
  const [mark, style]: Mark = broken.length > 0 ? ['✗', 'red'] : whole;
  return hang(`  ${mark} ${padColumns(operation.name, names)}  `, tally(operation), page, style);
}

type Mark = readonly [mark: string, style: PaintStyle];

/** The laws that each finding broke. */
function brokenLines({ laws, findings }: Report, page: TextReport): readonly string[] {
  const broken = laws.filter(({ result }) => result === 'broken');
  const lines = findings.map((_finding, index) =>
    brokenLine(
      broken.filter(({ brokenBy }) => brokenBy.includes(index + 1)),
      ` by finding ${index + 1}`,
      page,
    ),
  );
  const others = broken.filter(({ brokenBy }) => brokenBy.length === 0);
  return capped([...lines, brokenLine(others, '', page)].filter((line) => line.length > 0));
}

function brokenLine(
  laws: readonly LawResult[],
  cause: string,
  page: TextReport,
): readonly string[] {
  const [first] = laws;
  if (first === undefined) return [];
  const said =
    laws.length === 1
      ? `${shown(first.name)}: ${shown(first.meaning)}`
      : laws.map(({ name }) => shown(name)).join(', ');
  return hang(`  ${pluralize(laws.length, 'law')} broken${cause}: `, said, page, 'red');
}

function untriedLines({ why, laws }: Untried, page: TextReport): readonly string[] {
  const label = laws.length === 0 ? '  ' : `  ${laws.length} not exercised: `;
  return [
    ...hang(label, shown(why), page, 'yellow'),
    ...(laws.length === 0 ? [] : hang('      ', laws.map(shown).join(', '), page)),
  ];
}

function isNotPassed({ result }: PactResult): boolean {
  return result !== 'passed';
}

function pactLines(pact: PactResult, page: TextReport): readonly string[] {
  const { result, description, providerStates, mismatches, file, origin, remedy } = pact;
  const given = providerStates.length === 0 ? '' : ` (given ${providerStates.join(', ')})`;
  const [mark, style]: Mark = result === 'failed' ? ['✗', 'red'] : ['–', 'yellow'];
  return [
    ...hang(
      `  ${mark} ${WORDS[result]}: `,
      shown(`${consumerOf(pact)}: ${description}${given}`),
      page,
      style,
    ),
    ...mismatches.flatMap((mismatch) => hang('      ', shown(mismatch), page)),
    ...(remedy === undefined ? [] : hang('      ', shown(remedy), page)),
    ...(origin === undefined ? [] : hang('      ', shown(file), page)),
  ];
}

function choiceLines({ observations }: Report, page: TextReport): readonly string[] {
  if (observations.length === 0) return [];
  const width = Math.min(Math.max(...observations.map(({ choice }) => columnsOf(choice))), 30);
  return [
    ...section('Choices seen (the contract leaves them open)', page),
    ...observations.flatMap((one) =>
      hang(`  ${padColumns(shown(one.choice), width)}  `, shown(seenOf(one)), page),
    ),
  ];
}

/** Number of entries of one list that a terminal shows. */
const ITEMS_SHOWN_MAX = 20;

function capped(items: readonly (readonly string[])[]): readonly string[] {
  const more = items.length - ITEMS_SHOWN_MAX;
  return [...items.slice(0, ITEMS_SHOWN_MAX).flat(), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** Maximum length of one text, in characters. */
const TEXT_CHARS_SHOWN = 1000;

function shown(text: string): string {
  return cut(printable(text), TEXT_CHARS_SHOWN);
}

function shownWhy(why: string | null): string | null {
  return why === null ? null : shown(why);
}
