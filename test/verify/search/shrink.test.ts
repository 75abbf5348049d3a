// Sequences become shorter as long as the same is found, and are told only as far as they break the
// service again.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/oracle/finding.ts';
import { laws } from '../../../src/verify/laws/all-laws.ts';
import { create, look, remove, replace, together } from '../../../src/verify/laws/shorthand.ts';
import type { Move } from '../../../src/verify/move.ts';
import { performMoves } from '../../../src/verify/moves/perform-moves.ts';
import { withNewMarks } from '../../../src/verify/search/replay.ts';
import { type Shrunk, shrink } from '../../../src/verify/search/shrink.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { plain } from '../../bed/plain.ts';
import type { Service } from '../../bed/service.ts';
import { USERS } from '../../support/bed.ts';
import { type Opened, withSession } from './walking.ts';

async function startFault(name: string): Promise<Service> {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`no fault ${name}`);
  return startFaulty(plain, fault, USERS);
}

async function on<T>(
  starting: Promise<Service>,
  use: (opened: Opened) => Promise<T>,
  ms = 60_000,
): Promise<T> {
  const service = await starting;
  try {
    return await withSession(service, { ms }, use);
  } finally {
    await service.close();
  }
}

/** Plays moves against a fault, and makes those shorter that broke it. */
function shrunk(
  fault: string,
  moves: (opened: Opened) => readonly Move[],
  tries = 40,
): Promise<Shrunk & { readonly before: number }> {
  return on(startFault(fault), async (opened) => {
    const all = moves(opened);
    const played = await performMoves(opened.session, all);
    const [finding] = played.findings;
    if (finding === undefined) throw new Error(`${fault} was not found`);
    const found = all.slice(0, played.moves);
    return {
      ...(await shrink(opened.session, { finding, moves: found, trace: played.trace }, { tries })),
      before: found.length,
    };
  });
}

const ofLaw =
  (name: string) =>
  ({ make }: Opened): readonly Move[] =>
    laws.find((law) => law.name === name)?.moves(make) ?? [];
const kindsOf = (moves: readonly Move[]): readonly string[] => moves.map(({ kind }) => kind);

const MADE_UP: Finding = {
  code: 'not-removed',
  breach: 'violates',
  operation: 'remove',
  clause: 'section 4',
  at: null,
  by: 'contract',
  message: 'users/1 was removed and is there',
  expected: 'nothing',
  actual: 'the item',
  remedy: 'Remove it.',
};

