// Builds the page of the Inspector from src/ui/ into dist/ui/, if its sources have changed since
// the last build. Silent.
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeLicences } from './licences.mjs';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/ui');
/** What the page is made of: its own sources, what it imports, and what builds it. */
const sources = [
  'src/ui',
  'src/base',
  'src/inspector/wire.ts',
  'src/journal/interaction/recorded.ts',
  'src/journal/filter',
  'src/contract/operation-kinds.ts',
  'toolchain/ui.mjs',
  'toolchain/licences.mjs',
  'package-lock.json',
];

const digest = digestOf(sources.flatMap(filesIn));
if (digest !== lastDigest()) await build();

async function build() {
  process.env.NODE_ENV = 'production'; // the runner of the tests sets another, and the page would be built for development
  const { build } = await import('vite');
  const fresh = join(root, 'dist', `.ui-${process.pid}`);
  const { output } = await build({
    configFile: false,
    root: join(root, 'src/ui'),
    base: './',
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: fresh,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
    },
  });
  writeLicences(fresh, output);
  writeFileSync(join(fresh, '.sources'), `${digest}\n`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
}

function filesIn(place) {
  const path = join(root, place);
  if (!statSync(path).isDirectory()) return [place];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function lastDigest() {
  try {
    return readFileSync(join(built, '.sources'), 'utf8').trim();
  } catch {
    return null;
  }
}
