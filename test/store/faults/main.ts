// `npm run store:faults`: many runs with a real PostgreSQL, and what came of them. Fails if one mock
// could not have answered so, or if a call was neither answered nor told to try again.

import { parseArgs } from 'node:util';
import { Databases, whyNoDisk } from './databases.ts';
import type { Ends } from './play.ts';
import { type RunResult, runOnce, type Special } from './run.ts';
import { type Trouble, troubles } from './troubles.ts';
import { WITHOUT, type Without } from './without.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
    /** Only the troubles whose name has this text. */
    only: { type: 'string', default: '' },
    /** Takes one thing out that makes the replicas answer as one. */
    without: { type: 'string' },
    /** A built checkout of an older version: two of the replicas run it. */
    older: { type: 'string' },
  },
});

function isWithout(text: string): text is Without {
  return text in WITHOUT;
}

const without = values.without ?? null;
if (without !== null && !isWithout(without))
  throw new Error(`--without takes ${Object.keys(WITHOUT).join(', ')}`);
const special: Special = {
  ...(without === null ? {} : { without }),
  ...(values.older === undefined ? {} : { older: values.older }),
};
const noDisk = whyNoDisk();
if (noDisk !== null) console.log(`disk full: left out, ${noDisk}`);
const chosen = troubles.filter(
  ({ name, on }) => name.includes(values.only) && (on !== 'disk' || noDisk === null),
);
if (chosen.length === 0) throw new Error(`no trouble has "${values.only}" in its name`);

interface Sum {
  runs: number;
  odd: number;
  readonly ends: Ends;
  ms: number;
}
const sums = new Map<string, Sum>();

function count({ name }: Trouble, result: RunResult): void {
  const none: Ends = { answered: 0, told: 0, broken: 0, wrong: 0 };
  const sum = sums.get(name) ?? { runs: 0, odd: 0, ends: none, ms: 0 };
  sums.set(name, sum);
  sum.runs++;
  sum.odd += result.isLinearizable ? 0 : 1;
  sum.ms += result.ms;
  for (const end of Object.keys(none) as (keyof Ends)[]) sum.ends[end] += result.ends[end];
}

await using databases = new Databases();
const first = Number(values.seed);
for (let run = 0; run < Number(values.runs); run++) {
  const trouble = chosen[run % chosen.length] as Trouble; // there is one
  const result = await runOnce(databases, trouble, first + run, special);
  count(trouble, result);
  const { answered, told, broken, wrong } = result.ends;
  const verdict = result.isLinearizable ? 'as one mock' : 'NOT AS ONE MOCK';
  console.log(
    `${String(first + run).padStart(4)} ${trouble.name.padEnd(26)} ${verdict}  answered ${answered}, told to try again ${told}, broken off ${broken}, wrong ${wrong}  ${(result.ms / 1_000).toFixed(1)} s`,
  );
}

console.log(
  '\n| | runs | not as one mock | answered | told to try again | broken off | wrong |\n|---|---|---|---|---|---|---|',
);
let failed = 0;
for (const [name, { runs, odd, ends }] of sums) {
  failed += odd + ends.wrong;
  console.log(
    `| ${name} | ${runs} | ${odd} | ${ends.answered} | ${ends.told} | ${ends.broken} | ${ends.wrong} |`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
