// What is sent to the front of HTTP to break it, in families, as generators of fast-check.
// Everything is text in Latin-1, one character a byte, so that a case which fails can be read.

import * as fc from 'fast-check';
import { byte, CRLF, HEAD, joined, several, some, sound, targets, USER } from './http-bits.ts';
import { chunks, smuggled } from './http-framing.ts';
import { headerFields, hosts, requestLines } from './http-heads.ts';

export interface WireCase {
  readonly bytes: string;
  /** Where the bytes are split into writes, as shares of their length. */
  readonly cuts: readonly number[];
  /**
   * After how many milliseconds the client resets the connection, whatever has arrived; if absent,
   * it reads to the end.
   */
  readonly resetMs?: number;
}

const expecting = fc
  .tuple(
    targets,
    some('100-continue', '100-Continue', '100-continue, 100-continue', 'a-miracle', ''),
    some('', USER),
  )
  .map(
    ([target, expect, body]) =>
      `PUT ${target} HTTP/1.1\r\n${HEAD}Expect: ${expect}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
const pipelines = several(
  fc.oneof(
    { arbitrary: sound, weight: 8 },
    { arbitrary: expecting, weight: 2 },
    {
      arbitrary: some(
        'garb age\r\n\r\n',
        'GET / HTTP/1.1\r\n\r\n',
        `GET /users/1 HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`,
        CRLF,
      ),
      weight: 1,
    },
  ),
  10,
  2,
);

const upgrades = fc
  .tuple(
    some('GET', 'POST', 'CONNECT', 'OPTIONS'),
    some('/users/1', 'localhost:80', '*', 'evil.test:443'),
    several(
      some(
        'Connection: Upgrade\r\n',
        'Connection: upgrade, close\r\n',
        'Upgrade: websocket\r\n',
        'Upgrade: h2c\r\n',
        'Upgrade: WebSocket, foo\r\n',
        'Upgrade: \r\n',
        'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
        'Sec-WebSocket-Version: 13\r\n',
        'Origin: http://evil.test\r\n',
        'Content-Length: 5\r\n',
        'Transfer-Encoding: chunked\r\n',
      ),
      6,
    ),
    some('', 'hello', '\u0081\u0085abcdhello', '0\r\n\r\n'),
  )
  .map(
    ([method, target, lines, behind]) =>
      `${method} ${target} HTTP/1.1\r\n${HEAD}${lines}\r\n${behind}`,
  );

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const protocols = joined(
  some(
    PREFACE,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    '\u0080\u002e\u0001\u0003\u0001',
    'SSH-2.0-OpenSSH_9\r\n',
    '\u0005\u0001\u0000',
    '\u0004\u0001\u0000\u0050',
    'EHLO a\r\n',
    'GET /users/1\r\n',
    '\u0000\u0000\u0000\u0004',
    '*1\r\n$4\r\nPING\r\n',
    '{"jsonrpc":"2.0"}\n',
    'PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n',
    '<policy-file-request/>\0',
    '',
  ),
  several(byte, 200),
);

const large = fc.oneof(
  fc
    .integer({ min: 100, max: 200_000 })
    .map((length) => `GET /users HTTP/1.1\r\n${HEAD}X-A: ${'a'.repeat(length)}\r\n\r\n`),
  fc
    .integer({ min: 50, max: 20_000 })
    .map((count) => `GET /users HTTP/1.1\r\n${HEAD}${'X-A: b\r\n'.repeat(count)}\r\n`),
  fc
    .integer({ min: 50, max: 5_000 })
    .map(
      (count) =>
        `GET /users HTTP/1.1\r\n${HEAD}${Array.from({ length: count }, (_, n) => `x${n}:\r\n`).join('')}\r\n`,
    ),
  fc
    .integer({ min: 60_000, max: 300_000 })
    .map(
      (length) =>
        `PUT /users/1 HTTP/1.1\r\n${HEAD}Content-Length: ${length}\r\n\r\n${'['.repeat(length)}`,
    ),
  fc
    .integer({ min: 100, max: 5_000 })
    .map(
      (count) =>
        `PUT /users/1 HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`,
    ),
  fc
    .integer({ min: 10, max: 400 })
    .map((count) => `GET /users/1 HTTP/1.1\r\n${HEAD}\r\n`.repeat(count)),
  fc
    .integer({ min: 100, max: 15_000 })
    .map((count) => `GET /users?${'a&'.repeat(count / 2)} HTTP/1.1\r\n${HEAD}\r\n`),
  fc.integer({ min: 1_000, max: 300_000 }).map((count) => CRLF.repeat(count)),
);

type Change = readonly [
  kind: 'replace' | 'insert' | 'remove' | 'double',
  at: number,
  length: number,
  what: string,
];
const changes: fc.Arbitrary<Change> = fc.tuple(
  some<Change[0]>('replace', 'insert', 'remove', 'double'),
  fc.double({ min: 0, max: 0.999, noNaN: true }),
  fc.integer({ min: 1, max: 12 }),
  fc.oneof(
    byte,
    some(CRLF, '\n', '\r', '\0', ' ', ':', '\r\n\r\n', '0\r\n', 'Content-Length: 3\r\n'),
  ),
);
const mutations = fc
  .tuple(
    several(fc.oneof({ arbitrary: sound, weight: 5 }, { arbitrary: smuggled, weight: 1 }), 4, 1),
    fc.array(changes, { minLength: 1, maxLength: 5 }),
  )
  .map(([text, all]) => all.reduce(change, text));

function change(text: string, [kind, share, length, what]: Change): string {
  const at = Math.floor(share * text.length);
  const [before, there, behind] = [
    text.slice(0, at),
    text.slice(at, at + length),
    text.slice(at + length),
  ];
  switch (kind) {
    case 'replace':
      return before + what + behind;
    case 'insert':
      return before + what + there + behind;
    case 'remove':
      return before + behind;
    case 'double':
      return before + there + there + behind;
  }
}

const cutShort = fc
  .tuple(several(sound, 4, 1), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, share]) => text.slice(0, Math.floor(share * text.length)));

function family(
  bytes: fc.Arbitrary<string>,
  behind: fc.Arbitrary<string> = fc.oneof(sound, fc.constant('')),
): fc.Arbitrary<WireCase> {
  const before = fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    { arbitrary: sound, weight: 1 },
  );
  const cuts = fc.oneof(
    { arbitrary: fc.constant([]), weight: 3 },
    {
      arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: 1,
        maxLength: 3,
      }),
      weight: 1,
    },
  );
  return fc.record({ bytes: joined(before, bytes, behind), cuts });
}

const handedOver = fc.oneof(
  upgrades,
  some(
    `CONNECT a:80 HTTP/1.1\r\n${HEAD}\r\n`,
    `GET /users/1 HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ),
);
const resets = fc
  .record({
    before: several(sound, 3),
    behind: fc.oneof(handedOver, pipelines, mutations),
    resetMs: fc.nat(3),
  })
  .map(({ before, behind, resetMs }) => ({ bytes: before + behind, cuts: [], resetMs }));

/** All families, by what a reader of the table may know them. */
export const families: Readonly<Record<string, fc.Arbitrary<WireCase>>> = {
  'request lines': family(requestLines),
  'header fields': family(headerFields),
  'no Host, or several': family(hosts),
  'two lengths of one body (smuggling)': family(smuggled),
  'chunks and trailers': family(chunks),
  'several requests at once, Expect': family(pipelines),
  'Upgrade and CONNECT': family(upgrades),
  'other protocols and random bytes': family(protocols),
  'large and many': family(large),
  'valid requests with a few bytes changed': family(mutations),
  'valid requests cut short': family(cutShort, fc.constant('')),
  'connections that are reset': resets,
};
