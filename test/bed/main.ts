// `npm run bed`: verifies every faulty and every correct service, and prints how many faults it
// found and how many alarms were false. `npm run bed -- 7` uses seed 7; `npm run bed -- --seeds 20
// --every 9` uses 20 seeds, each with another ninth of the services; `npm run bed -- --seeds 200
// --only '^correct: put-takes'` tries the services of which "<row>: <name>" matches a regular
// expression; with `--slow 100` each answer takes 100 ms, of a time that nobody waits for. The seed
// must not change a verdict. A whole run with one seed writes the tables of docs/numbers.md, and one
// of a part the table of laws, with `--laws`; with `--check` the exit code is 1 if a whole run
// disagrees. `npm run bed -- --budgets` writes what each budget finds and costs.

import { parseArgs } from 'node:util';
import {
  describeDisagreement,
  disagreements,
  type NumberTable,
  publish,
} from '../../bench/numbers-page.ts';
import { median } from '../support/median.ts';
import { allServices, type BedService, type TriedService } from './all-services.ts';
import { tryBudgets } from './budgets.ts';
import { each } from './hold.ts';
import { lawTable, untilFirst } from './law-table.ts';
import { openThreads } from './threads.ts';

const TABLE = 'bed';
/** A slow service takes a minute, and its faults are then tried alone. */
const SLOW_WITHIN_MS = 240_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    every: { type: 'string' },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
    budgets: { type: 'boolean', default: false },
    laws: { type: 'boolean', default: false },
    slow: { type: 'string' },
  },
});
const share = values.every ?? (values.budgets ? '9' : '1');
const [first, count, every] = [positionals[0] ?? '1', values.seeds, share].map(Number) as [
  number,
  number,
  number,
];
const seeds = Array.from({ length: count }, (_, index) => first + index);

if (values.budgets) process.exit((await tryBudgets(every, first, tell)) ? 0 : 1);

interface Tried extends TriedService {
  readonly service: BedService;
}

const only = new RegExp(values.only, 'u');
/** A slow service is verified in another way: several laws at once. */
const slowness =
  values.slow === undefined ? {} : { slowMs: Number(values.slow), withinMs: SLOW_WITHIN_MS };
const chosen = allServices.filter(
  ({ row, name, canBeSlow = false }) =>
    only.test(`${row}: ${name}`) && (values.slow === undefined || canBeSlow),
);
const rows = [...new Set(chosen.map(({ row }) => row))];
const tried: Tried[] = [];
// A service's share depends on its place in its row.
const sampled = rows.flatMap((row) =>
  seeds.flatMap((seed) =>
    chosen
      .filter((service) => service.row === row)
      .filter((_, index) => (index + seed) % every === 0)
      .map((service) => ({ service, seed })),
  ),
);
// The longest first, so that none is left alone at the end: what waits for late reads, and the last.
const longFirst = [...sampled].reverse();
// Calls meet in time only where each thread has one service to try.
const meetsCalls = ({ service }: (typeof sampled)[number]): boolean =>
  service.row === 'faulty: concurrent';
const threads = openThreads();
const tryOne = async ({ service, seed }: (typeof sampled)[number]): Promise<void> => {
  const one = await threads.try(service, { seed, ...slowness });
  tried.push({ ...one, service });
  if (!isRight(one))
    tell(
      `${one.result.toUpperCase()} ${service.row}: ${service.name}, seed ${seed}\n  ${one.told.join('\n  ')}`,
    );
};
await each(
  longFirst.filter((one) => !meetsCalls(one)),
  threads.atOnce,
  tryOne,
);
await each(longFirst.filter(meetsCalls), threads.count, tryOne);
await threads.close();
for (const row of rows) if (triedOf(row).length > 0) tell(summaryOf(row));
tell(`requests until the first finding: median ${untilFirst(tried)}`);

const isAllRight = tried.length > 0 && tried.every(isRight);
const isWhole =
  seeds.length === 1 && every === 1 && values.only === '' && values.slow === undefined;
if (values.check) {
  const found = disagreements(TABLE, tableOfBed());
  for (const one of found) tell(describeDisagreement(one));
  process.exitCode = isAllRight && found.length === 0 ? 0 : 1;
} else {
  if (isWhole && isAllRight) publish(TABLE, tableOfBed());
  if ((isWhole && isAllRight) || values.laws) publish('laws', lawTable(tried));
  process.exitCode = isAllRight ? 0 : 1;
}

function isRight({ result }: TriedService): boolean {
  return result === 'named' || result === 'spared';
}

function summaryOf(row: string): string {
  const all = triedOf(row);
  const requests = `median ${median(all.map((one) => one.requests))} requests`;
  return row.startsWith('faulty')
    ? `${row.padEnd(30)} ${counted(all, 'named') + counted(all, 'found')} of ${all.length} found, ${counted(all, 'named')} named; ${requests}`
    : `${row.padEnd(30)} ${counted(all, 'accused')} false alarms in ${all.length}; ${requests}`;
}

/** The table of docs/numbers.md, from a whole run. */
function tableOfBed(): NumberTable {
  const columns: NumberTable['columns'] = [
    { title: 'services', kind: 'count', noise: 1 },
    { title: 'found', kind: 'count', noise: 1 },
    { title: 'clause named', kind: 'count', noise: 1 },
    { title: 'wrongly failed', kind: 'count', noise: 1 },
    { title: 'requests, median', kind: 'count', noise: 1.2 },
  ];
  const cellsOf = (row: string): readonly (number | null)[] => {
    const all = triedOf(row);
    const named = counted(all, 'named');
    return row.startsWith('faulty')
      ? [all.length, named + counted(all, 'found'), named, null, null]
      : [all.length, null, null, counted(all, 'accused'), median(all.map((one) => one.requests))];
  };
  return { columns, rows: rows.map((name) => ({ name, values: cellsOf(name) })) };
}

function triedOf(row: string): readonly Tried[] {
  return tried.filter(({ service }) => service.row === row);
}

function counted(all: readonly Tried[], result: Tried['result']): number {
  return all.filter((one) => one.result === result).length;
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
