// Proves the bed: each fault shows where it is planted, and nowhere else.

import { describe, expect, it } from 'vitest';
import { createClient, holds, person } from './faults/client.ts';
import { faults, startFaulty } from './faults/index.ts';
import { odd } from './odd.ts';
import type { Fields } from './parts.ts';
import { plain } from './plain.ts';
import type { Clause, Service, StoredUser } from './service.ts';
import { showsSoon } from './shows.ts';

const INITIAL: readonly StoredUser[] = [
  {
    id: 1,
    name: 'Ada',
    email: 'ada@example.com',
    isPremium: true,
    skills: ['sql'],
    address: { city: 'Rome', district: 'Monti' },
  },
  {
    id: 2,
    name: 'Bo',
    email: 'bo@example.com',
    isPremium: false,
    skills: [],
    address: { city: 'Lund', district: 'Norr' },
  },
  { id: 3, name: 'Cy', email: 'cy@example.com' },
];

const CLAUSES: Readonly<Record<Clause, number>> = {
  'section 1': 3,
  'section 2, user': 3,
  'section 2, list': 3,
  'section 4, GET /users': 3,
  'section 4, POST /users': 3,
  'section 4, GET /users/{user_id}': 3,
  'section 4, PUT /users/{user_id}': 3,
  'section 4, DELETE /users/{user_id}': 3,
  'section 4, rule 1': 3,
  'section 4, rule 2': 3,
};

async function shows(fault: (typeof faults)[number], start: Promise<Service>): Promise<boolean> {
  const service = await start;
  try {
    return await fault.witness(createClient(service.baseUrl));
  } finally {
    await service.close();
  }
}

describe('faults', () => {
  it('are at least 115, with unique names', () => {
    const names = faults.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(115);
    expect([...new Set(names)]).toEqual(names);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(Object.entries(CLAUSES))('break %s first, at least %i times', (clause, least) => {
    expect(faults.filter(({ clauses }) => clauses[0] === clause).length).toBeGreaterThanOrEqual(
      least,
    );
  });

  it.each([
    ['easy', 40],
    ['stateful', 40],
    ['concurrent', 8],
    ['value', 35],
  ])('are of the kind %s at least %i times', (kind, least) => {
    expect(faults.filter((fault) => fault.kind === kind).length).toBeGreaterThanOrEqual(least);
  });

  it('are excluded from a base at most six times', () => {
    expect(faults.filter(({ notIn }) => notIn !== undefined).length).toBeLessThanOrEqual(6);
  });
});

const STRANGE = [
  '  x ',
  "O'\\'Neil\"",
  '<&>;%20+',
  '007',
  'null',
  'a\nb\tc',
  'Zo\u00eb Zoe\u0308 漢 🤹',
  '__proto__',
  'x'.repeat(3000),
];

describe.each([plain, odd])('the $name base', (base) => {
  it('keeps every text exactly, in a POST and in a PUT, and leaves the other users alone', async () => {
    const service = await base.start(INITIAL);
    const client = createClient(service.baseUrl);
    const users = STRANGE.map((text) =>
      person({
        name: text,
        skills: [text, ',', '', text],
        address: { city: text, district: text },
      }),
    );
    const ids = await Promise.all(users.map((user) => client.create(user)));
    for (const [index, id] of ids.entries()) {
      expect(holds(await client.read(id), { ...users[index], id })).toBe(true);
      const after: Fields = {
        ...users.at(index - 1),
        email: `${index}+A@Example.com`,
        isPremium: false,
      };
      expect((await client.put(id, after)).ok).toBe(true);
      expect(holds(await client.read(id), { ...after, id })).toBe(true);
      expect((await client.listed(id))['name']).toBe(after['name']);
    }
    await Promise.all(ids.map((id) => client.remove(id)));
    expect(service.stored()).toEqual(INITIAL);
    await service.close();
  });

  it.concurrent.each(faults)('shows $name only if it is planted', async (fault) => {
    expect(await shows(fault, base.start(INITIAL)), 'on the correct base').toBe(false);
    if (fault.notIn?.[base.name] !== undefined) return;
    const onFaulty = showsSoon(() => shows(fault, startFaulty(base, fault, INITIAL)));
    expect(await onFaulty, 'on the faulty service').toBe(true);
  });
});
