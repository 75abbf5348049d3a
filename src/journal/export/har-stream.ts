// What came over time, in HAR: `_webSocketMessages` as browsers write it, and a note of Standin's
// own for what that cannot express. Reads both.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { cutBody, RECORDED_BODY_BYTES_MAX } from '../interaction/cut-body.ts';
import type { RecordedBody, RecordedStream, StreamPart } from '../interaction/recorded.ts';

/** Maximum number of parts that are read of one entry. */
const PARTS_MAX = 10_000;

/** Returns the messages of a WebSocket as browsers write them; nothing for other streams. */
export function toHarMessages(stream: RecordedStream | undefined, at: number): JsonObject {
  if (stream?.kind !== 'websocket') return {};
  const messages = stream.parts.map(({ offsetMs, from, name, body }) => ({
    type: from === 'client' ? 'send' : 'receive',
    time: (at + (offsetMs ?? 0)) / 1_000,
    opcode: OPCODES[name] ?? 1,
    data: body.kind === 'text' ? body.text : body.kind === 'bytes' ? body.base64 : '',
  }));
  return { _webSocketMessages: messages };
}

const OPCODES: Readonly<Record<string, number>> = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
};

/** Reads the stream of an entry, if it has one. `at` is when the call came, in milliseconds. */
export function streamIn(entry: JsonObject, at: number): { readonly stream?: RecordedStream } {
  const standin = own(entry, '_standin');
  const given = isObject(standin) ? own(standin, 'stream') : undefined;
  if (isObject(given)) return ownStream(given);
  const messages = own(entry, '_webSocketMessages');
  if (!Array.isArray(messages)) return {};
  const parts = (messages as readonly Json[])
    .slice(0, PARTS_MAX)
    .flatMap((one) => messageIn(one, at));
  const left = { parts: messages.length - Math.min(messages.length, PARTS_MAX), bytes: 0 };
  return { stream: { kind: 'websocket', parts, left } };
}

function messageIn(message: Json, at: number): readonly StreamPart[] {
  if (!isObject(message)) return [];
  const [type, time, opcode, data] = ['type', 'time', 'opcode', 'data'].map((key) =>
    own(message, key),
  );
  if (typeof data !== 'string' || (type !== 'send' && type !== 'receive')) return [];
  const name = Object.keys(OPCODES).find((key) => OPCODES[key] === opcode) ?? 'text';
  return [
    {
      offsetMs: typeof time === 'number' ? Math.max(0, time * 1_000 - at) : null,
      from: type === 'send' ? 'client' : 'service',
      name,
      body: name === 'binary' ? base64Body(data) : textBody(data),
    },
  ];
}

function ownStream(stream: JsonObject): { readonly stream?: RecordedStream } {
  const [kind, parts, left] = ['kind', 'parts', 'left'].map((key) => own(stream, key));
  if ((kind !== 'events' && kind !== 'websocket') || !Array.isArray(parts)) return {};
  const read = (parts as readonly Json[]).slice(0, PARTS_MAX).flatMap(partIn);
  return {
    stream: {
      kind,
      parts: read,
      left: {
        parts: countIn(left, 'parts') + parts.length - read.length,
        bytes: countIn(left, 'bytes'),
      },
    },
  };
}

function partIn(part: Json): readonly StreamPart[] {
  if (!isObject(part)) return [];
  const [offsetMs, from, name, body] = ['offsetMs', 'from', 'name', 'body'].map((key) =>
    own(part, key),
  );
  if (typeof name !== 'string' || (from !== 'client' && from !== 'service') || !isObject(body))
    return [];
  return [
    { offsetMs: typeof offsetMs === 'number' ? offsetMs : null, from, name, body: bodyIn(body) },
  ];
}

function bodyIn(body: JsonObject): RecordedBody {
  const [text, base64, kind] = [own(body, 'text'), own(body, 'base64'), own(body, 'kind')];
  const bytes = countIn(body, 'bytes');
  const cut = own(body, 'cut') === true;
  if (typeof text === 'string') return limited({ ...textBody(text), bytes, cut });
  if (typeof base64 === 'string') return limited({ kind: 'bytes', base64, bytes, cut });
  return kind === 'unkept' ? { kind, bytes } : { kind: 'none' };
}

function limited(body: RecordedBody): RecordedBody {
  return cutBody(body, RECORDED_BODY_BYTES_MAX);
}

function textBody(text: string): Extract<RecordedBody, { kind: 'text' }> {
  const whole = text.toWellFormed();
  return { kind: 'text', text: whole, bytes: Buffer.byteLength(whole), cut: false };
}

function base64Body(base64: string): RecordedBody {
  return { kind: 'bytes', base64, bytes: Buffer.from(base64, 'base64').length, cut: false };
}

function countIn(value: Json | undefined, key: string): number {
  const count = isObject(value) ? own(value, key) : undefined;
  return typeof count === 'number' && count >= 0 ? Math.floor(count) : 0;
}
