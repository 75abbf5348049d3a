// What verify says of correct services that write members themselves, though no contract says so.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContractOutcome } from '../../../src/commands/verify/verify-contract.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { complaintsOf, createHold } from '../../bed/hold-project.ts';
import { films, lamps, maps, posters, songs } from '../../support/counting.ts';
import {
  articles,
  boats,
  documentOf,
  type Fields,
  recipes,
  type Stamped,
  type StampedChoices,
  startStamped,
} from '../../support/stamped.ts';

async function complaints(
  stamped: Stamped,
  seed: number,
  choices: StampedChoices = { reads: 'leave' },
): Promise<readonly string[]> {
  return complaintsOf(await verified(stamped, seed, choices));
}

async function verified(
  stamped: Stamped,
  seed: number,
  choices: StampedChoices,
): Promise<ContractOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-stamped-'));
  try {
    const contract = join(folder, 'openapi.json');
    writeFileSync(contract, JSON.stringify(documentOf(stamped, choices)));
    const project = await loadProject({ contract, db: null, profile: 'standin' });
    await using service = await startStamped(stamped, choices);
    const hold = await createHold(project);
    const { url: baseUrl } = service;
    return await hold({ baseUrl, resource: stamped.collection, seed, budget: 'quick' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('verifying a correct service that writes members itself', () => {
  it.each([boats, recipes, articles])(
    'finds nothing: $collection',
    { timeout: 60_000 },
    async (stamped) => {
      expect(await complaints(stamped, 1)).toEqual([]);
      expect(await complaints(stamped, 2)).toEqual([]);
    },
  );
});

describe('verifying a correct service that counts its own reads', () => {
  const counting: readonly (readonly [Stamped, StampedChoices, readonly string[]])[] = [
    [articles, {}, ['/views']],
    [articles, { tags: 'all' }, ['/views']],
    [articles, { answers: 'location' }, ['/views']],
    [boats, {}, ['/lastSeen']],
    [boats, { reads: 'count-after', tags: 'all' }, ['/lastSeen']],
    [films, {}, ['/hits']],
    [films, { lists: 'count' }, ['/hits']],
    [songs, {}, ['/stats/plays', '/stats/lastPlayed']],
    [posters, {}, ['/about/seen']],
    [maps, { answers: 'location' }, ['/opened']],
  ];
  const named = counting.map((one) => [one[0].collection, ...one] as const);

  it.each(named)(
    'finds nothing, and notes what: %s',
    { timeout: 60_000 },
    async (_name, stamped, choices, places) => {
      const outcome = await verified(stamped, 1, choices);
      expect(complaintsOf(outcome)).toEqual([]);
      const notes = places.map((place) => `reading changes ${place}, which no client can set`);
      expect(outcome.report.notes).toEqual(expect.arrayContaining(notes));
    },
  );

  it('finds nothing if it counts by a clock of seconds', { timeout: 60_000 }, async () => {
    expect(await complaints(lamps, 1, {})).toEqual([]);
    expect(await complaints(lamps, 2, { reads: 'count-after' })).toEqual([]);
    expect(await complaints(songs, 3, { lists: 'count' })).toEqual([]);
  });
});

describe('verifying a service whose reads change what clients set', () => {
  // No run can tell a flag that lists clear, too, from one that the service does not take.
  const shown: readonly StampedChoices[] = [{}];
  const all: readonly StampedChoices[] = [{}, { answers: 'location', lists: 'count' }];
  const changes: readonly Change[] = [
    ['turns a flag over', all, articles, ({ isPublic }) => ({ isPublic: isPublic !== true })],
    ['clears a flag', shown, boats, () => ({ isAfloat: false })],
    ['adds to an array', all, boats, ({ colours }) => ({ colours: [...arrayOf(colours), 'seen'] })],
    ['adds to a number', all, recipes, ({ servings }) => ({ servings: Number(servings) + 1 })],
    [
      'adds to a text beside a counter',
      all,
      posters,
      ({ about }) => {
        const { artist, seen } = about as Fields;
        return { about: { ...(about as Fields), artist: `${artist}!`, seen: Number(seen) + 1 } };
      },
    ],
  ];

  it.each(changes)(
    'finds that each read %s',
    { timeout: 60_000 },
    async (_how, ways, stamped, change) => {
      const look = (item: Fields): Fields => ({ ...stamped.look(item), ...change(item) });
      const faulty: Stamped = { ...stamped, look };
      for (const choices of ways) expect(await complaints(faulty, 1, choices)).not.toEqual([]);
    },
  );
});

type Change = readonly [
  how: string,
  ways: readonly StampedChoices[],
  stamped: Stamped,
  change: (item: Fields) => Fields,
];

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
