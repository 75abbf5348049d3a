// Frames of HTTP/2 (RFC 9113 section 4.1) as they should not be, after a handshake of TLS that is
// sound: at random, out of order, and in floods.

import * as fc from 'fast-check';

/** What is sent over one connection, in Latin-1. */
export type SessionCase = string;

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];
const [END_STREAM, END_HEADERS] = [1, 4];

function frame(
  type: number,
  flags: number,
  stream: number,
  payload: string,
  length = payload.length,
): string {
  const head = [
    length >> 16,
    length >> 8,
    length,
    type,
    flags,
    stream >>> 24,
    stream >> 16,
    stream >> 8,
    stream,
  ];
  return String.fromCharCode(...head.map((one) => one & 255)) + payload;
}

/** A field as HPACK writes it without any table (RFC 7541 section 6.2.2). */
function field(name: string, value: string): string {
  return `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`;
}

const sound = [
  field(':method', 'GET'),
  field(':scheme', 'https'),
  field(':path', '/users/1'),
  field(':authority', 'localhost'),
].join('');
const open = (stream: number): string => frame(HEADERS, END_STREAM | END_HEADERS, stream, sound);
const start = PREFACE + frame(SETTINGS, 0, 0, '');
const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const bytes = fc.array(byte, { maxLength: 40 }).map((all) => all.join(''));

const fields = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ':method',
        ':path',
        ':scheme',
        ':authority',
        ':status',
        'Host',
        'host',
        'connection',
        'transfer-encoding',
        'te',
        'content-length',
        'cookie',
        'x a',
        'x\0',
        'upgrade',
        '',
        '__proto__',
      ),
      fc.constantFrom(
        'GET',
        '/users/1',
        'https',
        'localhost',
        'a\r\nb',
        'a\0b',
        '',
        'chunked',
        '-1',
        '99',
        'evil.test',
        '*',
        '/__standin/api/',
        'CONNECT',
        'DELETE',
      ),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.map(([name, value]) => field(name, value)).join(''));

const frames = fc
  .tuple(
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0, 1, 1, 2, 3, 5, 7, 0x7fffffff),
    fc.oneof(bytes, fields, fc.constant(sound)),
    fc.constantFrom(0, 0, 0, 1, -1, 5, 20_000),
  )
  .map(([type, flags, stream, payload, more]) =>
    frame(type, flags, stream, payload, Math.max(0, payload.length + more)),
  );

const many = (count: number, make: (turn: number) => string): string =>
  Array.from({ length: count }, (_, turn) => make(turn)).join('');
const counts = fc.integer({ min: 10, max: 2_000 });
const setting = (id: number, value: number): string =>
  String.fromCharCode(
    id >> 8,
    id & 255,
    value >>> 24,
    (value >> 16) & 255,
    (value >> 8) & 255,
    value & 255,
  );

const floods = fc
  .tuple(
    fc.constantFrom<(count: number) => string>(
      // What a stream costs, over and over (CVE-2023-44487).
      (count) =>
        many(count, (turn) => open(turn * 2 + 1) + frame(RESET, 0, turn * 2 + 1, '\0\0\0\u0008')),
      // Fields that never end (CVE-2024-27316).
      (count) =>
        frame(HEADERS, END_STREAM, 1, sound) +
        many(count, () => frame(CONTINUATION, 0, 1, field('x', 'a'.repeat(100)))),
      (count) => many(count, () => frame(SETTINGS, 0, 0, setting(4, 65_535))),
      (count) => many(count, () => frame(PING, 0, 0, '12345678')),
      (count) => frame(HEADERS, END_HEADERS, 1, sound) + many(count, () => frame(DATA, 0, 1, '')),
      (count) => many(count, (turn) => frame(PRIORITY, 0, turn * 2 + 1, '\0\0\0\0\u0010')),
      (count) => many(count, () => frame(WINDOW, 0, 0, '\u007f\u00ff\u00ff\u00ff')),
      // Answers that are never read: the window is closed.
      (count) => frame(SETTINGS, 0, 0, setting(4, 0)) + many(count, (turn) => open(turn * 2 + 1)),
      (count) =>
        frame(PUSH, END_HEADERS, 1, `\0\0\0\u0002${sound}`) +
        many(count, () => frame(GOAWAY, 0, 0, '\0\0\0\0\0\0\0\0')),
      (count) => many(count, (turn) => open((count - turn) * 2 + 1)),
      // One large field in the table, named many times (HPACK bomb).
      (count) =>
        frame(
          HEADERS,
          END_HEADERS | END_STREAM,
          1,
          `${sound}\u0040\u0001x\u007f\u0081\u001e${'a'.repeat(4_000)}${'\u00be'.repeat(Math.min(count, 10_000))}`,
        ),
    ),
    counts,
  )
  .map(([make, count]) => start + make(count));

/** By what a reader of the table may know them. */
export const sessionCases: Readonly<Record<string, fc.Arbitrary<SessionCase>>> = {
  'frames at random': fc
    .array(
      fc.oneof(
        { arbitrary: frames, weight: 2 },
        { arbitrary: fc.constantFrom(open(1), open(3), open(5)), weight: 1 },
      ),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((all) => start + all.join('')),
  'header fields out of order': fc
    .array(fields, { minLength: 1, maxLength: 4 })
    .map(
      (all) =>
        start +
        all
          .map((one, turn) => frame(HEADERS, END_STREAM | END_HEADERS, turn * 2 + 1, one))
          .join(''),
    ),
  'no preface, or half of one': fc
    .tuple(
      fc.constantFrom(
        '',
        PREFACE.slice(0, 10),
        PREFACE.toLowerCase(),
        'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
        PREFACE + PREFACE,
      ),
      bytes,
    )
    .map((all) => all.join('')),
  'floods of frames': floods,
};
