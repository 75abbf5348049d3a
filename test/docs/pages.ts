// Which pages there are, and which of them are run together because they take little time.

import { globSync } from 'node:fs';
import { root } from '../support/root.ts';

/**
 * Every page whose fences are run here: the README and all of docs/, but those that are run
 * elsewhere.
 */
export function pages(): readonly string[] {
  return allPages().filter((page) => !Object.hasOwn(ELSEWHERE, page));
}

/** The README and all of docs/. */
export function allPages(): readonly string[] {
  return [
    'README.md',
    ...globSync('docs/**/*.md', { cwd: root }).map((file) => file.replaceAll('\\', '/')),
  ];
}

/** The pages that have no file of tests of their own. */
export function quickPages(named: readonly string[]): readonly string[] {
  return pages().filter((page) => !named.includes(page));
}

/** The pages that a file of tests runs by name. */
export function pagesNamedIn(source: string): readonly string[] {
  return [...source.matchAll(/^describePage\('([^']+)'\)/gm)].map(([, page]) => page ?? '');
}

/** The pages whose fences other tests run, with what they need to be run against. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/ci.md': 'test/pipeline/docs.test.ts',
  'docs/broker.md': 'test/support/broker-docs.ts',
};
