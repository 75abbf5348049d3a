// Lists with filters: each fault is found and named by a code that fits, and no correct service
// fails, whatever the seed.

import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, createHold, seedsOf } from '../hold-project.ts';
import { contracts, loadFiltered } from './contracts.ts';
import { type Seams, startParcels } from './service.ts';

const hold = await createHold(await loadFiltered());
const resources = contracts.map(({ resource }) => String(resource));
const seeds = seedsOf(2);

interface Fault {
  readonly name: string;
  readonly seams: Partial<Seams>;
  /** The contracts by which it is found; both if absent. */
  readonly by?: readonly string[];
  readonly code?: FindingCode;
}

const faults: readonly Fault[] = [
  { name: 'a filter is ignored', seams: { asked: (all) => all.filter((one) => one !== 'status') } },
  {
    name: 'a filter finds what begins with the value',
    by: ['parcels'],
    seams: {
      fits: ({ label }, filter, value, isSo) =>
        filter === 'label' ? label.startsWith(value) : isSo,
    },
  },
  {
    name: 'a number finds what begins with it',
    seams: {
      fits: ({ weight }, filter, value, isSo) =>
        filter === 'weight' ? String(weight).startsWith(value) : isSo,
    },
  },
  {
    name: 'the least number is left out',
    seams: {
      fits: ({ weight }, filter, value, isSo) =>
        filter === 'lightest' ? weight > Number(value) : isSo,
    },
  },
  {
    name: 'the greatest number is compared as a text',
    seams: {
      fits: ({ weight }, filter, value, isSo) =>
        filter === 'heaviest' ? String(weight) <= value : isSo,
    },
  },
  {
    name: 'a filter looks at another member',
    seams: {
      fits: ({ weight }, filter, value, isSo) =>
        filter === 'status' ? String(weight) === value : isSo,
    },
  },
  { name: 'a filter empties the list', seams: { fits: () => false } },
  {
    name: 'the size that a client asks for is ignored',
    by: ['parcels'],
    seams: { page: ({ all, isIn }, right) => ({ ...right, shown: all.filter(isIn) }) },
  },
  {
    name: 'only the first page is filtered',
    seams: {
      page: ({ from, size, all }, right) =>
        from === 0 ? right : { ...right, shown: all.slice(from, from + size) },
    },
  },
  {
    name: 'each page is filtered for itself',
    seams: {
      page: ({ from, size, all, isIn }, right) => ({
        ...right,
        shown: all.slice(from, from + size).filter(isIn),
      }),
    },
  },
  {
    name: 'the total counts all parcels',
    by: ['parcels'],
    seams: { page: ({ all }, right) => ({ ...right, total: all.length }) },
  },
  {
    name: 'false counts as no filter',
    seams: {
      fits: (_, filter, value, isSo) => (filter === 'fragile' && value === 'false') || isSo,
    },
  },
  {
    name: 'zero counts as no filter',
    seams: { fits: (_, filter, value, isSo) => (filter === 'weight' && value === '0') || isSo },
  },
  {
    name: 'one filter that fits is enough',
    seams: { joined: (fitting) => fitting.some((one) => one) },
  },
  { name: 'the last filter alone counts', seams: { asked: (all) => all.slice(-1) } },
  {
    name: 'what is escaped in a value is not decoded',
    seams: {
      read: (text) => new URLSearchParams(text.replaceAll(/%(?!20)(?=[0-9A-F]{2})/g, '%25')),
    },
  },
  {
    name: 'a list that nobody is in is not found',
    code: 'refused',
    seams: { status: (_, { total }, right) => (total === 0 ? 404 : right) },
  },
  {
    name: 'the parcels of others are not filtered',
    seams: { fits: ({ id }, _filter, _value, isSo) => isSo || id === 1 },
  },
  {
    name: 'a parameter that the contract shows is refused',
    by: ['parcels'],
    code: 'refused',
    seams: { status: (query, _page, right) => (query.get('order') === 'down' ? 400 : right) },
  },
];

const correct: readonly (Omit<Fault, 'code'> & { readonly name: string })[] = [
  { name: 'the plain service', seams: {} },
  {
    name: 'labels are searched for in any case, as the contract admits',
    by: ['crates'],
    seams: {
      fits: ({ label }, filter, value, isSo) =>
        filter === 'label' ? label.toLowerCase().includes(value.toLowerCase()) : isSo,
    },
  },
  {
    name: 'the newest come first, and there is no page after the last one',
    seams: {
      page: ({ from, size, all, isIn }, right) => ({
        ...right,
        shown: all
          .filter(isIn)
          .toReversed()
          .slice(from, from + size),
      }),
      status: (query, { shown }, right) =>
        shown.length === 0 && (query.get('page') ?? query.get('from') ?? '1') > '1' ? 404 : right,
    },
  },
];

describe('verify, of lists with filters', () => {
  it.each(
    faults.flatMap(({ by = resources, ...fault }) =>
      by.map((resource) => ({ resource, code: 'filter-ignored' as const, ...fault })),
    ),
  )('finds in $resource that $name', { timeout: 60_000 }, async ({ resource, code, seams }) => {
    await using service = await startParcels(seams);
    const outcome = await hold({ baseUrl: service.baseUrl, resource, laws: ['filters-apply'] });
    const found = outcome.report.findings.map((one) => one.code);
    expect(found, complaintsOf(outcome).join('\n')).toContain(code);
  });

  it.each(
    correct.flatMap(({ by = resources, ...one }) => by.map((resource) => ({ resource, ...one }))),
  )(
    'passes $resource of $name, and leaves nothing there',
    { timeout: 60_000 },
    async ({ resource, seams }) => {
      for (const seed of seeds) {
        await using service = await startParcels(seams);
        const before = service.size();
        const outcome = await hold({
          baseUrl: service.baseUrl,
          resource,
          seed,
          budget: 'standard',
        });
        expect(complaintsOf(outcome), `seed ${seed}`).toEqual([]);
        expect(outcome.report.laws).toContainEqual(
          expect.objectContaining({ name: 'filters-apply', result: 'held' }),
        );
        expect(service.size()).toBe(before);
      }
    },
  );
});
