// Scripts are pasted into a real shell, against a real server, and do again what they say.

import { execFile, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlOf, curlScript, type ScriptOptions } from '../../../src/verify/print/curl.ts';
import type { Exchanged } from '../../../src/verify/report.ts';
import { answer, call, exchange, HOSTILE } from './reports.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const contract = { path: '/users', id: 'id', operations: {} };

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
}

let server: Server;
let baseUrl = '';
let seen: Seen[] = [];
/** The service gives out `next` first. */
let next = 100;
const users = new Map<string, string>();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const { 'content-type': type, authorization } = request.headers;
    const body = await readText(request);
    seen.push({ method, target: url, body, type, authorization });
    if (method === 'POST') {
      const id = String(next++);
      users.set(id, body);
      response.writeHead(201, {
        Location: `http://somewhere/users/${id}?x=/1#/2`,
        'Content-Type': 'application/json',
      });
      response.end(JSON.stringify({ data: { 'the id': Number(id) } }));
    } else {
      response.end(
        JSON.stringify([...users].map(([id, text]) => ({ ...JSON.parse(text), id: Number(id) }))),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl =
    typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});

afterAll(() => server.close());

async function paste(shell: string, lines: readonly string[]): Promise<string> {
  seen = [];
  users.clear();
  const env = {
    ...process.env,
    STANDIN_AUTHORIZATION: 'Bearer s3cret',
    FORCE_COLOR: '1',
    LC_ALL: 'C.UTF-8',
  };
  const { stdout } = await promisify(execFile)(shell, ['-c', lines.join('\n')], { env });
  return stdout;
}

/** Two users made, the second one changed, read and removed. The ids are those of another day. */
function traceOf(
  first: string,
  second: string,
  tell: (id: string, email: string) => Exchanged['received'],
): readonly Exchanged[] {
  const [a, b] = [`{"email":"${first}"}`, `{"email":"${second}"}`];
  const list = `[{"id":7,"email":"${first}"},{"id":8,"email":"${second}"}]`;
  return [
    exchange(call('POST', '/users', a, { authorization: 'Bearer s3cret' }), tell('7', first)),
    exchange(call('POST', '/users', b), tell('8', second)),
    exchange(call('PUT', '/users/8', '{"id":8,"name":"O\'Neil\\n $(id) é 漢"}'), answer(204)),
    exchange(call('GET', '/users'), answer(200, list)),
    exchange(call('DELETE', '/users/8'), answer(204)),
    exchange(call('GET', '/users/7'), answer(200, `{"id":7}`)),
  ];
}

const ways: readonly [string, ScriptOptions['idAt'], (id: string) => Exchanged['received']][] = [
  [
    'the body',
    { kind: 'body', pointer: '/data/the id' },
    (id) => answer(201, `{"data":{"the id":${id}}}`),
  ],
  ['Location', { kind: 'location' }, (id) => answer(201, '', { location: `/users/${id}?x#y` })],
  ['the list', { kind: 'list' }, () => answer(201)],
];

describe.skipIf(!hasCurl).each(['bash', 'sh'])('curlScript, pasted into %s', (shell) => {
  it.each(ways)('repeats a trace with ids in %s', async (_where, idAt, tell) => {
    const trace = traceOf("o'neil-run7@example.org", 'b@example.org', tell);
    const output = await paste(
      shell,
      curlScript(trace, { baseUrl, contract, idAt, fresh: 'run7' }),
    );
    const [one, two] = [next - 2, next - 1];
    const calls = seen.map(({ method, target }) => `${method} ${target}`);
    expect(
      idAt.kind === 'list'
        ? calls.filter((line, index) => line !== 'GET /users' || index > 3)
        : calls,
    ).toEqual([
      'POST /users',
      'POST /users',
      `PUT /users/${two}`,
      'GET /users',
      `DELETE /users/${two}`,
      `GET /users/${one}`,
    ]);
    const [first, , ...others] = seen.filter(({ body }) => body !== '');
    expect(first?.body).toMatch(/^\{"email":"o'neil-\d{10}@example\.org"\}$/);
    expect(first).toMatchObject({ authorization: 'Bearer s3cret', type: 'application/json' });
    expect(others.map(({ body }) => body)).toEqual([`{"id":${two},"name":"O'Neil\\n $(id) é 漢"}`]);
    expect(output).toContain(`ID1=${one}\n`);
    expect(output).toContain(`ID2=${two}\n`);
  });

  it('shows how to remove what is left', async () => {
    const [, idAt, tell] = ways[0] ?? [];
    if (idAt === undefined || tell === undefined) throw new Error('no way');
    const script = curlScript(traceOf('a@b', 'c@d', tell), { baseUrl, contract, idAt });
    const removals = script.flatMap((line) =>
      line.startsWith('# to remove it: ') ? [line.slice('# to remove it: '.length)] : [],
    );
    await paste(shell, [...script, ...removals]);
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', target: `/users/${next - 2}` });
    expect(removals).toHaveLength(1);
  });
});

describe.skipIf(!hasCurl)('curlOf, pasted into sh', () => {
  const bodies: readonly string[] = [
    '{"a":"it\'s"}',
    '{\n\t"a": 1\n}\n\n',
    '@x',
    '-',
    'a\u0000b%s\\',
    '\u202e\u001b[2J',
    HOSTILE,
  ];

  it.each(bodies)('sends exactly %j', async (body) => {
    await paste('sh', [curlOf(call('POST', '/users/../%zz', body), { baseUrl })]);
    expect(seen).toEqual([
      {
        method: 'POST',
        target: '/users/../%zz',
        body: body.toWellFormed(),
        type: 'application/json',
        authorization: undefined,
      },
    ]);
  });
});
