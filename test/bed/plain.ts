// A correct base service, the plain one: sequential ids, statuses that name the outcome, whole
// users everywhere.

import { listen } from './listen.ts';
import {
  type Accepted,
  type Base,
  type Call,
  createStorage,
  type Fields,
  isFields,
  isTexts,
  type Parts,
  type Plant,
  parseFields,
  type Reply,
  toUser,
} from './parts.ts';
import type { Service, StoredUser } from './service.ts';

const ADDRESS: Readonly<Record<string, (value: unknown) => boolean>> = {
  city: isText,
  district: isText,
};

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => isText(value) && value !== '',
  email: (value) => isText(value) && value.includes('@'),
  isPremium: (value) => typeof value === 'boolean',
  skills: isTexts,
  address: (value) =>
    isFields(value) &&
    Object.entries(value).every(([field, text]) => ADDRESS[field]?.(text) === true),
};

/** The plain service. */
export const plain: Base = {
  name: 'plain',
  about:
    '201 with Location and the user, PUT replaces and answers 200 with the user, DELETE 204; strict; the oldest first.',
  start: (users) => startPlanted(users, (parts) => parts),
  startPlanted,
};

function startPlanted(users: readonly StoredUser[], plant: Plant): Promise<Service> {
  const storage = new Map(users.map((user) => [user.id, user]));
  let last = Math.max(0, ...storage.keys());
  const parts = plant({
    ...createStorage(storage),
    accept,
    nextId: () => {
      last += 1;
      return last;
    },
    change: (before, fields) => toUser(before.id, fields),
    one: (user) => user,
    element: (user) => user,
    echo: (user) => user,
  });
  return listen({
    basePath: '',
    contentType: 'application/json; charset=utf-8',
    storage,
    parts,
    answer,
  });
}

/** Takes a whole user and nothing else; an id in the body is ignored. */
function accept(sent: Fields): Accepted {
  const { id: _ignored, ...fields } = sent;
  for (const required of ['name', 'email']) {
    if (!(required in fields)) return { kind: 'refused', why: `${required} is required`, sent };
  }
  for (const [field, value] of Object.entries(fields)) {
    if (FIELDS[field]?.(value) !== true)
      return { kind: 'refused', why: `${field} is not valid`, sent };
  }
  return { kind: 'taken', fields };
}

async function answer(parts: Parts, call: Call): Promise<Reply> {
  switch (call.operation) {
    case 'list':
      return { status: 200, body: parts.list(parts.all().map((user) => parts.element(user))) };
    case 'create': {
      const accepted = parts.accept(parseFields(call.text), 'create');
      if (accepted.kind === 'refused') return problem(400, accepted.why);
      const user = toUser(await parts.nextId(), accepted.fields);
      await parts.insert(user);
      return { status: 201, headers: { location: `/users/${user.id}` }, body: parts.echo(user) };
    }
    case 'read': {
      const user = parts.find(call.id, 'read');
      return user === undefined
        ? problem(404, 'no such user')
        : { status: 200, body: parts.one(user) };
    }
    case 'update': {
      const user = parts.find(call.id, 'update');
      if (user === undefined) return problem(404, 'no such user');
      const accepted = parts.accept(parseFields(call.text), 'update');
      if (accepted.kind === 'refused') return problem(400, accepted.why);
      const changed = parts.change(user, accepted.fields);
      await parts.save(changed);
      return { status: 200, body: parts.echo(changed) };
    }
    case 'remove': {
      if (parts.find(call.id, 'remove') === undefined) return problem(404, 'no such user');
      await parts.erase(call.id);
      return { status: 204 };
    }
    case 'other':
      return problem(404, 'no such resource');
  }
}

function problem(status: number, detail: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: { type: 'about:blank', status, detail },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
