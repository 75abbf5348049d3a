// Parcels and crates, and the seams in which a fault is planted. Plain node:http; it shares no code
// with Standin.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Parcel {
  readonly id: number;
  readonly label: string;
  readonly state: string;
  readonly weight: number;
  readonly isFragile: boolean;
  readonly marks: readonly string[];
}

export type Filter = 'label' | 'status' | 'weight' | 'fragile' | 'mark' | 'lightest' | 'heaviest';

/** A page of a list, and the total beside it. */
export interface Page {
  readonly shown: readonly Parcel[];
  readonly total: number;
}

export interface Cut {
  readonly from: number;
  readonly size: number;
  readonly all: readonly Parcel[];
  /** Whether a parcel fits the query. */
  readonly isIn: (parcel: Parcel) => boolean;
}

/** The seams. Each has what is right as its last argument. */
export interface Seams {
  /** Whether a parcel fits what a parameter asks for. */
  fits(parcel: Parcel, filter: Filter, value: string, isSo: boolean): boolean;
  /** The filters of a query that count. */
  asked(filters: readonly Filter[]): readonly Filter[];
  /** Whether a parcel is in the list, by whether it fits each of the filters. */
  joined(fitting: readonly boolean[]): boolean;
  /** The page that begins at an index */
  page(cut: Cut, page: Page): Page;
  status(query: URLSearchParams, page: Page, status: number): number;
  /** The query as the service reads it. */
  read(text: string, query: URLSearchParams): URLSearchParams;
}

const members: Readonly<Record<Filter, (parcel: Parcel) => readonly unknown[]>> = {
  label: ({ label }) => [label],
  status: ({ state }) => [state],
  weight: ({ weight }) => [weight],
  fragile: ({ isFragile }) => [isFragile],
  mark: ({ marks }) => marks,
  lightest: ({ weight }) => [weight],
  heaviest: ({ weight }) => [weight],
};
const FILTERS = Object.keys(members) as readonly Filter[];

export interface RunningParcels extends AsyncDisposable {
  readonly baseUrl: string;
  size(): number;
}

/** Starts the service, with some parcels of others. */
export async function startParcels({
  fits = (_parcel, _filter, _value, isSo) => isSo,
  asked = (filters) => filters,
  joined = (fitting) => fitting.every((one) => one),
  page = (_cut, right) => right,
  status = (_query, _page, right) => right,
  read = (_text, right) => right,
}: Partial<Seams>): Promise<RunningParcels> {
  const stores = { parcels: new Map<number, Parcel>(), crates: new Map<number, Parcel>() };
  let last = 7;
  for (const store of Object.values(stores))
    for (const [index, state] of ['waiting', 'moving', 'delivered', 'waiting'].entries())
      store.set(index + 1, {
        id: index + 1,
        label: `foreign ${index}`,
        state,
        weight: 100 * index,
        isFragile: index % 2 === 0,
        marks: [],
      });

  const pageOf = (store: ReadonlyMap<number, Parcel>, query: URLSearchParams, isPaged: boolean) => {
    const filters = asked(FILTERS.filter((name) => (query.get(name) ?? '') !== ''));
    const all = [...store.values()];
    const isIn = (parcel: Parcel): boolean =>
      filters.length === 0 ||
      joined(
        filters.map((name) => {
          const value = query.get(name) ?? '';
          return fits(parcel, name, value, isMeant(parcel, name, value));
        }),
      );
    const found = all.filter(isIn);
    const size = isPaged ? Number(query.get('size') ?? 20) : 3;
    const from = isPaged ? (Number(query.get('page') ?? 1) - 1) * size : Number(query.get('from'));
    const right = { shown: found.slice(from, from + size), total: found.length };
    return page({ from, size, all, isIn }, right);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (code: number, body?: unknown): void => {
      response.writeHead(code, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path = '', text = ''] = (request.url ?? '').split('?');
    const [, name = '', key] = /^\/(parcels|crates)(?:\/([^/]+))?$/.exec(path) ?? [];
    const store = name === 'parcels' || name === 'crates' ? stores[name] : undefined;
    const parcel = store?.get(Number(key));
    if (store === undefined || (key !== undefined && parcel === undefined)) return send(404, {});
    const { method = '' } = request;
    if (method === 'GET' && parcel !== undefined) return send(200, parcel);
    if (method === 'GET') {
      const query = read(text, new URLSearchParams(text));
      const found = pageOf(store, query, name === 'parcels');
      const code = status(query, found, 200);
      if (code >= 400) return send(code, {});
      const { shown, total } = found;
      return send(code, name === 'parcels' ? { parcels: shown, total } : shown);
    }
    if (method === 'DELETE' && parcel !== undefined) {
      store.delete(parcel.id);
      return send(204);
    }
    if (method !== 'POST' || key !== undefined) return send(405);
    const made = parcelOf(Buffer.concat(chunks).toString(), ++last);
    if (made === null) return send(422, {});
    store.set(made.id, made);
    return send(201, made);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    size: () => stores.parcels.size + stores.crates.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a parcel fits what a parameter asks for. */
function isMeant(parcel: Parcel, name: Filter, value: string): boolean {
  if (name === 'lightest') return parcel.weight >= Number(value);
  if (name === 'heaviest') return parcel.weight <= Number(value);
  return members[name](parcel).map(String).includes(value);
}

/** The parcel of a body; `null` if it is none. */
function parcelOf(text: string, id: number): Parcel | null {
  let body: Partial<Parcel> | null;
  try {
    body = JSON.parse(text) as Partial<Parcel> | null;
  } catch {
    return null;
  }
  const { label, state, weight, isFragile, marks } = body ?? {};
  const isSound =
    typeof label === 'string' &&
    label.length > 0 &&
    label.length <= 200 &&
    ['waiting', 'moving', 'delivered'].includes(state ?? '') &&
    Number.isSafeInteger(weight) &&
    Number(weight) >= 0 &&
    typeof isFragile === 'boolean' &&
    Array.isArray(marks) &&
    marks.every((mark) => typeof mark === 'string');
  return isSound ? ({ id, label, state, weight, isFragile, marks } as Parcel) : null;
}
