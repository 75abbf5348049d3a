// Who is not the run's: watched, told of as they are, and held against the service only where
// chance cannot explain it.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Kind } from '../../../src/contract/operation-kinds.ts';
import { Bystanders, WATCHED_MAX } from '../../../src/verify/session/bystanders.ts';

interface Watch {
  readonly bystanders: Bystanders;
  /** Lets time pass and looks at the list, after writes of some kinds. */
  look(elements: readonly JsonObject[], kinds?: readonly Kind[], ms?: number): void;
}

function watch(
  initial: readonly JsonObject[],
  owned: readonly string[] = [],
  isOfRun = (_: JsonObject): boolean => false,
): Watch {
  let now = 1_000_000;
  const bystanders = new Bystanders({
    members: ['name', 'skills'],
    keyOf: ({ id }) => (id === undefined || id === null ? null : String(id)),
    isOwned: (key) => owned.includes(key),
    isOfRun,
    now: () => now,
  });
  bystanders.begin(initial);
  return {
    bystanders,
    look(elements, kinds = [], ms = 100) {
      const since = now;
      now += ms;
      bystanders.see(elements, { kinds: new Set(kinds), since });
    },
  };
}

const ADA: JsonObject = { id: 1, name: 'Ada', skills: ['sql'] };
const BO: JsonObject = { id: 2, name: 'Bo' };

/** A list that differs from any other with another number. */
function changed(count: number): readonly JsonObject[] {
  return [{ ...ADA, name: `Ada ${count}` }, BO];
}

