// What is kept of an exchange, without slowing the traffic.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import {
  Capture,
  JUDGED_BYTES_MAX,
  RECORDED_BYTES_MAX,
  recordedBody,
} from '../../../src/record/proxy/capture.ts';
import { createWorkerTransport, WAITING_MAX } from '../../../src/record/worker/worker-transport.ts';
import { startRaw, whole } from '../../http/client/raw-server.ts';
import { sendRaw } from '../../support/raw.ts';
import { answering, startTroubled } from '../../support/troubled.ts';
import { ask, recorderOf, recording } from '../recording.ts';

const USER = '{"id":1,"name":"Ann","email":"ann@example.com"}';

describe('the recording', () => {
  it('is the message unchanged, with the base path, and names in lower case', async () => {
    const server = await startRaw((socket) =>
      socket.end(whole(200, USER, 'Content-Type: application/json\r\nX-A: 1\r\nX-A: 2\r\n')),
    );
    await using one = await recording(`${server.baseUrl}/api/v1`);
    await sendRaw(
      Number(new URL(one.url).port),
      'GET /api/v1/users/1?x=%20 HTTP/1.1\r\nHost: localhost\r\nX-B: b\r\n\r\n',
    );
    expect(server.turns[0]?.target).toBe('/api/v1/users/1?x=%20');
    expect((await one.recorded())[0]).toMatchObject({
      seq: 1,
      source: 'proxy',
      resource: 'users',
      operation: 'read',
      verdict: 'conforms',
      trouble: null,
      law: null,
      request: {
        method: 'GET',
        path: '/api/v1/users/1',
        query: 'x=%20',
        headers: [
          ['host', 'localhost'],
          ['x-b', 'b'],
        ],
        body: { kind: 'none' },
      },
      reply: {
        status: 200,
        headers: [
          ['content-length', String(USER.length)],
          ['content-type', 'application/json'],
          ['x-a', '1'],
          ['x-a', '2'],
        ],
        body: { kind: 'text', text: USER, bytes: USER.length, cut: false },
      },
    });
    await server.close();
  });

  it.each([
    ['gzip', gzipSync(USER)],
    ['br', brotliCompressSync(USER)],
  ])('is decoded from %s, which is forwarded unchanged', async (coding, bytes) => {
    const fields = `Content-Type: application/json\r\nContent-Encoding: ${coding}\r\n`;
    const server = await startRaw((socket) => socket.end(whole(200, bytes, fields)));
    await using one = await recording(server.baseUrl);
    expect((await ask(`${one.url}/users/1`, 'GET')).body).toEqual(JSON.parse(USER));
    expect((await one.recorded())[0]).toMatchObject({
      verdict: 'conforms',
      reply: { body: { kind: 'text', text: USER } },
    });
    await server.close();
  });

  it('does not decompress beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(JUDGED_BYTES_MAX + 1, ' '));
    const server = await startRaw((socket) =>
      socket.end(whole(200, bomb, 'Content-Encoding: gzip\r\n')),
    );
    await using one = await recording(server.baseUrl);
    await fetch(`${one.url}/users`).then((response) => response.arrayBuffer());
    expect((await one.recorded())[0]).toMatchObject({
      verdict: 'not-shown',
      reply: { body: { kind: 'bytes', bytes: bomb.length } },
    });
    await server.close();
  });

  it('reports what went wrong, without a verdict', async () => {
    await using one = await recording('http://127.0.0.1:1');
    await ask(`${one.url}/users`, 'GET');
    expect((await one.recorded())[0]).toMatchObject({
      verdict: 'unjudged',
      reply: null,
      trouble: '127.0.0.1:1 cannot be reached (ECONNREFUSED)',
      findings: [],
    });
  });

  it.each([
    [200, 'text/html', '<!doctype html><p>Hello', 'body-not-json', 'section 4, rule 2'],
    [200, 'text/plain', '[]', 'media-type', 'section 4, rule 2'],
    [200, 'application/json', '{"users":[]}', 'body-type', 'section 4, GET /users'],
    [200, 'application/json', '[{"id":1}]', 'member-missing', 'section 2, a list of users'],
    [500, 'application/json', '{}', 'failed', 'section 4, GET /users'],
    [405, 'application/json', '{}', 'refused', 'section 4, GET /users'],
  ])('%i %s %s breaks the contract', async (status, type, text, code, clause) => {
    await using server = await startTroubled(answering(status, type, text));
    await using one = await recording(server.url);
    await ask(`${one.url}/users`, 'GET');
    expect((await one.recorded())[0]).toMatchObject({
      verdict: 'violates',
      findings: [{ code, clause }],
    });
  });

  it.each([304, 401, 403, 429, 301, 503])('%i is unspecified', async (status) => {
    await using server = await startTroubled(answering(status, 'text/plain', ''));
    await using one = await recording(server.url);
    await fetch(`${one.url}/users/1`, { redirect: 'manual' });
    expect((await one.recorded())[0]).toMatchObject({ verdict: 'not-shown', findings: [] });
  });

  it('records requests refused by the proxy, and keeps its knowledge', async () => {
    await using service = await startTroubled(answering(200, 'application/json', USER));
    await using one = await recording(service.url);
    const port = Number(new URL(one.url).port);
    await ask(`${one.url}/users/1`, 'GET');
    await sendRaw(port, 'DELETE http://example.com/users/1 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    await ask(`${one.url}/users/1`, 'GET');
    const [, refused, read] = await one.recorded();
    expect(refused).toMatchObject({
      request: { method: 'DELETE', path: '/users/1' },
      reply: null,
      verdict: 'unjudged',
      findings: [],
      trouble:
        'refused here with 421: this recorder serves one service, and the request is for another',
    });
    expect(read?.history.join(' ')).not.toContain('not certain');
  });
});

