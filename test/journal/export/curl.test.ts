// Lines of curl are run by a shell, against a server that tells what came.

import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toCurl } from '../../../src/journal/export/curl.ts';
import { toFetch } from '../../../src/journal/export/fetch.ts';
import type { Recorded, RecordedBody } from '../../../src/journal/interaction/recorded.ts';
import { recordedOf, textOf } from '../../support/written.ts';

interface Came {
  readonly line: string;
  readonly headers: readonly string[];
  readonly base64: string;
}

const came: Came[] = [];
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    came.push({
      line: `${request.method} ${request.url}`,
      headers: request.rawHeaders,
      base64: Buffer.concat(pieces).toString('base64'),
    });
    response.end('ok');
  });
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

const bodies: readonly (readonly [string, RecordedBody])[] = [
  ['quotes', textOf(`{"it's":"\\"quoted\\" $HOME \`id\` !x"}`)],
  ['lines', textOf('a\nb\r\n\tc\n\n')],
  ['NUL and escapes', textOf('a\u0000b\u001b[31m%s\\n')],
  ['other letters', textOf('Zażółć 🦊 \u202e')],
  ['bytes', { kind: 'bytes', base64: 'AP/+gAo=', bytes: 5, cut: false }],
];

function recordedWith(body: RecordedBody): Recorded {
  return recordedOf({
    request: `PUT /users/a'b?q=%20[x]`,
    headers: [
      ['host', 'a.test:8080'],
      ['content-type', 'application/json'],
      ['x-note', `it's "$1"`],
      ['cookie', 'a=redacted-0123456789abcdef'],
    ],
    sent: body,
  });
}

/** Runs without holding up the server, which is in this process. */
async function shell(script: string): Promise<void> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  await promisify(execFile)('sh', ['-c', script], {
    env: { ...process.env, STANDIN_COOKIE: 'a=1' },
  });
}

describe('toCurl', () => {
  it.each(bodies)('sends %s unchanged', async (_what, body) => {
    await shell(toCurl(recordedWith(body), { baseUrl }));
    const last = came.at(-1);
    expect(last?.line).toBe(`PUT /users/a'b?q=%20[x]`);
    expect(last?.base64).toBe(
      body.kind === 'text'
        ? Buffer.from(body.text).toString('base64')
        : body.kind === 'bytes'
          ? body.base64
          : '',
    );
    expect(last?.headers).toEqual(expect.arrayContaining([`it's "$1"`, 'a=1']));
  });

  it('notes request, address and answer', () => {
    expect(
      toCurl(
        recordedOf({
          request: 'GET /users?page=2',
          headers: [
            ['host', 'a.test:8080'],
            ['accept', '*/*'],
          ],
          more: { seq: 12 },
        }),
      ),
    ).toBe(
      "# 12: 'GET /users?page=2, answered 200'\ncurl -sSi 'http://a.test:8080/users?page=2' -H 'Accept: */*'\n",
    );
    expect(
      toCurl(recordedOf({ request: 'DELETE /users/1', more: { reply: null, trouble: "can't" } })),
    ).toBe(
      "# 1: 'DELETE /users/1, not answered: can'\\''t'\ncurl -sSi -X DELETE http://127.0.0.1:3000/users/1\n",
    );
  });

  it('names the service behind the recorder, and what the shell must know', () => {
    const recorded = recordedOf({
      headers: [
        ['expect', '100-continue'],
        ['host', '127.0.0.1:4000'],
        ['authorization', '[redacted]'],
      ],
      more: { service: 'https://api.example.com' },
    });
    expect(toCurl(recorded)).toBe(
      "# 1: 'GET /users, answered 200'\n" +
        "# 'set STANDIN_AUTHORIZATION first: the value of authorization is not recorded'\n" +
        'curl -sSi https://api.example.com/users -H "Authorization: $STANDIN_AUTHORIZATION"\n',
    );
    expect(toCurl(recorded, { baseUrl: 'http://b.test/' })).toContain(' http://b.test/users ');
    expect(toFetch(recorded)).toContain('"https://api.example.com/users"');
    expect(toFetch(recorded)).not.toContain('expect');
  });

  it('reads a file if the body was not kept completely', () => {
    expect(toCurl(recordedOf({ request: 'POST /users', sent: { kind: 'unkept', bytes: 9 } }))).toBe(
      "# 1: 'POST /users, answered 200'\n# 'the body was not kept completely (bytes: 9); put it into the file body-1'\n" +
        "curl -sSi -X POST http://127.0.0.1:3000/users -H 'Content-Type:' --data-binary @body-1\n",
    );
  });

  it('writes one command per line, whatever was recorded', () => {
    const hostile = recordedOf({
      request: `GET /a\n'$(id)'?x=\r\n\`id\``,
      headers: [
        ['host', 'a;id'],
        ['x\n-H', 'a'],
        ['x-a', 'b\nc'],
      ],
    });
    const lines = toCurl(hostile).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(() => execFileSync('sh', ['-n', '-c', lines.join('\n')])).not.toThrow();
  });
});

