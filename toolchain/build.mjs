// Builds dist/ from src/ for the package: types and modules by tsc, then the modules of each door into a few files, for reading seventy
// small ones takes longer than all else that a start does. Dependencies stay outside.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });

const bundle = await rolldown({
  input: {
    cli: 'dist/cli.js',
    index: 'dist/index.js',
    'pact-child': 'dist/commands/pact-child.js',
    'record-worker': 'dist/commands/record-worker.js',
    'recording-worker': 'dist/journal/file/recording-worker.js',
  },
  external: [/^node:/, /^ajv/, 'commander', 'fast-check', '@pact-foundation/pact'],
  platform: 'node',
});
await bundle.write({ dir: 'dist/bundle', format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
await bundle.close();

for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.js') && !file.startsWith('bundle')) rmSync(join('dist', file));
}
chmodSync('dist/bundle/cli.js', 0o755);
