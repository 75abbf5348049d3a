// The commands in docs/broker.md, run unchanged except for the addresses of the example.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencesIn } from '../docs/fences.ts';
import { root } from './root.ts';

/** Returns the blocks of code of a language, in order. */
export function blocksIn(language: string): readonly string[] {
  const fences = fencesIn(readFileSync(join(root, 'docs/broker.md'), 'utf8'));
  return fences.flatMap((fence) => (fence.language === language ? [`${fence.text}\n`] : []));
}

/** The same command for this checkout, on the servers of a test. */
export function commandFor(block: string, baseUrl: string): string {
  const cli = `"${process.execPath}" "${join(root, 'src/cli.ts')}"`;
  return block
    .trim()
    .replace('npx standin', cli)
    .replace('http://127.0.0.1:3000', `${baseUrl} --budget quick`);
}
