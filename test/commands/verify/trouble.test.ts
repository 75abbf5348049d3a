// `standin verify` where there is nothing to judge: one clear sentence and a remedy, never a trace,
// and nothing that is secret.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyProject } from '../../support/cli.ts';
import { expectDiscretion } from '../../support/problem.ts';
import {
  answering,
  flooding,
  hanging,
  startResetting,
  startTroubled,
  type Troubled,
} from '../../support/troubled.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const PAGE = answering(200, 'text/html', '<!doctype html><html><body>It works!</body></html>');
const LIST = answering(200, 'application/json', '[{"id":1,"name":"Ann"}]');

/** Expects one sentence and a remedy, in two lines, and nothing else. */
function expectOneSentence(run: CommandRun, sentence: RegExp, remedy: RegExp): void {
  const [first = '', second = '', ...rest] = run.stderr.split('\n');
  expect(first).toMatch(sentence);
  expect(second).toMatch(remedy);
  expect(rest).toEqual(['']);
  expect(run.stdout).toBe('');
  expect(run.code).toBe(2);
  expectDiscretion(run.stderr);
}

describe('verify if the service cannot be judged', () => {
  const cases: readonly (readonly [
    what: string,
    start: () => Promise<Troubled>,
    sentence: RegExp,
    remedy: RegExp,
  ])[] = [
    [
      'that hangs',
      () => startTroubled(hanging),
      /^standin: The service cannot be reached: no reply arrived in time\.$/,
      /^Find out why the service does not answer; --timeout <seconds> waits longer\.$/,
    ],
    [
      'that resets connections',
      startResetting,
      /^standin: The service cannot be reached: the connection ended without a reply \(ECONNRESET\)\.$/,
      /^Check the scheme \(http or https\), or find out why the service closes connections/,
    ],
    [
      'that sends 100 MB',
      () => startTroubled(flooding),
      /^standin: The service cannot be reached: the body of the reply is longer than 8388608 bytes\.$/,
      /^Find out why the list is so long\.$/,
    ],
    [
      'that is a web page',
      () => startTroubled(PAGE),
      /^standin: The base address answers every path with a web page, also \/users\.$/,
      /^Give the address of the API without \/users,/,
    ],
    [
      'that asks for credentials throughout',
      () => startTroubled(answering(401, 'application/json', '{}')),
      /^standin: The service asks for credentials: GET \/users was answered with 401\.$/,
      /^Give credentials: --token <token>, --header "Name: value" .* or --login <file>\.$/,
    ],
    [
      'that has no such path',
      () => startTroubled(answering(404, 'application/json', '{}')),
      /^standin: GET \/users below the base address: nothing is there\.$/,
      /^Give the part of the address before \/users, for example /,
    ],
  ];

  it.each(cases)('reports a service %s', async (_what, start, sentence, remedy) => {
    await using service = await start();
    expectOneSentence(
      await runVerify(service.url, { mode: 'write', timeoutSeconds: 0.4 }),
      sentence,
      remedy,
    );
  });

  it('reports a port on which nothing listens', async () => {
    const service = await startTroubled(hanging);
    await service[Symbol.asyncDispose]();
    const sentence =
      /^standin: The service cannot be reached: 127\.0\.0\.1:\d+ refuses connections \(ECONNREFUSED\)\.$/;
    expectOneSentence(
      await runVerify(service.url),
      sentence,
      /^Start the service, or correct the port\.$/,
    );
  });

  it('reports an unknown host', async () => {
    const sentence =
      /^standin: The service cannot be reached: the name nowhere\.invalid is not known \((ENOTFOUND|EAI_AGAIN)\)\.$/;
    expectOneSentence(
      await runVerify('http://nowhere.invalid'),
      sentence,
      /^Correct the name of the host\.$/,
    );
  });

  it('reports https sent to a port of http', async () => {
    await using service = await startTroubled(LIST);
    const run = await runVerify(service.url.replace('http:', 'https:'));
    const sentence =
      /^standin: The service cannot be reached: 127\.0\.0\.1:\d+ does not speak TLS \(/;
    expectOneSentence(run, sentence, /^Check the scheme \(http or https\), or find out/);
  });

  it('writes the reports all the same', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-test-'));
    try {
      const files = {
        json: { file: join(folder, 'a.json') },
        junit: join(folder, 'a.xml'),
        html: join(folder, 'a.html'),
      };
      await using service = await startTroubled(PAGE);
      expect((await runVerify(service.url, { ...files, ci: 'github' })).stderr).toContain(
        '::error title=standin verify%3A not judged::',
      );
      const report = JSON.parse(readFileSync(files.json.file, 'utf8')) as object;
      expect(report).toMatchObject({
        verdict: 'unjudged',
        reason: expect.stringContaining('web page'),
        laws: [],
        leftovers: [],
      });
      expect(readFileSync(files.junit, 'utf8')).toContain('the service can be judged');
      expect(readFileSync(files.html, 'utf8')).toContain('web page');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('does not pass if it tested nothing', async () => {
    await using service = await startTroubled(answering(200, 'application/json', '[]'));
    const run = await runVerify(service.url, {
      laws: ['initial-items-are-sound', 'created-is-there'],
    });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('could not be judged');
    expect(run.stdout).toContain('Nothing was verified: there are only items of the run.');
  });
});

describe('verify, if it cannot start', () => {
  it.each([
    [
      'an address without a scheme',
      '127.0.0.1:3000',
      {},
      'is no address of a service',
      'Include the scheme',
    ],
    [
      'an address with a query',
      'http://127.0.0.1:3000/?a=1',
      {},
      'has a query or a fragment',
      'Remove the part that begins',
    ],
    [
      'a field without a name',
      'http://h',
      { headers: ['s3cr3t-t0ken'] },
      '--header holds no header field',
      'Give it in quotes',
    ],
    [
      'a field without a value',
      'http://h',
      { headers: ['s3cr3t-t0ken:'] },
      '--header holds a header field without',
      'Give it in',
    ],
    [
      'a field that cannot be',
      'http://h',
      { headers: ['a b: s3cr3t-t0ken'] },
      '--header holds no header field',
      'Give it in',
    ],
    [
      'a value that cannot be',
      'http://h',
      { headers: ['x-a: s3cr3t-t0ken\u0000'] },
      'the header field x-a cannot be sent',
      'Give it',
    ],
    [
      'the second field',
      'http://h',
      { headers: ['A: b', 's3cr3t-t0ken'] },
      '--header number 2 holds no',
      'Give it in quotes',
    ],
    [
      'a field of the client',
      'http://h',
      { headers: ['Content-Length: 5'] },
      'which Standin sets itself',
      'Leave it out.',
    ],
    [
      'the environment',
      'http://h',
      { environment: 'A: b\n\ns3cr3t-t0ken' },
      'line 2 of STANDIN_HEADER holds no',
      'Give it in',
    ],
    [
      'a law',
      'http://h',
      { laws: ['created-is-ther'] },
      'there is no law "created-is-ther"',
      'Did you mean "created-is-there"?',
    ],
    [
      'a law that is like none',
      'http://h',
      { laws: ['xyz'] },
      'there is no law "xyz"',
      '"standin laws" lists them all.',
    ],
    [
      'a folder',
      'http://h',
      { contract: 'nowhere' },
      'nowhere cannot be read',
      'Name an OpenAPI document',
    ],
    [
      'a profile',
      'http://h',
      { profile: 'nowhere' },
      'there is no profile "nowhere"',
      'Available: json-server, json-server-1, prism, standin',
    ],
  ] as const)('names %s', async (_what, url, given, sentence, remedy) => {
    const run = await runVerify(url, given as object);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    const [first, second] = run.stderr.split('\n');
    expect(first).toContain(sentence);
    expect(second).toContain(remedy);
    expect(run.stderr).not.toContain('s3cr3t');
    expectDiscretion(run.stderr);
  });

  it('names the broken place in a contract', async () => {
    using folder = copyProject();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(folder.at('contracts/users.json'), '{"resource": }');
    const run = await runVerify('http://h', { contract: folder.at('contracts') });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/one fault in the project\n.*users\.json at line 1, column 14: /);
  });
});

describe('verify, and secrets', () => {
  const TOKEN = 'tok-9f8e7d6c5b4a';
  /** Gives back what it was sent, wherever it can. */
  const echoing = (): Promise<Troubled> =>
    startTroubled((request, response) => {
      const { authorization = '', 'x-api-key': key = '' } = request.headers;
      response.setHeader('content-type', 'application/json').setHeader('x-echo', authorization);
      response.end(
        JSON.stringify([
          { id: authorization, name: [authorization, key], more: `you sent ${authorization}` },
        ]),
      );
    });

  it('prints them nowhere, even if the service echoes them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-test-'));
    try {
      await using service = await echoing();
      const given = {
        headers: [`Authorization: Bearer ${TOKEN}`],
        environment: 'X-Api-Key: key-0a1b2c3d',
        ci: 'github' as const,
        json: { file: join(folder, 'a.json') },
        junit: join(folder, 'a.xml'),
        html: join(folder, 'a.html'),
      };
      const run = await runVerify(service.url, given);
      expect(run.code).toBe(1);
      const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      expect(files).toHaveLength(3);
      for (const text of [run.stdout, run.stderr, ...files]) {
        expect(text).not.toContain(TOKEN);
        expect(text).not.toContain('key-0a1b2c3d');
      }
      expect(run.stdout).toContain('--header "Authorization: $STANDIN_AUTHORIZATION"');
      expect(run.stdout).not.toContain('--header "X-Api-Key');
      expect(run.stdout).toContain('-H "X-Api-Key: $STANDIN_X_API_KEY"');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('never prints a password of the address', async () => {
    await using service = await echoing();
    const url = service.url.replace('//', '//ann:pa55-w0rd@');
    const run = await runVerify(url);
    expect(run.code).toBe(1);
    const basic = Buffer.from('ann:pa55-w0rd').toString('base64');
    for (const secret of ['pa55-w0rd', basic])
      expect(run.stdout + run.stderr).not.toContain(secret);
    expect(run.stdout).toContain(`standin verify ${service.url} --read-only`);
  });
});

/** Gives out ids from 2^53 on as numbers; as many are there as are given. */
function snowflakes(stored: Map<string, string>): RequestListener {
  let next = 9_007_199_254_741_001n;
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const key = decodeURIComponent((request.url ?? '').slice('/users/'.length));
    const send = (status: number, text: string): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    if (request.method === 'POST') {
      next += 2n;
      const id = String(next);
      stored.set(id, `{"id":${id},${Buffer.concat(chunks).toString('utf8').slice(1)}`);
      return send(201, stored.get(id) ?? '');
    }
    if (request.url === '/users') return send(200, `[${[...stored.values()].join(',')}]`);
    const item = stored.get(key);
    if (item === undefined) return send(404, '{}');
    if (request.method === 'DELETE') stored.delete(key);
    return request.method === 'DELETE' ? response.writeHead(204).end() : send(200, item);
  };
}

describe('verify, if ids are numbers that cannot be read exactly', () => {
  it('creates nothing if the list has such ids', async () => {
    const seed: readonly [string, string] = [
      '9007199254740993',
      '{"id":9007199254740993,"name":"Ann"}',
    ];
    const stored = new Map([seed]);
    await using service = await startTroubled(snowflakes(stored));
    using folder = copyProject();
    const run = await runVerify(service.url, {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
    });
    expectOneSentence(
      run,
      /^standin: GET \/users returns a number beyond 9007199254740991 as an id. JavaScript reads it as 900719925474099[0-9] and loses its last digits\.$/,
      /^Return such ids as strings: many JSON readers round numbers beyond 2\^53 \(RFC 8259 section 6\)\.$/,
    );
    expect(service.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('reports what it left and keeps the ledger if its own item is the first', async () => {
    const stored = new Map<string, string>();
    await using service = await startTroubled(snowflakes(stored));
    using folder = copyProject();
    const run = await runVerify(service.url, {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
    });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /^standin: POST \/users returns a number beyond 9007199254740991 as an id/,
    );
    expect(run.stderr).toContain('Left behind: perhaps more: ');
    expect(stored.size).toBe(1);
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
  });
});

describe('verify, if two resources would write one file', () => {
  it.each([{ json: { file: 'r.json' } }, { junit: 'r.xml' }, { html: 'r.html' }])(
    'sends nothing: %j',
    async (outputs) => {
      using folder = copyProject();
      const users = JSON.parse(readFileSync(folder.at('contracts/users.json'), 'utf8')) as object;
      for (const [at, resource] of ['a/b', 'a:b'].entries())
        writeFileSync(
          folder.at(`contracts/${at}.json`),
          JSON.stringify({ ...users, resource, path: `/${at}` }),
        );
      let asked = 0;
      await using service = await startTroubled((_request, response) => {
        asked++;
        response.end('[]');
      });
      const run = await runVerify(service.url, { contract: folder.at('contracts'), ...outputs });
      expectOneSentence(
        run,
        /^standin: "a\/b" and "a:b" would both be written to r-a_b\.\w+$/,
        /^Rename one of them, or name one /,
      );
      expect(asked).toBe(0);
    },
  );
});
