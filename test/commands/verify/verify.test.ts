// `standin verify`: what it prints and writes of services that can be judged, and what it leaves
// behind.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { odd } from '../../bed/odd.ts';
import { plain } from '../../bed/plain.ts';
import { started, startFault, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { expectDiscretion } from '../../support/problem.ts';
import { answering, startTroubled } from '../../support/troubled.ts';
import { runVerify } from '../../support/verifying.ts';

const FEW = { mode: 'write', laws: ['created-is-there', 'removed-is-gone'] } as const;

describe('verifyService', () => {
  it.each([plain, odd])(
    'ends with 0 for a service that conforms, $name, and leaves nothing behind',
    async (base) => {
      using folder = copyProject();
      await using service = await started(base.start(USERS));
      const before = service.stored();
      const run = await runVerify(service.baseUrl, {
        mode: 'write',
        ledgerFolder: folder.at('.standin'),
      });
      expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toContain(
        `standin verify ${service.baseUrl}\nusers, standard budget, seed 7, `,
      );
      expect(run.stdout).toMatch(/✓ POST {6}(\d+) of \1 laws held\n/);
      expect(run.stdout).toContain(
        '0 of 2 foreign users changed, compared in the list; 2 read singly\n',
      );
      const again = `✓ ${service.baseUrl} conforms to the contract\n  again: standin verify ${service.baseUrl} --seed 7\n`;
      expect(run.stdout).toContain(again);
      expect(service.stored()).toEqual(before);
      expect(existsSync(folder.at('.standin'))).toBe(false);
    },
  );

  it('ends with 1 for a planted fault, names the clause, and shows how to repeat it', async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const files = {
      json: { file: folder.at('a.json') },
      junit: folder.at('a.xml'),
      html: folder.at('a.html'),
    };
    const run = await runVerify(service.baseUrl, { ...FEW, ...files, ci: 'github' });
    expect(run, run.stdout).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(/^1 {2}GET one violates the contract: section 2, User$/m);
    expect(run.stdout).toMatch(/^ {3}ID1=\$\(curl -sS -X POST /m);
    expect(run.stdout).toContain('--law created-is-there --law removed-is-gone --seed 7\n');
    const [, fence] = /^::stop-commands::(\S+)\n/.exec(run.stdout) ?? [];
    expect(run.stdout).toContain(
      `\n::${fence}::\n::error title=GET one violates the contract%3A section 2%2C User::`,
    );
    const report = JSON.parse(readFileSync(folder.at('a.json'), 'utf8')) as object;
    expect(report).toMatchObject({
      verdict: 'violates',
      findings: [{ clause: 'section 2, User' }],
      leftovers: [],
    });
    expect(readFileSync(folder.at('a.xml'), 'utf8')).toContain('<failure');
    expect(readFileSync(folder.at('a.html'), 'utf8')).toContain('section 2, User');
    expect(service.stored()).toEqual(USERS);
    expect(readdirSync(folder.path).sort()).toEqual([
      'a.html',
      'a.json',
      'a.xml',
      'contracts',
      'db.json',
      'schemas',
    ]);
  });

  it('prints only JSON on request, and if it is quiet, nothing but what it did not try', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const printed = await runVerify(service.baseUrl, { json: 'print' });
    const report = JSON.parse(printed.stdout) as { laws: { result: string; elapsedMs: number }[] };
    expect(report).toMatchObject({
      format: 1,
      verdict: 'partly',
      target: service.baseUrl,
      resource: 'users',
    });
    const held = report.laws.filter(({ result }) => result === 'held');
    expect(Math.max(...held.map(({ elapsedMs }) => elapsedMs))).toBeGreaterThan(0);
    const partly = await runVerify(service.baseUrl, { form: 'quiet' });
    expect(partly).toMatchObject({ code: 0, stderr: '' });
    expect(partly.stdout).toMatch(
      /^– \S+ conforms as far as tried: 2 of 35 laws exercised; not\s+verified:\s+5\s+pact\s+interactions\s+\([^)]+\)\n {2}33 laws not exercised: the run only reads\n {2}again: [^\n]+\n$/,
    );
    const quiet = { form: 'quiet', mode: 'write', ledgerFolder: folder.at('.standin') } as const;
    expect(await runVerify(service.baseUrl, quiet)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    [{ pacts: 'leave-out' }, '--no-pacts leaves them out'],
    [{ mode: 'read-only' }, 'the run only reads'],
    [{ laws: FEW.laws }, 'only some laws were requested'],
  ] as const)('says why no pact was verified: %j', async (given, why) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const run = await runVerify(service.baseUrl, {
      mode: 'write',
      budget: 'quick',
      ledgerFolder: folder.at('.standin'),
      ...given,
    });
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain(`\nPacts\n  not run: ${why}\n`);
    expect(run.stdout.includes(' --no-pacts --seed 7\n')).toBe('pacts' in given);
  });

  it('ends with 2 if a pact cannot be read, unless it is left out; the verdict names it', async () => {
    using folder = copyProject();
    writeFileSync(folder.at('contracts/pacts/broken.json'), '{');
    await using service = await started(plain.start(USERS));
    const given = {
      contract: folder.at('contracts'),
      mode: 'write',
      budget: 'quick',
      ledgerFolder: folder.at('ledgers'),
    } as const;
    const run = await runVerify(service.baseUrl, given);
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /could not be judged; not verified: 1 of 6 pact interactions Not verified: 1 of 6 pact interactions: none of \S+broken\.json: it is not JSON: /,
    );
    expect(run.stdout).toContain('5 of 6 interactions passed, 1 not verified\n');
    const without = await runVerify(service.baseUrl, { ...given, pacts: 'leave-out' });
    expect(without.code).toBe(0);
    expect(without.stdout).toContain('not verified: 6 pact interactions (--no-pacts');
  });

  it('prints the verdict and ends with 2 if it cannot write a report', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const files = { junit: folder.at('nowhere', 'a.xml'), html: folder.at('a.html') };
    const { code, stdout, stderr } = await runVerify(service.baseUrl, files);
    expect(code).toBe(2);
    expect(stdout).toContain('conforms as far as tried: 2 of ');
    expect(stderr).toMatch(/^standin: \S+nowhere\/a\.xml cannot be written \(ENOENT\)\n[^\n]+\n$/);
    expect(existsSync(folder.at('a.html'))).toBe(true);
  });

  it('verifies each contract in turn, with a report for each', async () => {
    using folder = copyProject();
    const contract = JSON.parse(readFileSync(folder.at('contracts/users.json'), 'utf8')) as object;
    writeFileSync(
      folder.at('contracts/others.json'),
      JSON.stringify({ ...contract, resource: 'others', path: '/others' }),
    );
    await using service = await started(plain.start(USERS));
    const given = { contract: folder.at('contracts'), json: { file: folder.at('a.json') } };
    const { code, stdout, stderr } = await runVerify(service.baseUrl, given);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^standin: others: GET \/others below the base address: nothing is there\.\n[^\n]+\n$/,
    );
    expect(stdout).toContain('conforms as far as tried: 2 of ');
    expect(JSON.parse(readFileSync(folder.at('a-users.json'), 'utf8'))).toMatchObject({
      verdict: 'partly',
    });
    expect(JSON.parse(readFileSync(folder.at('a-others.json'), 'utf8'))).toMatchObject({
      verdict: 'unjudged',
    });
  });

  it('ends with 2 if fewer laws were exercised than --require asks for', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const given = { mode: 'write', laws: ['created-is-there'] } as const;
    const ledgerFolder = folder.at('.standin');
    const one = await runVerify(service.baseUrl, { ...given, ledgerFolder, required: 1 });
    expect(one, one.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(one.stdout).toMatch(
      /– \S+ conforms as far as tried: 1 of 1 law exercised; not\s+verified:\s+5\s+pact\s+interactions\s+\([^)]+\)\n {2}--law chose 1 of \d+ laws\n/,
    );
    const all = await runVerify(service.baseUrl, { ...given, ledgerFolder, required: 'all' });
    expect(all.code).toBe(2);
    expect(all.stdout).toMatch(
      /\? \S+ could not be judged; not\s+verified:\s+5\s+pact\s+interactions\n {2}1 of 1 law was exercised, and --require asks for all\.\n.*\n {2}--law chose 1 of \d+ laws\n {2}again: .* --require all --seed 7\n/,
    );
    const share = await runVerify(service.baseUrl, { required: 0.8, json: 'print' });
    expect(share.code).toBe(2);
    expect(JSON.parse(share.stdout)).toMatchObject({
      verdict: 'unjudged',
      reason: expect.stringMatching(/^2 of \d+ laws were exercised, and --require asks for 80%\.$/),
    });
  });

  it('creates nothing if it cannot write the ledger', async () => {
    using folder = copyProject();
    writeFileSync(folder.at('.standin'), '');
    await using service = await started(plain.start(USERS));
    const { code, stdout, stderr } = await runVerify(service.baseUrl, {
      ...FEW,
      ledgerFolder: folder.at('.standin'),
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^standin: \S+\.standin\/\S+ cannot be written \(\w+\)\nUse a writable folder\. /,
    );
    expectDiscretion(stderr);
    expect(service.stored()).toEqual(USERS);
  });

  it('reports what it could not remove, and keeps it in the ledger', async () => {
    using folder = copyProject();
    await using service = await started(startFault('delete-fails-from-the-third'));
    const run = await runVerify(service.baseUrl, { ...FEW, ledgerFolder: folder.at('.standin') });
    expect(run.code).toBe(1);
    const left = service.stored().slice(USERS.length);
    expect(left.length).toBeGreaterThan(0);
    expect(run.stdout).toContain(
      `Left behind: ${left.length}; run "standin clean" to remove them\n  - /users/${left[0]?.id}\n`,
    );
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
  });
});

