// Bodies whose end is given in two ways, or in none: Content-Length, Transfer-Encoding, chunks.

import * as fc from 'fast-check';
import { CRLF, HEAD, hidden, joined, lineEnds, mostly, some, targets } from './http-bits.ts';

const lengths = joined(
  mostly(
    'Content-Length',
    'content-length',
    'Content-Length ',
    ' Content-Length',
    'Content_Length',
    'Content-Length\t',
  ),
  mostly(': ', ':', ':\t', ':\u000b'),
  some(
    '0',
    '1',
    '5',
    '44',
    '300',
    '-1',
    '+5',
    '0x5',
    '5,5',
    '5, 5',
    '05',
    '5 ',
    ' 5',
    '5 5',
    '5.0',
    '1e1',
    '',
    '\u00b2',
    '4294967296',
    '18446744073709551616',
    '9'.repeat(40),
  ),
  lineEnds,
);
const codings = joined(
  mostly(
    'Transfer-Encoding',
    'transfer-encoding',
    'Transfer-Encoding ',
    ' Transfer-Encoding',
    'Transfer_Encoding',
    'X: y\nTransfer-Encoding',
    'Transfer-Encoding\0',
  ),
  mostly(': ', ':', ':\t', ':\u000b', ' : '),
  mostly(
    'chunked',
    'Chunked',
    'xchunked',
    'chunked, identity',
    'identity, chunked',
    'gzip, chunked',
    'chunked, chunked',
    'identity',
    '"chunked"',
    'chunked;a=b',
    'chunked ',
    '\u000bchunked',
    'chunke\u0064',
    'chunked\0',
    ',chunked',
    'chunked,',
    'chun\r\n ked',
    '',
  ),
  lineEnds,
);
export const smuggled = fc
  .tuple(
    some('POST', 'PUT', 'GET', 'DELETE', 'PATCH'),
    targets,
    some('1.1', '1.0'),
    fc.array(fc.oneof(lengths, codings), { minLength: 1, maxLength: 3 }),
    some(
      '',
      'Connection: Content-Length\r\n',
      'Connection: Transfer-Encoding, keep-alive\r\n',
      'Connection: keep-alive\r\n',
      'Expect: 100-continue\r\n',
    ),
  )
  .chain(([method, target, version, framing, more]) =>
    some('', '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'hello', '2c\r\n', '0\r\n\r\n\r\n').chain(
      (body) =>
        hidden.map(
          (behind) =>
            `${method} ${target} HTTP/${version}\r\n${HEAD}${framing.join('')}${more}\r\n${body}${behind}`,
        ),
    ),
  );

const sizes = mostly(
  '5',
  '05',
  '0005',
  '5 ',
  ' 5',
  '+5',
  '-5',
  '0x5',
  '5;a',
  '5;a=b',
  '5;a="b"',
  '5;a="b\r\n',
  '5;a\n0',
  '5\t;a',
  'g',
  '',
  '5\n',
  '5\r',
  'ffffffff',
  'fffffffffffffffff',
  '5;'.padEnd(20_000, 'x'),
  '\u0665',
  '5,5',
);
export const chunks = fc
  .tuple(
    some('POST', 'PUT'),
    targets,
    fc.array(
      joined(
        sizes,
        mostly(CRLF, '\n', '\r', '\r\r\n'),
        mostly('hello', 'hell', 'hello!', 'he\r\no'),
        mostly(CRLF, '\n', '', '\r', 'X\r\n'),
      ),
      { maxLength: 3 },
    ),
    mostly('0', '00', '0;a=b', '-0', '0 ', '', '0\n'),
  )
  .chain(([method, target, parts, last]) =>
    joined(
      mostly(CRLF, '\n', '\r'),
      mostly(
        '',
        'X-T: 1\r\n',
        'Content-Length: 5\r\n',
        'Transfer-Encoding: chunked\r\n',
        'Host: evil.test\r\n',
        'X T: 1\r\n',
        'X-T: 1\r\n 2\r\n',
        `X-T: ${'a'.repeat(20_000)}\r\n`,
        'X-T: 1\r\n'.repeat(3_000),
      ),
      mostly(CRLF, '\n', '', '\r'),
    ).map(
      (end) =>
        `${method} ${target} HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${parts.join('')}${last}${end}`,
    ),
  );
