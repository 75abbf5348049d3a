// `npm run abuse:files [-- --cases 2000] [-- --seed 7]`: many damaged files for every reader, and
// the table of the results in SECURITY.md. Exit code 1 if a file was neither read nor rejected with
// a message.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCommands } from './files-commands.ts';
import { type Told, tryReaders } from './files-run.ts';
import { writeTable } from './write-table.ts';

const READERS = 17;
/** Each takes a process. */
const COMMANDS_MAX = 200;
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '500' }, seed: { type: 'string' } },
});
const cases = Number(values.cases);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--cases is a number above 0, and --seed a whole number.\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'standin-abuse-'));
const all: Told[] = [];
process.stdout.write(`Spoilt files, ${cases} for each reader, seed ${seed}\n\n`);
for (let number = 0; number <= READERS; number++) {
  const trial = { seed, folder: join(folder, String(number)) };
  const told =
    number < READERS
      ? await tryReaders({ ...trial, cases, readers: [number] })
      : [await tryCommands({ ...trial, cases: Math.min(cases, COMMANDS_MAX) })];
  for (const one of told) {
    const { what, taken, refused, failures } = one;
    process.stdout.write(
      `${what}: ${one.cases} cases, ${taken} read, ${refused} refused with a message${failures.length === 0 ? '' : ', and more: see below'}\n`,
    );
    all.push(one);
  }
}
rmSync(folder, { recursive: true, force: true });
const failures = all.flatMap((one) => one.failures);
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
const total = all.reduce((sum, one) => sum + one.cases, 0);
writeTable('file side', [
  `${count(total)} malformed files (\`npm run abuse:files -- --cases ${cases} --seed ${seed}\`), ` +
    `${failures.length === 0 ? 'all of them read, or refused with a message' : `with ${failures.length} failures`}:`,
  '',
  '| malformed | files | read / refused with a message |',
  '|---|---|---|',
  ...all.map(
    ({ what, taken, refused, ...one }) =>
      `| ${what} | ${count(one.cases)} | ${count(taken)} / ${count(refused)} |`,
  ),
]);
process.exitCode = failures.length === 0 ? 0 : 1;

function count(number: number): string {
  return number.toLocaleString('en-US');
}