describe('createExchangeQueue', () => {
  it('records without judging if traffic is too fast, or time runs out at the end', async () => {
    const all: Recorded[] = [];
    const settled: number[] = [];
    const recorder = recorderOf({
      onRecorded: (one) => all.push(one),
      onSettled: ({ exchanges }) => settled.push(exchanges),
    });
    const transport = createWorkerTransport((batch) => recorder.take(batch));
    for (let count = 0; count < WAITING_MAX + 1; count++) {
      const watch = transport.begin({ method: 'GET', target: '/users/1', fields: [] }, 'sent');
      watch.reply({ status: 200, fields: ['Content-Type', 'application/json'] });
      watch.replyBytes(Buffer.from(USER));
      watch.ended(null);
    }
    transport.flush();
    await recorder.finish(0);
    expect(all).toHaveLength(WAITING_MAX + 1);
    expect(all[0]?.verdict).toBe('conforms');
    expect(all.at(-1)).toMatchObject({
      verdict: 'unjudged',
      reply: { status: 200, body: { kind: 'unkept', bytes: USER.length } },
      resource: null,
    });
    expect(settled.length).toBeLessThan(WAITING_MAX);
  });
});

describe('recordedBody', () => {
  it('cuts between characters', () => {
    const capture = new Capture();
    const text = `${'a'.repeat(RECORDED_BYTES_MAX - 1)}é${'b'.repeat(10)}`;
    capture.add(Buffer.from(text));
    const kept = Buffer.alloc(capture.kept);
    expect(capture.copyTo(kept, 0)).toBe(kept.length);
    expect(recordedBody(kept, capture.bytes)).toEqual({
      kind: 'text',
      text: 'a'.repeat(RECORDED_BYTES_MAX - 1),
      bytes: RECORDED_BYTES_MAX + 11,
      cut: true,
    });
  });

  it('keeps binary data in base64', () => {
    expect(recordedBody(Buffer.from([0xff, 0xfe]), 2)).toEqual({
      kind: 'bytes',
      base64: '//4=',
      bytes: 2,
      cut: false,
    });
  });
});
