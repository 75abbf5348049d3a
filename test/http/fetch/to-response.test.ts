import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toResponse } from '../../../src/http/fetch/to-response.ts';
import type { Reply, ReplyBody } from '../../../src/model/message/call.ts';
import type { WireFault } from '../../../src/model/message/delivery.ts';
import { textBody } from '../../../src/model/ruling/render.ts';

const TEXT = JSON.stringify([{ id: 1, name: 'Zoë' }]);

function replyOf(fault: WireFault | null, body: ReplyBody = textBody(TEXT), delayMs = 0): Reply {
  return {
    status: 200,
    headers: ['content-type', 'application/json'],
    body,
    delivery: { delayMs, fault },
  };
}

const pieces: ReplyBody = { kind: 'pieces', pieces: () => ['[1,', '2,', '3]'][Symbol.iterator]() };

/** What came before a body ended or broke, and what it broke with. */
async function readAll(
  response: Response,
): Promise<{ text: string; parts: number; code: string | null }> {
  const [decoder, reader] = [new TextDecoder(), response.body?.getReader()];
  let [text, parts] = ['', 0];
  try {
    for (
      let next = await reader?.read();
      next !== undefined && !next.done;
      next = await reader?.read()
    ) {
      text += decoder.decode(next.value, { stream: true });
      parts++;
    }
    return { text, parts, code: null };
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return { text, parts, code: ((error as TypeError).cause as { code: string }).code };
  }
}

describe('toResponse', () => {
  it('returns status, header fields, also repeated ones, and body', async () => {
    const headers = ['content-type', 'application/json', 'set-cookie', 'a=1', 'set-cookie', 'b=2'];
    const response = await toResponse({ status: 201, headers, body: textBody(TEXT) });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)));
    expect(await response.text()).toBe(TEXT);
  });

  it('adds no Content-Type of its own', async () => {
    const response = await toResponse({ status: 200, headers: [], body: textBody('x') });
    expect([...response.headers.keys()]).toEqual(['content-length']);
  });

  it('returns a long text in pieces, created as they are read', async () => {
    let made = 0;
    function* endless(): Generator<string> {
      for (; ; made++) yield 'x';
    }
    const response = await toResponse({
      status: 200,
      headers: [],
      body: { kind: 'pieces', pieces: endless },
    });
    expect(response.headers.has('content-length')).toBe(false);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(made).toBeLessThan(3);
    expect(await (await toResponse({ status: 200, headers: [], body: pieces })).text()).toBe(
      '[1,2,3]',
    );
  });

  it.each([
    [204, 'DELETE'],
    [304, 'GET'],
    [200, 'HEAD'],
  ])('returns no body with %i to %s', async (status, method) => {
    const response = await toResponse(
      { status, headers: [], body: textBody(TEXT) },
      undefined,
      method,
    );
    expect(response.status).toBe(status);
    expect(response.body).toBeNull();
    expect(response.headers.get('content-length')).toBe(
      method === 'HEAD' ? String(Buffer.byteLength(TEXT)) : null,
    );
  });

  it.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'UND_ERR_SOCKET'],
  ] as const)('rejects as fetch does with %s', async (kind, code) => {
    for (const method of ['GET', 'HEAD']) {
      const given = toResponse(replyOf({ kind }), undefined, method);
      await expect(given).rejects.toThrow(new TypeError('fetch failed'));
      await expect(given).rejects.toMatchObject({ cause: { code } });
    }
  });

  it('breaks a truncated body in the middle, with its full length announced', async () => {
    const response = await toResponse(replyOf({ kind: 'truncate' }));
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)));
    const { text, code } = await readAll(response);
    expect(code).toBe('UND_ERR_SOCKET');
    expect(text).not.toBe('');
    expect(TEXT.startsWith(text)).toBe(true);
    expect(await readAll(await toResponse(replyOf({ kind: 'truncate' }, pieces)))).toMatchObject({
      text: '[1,',
      code,
    });
    expect(
      await readAll(await toResponse(replyOf({ kind: 'truncate' }, textBody('x')))),
    ).toMatchObject({ text: '', code });
    await expect(toResponse(replyOf({ kind: 'truncate' }), undefined, 'HEAD')).rejects.toThrow(
      'fetch failed',
    );
  });

  it('breaks a malformed body in the middle, without a length', async () => {
    const response = await toResponse(replyOf({ kind: 'malformed' }));
    expect(response.headers.has('content-length')).toBe(false);
    expect(await readAll(response)).toMatchObject({ code: 'HPE_INVALID_CHUNK_SIZE' });
    const code = 'HPE_INVALID_CHUNK_SIZE';
    expect(await readAll(await toResponse(replyOf({ kind: 'malformed' }, pieces)))).toMatchObject({
      text: '[1,',
      code,
    });
  });

  it.each([1, 120])('drips the whole body over %i ms', async (overMs) => {
    const dripped = await readAll(await toResponse(replyOf({ kind: 'drip', overMs })));
    expect(dripped).toEqual({ text: TEXT, parts: overMs === 1 ? 1 : 2, code: null });
    const list = await readAll(await toResponse(replyOf({ kind: 'drip', overMs }, pieces)));
    expect(list).toEqual({ text: '[1,2,3]', parts: 3, code: null });
    expect(
      await readAll(await toResponse(replyOf({ kind: 'drip', overMs }, textBody('x')))),
    ).toMatchObject({ text: 'x' });
  });

  it('waits for the given delay', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let response: Response | null = null;
    void toResponse(replyOf(null, textBody(TEXT), 60_000)).then((given) => {
      response = given;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(response).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(response).toMatchObject({ status: 200 });
  });

  it('rejects with the reason of the signal, before and during the wait', async () => {
    const reason = new Error('enough');
    await expect(toResponse(replyOf(null), AbortSignal.abort(reason))).rejects.toBe(reason);
    const gone = new AbortController();
    const waiting = toResponse(replyOf(null, textBody(TEXT), 60_000), gone.signal);
    gone.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('breaks a dripping body when the signal is aborted or the reader cancels', async () => {
    const gone = new AbortController();
    const response = await toResponse(replyOf({ kind: 'drip', overMs: 60_000 }), gone.signal);
    const reading = response.text();
    gone.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    const reader = (await toResponse(replyOf({ kind: 'drip', overMs: 60_000 }))).body?.getReader();
    const read = reader?.read();
    await reader?.cancel();
    expect(await read).toMatchObject({ done: true });
  });
});
