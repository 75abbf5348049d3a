// Calls to a mock that wait at breakpoints, over real connections.

import { describe, expect, it } from 'vitest';
import type { HeldAnswer, HeldRequest } from '../../../src/base/hold.ts';
import { toRecorded } from '../../../src/journal/interaction/to-recorded.ts';
import { type Holding, holding } from '../../support/holding.ts';
import { type Served, serveProject } from '../../support/served.ts';

const ADA = { name: 'Ada', email: 'ada@example.com', isPremium: true };

function ask({ port }: Served, path = '/users/1', init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, init);
}

function post(served: Served, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return ask(served, '/users', { method: 'POST', headers, body: JSON.stringify(body) });
}

const latest = ({ mock }: Served) => {
  const [interaction] = mock.journal.newest(1);
  return interaction === undefined ? null : toRecorded(interaction);
};

/** Resolves to whether a call was cut without an answer. */
const isCut = (asked: Promise<Response>): Promise<boolean> =>
  asked.then(
    () => false,
    () => true,
  );

async function changed(
  { next, breakpoints }: Holding,
  change: (message: HeldRequest & HeldAnswer) => Partial<HeldRequest & HeldAnswer>,
): Promise<void> {
  const { id, request, answer } = await next();
  const was = { ...(answer ?? request) } as HeldRequest & HeldAnswer;
  breakpoints.decide(id, { kind: 'change', message: { ...was, ...change(was) } });
}

describe('a request at a breakpoint', () => {
  it('waits before anything is done, and is answered as ever', async () => {
    const held = holding(['request', 'op:create']);
    await using served = await serveProject(held);
    const before = served.mock.state.collection('users').size;
    const asked = post(served, ADA);
    const { id, request } = await held.next();
    expect(request).toMatchObject({ method: 'POST', target: '/users' });
    expect(Buffer.from(request.body).toString()).toBe(JSON.stringify(ADA));
    expect(served.mock.state.collection('users').size).toBe(before);
    expect((await ask(served)).status).toBe(200);
    held.breakpoints.decide(id, { kind: 'pass' });
    expect((await asked).status).toBe(201);
    expect(latest(served)).toMatchObject({
      trouble: expect.stringMatching(/^request held \d+ ms at a breakpoint$/),
      verdict: 'conforms',
      original: null,
    });
    expect(served.failures).toEqual([]);
  });

  it('is answered as it was changed', async () => {
    const held = holding(['request', 'path:/users']);
    await using served = await serveProject(held);
    const asked = ask(served, '/users/1');
    await changed(held, () => ({
      method: 'PUT',
      target: '/users/2?x=1',
      fields: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify({ ...ADA, name: 'Zoë' })),
    }));
    const answer = await asked;
    expect([answer.status, await answer.json()]).toMatchObject([200, { id: 2, name: 'Zoë' }]);
    expect(latest(served)).toMatchObject({
      request: { method: 'PUT', path: '/users/2', query: 'x=1' },
      trouble: expect.stringMatching(/^request held \d+ ms at a breakpoint and changed$/),
    });
  });

  it('changes nothing if it is dropped: the connection ends', async () => {
    const held = holding(['request', 'method:delete']);
    await using served = await serveProject(held);
    const cut = isCut(ask(served, '/users/1', { method: 'DELETE' }));
    held.breakpoints.decide((await held.next()).id, { kind: 'drop' });
    expect(await cut).toBe(true);
    expect((await ask(served, '/users/1')).status).toBe(200);
  });
});

describe('an answer at a breakpoint', () => {
  it('reaches the client as it was changed, and the journal has both', async () => {
    const held = holding(['answer', 'status:200 type:json']);
    await using served = await serveProject(held);
    const asked = ask(served);
    await changed(held, ({ fields }) => ({
      status: 503,
      fields: [...fields, ['X-Made', 'by hand']],
      body: Buffer.from('{"title":"Zu spät"}'),
    }));
    const answer = await asked;
    expect([answer.status, answer.headers.get('x-made'), await answer.json()]).toEqual([
      503,
      'by hand',
      { title: 'Zu spät' },
    ]);
    expect(latest(served)).toMatchObject({
      reply: { status: 503, body: { text: '{"title":"Zu spät"}' } },
      original: { status: 200 },
      verdict: 'unjudged',
      trouble: expect.stringMatching(/^answer held \d+ ms at a breakpoint and changed$/),
    });
  });

  it('is sent as it was if it passes, is not matched, or is too long', async () => {
    const held = holding(['answer', 'path:/users/1 reply:"name"']);
    await using served = await serveProject({ ...held, more: 20_000 });
    const asked = ask(served);
    held.breakpoints.decide((await held.next()).id, { kind: 'pass' });
    expect((await asked).status).toBe(200);
    expect(latest(served)).toMatchObject({ original: null, verdict: 'conforms' });
    expect((await ask(served, '/users/10000000')).status).toBe(404);
    held.breakpoints.add('answer', 'path:/users');
    expect(((await (await ask(served, '/users')).json()) as []).length).toBeGreaterThan(20_000);
  });

  it('is not sent if it is dropped, though the call has done its work', async () => {
    const held = holding(['answer', 'op:remove']);
    await using served = await serveProject(held);
    const cut = isCut(ask(served, '/users/1', { method: 'DELETE' }));
    held.breakpoints.decide((await held.next()).id, { kind: 'drop' });
    expect(await cut).toBe(true);
    expect(latest(served)).toMatchObject({
      reply: null,
      original: { status: 204 },
      trouble: expect.stringMatching(
        /^answer held \d+ ms at a breakpoint and dropped; connection closed without a reply, as requested$/,
      ),
    });
    expect((await ask(served, '/users/1')).status).toBe(404);
  });

  it('waits once for its request and once for itself', async () => {
    const held = holding(['request', ''], ['answer', '']);
    await using served = await serveProject(held);
    const asked = ask(served);
    held.breakpoints.decide((await held.next()).id, { kind: 'pass' });
    const { id, answer } = await held.next();
    expect(answer?.status).toBe(200);
    held.breakpoints.decide(id, { kind: 'pass' });
    expect((await asked).status).toBe(200);
    expect(latest(served)?.trouble).toMatch(/^request held \d+ ms .*; answer held \d+ ms/);
  });
});
