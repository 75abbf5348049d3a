// The parts of the report for a terminal that tell what was done and seen: laws, pacts, walks,
// choices, notes, and what is left.

import { cut, printable } from '../../../journal/print/printable.ts';
import { consumerOf } from '../../pacts/names.ts';
import type { LawResult, PactResult, Report } from '../../report.ts';
import { columnsOf, padColumns, wrap } from '../columns.ts';
import { coverageOf, type OperationCoverage, tally } from '../coverage.ts';
import type { Paint, Style } from '../paint.ts';
import { bystandersOf, pactsOf, STAYS, seenOf, walksOf } from '../phrases.ts';

/** What lines are written on. */
export interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

/**
 * Writes a text behind a label; the lines that follow the first stand below the text, not below the
 * label.
 */
export function hang(
  label: string,
  text: string,
  { columns, paint }: Page,
  style: Style = 'dim',
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

/** A label stands on a line of its own where there would be less room for the text. */
const TEXT_COLUMNS_MIN = 20;

/** How far the text is indented then. */
const NARROW_INDENT = 8;

/** Writes what must be seen first: bold, in a colour, as wide as it needs. */
export function headline(
  label: string,
  text: string,
  { columns, paint }: Page,
  style: Style,
): readonly string[] {
  return hang(label, text, { columns, paint: (plain) => plain }).map((line) =>
    paint(paint(line, style), 'bold'),
  );
}

/** Gives the parts that come before the findings. */
export function sectionLines(report: Report, page: Page): readonly string[] {
  return [
    ...lawLines(report, page),
    ...section('Pacts', page),
    ...hang('  ', pactsOf({ ...report.pacts, why: told(report.pacts.why) }), page),
    ...capped(
      (report.pacts.troubles ?? []).map((trouble) => hang('  ✗ ', shown(trouble), page, 'red')),
    ),
    ...capped(report.pacts.interactions.filter(isNotPassed).map((pact) => pactLines(pact, page))),
    ...section('Walks', page),
    ...hang('  ', walksOf({ ...report.walks, why: told(report.walks.why) }), page),
    ...choiceLines(report, page),
    ...(report.notes.length === 0 ? [] : section('Notes', page)),
    ...capped(report.notes.map((note) => hang('  - ', shown(note), page))),
    ...section('Bystanders', page),
    ...hang('  ', shown(bystandersOf(report)), page),
  ];
}

/** Gives what needs someone's hand: what the run could not remove. */
export function warningLines({ leftovers, leftoversFate }: Report, page: Page): readonly string[] {
  if (leftovers.length === 0) return [];
  const fate = leftoversFate === 'stay' ? STAYS : '"standin clean" tries again';
  const title = headline('', `Left behind: ${leftovers.length}; ${fate}`, page, 'yellow');
  return ['', ...title, ...capped(leftovers.map((one) => hang('  - ', shown(one), page)))];
}

function section(title: string, { columns, paint }: Page): readonly string[] {
  return ['', ...wrap(title, columns).map((line) => paint(line, 'bold'))];
}

function lawLines({ laws }: Report, page: Page): readonly string[] {
  const all = coverageOf(laws);
  const names = Math.max(...all.map(({ name }) => columnsOf(name)), 0);
  if (all.length === 0) return [...section('Laws', page), '  none was held against the service'];
  return [
    ...section('Laws', page),
    ...all.flatMap((operation) => operationLines(operation, names, page)),
    ...idleLines(laws, page),
  ];
}

function operationLines(
  operation: OperationCoverage,
  names: number,
  page: Page,
): readonly string[] {
  const { broken, held, laws } = operation;
  const whole: Mark = held.length === laws.length ? ['✓', 'green'] : ['–', 'yellow'];
  const [mark, style]: Mark = broken.length > 0 ? ['✗', 'red'] : whole;
  return [
    ...hang(`  ${mark} ${padColumns(operation.name, names)}  `, tally(operation), page, style),
    ...broken.flatMap((law) =>
      hang('      broken: ', `${shown(law.name)}: ${shown(law.meaning)}`, page, 'red'),
    ),
  ];
}

type Mark = readonly [mark: string, style: Style];

/** What was not exercised, by the reason: it is often the same one for many laws. */
function idleLines(laws: readonly LawResult[], page: Page): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { name, why } of laws.filter(({ result }) => result === 'not-exercised')) {
    const reason = shown(why ?? 'no reason is known');
    reasons.set(reason, [...(reasons.get(reason) ?? []), shown(name)]);
  }
  return capped(
    [...reasons].map(([reason, names]) => [
      ...hang(`  ${names.length} not exercised: `, reason, page, 'yellow'),
      ...hang('      ', names.join(', '), page),
    ]),
  );
}

function isNotPassed({ result }: PactResult): boolean {
  return result !== 'passed';
}

function pactLines(pact: PactResult, page: Page): readonly string[] {
  const { result, description, providerStates, mismatches, file, origin } = pact;
  const given = providerStates.length === 0 ? '' : ` (given ${providerStates.join(', ')})`;
  const [mark, style]: Mark = result === 'failed' ? ['✗', 'red'] : ['–', 'yellow'];
  return [
    ...hang(
      `  ${mark} ${result}: `,
      shown(`${consumerOf(pact)}: ${description}${given}`),
      page,
      style,
    ),
    ...mismatches.flatMap((mismatch) => hang('      ', shown(mismatch), page)),
    ...(origin === undefined ? [] : hang('      ', shown(file), page)),
  ];
}

function choiceLines({ observations }: Report, page: Page): readonly string[] {
  if (observations.length === 0) return [];
  const width = Math.min(Math.max(...observations.map(({ choice }) => columnsOf(choice))), 30);
  return [
    ...section('Choices seen, where the contract leaves them open', page),
    ...observations.flatMap((one) =>
      hang(`  ${padColumns(shown(one.choice), width)}  `, shown(seenOf(one)), page),
    ),
  ];
}

/** How many lines of a kind a terminal shows. */
const ITEMS_SHOWN_MAX = 20;

function capped(items: readonly (readonly string[])[]): readonly string[] {
  const more = items.length - ITEMS_SHOWN_MAX;
  return [...items.slice(0, ITEMS_SHOWN_MAX).flat(), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** How many characters of one text a terminal shows. */
const TEXT_CHARS_SHOWN = 1000;

function shown(text: string): string {
  return cut(printable(text), TEXT_CHARS_SHOWN);
}

function told(why: string | null): string | null {
  return why === null ? null : shown(why);
}