describe('toFetch', () => {
  it.each(bodies)('sends %s unchanged', async (_what, body) => {
    const code = toFetch(recordedWith(body), { baseUrl });
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
      ...parts: string[]
    ) => (...given: unknown[]) => Promise<void>;
    vi.stubEnv('STANDIN_COOKIE', 'a=1');
    await new AsyncFunction('console', code)({ log: () => undefined });
    const last = came.at(-1);
    expect(last?.base64).toBe(
      body.kind === 'text'
        ? Buffer.from(body.text).toString('base64')
        : body.kind === 'bytes'
          ? body.base64
          : '',
    );
    expect(last?.headers).toEqual(expect.arrayContaining([`it's "$1"`, 'a=1']));
    expect(code).not.toMatch(/redacted|\u202e/);
  });

  it('runs as it is, and asks in a browser for what is secret', () => {
    const code = toFetch(recordedOf({ headers: [['authorization', '[redacted]']] }), { baseUrl });
    const run = (environment: NodeJS.ProcessEnv): string =>
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `globalThis.fetch = async (url, { headers }) => ({ status: 200, text: async () => JSON.stringify(headers) });\n${code}`,
        ],
        { env: environment, encoding: 'utf8' },
      );
    expect(run({ STANDIN_AUTHORIZATION: 'Bearer 1' })).toBe('200 [["authorization","Bearer 1"]]\n');
    expect(run({})).toBe('200 [["authorization",""]]\n');
    expect(code).toContain('globalThis.prompt?.(name)');
  });

  it('says which request failed, sends the next ones, and ends with 1', () => {
    const refused = recordedOf({ request: 'GET /users/1?a="b' });
    const code = [
      toFetch(refused, { baseUrl: 'http://127.0.0.1:1' }),
      toFetch(recordedOf({ request: 'GET /users' }), { baseUrl: 'data:,' }),
    ].join('\n');
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ status: 1, stdout: '200 /users\n' });
    expect(ran.stderr).toMatch(/^GET \/users\/1\?a="b failed: .+\n$/);
  });

  it('says which variables it reads, and what of the body is missing, as curl does', () => {
    const code = toFetch(
      recordedOf({
        request: 'POST /users',
        headers: [['authorization', '[redacted]']],
        sent: textOf('{"a', 'cut'),
      }),
    );
    expect(code.split('\n').slice(0, 3)).toEqual([
      "// 1: 'POST /users, answered 200'",
      "// 'set STANDIN_AUTHORIZATION first: the value of authorization is not recorded'",
      expect.stringMatching(
        /^\/\/ 'the body was not kept completely \(bytes: \d+\); complete it below'$/,
      ),
    ]);
  });

  it('is a block', () => {
    expect(toFetch(recordedOf({ request: 'GET /users', headers: [['accept', '*/*']] }))).toBe(
      [
        "// 1: 'GET /users, answered 200'",
        'try {',
        '  const response = await fetch("http://127.0.0.1:3000/users", {',
        '    method: "GET",',
        '    headers: [',
        '      ["accept", "*/*"],',
        '    ],',
        "    redirect: 'manual',",
        '  });',
        '  console.log(response.status, await response.text());',
        '} catch (error) {',
        '  console.error("GET /users failed:", error.cause?.message || error.message);',
        '  if (globalThis.process) process.exitCode = 1;',
        '}',
        '',
      ].join('\n'),
    );
  });
});
