// Answers that are sent piece by piece: as fast as the client reads and no faster, whole or visibly
// cut, and of one moment.

import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../../src/http/server/listener.ts';
import { NEW_USER, request, withBody } from '../../support/requests.ts';
import { type Served, serveProject } from '../../support/served.ts';
import { ask, openWire } from '../../support/wire.ts';

const MORE_USERS = 100_000;

describe('listen, given a list of 100,000 users', () => {
  let served: Served;
  let whole: string;

  beforeAll(async () => {
    served = await serveProject({ more: MORE_USERS });
    const reply = await ask(served.port, request('GET /users'));
    expect(reply?.framing).toBe('chunked');
    whole = reply?.body ?? '';
    expect(JSON.parse(whole)).toHaveLength(served.mock.state.collection('users').size);
  });

  afterAll(() => served.listener.close());

  it('returns the original list to a slow reader while others read and write', async () => {
    await using other = await serveProject({ more: MORE_USERS });
    const slow = await openWire(other.port);
    slow.write(request('GET /users'));
    await once(slow.socket, 'data');
    slow.socket.pause();
    const wire = await openWire(other.port);
    expect((await wire.write(request('GET /users/1')).reply()).status).toBe(200);
    expect((await wire.write(request('DELETE /users/100')).reply()).status).toBe(204);
    expect((await wire.write(request(`DELETE /users/${MORE_USERS}`)).reply()).status).toBe(204);
    expect((await wire.write(withBody('PUT /users/50000', NEW_USER)).reply()).status).toBe(200);
    expect((await wire.write(withBody('POST /users', NEW_USER)).reply()).status).toBe(201);
    expect(slow.socket.bytesRead, 'the list is still under way').toBeLessThan(whole.length);
    slow.socket.resume();
    const reply = await slow.reply();
    expect(reply.body === whole, 'the list is the one of its start').toBe(true);
    const now = JSON.parse((await wire.write(request('GET /users')).reply()).body);
    expect(now).toHaveLength(JSON.parse(whole).length - 1);
    slow.socket.destroy();
    wire.socket.destroy();
  });

  it('continues with the next request on the connection', async () => {
    const wire = await openWire(served.port);
    wire.write(request('GET /users') + request('GET /users/1') + request('GET /users'));
    expect((await wire.reply()).body === whole).toBe(true);
    expect(JSON.parse((await wire.reply()).body)).toMatchObject({ id: 1 });
    expect((await wire.reply()).body === whole).toBe(true);
    wire.socket.destroy();
  });

  it('continues with others after a client leaves in the middle', async () => {
    for (const leave of ['reset', 'destroy'] as const) {
      const wire = await openWire(served.port);
      wire.write(request('GET /users'));
      await once(wire.socket, 'data');
      if (leave === 'reset') wire.reset();
      else wire.socket.destroy();
      expect((await ask(served.port, request('GET /users')))?.body === whole).toBe(true);
    }
    expect(served.failures).toEqual([]);
  });

  it('marks the end of the list for HTTP/1.0 by closing the connection', async () => {
    for (const fields of ['', 'Connection: keep-alive\r\n']) {
      const reply = await ask(served.port, `GET /users HTTP/1.0\r\n${fields}\r\n`);
      expect(reply?.framing).toBe('close');
      expect(reply?.headers.has('transfer-encoding')).toBe(false);
      expect(reply?.body === whole).toBe(true);
    }
  });

  it('answers HEAD without body and continues with the next request', async () => {
    const wire = await openWire(served.port);
    const head = await wire.write(request('HEAD /users')).reply('HEAD');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse((await wire.write(request('GET /users/1')).reply()).body)).toMatchObject({
      id: 1,
    });
    wire.socket.destroy();
  });

  it('returns the whole list to a client that half-closes after its request', async () => {
    const wire = await openWire(served.port);
    const reply = await wire.end(request('GET /users')).reply();
    expect(reply.body === whole).toBe(true);
    wire.socket.destroy();
  });

  it('never writes a refusal into a list: it cuts the list if an invalid request follows', async () => {
    for (const lists of [1, 2]) {
      const wire = await openWire(served.port);
      wire.socket.on('error', () => undefined);
      wire.write(request('GET /users').repeat(lists));
      for (let turn = 1; turn < lists; turn++)
        expect((await wire.reply()).body === whole).toBe(true);
      if (lists === 1) await once(wire.socket, 'data');
      wire.socket.pause();
      await new Promise((sent) => wire.socket.write('HELLO\r\n\r\n', sent));
      // The other connection is answered after the server has read what came on this one.
      await ask(served.port, request('GET /users/1'));
      wire.socket.resume();
      const rest = await wire.rest();
      wire.socket.destroy();
      const refusal = rest.indexOf('HTTP/1.1 400');
      const isAfterTheEnd = refusal < 0 || rest.slice(0, refusal).endsWith('\r\n0\r\n\r\n');
      expect(isAfterTheEnd, `list ${lists} of the connection`).toBe(true);
    }
  });
});

