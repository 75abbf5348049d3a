// How the Inspector changes the rows of a mock: those that this process has for itself at once,
// those that it shares with others the way that all writes go.

import type { DataBackend, WorldsBackend } from '../../inspector/backend.ts';
import type { Mock } from '../../mock/mock.ts';
import type { Worlds } from '../../mock/worlds.ts';
import { SHARED_WORLD } from '../../model/message/world-name.ts';
import { apply } from '../../model/ruling/apply.ts';
import type { StateChange } from '../../model/ruling/change-lines.ts';
import type { Effect } from '../../model/ruling/ruling.ts';
import type { State } from '../../model/state/state.ts';

type Rows = Pick<DataBackend, 'confirm' | 'restore' | 'change' | 'worlds'>;

export interface OwnRows {
  readonly state: () => State;
  readonly worlds: Worlds;
  /** Called with a change of the shared world before it is made; returns why it cannot be kept. */
  keep(change: Effect | State): string | null;
  /** Puts another state in the place of the shared world's. */
  replace(state: State): void;
}

/** The rows that only this process has. */
export function ownRows({ state, worlds, keep, replace }: OwnRows): Rows {
  const changeIn = (
    rows: State,
    decide: (rows: State) => Effect | null,
    mayKeep: (change: Effect) => string | null,
  ): Promise<string | null> => {
    const effect = decide(rows);
    const trouble = effect === null ? null : mayKeep(effect);
    if (effect !== null && trouble === null) apply(rows, effect);
    return Promise.resolve(trouble);
  };
  return {
    confirm: () => Promise.resolve(),
    restore(next) {
      const trouble = keep(next);
      if (trouble === null) replace(next);
      return Promise.resolve(trouble);
    },
    change: (decide) => changeIn(state(), decide, keep),
    worlds: worldsOf(worlds, {
      // Changes in a world are never saved.
      change: (name, decide) => changeIn(worlds.open(name), decide, () => null),
      put(name, next) {
        worlds.put(name, next);
        return Promise.resolve(null);
      },
      remove(name) {
        worlds.remove(name);
        return Promise.resolve(null);
      },
    }),
  };
}

/** The rows that several mocks share: each sees a change before its next answer. */
export function sharedRows(replica: Exclude<Mock['replica'], null>, worlds: Worlds): Rows {
  const write = async (
    world: string,
    decide: (rows: State) => StateChange | null,
  ): Promise<string | null> => {
    try {
      return await replica.write(world, (rows) => ({
        change: decide(rows) ?? { kind: 'none' },
        result: null,
      }));
    } catch (error) {
      const why = replica.whyAway(error);
      if (why === null) throw error;
      return why;
    }
  };
  const put = (world: string, next: State): Promise<string | null> =>
    write(world, () => ({ kind: 'all', image: next.image() }));
  return {
    confirm: (world) => replica.confirm(world === SHARED_WORLD ? '' : world),
    restore: (next) => put('', next),
    change: (decide) => write('', decide),
    worlds: worldsOf(worlds, {
      change: write,
      put,
      // A world that nobody has named has the rows of the seed.
      async remove(name) {
        const trouble = await put(name, worlds.seed());
        worlds.remove(name);
        return trouble;
      },
    }),
  };
}

function worldsOf(
  worlds: Worlds,
  ways: Pick<WorldsBackend, 'change' | 'put' | 'remove'>,
): WorldsBackend {
  return {
    get max() {
      return worlds.max;
    },
    get idleMs() {
      return worlds.idleMs;
    },
    get evicted() {
      return worlds.evicted;
    },
    get expired() {
      return worlds.expired;
    },
    list: () => worlds.list(),
    has: (name) => worlds.has(name),
    look: (name) => worlds.look(name),
    ...ways,
  };
}
