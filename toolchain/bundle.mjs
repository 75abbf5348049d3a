// Bundles the modules of the command line into dist/bundle/, and those of the other doors into dist/doors/, where the sources are not those
// that they were last made from: reading seventy small modules takes longer than all else that a start does, and what the doors share
// with the command line would cut its modules into more pieces. Dependencies stay outside; what is needed for development alone is
// bundled where the sources import it, with its licence. Silent.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLicences } from './licences.mjs';

const root = join(import.meta.dirname, '..');
/** What stands in each folder of dist/: its entries by name. Beside the command line, what it starts as a thread or a process. */
const folders = {
  bundle: {
    cli: 'src/cli.ts',
    'pact-child': 'src/commands/pact-child.ts',
    'record-worker': 'src/commands/record-worker.ts',
    'recording-worker': 'src/journal/file/recording-worker.ts',
  },
  doors: Object.fromEntries([
    ...['index', 'node', 'msw', 'vite', 'vitest', 'playwright'].map((door) => [door, `src/${door}.ts`]),
    // As Node imports them: what says that the package is missing which they are for.
    ...['msw', 'vitest', 'playwright'].map((door) => [`checked-${door}`, `src/embed/checked-${door}.ts`]),
  ]),
};

const digest = digestOf(sources());
if (digest !== lastDigest()) {
  for (const [folder, entries] of Object.entries(folders)) await bundle(folder, entries);
}

async function bundle(folder, entries) {
  const { rolldown } = await import('rolldown');
  const [fresh, built] = [join(root, 'dist', `.${folder}-${process.pid}`), join(root, 'dist', folder)];
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outside = Object.keys({ ...dependencies, ...peerDependencies });
  const made = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
    external: (id) => id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`)),
    platform: 'node',
    transform: { target: 'es2023' },
  });
  const { output } = await made.write({ dir: fresh, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  await made.close();
  writeLicences(fresh, output);
  if (entries.cli !== undefined) chmodSync(join(fresh, 'cli.js'), 0o755);
  writeFileSync(join(fresh, '.sources'), `${digest}\n`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
}

function sources() {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const ours = files.filter((file) => /\.(?:ts|json)$/.test(file) && !file.startsWith('ui/'));
  return [...ours.sort().map((file) => `src/${file}`), 'toolchain/bundle.mjs', 'toolchain/licences.mjs', 'package.json'];
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
