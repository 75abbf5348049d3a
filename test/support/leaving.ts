// Small services that make it hard to leave nothing behind. Each counts its own items, so that a test
// can compare what reports and `clean` say with what is there.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts';

/** What a service does otherwise than the plain one, which counts ids up and answers with the item. */
export interface Leaving {
  /** The member that is the id. `id` if absent. */
  readonly idMember?: string;
  /** The id of an item; a number that counts up if absent. */
  readonly idOf?: (values: JsonObject, serial: number) => Json;
  /** What a creation makes; one item if absent. */
  readonly makes?: (sent: JsonObject) => readonly JsonObject[];
  /** What a creation is answered with; 201 and the item if absent. */
  readonly created?: (made: readonly JsonObject[], path: string) => Answer;
  /** What is stored of a body; the body if absent. */
  readonly stores?: (sent: JsonObject) => JsonObject;
  /** Whether a body is accepted; any object with a text in each required member if absent. */
  readonly takes?: (sent: JsonObject) => boolean;
  /** What the service says of a body that it does not accept; `invalid` if absent. */
  readonly refused?: string;
  /** What a DELETE does; it removes the item if absent. */
  readonly removal?: 'refuses-405' | 'refuses-403' | 'flags' | 'expires' | 'late';
  /** What an element of the list shows; the item if absent. */
  readonly listed?: (item: JsonObject) => JsonObject;
  /** How many elements a page of the list has; all if absent. */
  readonly pageLength?: number;
  /** How long after a write the list shows it, in milliseconds; at once if absent. */
  readonly lateMs?: number;
  /** Whether a PUT gives the item the id of its new values. */
  readonly renames?: true;
  /** What comes before the path of the items; nothing if absent. */
  readonly prefix?: string;
  /** How long an id in a path may be: longer ones lead nowhere; any if absent. */
  readonly idLengthMax?: number;
  /** Whether others make items from time to time. */
  readonly neighbour?: 'often';
}

type Answer = readonly [status: number, body?: Json, headers?: Readonly<Record<string, string>>];

export interface LeavingService extends AsyncDisposable {
  readonly baseUrl: string;
  /** What is there now, whoever made it. */
  items(): readonly JsonObject[];
  /** The items of others that were written to or removed. */
  harmed(): readonly Json[];
}

/** The path of the items. */
export const PATH = '/things';

/** Starts a service with one item of somebody else. */
export async function startLeaving(leaving: Leaving): Promise<LeavingService> {
  const { idMember = 'id', lateMs = 0 } = leaving;
  const items = new Map<string, JsonObject>();
  const others = new Set<string>();
  const harmed: Json[] = [];
  let serial = 0;
  /** What the list shows from a time on. */
  const history: { readonly at: number; readonly list: readonly JsonObject[] }[] = [];
  const record = (): void => void history.push({ at: Date.now(), list: [...items.values()] });
  const put = (values: JsonObject): JsonObject => {
    serial++;
    const id = leaving.idOf?.(values, serial) ?? serial;
    const item = { ...values, [idMember]: id };
    items.set(String(id), item);
    record();
    return item;
  };
  const foreign = (): void => {
    const item = put({ name: `neighbour number ${serial}`, note: 'of a colleague' });
    others.add(String(item[idMember]));
  };
  foreign();
  const timer = leaving.neighbour === 'often' ? setInterval(foreign, 15) : undefined;

  function list(): readonly JsonObject[] {
    if (lateMs === 0) return [...items.values()];
    return history.findLast(({ at }) => at <= Date.now() - lateMs)?.list ?? [];
  }

  function isTaken(sent: Json): sent is JsonObject {
    if (!isObject(sent)) return false;
    if (leaving.takes !== undefined) return leaving.takes(sent);
    const { name = null, note = '' } = sent;
    return typeof name === 'string' && name !== '' && typeof note === 'string';
  }

  function create(sent: Json): Answer {
    if (!isTaken(sent)) return [400, { error: leaving.refused ?? 'invalid' }];
    const wanted = (leaving.makes?.(sent) ?? [sent]).map((one) => leaving.stores?.(one) ?? one);
    const ids = wanted.map((one) => String(leaving.idOf?.(one, serial + 1) ?? ''));
    if (ids.some((id, place) => id !== '' && (items.has(id) || ids.indexOf(id) !== place)))
      return [409, { error: 'taken' }];
    const made = wanted.map(put);
    return leaving.created?.(made, PATH) ?? [201, made[0] ?? null];
  }

  function remove(key: string): Answer {
    const item = items.get(key);
    if (item === undefined) return [404, { error: 'unknown' }];
    if (leaving.removal === 'refuses-405') return [405, { error: 'not here' }];
    if (leaving.removal === 'refuses-403') return [403, { error: 'not you' }];
    if (others.has(key)) harmed.push(key);
    if (leaving.removal === 'flags') items.set(key, { ...item, deleted: true });
    else if (leaving.removal === 'expires') items.set(key, { ...item, state: 'expired' });
    else if (leaving.removal === 'late') setTimeout(() => items.delete(key), 20);
    else items.delete(key);
    record();
    return leaving.removal === 'late' ? [202] : [204];
  }

  function replace(key: string, sent: Json): Answer {
    const item = items.get(key);
    if (item === undefined) return [404, { error: 'unknown' }];
    if (!isTaken(sent)) return [400, { error: leaving.refused ?? 'invalid' }];
    const values = leaving.stores?.(sent) ?? sent;
    const id = leaving.renames === true ? leaving.idOf?.(values, serial) : item[idMember];
    if (String(id) !== key && items.has(String(id))) return [409, { error: 'taken' }];
    if (others.has(key)) harmed.push(key);
    const next = { ...values, [idMember]: id ?? null };
    items.delete(key);
    items.set(String(id), next);
    record();
    return [200, next];
  }

  const server = createServer((request, response) => {
    const answer = async (): Promise<Answer> => {
      const url = new URL(request.url ?? '', 'http://localhost');
      url.pathname = url.pathname.replace(leaving.prefix ?? '', '');
      const body = await bodyOf(request);
      if (url.pathname === PATH && request.method === 'POST') return create(body);
      if (url.pathname === PATH) {
        const all = list().map((item) => leaving.listed?.(item) ?? item);
        const { pageLength = all.length } = leaving;
        const page = Number(url.searchParams.get('page') ?? 1);
        return [200, all.slice((page - 1) * pageLength, page * pageLength)];
      }
      const key = decodeURIComponent(url.pathname.slice(PATH.length + 1));
      if (key.length > (leaving.idLengthMax ?? key.length)) return [404, { error: 'no route' }];
      const item = items.get(key);
      if (request.method === 'DELETE') return remove(key);
      if (request.method === 'PUT') return replace(key, body);
      return item === undefined ? [404, { error: 'unknown' }] : [200, item];
    };
    void answer().then(([status, body, headers = {}]) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    items: () => [...items.values()].filter((item) => !others.has(String(item[idMember]))),
    harmed: () => harmed,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
  } catch {
    return null;
  }
}

/** Draws an id that nothing else has. */
export const anyId = (): Json => randomUUID();
