// A client whose types openapi-typescript has written from the document. It is compiled and run
// beside them.

import createClient from 'openapi-fetch';
import type { components, paths } from './harbour.types.js';

type Berth = components['schemas']['Berth'];

const client = createClient<paths>({ baseUrl: process.env['BASE_URL'] ?? '' });

const created = await client.POST('/berths', {
  body: { name: 'North 1', depth: 3.5, kind: 'quay' },
});
const berth: Berth = created.data ?? fail('not created');
const at = { params: { path: { berthId: berth.id } } };
const page = await client.GET('/berths', { params: { query: { page: 1, per_page: 100 } } });
const total: number = page.data?.total ?? fail('no total');
const changed = await client.PATCH('/berths/{berthId}', {
  ...at,
  body: { note: 'deep' },
  headers: { 'Content-Type': 'application/merge-patch+json' },
});
const mooring = await client.POST('/berths/{berthId}/moorings', {
  ...at,
  body: { vessel: 'Ada', from: '2026-05-01' },
});
const moorings = await client.GET('/berths/{berthId}/moorings', at);
const refused = await client.POST('/berths', { body: { name: '', depth: 1 } });
const removed = await client.DELETE('/berths/{berthId}', at);
const gone = await client.GET('/berths/{berthId}', at);

console.log(
  JSON.stringify({
    isListed: page.data?.items.some(({ id }) => id === berth.id),
    isCounted: total > 0,
    isDated: !Number.isNaN(Date.parse(berth.createdAt)),
    note: changed.data?.note,
    vessel: mooring.data?.vessel,
    moorings: moorings.data?.map(({ from }) => from),
    refused: refused.error?.status,
    removed: removed.response.status,
    gone: gone.error?.status,
  }),
);

function fail(why: string): never {
  throw new Error(why);
}
