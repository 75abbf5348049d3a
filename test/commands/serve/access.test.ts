// Who of a team may use the page and the API: tokens, roles, a proxy that signs people in.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toServeOptions } from '../../../src/commands/serve/flags.ts';
import { readAccess } from '../../../src/commands/serve/read-access.ts';
import type { Serving } from '../../../src/commands/serve/serve.ts';
import type { Overview } from '../../../src/inspector/wire.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const [EDITOR, VIEWER, PROXY] = ['editor-opens-it-1', 'viewer-opens-it-2', 'proxy-opens-it-33'];
const digest = createHash('sha256').update(VIEWER).digest('hex');
const LINES = `
# the team
editor ann token:${EDITOR}
viewer wall sha256:${digest}
proxy sso token:${PROXY}
editor *@qa.example.com
viewer bob@example.com
`;

const ends: Serving[] = [];
afterEach(async () => {
  for (const one of ends.splice(0)) await one.close();
});

async function serving(
  text = LINES,
  more: Partial<Parameters<typeof startServing>[0]> = {},
  output: string[] = [],
): Promise<Serving> {
  const access = { kind: 'text', text } as const;
  const one = await startServing({ access, form: 'lines', ...more }, { output });
  ends.push(one);
  return one;
}

type Fields = Readonly<Record<string, string>>;

