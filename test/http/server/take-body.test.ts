import { describe, expect, it } from 'vitest';
import { type Listener, type ListenOptions, listen } from '../../../src/http/server/listener.ts';
import type { Call, Reply } from '../../../src/model/message/call.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { withBody, withChunks } from '../../support/requests.ts';
import { openWire } from '../../support/wire.ts';

interface Taking extends AsyncDisposable {
  readonly port: number;
  readonly calls: readonly Call[];
  readonly failures: readonly unknown[];
}

/** A listener that answers with what it was sent. */
async function startTaking(more: Partial<ListenOptions> = {}): Promise<Taking> {
  const calls: Call[] = [];
  const failures: unknown[] = [];
  const answer = (call: Call): Reply => {
    calls.push(call);
    return {
      status: 200,
      headers: [],
      body: textBody(`${call.method} ${JSON.stringify(call.body)}`),
    };
  };
  const listener: Listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer,
    ready: () => null,
    requestMs: 30_000,
    bodyBytesMax: () => 100,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => failures.push(error),
    ...more,
  });
  return { port: listener.port, calls, failures, [Symbol.asyncDispose]: () => listener.close() };
}

const bodiless = 'POST /a HTTP/1.1\r\nHost: a.test\r\n\r\n';

/** A gate that what comes waits for. */
function gate(): {
  readonly ready: () => Promise<void>;
  readonly open: () => void;
  readonly asked: Promise<void>;
} {
  const asked = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const ready = (): Promise<void> => {
    asked.resolve();
    return promise;
  };
  return { ready, open: resolve, asked: asked.promise };
}

describe('a body', () => {
  it('is read completely, however it is split', async () => {
    await using server = await startTaking();
    const wire = await openWire(server.port);
    for (const request of [
      withBody('POST /a', '{"a":"é"}'),
      Buffer.from(withChunks('PUT /a', '3\r\n{"a\r\n6\r\n":"é"\r\n1\r\n}\r\n0\r\n\r\n')),
    ]) {
      for (const size of [1, 2, 3, 7, 50, 1_000]) {
        for (let from = 0; from < request.length; from += size) {
          wire.write(Buffer.from(request.subarray(from, from + size)));
          if (size < 10) await new Promise((resolve) => setImmediate(resolve));
        }
        expect((await wire.reply()).body).toContain('"text":"{\\"a\\":\\"é\\"}"');
      }
    }
    expect(server.failures).toEqual([]);
    wire.socket.destroy();
  });

  it('is read from the buffer if its request had to wait', async () => {
    const { ready, open, asked } = gate();
    await using server = await startTaking({ ready });
    const wire = await openWire(server.port);
    wire.write(
      Buffer.concat([
        withBody('POST /a', '[1]'),
        Buffer.from(bodiless),
        withBody('POST /b', '[2]'),
        withBody('PUT /c', ''),
      ]),
    );
    await asked;
    // What is behind the first has come whole meanwhile; what is half comes later.
    const last = withBody('POST /d', '[3,4]');
    wire.write(last.subarray(0, last.length - 3));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(server.calls).toEqual([]);
    open();
    expect((await wire.reply()).body).toContain('[1]');
    expect((await wire.reply()).body).toBe('POST {"kind":"none"}');
    expect((await wire.reply()).body).toContain('[2]');
    expect((await wire.reply()).body).toBe('PUT {"kind":"none"}');
    wire.write(last.subarray(last.length - 3));
    expect((await wire.reply()).body).toContain('[3,4]');
    expect(server.calls.map(({ path }) => path)).toEqual(['/a', '/a', '/b', '/c', '/d']);
    wire.socket.destroy();
  });

  it('that grows too long is refused once, and the rest of it skipped', async () => {
    await using server = await startTaking();
    const piece = `40\r\n${'a'.repeat(64)}\r\n`;
    const wire = await openWire(server.port);
    wire.write(withChunks('POST /a', piece));
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      wire.write(piece);
    }
    wire.write('0\r\n\r\n');
    expect((await wire.reply()).body).toBe('POST {"kind":"oversized","bytesMax":100}');
    expect(await wire.rest()).toBe('');
    expect(server.calls.length).toBe(1);
    expect(server.failures).toEqual([]);
  });

  it('that breaks off has no effect, and harms no other connection', async () => {
    await using server = await startTaking();
    for (const bytes of [1, 5]) {
      const wire = await openWire(server.port);
      const request = withBody('POST /a', '[1,2,3]');
      wire.write(request.subarray(0, request.length - bytes));
      await new Promise((resolve) => setImmediate(resolve));
      if (bytes === 1) wire.reset();
      else wire.socket.destroy();
    }
    const other = await openWire(server.port);
    expect((await other.write(withBody('POST /a', '[9]')).reply()).body).toContain('[9]');
    expect(server.calls.length).toBe(1);
    expect(server.failures).toEqual([]);
    other.socket.destroy();
  });

  it('can be read a thousand times on one connection, with nothing left on it', async () => {
    await using server = await startTaking();
    const wire = await openWire(server.port);
    for (let turn = 0; turn < 1_000; turn++) {
      wire.write(withBody('POST /a', `[${turn}]`));
      expect((await wire.reply()).body).toContain(`"text":"[${turn}]"`);
    }
    expect((await wire.write('GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n').reply()).body).toBe(
      'GET {"kind":"none"}',
    );
    wire.socket.destroy();
  });
});
