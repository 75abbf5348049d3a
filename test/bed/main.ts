// `npm run bed`: verifies every faulty and every correct service, and prints how many faults it
// found and how many alarms were false. `npm run bed -- 7` uses seed 7; `npm run bed -- --seeds 20
// --every 9` uses 20 seeds, each with another ninth of the services. The seed must not change a
// verdict. A whole run with one seed writes the table of docs/numbers.md; with `--check` the exit
// code is 1 if that table disagrees. `npm run bed -- --budgets` writes what each budget finds and costs.

import { parseArgs } from 'node:util';
import {
  describeDisagreement,
  disagreements,
  type NumberTable,
  publish,
} from '../../bench/numbers-page.ts';
import { median } from '../support/median.ts';
import { tryBudgets } from './budgets.ts';
import { faults } from './faults/index.ts';
import { each } from './hold.ts';
import { odd } from './odd.ts';
import { correctTasks } from './patch/correct.ts';
import { taskBases, taskFaults } from './patch/faults/index.ts';
import { tryCorrectTasks, tryTaskFault } from './patch/try.ts';
import { plain } from './plain.ts';
import { quick, type Spared, type Tried, tardy, tryCorrect, tryFault } from './try.ts';

const AT_ONCE = 4;
const TABLE = 'bed';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    every: { type: 'string' },
    check: { type: 'boolean', default: false },
    budgets: { type: 'boolean', default: false },
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

const tried: Tried[] = [];
const planted = [plain, odd].flatMap((base) =>
  faults
    .filter((fault) => fault.notIn?.[base.name] === undefined)
    .map((fault) => ({ base, fault })),
);
await each(sampled(planted), AT_ONCE, async ({ one: { base, fault }, seed }) => {
  const one = await tryFault(base, fault, { seed });
  tried.push(one);
  if (one.result !== 'named')
    tell(
      `${one.result.toUpperCase()} ${one.base} ${fault.name}, seed ${seed}: ${fault.about}\n  ${one.told.join('\n  ')}`,
    );
});

const spared: Spared[] = [];
await each(sampled([...quick, ...tardy]), AT_ONCE, async ({ one: correct, seed }) => {
  const one = await tryCorrect(correct, { seed });
  spared.push(one);
  if (one.complaints.length > 0)
    tell(`FALSE ALARM ${one.name}, seed ${seed}\n  ${one.complaints.join('\n  ')}`);
});

let namedTasks = 0;
let foundTasks = 0;
const plantedTasks = taskBases.flatMap((base) =>
  taskFaults
    .filter((fault) => fault.notIn?.[base.name] === undefined)
    .map((fault) => ({ base, fault })),
);
const sampledTasks = sampled(plantedTasks);
await each(sampledTasks, AT_ONCE, async ({ one: { base, fault }, seed }) => {
  const { result, told } = await tryTaskFault(base, fault, { seed });
  if (result === 'named') namedTasks += 1;
  if (result !== 'missed') foundTasks += 1;
  if (result !== 'named')
    tell(
      `${result.toUpperCase()} ${base.name} ${fault.name}, seed ${seed}: ${fault.about}\n  ${told.join('\n  ')}`,
    );
});

const taskRequests: number[] = [];
let taskAlarms = 0;
const sampledCorrect = sampled(correctTasks);
await each(sampledCorrect, AT_ONCE, async ({ one: { name, choices }, seed }) => {
  const { complaints, requests } = await tryCorrectTasks(choices, { seed });
  taskRequests.push(requests);
  if (complaints.length === 0) return;
  taskAlarms += 1;
  tell(`FALSE ALARM ${name}, seed ${seed}\n  ${complaints.join('\n  ')}`);
});

const kinds = ['easy', 'stateful', 'concurrent', 'value'] as const;
const byKind = kinds.map((kind) => ({
  kind,
  all: tried.filter(({ fault }) => fault.kind === kind),
}));
for (const { kind, all } of byKind)
  tell(`${kind.padEnd(10)} ${counted(all, 'named')} of ${all.length} found and named`);
const named = counted(tried, 'named');
const found = named + counted(tried, 'found');
const alarms = spared.filter(({ complaints }) => complaints.length > 0).length;
tell(
  `faults     ${found} of ${tried.length} found (${percent(found, tried.length)}), ${named} with the broken clause named`,
);
tell(
  `correct    ${alarms} false alarms in ${spared.length} services; median ${median(spared.map(({ requests }) => requests))} requests`,
);
tell(
  `PATCH      ${foundTasks} of ${sampledTasks.length} faults found, ${namedTasks} with the broken clause named; ${taskAlarms} false alarms in ${sampledCorrect.length} services`,
);
const isRight =
  named === tried.length && alarms === 0 && namedTasks === sampledTasks.length && taskAlarms === 0;
const isWhole = seeds.length === 1 && every === 1;
if (values.check) {
  const found = disagreements(TABLE, tableOfBed());
  for (const one of found) tell(describeDisagreement(one));
  process.exitCode = isRight && found.length === 0 ? 0 : 1;
} else {
  if (isWhole && isRight) publish(TABLE, tableOfBed());
  process.exitCode = isRight ? 0 : 1;
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
  const faulty = byKind.map(({ kind, all }) => ({
    name: `faulty: ${kind}`,
    values: [
      all.length,
      counted(all, 'named') + counted(all, 'found'),
      counted(all, 'named'),
      null,
      null,
    ],
  }));
  const correct = [
    spared.length,
    null,
    null,
    alarms,
    median(spared.map(({ requests }) => requests)),
  ];
  const patch = [
    {
      name: 'faulty: PATCH',
      values: [sampledTasks.length, foundTasks, namedTasks, null, null],
    },
    {
      name: 'correct: PATCH',
      values: [sampledCorrect.length, null, null, taskAlarms, median(taskRequests)],
    },
  ];
  return { columns, rows: [...faulty, { name: 'correct', values: correct }, ...patch] };
}

function counted(all: readonly Tried[], result: Tried['result']): number {
  return all.filter((one) => one.result === result).length;
}

/** For each seed its share of some services. */
function sampled<T>(all: readonly T[]): readonly { readonly one: T; readonly seed: number }[] {
  return seeds.flatMap((seed) =>
    all.filter((_, index) => (index + seed) % every === 0).map((one) => ({ one, seed })),
  );
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
