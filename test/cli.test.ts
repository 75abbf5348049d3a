// The command line as a process of its own: its options, what it prints and where, and its exit
// codes.

import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PORT } from '../src/commands/serve/listen.ts';
import { copyProject, follow, linesOf, run, runToEnd, serve } from './support/cli.ts';
import { expectDiscretion } from './support/problem.ts';
import { create, edit, JSON_HEADERS, namesAt, objectIn } from './support/project.ts';
import { NEW_USER } from './support/requests.ts';

describe('standin', () => {
  it.each([['--help'], ['help'], ['serve', '--help'], ['help', 'serve']])(
    'explains itself with %s %s, each group of options on one screen',
    async (...args) => {
      const ended = await runToEnd(args.filter((arg) => arg !== undefined));
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).toContain('Usage: standin');
      const groups = ended.stdout.trimEnd().split('\n\n');
      for (const group of groups) expect(group.split('\n').length).toBeLessThanOrEqual(24);
      if (!args.includes('serve'))
        expect(ended.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
      expect(Math.max(...ended.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
        100,
      );
    },
  );

  it('groups the options of serve by topic', async () => {
    const { stdout } = await runToEnd(['serve', '--help']);
    const headings = [...stdout.matchAll(/^(\w+):\n {2}--/gm)].map((match) => match[1]);
    expect(headings).toEqual(expect.arrayContaining(['Where', 'Rules', 'Recording', 'Network']));
  });

  it('prints the version of the package', async () => {
    const { version } = objectIn(readFileSync('package.json', 'utf8')) as { version?: unknown };
    expect(await runToEnd(['--version'])).toMatchObject({
      code: 0,
      stdout: `${String(version)}\n`,
    });
  });

  it('lists every option of serve', async () => {
    const { stdout } = await runToEnd(['serve', '--help']);
    for (const option of [
      'port',
      'host',
      'contract',
      'db',
      'profile',
      'pin',
      'base-path',
      'read-only',
      'save',
      'explain',
      'https',
      'cert',
      'key',
      'quiet',
      'json',
    ])
      expect(stdout).toContain(`  --${option} `);
  });

  it.each([
    [['srve'], "error: unknown command 'srve'\n(Did you mean serve?)\n"],
    [['frobnicate'], "error: unknown command 'frobnicate'\n"],
    [['mock'], "error: unknown command 'mock'\n(Use serve.)\n"],
    [['db.json'], "error: unknown command 'db.json'\n(To start from it: standin serve db.json)\n"],
    [['serve', '--prot', '1'], "error: unknown option '--prot'\n(Did you mean --port?)\n"],
    [
      ['serve', '--format', 'har'],
      "error: unknown option '--format'\n(--form is an option of export.)\n",
    ],
    [
      ['serve', '--token', 'abc'],
      "error: unknown option '--token'\n(Use --pin auth.scheme=bearer, and --credential for the value.)\n",
    ],
    [
      ['verify', '--report', 'a.xml'],
      "error: unknown option '--report'\n(Use --json, --junit, --html or --summary with a file.)\n",
    ],
    [
      ['verify', '--format', 'junit'],
      "error: unknown option '--format'\n(Use --json, --junit, --html or --summary with a file.)\n",
    ],
    [['serve', '--wtach'], "error: unknown option '--wtach'\n"],
    [
      ['serve', '--reed-only'],
      "error: unknown option '--reed-only'\n(Did you mean --read-only?)\n",
    ],
    [
      ['serve', 'users', 'tasks'],
      "error: too many arguments for 'serve'. Expected 1 argument but got 2: users, tasks.\n",
    ],
    [
      ['serve', '--watch', 'db.json'],
      "error: unknown option '--watch'\n(Files are followed while Standin serves: leave it out.)\n",
    ],
    [['serve', '-p', '3001'], "error: unknown option '-p'\n(Use --port.)\n"],
    [['export', '--format=har'], "error: unknown option '--format=har'\n(Use --form.)\n"],
    // What this command has not is not recommended for it.
    [['seed', '-p', '3001'], "error: unknown option '-p'\n(--port is an option of "],
    [['serve', '--port'], "error: option '--port <number>' argument missing\n"],
    [
      ['serve', '--port', 'x'],
      "argument 'x' is invalid. A port is a whole number from 0 to 65535.\n",
    ],
    [
      ['serve', '--port', '65536'],
      "argument '65536' is invalid. A port is a whole number from 0 to 65535.\n",
    ],
    [
      ['serve', '--port', '-1'],
      "argument '-1' is invalid. A port is a whole number from 0 to 65535.\n",
    ],
    [
      ['serve', '--port', ''],
      "argument '' is invalid. A port is a whole number from 0 to 65535.\n",
    ],
    [
      ['serve', '--port', '3e3'],
      "argument '3e3' is invalid. A port is a whole number from 0 to 65535.\n",
    ],
    [
      ['serve', '--base-path', 'api'],
      "argument 'api' is invalid. A base path begins with a slash, for example /api/v1.\n",
    ],
    [
      ['serve', '--base-path', '/a//b'],
      "argument '/a//b' is invalid. A base path begins with a slash, for example /api/v1.\n",
    ],
    [
      ['serve', '--base-path', '/a?b'],
      "argument '/a?b' is invalid. A base path begins with a slash, for example /api/v1.\n",
    ],
    [
      ['serve', '--pin', 'create.statsu=200'],
      'there is no choice "create.statsu". Did you mean "create.status"?\n',
    ],
    [
      ['serve', '--pin', 'create.status=299'],
      '"299" is not an option of create.status. The options are 201, 200, 202.\n',
    ],
    [
      ['serve', '--pin', 'create.status'],
      '"" is not an option of create.status. The options are 201, 200, 202.\n',
    ],
    [['serve', '--pin', '__proto__=1'], 'there is no choice "__proto__".'],
    [
      ['serve', '--quiet', '--json'],
      "error: option '--quiet' cannot be used with option '--json'\n",
    ],
  ])('says what is wrong with %j and how to fix it', async (args, message) => {
    const ended = await runToEnd(args);
    expect(ended.code).not.toBe(0);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain(message);
    expect(ended.stderr).toContain('(add --help for the options)\n');
    expectDiscretion(ended.stderr);
  });

  it('ends with 2 for an invalid command line, like any other failure to start', async () => {
    expect((await runToEnd(['serve', '--port', 'x'])).code).toBe(2);
  });

  it('suggests only commands that exist', async () => {
    const { stderr } = await runToEnd(['serve', '--pin', 'zzzzzzzz=1']);
    const named = [...stderr.matchAll(/"standin (\w+)/g)].map((match) => match[1]);
    const { stdout } = await runToEnd(['--help']);
    for (const command of named) expect(stdout).toContain(`\n  ${command} `);
  });
});

describe('standin serve, if it cannot start', () => {
  it.each([
    [
      ['--contract', 'nothing'],
      'standin: nothing cannot be read: there is no such file or folder\nName an OpenAPI document, rows in JSON, a .har file or a recording, the address of a service, or a folder of contracts.\n',
    ],
    [
      ['--db', 'nothing.json'],
      'standin: nothing.json cannot be read: there is no such file or folder\nCheck that it exists and that you may read it.\n',
    ],
    [
      ['--profile', 'nothing'],
      'standin: there is no profile "nothing"\nAvailable: json-server, json-server-1, prism, standin. To use another one, add a file to contracts/profiles, or pass its path with --profile.\n',
    ],
    [
      ['--db', 'schemas'],
      'standin: schemas cannot be read: it is a folder\nCheck that it exists and that you may read it.\n',
    ],
    [
      ['--host', '192.0.2.1'],
      'standin: 192.0.2.1 is not an address of this machine\nLeave out --host to use 127.0.0.1.\n',
    ],
  ])('ends with 2 for %j', async (args, message) => {
    expect(await runToEnd(['serve', '--port', '0', ...args])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: message,
    });
  });

  it.each(['fe80::1', ''])('ends with 2 for the host %j, without a stack trace', async (host) => {
    using folder = copyProject();
    await using running = run(['serve', '--port', '0', '--host', host], { cwd: folder.path });
    const end = await Promise.race([
      running.ended,
      running.until('stdout', (text) => text.includes('Ctrl-C')).catch(() => running.ended),
    ]);
    expectDiscretion(running.stderr());
    expect(end).toMatchObject({ code: 2 });
  });

  it('ends with 2 if the requested port is in use', async () => {
    const server = createServer();
    try {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      expect(await runToEnd(['serve', '--port', String(port)])).toEqual({
        code: 2,
        signal: null,
        stdout: '',
        stderr: `standin: port ${port} on 127.0.0.1 is in use\nEnd the process that uses it, or choose another port (--port); 0 selects a free one.\n`,
      });
    } finally {
      server.close();
    }
  });

  it.each([
    [
      'schemas/user.json',
      '{"type":',
      'schemas/user.json at line 1, column 9: ',
      'Correct the JSON.',
    ],
    [
      'schemas/users.json',
      '{"$ref":"nobody.json"}',
      'schemas/users.json',
      'A $ref must name a file in the same folder',
    ],
    [
      'schemas/user.json',
      '[]',
      'schemas/user.json: a schema must be an object, is an array',
      'Write a JSON Schema 2020-12.',
    ],
    ['db.json', '{"users":[{"id":1}]}', 'db.json at /users/0: ', 'Correct the row, or its schema.'],
    [
      'db.json',
      '{"users":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}',
      'db.json at /users/1/id: /users/0 already has the id 1',
      'Each row needs its own id.',
    ],
    [
      'db.json',
      '{"user":[]}',
      'db.json at /user: no contract has the resource "user"',
      'Did you mean "users"?',
    ],
    [
      'contracts/profiles/standin.json',
      '{"choices":{"create.status":299}}',
      'contracts/profiles/standin.json at /choices/create.status: 299 is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
  ])(
    'ends with 2 if %s is %s, with file, place, fault and remedy',
    async (file, text, message, remedy) => {
      using folder = copyProject();
      writeFileSync(folder.at(file), text);
      const ended = await runToEnd(['serve', '--port', '0'], { cwd: folder.path });
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(/^standin: (one fault|\d+ faults) in the project\n/);
      expect(ended.stderr).toContain(message);
      expect(ended.stderr).toContain(remedy);
      expect(ended.stderr).toMatch(/\nCorrect the files and start again\.\n$/);
      expectDiscretion(ended.stderr);
    },
  );

  it('names the file and the JSON pointer of a fault in a contract', async () => {
    using folder = copyProject();
    edit(folder.at('contracts/users.json'), (contract) => ({ ...contract, item: 'uesr' }));
    const ended = await runToEnd(['serve', '--port', '0'], { cwd: folder.path });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(
      'contracts/users.json at /item: there is no schema "uesr"\n    Did you mean "user"?\n',
    );
  });

  it.each([
    ['laws', '--contract', 'c\n::error::pwn'],
    ['merge', 'nofile\n::error::pwn'],
    ['serve', '--unknown\n::error::pwn'],
    ['laws', '--contract', 'keyed'],
    ['laws', '--contract', 'titled'],
    ['contract', '--contract', 'titled'],
  ])('prints no command for GitHub Actions from names and values: %j', async (...args) => {
    using folder = copyProject();
    for (const name of ['keyed', 'titled'])
      cpSync(folder.at('contracts'), folder.at(name), { recursive: true });
    edit(folder.at('keyed/users.json'), (contract) => ({ ...contract, '\n::error::pwn': 1 }));
    edit(folder.at('titled/users.json'), (contract) => ({
      ...contract,
      title: 'Users\n::error::pwn',
    }));
    const { stdout, stderr } = await runToEnd(args, {
      cwd: folder.path,
      env: { GITHUB_ACTIONS: 'true' },
    });
    expect(stdout + stderr).toContain('::error::pwn'.slice(1));
    expect(stdout + stderr).not.toMatch(/^\s*::/m);
  });

  it.each([
    ['a schema of another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a schema that refers to itself without end', { $dynamicRef: '#nothing' }],
  ])('ends with 2 for %s, without a stack trace', async (_what, more) => {
    using folder = copyProject();
    edit(folder.at('schemas/user.json'), (schema) => ({ ...schema, ...more }));
    const ended = await runToEnd(['serve', '--port', '0'], { cwd: folder.path });
    expectDiscretion(ended.stderr);
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toContain('schemas/user.json');
  });

  it.each(['X Bad', 'Content-Length', 'Transfer-Encoding'])(
    'ends with 2 if a contract shows the header %j',
    async (name) => {
      using folder = copyProject();
      edit(folder.at('contracts/users.json'), (contract) => {
        const operations = JSON.parse(JSON.stringify(contract['operations']));
        operations.list.outcomes.ok.headers = { [name]: '5' };
        return { ...contract, operations };
      });
      await using running = run(['serve', '--port', '0', '--json'], { cwd: folder.path });
      const end = await Promise.race([
        running.ended,
        running.until('stdout', (text) => text.includes('listening')).catch(() => running.ended),
      ]);
      expect(end).toMatchObject({ code: 2 });
    },
  );

  it.each(['/__standin', '/__standin/api'])(
    'ends with an error for the base path %s, which would hide every path',
    async (path) => {
      await using running = run(['serve', '--port', '0', '--json', '--base-path', path]);
      const end = await Promise.race([
        running.ended,
        running.until('stdout', (text) => text.includes('listening')).catch(() => running.ended),
      ]);
      expect(end).toMatchObject({ code: expect.any(Number), signal: null });
    },
  );
});

describe('standin serve', () => {
  it('takes the next free port if no port is requested', async () => {
    const server = createServer();
    await new Promise<void>((done) =>
      server.once('error', () => done()).listen(DEFAULT_PORT, '127.0.0.1', () => done()),
    );
    try {
      await using serving = await follow(['serve', '--json']);
      expect(serving.port).toBeGreaterThan(DEFAULT_PORT);
      expect(serving.port).toBeLessThanOrEqual(DEFAULT_PORT + 20);
    } finally {
      server.close();
    }
  });

  it('prints the banner and a line per call, without colour if output is no terminal', async () => {
    await using running = run(['serve', '--port', '0'], { env: { FORCE_COLOR: '1' } });
    const text = await running.until('stdout', (printed) =>
      printed.includes('Ctrl-C ends it.\n\n'),
    );
    const url = /at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(text)?.[1] ?? '';
    const banner = text.length;
    await fetch(`${url}/users/1`);
    await fetch(`${url}/users/%1b%5B2J%E2%80%AE?a=%07`);
    await fetch(`${url}/users`, { method: 'POST', headers: JSON_HEADERS, body: NEW_USER });
    const printed = await running.until(
      'stdout',
      (all) => all.slice(banner).split('\n').length > 3,
    );
    expect(printed).not.toContain('\u001b');
    const lines = printed.slice(banner).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d GET {5}\/users\/1 {17}200 +\d+\.\d ms {2}ok$/),
      expect.stringMatching(
        /^\d\d:\d\d:\d\d GET {5}\/users\/%1[bB]%5B2J%E2%80%AE\?a=%07 404 +\d+\.\d ms {2}missing \(id\.malformed\) {2}"\\u001b\[2J\\u202e" cannot be the id of users: its type is number$/,
      ),
      expect.stringMatching(/^\d\d:\d\d:\d\d POST {4}\/users {25}201 +\d+\.\d ms {2}ok$/),
      '',
    ]);
    expect(running.stderr()).toBe('');
  });

  it('prints one JSON object per line with --json: first its address, then each call with who decided', async () => {
    await using serving = await serve();
    await create(serving.url);
    await fetch(`${serving.url}/nothing\u0007`);
    await serving.untilEvents('interaction', 2);
    expect(linesOf(serving.stdout())).toMatchObject([
      { event: 'listening', url: serving.url, resources: { users: 5 } },
      {
        event: 'interaction',
        seq: 1,
        ruling: {
          status: { value: 201, by: 'create.status' },
          situation: { value: 'ok', by: 'contract' },
        },
      },
      {
        event: 'interaction',
        seq: 2,
        ruling: { status: { value: 404, by: 'unrouted.status' }, situation: { value: 'unrouted' } },
      },
    ]);
    expect(serving.stderr()).toBe('');
  });

  it('prints nothing with --quiet', async () => {
    using folder = copyProject();
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await new Promise((closed) => server.close(closed));
    await using running = run(['serve', '--quiet', '--port', String(port)], { cwd: folder.path });
    let response: Response | null = null;
    for (let turn = 0; response === null && turn < 200 && running.child.exitCode === null; turn++) {
      response = await fetch(`http://127.0.0.1:${port}/users`).catch(() => null);
      if (response === null) await sleep(50);
    }
    expect(response?.status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/nothing`)).status).toBe(404);
    running.child.kill('SIGTERM');
    expect(await running.ended).toEqual({ code: 0, signal: null });
    expect(running.stdout()).toBe('');
    expect(running.stderr()).toBe('');
  });

  it('serves below --base-path, with or without a slash at its end', async () => {
    await using serving = await serve(['--base-path', '/api/v1/']).catch(async () =>
      follow(['serve', '--port', '0', '--json', '--base-path', '/api/v1/']),
    );
    const root = new URL(serving.url).origin;
    expect(serving.url).toBe(`${root}/api/v1`);
    expect((await fetch(`${root}/api/v1/users/1`)).status).toBe(200);
    expect((await fetch(`${root}/users/1`)).status).toBe(404);
  });

  it('refuses every change with --read-only', async () => {
    await using serving = await serve(['--read-only']);
    const before = await namesAt(serving.url);
    for (const [method, path] of [
      ['POST', '/users'],
      ['PUT', '/users/1'],
      ['PATCH', '/users/1'],
      ['DELETE', '/users/1'],
    ] as const) {
      const response = await fetch(`${serving.url}${path}`, {
        method,
        ...(method === 'DELETE' ? {} : { headers: JSON_HEADERS, body: NEW_USER }),
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
    expect(await namesAt(serving.url)).toEqual(before);
  });

  it('applies each --pin above the profile', async () => {
    await using serving = await serve([
      '--pin',
      'create.status=200',
      '--pin',
      'create.body=id',
      '--pin',
      'create.location=none',
    ]);
    const response = await fetch(`${serving.url}/users`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: NEW_USER,
    });
    expect(response.status).toBe(200);
    expect(response.headers.has('location')).toBe(false);
    expect(await response.json()).toEqual({ id: 6 });
  });

  it('says who decided what only with --explain', async () => {
    await using explained = await serve(['--explain']);
    await using silent = await serve();
    expect((await fetch(`${explained.url}/users/1`)).headers.get('standin-decided-by')).toBe(
      'situation=ok;by=contract, status=read.status, content=contract, etag=cache.validator',
    );
    expect((await fetch(`${silent.url}/users/1`)).headers.has('standin-decided-by')).toBe(false);
  });

  it('reads a profile by name or from a file', async () => {
    using folder = copyProject();
    const profile = { profile: 'odd', choices: { 'read.status': 203 } };
    writeFileSync(folder.at('contracts/profiles/odd.json'), JSON.stringify(profile));
    mkdirSync(folder.at('elsewhere'));
    writeFileSync(folder.at('elsewhere/odd.json'), JSON.stringify(profile));
    for (const name of ['odd', 'elsewhere/odd.json']) {
      await using serving = await serve(['--profile', name], { cwd: folder.path });
      expect((await fetch(`${serving.url}/users/1`)).status).toBe(203);
    }
  });

  it('reads contracts and seed data from the paths given by options', async () => {
    using folder = copyProject();
    writeFileSync(folder.at('other.json'), '{"users":[{"id":7,"name":"Only"}]}');
    await using serving = await serve([
      '--contract',
      folder.at('contracts/users.json'),
      '--db',
      folder.at('other.json'),
    ]);
    expect(serving.events('listening')).toMatchObject([{ resources: { users: 1 } }]);
    expect(await namesAt(serving.url)).toEqual(['Only']);
  });

  it('warns on stderr if other machines can reach the host', async () => {
    await using serving = await serve(['--host', '0.0.0.0']);
    const warning = await serving.until('stderr', (text) => text.includes('#token='));
    expect(warning).toContain(
      'Warning: 0.0.0.0 is not a loopback address; everyone on the network can read and change this mock.\n',
    );
    const address = `http://127.0.0.1:${serving.port}`;
    expect((await fetch(`${address}/users`)).status).toBe(200);
    // What was recorded is only for who has the token.
    expect((await fetch(`${address}/__standin/api/interactions`)).status).toBe(401);
    const token = /#token=(\S+)/.exec(warning)?.[1] ?? '';
    expect(
      (
        await fetch(`${address}/__standin/api/interactions`, {
          headers: { 'standin-token': token },
        })
      ).status,
    ).toBe(200);
  });

  it('exits without a stack trace if its output is closed', async () => {
    await using serving = await serve();
    serving.child.stdout?.destroy();
    for (let turn = 0; turn < 5 && serving.child.exitCode === null; turn++) {
      await fetch(`${serving.url}/users/1`).catch(() => null);
      await sleep(50);
    }
    expectDiscretion(serving.stderr());
    expect(serving.stderr()).not.toContain('EPIPE');
  });
});

describe('standin serve --credential', () => {
  it('accepts only these credentials', async () => {
    await using serving = await serve([
      '--pin',
      'auth.scheme=bearer',
      '--credential',
      'one',
      '--credential',
      'two',
    ]);
    const ask = (token: string): Promise<number> =>
      fetch(`${serving.url}/users`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    expect([await ask('one'), await ask('two'), await ask('three')]).toEqual([200, 200, 401]);
  });

  it.each([
    [
      ['--credential', 'one'],
      '--credential is given, but no contract requires credentials\nAdd --pin auth.scheme=',
    ],
    [
      ['--pin', 'auth.scheme=basic', '--credential', 'one'],
      '--credential number 1 has no colon, but auth.scheme is basic\n',
    ],
    [['--pin', 'auth.scheme=basic', '--credential', ' '], 'Give a token, a key, or user:password.'],
  ])('ends with 2 for %j', async (args, message) => {
    const ended = await runToEnd(['serve', '--port', '0', ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});
