// Saved states of the mock, by name, to restore in any world. Each costs what changes after it.

import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { State } from '../model/state/state.ts';
import type { DataBackend } from './backend.ts';
import { done, json, missing, noMock, problem } from './request/reply.ts';
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

/** Creates the snapshots of a mock, in memory. */
export function createSnapshots(): Snapshots {
  const kept = new Map<string, { readonly at: number; readonly state: State }>();
  return {
    find: (name) => kept.get(name)?.state.fork() ?? null,
    async answer(call, [name, verb], backend) {
      if (backend === null) return noMock('snapshots');
      if (name === undefined) {
        const snapshots = [...kept].map(
          ([key, { at, state }]): SnapshotView => ({ name: key, at, records: recordsOf(state) }),
        );
        return call.method === 'GET' || call.method === 'HEAD'
          ? json({ snapshots })
          : problem(405, 'Name a snapshot', WAYS);
      }
      if (call.method === 'PUT') {
        if (!NAME.test(name)) return problem(400, 'This is not a name for a snapshot', NAME_RULE);
        if (kept.size >= SNAPSHOTS_MAX && !kept.has(name)) {
          const remedy = `The maximum is ${SNAPSHOTS_MAX}. Remove one.`;
          return problem(409, 'There are too many snapshots', remedy);
        }
        kept.delete(name);
        kept.set(name, { at: Date.now(), state: backend.state().fork() });
        return done();
      }
      const found = kept.get(name);
      if (found === undefined)
        return missing('snapshot', `Snapshots: ${[...kept.keys()].join(', ') || 'none'}.`);
      if (call.method === 'DELETE') {
        kept.delete(name);
        return done();
      }
      if (call.method !== 'POST' || verb !== 'restore')
        return problem(405, 'The method is not allowed', VERBS);
      return restored(backend, withAll(found.state.fork(), backend));
    },
  };
}

const WAYS = 'Use PUT or DELETE api/snapshots/<name>, or POST api/snapshots/<name>/restore.';
const VERBS = 'PUT saves it, POST .../restore restores it, DELETE removes it.';

function recordsOf(state: State): number {
  return state.resources().reduce((sum, resource) => sum + state.collection(resource).size, 0);
}
