// The worlds of the mock, for the page and for whoever runs tests: what there are, made, forked,
// reset and removed by name; and the view of the rows that the rest of the API has where it is
// asked about one world.

import { own } from '../base/json.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import { header } from '../model/message/call.ts';
import { readWorldName, SHARED_WORLD, WORLD_NAME_RULE } from '../model/message/world-name.ts';
import { State } from '../model/state/state.ts';
import type { DataBackend, WorldsBackend } from './backend.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { done, json, missing, problem } from './request/reply.ts';
import type { WorldsView } from './wire.ts';

type Answer = (backend: DataBackend | null) => InternalReply | Promise<InternalReply>;

/**
 * Answers a call about the rows of the world that `?world=` names, or else the header
 * Standin-World, as runners of tests send it with every call. Cookies and host names do not count
 * here: they would change what the page shows without being seen.
 */
export function answerInWorld(
  call: InternalCall,
  backend: DataBackend | null,
  answer: Answer,
): InternalReply | Promise<InternalReply> {
  const given =
    new URLSearchParams(call.query).get('world') ?? header(call.headers, 'standin-world');
  if (given === undefined || backend === null) return answer(backend);
  const name = readWorldName(given);
  if (name === null) return badName(given);
  return answer(backendOf(backend, name, call.method));
}

/** Gives the rows of one world to read and change. */
function backendOf(backend: DataBackend, name: string, method: string): DataBackend {
  if (name === SHARED_WORLD) return backend;
  const { worlds } = backend;
  const isLook = method === 'GET' || method === 'HEAD';
  return {
    ...backend,
    state: () => (isLook ? worlds.look(name) : worlds.open(name)),
    restore: (state) => worlds.put(name, state),
    // What is changed in a world is never saved.
    changed: () => undefined,
  };
}

/** Answers what is asked of the worlds themselves. `kept` gives the rows of a snapshot. */
export function answerWorlds(
  call: InternalCall,
  [given, verb, ...more]: readonly string[],
  backend: DataBackend | null,
  kept: (name: string) => State | null,
): InternalReply {
  if (backend === null)
    return problem(
      409,
      'There are no worlds',
      'There is no mock here; "standin serve" starts one.',
    );
  const isLook = call.method === 'GET' || call.method === 'HEAD';
  if (given === undefined)
    return isLook ? json(viewOf(backend.worlds)) : problem(405, 'Name a world', WAYS);
  const name = readWorldName(given);
  if (name === null) return badName(given);
  if (verb !== undefined) {
    if (call.method !== 'POST' || verb !== 'reset' || more.length > 0)
      return problem(405, 'This is not done to a world', WAYS);
    backendOf(backend, name, call.method).restore(backend.seed());
    return done();
  }
  if (call.method === 'POST') return problem(405, 'This is not done to a world', WAYS);
  if (name === SHARED_WORLD)
    return problem(
      409,
      'This world is always there',
      `"${SHARED_WORLD}" is the world that all share: POST to api/reset resets it.`,
    );
  if (call.method === 'PUT') return fork(call, name, backend, kept);
  const found = backend.worlds.list().find((world) => world.name === name);
  if (found === undefined)
    return missing('world', 'It was not used yet, or it was removed, or it made room for others.');
  if (isLook) return json(found);
  backend.worlds.remove(name);
  return done();
}

const WAYS =
  'PUT makes one at api/worlds/<name>, DELETE removes it, POST at .../reset begins it anew.';

/** What has expired goes with the list, so that is made first. */
function viewOf(worlds: WorldsBackend): WorldsView {
  const all = worlds.list();
  const { max, idleMs, evicted, expired } = worlds;
  return { worlds: all, max, idleMs, evicted, expired };
}

function badName(given: string): InternalReply {
  return problem(
    400,
    'This is no name of a world',
    `${JSON.stringify(given)} is none. ${WORLD_NAME_RULE}`,
  );
}

/**
 * Makes a world anew from a snapshot, from another world, or, where `from` is null or missing, from
 * the seed.
 */
function fork(
  call: InternalCall,
  name: string,
  backend: DataBackend,
  kept: (name: string) => State | null,
): InternalReply {
  const read = readCommand(call.body || '{}', FORK);
  if ('refusal' in read) return read.refusal;
  const from = own(read.order, 'from') ?? null;
  if (from !== null && typeof from !== 'string') return problem(400, FORK.title, FORK.remedy);
  const state = from === null ? backend.seed() : (kept(from) ?? stateOf(from, backend));
  if (state === null)
    return missing('snapshot or world', `Nothing is called ${JSON.stringify(from)}.`);
  const isNew = !backend.worlds.has(name);
  backend.worlds.put(name, withAll(state, backend));
  return json(
    backend.worlds.list().find((world) => world.name === name),
    isNew ? 201 : 200,
  );
}

const FORK: CommandForm = {
  title: 'This cannot be made',
  remedy: 'Send {"from": <the name of a snapshot or of a world>}, or {"from": null} for the seed.',
  members: ['from'],
};

function stateOf(given: string, backend: DataBackend): State | null {
  const name = readWorldName(given);
  if (name === SHARED_WORLD) return backend.state().fork();
  return name === null || !backend.worlds.has(name) ? null : backend.worlds.look(name).fork();
}

/** Rows that were kept before the contracts changed may lack a resource that there is now. */
export function withAll(state: State, backend: DataBackend): State {
  return State.from(
    state,
    backend.rules().contracts.map(({ resource }) => resource),
  );
}
