// Runs the tests of one room: npm run test:room <room> [-- <flags of vitest>]. A room is a folder
// of test/ at any depth (verify, verify/learn), or the first word of a file name (cli). Leaves out
// slow files, unless the room has no others. With --quick, as npm run test:quick, it runs those of
// all rooms but attacks, databases and the files that take long.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { BED, LONG, NOT_QUICK, PACKAGE, PAGES, SLOW } from '../test/kinds.ts';

process.chdir(join(import.meta.dirname, '..'));
const files = globSync('test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
const [named = '', ...flags] = process.argv.slice(2);
const later = [...SLOW, ...PACKAGE, ...PAGES, ...BED];
const isQuick = (file) => !later.some((pattern) => matchesGlob(file, pattern));
const room = named.replace(/^(?:src|test)\//, '').replace(/\/$/, '');
const found = filesOf(room);
if (named === '--quick') vitest(files.filter((file) => isQuick(file) && !isLong(file)));
else if (found.length === 0) refuse();
else run();

function isLong(file) {
  return [...LONG, ...NOT_QUICK].some((start) => file.startsWith(start));
}

function run() {
  const quick = found.filter(isQuick);
  const slow = found.filter((file) => !isQuick(file));
  if (quick.length > 0 && slow.length > 0)
    console.log(`Slow, so not run (npx vitest run <file> runs one):\n  ${slow.join('\n  ')}`);
  vitest(quick.length > 0 ? quick : slow);
}

function vitest(chosen) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...flags],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}

/** Says why nothing runs, and lists the rooms: its neighbours if it is below another room. */
function refuse() {
  const parent = filesOf(dirname(room)).length > 0 ? `${dirname(room)}/` : '';
  const rooms = files
    .filter((file) => file.startsWith(`test/${parent}`))
    .map((file) => file.slice(`test/${parent}`.length))
    .map((path) => parent + path.split(path.includes('/') ? '/' : /[-.]/)[0]);
  const why = existsSync(`src/${room}`)
    ? `The room "${room}" has no tests of its own.`
    : `There is no room "${room}".`;
  console.error(
    `${room === '' ? 'Usage: npm run test:room <room>' : why}\nRooms: ${[...new Set(rooms)].sort().join(', ')}`,
  );
  process.exitCode = 2;
}

/** The files below a folder of test/, or those whose names begin with a word. */
function filesOf(name) {
  const start = `test/${name}`;
  return name === ''
    ? []
    : files.filter((file) => file.startsWith(start) && /[-./]/.test(file[start.length]));
}
