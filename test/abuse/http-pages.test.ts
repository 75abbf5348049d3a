// What a page of another site, or a program that means no good, might try on Standin's own API,
// over the wire as it would.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serve } from '../support/cli.ts';
import { expectDiscretion } from '../support/problem.ts';
import { ask, openWire, type WireReply } from '../support/wire.ts';

describe('requests that pages of other sites send to the API', () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve();
  }, 30_000);
  afterAll(() => serving[Symbol.asyncDispose]());

  const sent = (line: string, fields: string, body = ''): Promise<WireReply | null> =>
    ask(
      serving.port,
      `${line} HTTP/1.1\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  const own = `Host: localhost:${3000}\r\n`;

  it.each([
    'evil.test',
    'localhost.evil.test',
    'alice.localhost',
    '127.0.0.1.evil.test',
    '0.0.0.0',
    '',
  ])(
    'reveals nothing to a page whose host name %j points to this machine (DNS rebinding)',
    async (host) => {
      for (const path of ['api/', 'api/data/users', 'interactions', '']) {
        const reply = await sent(`GET /__standin/${path}`, `Host: ${host}\r\n`);
        expect(reply?.status).toBe(403);
        expect(reply?.body).not.toMatch(/"token"|Kowalska/);
      }
    },
  );

  it.each([
    ['Origin', 'Origin: http://evil.test\r\nContent-Type: application/json\r\n'],
    ['an Origin that is hidden', 'Origin: null\r\nContent-Type: application/json\r\n'],
    ['Sec-Fetch-Site', 'Sec-Fetch-Site: cross-site\r\nContent-Type: application/json\r\n'],
    ['Referer alone', 'Referer: http://evil.test/\r\nContent-Type: application/json\r\n'],
    ['a form, of an old browser', 'Content-Type: text/plain\r\n'],
  ])(
    'changes nothing for a page of another site, recognised by %s (CSRF)',
    async (_what, fields) => {
      const before = await sent('GET /__standin/api/overrides', own);
      const rule = '{"rule":"list code=503"}';
      expect([401, 403]).toContain(
        (await sent('POST /__standin/api/overrides', own + fields, rule))?.status,
      );
      expect([401, 403]).toContain(
        (await sent('POST /__standin/api/reset', own + fields, '{}'))?.status,
      );
      expect((await sent('GET /__standin/api/overrides', own))?.body).toBe(before?.body);
    },
  );

  it('serves only the files of the page, whatever path is requested', async () => {
    const secret = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8').slice(
      0,
      40,
    );
    const up = [
      '..',
      '%2e%2e',
      '..%2f..',
      '..%5c..',
      '%252e%252e',
      '....//..',
      '.%00./..',
      '/etc/passwd',
      'C:%5cwindows',
    ];
    for (const place of [
      '',
      'assets/',
      'api/',
      'api/reports/',
      'api/snapshots/',
      'api/worlds/',
      'api/data/',
      'api/interactions/',
      'problems/',
    ]) {
      for (const step of up) {
        const reply = await sent(`GET /__standin/${place}${`${step}/`.repeat(4)}package.json`, own);
        if (place !== 'problems/') expect(reply?.status, place + step).toBeGreaterThanOrEqual(400);
        expect(reply?.body).not.toContain(secret);
        expectDiscretion(reply?.body ?? '');
      }
    }
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect((await sent(`GET /__standin/api/${name}`, own))?.status, name).toBe(404);
    for (const place of ['snapshots', 'worlds'])
      for (const step of [
        '..%2fevil',
        '%2e%2e',
        'a%2f..%2fb',
        '%00',
        encodeURIComponent('\u001b[2J\u009b31m'),
      ]) {
        const status = (
          await sent(
            `PUT /__standin/api/${place}/${step}`,
            `${own}Content-Type: application/json\r\n`,
            '{}',
          )
        )?.status;
        if (!(place === 'snapshots' && step === '%2e%2e')) expect(status, place + step).toBe(400);
      }
  });

  it('answers every request to the API, and never fails', async () => {
    const step = fc.constantFrom(
      'api',
      'data',
      'users',
      'worlds',
      'snapshots',
      'overrides',
      'settings',
      'interactions',
      'matches',
      'rows',
      'latency',
      'export',
      'replay',
      'reset',
      'contract',
      'reports',
      '1',
      '-1',
      'a',
      '%00',
      '%ff',
      '..',
      'restore',
      'note',
      '__proto__',
      'curl',
    );
    const json = fc.oneof(
      fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"rule":"list code=503 times=1"}',
        '{"from":"__proto__"}',
        '{"seq":1,"edited":{}}',
        '{"undefined":"vary"}',
        '{"tags":["a"],"note":"b"}',
      ),
      fc.json(),
    );
    const query = fc.constantFrom(
      '',
      '?q=(',
      '?q=status:404',
      '?seqs=1,2,x',
      '?limit=-1',
      '?offset=1e9',
      '?world=../x',
      '?format=har&q=',
      '?form=__proto__',
      '?%ff=%00&&&=',
    );
    const call = fc.tuple(
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      fc.array(step, { maxLength: 4 }),
      query,
      json,
    );
    const tried = fc.asyncProperty(call, async ([method, steps, asked, body]) => {
      const path = `/__standin/api/${steps.join('/')}${asked}`;
      // Streams of events have no end.
      if (/^\/__standin\/api\/*live/.test(path)) return;
      const wire = await openWire(serving.port);
      const head = `${method} ${path} HTTP/1.1\r\n${own}Content-Type: application/json\r\nConnection: close\r\n`;
      wire.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      const reply = await wire.reply(method);
      wire.socket.destroy();
      expect(reply.status, `${method} ${path} ${body}`).toBeLessThan(500);
      expectDiscretion(reply.body);
    });
    await fc.assert(tried, { numRuns: 300, seed: 9_112 });
    await fetch(`${serving.url}/__standin/api/settings`, { method: 'DELETE' });
    await fetch(`${serving.url}/__standin/api/overrides`, { method: 'DELETE' });
    expect((await fetch(`${serving.url}/users`)).status).toBe(200);
    expect(serving.stderr()).toBe('');
  });

  it('sends a recorded request again only to its own service', async () => {
    await sent('GET /users', own);
    for (const target of [
      '//evil.test/',
      'http://evil.test/',
      '@evil.test/',
      '/a b',
      '/a\r\nX-A: b',
      'evil',
      '',
    ])
      expect(
        (
          await sent(
            'POST /__standin/api/replay',
            `${own}Content-Type: application/json\r\n`,
            JSON.stringify({ seq: 1, edited: { method: 'GET', target, headers: [], body: '' } }),
          )
        )?.status,
        target,
      ).toBe(400);
  });
});
