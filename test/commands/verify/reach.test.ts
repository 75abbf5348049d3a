// `standin verify` of a service that answers, but not as it should: what it answers is a finding.
// Only a service that answers nothing of HTTP, or at another address, cannot be judged.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { type Reply, startForwarding } from '../../support/forwarded.ts';
import { answering, startTroubled } from '../../support/troubled.ts';
import { runVerify } from '../../support/verifying.ts';

const VERDICT =
  'violates the contract: 1 finding; not verified: 5 pact interactions (--no-pacts leaves them out)';

const isList = (method: string, path: string): boolean => method === 'GET' && path === '/users';

describe('verifyService', () => {
  it('finds an empty list that is answered 404 although an item can be created', async () => {
    using folder = copyProject();
    await using service = await started(plain.start([]));
    await using odd = await startForwarding(service, (method, path, reply) =>
      isList(method, path) && reply.body.toString() === '[]' ? { ...reply, status: 404 } : null,
    );
    const run = await runVerify(odd.url, {
      mode: 'write',
      budget: 'quick',
      pacts: 'leave-out',
      ledgerFolder: folder.at('.standin'),
    });
    expect(run, run.stdout).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toContain('1  GET list violates the contract: section 4, GET /users\n');
    expect(run.stdout).toContain('actual    status 404');
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(VERDICT);
    expect(service.stored()).toEqual([]);
  });

  it('cannot judge a service where nothing is found and nothing can be created', async () => {
    using folder = copyProject();
    await using nothing = await startTroubled(answering(404, 'application/json', '{}'));
    for (const mode of ['write', 'read-only'] as const) {
      const run = await runVerify(nothing.url, { mode, ledgerFolder: folder.at('.standin') });
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('GET /users below the base address: nothing is there.');
    }
    await using closed = await startTroubled((request, response) =>
      response.writeHead(request.method === 'GET' ? 404 : 401).end(),
    );
    const asked = await runVerify(closed.url, {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
    });
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toContain('The service asks for credentials: POST /users was answered');
  });

  const CASES: readonly (readonly [string, (reply: Reply) => Reply, RegExp])[] = [
    [
      'is not coded as it says',
      (reply) => ({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } }),
      /list got no answer: the reply cannot be read: it is not coded with gzip, as it claims/,
    ],
    [
      'is coded with what was not requested',
      (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'compress' },
        body: gzipSync(reply.body),
      }),
      /list got no answer: the reply cannot be read: its content coding is compress/,
    ],
    [
      'is cut short',
      (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-length': String(reply.body.length + 40) },
      }),
      /list got no answer: the connection ended in the middle of the reply/,
    ],
    [
      'is not in the charset that it says',
      (reply) => ({ ...reply, body: Buffer.from(reply.body.toString(), 'latin1') }),
      /UTF-8/,
    ],
  ];

  it.each(CASES)('finds a list whose body %s', async (_what, change, told) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    await using odd = await startForwarding(service, (method, path, reply) =>
      isList(method, path) ? change(reply) : null,
    );
    const run = await runVerify(odd.url, {
      mode: 'write',
      budget: 'quick',
      pacts: 'leave-out',
      ledgerFolder: folder.at('.standin'),
    });
    expect(run, run.stderr).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(/^1 {2}GET list violates the contract: /m);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toMatch(told);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(VERDICT);
    expect(service.stored()).toEqual(USERS);
  });

  it('says of a wrong token that it is refused, and of none that one is needed', async () => {
    await using closed = await startTroubled(answering(401, 'application/json', '{}'));
    const none = await runVerify(closed.url);
    expect(none.stderr).toBe(
      'standin: The service asks for credentials: GET /users was answered with 401.\nGive credentials: --token <token>, --header "Name: value" (or STANDIN_TOKEN, STANDIN_HEADER), or --login <file>.\n',
    );
    const wrong = await runVerify(closed.url, { headers: ['Authorization: Bearer n0t-this'] });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toBe(
      'standin: The service refuses the credentials of this run (authorization): GET /users was answered with 401.\nCheck whether the token is right and still valid, and whether it may read and write here.\n',
    );
  });
});
