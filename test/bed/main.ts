// `npm run bed`: verifies every faulty service and every correct one, and prints how many faults were found and how many alarms false.

import { faults } from './faults/index.ts';
import { each } from './hold.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { quick, type Spared, type Tried, tardy, tryCorrect, tryFault } from './try.ts';

const AT_ONCE = 4;
const seed = Number(process.argv[2] ?? 1);

const tried: Tried[] = [];
const planted = [plain, odd].flatMap((base) =>
  faults.filter((fault) => fault.notIn?.[base.name] === undefined).map((fault) => ({ base, fault })),
);
await each(planted, AT_ONCE, async ({ base, fault }) => {
  const one = await tryFault(base, fault, { seed });
  tried.push(one);
  if (one.result !== 'named')
    tell(`${one.result.toUpperCase()} ${one.base} ${fault.name}: ${fault.about}\n  ${one.told.join('\n  ')}`);
});

const spared: Spared[] = [];
await each([...quick, ...tardy], AT_ONCE, async (correct) => {
  const one = await tryCorrect(correct, { seed });
  spared.push(one);
  if (one.complaints.length > 0) tell(`FALSE ALARM ${one.name}\n  ${one.complaints.join('\n  ')}`);
});

for (const kind of ['easy', 'stateful', 'concurrent', 'value'] as const) {
  const all = tried.filter(({ fault }) => fault.kind === kind);
  tell(`${kind.padEnd(10)} ${count(all, 'named')} of ${all.length} found and named`);
}
const named = count(tried, 'named');
const found = named + count(tried, 'found');
const alarms = spared.filter(({ complaints }) => complaints.length > 0).length;
tell(`faults     ${found} of ${tried.length} found (${percent(found, tried.length)}), ${named} with the broken clause named`);
tell(
  `correct    ${alarms} false alarms in ${spared.length} services; median ${median(spared.map(({ requests }) => requests))} requests`,
);
process.exitCode = named === tried.length && alarms === 0 ? 0 : 1;

function count(all: readonly Tried[], result: Tried['result']): number {
  return all.filter((one) => one.result === result).length;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
