// `verify`, `learn` and `clean` with `--login`: against a service behind a login whose tokens expire.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { root } from '../../support/root.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { startTroubled } from '../../support/troubled.ts';
import { runLearn, runVerify } from '../../support/verifying.ts';

const CONTRACTS = join(root, 'contracts');
const folder = useTempFolder();

interface Door {
  /** After how many calls a token expires; never if absent. */
  readonly calls?: number;
  /** How a client shows that it is logged in. */
  readonly by?: 'header' | 'cookie' | 'query';
  /** Refuses calls that have a good token: every this many, so many in a row. */
  readonly faultyEach?: number;
  readonly row?: number;
}

/** The users of a service behind a login. */
async function startDoor({
  calls = Infinity,
  by = 'header',
  faultyEach = Infinity,
  row = 1,
}: Door) {
  const service = await started(plain.start(USERS));
  const tokens = new Map<string, number>();
  const people = new Map([['ann', 'hush-of-ann']]);
  const logins: string[] = [];
  let all = 0;
  const door = await startTroubled(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const sent = await buffer(request);
    const json = { 'content-type': 'application/json' };
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/signup' || pathname === '/login') {
      const { name = '', password = '' } = JSON.parse(sent.toString()) as Record<string, string>;
      if (pathname === '/signup') people.set(name, password);
      const isGood = people.get(name) === password;
      const token = `t-${randomUUID()}`;
      if (isGood) tokens.set(token, 0);
      logins.push(`${pathname} ${name}`);
      const cookie = { 'set-cookie': [`sid=${token}; HttpOnly`, 'theme=dark'] };
      response.writeHead(isGood ? 200 : 403, { ...json, ...(by === 'cookie' ? cookie : {}) });
      response.end(JSON.stringify(isGood ? { data: { token } } : { error: `wrong: ${sent}` }));
      return;
    }
    const token =
      by === 'header'
        ? (headers.authorization ?? '').replace('Bearer ', '')
        : by === 'query'
          ? (searchParams.get('key') ?? '')
          : (/sid=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '');
    const used = (tokens.get(token) ?? calls) + 1;
    if (used > calls || ++all % faultyEach >= faultyEach - row) {
      response.writeHead(401, json).end('{"error":"log in"}');
      return;
    }
    tokens.set(token, used);
    searchParams.delete('key');
    const query = searchParams.size === 0 ? '' : `?${searchParams}`;
    const answer = await fetch(service.baseUrl + pathname + query, {
      method,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      ...(sent.length === 0 ? {} : { body: sent }),
    });
    const fields = ['content-type', 'location'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(fields));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return {
    url: door.url,
    logins,
    stored: () => service.stored(),
    async [Symbol.asyncDispose]() {
      await door[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const TOKEN = 'token: { extractFrom: body, extractSelector: /data/token, ';
const WAYS = {
  header: `${TOKEN} sendIn: header, sendName: Authorization, sendTemplate: "Bearer {token}" }`,
  query: `${TOKEN} sendIn: query, sendName: key }`,
  cookie: 'expectCookies: true',
};

function loginFile(by: keyof typeof WAYS): string {
  const file = 'login.yaml';
  folder.write(
    file,
    `auth:
  - name: ann
    loginEndpointAuth:
      endpoint: /login
      verb: POST
      contentType: application/json
      payloadRaw: '{"name": "ann", "password": "\${ANN}"}'
      ${WAYS[by]}
`,
  );
  return file;
}

function choice(file: string) {
  return { file, name: null, environment: { ANN: 'hush-of-ann' } };
}

const options = {
  contract: CONTRACTS,
  mode: 'write',
  budget: 'quick',
  ledgerFolder: '.standin',
} as const;

describe('a run that logs in', () => {
  it.each(['header', 'cookie', 'query'] as const)(
    'conforms where the service is right, and shows no secret (by %s)',
    { timeout: 60_000 },
    async (by) => {
      await using door = await startDoor({ by });
      const json = { file: 'report.json' };
      const login = choice(loginFile(by));
      const { code, stdout, stderr } = await runVerify(door.url, { ...options, login, json });
      expect(code, stdout + stderr).toBe(0);
      expect(door.logins).toEqual(['/login ann']);
      expect(door.stored()).toEqual(USERS);
      expect(stdout + stderr + folder.read('report.json')).not.toMatch(
        /hush-of-ann|t-[0-9a-f]{8}-/,
      );
    },
  );

  it('logs in again when the token has expired', { timeout: 60_000 }, async () => {
    await using door = await startDoor({ calls: 40 });
    const login = choice(loginFile('header'));
    const { code, stdout, stderr } = await runVerify(door.url, { ...options, login });
    expect(code, stdout).toBe(0);
    expect(door.logins.length).toBeGreaterThan(2);
    expect(stderr.split('The credentials expired during the run')).toHaveLength(2);
    expect(door.stored()).toEqual(USERS);
  });

  it.each([
    { faultyEach: 15, row: 1 },
    { faultyEach: 40, row: 2 },
  ])(
    'takes no refusal of a good token for an expired one: %j',
    { timeout: 60_000 },
    async (given) => {
      await using door = await startDoor(given);
      const login = choice(loginFile('header'));
      const { code, stdout, stderr } = await runVerify(door.url, { ...options, login });
      expect(code, stdout).toBe(1);
      expect(stdout).toContain('401');
      expect(stderr).not.toContain('expired');
    },
  );

  it('makes a user of its own, and says so', { timeout: 60_000 }, async () => {
    await using door = await startDoor({});
    const file = 'login.yaml';
    folder.write(
      file,
      `auth:
  - name: new
    createUsers:
      endpoint: /signup
      verb: POST
      contentType: application/json
      payloadRaw: '{"name": "{$user}", "password": "{$user}-0"}'
      generators: [{ placeHolder: "{$user}", prefix: u_, maxLength: 12 }]
    loginEndpointAuth:
      endpoint: /login
      verb: POST
      contentType: application/json
      payloadRaw: '{"name": "{$user}", "password": "{$user}-0"}'
      ${WAYS.header}
`,
    );
    const { code, stdout, stderr } = await runVerify(door.url, { ...options, login: choice(file) });
    expect(code, stdout).toBe(0);
    const [made, logged] = door.logins;
    expect(made).toMatch(/^\/signup u_[a-z]{10}$/);
    expect(logged).toBe(made?.replace('signup', 'login'));
    expect(stderr).toMatch(/made the user u_[a-z]{10} \(POST \/signup\), who stays/);
  });

  it('says what a service answers that refuses the login', async () => {
    await using door = await startDoor({});
    const login = { ...choice(loginFile('header')), environment: { ANN: 'hush-of-bob' } };
    const { code, stderr } = await runVerify(door.url, { ...options, login });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'the login of ann: POST /login was answered with 403: {"error":"wrong: [redacted]"}',
    );
    expect(stderr).not.toContain('hush');
  });

  it('says where no token is, and that a field cannot be given twice', async () => {
    await using door = await startDoor({});
    const wrong = loginFile('header');
    folder.write(wrong, folder.read(wrong).replace('/data/token', '/data/jwt'));
    const none = await runVerify(door.url, { ...options, login: choice(wrong) });
    expect(none.stderr).toContain('the answer of POST /login (200) has no token at /data/jwt');
    const login = choice(loginFile('header'));
    const twice = await runVerify(door.url, { ...options, login, headers: ['Authorization: x y'] });
    expect(twice.stderr).toContain('the login gives the field authorization, and so does --header');
  });

  it('learns what a service behind a login chooses', { timeout: 60_000 }, async () => {
    await using door = await startDoor({ calls: 60 });
    const login = choice(loginFile('header'));
    const file = 'learned.json';
    const { code, stdout, stderr } = await runLearn(door.url, {
      contract: CONTRACTS,
      login,
      file,
      ledgerFolder: '.standin',
    });
    expect(code, stdout + stderr).toBe(0);
  });
});
