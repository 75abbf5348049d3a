// Small parts of requests, and how they are put together, for what is sent to break the front of
// HTTP. Text in Latin-1, one character a byte.

import * as fc from 'fast-check';

export const CRLF = '\r\n';
export const HEAD = 'Host: localhost\r\n';
/** A user whose creation changes the state. */
export const USER = '{"name":"Zofia","email":"zofia@example.com"}';

export const some = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
export const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(''));
export const several = (
  part: fc.Arbitrary<string>,
  maxLength: number,
  minLength = 0,
): fc.Arbitrary<string> => fc.array(part, { minLength, maxLength }).map((all) => all.join(''));
/** Mostly the first, seldom one of the others. */
export const mostly = <T>(first: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(first), weight: 6 }, { arbitrary: some(...others), weight: 1 });
export const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));

export const ids = fc.integer({ min: 1, max: 99_999 }).map(String);
export const targets = ids.map((id) => `/users/${id}`);

/** A sound request; no two are the same but by chance. */
export const sound: fc.Arbitrary<string> = fc.oneof(
  joined(
    some('GET ', 'HEAD ', 'DELETE ', 'OPTIONS '),
    targets,
    fc.constant(` HTTP/1.1\r\n${HEAD}\r\n`),
  ),
  fc
    .tuple(some('PUT', 'PATCH', 'POST'), targets, some('', '{}', USER, '{"name":', '\u00ff\u00fe'))
    .map(
      ([method, target, body]) =>
        `${method} ${target} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  fc
    .tuple(targets, fc.array(some('{', '}', USER, 'a'), { maxLength: 3 }))
    .map(
      ([target, parts]) =>
        `PUT ${target} HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`,
    ),
);
/** A request that no one sent: inside a body, or after something incomplete. */
export const hidden = targets.map(
  (target) => `DELETE ${target} HTTP/1.1\r\n${HEAD}X-Hidden: 1\r\n\r\n`,
);

export const lineEnds = mostly(CRLF, '\n', '\r', '\r\r\n', '\n\r\n', '', ' \r\n', '\0\r\n');
