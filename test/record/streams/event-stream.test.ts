// Events of an event stream, as they are read from bytes, and from a service through the recorder.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isEventStream, readEvents } from '../../../src/record/streams/event-stream.ts';
import {
  PART_BYTES_MAX,
  STREAM_BYTES_MAX,
  STREAM_PARTS_MAX,
  type TimedBytes,
} from '../../../src/record/streams/limits.ts';
import { recording } from '../recording.ts';

function timed(...pieces: readonly string[]): TimedBytes {
  let end = 0;
  const marks = pieces.flatMap((piece, index) => {
    end += Buffer.byteLength(piece);
    return [end, index + 1];
  });
  return { bytes: Buffer.from(pieces.join('')), count: end, marks };
}

const shown = (...pieces: readonly string[]) =>
  readEvents(timed(...pieces)).parts.map(({ offsetMs, name, body }) => [
    offsetMs,
    name,
    body.kind === 'text' ? body.text : body.kind,
  ]);

describe('readEvents', () => {
  it('gives each event the time of the piece that completed it', () => {
    expect(shown('data: one\n', '\ndata: zwölf\n\nevent: gone\nda', 'ta:3\r\n\r\n')).toEqual([
      [2, 'message', 'one'],
      [2, 'message', 'zwölf'],
      [3, 'gone', '3'],
    ]);
  });

  it('joins lines of data, and passes over comments, other fields, and events without data', () => {
    expect(
      shown(
        '\ufeff: hello\n\nid: 7\nretry: 10\ndata: a\ndata\ndata:  b\n\nevent: empty\n\ndata: c\n\n',
      ),
    ).toEqual([
      [1, 'message', 'a\n\n b'],
      [1, 'message', 'c'],
    ]);
  });

  it('has no event that was not complete', () => {
    expect(shown('data: whole\n\ndata: half\n')).toEqual([[1, 'message', 'whole']]);
  });

  it('says what it left out', () => {
    const many = timed('data: a\n\n'.repeat(STREAM_PARTS_MAX + 3));
    expect(readEvents(many)).toMatchObject({
      parts: { length: STREAM_PARTS_MAX },
      left: { parts: 3, bytes: 0 },
    });
    const event = `data: ${'x'.repeat(PART_BYTES_MAX + 1)}\n\n`;
    const long = timed(event.repeat(Math.ceil(STREAM_BYTES_MAX / event.length)));
    const { parts, left } = readEvents(long);
    expect(parts[0]?.body).toMatchObject({ bytes: PART_BYTES_MAX + 1, cut: true });
    expect(left).toEqual({ parts: 0, bytes: long.count - STREAM_BYTES_MAX });
  });

  it('has no time for what came after the last that was measured', () => {
    expect(readEvents({ ...timed('data: a\n\n'), marks: [] }).parts).toMatchObject([
      { offsetMs: null },
    ]);
  });
});

describe('isEventStream', () => {
  it.each([
    ['text/event-stream', true],
    ['Text/Event-Stream; charset=utf-8', true],
    ['text/event-streams', false],
    ['application/json', false],
  ])('reads %s', (type, expected) => {
    expect(isEventStream(type)).toBe(expected);
  });
});

describe('an event stream through the recorder', () => {
  it('reaches the client event by event, and is recorded with their times', async () => {
    const opened = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"n":1}\n\n');
      opened.resolve(response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      await using one = await recording(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      );
      const response = await fetch(`${one.url}/live`);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      // The first event is here while the stream is open: nothing was held back.
      expect(await reader?.read()).toEqual({ done: false, value: 'data: {"n":1}\n\n' });
      expect(await one.recorded()).toEqual([]);
      (await opened.promise).end('event: last\ndata: {"n":2}\n\n');
      expect(await reader?.read()).toEqual({
        done: false,
        value: 'event: last\ndata: {"n":2}\n\n',
      });
      expect(await reader?.read()).toEqual({ done: true, value: undefined });
      await expect.poll(async () => (await one.recorded()).length).toBe(1);
      const [recorded] = await one.recorded();
      expect(recorded).toMatchObject({
        reply: { body: { kind: 'text', text: expect.stringContaining('event: last') } },
        stream: {
          kind: 'events',
          parts: [
            { from: 'service', name: 'message', body: { text: '{"n":1}' } },
            { from: 'service', name: 'last', body: { text: '{"n":2}' } },
          ],
          left: { parts: 0, bytes: 0 },
        },
      });
      const [first, last] = recorded?.stream?.parts.map(({ offsetMs }) => offsetMs ?? -1) ?? [];
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeGreaterThan(first ?? 0);
      expect(one.failures).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