function ask(
  { url }: Serving,
  path: string,
  headers: Fields = {},
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Response> {
  return fetch(`${url}/__standin/${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const token = (text: string): Fields => ({ 'standin-token': text });
const basic = (user: string, password: string): Fields => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const RULE = { rule: 'read code=418' };

describe('a mock of a team with --access', () => {
  it.each<[who: string, headers: Fields, reads: number, writes: number]>([
    ['nobody', {}, 401, 401],
    ['somebody with a wrong token', token('editor-opens-it-2'), 401, 401],
    ['an editor', token(EDITOR), 200, 201],
    ['an editor by password', basic('ann', EDITOR), 200, 201],
    ['a viewer', token(VIEWER), 200, 403],
    ['the digest of a token', token(digest), 401, 401],
    ['a proxy that names nobody', token(PROXY), 401, 401],
    [
      'an editor by a proxy',
      { ...token(PROXY), 'x-forwarded-email': 'Eve@QA.example.com' },
      200,
      201,
    ],
    ['an editor by the password of a proxy', basic('eve@qa.example.com', PROXY), 200, 201],
    [
      'a viewer by a proxy',
      { ...token(PROXY), 'x-auth-request-email': 'bob@example.com' },
      200,
      403,
    ],
    [
      'a stranger by a proxy',
      { ...token(PROXY), 'x-forwarded-email': 'mal@example.com' },
      401,
      401,
    ],
    ['somebody who says who they are', { 'x-forwarded-email': 'eve@qa.example.com' }, 401, 401],
    [
      'an editor who says to be another',
      { ...token(VIEWER), 'x-forwarded-email': 'eve@qa.example.com' },
      200,
      403,
    ],
    ['a page of another site', { ...token(EDITOR), 'sec-fetch-site': 'cross-site' }, 403, 403],
    ['a page of another origin', { ...token(EDITOR), origin: 'http://evil.example' }, 403, 403],
  ])('answers %s', async (_who, headers, reads, writes) => {
    const one = await serving();
    const statuses = await Promise.all(
      ['api/', 'api/interactions', 'interactions', 'api/data/users', 'api/overrides'].map(
        async (path) => (await ask(one, path, headers)).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([reads]));
    expect((await ask(one, 'api/overrides', headers, RULE)).status).toBe(writes);
    // The mocked interface needs nothing, nor do probes.
    expect((await fetch(`${one.url}/users/2`)).status).toBe(writes === 201 ? 418 : 200);
    expect((await ask(one, 'ready')).status).toBe(200);
  });

  it('lets no viewer change anything', async () => {
    const one = await serving();
    for (const [method, path] of [
      ['PUT', 'api/worlds/alice'],
      ['DELETE', 'api/data/users/1'],
      ['POST', 'api/reset'],
      ['PATCH', 'api/settings'],
      ['PUT', 'api/snapshots/full'],
      ['POST', 'api/breakpoints'],
      ['POST', 'api/replay'],
      ['PUT', 'api/older?name=x'],
      ['PUT', 'api/interactions/1/annotation'],
    ] as const) {
      const reply = await ask(one, path, token(VIEWER), {}, method);
      expect([path, reply.status, (await reply.json()) as object]).toEqual([
        path,
        403,
        expect.objectContaining({ detail: 'wall may look, and change nothing. An editor may.' }),
      ]);
    }
    const shown = (await (await ask(one, 'api/', token(VIEWER))).json()) as Overview;
    expect(shown.you).toEqual({ who: 'wall', role: 'viewer' });
    expect(shown.can).toMatchObject({ replay: null, annotate: false });
    expect([shown.readOnly, shown.token]).toEqual(['You may look here, and change nothing.', '']);
  });

  it('signs a page in by a cookie, and out', async () => {
    const one = await serving();
    expect((await ask(one, 'api/session', {}, { token: 'no-token-at-all' })).status).toBe(401);
    expect((await ask(one, 'api/session', {}, {})).status).toBe(400);
    const foreign = { origin: 'http://evil.example' };
    expect((await ask(one, 'api/session', foreign, { token: EDITOR })).status).toBe(403);
    const signed = await ask(one, 'api/session', {}, { token: EDITOR });
    expect(signed.status).toBe(204);
    const [cookie = ''] = signed.headers.getSetCookie();
    expect(cookie).toMatch(/^standin-session=[^;]+; Path=\/__standin; HttpOnly; SameSite=Strict$/);
    const [pair = ''] = cookie.split(';');
    const page = { cookie: `other=1; ${pair}`, origin: one.url, 'sec-fetch-site': 'same-origin' };
    expect((await ask(one, 'api/', page)).status).toBe(200);
    expect((await ask(one, 'api/overrides', page, RULE)).status).toBe(201);
    expect((await ask(one, 'api/overrides', { ...page, origin: 'http://a.b' }, RULE)).status).toBe(
      403,
    );
    const out = await ask(one, 'api/session', page, undefined, 'DELETE');
    expect(out.headers.getSetCookie()[0]).toContain('standin-session=; ');
    const secure = { 'x-forwarded-proto': 'https' };
    const behind = await ask(one, 'api/session', secure, { token: VIEWER });
    expect(behind.headers.getSetCookie()[0]).toMatch(/; Secure$/);
  });

  it('says who changed what', async () => {
    const output: string[] = [];
    const one = await serving(LINES, { form: 'json' }, output);
    const proxied = { ...token(PROXY), 'x-forwarded-email': 'eve@qa.example.com' };
    await ask(one, 'api/overrides', token(EDITOR), RULE);
    await ask(one, 'api/overrides', token(EDITOR), { rule: 'nonsense' });
    await ask(one, 'api/worlds/alice', proxied, undefined, 'PUT');
    await ask(one, 'api/data/users/1?world=alice', proxied, undefined, 'DELETE');
    await ask(one, 'api/reset?what=all', token(VIEWER), undefined, 'POST');
    const lines = output
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const told = lines.filter((line) => 'event' in line && line.event === 'audit');
    expect(told).toEqual([
      expect.objectContaining({ who: 'ann', what: 'POST overrides {"rule":"read code=418"}' }),
      expect.objectContaining({ who: 'eve@qa.example.com', what: 'PUT worlds/alice' }),
      expect.objectContaining({ what: 'DELETE data/users/1?world=alice' }),
    ]);
  });

  it('shows its page beyond loopback to those who have signed in with the printed token', async () => {
    const errors: string[] = [];
    const one = await startServing({ host: '0.0.0.0' }, { errors });
    ends.push(one);
    const at = { ...one, url: one.url.replace('0.0.0.0', '127.0.0.1') };
    expect((await ask(at, 'api/')).status).toBe(401);
    expect((await ask(at, 'api/session', {}, { token: 'wrong' })).status).toBe(401);
    const [, printed = ''] = /#token=(\S+)/.exec(errors.join('')) ?? [];
    const signed = await ask(at, 'api/session', {}, { token: printed });
    const [cookie = ''] = signed.headers.getSetCookie()[0]?.split(';') ?? [];
    expect((await ask(at, 'api/', { cookie })).status).toBe(200);
  });

  it('says beyond loopback who may use its page', async () => {
    const errors: string[] = [];
    const access = { kind: 'text', text: LINES } as const;
    ends.push(await startServing({ host: '0.0.0.0', access }, { errors }));
    expect(errors.join('')).toMatch(/are open to those of --access: http:.*__standin\/\n$/);
    expect(errors.join('')).not.toContain('#token');
  });
});

describe('the file of --access', () => {
  let file: { readonly kind: 'file'; readonly file: string };
  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'standin-access-'));
    file = { kind: 'file', file: join(home, 'access') };
  });
  afterEach(() => rmSync(dirname(file.file), { recursive: true }));

  it('is read again when it changes: who is removed loses access at once', async () => {
    writeFileSync(file.file, LINES);
    const errors: string[] = [];
    const one = await startServing({ access: file, form: 'quiet' }, { errors });
    ends.push(one);
    const change = async (of: string): Promise<number> =>
      (await ask(one, 'api/overrides', token(of), RULE)).status;
    expect(await change(EDITOR)).toBe(201);
    writeFileSync(
      file.file,
      LINES.replace(/^editor ann.*$/m, 'viewer ann token:ann-only-looks-now'),
    );
    expect(await change(EDITOR)).toBe(401);
    expect(await change('ann-only-looks-now')).toBe(403);
    expect(errors).toEqual([]);
  });

  it.each([
    ['has a mistake', 'editor\n'],
    ['is empty', ''],
  ])('keeps its last valid version, and says so, while it %s', async (_, broken) => {
    writeFileSync(file.file, LINES);
    const errors: string[] = [];
    const one = await startServing({ access: file, form: 'quiet' }, { errors });
    ends.push(one);
    writeFileSync(file.file, broken);
    for (let times = 0; times < 3; times++)
      expect((await ask(one, 'api/overrides', token(EDITOR), RULE)).status).toBe(201);
    expect(errors.join('')).toMatch(
      /^--access was not read again: \S*access\b.*\n.*who was removed/,
    );
    expect(errors).toHaveLength(1);
    writeFileSync(file.file, LINES.replace(/^editor ann.*$/m, ''));
    expect((await ask(one, 'api/overrides', token(EDITOR), RULE)).status).toBe(401);
  });
});

describe('what a proxy says', () => {
  it.each([
    ['two names', { 'x-forwarded-email': 'evil@other.test, eve@qa.example.com' }],
    [
      'a name with letters beyond ASCII beside a name of a client',
      { 'x-forwarded-email': 'z\u00e9e@qa.example.com', 'x-forwarded-user': 'eve@qa.example.com' },
    ],
    [
      'an empty name beside a name of a client',
      { 'x-forwarded-email': '', 'x-forwarded-user': 'eve@qa.example.com' },
    ],
    ['a name without end', { 'x-forwarded-email': `${'e'.repeat(300)}@qa.example.com` }],
  ])('counts for nobody if it is %s', async (_, fields) => {
    const one = await serving();
    const reply = await ask(one, 'api/overrides', { ...token(PROXY), ...fields }, RULE);
    expect(reply.status).toBe(401);
  });
});

describe('readAccess', () => {
  const folder = useTempFolder();
  it.each([
    ['owner ann token:0123456789abcdef', 'line 1: the role must be viewer, editor or proxy'],
    ['\neditor', 'line 2: a line has a role, a name and a token'],
    ['editor ann token:0123456789abcdef more', 'line 1: a line has a role, a name and a token'],
    [
      'editor ann token:short',
      'line 1: a token is token:<at least 16 characters> or sha256:<64 hexadecimal digits>',
    ],
    [
      'editor ann secret',
      'line 1: a token is token:<at least 16 characters> or sha256:<64 hexadecimal digits>',
    ],
    [
      'editor ann sha256:abc',
      'line 1: a token is token:<at least 16 characters> or sha256:<64 hexadecimal digits>',
    ],
    ['editor * token:0123456789abcdef', 'line 1: a name with a token cannot contain *'],
    ['proxy sso', 'line 1: a proxy has a token'],
    ['proxy sso token:0123456789abcdef\nviewer *@*', 'line 2: a name has at most one *'],
    [
      'viewer a token:0123456789abcdef\neditor b token:0123456789abcdef',
      'line 2: another line has the same token',
    ],
    [
      'viewer a token:0123456789abcdef\nviewer *',
      ' names * without a token, and no proxy that could name them',
    ],
    ['# nobody', ' names no one with a token'],
  ])('refuses %j', (text, message) => {
    const separator = message.startsWith(' ') ? '' : ', ';
    expect(() => readAccess({ kind: 'text', text })).toThrow(
      `STANDIN_ACCESS${separator}${message}`,
    );
    expect(() => readAccess({ kind: 'text', text })).not.toThrow(/0123456789abcdef/);
  });

  it('keeps tokens as digests alone', () => {
    const read = readAccess({ kind: 'text', text: LINES });
    expect(JSON.stringify(read)).not.toMatch(/opens-it/);
  });

  it('reads a file, and says if it cannot', () => {
    const source = { kind: 'file', file: 'access' } as const;
    expect(() => readAccess(source)).toThrow(/access cannot be read/);
    folder.write('access', LINES);
    expect(readAccess(source).tokens).toHaveLength(3);
  });
});

describe('toServeOptions', () => {
  it('reads --access before STANDIN_ACCESS', () => {
    const flags = { host: '127.0.0.1', profile: 'standin', db: 'db.json' };
    const read = (access: string | undefined, environment: Record<string, string>) =>
      toServeOptions(
        { ...flags, ...(access === undefined ? {} : { access }) } as never,
        ['contracts'],
        environment,
        '1.0.0',
      ).access;
    expect(read('team', { STANDIN_ACCESS: LINES })).toEqual({ kind: 'file', file: 'team' });
    expect(read(undefined, { STANDIN_ACCESS: LINES })).toEqual({ kind: 'text', text: LINES });
    expect(read(undefined, { STANDIN_ACCESS: ' ' })).toBeNull();
  });
});
