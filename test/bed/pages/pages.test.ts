// Services whose lists lead from page to page: correct ones are spared, and each fault is found.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, createHold } from '../hold-project.ts';
import { loadPages, type Resource, resources } from './contracts.ts';
import { type Habits, startPages } from './service.ts';

const hold = await createHold(await loadPages());

const correct: readonly (readonly [string, readonly Resource[], Habits])[] = [
  ['the plain service', resources, {}],
  ['the newest first', resources, { newestFirst: true }],
  ['cursors that count', ['soundings', 'tides'], { counts: true }],
  ['an empty last page', ['soundings', 'tides', 'lamps'], { looksNotAhead: true }],
  [
    'links without a host',
    ['tides', 'lamps'],
    { shown: (text) => text.replace(/^http:..[^/]+/, '') },
  ],
  [
    'links to a public name',
    ['tides', 'lamps'],
    { shown: (text) => text.replace(/127[^/]+/, 'sea.invalid') },
  ],
];

describe('verify, of lists that lead from page to page', () => {
  const cases = correct.flatMap(([name, all, habits]) =>
    all.map((resource) => ({ name, resource, habits })),
  );

  it.concurrent.each(cases)(
    'passes $resource of $name',
    { timeout: 60_000 },
    async ({ resource, habits }) => {
      for (const seed of [1, 2]) {
        await using service = await startPages(resource, habits);
        const outcome = await hold({ baseUrl: service.baseUrl, resource, seed });
        expect(complaintsOf(outcome)).toEqual([]);
        const law = outcome.report.laws.find(({ name }) => name === 'pages-follow');
        expect(law).toMatchObject({ result: 'held', why: null });
        expect(service.size()).toBe(3);
      }
    },
  );

  const cursors = ['soundings', 'tides'] as const;
  const faults: readonly (readonly [
    string,
    readonly Resource[],
    Habits,
    readonly FindingCode[],
  ])[] = [
    [
      'the size that a client asks for is ignored',
      ['soundings', 'tides'],
      { size: (usual) => usual },
      ['filter-ignored'],
    ],
    [
      'the cursor is ignored',
      resources,
      { started: () => ({ after: null, page: 1 }) },
      ['page-repeats'],
    ],
    [
      'the last page leads to itself',
      cursors,
      { next: (start, _, next) => next ?? start },
      ['page-repeats'],
    ],
    [
      'the last page leads to a further one, for ever',
      cursors,
      { next: (start, rows) => ({ after: rows.at(-1)?.key ?? start.after, page: start.page + 1 }) },
      ['page-endless'],
    ],
    [
      'the last page leads to a further one, for ever, by number',
      ['lamps'],
      { next: ({ page }) => ({ after: null, page: page + 1 }) },
      ['page-endless'],
    ],
    [
      'the second page repeats the first',
      cursors,
      { index: (_, __, at) => (at < 3 ? 0 : at) },
      ['page-repeats'],
    ],
    [
      'a page begins one item late',
      cursors,
      { index: (_, __, at) => (at > 0 ? at + 1 : at) },
      ['not-listed', 'not-created', 'lost'],
    ],
    [
      'a page begins one item early',
      resources,
      { index: (_, __, at) => Math.max(0, at - 1) },
      ['listed-twice', 'page-repeats'],
    ],
    [
      'the last item of a page is left out',
      resources,
      { page: (_, rows) => (rows.length > 1 ? rows.slice(0, -1) : rows) },
      ['not-listed', 'not-created', 'lost'],
    ],
    [
      'the first page leads nowhere',
      resources,
      { next: () => null },
      ['not-listed', 'not-created', 'lost'],
    ],
    [
      'the cursor of the second page is refused',
      cursors,
      { reads: ({ after }) => after === null },
      ['page-refused', 'refused', 'status'],
    ],
    [
      'a further page is refused',
      ['lamps'],
      { reads: ({ page }) => page < 3 },
      ['page-refused', 'refused', 'status'],
    ],
    [
      'the cursor is cut',
      ['soundings'],
      { shown: (text) => text.slice(0, 3) },
      ['page-refused', 'refused', 'status'],
    ],
    [
      'the link has another path',
      ['tides', 'lamps'],
      { shown: (text) => text.replace(/tides|lamps/, 'other') },
      ['page-refused'],
    ],
  ];
  const planted = faults.flatMap(([name, all, habits, codes]) =>
    all.map((resource) => ({ name, resource, habits, codes })),
  );

  it.concurrent.each(planted)(
    'finds in $resource that $name',
    { timeout: 60_000 },
    async ({ resource, habits, codes }) => {
      await using service = await startPages(resource, habits);
      const outcome = await hold({ baseUrl: service.baseUrl, resource });
      const found = outcome.report.findings.map(({ code }) => code);
      const named = found.filter((code) => codes.includes(code));
      expect(named, complaintsOf(outcome).join('\n')).not.toEqual([]);
    },
  );

  it.each(['tides', 'lamps'] as const)(
    'sends nothing to another host that a page of %s leads to',
    { timeout: 60_000 },
    async (resource) => {
      const seen: string[] = [];
      const other = createServer((request, response) => {
        seen.push(request.url ?? '');
        response.end('[]');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
      await using service = await startPages(resource, {
        shown: (text) => text.replace(/127[^/]+/, host),
      });
      const headers = ['Authorization: Bearer secret'];
      await hold({ baseUrl: service.baseUrl, resource, headers });
      other.close();
      expect(seen).toEqual([]);
      expect(service.requests.every(({ authorization }) => authorization === 'Bearer secret')).toBe(
        true,
      );
    },
  );
});
