// The table of `npm run real`, as Markdown: a row a product, and a row a fault.

import type { PlantedFault } from './planting/planted-faults.ts';
import { lineOf } from './run-verify.ts';
import { type Result, type Row, wordsOfMiss } from './try-product.ts';

type TriedRow = Extract<Row, { missing: null }>;

/** Returns the report. */
export function realReport(rows: readonly Row[], faults: readonly PlantedFault[]): string {
  const tried = rows.filter((row): row is TriedRow => row.missing === null);
  return [
    productTable(rows),
    faults.length === 0 ? '' : faultTable(tried, faults),
    ...tried.map(details),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function productTable(rows: readonly Row[]): string {
  const head = [
    '| product | exit | findings: true, false, doubtful, not judged | left behind: run, clean | requests | s | planted faults found | mock: status, shape |',
    '|---|---|---|---|---|---|---|---|',
  ];
  return [...head, ...rows.map(productRow)].join('\n');
}

function productRow(row: Row): string {
  if (row.missing !== null) return `| ${row.product} | not run: ${row.missing} | | | | | | |`;
  const judged = (['true', 'false', 'doubtful', 'not judged'] as const).map(
    (is) => row.findings.filter((one) => one.is === is).length,
  );
  const outcomes = Object.values(row.planted);
  const applicable = outcomes.filter(({ kind }) => kind !== 'not applicable').length;
  const found = outcomes.filter(({ kind }) => kind === 'found').length;
  const status = row.sides.filter(({ isSameStatus }) => isSameStatus).length;
  const shape = row.sides.filter(({ isSameShape }) => isSameShape).length;
  return `| ${[
    row.product,
    row.code ?? 'none',
    `${row.findings.length}: ${judged.join(', ')}`,
    `${leftAfter(row, 1)}, ${leftAfter(row, 2)}${row.told > 0 ? ` (${row.told} told)` : ''}`,
    row.requests,
    row.seconds.toFixed(0),
    applicable === 0 ? 'not tried' : `${found} of ${applicable}`,
    `${status}, ${shape} of ${row.sides.length}`,
  ].join(' | ')} |`;
}

/** How many more items there are than before; lists that count the same items count once. */
function leftAfter({ counts }: Result, index: number): number {
  const [before, after] = [counts[0] ?? {}, counts[index] ?? {}];
  return Object.keys(before).reduce(
    (left, name) => left + Math.max(0, (after[name] ?? 0) - (before[name] ?? 0)),
    0,
  );
}

function faultTable(rows: readonly TriedRow[], faults: readonly PlantedFault[]): string {
  const head = [
    `| planted fault | ${rows.map(({ product }) => product).join(' | ')} |`,
    `|---|${rows.map(() => '---').join('|')}|`,
  ];
  const lines = faults.map(({ name }) => {
    const cells = rows.map(({ planted }) => {
      const outcome = planted[name];
      if (outcome === undefined || outcome.kind === 'not applicable') return '–';
      return outcome.kind === 'found' ? 'found' : outcome.met ? '**missed**' : '**never met**';
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [...head, ...lines].join('\n');
}

function details(row: TriedRow): string {
  const findings = row.findings.map((one) => `- ${one.is}: ${lineOf(one)}: ${one.message}`);
  const missed = Object.entries(row.planted).flatMap(([name, outcome]) =>
    outcome.kind === 'missed' ? [`- missed: ${name}${wordsOfMiss(outcome)}`] : [],
  );
  const sides = row.sides
    .filter(({ isSameStatus, isSameShape }) => !isSameStatus || !isSameShape)
    .map(
      ({ call, product, mock, isSameShape }) =>
        `- mock: ${call}: ${product}, the mock ${mock}${isSameShape ? '' : ', another shape'}`,
    );
  const [before, run, clean] = row.counts.map((one) => JSON.stringify(one));
  const counts = `- items before ${before}, after the run ${run}, after clean ${clean}`;
  return [`### ${row.product}`, '', ...findings, ...missed, ...sides, counts].join('\n');
}
