import { describe, expect, it } from 'vitest';
import { toCall } from '../../../src/http/fetch/from-request.ts';

const post = (
  body: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
): Request =>
  new Request('http://localhost/users', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);

describe('toCall', () => {
  it('reads method, path, query and header fields in lower case', async () => {
    const request = new Request('https://user.example:8443/a%20b/c?x=1?y=%zz&&#part', {
      headers: [
        ['X-One', 'a'],
        ['x-one', 'b'],
        ['__proto__', 'plain'],
      ],
    });
    const call = await toCall(request, 100);
    expect(call).toMatchObject({
      method: 'GET',
      path: '/a%20b/c',
      query: 'x=1?y=%zz&&',
      body: { kind: 'none' },
    });
    expect(call.headers['x-one']).toBe('a, b');
    expect(Object.hasOwn(call.headers, '__proto__')).toBe(true);
  });

  it.each([
    ['{"a":1}', { kind: 'json', value: { a: 1 }, text: '{"a":1}' }],
    ['{"a":', { kind: 'broken', flaw: 'syntax' }],
    ['\ufeff{"a":1}', { kind: 'json', value: { a: 1 } }],
    ['', { kind: 'none' }],
  ])('reads the body %j', async (text, body) => {
    expect((await toCall(post(text), 100)).body).toMatchObject(body);
  });

  it('marks bytes that are no UTF-8', async () => {
    expect((await toCall(post(new Uint8Array([0x22, 0xff, 0x22])), 100)).body).toMatchObject({
      kind: 'broken',
      flaw: 'utf-8',
    });
  });

  it('reads a character split between two chunks', async () => {
    const bytes = new TextEncoder().encode('"ä"');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 2));
        controller.enqueue(bytes.subarray(2));
        controller.close();
      },
    });
    expect((await toCall(post(stream), 100)).body).toMatchObject({ kind: 'json', value: 'ä' });
  });

  it('keeps a body of exactly the limit, and none of one byte more', async () => {
    expect((await toCall(post('"12345678"'), 10)).body).toMatchObject({ kind: 'json' });
    expect((await toCall(post('"123456789"'), 10)).body).toEqual({
      kind: 'oversized',
      bytesMax: 10,
    });
    const told = post('"1"', { 'content-length': '11' });
    expect((await toCall(told, 10)).body).toEqual({ kind: 'oversized', bytesMax: 10 });
  });

  it('stops reading at the limit', async () => {
    let [made, isCancelled] = [0, false];
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(new Uint8Array(++made)),
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    expect((await toCall(post(endless), 5)).body).toEqual({ kind: 'oversized', bytesMax: 5 });
    expect([made, isCancelled]).toEqual([3, true]);
  });

  it('rejects as soon as the request is aborted, also if its body never ends', async () => {
    const aborting = new AbortController();
    let cancelledWith: unknown;
    const silent = new ReadableStream({
      cancel: (reason) => {
        cancelledWith = reason;
      },
    });
    const init: RequestInit = {
      method: 'POST',
      body: silent,
      duplex: 'half',
      signal: aborting.signal,
    };
    const reading = toCall(new Request('http://localhost/users', init), 100);
    aborting.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect(cancelledWith).toEqual(new Error('gone'));
  });

  it('keeps the bytes of files and of forms, and of nothing else', async () => {
    const bytes = new Uint8Array([255, 0]);
    const send = (type: string): Request =>
      new Request('http://localhost/users', {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': type },
      });
    const form = await toCall(send('multipart/form-data; boundary=x'), 100);
    expect(form.body).toMatchObject({ kind: 'broken', flaw: 'utf-8', bytes });
    expect((await toCall(send('text/plain'), 100)).body).not.toHaveProperty('bytes');
  });

  it('reports that the body was already read', async () => {
    const request = post('{}');
    await request.text();
    await expect(toCall(request, 100)).rejects.toThrow(
      'the body of the request was already read; pass a clone',
    );
  });

  it('rejects with the error of the body', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('gone')),
    });
    await expect(toCall(post(broken), 100)).rejects.toThrow('gone');
  });
});
