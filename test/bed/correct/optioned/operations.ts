// The five operations of the optioned server on its users, as its choices say. Knows no sockets.

import type { StoredUser } from '../../service.ts';
import type { Choices, Fields, Refusal } from './choices.ts';
import { mergeDeeply, takeFields } from './fields.ts';
import type { NextId } from './ids.ts';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the operations work on. */
export interface World {
  readonly choices: Choices;
  readonly users: Map<number, StoredUser>;
  readonly nextId: NextId;
  /** The absolute address of the list. */
  readonly listUrl: string;
}

/** An error in the shape that was chosen. */
export function refuse({ choices }: World, { status, text, headers = {} }: Refusal): Reply {
  return { status, body: choices.errorBody(status, text), headers };
}

export function list({ choices, users, listUrl }: World, query: URLSearchParams): Reply {
  const oldestFirst = [...users.values()];
  const { order } = choices;
  const ordered =
    order === 'oldest first'
      ? oldestFirst
      : order === 'newest first'
        ? oldestFirst.reverse()
        : oldestFirst.sort(order);
  const page = choices.pager?.(ordered, query, listUrl) ?? { users: ordered, headers: {} };
  return {
    status: page.status ?? 200,
    body: page.users.map(choices.element),
    headers: page.headers,
  };
}

export function create(world: World, text: string): Reply {
  const { choices, users } = world;
  const taken = takeFields(text, choices.unknownFields);
  if ('status' in taken) return refuse(world, taken);
  const missing = missingField(taken.fields);
  const refusal = missing ?? choices.refuseNew(taken.fields, users);
  if (refusal !== undefined) return refuse(world, refusal);
  const user = store(world, world.nextId(users), choices.normal(taken.fields));
  return {
    status: choices.createStatus,
    body: createdBody(choices, user),
    headers: location(world, user.id),
  };
}

export function read(world: World, id: number | undefined): Reply {
  const user = id === undefined ? undefined : world.users.get(id);
  if (user === undefined)
    return refuse(world, { status: world.choices.unknownRead, text: 'There is no such user.' });
  return { status: 200, body: world.choices.view(user) };
}

export function update(world: World, id: number | undefined, text: string): Reply {
  const { choices, users } = world;
  const taken = takeFields(text, choices.unknownFields);
  if ('status' in taken) return refuse(world, taken);
  if (choices.idInUpdate === 'needed' && taken.id !== id)
    return refuse(world, { status: 400, text: 'Send the id as well.' });
  if (choices.idInUpdate === 'refused' && taken.id !== undefined)
    return refuse(world, { status: 400, text: 'Send no id.' });
  const old = id === undefined ? undefined : users.get(id);
  if (old !== undefined) return change(world, old, choices.normal(takenBy(choices, taken.fields)));
  if (choices.unknownUpdate !== 'create') {
    return refuse(world, { status: choices.unknownUpdate, text: 'There is no such user.' });
  }
  if (id === undefined || !Number.isSafeInteger(id) || id < 0)
    return refuse(world, { status: 404, text: 'There is no such id.' });
  const refusal = missingField(taken.fields) ?? choices.refuseNew(taken.fields, users);
  if (refusal !== undefined) return refuse(world, refusal);
  return {
    status: 201,
    body: choices.view(store(world, id, choices.normal(taken.fields))),
    headers: location(world, id),
  };
}

function takenBy({ takenByUpdate }: Choices, fields: Fields): Fields {
  if (takenByUpdate === undefined) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => takenByUpdate.includes(field)),
  );
}

function change(world: World, old: StoredUser, fields: Fields): Reply {
  const { choices } = world;
  const missing = choices.updateWay === 'replace' ? missingField(fields) : undefined;
  if (missing !== undefined) return refuse(world, missing);
  const merged = choices.updateWay === 'merge' ? { ...old, ...fields } : mergeDeeply(old, fields);
  const user = store(world, old.id, choices.updateWay === 'replace' ? fields : merged);
  const bodies = {
    user: choices.view(user),
    count: { updated: 1 },
    id: { id: user.id },
    none: undefined,
  };
  return { status: choices.updateStatus, body: bodies[choices.updateBody] };
}

export function remove(world: World, id: number | undefined): Reply {
  const { choices, users } = world;
  const user = id === undefined ? undefined : users.get(id);
  if (user === undefined && choices.unknownRemove >= 300) {
    return refuse(world, { status: choices.unknownRemove, text: 'There is no such user.' });
  }
  if (user === undefined) {
    return {
      status: choices.unknownRemove,
      body: choices.unknownRemove === 204 ? undefined : { deleted: false },
    };
  }
  users.delete(user.id);
  const bodies = { user: choices.view(user), flag: { deleted: true }, none: undefined };
  return { status: choices.removeStatus, body: bodies[choices.removeBody] };
}

function missingField(fields: Fields): Refusal | undefined {
  const missing = ['name', 'email'].find((field) => fields[field] === undefined);
  return missing === undefined
    ? undefined
    : { status: 400, text: `The field ${missing} is missing.` };
}

function store({ users }: World, id: number, fields: Fields): StoredUser {
  const { name } = fields;
  if (typeof name !== 'string') throw new Error('A user without a name passed the checks.');
  const user: StoredUser = { ...fields, id, name };
  users.set(id, user);
  return user;
}

function createdBody(choices: Choices, user: StoredUser): unknown {
  switch (choices.createBody) {
    case 'whole':
      return choices.view(user);
    case 'id':
      return { id: user.id };
    case 'nested':
      return { data: { user: choices.view(user) } };
    case 'empty':
      return {};
    case 'ok':
      return { ok: true };
    case 'word':
      return 'created';
    case 'other-key':
      return { status: 'created', userId: user.id, requestId: `r-${user.id}` };
  }
}

function location({ choices, listUrl }: World, id: number): Readonly<Record<string, string>> {
  if (choices.location === 'none') return {};
  const absolute = `${listUrl}/${id}`;
  return { Location: choices.location === 'absolute' ? absolute : new URL(absolute).pathname };
}
