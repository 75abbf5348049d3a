// `npm run abuse [-- --cases 500] [-- --seed 9112]`: many cases of each family against both fronts,
// and the abuse table of SECURITY.md. Exit code 1 if something did not hold; a failure is printed
// with its seed and path.

import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { families } from './http-cases.ts';
import { checkCase, type Outcome } from './http-check.ts';
import { attackRecord, attackServe, type Side } from './http-sides.ts';
import { sessionCases } from './http2-cases.ts';
import { attackSecure, checkSession } from './http2-check.ts';
import { writeTable } from './write-table.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '500' }, seed: { type: 'string', default: '9112' } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];

type Outcomes = Record<Outcome, number>;
let failures = 0;
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    failures++;
    process.stderr.write(`${event}: ${error instanceof Error ? error.stack : String(error)}\n`);
  });

async function tryFamily<T>(
  name: string,
  family: fc.Arbitrary<T>,
  check: (one: T) => Promise<Outcome>,
): Promise<Outcomes> {
  const outcomes: Outcomes = { answered: 0, refused: 0, closed: 0 };
  const tried = fc.asyncProperty(family, async (one) => {
    outcomes[await check(one)]++;
  });
  const run = await fc.check(tried, { numRuns: cases, seed, endOnFailure: false });
  if (run.failed) {
    failures++;
    process.stderr.write(
      `${name}\n${fc.defaultReportMessage(run)}\n${String(run.errorInstance)}\n`,
    );
  }
  process.stdout.write(
    `${name}: ${countOf(outcomes)} cases, ${shown(outcomes)}${run.failed ? ', and one that does not hold' : ''}\n`,
  );
  return outcomes;
}

async function trySide(attack: () => Promise<Side>): Promise<readonly Outcomes[]> {
  await using side = await attack();
  const all: Outcomes[] = [];
  for (const [name, family] of Object.entries(families))
    all.push(await tryFamily(`${side.name}: ${name}`, family, (one) => checkCase(side, one)));
  return all;
}

async function trySecure(): Promise<readonly Outcomes[]> {
  await using side = await attackSecure();
  const all: Outcomes[] = [];
  for (const [name, family] of Object.entries(sessionCases))
    all.push(await tryFamily(`serve --https: ${name}`, family, (one) => checkSession(side, one)));
  return all;
}

const [serve, record, secure] = [
  await trySide(attackServe),
  await trySide(attackRecord),
  await trySecure(),
];
const total = [...serve, ...record, ...secure].reduce((sum, one) => sum + countOf(one), 0);
writeTable('network side', tableLines());
process.stdout.write(
  `${total} cases with seed ${seed}; ${failures === 0 ? 'all of them held' : `${failures} failures`}\n`,
);
process.exit(failures === 0 ? 0 : 1);

function tableLines(): readonly string[] {
  const rows = [
    ...Object.keys(families).map(
      (name, index) => `| ${name} | ${cell(serve[index])} | ${cell(record[index])} |`,
    ),
    ...Object.keys(sessionCases).map(
      (name, index) => `| HTTP/2: ${name} | ${cell(secure[index])} | |`,
    ),
  ];
  return [
    `${count(total)} cases (\`npm run abuse -- --cases ${cases} --seed ${seed}\`), ${failures === 0 ? 'all handled correctly' : `with ${failures} failures`}:`,
    '',
    '| what was sent | `serve`: answered / refused / closed | `record`: answered / refused / closed |',
    '|---|---|---|',
    ...rows,
  ];
}

function cell(outcomes: Outcomes | undefined): string {
  return outcomes === undefined
    ? ''
    : [outcomes.answered, outcomes.refused, outcomes.closed].map(count).join(' / ');
}

function countOf({ answered, refused, closed }: Outcomes): number {
  return answered + refused + closed;
}

function shown({ answered, refused, closed }: Outcomes): string {
  return `${answered} answered, ${refused} refused, ${closed} closed`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
