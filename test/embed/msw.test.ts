import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import { createEmbeddedMock } from '../../src/embed/embedded-mock.ts';
import { handler } from '../../src/embed/msw.ts';
import { documents } from '../support/documents.ts';
import { JSON_HEADERS } from '../support/project.ts';

const mock = createEmbeddedMock(documents);
const versioned = createEmbeddedMock({ ...documents, basePath: '/v1' });
const others = http.all(
  '*',
  ({ request }) => new HttpResponse(`other ${new URL(request.url).pathname}`),
);
const server = setupServer();
const zoe = {
  method: 'POST',
  headers: JSON_HEADERS,
  body: JSON.stringify({ name: 'Zoë', email: 'zoe@example.com' }),
};
const SEEDED = documents.rows.users.length;

let unhandled = 0;

beforeAll(() =>
  server.listen({
    onUnhandledFrame({ frame }) {
      unhandled++;
      frame.errorWith(new Error('nobody'));
    },
  }),
);
afterEach(() => {
  server.resetHandlers();
  mock.reset();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

describe('handler', () => {
  it('answers every method of the contract, with state', async () => {
    server.use(handler(mock));
    const url = 'http://service.test/users';
    const created = await fetch(url, zoe);
    expect(created.status).toBe(201);
    const item = new URL(created.headers.get('location') ?? '', url);
    expect(await (await fetch(item)).json()).toMatchObject({ name: 'Zoë' });
    expect((await fetch(item, { ...zoe, method: 'PUT' })).ok).toBe(true);
    expect((await fetch(item, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(item)).status).toBe(404);
    expect(mock.journal.total).toBe(5);
  });

  it('leaves requests outside the mock to the next handler', async () => {
    server.use(handler(mock), others);
    expect(await (await fetch('http://service.test/teams')).text()).toBe('other /teams');
  });

  it('lets MSW report unhandled requests', async () => {
    server.use(handler(mock));
    expect((await fetch('http://service.test/teams')).status).toBe(500);
    expect(unhandled).toBe(1);
  });

  it('answers in the world named by the header field', async () => {
    server.use(handler(mock));
    const url = 'http://service.test/users';
    const inWorld = { 'Standin-World': 'a' };
    await fetch(url, { ...zoe, headers: { ...JSON_HEADERS, ...inWorld } });
    const lists = await Promise.all(
      [fetch(url), fetch(url, { headers: inWorld })].map(async (one) => (await one).json()),
    );
    expect(lists.map((list) => (list as []).length)).toEqual([SEEDED, SEEDED + 1]);
  });

  it.each(['reset', 'empty'])(
    'makes fetch reject if an answer is lost: fault=%s',
    async (fault) => {
      server.use(handler(mock));
      const lost = fetch('http://service.test/users', { headers: { prefer: `fault=${fault}` } });
      await expect(lost).rejects.toThrow(TypeError);
    },
  );

  it('ends quietly if the client is gone', async () => {
    const errors = vi.spyOn(console, 'error');
    const answered = Promise.withResolvers<Response | undefined>();
    const given = handler(mock);
    const aborting = new AbortController();
    const request = new Request('http://service.test/users', {
      headers: { prefer: 'wait=60' },
      signal: aborting.signal,
    });
    void given
      .run({ request, requestId: 'one' })
      .then((result) => answered.resolve(result?.response), answered.reject);
    await new Promise((resolve) => setTimeout(resolve));
    aborting.abort();
    expect((await answered.promise)?.type).toBe('error');
    server.use(given);
    const awaited = fetch('http://service.test/users', {
      headers: { prefer: 'wait=60' },
      signal: AbortSignal.timeout(1),
    });
    await expect(awaited).rejects.toThrow('aborted');
    expect(errors).not.toHaveBeenCalled();
  });

  it('replaces only the given address', async () => {
    server.use(handler(versioned, { baseUrl: 'https://api.example.com/v1/' }), others);
    expect((await fetch('https://api.example.com/v1/users/1')).status).toBe(200);
    expect(await (await fetch('https://elsewhere.example.com/v1/users/1')).text()).toBe(
      'other /v1/users/1',
    );
  });

  it('takes the path that all paths of a document begin with', async () => {
    const [users] = documents.contracts;
    const ofServer = { ...documents, contracts: [{ ...users, path: '/v2/users' }] };
    server.use(handler(createEmbeddedMock(ofServer), { baseUrl: 'https://a.test/v2' }), others);
    expect((await fetch('https://a.test/v2/users/1')).status).toBe(200);
    expect(() => handler(createEmbeddedMock(ofServer), { baseUrl: 'https://a.test/v' })).toThrow(
      'baseUrl has the path "/v", but the mock has the base path ""',
    );
  });

  it('replaces the origin of the page if there is one', async () => {
    vi.stubGlobal('location', new URL('http://page.test/index.html'));
    server.use(handler(mock), others);
    expect((await fetch('http://page.test/users/1')).status).toBe(200);
    expect(await (await fetch('http://elsewhere.test/users/1')).text()).toBe('other /users/1');
  });

  it.each([undefined, null, {}, documents])('refuses a value that is no mock', (given) => {
    expect(() => handler(given as unknown as typeof mock)).toThrow(StandinError);
    expect(() => handler(given as unknown as typeof mock)).toThrow('expected a mock');
  });

  it.each([
    ['api.example.com', '"api.example.com" is not a URL'],
    ['https://api.example.com', 'baseUrl has the path "", but the mock has the base path "/v1"'],
    [
      'https://api.example.com/v2',
      'baseUrl has the path "/v2", but the mock has the base path "/v1"',
    ],
  ])('refuses the address %s', (baseUrl, message) => {
    expect(() => handler(versioned, { baseUrl })).toThrow(message);
  });
});
