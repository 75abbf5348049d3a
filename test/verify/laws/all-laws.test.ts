// Each law alone: it holds at the correct bases, and there is a fault that it finds by itself,
// without any other law.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/http/client/client.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { laws as allLaws } from '../../../src/verify/laws/all-laws.ts';
import { createLaws } from '../../../src/verify/laws/create.ts';
import { enduranceLaws } from '../../../src/verify/laws/endurance.ts';
import type { Law } from '../../../src/verify/laws/law.ts';
import { bulkLaws, crowdLaws } from '../../../src/verify/laws/many-items.ts';
import { patchFormLaws } from '../../../src/verify/laws/patch-forms.ts';
import { rareValueLaws } from '../../../src/verify/laws/rare-values.ts';
import { readLaws } from '../../../src/verify/laws/read.ts';
import { refusalLaws } from '../../../src/verify/laws/refusals.ts';
import { removeLaws } from '../../../src/verify/laws/remove.ts';
import { replaceLaws } from '../../../src/verify/laws/replace.ts';
import { secondUserLaws } from '../../../src/verify/laws/second-user.ts';
import { updateLaws } from '../../../src/verify/laws/update.ts';
import { valueLaws } from '../../../src/verify/laws/values.ts';
import type { Move } from '../../../src/verify/move.ts';
import { createItemFactory } from '../../../src/verify/session/item-factory.ts';
import { createSession } from '../../../src/verify/session/session.ts';
import { type Verified, verify } from '../../../src/verify/verify.ts';
import { faults as usualFaults } from '../../bed/faults/index.ts';
import { around, reading } from '../../bed/faults/planting.ts';
import { hardFaults } from '../../bed/hard/index.ts';
import { odd } from '../../bed/odd.ts';
import { type Plant, parseFields } from '../../bed/parts.ts';
import { plain } from '../../bed/plain.ts';
import type { Service, StoredUser } from '../../bed/service.ts';
import { usersContract, usersProject } from '../../support/users.ts';

const INITIAL: readonly StoredUser[] = [1, 2, 3, 4, 5].map((id) => ({
  id,
  name: `Seed ${id}`,
  email: `seed${id}@example.com`,
  isPremium: id % 2 === 0,
  skills: ['a', 'b'],
  address: { city: 'Lund', district: 'Norr' },
}));

/**
 * All but the laws about PATCH, which the users do not show (update.test.ts tries those), the one about
 * a second user, and those about several items at once (second-user and bulk in test/commands/verify).
 */
const laws = allLaws.filter(
  (law) => law.operation !== 'update' && law.asked !== 'second-user' && !bulkLaws.includes(law),
);

const faults = [...usualFaults, ...hardFaults];
const TOKEN = 'sqlawtests';
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const { schemas, checker } = usersProject;

/** Tries one law at a service. */
async function tryAlone({ baseUrl }: Pick<Service, 'baseUrl'>, law: string): Promise<Verified> {
  const client = createClient({ baseUrl });
  const deadline = Date.now() + 30_000;
  const pace = { ratePerSecond: null, wait, now: Date.now, onWaiting: () => undefined, deadline };
  const guard = createGuard({
    send: client.send,
    ledger: noLedger(TOKEN),
    contract: usersContract,
    mode: 'write',
    ...pace,
  });
  try {
    return await verify({
      contract: usersContract,
      schemas,
      checker,
      guard,
      token: TOKEN,
      pins: {},
      seed: 1,
      budget: 'thorough',
      only: [law],
      now: Date.now,
      wait,
      deadline,
      onProgress: () => undefined,
    });
  } finally {
    client.close();
  }
}

