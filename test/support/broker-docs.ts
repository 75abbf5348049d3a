// The commands in docs/broker.md, run as they stand there but for the addresses of the example.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Gives the blocks of code of a language, in order. */
export function blocksIn(language: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/broker.md'), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block = '']) => (name === language ? [block] : []));
}

/** The same command for this clone, on the servers of a test. */
export function commandFor(block: string, baseUrl: string): string {
  const cli = `"${process.execPath}" "${join(ROOT, 'src/cli.ts')}"`;
  return block.trim().replace('npx standin', cli).replace('http://127.0.0.1:3000', `${baseUrl} --budget quick`);
}