/** The same numbers each time. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('Bystanders.see', () => {
  it('does not watch items that another machine of the run has made', () => {
    const { bystanders, look } = watch([ADA, BO], [], ({ id }) => id === 2);
    look([ADA], ['remove']);
    expect(bystanders.report()).toMatchObject({ watched: 1, vanished: 0, verdict: 'untouched' });
    expect(bystanders.firstLost([ADA])).toBeNull();
  });

  it.each<[string, readonly JsonObject[], number, number]>([
    ['nothing', [ADA, BO], 0, 0],
    ['another order', [BO, ADA], 0, 0],
    ['new ones', [ADA, BO, { id: 3, name: 'Cy' }], 0, 0],
    ['members that the schema does not name', [{ ...ADA, seenAt: 'now' }, BO], 0, 0],
    ['another order of members', [{ skills: ['sql'], name: 'Ada', id: 1 }, BO], 0, 0],
    ['a name', [{ ...ADA, name: 'Eve' }, BO], 1, 0],
    ['an element of a list', [{ ...ADA, skills: ['css'] }, BO], 1, 0],
    ['a member that is there now', [ADA, { ...BO, skills: [] }], 1, 0],
    ['a member that is gone', [{ id: 1, name: 'Ada' }, BO], 1, 0],
    ['one that is gone', [ADA], 0, 1],
    ['all', [], 0, 2],
    ['one changed and one gone', [{ ...BO, name: 'Eve' }], 1, 1],
  ])('reports the difference: %s', (_, elements, changes, vanished) => {
    const { bystanders, look } = watch([ADA, BO]);
    look(elements);
    const verdict = changes + vanished > 0 ? 'inconclusive' : 'untouched';
    const counts = { watched: 2, readSingly: 0, changed: changes, vanished };
    expect(bystanders.report()).toEqual({ ...counts, verdict });
  });

  it('counts each once, however often it changes', () => {
    const { bystanders, look } = watch([ADA, BO]);
    for (let count = 0; count < 5; count++) look(changed(count));
    look([BO]);
    look([BO]);
    expect(bystanders.report()).toMatchObject({ watched: 2, changed: 1, vanished: 1 });
  });

  it('ignores items that the run owns', () => {
    const { bystanders, look } = watch([ADA, BO, { id: 3, name: 'Cy' }], ['3']);
    look([ADA, BO, { id: 3, name: 'Di' }]);
    expect(bystanders.report()).toMatchObject({ changed: 0 });
  });

  it('ignores items without an id, and those that came later', () => {
    const { bystanders, look } = watch([ADA, { name: 'nobody' }]);
    expect(bystanders.keys()).toEqual(['1']);
    expect([bystanders.knows('1'), bystanders.knows('2')]).toEqual([true, false]);
    look([ADA, { id: 2, name: 'new' }]);
    look([ADA, { name: 'somebody' }]);
    expect(bystanders.report()).toEqual({
      watched: 1,
      changed: 0,
      vanished: 0,
      readSingly: 0,
      verdict: 'untouched',
    });
  });

  it('watches no more than its limit', () => {
    const many = Array.from({ length: WATCHED_MAX + 10 }, (_, id) => ({ id, name: `n${id}` }));
    const { bystanders, look } = watch(many);
    look(many.slice(0, WATCHED_MAX));
    expect(bystanders.report()).toEqual({
      watched: WATCHED_MAX,
      changed: 0,
      vanished: 0,
      readSingly: 0,
      verdict: 'untouched',
    });
  });
});

describe('Bystanders.culprit', () => {
  /** Looks in turn at what changed after one kind of write, and at what did not after another. */
  function inTurn(
    turns: number,
    ofKind: { readonly kind: Kind; readonly ms: number },
    ofOther: { readonly ms: number },
  ): Bystanders {
    const { bystanders, look } = watch([ADA, BO]);
    for (let turn = 0; turn < turns; turn++) {
      look(changed(turn), [ofKind.kind], ofKind.ms);
      look(changed(turn), ['create'], ofOther.ms);
    }
    return bystanders;
  }

  it('blames nothing if nothing changed', () => {
    const { bystanders, look } = watch([ADA, BO]);
    for (let count = 0; count < 100; count++) look([ADA, BO], ['replace']);
    expect(bystanders.culprit()).toBeNull();
  });

  it.each<[Kind, number, number, number, boolean]>([
    // The chance of each change to fall into such a window is half: ten of them are less likely
    // than one in a thousand.
    ['remove', 9, 100, 100, false],
    ['remove', 10, 100, 100, true],
    // A tenth of the time: three are not enough, four are.
    ['replace', 3, 100, 850, false],
    ['replace', 4, 100, 900, true],
    // Nearly always, and it counts as nine tenths: 65 are not enough, 66 are.
    ['replace', 65, 100_000, 1, false],
    ['replace', 66, 100_000, 1, true],
  ])(
    'blames %s after %i changes in windows of %i ms beside %i ms: %s',
    (kind, turns, ms, otherMs, isBlamed) => {
      const culprit = inTurn(turns, { kind, ms }, { ms: otherMs }).culprit();
      expect(culprit).toEqual(isBlamed ? { kind, windows: turns } : null);
    },
  );

  it('blames nothing once something changed without a write', () => {
    const { bystanders, look } = watch([ADA, BO]);
    for (let turn = 0; turn < 50; turn++) {
      look(changed(turn), ['remove']);
      look(changed(turn), ['create']);
    }
    expect(bystanders.culprit()).not.toBeNull();
    look(changed(99), []);
    expect(bystanders.culprit()).toBeNull();
  });

  it('blames no kind if something changed once without it', () => {
    const { bystanders, look } = watch([ADA, BO]);
    for (let turn = 0; turn < 50; turn++) {
      look(changed(turn), ['remove']);
      look(changed(turn), ['create']);
    }
    look(changed(99), ['create']);
    expect(bystanders.culprit()).toBeNull();
  });

  it('blames nothing if no time passes', () => {
    const { bystanders, look } = watch([ADA, BO]);
    for (let turn = 0; turn < 5; turn++) {
      look(changed(turn), ['remove'], 0);
      look(changed(turn), ['create'], 0);
    }
    expect(bystanders.culprit()).toBeNull();
  });

  it('never blames a service for the writes of another client, busy or not', () => {
    const kinds: readonly Kind[] = ['create', 'replace', 'remove'];
    for (let seed = 1; seed <= 300; seed++) {
      const draw = draws(seed * 7_919);
      const { bystanders, look } = watch([ADA, BO]);
      const changesPerSecond = 0.2 * 2 ** Math.floor(draw() * 8);
      let version = 0;
      for (let turn = 0; turn < 150; turn++) {
        const written = kinds.filter(() => draw() < 0.5);
        const ms = 5 + Math.floor(draw() * 60);
        // How likely it is that the neighbour writes nothing for so long.
        if (draw() > Math.exp((-changesPerSecond * ms) / 1_000)) version++;
        look(changed(version), written, ms);
      }
      expect(bystanders.culprit(), `seed ${seed}, ${changesPerSecond} changes a second`).toBeNull();
    }
  });
});