describe('verifyService, at the clean-up', () => {
  const removing = (status: number) =>
    started(
      plain.startPlanted(USERS, (parts) => ({
        ...parts,
        around: (call, next) =>
          call.operation === 'remove' ? Promise.resolve({ status }) : next(call),
      })),
    );
  const ONE = { mode: 'write', laws: ['created-is-there'] } as const;

  it('finds that a removal that succeeded did not remove', async () => {
    using folder = copyProject();
    await using service = await removing(204);
    const run = await runVerify(service.baseUrl, { ...ONE, ledgerFolder: folder.at('.standin') });
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(/^1 {2}DELETE violates the contract: section 4, DELETE /m);
    expect(run.stdout).toContain('   law       clean-up\n   code      not-removed\n');
    expect(run.stdout).toMatch(/^ {3}item {6}\{"name":"/m);
    expect(run.stdout).toMatch(/ DELETE \/users\/\d+ 204\n +GET \/users\/\d+ 200\n/);
    expect(run.stdout).toContain('violates the contract: 1 finding');
    expect(run.stdout).toContain('Left behind: ');
  });

  it('finds that removals failed in the clean-up', async () => {
    using folder = copyProject();
    await using service = await removing(500);
    const run = await runVerify(service.baseUrl, { ...ONE, ledgerFolder: folder.at('.standin') });
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(/ {3}remove failed with status 500, in \d+ of \d+ calls\n/);
    expect(run.stdout).toContain('Left behind: ');
  });

  it('ends with 2 if items stay and nothing else was found', async () => {
    using folder = copyProject();
    await using service = await removing(403);
    const run = await runVerify(service.baseUrl, { ...ONE, ledgerFolder: folder.at('.standin') });
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expect(run.stdout).toContain(
      '  Items of the run were left behind.\n  Find out why DELETE did not remove them, then run "standin clean".\n',
    );
    expect(run.stdout).toContain('Left behind: ');
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
  });
});

describe('verifyService, read-only', () => {
  it('sends only GET, and says what it did not try', async () => {
    await using service = await startTroubled((request, response) => {
      const item = '{"id":1,"name":"Ann","email":"ann@example.com"}';
      const text = { '/users': `[${item}]`, '/users/1': item }[request.url ?? ''];
      response
        .writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(text ?? '{}');
    });
    const run = await runVerify(service.url, { json: 'print' });
    expect(run.code).toBe(0);
    expect(service.requests.length).toBeGreaterThan(3);
    expect(service.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    const { laws, verdict, untried } = JSON.parse(run.stdout) as {
      verdict: string;
      untried: { why: string; laws: string[] }[];
      laws: { name: string; result: string; why: string }[];
    };
    expect(verdict).toBe('partly');
    expect(untried.map(({ why }) => why)).toEqual(['the run only reads']);
    expect(untried[0]?.laws).toHaveLength(laws.length - 2);
    const held = laws.filter(({ result }) => result === 'held').map(({ name }) => name);
    expect(held.sort()).toEqual(['initial-items-are-sound', 'nobody-is-nobody']);
    for (const law of laws.filter(({ result }) => result !== 'held'))
      expect(law).toMatchObject({ result: 'not-exercised', why: 'the run only reads' });
  });

  it('accepts null for what was never set in an item of others', async () => {
    await using service = await startTroubled((request, response) => {
      const item = '{"id":1,"name":"Ann","isPremium":null,"skills":null,"address":{"city":null}}';
      const text = { '/users': `[${item}]`, '/users/1': item }[request.url ?? ''];
      response
        .writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(text ?? '{}');
    });
    const run = await runVerify(service.url);
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
  });

  it('reports an item under a text, if ids are numbers', async () => {
    await using service = await startTroubled((request, response) => {
      const item = '{"id":1,"name":"Ann","email":"ann@example.com"}';
      const url = request.url ?? '';
      const text = url === '/users' ? `[${item}]` : /^\/users\/(1|\D.*)$/.test(url) ? item : null;
      response
        .writeHead(text === null ? 404 : 200, { 'content-type': 'application/json' })
        .end(text ?? '{}');
    });
    const run = await runVerify(service.url);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/reading the unused id [a-z]\w+ returned another item/);
  });

  it('says how many of the items of others it read singly', async () => {
    const users = Array.from({ length: 126 }, (_, index) => ({
      ...(USERS[1] as (typeof USERS)[number]),
      id: index + 1,
    }));
    await using service = await started(plain.start(users));
    const run = await runVerify(service.baseUrl);
    expect(run.stdout).toContain(
      '  - 6 of 126 foreign users were read singly; of the others, the list was checked\n',
    );
    const quick = await runVerify(service.baseUrl, { budget: 'quick', mode: 'write' });
    expect(quick.stdout).toContain('  - 1 of 126 foreign users was read singly; of the others,');
    expect(run.stdout).toContain(
      '  0 of 126 foreign users changed, compared in the list; 6 read singly\n',
    );
  });

  it('ends with 2 if it is interrupted, and says how far it came', async () => {
    const stop = new AbortController();
    await using service = await startTroubled((request, response) => {
      if (request.url === '/users/1') stop.abort();
      const item = '{"id":1,"name":"Ann","email":"ann@example.com"}';
      const text = { '/users': `[${item}, ${item.replace('1', '2')}]`, '/users/1': item }[
        request.url ?? ''
      ];
      response
        .writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(text ?? '{}');
    });
    const run = await runVerify(service.url, { budget: 'quick' }, stop.signal);
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(
      /– \S+ conforms as far as tried: 1 of 30 laws exercised(?:.|\n)*?\n {2}The run was interrupted after 1 of 30 laws\.\n {2}Run it again to the end\.\n {2}\d+ laws not exercised: the run was interrupted\n/,
    );
  });

  it('finds faults of the list', async () => {
    await using service = await startTroubled(answering(200, 'application/json', '{"users":[]}'));
    const run = await runVerify(service.url);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('section 4, GET /users');
  });
});
