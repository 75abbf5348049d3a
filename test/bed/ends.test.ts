// The only item, the last one and those at the borders of pages are like any other.

import { describe, expect, it } from 'vitest';
import { byPage, type Pager } from './correct/optioned/pagers.ts';
import { optioned } from './correct/optioned/server.ts';
import { hold, SEEDS } from './hold.ts';
import type { Plant } from './parts.ts';
import { plain } from './plain.ts';
import type { Service, StoredUser } from './service.ts';

async function found(started: Promise<Service>): Promise<readonly string[]> {
  const service = await started;
  try {
    const { findings } = await hold(service.baseUrl, { isEnough: ({ length }) => length > 0 });
    return findings.map(({ code }) => code);
  } finally {
    await service.close();
  }
}

const same: Plant = (parts) => parts;
const isOnly = (parts: Parameters<Plant>[0]): boolean => parts.all().length === 1;

describe('a service without users', () => {
  it('is spared, and is empty again', { timeout: 60_000 }, async () => {
    const service = await plain.startPlanted([], same);
    const { findings } = await hold(service.baseUrl);
    expect(findings).toEqual([]);
    expect(service.stored()).toEqual([]);
    await service.close();
  });

  it.concurrent.each<readonly [what: string, plant: Plant, code: string]>([
    [
      'a list of one user is that user',
      (parts) => ({
        ...parts,
        list: (elements) => (elements.length === 1 ? elements[0] : parts.list(elements)),
      }),
      'body-type',
    ],
    [
      'the only user cannot be read',
      (parts) => ({
        ...parts,
        find: (id, operation) =>
          operation === 'read' && isOnly(parts) ? undefined : parts.find(id, operation),
      }),
      'not-readable',
    ],
    [
      'PUT of the only user changes nothing',
      (parts) => ({ ...parts, save: (user) => (isOnly(parts) ? undefined : parts.save(user)) }),
      'not-replaced',
    ],
    [
      'DELETE of the only user removes nothing',
      (parts) => ({ ...parts, erase: (id) => (isOnly(parts) ? undefined : parts.erase(id)) }),
      'not-removed',
    ],
    [
      'an empty list is null',
      (parts) => ({
        ...parts,
        list: (elements) => (elements.length === 0 ? null : parts.list(elements)),
      }),
      'body-type',
    ],
  ])('is found if %s', { timeout: 60_000 }, async (_what, plant, code) => {
    expect(await found(plain.startPlanted([], plant))).toContain(code);
  });
});

/** Pages of ten, each but the first beginning so many users later than it should. */
function shifted(by: number): Pager {
  return (users, query, listUrl) => {
    const page = Number(query.get('page') ?? 1);
    const begin = (page - 1) * 10 + (page > 1 ? by : 0);
    return { ...byPage(10)(users, query, listUrl), users: users.slice(begin, page * 10) };
  };
}

const MANY: readonly StoredUser[] = Array.from({ length: 25 }, (_, index) => ({
  ...SEEDS[0],
  id: index + 1,
  name: `Seed ${index + 1}`,
  email: `seed${index + 1}@example.com`,
}));

describe('a service with users of others on several pages', () => {
  it.concurrent.each<readonly [what: string, by: number, codes: readonly string[]]>([
    ['spared if the pages follow each other', 0, []],
    ['found if pages begin with the last user of the page before', -1, ['listed-twice']],
    ['found if pages begin one user late', 1, ['not-listed']],
  ])('is %s', { timeout: 60_000 }, async (_what, by, codes) => {
    const started = optioned({ pager: shifted(by), order: 'newest first' })(MANY);
    expect(await found(started)).toEqual(codes);
  });
});
