// States of the mock that were kept by name, to go back to, in any world. A snapshot costs what is
// changed after it, not what it holds.

import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { State } from '../model/state/state.ts';
import type { DataBackend } from './backend.ts';
import { done, json, missing, problem } from './request/reply.ts';
import type { SnapshotView } from './wire.ts';
import { withAll } from './worlds.ts';

/** How many snapshots are kept; a new one is refused beyond that. */
export const SNAPSHOTS_MAX = 100;
/** No client can address `.` and `..`: they are steps of a path (RFC 3986 section 5.2.4). */
const NAME = /^(?!\.{1,2}$)[\w .-]{1,60}$/;

export interface Snapshots {
  /**
   * Answers what is asked of the snapshots; `backend` has the rows of the world that is kept, or goes
   * back to one.
   */
  answer(call: InternalCall, steps: readonly string[], backend: DataBackend | null): InternalReply;
  /**
   * Gives the rows of a snapshot, to be changed at will; `null` where there is none of this name.
   */
  find(name: string): State | null;
}

/** Keeps the snapshots of a mock, in memory. */
export function createSnapshots(): Snapshots {
  const kept = new Map<string, { readonly at: number; readonly state: State }>();
  return {
    find: (name) => kept.get(name)?.state.fork() ?? null,
    answer(call, [name, verb], backend) {
      if (backend === null)
        return problem(
          409,
          'There are no snapshots',
          'There is no mock here; "standin serve" starts one.',
        );
      if (name === undefined) {
        const snapshots = [...kept].map(
          ([key, { at, state }]): SnapshotView => ({ name: key, at, records: recordsOf(state) }),
        );
        return call.method === 'GET' || call.method === 'HEAD'
          ? json({ snapshots })
          : problem(
              405,
              'Name a snapshot',
              'PUT and DELETE at api/snapshots/<name>, POST at api/snapshots/<name>/restore.',
            );
      }
      if (call.method === 'PUT') {
        if (!NAME.test(name))
          return problem(
            400,
            'This is no name',
            'A name has up to 60 letters (A to Z), digits, blanks, dots, hyphens and underscores, and is neither "." nor "..".',
          );
        if (kept.size >= SNAPSHOTS_MAX && !kept.has(name))
          return problem(
            409,
            'There are too many snapshots',
            `Remove one: ${SNAPSHOTS_MAX} are kept.`,
          );
        kept.delete(name);
        kept.set(name, { at: Date.now(), state: backend.state().fork() });
        return done();
      }
      const found = kept.get(name);
      if (found === undefined)
        return missing('snapshot', `There is ${[...kept.keys()].join(', ') || 'none'}.`);
      if (call.method === 'DELETE') {
        kept.delete(name);
        return done();
      }
      if (call.method !== 'POST' || verb !== 'restore')
        return problem(
          405,
          'This is not done to a snapshot',
          'PUT keeps it, POST at .../restore goes back to it, DELETE forgets it.',
        );
      backend.restore(withAll(found.state.fork(), backend));
      return done();
    },
  };
}

function recordsOf(state: State): number {
  return state.resources().reduce((sum, resource) => sum + state.collection(resource).size, 0);
}