describe('shrink', () => {
  it.each<[law: string, fault: string, most: number]>([
    ['removed-is-gone', 'delete-does-nothing', 3],
    ['as-good-as-the-first', 'second-put-ignored', 5],
    ['removed-is-gone', 'delete-takes-the-next-too', 5],
    ['replaced-at-once', 'read-stale-after-put', 5],
  ])('brings the law %s, broken by %s, down to %i moves', async (law, fault, most) => {
    const { moves, trace, isReproduced, finding } = await shrunk(fault, ofLaw(law));
    expect(isReproduced).toBe(true);
    expect(moves.length).toBeLessThanOrEqual(most);
    expect(trace.length).toBeGreaterThan(0);
    expect(finding.message).toMatch(/^(re\w+ |re\w+ of )?users\//);
  });

  it.each<[law: string, fault: string, kinds: readonly string[]]>([
    ['unusual-values-survive', 'leading-zeros-lost', ['create', 'look']],
    ['unusual-values-survive', 'name-decoded', ['create', 'look']],
    ['unusual-values-survive-replacing', 'city-upper-cased-by-put', ['create', 'replace', 'read']],
  ])('tries the write that a finding of %s is about first: %s', async (law, fault, kinds) => {
    const { moves, tries, isReproduced } = await shrunk(fault, ofLaw(law));
    expect([isReproduced, kindsOf(moves)]).toEqual([true, kinds]);
    expect(tries).toBeLessThanOrEqual(8);
  });

  it('does not mistake the winner of two concurrent replacements for one without effect', async () => {
    const { moves } = await shrunk('second-put-ignored', ofLaw('replaced-together'));
    expect(kindsOf(moves)).not.toEqual(['create', 'together', 'look']);
  });

  it('separates concurrent moves if concurrency is not the cause', async () => {
    const { moves } = await shrunk('delete-does-nothing', ({ make }) => [
      create('a', make.plain()),
      create('b', make.plain()),
      together(replace('a', make.plain()), remove('b'), create('c', make.plain())),
      look,
    ]);
    expect(kindsOf(moves)).toEqual(['create', 'remove', 'look']);
  });

  it('keeps moves concurrent if concurrency is the cause', async () => {
    const { moves } = await shrunk('posts-at-once-lose-one', ({ make }) => [
      create('a', make.plain()),
      together(...['b', 'c', 'd', 'e'].map((item) => create(item, make.plain()))),
      look,
    ]);
    expect(moves).toMatchObject([
      { kind: 'together', moves: [{ kind: 'create' }, { kind: 'create' }] },
      { kind: 'look' },
    ]);
  });

  it('replays no more often than allowed', async () => {
    const { tries, moves, before } = await shrunk(
      'delete-does-nothing',
      ofLaw('nothing-breaks-in-a-crowd'),
      3,
    );
    expect(tries).toBe(3);
    expect(moves.length).toBeLessThan(before);
  });

  it('returns the original if a correct service does not break again', async () => {
    await on(plain.start(USERS), async ({ session, make }) => {
      const moves = [create('a', make.plain()), remove('a'), look];
      const witness = { finding: MADE_UP, moves, trace: [] };
      expect(await shrink(session, witness, { tries: 40 })).toMatchObject({
        ...witness,
        isReproduced: false,
      });
    });
  });

  it('returns the original when no time is left', async () => {
    const play = async ({ session, make }: Opened): Promise<Shrunk> =>
      shrink(
        session,
        { finding: MADE_UP, moves: [create('a', make.plain())], trace: [] },
        { tries: 40 },
      );
    expect(await on(plain.start(USERS), play, 1)).toMatchObject({ isReproduced: false, tries: 0 });
  });

  it('drops sentinels that were harmed, and keeps the others', async () => {
    const standing = (name: string): Promise<number> =>
      on(startFault(name), async ({ session, make }) => {
        const moves = [create('a', make.plain()), replace('a', make.plain({ flag: true })), look];
        await shrink(session, { finding: MADE_UP, moves, trace: [] }, { tries: 2 });
        return session.items.sentinels.length;
      });
    // The first item stays, too, since nothing removes it.
    expect(await standing('delete-does-nothing')).toBe(3);
    expect(await standing('put-flags-everybody')).toBeLessThan(2);
  });

  it('learns nothing and adds no notes', async () => {
    await on(startFault('delete-does-nothing'), async ({ session, make }) => {
      const [habits, notes] = [[...session.service.habits], [...session.service.notes]];
      const moves = [
        create('a', make.unusual(3), 'unusual'),
        create('b', make.plain()),
        remove('b'),
        look,
      ];
      await shrink(session, { finding: MADE_UP, moves, trace: [] }, { tries: 9 });
      expect([[...session.service.habits], [...session.service.notes]]).toEqual([habits, notes]);
    });
  });
});

describe('withNewMarks', () => {
  it('gives items new marks, equal ones for equal ones, and changes nothing else', async () => {
    await on(plain.start(USERS), async ({ session, make }) => {
      const [a, b] = [make.plain(), make.plain()];
      const capitals = { ...a, name: String(a['name']).toUpperCase() };
      const moves = [create('a', a), create('b', b), replace('a', a), replace('a', capitals)];
      const again = withNewMarks(session, moves);
      const names = again.map((move) => ('values' in move ? String(move.values['name']) : ''));
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(2);
      expect(names[2]).toBe(names[0]);
      expect(names[3]).toBe(names[0]?.toUpperCase());
      expect(names[0]).not.toBe(a['name']);
      const unmarked = JSON.stringify(again).replaceAll(/sqwalking[a-z]{4}/gi, '');
      expect(unmarked).toBe(JSON.stringify(moves).replaceAll(/sqwalking[a-z]{4}/gi, ''));
    });
  });
});
