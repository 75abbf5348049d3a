// The pages of documentation as a whole: those that are made are current, all others are run, and
// every link leads somewhere.

import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/root.ts';
import { anchorsIn, linksIn } from './links.ts';
import { allPages, ELSEWHERE, pages, pagesNamedIn, quickPages } from './pages.ts';

describe('npm run docs', () => {
  it('finds every page up to date, and a docstring on every export of a door', async () => {
    const told = await new Promise((resolve) => {
      const script = join(root, 'toolchain/docs.mjs');
      execFile(process.execPath, [script, '--check'], { encoding: 'utf8' }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    expect(told).toBe('');
  });
});

describe('the tests of pages', () => {
  it('run every page exactly once', () => {
    const files = globSync('*.test.ts', { cwd: import.meta.dirname });
    const named = files.flatMap((file) =>
      pagesNamedIn(readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
    expect(new Set(named).size).toBe(named.length);
    expect(pages()).toEqual(expect.arrayContaining(named));
    expect([...named, ...quickPages(named), ...Object.keys(ELSEWHERE)].sort()).toEqual(
      [...allPages()].sort(),
    );
  });
});

describe('pages that other tests run', () => {
  it.each(Object.entries(ELSEWHERE))('%s is read by %s', (page, test) => {
    expect(readFileSync(join(root, test), 'utf8')).toContain(page);
  });
});

describe('links', () => {
  const linking = [
    ...allPages(),
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...globSync('examples/**/README.md', { cwd: root }),
  ];

  it.each(linking.filter((file) => existsSync(join(root, file))))(
    'of %s lead to existing files and headings',
    (file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const dead = linksIn(text).flatMap(({ line, target }) => {
        const [path = '', anchor] = target.split('#');
        const place = path === '' ? file : join(dirname(file), path);
        if (!existsSync(join(root, place)))
          return [`${file}:${line}: ${target}: there is no ${place}`];
        if (anchor === undefined) return [];
        const anchors = anchorsIn(readFileSync(join(root, place), 'utf8'));
        return anchors.has(anchor)
          ? []
          : [`${file}:${line}: ${target}: ${place} has no heading "#${anchor}"`];
      });
      expect(dead).toEqual([]);
    },
  );
});

describe('linksIn and anchorsIn', () => {
  it('find links, pictures and headings as GitHub does, and nothing in code', () => {
    const text =
      '# A `b.c` d-e!\n## A\n## A\n[x](y.md#z) ![p](p.png)\n`[no](no.md)`\n```sh\n# no heading [no](no.md)\n```\n[w](https://example.com)';
    expect(linksIn(text)).toEqual([
      { line: 4, target: 'y.md#z' },
      { line: 4, target: 'p.png' },
    ]);
    expect([...anchorsIn(text)]).toEqual(['a-bc-d-e', 'a', 'a-1']);
  });
});
