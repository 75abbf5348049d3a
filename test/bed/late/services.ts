// Services whose reads lag behind their writes: correct ones, which show every write within a bound
// and from then on, and faulty ones, which never show it, or show an old state again.

import { later, replying } from '../faults/planting.ts';
import { odd } from '../odd.ts';
import type { Base, Parts, Plant } from '../parts.ts';
import { plain } from '../plain.ts';
import type { StoredUser } from '../service.ts';

/** A base service with something planted in it. */
export interface LateService {
  readonly name: string;
  readonly base: Base;
  readonly plant: Plant;
}

type Places = readonly ('read' | 'list')[];

/** What a replica shows at a time: the users as they were before the writes it does not know yet. */
interface Replica {
  readonly parts: Parts;
  /** The users as they were so many milliseconds ago. */
  readonly ago: (ms: number) => ReadonlyMap<number, StoredUser>;
}

function replicaOf(parts: Parts): Replica {
  const past: { readonly until: number; readonly users: ReadonlyMap<number, StoredUser> }[] = [];
  const now = (): ReadonlyMap<number, StoredUser> =>
    new Map(parts.all().map((user) => [user.id, user]));
  const keep = (): void => void past.push({ until: performance.now(), users: now() });
  return {
    parts: {
      ...parts,
      insert: (user) => {
        keep();
        return parts.insert(user);
      },
      save: (user) => {
        keep();
        return parts.save(user);
      },
      erase: (id) => {
        keep();
        return parts.erase(id);
      },
    },
    ago: (ms) => past.find(({ until }) => until > performance.now() - ms)?.users ?? now(),
  };
}

/** Reads of some places see the users as they were some time ago; `agoMs` says how long, each time. */
function reading(places: Places, agoMs: () => number): Plant {
  return (original) => {
    const { parts, ago } = replicaOf(original);
    return {
      ...parts,
      all: () => (places.includes('list') ? [...ago(agoMs()).values()] : parts.all()),
      find: (id, operation) =>
        operation === 'read' && places.includes('read')
          ? ago(agoMs()).get(id)
          : parts.find(id, operation),
    };
  };
}

/** The list comes from a cache for so long. */
function caching(ms: number): Plant {
  return (parts) => {
    let cache: { readonly users: readonly StoredUser[]; readonly until: number } | undefined;
    return {
      ...parts,
      all: () => {
        if (cache === undefined || cache.until < performance.now())
          cache = { users: parts.all(), until: performance.now() + ms };
        return cache.users;
      },
    };
  };
}

/** Writes are answered with 202 and take effect later. */
function accepting(ms: number, location: (id: number) => string, echo: 'id' | 'nothing'): Plant {
  return (parts) => {
    let id = 0;
    const accepted: Plant = (inner) =>
      (['create', 'update', 'remove'] as const).reduce<Parts>(
        (sum, operation) =>
          replying(operation, () => ({
            status: 202,
            ...(operation === 'create' ? { headers: { location: location(id) } } : {}),
            ...(echo === 'id' && operation === 'create' ? { body: { id } } : { body: {} }),
          }))(sum),
        inner,
      );
    return accepted({
      ...parts,
      insert: (user) => {
        id = user.id;
        later(ms, () => parts.insert(user));
      },
      save: (user) => later(ms, () => parts.save(user)),
      erase: (gone) => later(ms, () => parts.erase(gone)),
    });
  };
}

/** Numbers that look random and repeat. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export const LAG_MS = 150;

/** Correct services: the specification does not say when a read shows a write. */
export function lateServices(seed: number): readonly LateService[] {
  const random = numbers(seed + 11);
  const lag = (): number => LAG_MS;
  return [
    { name: 'items-lag', base: plain, plant: reading(['read'], lag) },
    { name: 'list-lags', base: odd, plant: reading(['list'], lag) },
    { name: 'both-lag', base: plain, plant: reading(['read', 'list'], lag) },
    { name: 'list-is-cached', base: plain, plant: caching(LAG_MS) },
    {
      name: 'accepts-with-location',
      base: plain,
      plant: accepting(LAG_MS, (id) => `/users/${id}`, 'nothing'),
    },
    {
      name: 'accepts-with-id',
      base: plain,
      plant: accepting(LAG_MS * (0.5 + random() / 2), (id) => `/jobs/${id}`, 'id'),
    },
  ];
}

/** Faulty services, with the code of a finding that each must get. */
export function staleServices(
  seed: number,
): readonly (LateService & { readonly codes: readonly string[] })[] {
  const random = numbers(seed + 5);
  const sometimes = (share: number, ms: number) => (): number => (random() < share ? ms : 0);
  return [
    {
      name: 'reads-come-from-a-stale-replica-at-random',
      base: plain,
      plant: reading(['read'], sometimes(0.4, 60_000)),
      codes: ['stale-read'],
    },
    {
      name: 'lists-come-from-a-slow-replica-at-random',
      base: odd,
      plant: reading(['list'], sometimes(0.3, 1_000)),
      codes: ['stale-read'],
    },
    {
      name: 'first-read-after-a-write-is-stale',
      base: plain,
      plant: (original) => {
        const { parts, ago } = replicaOf(original);
        const stale = new Set<number>();
        return {
          ...parts,
          save: (user) => {
            stale.add(user.id);
            return parts.save(user);
          },
          find: (id, operation) =>
            operation === 'read' && stale.delete(id)
              ? ago(60_000).get(id)
              : parts.find(id, operation),
        };
      },
      codes: ['stale-read'],
    },
    {
      name: 'lags-beyond-the-bound',
      base: plain,
      plant: reading(['read', 'list'], () => 5_000),
      codes: ['not-created', 'not-listed', 'not-readable'],
    },
    {
      name: 'list-shows-the-removed-for-ever',
      base: plain,
      plant: (parts) => {
        const gone: StoredUser[] = [];
        return {
          ...parts,
          all: () => [...parts.all(), ...gone],
          erase: (id) => {
            const user = parts.find(id, 'remove');
            if (user !== undefined) gone.push(user);
            return parts.erase(id);
          },
        };
      },
      codes: ['still-listed'],
    },
  ];
}
