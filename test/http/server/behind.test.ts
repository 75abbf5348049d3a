// Several requests at once, of which one is refused: each is answered in its turn, and nothing is
// done behind the last answer.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request, withBody, withChunks } from '../../support/requests.ts';
import { type Served, serveProject } from '../../support/served.ts';
import { ask, openWire } from '../../support/wire.ts';

let served: Served;

beforeAll(async () => {
  served = await serveProject();
});

afterAll(() => served.listener.close());

/** Sends requests in one piece, and gives the statuses of the answers until the connection ends. */
async function statusesOf(text: string): Promise<readonly string[]> {
  const wire = await openWire(served.port);
  const answers = await wire.end(text).rest();
  expect(answers.match(/^HTTP\/1\.1 (?!\d{3} )/gm)).toBeNull();
  return answers.match(/(?<=^HTTP\/1\.1 |\}HTTP\/1\.1 )\d{3}/gm) ?? [];
}

const remove = request('DELETE /users/1');
const read = request('GET /users/2');
const write = withBody('PUT /users/999', '{}').toString();
const garbage = 'garb age\r\n\r\n';

describe('receive, after a refused request', () => {
  it.each([
    ['no Host', 'GET /users HTTP/1.1\r\n\r\n', '400'],
    ['two Hosts', 'GET /users HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', '400'],
    ['another version', 'GET /users HTTP/2.0\r\nHost: a\r\n\r\n', '505'],
    [
      'a coding that is not understood',
      withChunks('POST /users', '0\r\n\r\n').replace('chunked', 'gzip, chunked'),
      '501',
    ],
    ['an expectation', request('GET /users', 'Expect: a-miracle\r\n'), '417'],
  ])('does nothing and sends no answer: %s', async (_what, refused, status) => {
    expect(await statusesOf(refused + remove)).toEqual([status]);
    expect(await statusesOf(read + refused + remove)).toEqual(['200', status]);
    expect(await statusesOf(write + refused + remove)).toEqual(['404', status]);
    expect((await ask(served.port, request('GET /users/1')))?.status, 'nothing was removed').toBe(
      200,
    );
    expect(served.failures).toEqual([]);
  });

  it('answers earlier requests in their turn before it refuses invalid bytes', async () => {
    expect(await statusesOf(read + read + garbage)).toEqual(['200', '200', '400']);
    expect(await statusesOf(write + read + garbage)).toEqual(['404', '200', '400']);
    expect(await statusesOf(read + read + withChunks('POST /users', 'zz\r\n'))).toEqual([
      '200',
      '200',
      '400',
    ]);
    expect(await statusesOf(write + read + withChunks('POST /users', 'zz\r\n'))).toEqual([
      '404',
      '200',
      '400',
    ]);
    expect(await statusesOf(read + write + request('CONNECT a:80'))).toEqual(['200', '404', '405']);
  });

  it('refuses invalid bytes after an answer that the client waits for with its side closed', async () => {
    const late = request('GET /users/2', 'Prefer: wait=0.05\r\n');
    expect(await statusesOf(late + garbage)).toEqual(['200', '400']);
    expect(await statusesOf(read + late + garbage + remove)).toEqual(['200', '200', '400']);
  });

  it('refuses nothing after an answer that closes the connection', async () => {
    await using draining = await serveProject();
    draining.listener.drain();
    const wire = await openWire(draining.port);
    const answers = await wire.write(read + garbage).rest();
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200']);
  });

  it('delivers a refusal even while more bytes arrive', async () => {
    // This client reads when it has said all, and cannot say it to a connection that was reset.
    const wire = await openWire(served.port);
    wire.socket.pause();
    wire.write(`GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}`);
    for (let turn = 0; turn < 10; turn++) {
      await sleep(10);
      wire.write('a'.repeat(20_000));
    }
    wire.end('\r\n\r\n').socket.resume();
    expect(await wire.rest()).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('drops bytes after Connection: close', async () => {
    expect(await statusesOf(request('GET /users/2', 'Connection: close\r\n') + remove)).toEqual([
      '200',
    ]);
    expect((await ask(served.port, request('GET /users/1')))?.status).toBe(200);
  });
});

describe('receive, if the client resets the connection', () => {
  it.each(['CONNECT a:80', 'garb age', 'OPTIONS *'])(
    'continues, with an answer under way and %s after it',
    async (line) => {
      let [begun, goOn] = [(): void => undefined, (): void => undefined];
      const isBegun = new Promise<void>((done) => {
        begun = done;
      });
      const held = new Promise<void>((done) => {
        goOn = done;
      });
      const prepare = ({ query }: { readonly query: string }): Promise<void> | null => {
        if (query === '') return null;
        begun();
        return held;
      };
      await using slow = await serveProject({ listen: { prepare } });
      const wire = await openWire(slow.port);
      wire.write(request('GET /users?name=Ada') + request(line));
      await isBegun;
      wire.reset();
      // It was reset before these came.
      for (let turn = 0; turn < 3; turn++)
        expect((await ask(slow.port, request('GET /users/1')))?.status).toBe(200);
      goOn();
      expect((await ask(slow.port, request('GET /users/1')))?.status).toBe(200);
      expect(slow.failures).toEqual([]);
    },
  );
});

describe('receive, given another version in the request line', () => {
  it.each(['2.0', '0.9'])('answers 505 to HTTP/%s, and continues', async (version) => {
    const reply = await ask(served.port, `GET /users/1 HTTP/${version}\r\nHost: a\r\n\r\n`);
    expect(reply).toMatchObject({ status: 505, version: 'HTTP/1.1' });
    expect(reply?.body).toContain('this server speaks HTTP/1.1');
    expect((await ask(served.port, request('GET /users/1')))?.status).toBe(200);
  });
});
