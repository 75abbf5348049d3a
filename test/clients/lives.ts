// Documents that are nothing like users, and the life of an item of each as its client sees it.

/** A reply, and what the one who passed it on found wrong with it or its request. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  mediaType?: string,
) => Promise<Seen>;

/** One document: where its paths begin, and a life. */
export interface Client {
  readonly file: string;
  readonly basePath: string;
  /** Sends the calls of a client, and throws at the first reply that breaks the life. */
  live(send: Send): Promise<void>;
}

const NONE = '00000000-0000-4000-8000-000000000000';

export const clients: readonly Client[] = [
  {
    file: 'harbour.yaml',
    basePath: '/api/v1',
    async live(send) {
      const berth = { name: 'North 1', depth: 3.5, kind: 'quay', note: null };
      const created = await send('POST', '/berths', berth);
      expectStatus(created, 201);
      const { id } = created.body as { id: string };
      expectSame(created.headers.get('location')?.endsWith(`/berths/${id}`), true);
      expectMembers(await send('GET', `/berths/${id}`), berth);
      const page = await send('GET', '/berths?page=1&per_page=100');
      expectSame(
        (page.body as { items: { id: string }[] }).items.some((one) => one.id === id),
        true,
      );
      const change = { name: 'North 2', note: 'deep' };
      expectMembers(
        await send('PATCH', `/berths/${id}`, change, 'application/merge-patch+json'),
        change,
      );
      expectMembers(await send('GET', `/berths/${id}`), { ...berth, ...change });

      const mooring = { vessel: 'Ada', from: '2026-05-01', nights: 3 };
      const moored = await send('POST', `/berths/${id}/moorings`, mooring);
      expectStatus(moored, 201);
      const place = `/berths/${id}/moorings/${(moored.body as { id: number }).id}`;
      expectMembers(await send('GET', place), mooring);
      expectSame(((await send('GET', `/berths/${id}/moorings`)).body as unknown[]).length, 1);
      expectStatus(await send('DELETE', place), 204);
      expectStatus(await send('GET', place), 404);
      expectStatus(await send('DELETE', `/berths/${id}`), 204);
      expectStatus(await send('GET', `/berths/${id}`), 404);
      expectStatus(await send('DELETE', `/berths/${NONE}`), 404);
    },
  },
  {
    file: 'pantry.json',
    basePath: '',
    async live(send) {
      const jar = { label: 'plum-jam', grams: 340, bestBefore: '2027-01-01', tags: ['sweet'] };
      expectMembers(await send('POST', '/jars', jar), { data: jar });
      expectStatus(await send('POST', '/jars', jar), 409);
      expectMembers(await send('GET', '/jars/plum-jam'), { data: jar });
      const list = (await send('GET', '/jars')).body as { data: { label: string }[] };
      expectSame(
        list.data.some((one) => one.label === 'plum-jam'),
        true,
      );
      const eaten = { label: 'plum-jam', grams: 0, bestBefore: null };
      expectMembers(await send('PUT', '/jars/plum-jam', eaten), { data: eaten });
      expectMembers(await send('GET', '/jars/plum-jam'), { data: eaten });
      expectStatus(await send('POST', '/jars/plum-jam/open'), 200);
      expectStatus(await send('POST', '/jars/none/open'), 404);
      expectStatus(await send('DELETE', '/jars/plum-jam'), 204);
      expectStatus(await send('GET', '/jars/plum-jam'), 404);
      expectStatus(await send('PUT', '/jars/plum-jam', eaten), 404);
    },
  },
  {
    file: 'fleet.json',
    basePath: '/fleet/v2',
    async live(send) {
      const van = { plate: 'AB-123', seats: 7, electric: true };
      const created = await send('POST', '/vans', van);
      expectStatus(created, 201);
      const place = `/vans/${(created.body as { id: number }).id}`;
      expectMembers(await send('GET', place), van);
      expectStatus(await send('GET', '/vans?offset=0&limit=50'), 200);
      expectMembers(await send('PUT', place, { plate: 'CD-4', seats: 2 }), { plate: 'CD-4' });
      expectMembers(await send('GET', place), { plate: 'CD-4', seats: 2 });
      expectStatus(await send('DELETE', place), 204);
      expectStatus(await send('GET', place), 404);
    },
  },
];

function expectStatus(seen: Seen, status: number): void {
  expectSame(seen.status, status, JSON.stringify(seen.body));
}

/** Members of a success; others may stand beside them, at any depth. */
function expectMembers(seen: Seen, members: Readonly<Record<string, unknown>>): void {
  expectSame(seen.status >= 200 && seen.status < 300, true, `${seen.status}`);
  expectSame(contains(seen.body, members), true, JSON.stringify(seen.body));
}

function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part))
    return JSON.stringify(whole) === JSON.stringify(part);
  return Object.entries(part).every(([name, value]) =>
    contains((whole as Record<string, unknown> | null)?.[name], value),
  );
}

function expectSame(actual: unknown, expected: unknown, around = ''): void {
  if (actual !== expected)
    throw new Error(`expected ${String(expected)}, but it is ${String(actual)} ${around}`);
}
