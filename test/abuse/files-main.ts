// npm run abuse:files -- --cases 2000 [--seed 7]: many spoilt files for every reader, and a table in Markdown of what happened.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCommands } from './files-commands.ts';
import { type Told, tryReaders } from './files-run.ts';

const READERS = 17;
/** Each takes a process. */
const COMMANDS_MAX = 200;
const { values } = parseArgs({ options: { cases: { type: 'string', default: '500' }, seed: { type: 'string' } } });
const cases = Number(values.cases);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--cases is a number above 0, and --seed a whole number.\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'standin-abuse-'));
const all: Told[] = [];
process.stdout.write(`Spoilt files, ${cases} for each reader, seed ${seed}\n\n`);
process.stdout.write('| what | cases | read | refused in words | anything else |\n| --- | ---: | ---: | ---: | --- |\n');
for (let number = 0; number <= READERS; number++) {
  const trial = { seed, folder: join(folder, String(number)) };
  const told =
    number < READERS
      ? await tryReaders({ ...trial, cases, readers: [number] })
      : [await tryCommands({ ...trial, cases: Math.min(cases, COMMANDS_MAX) })];
  for (const one of told) {
    const { what, taken, refused, failures } = one;
    process.stdout.write(
      `| ${what} | ${one.cases} | ${taken} | ${refused} | ${failures.length === 0 ? 'nothing' : 'see below'} |\n`,
    );
    all.push(one);
  }
}
rmSync(folder, { recursive: true, force: true });
const failures = all.flatMap((one) => one.failures);
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
