// Which pages there are, and which of them are run together because they take little time.

import { globSync } from 'node:fs';
import { root } from './shell.ts';

/** Every page whose fences are run: the README and all of docs/. */
export function pages(): readonly string[] {
  return ['README.md', ...globSync('docs/**/*.md', { cwd: root }).map((file) => file.replaceAll('\\', '/'))];
}

/** The pages that have no file of tests of their own. */
export function quickPages(named: readonly string[]): readonly string[] {
  return pages().filter((page) => !named.includes(page));
}

/** The pages that a file of tests runs by name. */
export function pagesNamedIn(source: string): readonly string[] {
  return [...source.matchAll(/^describePage\('([^']+)'\)/gm)].map(([, page]) => page ?? '');
}
