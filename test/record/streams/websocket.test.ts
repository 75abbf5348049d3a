// Messages of a WebSocket, as they are read from bytes, and from a connection through the recorder.

import { connect } from 'node:net';
import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  STREAM_BYTES_MAX,
  STREAM_PARTS_MAX,
  type TimedBytes,
} from '../../../src/record/streams/limits.ts';
import { readWebSocket } from '../../../src/record/streams/websocket.ts';
import { frameOf, startUpgrading } from '../../support/websocket.ts';
import { recording } from '../recording.ts';

const nothing: TimedBytes = { bytes: Buffer.alloc(0), count: 0, marks: [] };

/** Frames of which each came in a piece of its own, one millisecond after the other. */
function timed(...frames: readonly Buffer[]): TimedBytes {
  let end = 0;
  const marks = frames.flatMap((frame, index) => {
    end += frame.length;
    return [end, index + 1];
  });
  return { bytes: Buffer.concat(frames), count: end, marks };
}

const textBody = (text: string) => ({
  kind: 'text',
  text,
  bytes: Buffer.byteLength(text),
  cut: false,
});

describe('readWebSocket', () => {
  it('reads the messages of both directions in the order of their times', () => {
    const client = timed(frameOf('one', { mask: [1, 2, 3, 4] }));
    const service = { ...timed(frameOf('zwei'), frameOf('три')), marks: [6, 0.5, 14, 3] };
    expect(readWebSocket(client, service)).toEqual({
      kind: 'websocket',
      parts: [
        { offsetMs: 0.5, from: 'service', name: 'text', body: textBody('zwei') },
        { offsetMs: 1, from: 'client', name: 'text', body: textBody('one') },
        { offsetMs: 3, from: 'service', name: 'text', body: textBody('три') },
      ],
      left: { parts: 0, bytes: 0 },
    });
  });

  it('joins fragments, between which control frames may come', () => {
    const { parts } = readWebSocket(
      nothing,
      timed(
        frameOf('be', { isLast: false }),
        frameOf('', { opcode: 9 }),
        frameOf('gin', { opcode: 0 }),
        frameOf(Buffer.from([0, 255]), { opcode: 2 }),
        frameOf(Buffer.concat([Buffer.from([0x03, 0xe8]), Buffer.from('bye')]), { opcode: 8 }),
      ),
    );
    expect(parts.map(({ name, body, offsetMs }) => [name, body, offsetMs])).toEqual([
      ['ping', { kind: 'none' }, 2],
      ['text', textBody('begin'), 3],
      ['binary', { kind: 'bytes', base64: 'AP8=', bytes: 2, cut: false }, 4],
      ['close', textBody('1000 bye'), 5],
    ]);
  });

  it.each([126, 65_536])('reads a length of %d bytes', (length) => {
    const { parts } = readWebSocket(nothing, timed(frameOf('a'.repeat(length))));
    expect(parts[0]?.body).toMatchObject({ bytes: length, cut: false });
  });

  it('decompresses messages, which refer back to those before', () => {
    const texts = ['{"price":12.5,"name":"Standin"}', '{"price":12.75,"name":"Standin"}'];
    const frames = texts.map((text, index) => {
      const whole = deflateRawSync(text, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(index === 0 ? {} : { dictionary: Buffer.from(texts[0] ?? '') }),
      });
      return frameOf(whole.subarray(0, -4), { isCompressed: true });
    });
    const { parts } = readWebSocket(nothing, timed(...frames));
    expect(parts.map(({ body }) => body)).toEqual(texts.map(textBody));
  });

  it('keeps only the size of what cannot be decompressed', () => {
    const frames = [frameOf('nonsense', { isCompressed: true }), frameOf('plain')];
    expect(readWebSocket(nothing, timed(...frames)).parts.map(({ body }) => body)).toEqual([
      { kind: 'unkept', bytes: 8 },
      textBody('plain'),
    ]);
  });

  it('says what it left out', () => {
    const many = Array.from({ length: STREAM_PARTS_MAX + 2 }, () => frameOf('a'));
    expect(readWebSocket(nothing, timed(...many)).left).toEqual({ parts: 2, bytes: 0 });
    const long = frameOf(Buffer.alloc(STREAM_BYTES_MAX, 'b'));
    const { parts, left } = readWebSocket(nothing, timed(long, frameOf('after')));
    expect(parts).toMatchObject([{ body: { bytes: STREAM_BYTES_MAX, cut: true } }]);
    expect(left).toEqual({ parts: 0, bytes: frameOf('after').length });
  });

  it('reads any bytes', () => {
    for (let length = 0; length < 20; length++)
      for (const byte of [0, 0x7f, 0x82, 0xff]) {
        const bytes = Buffer.alloc(length, byte);
        expect(readWebSocket(nothing, timed(bytes)).parts.length).toBeLessThanOrEqual(length);
      }
  });
});

describe('a WebSocket through the recorder', () => {
  it('is forwarded as it comes, and its messages are recorded when it ends', async () => {
    await using service = await startUpgrading((socket) => {
      socket.write(frameOf('{"hello":1}'));
      socket.on('data', () => socket.write(frameOf('pong', { opcode: 10 })));
    });
    await using one = await recording(service.url);
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    socket.write(
      'GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const until = (text: string) =>
      new Promise<void>((resolve) => {
        let seen = '';
        socket.on('data', (chunk: Buffer) => {
          seen += chunk.toString('latin1');
          if (seen.includes(text)) resolve();
        });
      });
    await until('{"hello":1}');
    const answered = until('pong');
    socket.write(frameOf('ask', { mask: [9, 8, 7, 6] }));
    await answered;
    socket.end();
    await expect.poll(async () => (await one.recorded()).length).toBe(1);
    const [recorded] = await one.recorded();
    expect(recorded).toMatchObject({
      trouble: null,
      request: { body: { kind: 'none' } },
      reply: { status: 101, body: { kind: 'unkept', bytes: null } },
      stream: {
        kind: 'websocket',
        parts: [
          { from: 'service', name: 'text', body: { text: '{"hello":1}' } },
          { from: 'client', name: 'text', body: { text: 'ask' } },
          { from: 'service', name: 'pong', body: { text: 'pong' } },
        ],
        left: { parts: 0, bytes: 0 },
      },
    });
    const offsets = recorded?.stream?.parts.map(({ offsetMs }) => offsetMs ?? -1) ?? [];
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(one.failures).toEqual([]);
  });
});
