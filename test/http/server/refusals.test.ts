// What a listener answers to messages that are wrong, byte by byte as they come in. After each of
// them everything is as it was.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProblem } from '../../support/problem.ts';
import {
  HOST,
  JSON_TYPE,
  NEW_USER,
  request,
  withBody,
  withChunks,
} from '../../support/requests.ts';
import { type Served, serveProject } from '../../support/served.ts';
import { ask, openWire } from '../../support/wire.ts';

let served: Served;
let rows: string;
let version: number;

async function readRows(): Promise<string> {
  const reply = await ask(served.port, request('GET /users'));
  expect(reply?.status).toBe(200);
  return reply?.body ?? '';
}

beforeAll(async () => {
  served = await serveProject({ pins: { 'limit.body': 65_536 } });
  rows = await readRows();
  version = served.mock.state.collection('users').version;
  expect(JSON.parse(rows).length).toBeGreaterThan(0);
});

afterAll(() => served.listener.close());

async function expectNothingLost(): Promise<void> {
  expect(await readRows()).toBe(rows);
  expect(served.mock.state.collection('users').version).toBe(version);
  expect(served.failures).toEqual([]);
}

interface Refusal {
  readonly what: string;
  readonly bytes: string | Buffer;
  readonly status: number;
  readonly code: string;
  /** The exact text, where the listener itself wrote it. */
  readonly detail?: string;
}

const NO_HTTP = 'this is not a well-formed HTTP/1.1 request';
const LARGE_HEADER = 'the header fields are too large in total';

const CODING = 'the only supported Transfer-Encoding is chunked';

function unreadable(what: string, bytes: string | Buffer, detail = NO_HTTP, status = 400): Refusal {
  return { what, bytes, status, code: 'unreadable', detail };
}

function refusal(what: string, bytes: string | Buffer, status: number, code: string): Refusal {
  return { what, bytes, status, code };
}

const get = (target: string, fields = ''): string => request(`GET ${target}`, fields);
const post = (body: string | Buffer, fields = JSON_TYPE): Buffer =>
  withBody('POST /users', body, fields);