describe('listen, given an answer in pieces', () => {
  const PIECES = 1_000;
  const PIECE = 'x'.repeat(65_536);
  let made = 0;
  let listener: Listener;

  function* pieces(): Generator<string> {
    for (made = 0; made < PIECES; made++) yield PIECE;
  }

  beforeAll(async () => {
    listener = await listen({
      host: '127.0.0.1',
      port: 0,
      answer: ({ path }) => ({
        status: 200,
        headers: [],
        body: path === '/long' ? { kind: 'pieces', pieces } : { kind: 'none' },
      }),
      ready: () => null,
      bodyBytesMax: () => 1_000,
      requestMs: 30_000,
      shape: () => ({ error: 'problem', code: 'situation' }),
      onFailure: () => undefined,
    });
  });

  afterAll(() => listener.close());

  it('creates no piece before the client has read the earlier ones', async () => {
    const wire = await openWire(listener.port);
    wire.write(request('GET /long'));
    await once(wire.socket, 'data');
    wire.socket.pause();
    for (let turn = 0; turn < 20; turn++)
      expect((await ask(listener.port, request('GET /short')))?.status).toBe(200);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(PIECES);
    let bytes = 0;
    let tail = '';
    wire.socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      tail = (tail + chunk.toString('latin1')).slice(-5);
      if (tail === '0\r\n\r\n') wire.socket.destroy();
    });
    wire.socket.resume();
    await once(wire.socket, 'close');
    expect(made).toBe(PIECES);
    expect(bytes).toBeGreaterThan((PIECES - 100) * PIECE.length);
  });

  it('creates no more pieces for a client that left', async () => {
    const other = await listen({
      host: '127.0.0.1',
      port: 0,
      answer: () => ({ status: 200, headers: [], body: { kind: 'pieces', pieces } }),
      ready: () => null,
      bodyBytesMax: () => 1_000,
      requestMs: 30_000,
      shape: () => ({ error: 'problem', code: 'situation' }),
      onFailure: () => undefined,
    });
    const wire = await openWire(other.port);
    wire.write(request('GET /long'));
    await once(wire.socket, 'data');
    wire.socket.pause();
    wire.reset();
    // Resolves once the connection is gone on the side of the server too.
    await other.close();
    expect(made).toBeLessThan(PIECES);
  });

  it('is visibly cut if the listener closes before the client has read it', async () => {
    const other = await listen({
      host: '127.0.0.1',
      port: 0,
      answer: () => ({ status: 200, headers: [], body: { kind: 'pieces', pieces } }),
      ready: () => null,
      bodyBytesMax: () => 1_000,
      requestMs: 30_000,
      shape: () => ({ error: 'problem', code: 'situation' }),
      onFailure: () => undefined,
    });
    const wire = await openWire(other.port);
    wire.socket.on('error', () => undefined);
    wire.write(request('GET /long'));
    await once(wire.socket, 'data');
    wire.socket.pause();
    await other.close();
    wire.socket.resume();
    await expect(wire.reply()).rejects.toThrow('the connection ended');
    expect(made).toBeLessThan(PIECES);
    wire.socket.destroy();
  });
});