/** Faults that are planted here alone, by what goes wrong. */
const planted: Readonly<Record<string, Plant>> = {
  'every seventh read of a user shows the flag turned over': (parts) => {
    let reads = 0;
    return {
      ...parts,
      one: (user) =>
        parts.one(++reads % 7 === 0 ? { ...user, isPremium: user['isPremium'] !== true } : user),
    };
  },
  'every fourth reading of the list turns over the flag of the newest user': (parts) => {
    let reads = 0;
    return {
      ...parts,
      list: (elements) => {
        const newest = parts.all().at(-1);
        if (++reads % 4 === 0 && newest !== undefined && newest.id > INITIAL.length)
          void parts.save({ ...newest, isPremium: newest['isPremium'] !== true });
        return parts.list(elements);
      },
    };
  },
  'the first users are read by another name than the list shows': reading((user) =>
    Number(user['id']) <= INITIAL.length ? { ...user, name: 'Somebody' } : user,
  ),
  'a DELETE takes those whose ids begin with the id too, and 8 stands when 80 is given out': (
    parts,
  ) => {
    let turn = 0;
    return {
      ...parts,
      // The first item of a run is removed before it makes more.
      nextId: () => [7, 8, 78, 79][turn++] ?? 75 + turn,
      erase: async (id) => {
        for (const user of parts.all())
          if (`${user.id}`.startsWith(`${id}`)) await parts.erase(user.id);
      },
    };
  },
  'a creation without skills fails': around('create', async (call, next) => {
    if (!('skills' in parseFields(call.text))) throw new Error('no skills');
    return next(call);
  }),
  'an id is how many users there are, and one': (parts) => ({
    ...parts,
    nextId: () => parts.all().length + 1,
  }),
  'a PUT of what is stored already fails': (parts) => ({
    ...parts,
    change: (before, fields) => {
      const after = parts.change(before, fields);
      if (sorted(after) === sorted(before)) throw new Error('nothing changes');
      return after;
    },
  }),
  'a PUT that leaves the name as it is changes nothing': (parts) => ({
    ...parts,
    change: (before, fields) => {
      const after = parts.change(before, fields);
      return after.name === before.name ? before : after;
    },
  }),
  // The three before are one that is removed, and two that are kept to see what happens to them.
  'the fourth user that is created is not in the list': (parts) => {
    const created: number[] = [];
    return {
      ...parts,
      insert: (user) => {
        created.push(user.id);
        return parts.insert(user);
      },
      list: (elements) => parts.list(elements.filter(({ id }) => id !== created[3])),
    };
  },
  'skills that a PUT leaves out are kept at even ids and cleared at odd ones': (parts) => ({
    ...parts,
    change: (before, fields) => {
      const after = parts.change(before, fields);
      return before.id % 2 === 0 && !('skills' in fields)
        ? { ...after, skills: before['skills'] }
        : after;
    },
  }),
};

