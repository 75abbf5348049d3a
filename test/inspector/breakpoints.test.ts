import { describe, expect, it } from 'vitest';
import type { HeldRequest } from '../../src/base/hold.ts';
import { type Holding, holding } from '../support/holding.ts';
import { createInspectorClient, type InspectorClient } from './inspector-client.ts';

const never = new AbortController().signal;
const REQUEST: HeldRequest = {
  method: 'POST',
  target: '/users?a=1',
  fields: [
    ['Authorization', 'Bearer planted'],
    ['Content-Type', 'application/json'],
  ],
  body: Buffer.from('{"name":"Ada"}'),
};
const ANSWER = {
  status: 200,
  fields: [['Set-Cookie', 'planted']] as const,
  body: Buffer.from([255]),
};

function client(): InspectorClient & Holding {
  const held = holding();
  return { ...createInspectorClient({ breakpoints: held.breakpoints }), ...held };
}

const THERE = 'This breakpoint is there already.';

describe('api/breakpoints', () => {
  it('adds, lists and removes breakpoints', async () => {
    const one = client();
    const added = await one.ask('POST api/breakpoints', { on: 'request', filter: 'method:post' });
    expect([added.status, added.headers['location'], added.json]).toEqual([
      201,
      '/__standin/api/breakpoints/1',
      { id: 1, on: 'request', filter: 'method:post' },
    ]);
    await one.ask('POST api/breakpoints', { on: 'answer' });
    expect((await one.ask('GET api/breakpoints')).json).toEqual({
      breakpoints: [added.json, { id: 2, on: 'answer', filter: '' }],
      held: [],
      passed: 0,
      heldMs: 300_000,
    });
    expect((await one.ask('GET api/breakpoints/1')).json).toEqual(added.json);
    expect((await one.ask('DELETE api/breakpoints/1')).status).toBe(204);
    expect((await one.ask('DELETE api/breakpoints/1')).status).toBe(404);
    expect((await one.ask('PUT api/breakpoints/2')).status).toBe(405);
    expect((await one.ask('DELETE api/breakpoints')).status).toBe(204);
    expect(one.breakpoints.list()).toEqual([]);
  });

  it.each([
    [{ on: 'reply' }, 400, '"on" is "request" or "answer"'],
    [{ on: 'request', filter: 1 }, 400, 'Send {"on": "request"'],
    [{ on: 'request', fliter: '' }, 400, 'Did you mean "filter"?'],
    [{ on: 'request', filter: 'status:404' }, 422, 'Hold the answer instead.'],
    [{ on: 'request', filter: '(a' }, 422, 'This parenthesis is not closed.'],
  ])('refuses %j', async (body, status, detail) => {
    const refused = await client().ask('POST api/breakpoints', body);
    expect([refused.status, refused.text]).toEqual([
      status,
      expect.stringContaining(JSON.stringify(detail).slice(1, -1)),
    ]);
  });

  it('refuses one that is there already, and changes nothing', async () => {
    const one = client();
    await one.ask('POST api/breakpoints', { on: 'request', filter: 'method:post' });
    const again = await one.ask('POST api/breakpoints', { on: 'request', filter: ' method:post' });
    expect(again).toMatchObject({
      status: 422,
      json: { title: 'No breakpoint was added', detail: THERE },
    });
    expect(one.breakpoints.list()).toHaveLength(1);
    await one.ask('POST api/breakpoints', { on: 'answer', filter: 'method:post' });
    expect(one.breakpoints.list()).toHaveLength(2);
  });

  it('are refused where no server runs', async () => {
    const one = createInspectorClient();
    for (const what of ['breakpoints', 'held/1'])
      expect(await one.ask(`GET api/${what}`)).toMatchObject({
        status: 409,
        json: { title: 'Nothing can be held' },
      });
  });
});

describe('api/held', () => {
  it('shows a call without its secrets, and lets it go', async () => {
    const one = client();
    one.breakpoints.add('request', '');
    const asked = one.breakpoints.holdRequest(REQUEST, never);
    expect((await one.ask('GET api/breakpoints')).json).toMatchObject({
      held: [{ id: 2, on: 'request', method: 'POST', target: '/users?a=1', status: null }],
    });
    const shown = await one.ask('GET api/held/2');
    expect(shown.json).toMatchObject({
      request: {
        method: 'POST',
        target: '/users?a=1',
        headers: [
          ['Authorization', '[redacted]'],
          ['Content-Type', 'application/json'],
        ],
        body: '{"name":"Ada"}',
        bytes: 14,
      },
      answer: null,
    });
    expect(shown.text).not.toContain('planted');
    expect((await one.ask('POST api/held/2', { do: 'pass' })).status).toBe(204);
    expect(await asked).toMatchObject({ kind: 'pass' });
    expect((await one.ask('POST api/held/2', { do: 'pass' })).status).toBe(404);
  });

  it('changes what is named, and keeps the rest and the secrets', async () => {
    const one = client();
    one.breakpoints.add('request', '');
    one.breakpoints.add('answer', '');
    const asked = one.breakpoints.holdRequest(REQUEST, never);
    const headers = [
      ['authorization', '[redacted]'],
      ['X-A', '1'],
    ];
    await one.ask('POST api/held/3', { do: 'change', request: { headers, method: 'PUT' } });
    expect(await asked).toMatchObject({
      kind: 'change',
      message: {
        method: 'PUT',
        target: '/users?a=1',
        fields: [
          ['authorization', 'Bearer planted'],
          ['X-A', '1'],
        ],
        body: REQUEST.body,
      },
    });
    const answered = one.breakpoints.holdAnswer(REQUEST, ANSWER, never);
    expect((await one.ask('GET api/held/4')).json).toMatchObject({
      answer: { status: 200, headers: [['Set-Cookie', '[redacted]']], body: null, bytes: 1 },
    });
    await one.ask('POST api/held/4', { do: 'change', answer: { status: 404 } });
    expect(await answered).toMatchObject({
      kind: 'change',
      message: { status: 404, fields: ANSWER.fields, body: ANSWER.body },
    });
  });

  it.each([
    [{ do: 'go' }, 'Send {"do": "pass"}'],
    [{ do: 'change' }, 'Send {"do": "pass"}'],
    [{ do: 'change', request: { method: 'get' } }, 'The method must be one word in capitals.'],
    [{ do: 'change', request: { target: 'x' } }, 'The target must be'],
    [{ do: 'change', request: { headers: [['a']] } }, 'Header fields must be pairs'],
    [{ do: 'change', request: { body: 1 } }, 'The body must be a string.'],
    [{ do: 'change', answer: {} }, 'Members: do, request.'],
  ])('refuses %j, and the call goes on waiting', async (body, detail) => {
    const one = client();
    one.breakpoints.add('request', '');
    void one.breakpoints.holdRequest(REQUEST, never);
    const refused = await one.ask('POST api/held/2', body);
    expect([refused.status, (refused.json as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining(detail),
    ]);
    expect(one.breakpoints.held()).toHaveLength(1);
  });

  it('refuses a status that no answer has', async () => {
    const one = client();
    one.breakpoints.add('answer', '');
    void one.breakpoints.holdAnswer(REQUEST, ANSWER, never);
    const refused = await one.ask('POST api/held/2', { do: 'change', answer: { status: 99 } });
    expect(refused.json).toMatchObject({
      status: 400,
      detail: 'The status must be a whole number from 200 to 599.',
    });
  });
});
