// The worlds of the mock, for the page and for tests: listed, created, forked, reset and removed
// by name. Also chooses the rows that the rest of the API sees if a call names a
// world.

import { own } from '../base/json.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import { header } from '../model/message/call.ts';
import { readWorldName, SHARED_WORLD, WORLD_NAME_RULE } from '../model/message/world-name.ts';
import { State } from '../model/state/state.ts';
import type { DataBackend, WorldsBackend } from './backend.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { done, json, missing, noMock, problem, unkept } from './request/reply.ts';
import type { WorldsView } from './wire.ts';

type Answer = (backend: DataBackend | null) => InternalReply | Promise<InternalReply>;

/**
 * Answers a call about the rows of the world that `?world=` names, or else the header field
 * Standin-World, which test runners send with every call. Cookies and host names do not count
 * here: they would change what the page shows without the reader knowing.
 */
export async function answerInWorld(
  call: InternalCall,
  backend: DataBackend | null,
  answer: Answer,
): Promise<InternalReply> {
  const given =
    new URLSearchParams(call.query).get('world') ?? header(call.headers, 'standin-world');
  if (backend === null) return answer(backend);
  const name = given === undefined ? SHARED_WORLD : readWorldName(given);
  if (name === null) return badName(given ?? '');
  await backend.confirm(name);
  return answer(backendOf(backend, name));
}

/** Returns the rows of one world to read and change. */
function backendOf(backend: DataBackend, name: string): DataBackend {
  if (name === SHARED_WORLD) return backend;
  const { worlds } = backend;
  return {
    ...backend,
    state: () => worlds.look(name),
    restore: (state) => worlds.put(name, state),
    change: (decide) => worlds.change(name, decide),
  };
}

/** Answers api/worlds. `kept` returns the rows of a snapshot. */
export async function answerWorlds(
  call: InternalCall,
  [given, verb, ...more]: readonly string[],
  backend: DataBackend | null,
  kept: (name: string) => State | null,
): Promise<InternalReply> {
  if (backend === null) return noMock('worlds');
  const isLook = call.method === 'GET' || call.method === 'HEAD';
  if (given === undefined)
    return isLook ? json(viewOf(backend.worlds)) : problem(405, 'Name a world', WAYS);
  const name = readWorldName(given);
  if (name === null) return badName(given);
  if (verb !== undefined) {
    if (call.method !== 'POST' || verb !== 'reset' || more.length > 0)
      return problem(405, 'The method is not allowed', WAYS);
    return restored(backendOf(backend, name), backend.seed());
  }
  if (call.method === 'POST') return problem(405, 'The method is not allowed', WAYS);
  if (name === SHARED_WORLD) {
    const remedy = `"${SHARED_WORLD}" is the shared world. POST to api/reset resets it.`;
    return problem(409, 'This world cannot be changed', remedy);
  }
  if (call.method === 'PUT') return fork(call, name, backend, kept);
  const found = backend.worlds.list().find((world) => world.name === name);
  if (found === undefined)
    return missing('world', 'It was never used, it was removed, or newer worlds replaced it.');
  if (isLook) return json(found);
  const trouble = await backend.worlds.remove(name);
  return trouble === null ? done() : unkept(trouble);
}

const WAYS = 'PUT api/worlds/<name> creates one, DELETE removes it, POST .../reset resets it.';

/** Listing removes expired worlds, so it comes before the counts. */
function viewOf(worlds: WorldsBackend): WorldsView {
  const all = worlds.list();
  const { max, idleMs, evicted, expired } = worlds;
  return { worlds: all, max, idleMs, evicted, expired };
}

function badName(given: string): InternalReply {
  const why = `${JSON.stringify(given)} is not a name. ${WORLD_NAME_RULE}`;
  return problem(400, 'This is not a name for a world', why);
}

/** Creates a world from the snapshot or the world that `from` names, or from the seed. */
async function fork(
  call: InternalCall,
  name: string,
  backend: DataBackend,
  kept: (name: string) => State | null,
): Promise<InternalReply> {
  const read = readCommand(call.body || '{}', FORK);
  if ('refusal' in read) return read.refusal;
  const from = own(read.order, 'from') ?? null;
  if (from !== null && typeof from !== 'string') return problem(400, FORK.title, FORK.remedy);
  const state = from === null ? backend.seed() : (kept(from) ?? (await stateOf(from, backend)));
  if (state === null)
    return missing(
      'snapshot or world',
      `No snapshot or world has the name ${JSON.stringify(from)}.`,
    );
  const isNew = !backend.worlds.has(name);
  const trouble = await backend.worlds.put(name, withAll(state, backend));
  if (trouble !== null) return unkept(trouble);
  const made = backend.worlds.list().find((world) => world.name === name);
  return json(made, isNew ? 201 : 200);
}

const FORK: CommandForm = {
  title: 'The world cannot be created',
  remedy: 'Send {"from": <the name of a snapshot or a world>}, or {"from": null} for the seed.',
  members: ['from'],
};

async function stateOf(given: string, backend: DataBackend): Promise<State | null> {
  const name = readWorldName(given);
  if (name !== null) await backend.confirm(name);
  if (name === SHARED_WORLD) return backend.state().fork();
  return name === null || !backend.worlds.has(name) ? null : backend.worlds.look(name).fork();
}

/** Replaces all rows, unless that cannot be kept. */
export async function restored(backend: DataBackend, state: State): Promise<InternalReply> {
  const trouble = await backend.restore(state);
  return trouble === null ? done() : unkept(trouble);
}

/** Adds the resources that the contracts have gained since a snapshot was saved. */
export function withAll(state: State, backend: DataBackend): State {
  return State.from(
    state,
    backend.rules().contracts.map(({ resource }) => resource),
  );
}
