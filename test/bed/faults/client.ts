// The client of the witnesses: sends what a user of the interface would, and knows nothing of how a
// service is made.

import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Fields, isFields } from '../parts.ts';

/** A reply, as it arrived. */
export interface Answer {
  readonly status: number;
  /** True for 2xx. */
  readonly ok: boolean;
  readonly type: string;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: unknown;
}

/** Talks to one service. */
export interface Client {
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** A POST. */
  post(user: Fields): Promise<Answer>;
  /** A POST that must succeed; returns the id of the new user. */
  create(user?: Fields): Promise<number>;
  /** A GET of one user. */
  get(id: number): Promise<Answer>;
  /** The user, or an empty object if the reply holds none. */
  read(id: number): Promise<Fields>;
  /** The users in the list; none if it is not a list. */
  list(): Promise<readonly Fields[]>;
  /** The element with the id in the list, or an empty object. */
  listed(id: number): Promise<Fields>;
  put(id: number, user: Fields): Promise<Answer>;
  /** Sends a body in pieces, over a new connection. */
  sendInPieces(method: string, path: string, pieces: readonly Buffer[]): Promise<Answer>;
  remove(id: number): Promise<Answer>;
}

/** Shows whether a service has the fault. */
export type Witness = (client: Client) => Promise<boolean>;

let people = 0;

/** A whole user, unlike any before, with these fields instead. */
export function person(fields: Fields = {}): Fields {
  people += 1;
  const n = people;
  return {
    name: `Person ${n}`,
    email: `person.${n}@example.com`,
    isPremium: n % 2 === 0,
    skills: [`skill ${n}`, 'reading'],
    address: { city: `City ${n}`, district: `District ${n}` },
    ...fields,
  };
}

/** A client of the service at the base address. */
export function createClient(baseUrl: string): Client {
  const send: Client['send'] = async (method, path, body, headers) => {
    const withBody =
      body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...type, ...headers },
      ...withBody,
    });
    const text = await response.text();
    return {
      status: response.status,
      ok: response.ok,
      type: response.headers.get('content-type') ?? '',
      text,
      json: parse(text),
    };
  };
  const get = (id: number): Promise<Answer> => send('GET', `/users/${id}`);
  const list = async (): Promise<readonly Fields[]> => {
    const { json } = await send('GET', '/users');
    return Array.isArray(json) ? json.filter(isFields) : [];
  };
  return {
    send,
    get,
    list,
    post: (user) => send('POST', '/users', user),
    create: async (user = person()) => {
      const answer = await send('POST', '/users', user);
      const id = answer.ok ? createdId(answer) : undefined;
      if (id === undefined) throw new Error(`no user was created: ${answer.status} ${answer.text}`);
      return id;
    },
    read: async (id) => {
      const { json } = await get(id);
      return isFields(json) ? json : {};
    },
    listed: async (id) => (await list()).find((user) => user['id'] === id) ?? {},
    put: (id, user) => send('PUT', `/users/${id}`, user),
    sendInPieces: (method, path, pieces) => sendInPieces(method, `${baseUrl}${path}`, pieces),
    remove: (id) => send('DELETE', `/users/${id}`),
  };
}

async function sendInPieces(
  method: string,
  url: string,
  pieces: readonly Buffer[],
): Promise<Answer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'content-type': 'application/json', 'content-length': length };
  const outgoing = request(url, { method, headers, agent: false });
  const answered = new Promise<Answer>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (response) => {
      const { statusCode: status = 0, headers: fields } = response;
      const type = fields['content-type'] ?? '';
      textOf(response).then(
        (text) => resolve({ status, ok: status < 300, type, text, json: parse(text) }),
        reject,
      );
    });
  });
  for (const piece of pieces) {
    outgoing.write(piece);
    await sleep(PIECE_MS);
  }
  outgoing.end();
  return answered;
}

/** Pieces arrive apart if this many milliseconds are between them. */
const PIECE_MS = 20;

