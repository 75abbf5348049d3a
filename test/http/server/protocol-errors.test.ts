// What is answered to a message that the parser refused, by what the parser tells of it.

import { describe, expect, it } from 'vitest';
import { type ParserError, protocolErrorOf } from '../../../src/http/server/protocol-errors.ts';

function refused(code: string, packet?: string, bytesParsed?: number): ParserError {
  return Object.assign(new Error(code), {
    code,
    ...(packet === undefined ? {} : { rawPacket: Buffer.from(packet, 'latin1') }),
    ...(bytesParsed === undefined ? {} : { bytesParsed }),
  });
}

describe('troubleOf', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'late'],
    ['HPE_HEADER_OVERFLOW', 431, 'unreadable'],
    ['HPE_INVALID_EOF_STATE', 400, 'unreadable'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'unreadable'],
    ['HPE_INVALID_VERSION', 400, 'unreadable'],
    ['anything', 400, 'unreadable'],
  ])('answers %s with %i', (code, status, trouble) => {
    expect(protocolErrorOf(refused(code))).toMatchObject({ status, trouble });
  });

  it.each<[string, number, string | undefined, number | undefined]>([
    ['a request line', 501, 'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n', 1],
    ['a request line of HTTP/1.0', 501, 'BREW /pot HTTP/1.0\r\n', 1],
    ['a request line that nothing follows', 501, 'BREW /pot HTTP/1.1', 3],
    [
      'a request line after a request that was read',
      501,
      'GET / HTTP/1.1\r\n\r\nBREW /pot HTTP/1.1\r\n\r\n',
      20,
    ],
    [
      'a request line, wherever the parser says it came to',
      501,
      'BREW /pot HTTP/1.1\r\n',
      undefined,
    ],
    ['a line of HTTP/2', 400, 'BREW /pot HTTP/2.0\r\n', 1],
    ['a method that cannot be one', 400, 'BR(EW /pot HTTP/1.1\r\n', 1],
    ['a line without a path', 400, 'BREW HTTP/1.1\r\n', 1],
    ['a line that is no HTTP, after one that is', 400, 'GET / HTTP/1.1\r\n\r\nhello there\r\n', 20],
    ['nothing', 400, undefined, undefined],
  ])(
    'answers an unknown method depending on the form of the line: %s, %i',
    (_, status, packet, bytesParsed) => {
      expect(protocolErrorOf(refused('HPE_INVALID_METHOD', packet, bytesParsed)).status).toBe(
        status,
      );
    },
  );
});
