// A harbour: boats, each with its rigging and its berth, and a table of tides. Plain node:http; it
// shares no code with Standin.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fields = Readonly<Record<string, unknown>>;
export type Single = 'rigging' | 'berth' | 'tides';

/** A write to a single item. */
export interface Write {
  readonly single: Single;
  readonly method: string;
  /** The id of the boat; empty for the tides. */
  readonly boat: string;
  readonly sent: Fields;
  readonly before: Fields | undefined;
}

/** The seams. Each has what is right as its last argument. */
export interface Seams {
  /** What a write stores. */
  stored(write: Write, right: Fields): Fields;
  /** What other boats have after a write. */
  others(write: Write, other: Fields): Fields;
  shown(single: Single, right: Fields): Fields;
  /** What is there without a write; `undefined` for nothing. */
  usual(single: Single, right: Fields | undefined): Fields | undefined;
  /** Whether what belongs to a boat goes with it. */
  cascades: boolean;
  isRemoved: boolean;
  /** The status of a success, or of a refusal. */
  status(write: Write, right: number): number;
}

const members: Readonly<
  Record<Single, readonly (readonly [string, (value: unknown) => boolean])[]>
> = {
  rigging: [
    ['sails', isCount],
    ['isFurled', isFlag],
    ['colour', (value) => value === null || typeof value === 'string'],
    ['lines', (value) => Array.isArray(value) && value.every(isText)],
    [
      'mast',
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        isCount((value as Fields)['height']) &&
        isText((value as Fields)['wood']),
    ],
  ],
  berth: [
    ['quay', isText],
    ['place', isCount],
    ['hasPower', isFlag],
  ],
  tides: [
    ['port', isText],
    ['metres', isCount],
    ['isSpring', isFlag],
  ],
};

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 200;
}
function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 900;
}

/** Merges as RFC 7396 says. */
function merged(before: unknown, patch: unknown): unknown {
  const isRecord = (value: unknown): value is Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result[name] = null;
    else result[name] = merged(result[name], value);
  }
  return result;
}

export const TIDES: Fields = { port: 'Old Harbour', metres: 4, isSpring: true };
const BERTH: Fields = { quay: 'East', place: 0, hasPower: false };

export interface RunningHarbour extends AsyncDisposable {
  readonly baseUrl: string;
  /** What is there. */
  state(): { readonly boats: number; readonly tides: Fields | undefined };
}

/** Starts the service, with a boat of someone else. */
export async function startHarbour({
  stored = (_write, right) => right,
  others = (_write, other) => other,
  shown = (_single, right) => right,
  usual = (_single, right) => right,
  cascades = true,
  isRemoved = true,
  status = (_write, right) => right,
}: Partial<Seams>): Promise<RunningHarbour> {
  const boats = new Map([['1', { id: 1, name: 'Old Boat' }]]);
  const singles = new Map<string, Fields>([['tides ', TIDES]]);
  let last = 1;

  const write = (single: Single, method: string, boat: string, sent: Fields): number => {
    const place = `${single} ${boat}`;
    const before = read(single, boat);
    const isWhole = method === 'PUT';
    if (!isWhole && before === undefined) return 404;
    const known = members[single].map(([name]) => name);
    const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => known.includes(name)));
    const right = isWhole ? kept : (merged(before, kept) as Fields);
    if (!members[single].every(([name, fits]) => fits(right[name]))) return 422;
    const one: Write = { single, method, boat, sent, before };
    for (const [other, fields] of singles)
      if (other !== place && other.startsWith(`${single} `))
        singles.set(other, others(one, fields));
    const code = status(one, before === undefined ? 201 : 200);
    if (code < 300) singles.set(place, stored(one, right));
    return code;
  };
  const read = (single: Single, boat: string): Fields | undefined =>
    singles.get(`${single} ${boat}`) ?? usual(single, single === 'berth' ? BERTH : undefined);

  const answerBoats = (method: string, key: string | undefined, sent: Fields): Answer => {
    const boat = boats.get(key ?? '');
    if (key === undefined) {
      if (method === 'GET') return [200, [...boats.values()]];
      if (method !== 'POST') return [405];
      if (!isText(sent['name'])) return [422, {}];
      const made = { id: ++last, name: String(sent['name']) };
      boats.set(String(made.id), made);
      return [201, made];
    }
    if (boat === undefined) return [404, {}];
    if (method === 'GET') return [200, boat];
    if (method !== 'DELETE') return [405];
    boats.delete(key);
    if (cascades) for (const single of ['rigging', 'berth']) singles.delete(`${single} ${key}`);
    return [204];
  };

  const answerSingle = (method: string, single: Single, boat: string, sent: Fields): Answer => {
    const isThere = single === 'tides' || boats.has(boat) || !cascades;
    const there = isThere ? read(single, boat) : undefined;
    if (!isThere) return [404, {}];
    if (method === 'GET') return there === undefined ? [404, {}] : [200, shown(single, there)];
    if (method === 'DELETE' && single === 'rigging') {
      if (there === undefined) return [404, {}];
      if (isRemoved) singles.delete(`${single} ${boat}`);
      return [204];
    }
    const methods = { rigging: ['PUT', 'PATCH'], berth: ['POST'], tides: ['PUT'] }[single];
    if (!methods.includes(method)) return [405];
    const code = write(single, method, boat, sent);
    return [code, code < 300 ? shown(single, read(single, boat) ?? {}) : {}];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?');
    const [, key, single] = /^\/boats(?:\/([^/]+))?(?:\/(rigging|berth))?$/.exec(path) ?? [];
    let sent: unknown = {};
    try {
      if (chunks.length > 0) sent = JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      sent = null;
    }
    const isRecord = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
    const isKnown = path === '/tides' || path.startsWith('/boats');
    const [code, body]: Answer = !isKnown
      ? [404, {}]
      : !isRecord
        ? [400, {}]
        : path === '/tides'
          ? answerSingle(method, 'tides', '', sent as Fields)
          : single === 'rigging' || single === 'berth'
            ? answerSingle(method, single, key ?? '', sent as Fields)
            : answerBoats(method, key, sent as Fields);
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    state: () => ({ boats: boats.size, tides: singles.get('tides ') }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = readonly [status: number, body?: unknown];