/**
 * The id in the answer to a POST: `{"id":N}` of the plain service, `{"data":{"user":{"id":N}}}` of
 * the odd one.
 */
export function createdId({ json }: Answer): number | undefined {
  if (!isFields(json)) return undefined;
  const data = isFields(json['data']) ? json['data'] : {};
  const user = isFields(data['user']) ? data['user'] : json;
  return typeof user['id'] === 'number' ? user['id'] : undefined;
}

/** True if each field is as it was sent. */
export function holds(user: Fields, sent: Fields): boolean {
  return Object.entries(sent).every(([field, value]) => isDeepStrictEqual(user[field], value));
}

/** Creates users one after the other, from these fields. */
export async function createAll(
  client: Client,
  users: readonly Fields[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const user of users) ids.push(await client.create(user));
  return ids;
}

/** So many whole users, all with these fields. */
export function crowd(count: number, fields: Fields = {}): readonly Fields[] {
  return Array.from({ length: count }, () => person(fields));
}

/** Shows that a field that a POST sent comes back changed. */
export function lostOnPost(fields: Fields): Witness {
  return async (client) => {
    const sent = person(fields);
    return !holds(await client.read(await client.create(sent)), sent);
  };
}

/** Shows that a field that the last of some PUTs sent comes back changed. */
export function lostOnPut(before: Fields, ...puts: readonly Fields[]): Witness {
  return async (client) => {
    const first = person(before);
    const id = await client.create(first);
    let sent = first;
    for (const fields of puts) {
      sent = { ...sent, ...fields };
      if (!(await client.put(id, sent)).ok) return true;
    }
    return !holds(await client.read(id), sent);
  };
}

/** Shows that the list has another name or e-mail of a new user than was sent. */
export function lostInList(fields: Fields): Witness {
  return async (client) => {
    const { name, email } = person(fields);
    return !holds(await client.listed(await client.create({ name, email })), { name, email });
  };
}

/** Shows that a user is not what a PUT made of it. */
export async function isLost(client: Client, id: number): Promise<boolean> {
  const sent = person();
  const answer = await client.put(id, sent);
  return answer.ok && !holds(await client.read(id), sent);
}

/** Shows that a request about a new user is answered with the status. */
export function fails(
  request: (client: Client, id: number) => Promise<Answer>,
  status: number,
): Witness {
  return async (client) => (await request(client, await client.create())).status === status;
}

/** Tries a witness of something that depends on timing some times. */
export function often(witness: Witness): Witness {
  return async (client) => {
    for (let turn = 0; turn < 6; turn += 1) if (await witness(client)) return true;
    return false;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Shows that one of some users is read as another. */
export function misread(count: number, fields: Readonly<Record<string, unknown>> = {}): Witness {
  return async (client) => {
    const sent = crowd(count, fields);
    const ids = await createAll(client, sent);
    for (const [index, id] of ids.entries()) {
      const user = await client.read(id);
      if (!holds(user, { ...sent[index], id })) return true;
    }
    return false;
  };
}

/**
 * Shows that a write to a user changes or removes another one, whose id begins with the id of the
 * first.
 */
export function harmsLonger(write: (client: Client, id: number) => Promise<unknown>): Witness {
  return async (client) => {
    const ids: number[] = [];
    const sent: Fields[] = [];
    for (let turn = 0; turn < LONGER_MAX; turn++) {
      sent.push(person());
      ids.push(await client.create(sent.at(-1)));
      for (const [index, short] of ids.entries()) {
        const other = ids.findIndex((id) => id !== short && `${id}`.startsWith(`${short}`));
        if (other < 0) continue;
        await write(client, ids[index] ?? 0);
        return !holds(await client.read(ids[other] ?? 0), sent[other] ?? {});
      }
    }
    return false;
  };
}

/** After how many creations one id begins with another, if ids are counted up from a few. */
const LONGER_MAX = 70;
