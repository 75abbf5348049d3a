// Bundles the modules of the command line into dist/bundle/ and those of the other entry points
// into dist/doors/, if their sources have changed: reading seventy small modules takes longer than
// the rest of a start. The two are separate, because shared modules would split the command line
// into more pieces. Dependencies stay outside; a development dependency that the sources import is
// bundled, with its licence. Silent.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { writeLicences } from './licences.mjs';

const root = join(import.meta.dirname, '..');
/**
 * The entries in each folder of dist/, by name. The command line also starts threads and processes.
 */
const folders = {
  bundle: {
    cli: 'src/cli.ts',
    // The door that shares all with a command.
    verify: 'src/verify.ts',
    'pact-child': 'src/commands/verify/pact-child.ts',
    'record-worker': 'src/commands/record/record-worker.ts',
    'recording-worker': 'src/journal/file/recording-worker.ts',
    'database-recording-worker': 'src/journal/database/database-recording-worker.ts',
  },
  doors: Object.fromEntries([
    ...['index', 'node', 'msw', 'vite', 'vitest', 'playwright'].map((door) => [
      door,
      `src/${door}.ts`,
    ]),
    // As Node imports them: what says that the package is missing which they are for.
    ...['msw', 'vitest', 'playwright'].map((door) => [
      `checked-${door}`,
      `src/embed/checked-${door}.ts`,
    ]),
    // The thread that records, for the plugin of Vite.
    ['recording-worker', 'src/journal/file/recording-worker.ts'],
    ['database-recording-worker', 'src/journal/database/database-recording-worker.ts'],
  ]),
};

/** Puts the code that was compiled ahead in the place of the modules that would compile it. */
const compiledAhead = {
  name: 'compiled-ahead',
  async load(id) {
    const path = relative(root, id).replaceAll('\\', '/');
    const { ahead } = await import('./ahead.mjs');
    if (!Object.hasOwn(ahead, path)) return null;
    return { code: ahead[path](), moduleType: 'js' };
  },
};

/**
 * One file holds what every command needs, another what `serve` needs in addition before its first
 * answer: each further file costs almost a millisecond.
 */
const groups = [];
for (const [name, files] of [
  ['base', ['src/cli.ts']],
  ['serve', ['src/commands/serve/serve.ts']],
]) {
  const found = new Set();
  for (const file of files) addImports(join(root, file), found);
  found.delete(join(root, 'src/cli.ts'));
  groups.push({ name, test: (id) => found.has(id), priority: 9 - groups.length });
}

/** Adds a source and all that it imports at once, but for types. */
function addImports(file, found) {
  if (found.has(file)) return;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?! type\b)[^;']*from '(\.[^']*\.ts)';$/gm,
  );
  for (const [, path] of imports) addImports(join(file, '..', path), found);
}

const digest = digestOf(sources());
if (digest !== lastDigest()) {
  for (const [folder, entries] of Object.entries(folders)) await bundle(folder, entries);
}

async function bundle(folder, entries) {
  const { rolldown } = await import('rolldown');
  const [fresh, built] = [
    join(root, 'dist', `.${folder}-${process.pid}`),
    join(root, 'dist', folder),
  ];
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const outside = Object.keys({ ...dependencies, ...peerDependencies });
  const made = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(root, file)]),
    ),
    external: (id) =>
      id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [compiledAhead],
    platform: 'node',
    resolve: { alias: { '#src': join(root, 'src') } },
    transform: { target: 'es2023' },
  });
  const { output } = await made.write({
    dir: fresh,
    format: 'esm',
    // One character that is not ASCII would make Node read and keep the file in two bytes a character.
    charset: 'ascii',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: entries.cli === undefined ? true : { groups },
    // A start reads every character. Names of functions and classes stay, for the traces of bugs.
    minify:
      entries.cli === undefined
        ? false
        : { compress: true, mangle: { keepNames: true }, codegen: true },
  });
  await made.close();
  writeLicences(fresh, output);
  if (entries.cli !== undefined) chmodSync(join(fresh, 'cli.js'), 0o755);
  writeFileSync(join(fresh, '.sources'), `${digest}\n`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
}

function sources() {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const ours = files.filter((file) => /\.(?:ts|json)$/.test(file) && !file.startsWith('ui/'));
  return [
    ...ours.sort().map((file) => `src/${file}`),
    'toolchain/ahead.mjs',
    'toolchain/bundle.mjs',
    'toolchain/licences.mjs',
    'package.json',
  ];
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function lastDigest() {
  try {
    return readFileSync(join(root, 'dist/doors/.sources'), 'utf8').trim();
  } catch {
    return null;
  }
}
