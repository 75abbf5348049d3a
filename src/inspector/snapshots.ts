// Saved states of the mock, by name, to restore in any world.

import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { State } from '../model/state/state.ts';
import type { Changed, DataBackend } from './backend.ts';
import { done, json, missing, noMock, problem, unkept } from './request/reply.ts';
import type { SnapshotView } from './wire.ts';
import { restored, withAll } from './worlds.ts';

/** Maximum number of snapshots. A new one beyond it is refused. */
export const SNAPSHOTS_MAX = 100;
/** No client can address `.` and `..`: they are steps of a path (RFC 3986 section 5.2.4). */
const NAME = /^(?!\.{1,2}$)[\w .-]{1,60}$/;
const NAME_RULE =
  'Use up to 60 letters (A to Z), digits, spaces, dots, hyphens and underscores, and not "." or "..".';

export interface Snapshots {
  /** Answers api/snapshots. `backend` has the rows of the world to save or restore. */
  answer(
    call: InternalCall,
    steps: readonly string[],
    backend: DataBackend | null,
  ): Promise<InternalReply>;
  /** Returns a copy of the rows of a snapshot; `null` if there is none of this name. */
  find(name: string): State | null;
}

/** What is kept under a name. */
export interface Snapshot {
  readonly at: number;
  readonly records: number;
  readonly state: State;
}

/** Where snapshots are kept. */
export interface SnapshotShelf {
  list(): readonly SnapshotView[];
  /** Returns a copy of the rows; `null` if there is no such snapshot. */
  find(name: string): State | null;
  put(name: string, snapshot: Snapshot): Changed;
  remove(name: string): Changed;
}

/** Keeps snapshots in memory: each costs what changes after it. */
export function shelfInMemory(): SnapshotShelf {
  const kept = new Map<string, Snapshot>();
  return {
    list: () => [...kept].map(([name, { at, records }]) => ({ name, at, records })),
    find: (name) => kept.get(name)?.state.fork() ?? null,
    put(name, snapshot) {
      kept.delete(name);
      kept.set(name, snapshot);
      return null;
    },
    remove(name) {
      kept.delete(name);
      return null;
    },
  };
}

/** Creates the snapshots of a mock. */
export function createSnapshots(shelf: SnapshotShelf): Snapshots {
  return {
    find: shelf.find,
    async answer(call, [name, verb], backend) {
      if (backend === null) return noMock('snapshots');
      if (name === undefined) {
        const snapshots = shelf.list();
        return call.method === 'GET' || call.method === 'HEAD'
          ? json({ snapshots })
          : problem(405, 'Name a snapshot', WAYS);
      }
      if (call.method === 'PUT') {
        if (!NAME.test(name)) return problem(400, 'This is not a name for a snapshot', NAME_RULE);
        const kept = shelf.list();
        if (kept.length >= SNAPSHOTS_MAX && !kept.some((one) => one.name === name)) {
          const remedy = `The maximum is ${SNAPSHOTS_MAX}. Remove one.`;
          return problem(409, 'There are too many snapshots', remedy);
        }
        const state = backend.state().fork();
        const snapshot = { at: Date.now(), records: recordsOf(state), state };
        return settled(await shelf.put(name, snapshot));
      }
      const found = shelf.find(name);
      if (found === null) {
        const names = shelf.list().map((one) => one.name);
        return missing('snapshot', `Snapshots: ${names.join(', ') || 'none'}.`);
      }
      if (call.method === 'DELETE') return settled(await shelf.remove(name));
      if (call.method !== 'POST' || verb !== 'restore')
        return problem(405, 'The method is not allowed', VERBS);
      return restored(backend, withAll(found, backend));
    },
  };
}

const WAYS = 'Use PUT or DELETE api/snapshots/<name>, or POST api/snapshots/<name>/restore.';
const VERBS = 'PUT saves it, POST .../restore restores it, DELETE removes it.';

function settled(trouble: string | null): InternalReply {
  return trouble === null ? done() : unkept(trouble);
}

function recordsOf(state: State): number {
  return state.resources().reduce((sum, resource) => sum + state.collection(resource).size, 0);
}
