// `npm run bed -- --budgets`: what each budget of `verify` finds and costs, on every ninth service
// of the bed, or as many as `--every` says, and on each hard fault. Writes the table of
// docs/numbers.md.

import { type NumberTable, publish } from '../../bench/numbers-page.ts';
import { median } from '../support/median.ts';
import { faults } from './faults/index.ts';
import { hardFaults } from './hard/index.ts';
import { each, type HoldOptions } from './hold.ts';
import { odd } from './odd.ts';
import { correctTasks } from './patch/correct.ts';
import { taskBases, taskFaults } from './patch/faults/index.ts';
import { tryCorrectTasks, tryTaskFault } from './patch/try.ts';
import { plain } from './plain.ts';
import { quick, tryCorrect, tryFault } from './try.ts';

const AT_ONCE = 4;
const BUDGETS = ['quick', 'standard', 'thorough'] as const;

/** What one budget found and cost. */
interface Budgeted {
  readonly planted: number;
  readonly found: number;
  readonly alarms: number;
  readonly requests: number;
  readonly patchPlanted: number;
  readonly patchFound: number;
  readonly patchAlarms: number;
  readonly patchRequests: number;
  readonly hardPlanted: number;
  readonly hardFound: number;
}

/** Tries every budget, and publishes the table. Returns whether no alarm was false. */
export async function tryBudgets(
  every: number,
  seed: number,
  tell: (text: string) => void,
): Promise<boolean> {
  const rows: NumberTable['rows'][number][] = [];
  let alarms = 0;
  for (const budget of BUDGETS) {
    const tried = await tryBudget({ budget, seed }, every, tell);
    alarms += tried.alarms + tried.patchAlarms;
    tell(`${budget}: ${JSON.stringify(tried)}`);
    rows.push({
      name: budget,
      values: [
        tried.planted,
        tried.found,
        tried.requests,
        tried.patchPlanted,
        tried.patchFound,
        tried.patchRequests,
        tried.hardPlanted,
        tried.hardFound,
        tried.alarms + tried.patchAlarms,
      ],
    });
  }
  const titles = ['faults', 'found', 'requests'];
  const columns: NumberTable['columns'] = [
    ...[...titles, ...titles.map((title) => `PATCH ${title}`), 'hard faults', 'hard found'].map(
      (title) => ({
        title,
        kind: 'count' as const,
        noise: title.endsWith('requests') ? 1.2 : 1.05,
      }),
    ),
    { title: 'wrongly failed', kind: 'count', noise: 1 },
  ];
  publish('budgets', { columns, rows });
  return alarms === 0;
}

async function tryBudget(
  options: Required<Pick<HoldOptions, 'budget' | 'seed'>>,
  every: number,
  tell: (text: string) => void,
): Promise<Budgeted> {
  const sampled = <T>(all: readonly T[]): readonly T[] =>
    all.filter((_, index) => index % every === 0);
  let [found, alarms, patchFound, patchAlarms] = [0, 0, 0, 0];
  const [requests, patchRequests]: [number[], number[]] = [[], []];
  const planted = sampled(
    [plain, odd].flatMap((base) =>
      faults
        .filter(({ notIn }) => notIn?.[base.name] === undefined)
        .map((fault) => ({ base, fault })),
    ),
  );
  await each(planted, AT_ONCE, async ({ base, fault }) => {
    const { result } = await tryFault(base, fault, options);
    if (result === 'missed') tell(`${options.budget} misses ${fault.name} in ${base.name}`);
    else found++;
  });
  await each(sampled(quick), AT_ONCE, async (correct) => {
    const one = await tryCorrect(correct, options);
    requests.push(one.requests);
    if (one.complaints.length === 0) return;
    alarms++;
    tell(`FALSE ALARM ${one.name}: ${one.complaints.join('\n  ')}`);
  });
  const patchPlanted = sampled(
    taskBases.flatMap((base) =>
      taskFaults
        .filter(({ notIn }) => notIn?.[base.name] === undefined)
        .map((fault) => ({ base, fault })),
    ),
  );
  await each(patchPlanted, AT_ONCE, async ({ base, fault }) => {
    const { result } = await tryTaskFault(base, fault, options);
    if (result === 'missed') tell(`${options.budget} misses ${fault.name} in ${base.name}`);
    else patchFound++;
  });
  await each(
    correctTasks.filter((_, index) => index % 3 === 0),
    AT_ONCE,
    async ({ name, choices }) => {
      const one = await tryCorrectTasks(choices, options);
      patchRequests.push(one.requests);
      if (one.complaints.length === 0) return;
      patchAlarms++;
      tell(`FALSE ALARM ${name}: ${one.complaints.join('\n  ')}`);
    },
  );
  let hardFound = 0;
  const hardPlanted = hardFaults.map((fault, index) => ({
    base: index % 2 === 0 ? plain : odd,
    fault,
  }));
  await each(hardPlanted, AT_ONCE, async ({ base, fault }) => {
    const { result } = await tryFault(base, fault, options);
    if (result === 'missed') tell(`${options.budget} misses ${fault.name} in ${base.name}`);
    else hardFound++;
  });
  return {
    planted: planted.length,
    found,
    alarms,
    requests: median(requests),
    patchPlanted: patchPlanted.length,
    patchFound,
    patchAlarms,
    patchRequests: median(patchRequests),
    hardPlanted: hardPlanted.length,
    hardFound,
  };
}
