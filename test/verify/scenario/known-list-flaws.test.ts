// A list that is flawed before anything is written: told once. What cannot be judged for it is said
// not to have been, and what can still is.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/oracle/finding.ts';
import { unreadFor } from '../../../src/verify/scenario/known-list-flaws.ts';
import type { Verified } from '../../../src/verify/verify.ts';
import { hold, SEEDS } from '../../bed/hold.ts';
import { odd } from '../../bed/odd.ts';
import type { Base, Plant } from '../../bed/parts.ts';
import { plain } from '../../bed/plain.ts';
import type { StoredUser } from '../../bed/service.ts';

/** The third of the users that were there before has a number for a name. */
const FLAWED: readonly StoredUser[] = SEEDS.map((user) =>
  user.id === 3 ? ({ ...user, name: 7 } as never) : user,
);

async function verified(
  base: Base,
  plant: Plant = (parts) => parts,
  users = FLAWED,
): Promise<Verified> {
  const service = await base.startPlanted(users, plant);
  try {
    const found = await hold(service.baseUrl);
    expect(service.stored()).toEqual(users);
    return found;
  } finally {
    await service.close();
  }
}

const lawsThat = ({ laws }: Verified, result: string): readonly string[] =>
  laws.filter((law) => law.result === result).map(({ name }) => name);

describe.each([plain, odd])('a row that was flawed before the run, at the base $name', (base) => {
  let run: Verified;
  beforeAll(async () => {
    run = await verified(base);
  });

  it('is the one finding, with the clause that shows it', () => {
    expect(run.findings).toMatchObject([
      { code: 'member-type', operation: 'list', clause: 'section 2, User', law: 'list-follows' },
    ]);
    expect(run.findings[0]?.at).toMatch(/^\/\d\/name$/);
  });

  it('breaks no other law: those about the list were not exercised, and say why', () => {
    expect(lawsThat(run, 'broken')).toEqual(['list-follows']);
    const why =
      /^the list could not be read even before anything was written: \/\d\/name must be a string, but is a number \(/;
    // That law says what it lacked itself.
    const left = run.laws.filter(
      ({ name, result }) => result === 'not-exercised' && name !== 'ids-that-begin-alike',
    );
    expect(left.length).toBeGreaterThan(2);
    for (const law of left) expect(law).toMatchObject({ why: expect.stringMatching(why) });
    // Reads show what became of items.
    expect(lawsThat(run, 'held')).toContain('created-is-there');
    expect(lawsThat(run, 'held')).not.toContain('listing-changes-nothing');
  });
});

describe('next to a row that was flawed before the run', () => {
  it('faults shown by reading one item are still found', async () => {
    const { findings } = await verified(plain, (parts) => ({
      ...parts,
      change: (before, fields) =>
        ({
          ...parts.change(before, fields),
          isPremium: fields['isPremium'] !== true,
        }) as StoredUser,
    }));
    expect(findings.map(({ code, operation }) => [code, operation])).toEqual(
      expect.arrayContaining([
        ['member-type', 'list'],
        ['value-changed', 'replace'],
      ]),
    );
  });

  it('another flaw of the list is still reported', async () => {
    const { findings } = await verified(plain, (parts) => ({
      ...parts,
      element: (user) => (user.id > SEEDS.length ? { ...user, skills: 'none' } : user),
    }));
    expect(findings.map(({ at }) => at?.split('/').at(-1))).toEqual(
      expect.arrayContaining(['name', 'skills']),
    );
  });
});

describe('a list that fails before anything is written', () => {
  it('is the one finding', async () => {
    const run = await verified(
      plain,
      (parts) => ({
        ...parts,
        around: (call, next) =>
          call.operation === 'list'
            ? Promise.resolve({ status: 500, body: { error: 'list' } })
            : next(call),
      }),
      SEEDS,
    );
    expect(run.findings).toMatchObject([
      { code: 'failed', operation: 'list', clause: 'section 4, GET /users' },
    ]);
    expect(lawsThat(run, 'broken')).toEqual(['list-follows']);
  });
});

describe('unreadFor', () => {
  const flaw = (code: Finding['code'], at: string | null): Finding => ({
    code,
    at,
    breach: 'violates',
    operation: 'list',
    clause: 'a clause',
    message: `wrong at ${at}`,
    expected: 'this',
    actual: 'that',
    by: 'contract',
    remedy: 'Mend it.',
  });
  const known = [flaw('member-type', '/2/name'), flaw('member-missing', '/4')];

  it.each<[string, readonly Finding[]]>([
    ['the same', known],
    [
      'the same in other places, as items come and go',
      [flaw('member-type', '/0/name'), flaw('member-missing', '/12')],
    ],
    ['one of them', [flaw('member-type', '/2/name')]],
  ])('knows %s', (_, findings) => {
    expect(unreadFor(known, findings)).toEqual({
      kind: 'list-unread',
      why: 'the list could not be read even before anything was written: wrong at /2/name',
    });
  });

  it.each<[string, readonly Finding[], readonly Finding[]]>([
    ['anything where nothing was wrong', [], known],
    ['another member', known, [flaw('member-type', '/2/email')]],
    ['another code', known, [flaw('member-missing', '/2/name')]],
    ['one that is new beside one that is not', known, [...known, flaw('failed', null)]],
  ])('does not know %s', (_, before, findings) => {
    expect(unreadFor(before, findings)).toBeNull();
  });
});