const messages: readonly Refusal[] = [
  unreadable('a line that is no request', 'HELLO\r\n\r\n'),
  unreadable(
    'the beginning of a TLS connection',
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 13, 10, 13, 10]),
  ),
  unreadable('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  unreadable('an invalid version', 'GET /users HTTP/1.2\r\nHost: a\r\n\r\n'),
  unreadable(
    'a method that HTTP does not know',
    request('FOO /users'),
    'this method is not known',
    501,
  ),
  unreadable('a method in small letters', request('get /users'), 'this method is not known', 501),
  unreadable('a target without slash', get('users')),
  unreadable('a target with a NUL', get('/us\0ers')),
  unreadable('a target with an escape character', get('/us\u001bers')),
  unreadable('a target with bytes beyond ASCII', Buffer.from(get('/us\u009bers'), 'latin1')),
  unreadable('a target with a blank', get('/users /1')),
  unreadable('a header with a control character', get('/users', 'X-A: a\u0001b\r\n')),
  unreadable('a header with a NUL', get('/users', 'X-A: a\0b\r\n')),
  unreadable('a header name with a blank', get('/users', 'X-A : b\r\n')),
  unreadable('a header without colon', get('/users', 'nonsense\r\n')),
  unreadable('a folded header', get('/users', 'X-A: a\r\n b\r\n')),
  unreadable('lines that end with LF alone', 'GET /users HTTP/1.1\nHost: a\n\n'),
  unreadable('a CR within a header', get('/users', 'X-A: a\rX-B: b\r\n')),
  unreadable(
    'a header larger than 16 KiB',
    get('/users', `X-A: ${'a'.repeat(20_000)}\r\n`),
    LARGE_HEADER,
    431,
  ),
  unreadable(
    'a header of a million bytes',
    get('/users', `X-A: ${'a'.repeat(1_000_000)}\r\n`),
    LARGE_HEADER,
    431,
  ),
  unreadable(
    'a thousand headers',
    get('/users', 'X-A: aaaaaaaaaaaaaa\r\n'.repeat(1_000)),
    LARGE_HEADER,
    431,
  ),
  unreadable('a path of 20,000 bytes', get(`/users/${'a'.repeat(20_000)}`), LARGE_HEADER, 431),
  unreadable(
    'Content-Length and Transfer-Encoding',
    withChunks('POST /users', '0\r\n\r\n', `${JSON_TYPE}Content-Length: 2\r\n`),
  ),
  unreadable(
    'Transfer-Encoding and Content-Length, with a request hidden in the body',
    withChunks(
      'POST /users',
      `0\r\n\r\n${request('DELETE /users/1')}`,
      `${JSON_TYPE}Content-Length: 5\r\n`,
    ),
  ),
  unreadable(
    'two Content-Lengths',
    request('POST /users', `${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n`),
  ),
  unreadable(
    'the same Content-Length twice',
    request('POST /users', `${JSON_TYPE}Content-Length: 2\r\nContent-Length: 2\r\n`),
  ),
  unreadable(
    'a list of Content-Lengths',
    request('POST /users', `${JSON_TYPE}Content-Length: 2, 2\r\n`),
  ),
  unreadable(
    'a negative Content-Length',
    request('POST /users', `${JSON_TYPE}Content-Length: -2\r\n`),
  ),
  unreadable(
    'a signed Content-Length',
    request('POST /users', `${JSON_TYPE}Content-Length: +2\r\n`),
  ),
  unreadable(
    'a Content-Length in hexadecimal',
    request('POST /users', `${JSON_TYPE}Content-Length: 0x2\r\n`),
  ),
  unreadable(
    'a Content-Length beyond 64 bits',
    request('POST /users', `${JSON_TYPE}Content-Length: ${'9'.repeat(30)}\r\n`),
  ),
  unreadable(
    'a Transfer-Encoding that is not chunked',
    request('POST /users', `${JSON_TYPE}Transfer-Encoding: gzip\r\n`),
    CODING,
    501,
  ),
  unreadable(
    'a misspelt Transfer-Encoding',
    request('POST /users', `${JSON_TYPE}Transfer-Encoding: xchunked\r\n`),
    CODING,
    501,
  ),
  unreadable(
    'a Transfer-Encoding in HTTP/1.0',
    `POST /users HTTP/1.0\r\nHost: localhost\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'HTTP/1.0 has no Transfer-Encoding',
  ),
  unreadable(
    'chunked twice',
    request('POST /users', `${JSON_TYPE}Transfer-Encoding: chunked, chunked\r\n`),
  ),
  unreadable('a chunk size that is no number', withChunks('POST /users', 'zz\r\n{}\r\n0\r\n\r\n')),
  unreadable('a negative chunk size', withChunks('POST /users', '-2\r\n{}\r\n0\r\n\r\n')),
  unreadable(
    'a chunk size beyond 64 bits',
    withChunks('POST /users', `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`),
  ),
  unreadable('a chunk longer than its size', withChunks('POST /users', '1\r\n{}\r\n0\r\n\r\n')),
  unreadable(
    'a chunk extension larger than 16 KiB',
    withChunks('POST /users', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    'the chunk extensions are too large',
    413,
  ),
  unreadable(
    'an expectation that is not 100-continue',
    post(NEW_USER, `${JSON_TYPE}Expect: a-miracle\r\n`),
    'Expect asks for something other than 100-continue',
    417,
  ),
];

const calls: readonly Refusal[] = [
  refusal('malformed JSON', post('{"name":'), 400, 'malformed'),
  refusal('text after the JSON', post('{} {}'), 400, 'malformed'),
  refusal('a number that JSON does not have', post('{"id":NaN}'), 400, 'malformed'),
  refusal('a number out of range', post('{"id":1e999}'), 400, 'malformed'),
  refusal('an empty body', post(''), 400, 'malformed'),
  refusal('an empty body in chunks', withChunks('POST /users', '0\r\n\r\n'), 400, 'malformed'),
  refusal('no body at all', request('POST /users', JSON_TYPE), 400, 'malformed'),
  refusal('blanks alone', post(' \r\n '), 400, 'malformed'),
  refusal(
    'JSON nested 65 levels deep',
    post(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`),
    400,
    'malformed',
  ),
  refusal('brackets as far as the limit goes', post('['.repeat(65_536)), 400, 'malformed'),
  refusal(
    'a key given twice',
    post('{"name":"a","email":"a@example.com","name":"b"}'),
    400,
    'malformed',
  ),
  refusal(
    'a key given twice, once escaped',
    post('{"name":"a","email":"a@example.com","n\\u0061me":"b"}'),
    400,
    'malformed',
  ),
  refusal(
    'bytes that are no UTF-8',
    post(Buffer.from('{"name":"\xff","email":"a@example.com"}', 'latin1')),
    400,
    'malformed',
  ),
  refusal(
    'a UTF-8 sequence that is cut',
    post(Buffer.from(NEW_USER).subarray(0, 18)),
    400,
    'malformed',
  ),
  refusal(
    'a surrogate in UTF-8',
    post(Buffer.from('{"name":"\xed\xa0\x80","email":"a@b.co"}', 'latin1')),
    400,
    'malformed',
  ),
  refusal('UTF-16', post(Buffer.from(NEW_USER, 'utf16le')), 400, 'malformed'),
  refusal('a BOM alone', post('\ufeff'), 400, 'malformed'),
  refusal('two BOMs', post(`\ufeff\ufeff${NEW_USER}`), 400, 'malformed'),
  refusal('an array', post(`[${NEW_USER}]`), 422, 'invalid'),
  refusal('a text', post('"Zofia"'), 422, 'invalid'),
  refusal('null', post('null'), 422, 'invalid'),
  refusal('a number', post('1'), 422, 'invalid'),
  refusal('fields in __proto__', post(`{"__proto__":${NEW_USER}}`), 422, 'invalid'),
  refusal('a field of another type', post('{"name":1,"email":"a@example.com"}'), 422, 'invalid'),
  refusal('no Content-Type', post(NEW_USER, ''), 415, 'unsupported'),
  refusal('an empty Content-Type', post(NEW_USER, 'Content-Type:\r\n'), 415, 'unsupported'),
  refusal(
    'a form',
    post('name=Zofia', 'Content-Type: application/x-www-form-urlencoded\r\n'),
    415,
    'unsupported',
  ),
  refusal(
    'JSON in another charset',
    post(NEW_USER, 'Content-Type: application/json; charset=utf-16\r\n'),
    415,
    'unsupported',
  ),
  refusal(
    'JSON that is named text',
    post(NEW_USER, 'Content-Type: text/json\r\n'),
    415,
    'unsupported',
  ),
  refusal(
    'a compressed body',
    post(NEW_USER, `${JSON_TYPE}Content-Encoding: gzip\r\n`),
    415,
    'unsupported',
  ),
  refusal('a body one byte over the limit', post(' '.repeat(65_537)), 413, 'oversized'),
  refusal(
    'a body that is said to be huge',
    request('POST /users', `${JSON_TYPE}Content-Length: 999999999999\r\n`),
    413,
    'oversized',
  ),
  refusal('an unknown path', get('/people'), 404, 'unrouted'),
  refusal('a path in other letters', get('/Users'), 404, 'unrouted'),
  refusal('an empty step', get('//users'), 404, 'unrouted'),
  refusal('two slashes at the end', get('/users//'), 404, 'unrouted'),
  refusal('a step upwards', get('/users/../users'), 404, 'unrouted'),
  refusal('an encoded step upwards', get('/users/%2e%2e%2fusers'), 404, 'missing'),
  refusal('percent without digits', get('/users/%zz'), 404, 'unrouted'),
  refusal('percent at the end', get('/users/1%'), 404, 'unrouted'),
  refusal('percent-encoding that is no UTF-8', get('/users/%ff'), 404, 'unrouted'),
  refusal('an encoded NUL', get('/users/%00'), 404, 'missing'),
  refusal('a path of 10,000 bytes', get(`/users/${'a'.repeat(10_000)}`), 404, 'missing'),
  refusal('an id that is no number', get('/users/abc'), 404, 'missing'),
  refusal('an id that is no number as it is written', get('/users/01'), 404, 'missing'),
  refusal('an id in exponents', get('/users/1e0'), 404, 'missing'),
  refusal('Infinity', get('/users/Infinity'), 404, 'missing'),
  refusal('__proto__ as an id', get('/users/__proto__'), 404, 'missing'),
  refusal('an id that nobody has', get('/users/999999'), 404, 'missing'),
  refusal('a step below a user', get('/users/1/name'), 404, 'unrouted'),
  refusal('the removal of nobody', request('DELETE /users/999999'), 404, 'missing'),
  refusal('another scheme than HTTP', get('ftp://standin.test/users'), 404, 'unrouted'),
  refusal('PUT on the list', withBody('PUT /users', NEW_USER), 405, 'disallowed'),
  refusal(
    'PATCH on the list',
    withBody('PATCH /users', '{}', 'Content-Type: application/merge-patch+json\r\n'),
    405,
    'disallowed',
  ),
  refusal('DELETE on the list', request('DELETE /users'), 405, 'disallowed'),
  refusal('POST on a user', withBody('POST /users/1', NEW_USER), 405, 'disallowed'),
  refusal('POST on the root', withBody('POST /', NEW_USER), 405, 'disallowed'),
  refusal('TRACE', request('TRACE /users'), 405, 'disallowed'),
  refusal('PROPFIND', request('PROPFIND /users'), 405, 'disallowed'),
  refusal('QUERY', withBody('QUERY /users', '{}'), 405, 'disallowed'),
  refusal('Accept that asks for HTML', get('/users', 'Accept: text/html\r\n'), 406, 'unacceptable'),
  refusal(
    'Accept that excludes JSON',
    get('/users', 'Accept: application/json;q=0, */*\r\n'),
    406,
    'unacceptable',
  ),
];

