// Walks by themselves, without the laws: they find what is planted, whatever the seed, and nothing
// where nothing is.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/oracle/finding.ts';
import type { WalkSize } from '../../../src/verify/laws/walk-sizes.ts';
import type { Move } from '../../../src/verify/move.ts';
import { performMoves } from '../../../src/verify/moves/perform-moves.ts';
import { planWalks, type RandomWalk, randomWalk } from '../../../src/verify/search/random-walk.ts';
import { withNewMarks } from '../../../src/verify/search/replay.ts';
import { correctServices } from '../../bed/correct/index.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { odd } from '../../bed/odd.ts';
import { plain } from '../../bed/plain.ts';
import type { Service } from '../../bed/service.ts';
import { USERS } from '../../support/bed.ts';
import { type Opened, type OpenOptions, withSession } from './walking.ts';

/** What finds the faults below, and takes about a hundred requests where nothing is wrong. */
const SIZE: WalkSize = { walks: 6, steps: 6 };

async function startFault(name: string, base = plain): Promise<Service> {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`no fault ${name}`);
  return startFaulty(base, fault, USERS);
}

async function on<T>(
  starting: Promise<Service>,
  use: (opened: Opened) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const service = await starting;
  try {
    return await withSession(service, options, use);
  } finally {
    await service.close();
  }
}

function walkOn(
  starting: Promise<Service>,
  seed: number,
  options: OpenOptions & { readonly known?: string } = {},
): Promise<RandomWalk> {
  const isKnown = ({ code }: Finding): boolean => code === options.known;
  return on(
    starting,
    ({ session }) => randomWalk({ session, budget: 'standard', size: SIZE, seed, isKnown }),
    options,
  );
}

/** Faults that show only in some order of things, with what a walk finds and in how few moves. */
const STATEFUL: readonly [fault: string, code: string, moves: number][] = [
  ['delete-does-nothing', 'not-removed', 4],
  ['deleted-stays-readable', 'still-readable', 4],
  ['deleted-stays-in-list', 'still-listed', 4],
  ['second-put-ignored', 'not-replaced', 5],
  ['read-stale-after-put', 'read-differs', 5],
  ['list-stale-after-delete', 'still-listed', 5],
  ['put-undoes-the-put-before', 'changed-another', 6],
];

describe('randomWalk', { timeout: 120_000 }, () => {
  it.each(STATEFUL)('finds %s as %s, in at most %i moves', async (fault, code, most) => {
    const { stage, findings } = await walkOn(startFault(fault), 1);
    const found = findings.find(({ finding }) => finding.code === code);
    expect(found).toMatchObject({ isReproduced: true });
    expect(found?.moves.length).toBeLessThanOrEqual(most);
    expect(found?.trace.length).toBeGreaterThan(0);
    expect(stage.run).toBeLessThanOrEqual(SIZE.walks);
  });

  it.each([2, 3, 4])('finds the same with seed %i', async (seed) => {
    for (const fault of [
      'delete-does-nothing',
      'deleted-stays-readable',
      'deleted-stays-in-list',
    ]) {
      const { findings } = await walkOn(startFault(fault, odd), seed);
      expect(findings.map(({ finding }) => finding.code)).toContain(
        STATEFUL.find(([name]) => name === fault)?.[1],
      );
    }
  });

  it('keeps values plain if they are not the cause', async () => {
    const { findings } = await walkOn(startFault('delete-does-nothing'), 1);
    const create = findings[0]?.moves.find(({ kind }) => kind === 'create');
    expect(create).toMatchObject({
      kind: 'create',
      manner: 'plain',
      values: { name: expect.stringMatching(/^\w+ name sqwalking/) },
    });
  });

  it('finds it again by the moves that it returns', async () => {
    const { findings } = await walkOn(startFault('delete-does-nothing'), 1);
    const moves = findings[0]?.moves ?? [];
    const again = await on(startFault('delete-does-nothing', odd), ({ session }) =>
      performMoves(session, withNewMarks(session, moves)),
    );
    expect(again.findings.map(({ code }) => code)).toEqual(['not-removed']);
  });

  it.each([plain, odd])('finds nothing in the base $name', async (base) => {
    for (const seed of [1, 2, 3, 4]) {
      const { stage, findings } = await walkOn(base.start(USERS), seed);
      expect(findings).toEqual([]);
      expect(stage).toMatchObject({ planned: SIZE.walks, run: SIZE.walks, why: null });
    }
  });

  it('finds nothing in services that choose differently', async () => {
    const calm = correctServices.filter(
      ({ slow, limited, busy }) => slow !== true && limited !== true && busy !== true,
    );
    const chosen = calm.filter((_, index) => index % Math.ceil(calm.length / 12) === 0);
    expect(chosen.length).toBeGreaterThanOrEqual(10);
    for (const [index, { name, start, headers }] of chosen.entries()) {
      const { findings } = await walkOn(start(USERS), index, { headers });
      expect(findings.map(({ finding }) => `${name}: ${finding.message}`)).toEqual([]);
    }
  });

  it('leaves nothing behind, and sends about a hundred requests', async () => {
    const service = await plain.start(USERS);
    const requests = await withSession(service, {}, async ({ session, requests }) => {
      const before = requests();
      await randomWalk({ session, budget: 'standard', size: SIZE, seed: 5, isKnown: () => false });
      return requests() - before;
    });
    expect(service.stored()).toEqual(USERS);
    expect(requests).toBeLessThan(140);
    await service.close();
  });

  it('reports nothing that is known', async () => {
    const { findings } = await walkOn(startFault('delete-does-nothing'), 1, {
      known: 'not-removed',
    });
    expect(findings.map(({ finding }) => finding.code)).not.toContain('not-removed');
  });

  it('stops when no time is left, and says so', async () => {
    const { stage } = await walkOn(plain.start(USERS), 1, { ms: 1 });
    expect(stage).toEqual({ planned: SIZE.walks, run: 0, steps: 0, why: 'no time was left' });
  });
});

describe('planWalks', () => {
  const plan = (seed: number, options: OpenOptions = {}): Promise<readonly (readonly Move[])[]> =>
    on(
      plain.start(USERS),
      async ({ session }) => planWalks(session, { walks: 40, steps: 20 }, { seed }),
      options,
    );

  it('returns the same moves for the same seed, and others for another', async () => {
    const [one, same, other] = [await plan(7), await plan(7), await plan(8)];
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('differs only in the token between runs', async () => {
    const [one, other] = [await plan(7), await plan(7, { token: 'sqanother' })];
    const swapped = JSON.stringify(other)
      .replaceAll('sqanother', 'sqwalking')
      .replaceAll('SQANOTHER', 'SQWALKING');
    expect(JSON.parse(swapped)).toEqual(one);
  });

  it('uses every kind of move', async () => {
    const moves = (await plan(1)).flat();
    const kinds = new Set(moves.map(({ kind }) => kind));
    const all = [
      'create',
      'replace',
      'replace-some',
      'remove',
      'replace-removed',
      'remove-removed',
      'read',
      'list',
      'look',
      'together',
    ];
    expect([...kinds].toSorted()).toEqual(all.toSorted());
    for (const move of moves)
      if (move.kind === 'together') expect([2, 3]).toContain(move.moves.length);
  });

  it('checks after every move that leaves several states open', async () => {
    for (const moves of await plan(2)) {
      for (const [place, move] of moves.entries()) {
        const isOpen = move.kind === 'together' || ('manner' in move && move.manner === 'unusual');
        if (isOpen) expect(moves[place + 1]?.kind).toBe('look');
      }
      expect(moves.at(-1)?.kind).toBe('look');
    }
  });
});