function sorted(user: StoredUser): string {
  return JSON.stringify(Object.entries(user).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * A fault for each law, by name, of the bed or of those above; the code of the finding that the law
 * makes of it.
 */
const FOUND_BY: readonly (readonly [law: string, fault: string, code: string])[] = [
  [
    'reading-changes-nothing',
    'every seventh read of a user shows the flag turned over',
    'changed-by-reading',
  ],
  [
    'listing-changes-nothing',
    'every fourth reading of the list turns over the flag of the newest user',
    'changed-by-reading',
  ],
  ['list-follows', 'delete-spares-premium', 'not-removed'],
  ['stays-over-time', 'put-reverts-after-a-pause', 'not-replaced'],
  ['nobody-is-nobody', 'unknown-read-gives-a-made-up-user', 'made-up'],
  [
    'initial-items-are-sound',
    'the first users are read by another name than the list shows',
    'list-differs',
  ],
  ['listing-goes-on-while-others-write', 'list-during-a-write-fails', 'failed'],
  ['nothing-breaks-in-a-crowd', 'list-fails-from-thirteen', 'failed'],
  ['created-is-there', 'list-stale-after-post', 'not-listed'],
  ['created-with-what-is-shown', 'a creation without skills fails', 'failed'],
  ['ids-are-unique', 'an id is how many users there are, and one', 'not-created'],
  ['created-together', 'posts-at-once-lose-one', 'not-created'],
  ['created-while-another-goes', 'post-during-delete-is-lost', 'not-created'],
  ['nothing-comes-back', 'post-brings-back-the-deleted', 'not-removed'],
  ['equal-names', 'put-changes-equal-names', 'changed-another'],
  ['equal-in-everything', 'equal-email-gives-the-old-user', 'not-created'],
  ['shared-values', 'put-changes-equal-addresses', 'changed-another'],
  ['refused-creation-changes-nothing', 'refused-post-creates', 'refused-and-created'],
  ['replaced-is-there', 'the fourth user that is created is not in the list', 'not-listed'],
  ['replaced-at-once', 'read-stale-after-the-second-put', 'read-differs'],
  ['twice-is-once', 'a PUT of what is stored already fails', 'failed'],
  ['as-good-as-the-first', 'fifth-put-ignored', 'not-replaced'],
  ['there-and-back', 'old-name-cannot-come-back', 'not-replaced'],
  ['flags-and-lists', 'no-skills-ignored-by-put', 'not-replaced'],
  ['one-member-at-a-time', 'a PUT that leaves the name as it is changes nothing', 'not-replaced'],
  [
    'left-out-is-handled-alike',
    'skills that a PUT leaves out are kept at even ids and cleared at odd ones',
    'not-replaced',
  ],
  ['refused-replacement-changes-nothing', 'refused-put-has-effect', 'refused-and-changed'],
  ['replacing-the-unknown-harms-nobody', 'unknown-put-changes-the-newest', 'changed-another'],
  ['replaced-together', 'puts-at-once-are-torn', 'torn-write'],
  ['removed-is-gone', 'list-stale-after-delete', 'still-listed'],
  ['removing-again-harms-nobody', 'second-delete-takes-the-newest', 'removed-another'],
  [
    'ids-that-begin-alike',
    'a DELETE takes those whose ids begin with the id too, and 8 stands when 80 is given out',
    'removed-another',
  ],
  ['removed-together', 'delete-during-delete-ignored', 'not-removed'],
  ['unusual-values-survive', 'emoji-dropped', 'value-changed'],
  ['unusual-values-survive-replacing', 'apostrophe-doubled', 'value-changed'],
  ['rare-values-survive', 'name-of-256-loses-one', 'value-changed'],
  ['rare-values-survive-replacing', 'entities-of-numbers-decoded-by-put', 'value-changed'],
  ['long-lists-survive', 'skills-cut-at-64', 'value-changed'],
  ['each-combination-survives', 'address-alone-dropped-by-post', 'value-changed'],
  ['nothing-breaks-among-a-hundred', 'list-drops-one-between-pages', 'not-listed'],
  ['replaced-thirty-times', 'twentieth-put-ignored', 'not-replaced'],
  ['set-back-again-and-again', 'name-cannot-come-back-twice', 'not-replaced'],
  ['created-again-and-again', 'third-equal-user-not-stored', 'not-created'],
  ['many-at-once', 'eighth-put-at-once-not-stored', 'not-replaced'],
  ['stays-for-seconds', 'put-undone-after-seconds', 'not-replaced'],
];

function plantOf(name: string): Plant {
  const plant = planted[name] ?? faults.find((fault) => fault.name === name)?.plant;
  if (plant === undefined) throw new Error(`there is no fault of the name ${name}`);
  return plant;
}

describe('laws', () => {
  it('have unique names in kebab-case', () => {
    const names = allLaws.map(({ name }) => name);
    expect([...new Set(names)]).toEqual(names);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(allLaws)('explain $name in one sentence', ({ meaning }) => {
    expect(meaning).toMatch(/^[A-Z].*[^.]\.$/);
  });

  it('are all declared laws', () => {
    const declared = [
      readLaws,
      crowdLaws,
      createLaws,
      replaceLaws,
      updateLaws,
      patchFormLaws,
      removeLaws,
      valueLaws,
      refusalLaws,
      rareValueLaws,
      secondUserLaws,
      bulkLaws,
      enduranceLaws,
    ].flat();
    expect(new Set(allLaws)).toEqual(new Set(declared));
    expect(allLaws).toHaveLength(declared.length);
  });

  it('have each a fault to find; those about refusals and about reading alone have theirs elsewhere in test/bed', () => {
    expect(FOUND_BY.map(([law]) => law).toSorted()).toEqual(
      laws
        .filter(
          (law) =>
            !refusalLaws.includes(law) &&
            !/^(?:(answers|lists|read-actions|write-actions|totals)-fit|actions-(set-members|do-alike)|marks-are-taken-back|filters-apply|pages-follow)$/.test(
              law.name,
            ),
        )
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it.each(allLaws)('use in $name only items that they create', (law) => {
    expect(strangersIn(movesOf(law))).toEqual([]);
  });

  it.each(laws.filter(({ reading: moves }) => moves !== undefined))(
    'do not write in $name if the run is read-only',
    (law) => {
      const kinds = (law.reading ?? []).map(({ kind }) => kind);
      expect(
        kinds.filter(
          (kind) =>
            ![
              'list',
              'look',
              'read-unknown',
              'read-plainly',
              'read-others',
              'read-foreign',
              'follow-pages',
              'pause',
              'provoke',
            ].includes(kind),
        ),
      ).toEqual([]);
      const provoked = (law.reading ?? []).map((move) =>
        move.kind === 'provoke' ? move.operation : 'list',
      );
      expect(['list', 'read']).toEqual(expect.arrayContaining(provoked));
    },
  );
});

/** The moves of a law, with values for users. */
function movesOf(law: Law): readonly Move[] {
  const guard = createGuard({
    send: () => Promise.reject(new Error('nothing is sent')),
    ledger: noLedger(TOKEN),
    contract: usersContract,
    mode: 'write',
    ratePerSecond: null,
    wait,
    now: () => 0,
    onWaiting: () => undefined,
    deadline: 0,
  });
  const options = {
    contract: usersContract,
    schemas,
    checker,
    guard,
    token: TOKEN,
    pins: {},
    now: () => 0,
    wait,
    deadline: 0,
  };
  return law.moves(createItemFactory(createSession(options)));
}

/** The items that are named before they are made. */
function strangersIn(moves: readonly Move[]): readonly string[] {
  const made = new Set<string>();
  return moves
    .flatMap((move) => (move.kind === 'together' ? [...move.moves] : [move]))
    .flatMap((move) => {
      if (move.kind === 'create') made.add(move.item);
      const item = 'item' in move ? move.item : null;
      return item === null || made.has(item) ? [] : [item];
    });
}

describe.each([plain, odd])('a law alone, at the correct base $name', (base) => {
  let service: Service;
  beforeAll(async () => {
    service = await base.start(INITIAL);
  });
  afterAll(() => service.close());

  it.each(laws.filter(({ applies = () => true }) => applies(usersContract, [])))(
    'holds: $name',
    async ({ name }) => {
      const { laws: tried, findings, swept } = await tryAlone(service, name);
      expect(findings).toEqual([]);
      // Ids that are counted up begin alike only after some dozens of creations.
      const held = { name, result: 'held', why: null };
      const untried = {
        name,
        result: 'not-exercised',
        why: 'no id was the beginning of another id',
      };
      expect([[held], ...(name === 'ids-that-begin-alike' ? [[untried]] : [])]).toContainEqual(
        tried.map(({ result, why }) => ({ name, result, why })),
      );
      expect(swept).toEqual({ left: [], isSure: true });
      expect(service.stored()).toEqual(INITIAL);
    },
  );
});

describe('a law alone, at a service with a fault', () => {
  it.each(FOUND_BY)('is broken and says so: %s, if %s, by %s', async (name, fault, code) => {
    const service = await plain.startPlanted(INITIAL, plantOf(fault));
    try {
      const { laws: tried, findings } = await tryAlone(service, name);
      expect(findings.map((finding) => finding.law)).toContain(name);
      expect(findings.map((finding) => finding.law).filter((law) => law !== name)).toEqual([]);
      expect(findings[0]).toMatchObject({ code });
      expect(findings[0]?.trace.length).toBeGreaterThan(0);
      expect(tried).toMatchObject([{ name, result: 'broken', why: null }]);
    } finally {
      await service.close();
    }
  });
});
