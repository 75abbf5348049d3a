// A correct base service, the odd one: it decides the other way wherever the specification shows
// nothing.

import { listen } from './listen.ts';
import {
  type Accepted,
  type Base,
  type Call,
  createStorage,
  type Fields,
  isFields,
  isTexts,
  type Operation,
  type Parts,
  type Plant,
  parseFields,
  type Reply,
  toUser,
} from './parts.ts';
import type { Service, StoredUser } from './service.ts';

/** The odd service. */
export const odd: Base = {
  name: 'odd',
  about:
    'Below /api/v2, scattered ids, POST 200 with the id alone and nested, PUT merges and answers {"ok":true}, DELETE 200, 410 for the removed; the newest first.',
  start: (users) => startPlanted(users, (parts) => parts),
  startPlanted,
};

function startPlanted(users: readonly StoredUser[], plant: Plant): Promise<Service> {
  const storage = new Map(users.map((user) => [user.id, user]));
  const gone = new Set<number>();
  const seams = createStorage(storage);
  const used = new Set(storage.keys());
  let turn = 0;
  const parts = plant({
    ...seams,
    accept,
    nextId: () => {
      do turn += 1;
      while (used.has(scatter(turn)));
      used.add(scatter(turn));
      return scatter(turn);
    },
    insert: (user) =>
      void storage.set(user.id, { createdAt: new Date().toISOString(), updatedAt: null, ...user }),
    change: (before, fields) => ({
      ...before,
      ...toUser(before.id, { ...before, ...fields }),
      updatedAt: new Date().toISOString(),
    }),
    erase: (id) => {
      gone.add(id);
      storage.delete(id);
    },
    one: (user) => user,
    element: (user) => ({ id: user.id, name: user.name, email: user['email'] }),
    echo: (user) => ({ id: user.id }),
  });
  return listen({
    basePath: '/api/v2',
    contentType: 'application/vnd.acme.v2+json',
    storage,
    parts,
    answer: (planted, call) => answer(planted, call, gone),
  });
}

/**
 * Two-digit and three-digit ids in turn, each pair with the same first digits: 58, 581, 16, 163,
 * 63, 635, ...
 */
function scatter(turn: number): number {
  const round = Math.floor((turn - 1) / 2);
  const pair = 11 + ((47 * (round + 1)) % 89);
  return turn % 2 === 1 && round < 89
    ? pair
    : (pair + 100 * Math.floor(round / 89)) * 10 + (((2 * round + 1) % 11) % 10);
}

/**
 * Takes the fields that it knows and drops the others; wants a name and an e-mail of a new user
 * only.
 */
function accept(sent: Fields, operation: Operation): Accepted {
  const fields: Record<string, unknown> = {};
  for (const field of ['name', 'email']) {
    if (typeof sent[field] === 'string') fields[field] = sent[field];
    else if (field in sent || operation === 'create') return { kind: 'refused', why: field, sent };
  }
  if (typeof sent['isPremium'] === 'boolean') fields['isPremium'] = sent['isPremium'];
  else if ('isPremium' in sent) return { kind: 'refused', why: 'isPremium', sent };
  if (isTexts(sent['skills'])) fields['skills'] = sent['skills'];
  else if ('skills' in sent) return { kind: 'refused', why: 'skills', sent };
  if (!('address' in sent)) return { kind: 'taken', fields };
  const address = isFields(sent['address'])
    ? { city: sent['address']['city'], district: sent['address']['district'] }
    : {};
  if (!isTexts(Object.values(address)) || Object.keys(address).length === 0)
    return { kind: 'refused', why: 'address', sent };
  return { kind: 'taken', fields: { ...fields, address } };
}

async function answer(parts: Parts, call: Call, gone: ReadonlySet<number>): Promise<Reply> {
  switch (call.operation) {
    case 'list': {
      const newestFirst = [...parts.all()].reverse();
      return { status: 200, body: parts.list(newestFirst.map((user) => parts.element(user))) };
    }
    case 'create': {
      const accepted = parts.accept(parseFields(call.text), 'create');
      if (accepted.kind === 'refused') return fault(422, accepted.why);
      const user = toUser(await parts.nextId(), accepted.fields);
      await parts.insert(user);
      return { status: 200, body: { data: { user: parts.echo(user) } } };
    }
    case 'read': {
      const user = parts.find(call.id, 'read');
      return user === undefined ? missing(call, gone) : { status: 200, body: parts.one(user) };
    }
    case 'update': {
      const accepted = parts.accept(parseFields(call.text), 'update');
      if (accepted.kind === 'refused') return fault(422, accepted.why);
      const user = parts.find(call.id, 'update');
      if (user === undefined) return missing(call, gone);
      await parts.save(parts.change(user, accepted.fields));
      return { status: 200, body: { ok: true } };
    }
    case 'remove': {
      const known = parts.find(call.id, 'remove') !== undefined;
      if (known) await parts.erase(call.id);
      return known || gone.has(call.id)
        ? { status: 200, body: { ok: true, removed: known ? 1 : 0 } }
        : missing(call, gone);
    }
    case 'other':
      return fault(405, 'method');
  }
}

function missing(call: Call, gone: ReadonlySet<number>): Reply {
  return gone.has(call.id) ? fault(410, 'gone') : fault(404, 'unknown');
}

function fault(status: number, reason: string): Reply {
  return { status, body: { error: { reason, at: new Date().toISOString() } } };
}