describe('listen, given a message that is not an HTTP request', () => {
  it.each(messages)('answers $status to $what', async ({ bytes, status, code, detail }) => {
    const wire = await openWire(served.port);
    const reply = await wire.write(bytes).reply();
    expect(reply.status).toBe(status);
    expect(readProblem(reply)).toMatchObject({ code, detail });
    expect(reply.headers.get('connection')).toBe('close');
    expect(await wire.rest(), 'nothing follows the answer').toBe('');
    wire.socket.destroy();
    await expectNothingLost();
  });
});

describe('listen, given a refused call', () => {
  it.each(calls)('answers $status to $what', async ({ bytes, status, code }) => {
    const reply = await ask(served.port, bytes);
    expect(reply?.status).toBe(status);
    expect(readProblem(reply)).toMatchObject({ code });
    await expectNothingLost();
  });

  it.each(calls.filter(({ status }) => status !== 413))(
    'keeps the connection after $what',
    async ({ bytes }) => {
      const wire = await openWire(served.port);
      await wire.write(bytes).reply();
      const next = await wire.write(get('/users')).reply();
      expect(next.body).toBe(rows);
      wire.socket.destroy();
    },
  );

  it.each([
    ['/users', 'GET, HEAD, POST, OPTIONS'],
    ['/users/1', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ])('lists the methods of %s', async (path, allowed) => {
    expect((await ask(served.port, request(`TRACE ${path}`)))?.headers.get('allow')).toBe(allowed);
  });
});

describe('listen, given a request with a host', () => {
  // RFC 9112 section 3.2: a server must answer 400 to a request of HTTP/1.1 without Host, with
  // several, or with one that is none.
  it.each([
    ['no Host', 'GET /users HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /users HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['an invalid Host', 'GET /users HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
  ])('answers 400 to %s', async (_what, bytes) => {
    const reply = await ask(served.port, bytes);
    expect(reply?.status).toBe(400);
    readProblem(reply);
    await expectNothingLost();
  });

  it('accepts an empty Host, since a target without authority has none', async () => {
    expect((await ask(served.port, 'GET /users HTTP/1.1\r\nHost:\r\n\r\n'))?.body).toBe(rows);
  });
});

describe('listen, given CONNECT', () => {
  it('refuses to be a proxy and ends the connection', async () => {
    const wire = await openWire(served.port);
    const reply = await wire
      .write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
      .reply();
    expect(reply.status).toBe(405);
    expect(readProblem(reply)).toMatchObject({ detail: 'this server is not a proxy' });
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
    await expectNothingLost();
  });

  // RFC 9110 section 15.5.6: the origin server must generate an Allow header field in a 405
  // response.
  it('lists the methods with 405', async () => {
    const reply = await ask(
      served.port,
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
    );
    expect(reply?.status).toBe(405);
    expect(reply?.headers.has('allow')).toBe(true);
  });
});

describe('listen, given an unreadable message, with the chosen shape of errors', () => {
  it.each([
    ['message', 'situation', 'application/json', { error: NO_HTTP, code: 'unreadable' }],
    ['message', 'none', 'application/json', { error: NO_HTTP }],
    ['empty-object', 'situation', 'application/json', {}],
  ] as const)('answers with the shape %s and the code %s', async (shape, code, type, body) => {
    await using other = await serveProject({ pins: { 'error.shape': shape, 'error.code': code } });
    const reply = await ask(other.port, 'HELLO\r\n\r\n');
    expect(reply?.status).toBe(400);
    expect(reply?.headers.get('content-type')).toBe(type);
    expect(JSON.parse(reply?.body ?? '')).toEqual(body);
  });

  it('leaves the code out of problem details if none was chosen', async () => {
    await using other = await serveProject({ pins: { 'error.code': 'none' } });
    expect(readProblem(await ask(other.port, 'HELLO\r\n\r\n'))).not.toHaveProperty('code');
  });

  it('answers without a body or a type if none was chosen', async () => {
    await using other = await serveProject({ pins: { 'error.shape': 'none' } });
    for (const bytes of ['HELLO\r\n\r\n', request('GET /users', 'Expect: a-miracle\r\n')]) {
      const reply = await ask(other.port, bytes);
      expect(reply?.status).toBeGreaterThanOrEqual(400);
      expect(reply?.body).toBe('');
      expect(reply?.headers.get('content-length')).toBe('0');
      expect(reply?.headers.has('content-type')).toBe(false);
    }
  });
});

describe('listen, given a cut connection', () => {
  it('answers 400 to a body that ends before it is whole', async () => {
    const wire = await openWire(served.port);
    const reply = await wire
      .end(request('POST /users', `${JSON_TYPE}Content-Length: 100\r\n`) + NEW_USER)
      .reply();
    expect(reply.status).toBe(400);
    expect(readProblem(reply)).toMatchObject({
      code: 'unreadable',
      detail: 'the connection ended in the middle of the request',
    });
    wire.socket.destroy();
    await expectNothingLost();
  });

  it('answers 400 to chunks that end before the last one', async () => {
    const wire = await openWire(served.port);
    const reply = await wire
      .end(withChunks('POST /users', `${NEW_USER.length.toString(16)}\r\n`))
      .reply();
    expect(readProblem(reply)).toMatchObject({
      status: 400,
      detail: 'the connection ended in the middle of the request',
    });
    wire.socket.destroy();
    await expectNothingLost();
  });

  it('answers 400 to a header that ends before it is whole', async () => {
    const wire = await openWire(served.port);
    const reply = await wire.end(`DELETE /users/1 HTTP/1.1\r\n${HOST}`).reply();
    expect(readProblem(reply)).toMatchObject({
      status: 400,
      detail: 'the connection ended in the middle of the request',
    });
    wire.socket.destroy();
    await expectNothingLost();
  });

  it('does nothing if a client resets the connection in the middle of a request', async () => {
    const half = withBody('POST /users', NEW_USER);
    for (const bytes of [
      'DELETE /users/1 HT',
      half.subarray(0, -1),
      withChunks('POST /users', '2\r\n{'),
      'HELLO\r\n\r\n',
    ]) {
      const wire = await openWire(served.port);
      await new Promise((sent) => wire.socket.write(bytes, sent));
      wire.reset();
      await expectNothingLost();
    }
  });

  it('does nothing if a client connects and leaves', async () => {
    (await openWire(served.port)).reset();
    const wire = await openWire(served.port);
    expect(await wire.end().rest()).toBe('');
    wire.socket.destroy();
    await expectNothingLost();
  });
});
