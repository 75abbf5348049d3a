// `standin verify` at a service that does not let the run in, or only for a while: that is no fault
// of the service, and no pass either.

import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Parts } from '../../bed/parts.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { startTroubled } from '../../support/troubled.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

/** Verifies a service that answers some calls otherwise. */
async function runAt(around: Parts['around']): Promise<CommandRun> {
  using folder = copyProject();
  await using service = await started(plain.startPlanted(USERS, (parts) => ({ ...parts, around })));
  return await runVerify(service.baseUrl, {
    mode: 'write',
    pacts: 'leave-out',
    timeMaxSeconds: 20,
    ledgerFolder: folder.at('.standin'),
  });
}

const refusing = (status: number) =>
  Promise.resolve({ status, headers: {}, body: { error: 'no' } });
const READS: ReadonlySet<string> = new Set(['list', 'read']);
const REMEDY = 'Give credentials: --token <token>, --header "Name: value"';

describe('verifyService, without access', { timeout: 60_000 }, () => {
  it('judges nothing if the service answers each write with 403', async () => {
    const run = await runAt((call, next) =>
      READS.has(call.operation) ? next(call) : refusing(403),
    );
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(/every creation/i);
  });

  it('reports that writes need credentials if the service answers each with 401', async () => {
    const run = await runAt((call, next) =>
      READS.has(call.operation) ? next(call) : refusing(401),
    );
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(
      'The service requires credentials for writing: POST /users was answered with',
    );
    expect(run.stdout).toContain(REMEDY);
  });

  it('reports that the service started to refuse the credentials', async () => {
    let calls = 0;
    const run = await runAt((call, next) => (++calls > 60 ? refusing(401) : next(call)));
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('The service began to refuse the credentials:');
    expect(run.stdout).toContain(REMEDY);
  });

  it('finds the fault of a service that answers some creations with 401', async () => {
    let creations = 0;
    const run = await runAt((call, next) =>
      call.operation === 'create' && ++creations % 5 === 0 ? refusing(401) : next(call),
    );
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(
      'answers 401 now and then to a credential that was accepted before and after',
    );
  });
});

describe('verifyService, if the service accepts no valid item', () => {
  it('does not say that the service conforms', async () => {
    using folder = copyProject();
    const files = {
      'schemas/note.json': {
        type: 'object',
        properties: { id: { type: 'string' }, text: { type: 'string' } },
        required: ['id'],
      },
      'schemas/notes.json': { type: 'array', items: { $ref: 'note.json' } },
      'schemas/note-create.json': {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
      'notes.json': {
        resource: 'notes',
        path: '/notes',
        item: 'note',
        list: 'notes',
        operations: {
          list: {
            summary: 'List',
            source: 's1',
            outcomes: { ok: { body: 'notes', source: 's1' } },
          },
          create: {
            summary: 'Create',
            source: 's2',
            body: 'note-create',
            outcomes: { ok: { status: 201, body: 'note', source: 's2' } },
          },
          read: { summary: 'Read', source: 's3', outcomes: { ok: { body: 'note', source: 's3' } } },
          remove: { summary: 'Remove', source: 's4', outcomes: { ok: { source: 's4' } } },
        },
      },
    };
    mkdirSync(folder.at('own/contracts'), { recursive: true });
    mkdirSync(folder.at('own/schemas'));
    for (const [name, document] of Object.entries(files)) {
      writeFileSync(
        folder.at('own', name === 'notes.json' ? 'contracts/notes.json' : name),
        JSON.stringify(document),
      );
    }
    await using service = await startTroubled((request, response) => {
      const [status, body] =
        request.method === 'POST' ? [422, {}] : request.url === '/notes' ? [200, []] : [404, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const run = await runVerify(service.url, {
      mode: 'write',
      pacts: 'leave-out',
      ledgerFolder: folder.at('.standin'),
      contract: folder.at('own/contracts'),
    });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('could not be judged');
    expect(run.stdout).toMatch(/every creation was refused/i);
  });
});

describe('verifyService, if the service asks it to wait too long', { timeout: 60_000 }, () => {
  it.each([40, 3])('skips the rest after %i requests', async (most) => {
    let calls = 0;
    const run = await runAt((call, next) =>
      ++calls > most
        ? Promise.resolve({ status: 429, headers: { 'retry-after': '60' } })
        : next(call),
    );
    expect(run.stdout).not.toContain('violates');
    expect(run.stdout).toMatch(/the service asks to wait longer than the run may/i);
    // After 40 requests there are items that cannot be removed.
    expect(run.code).toBe(2);
  });
});

describe('verifyService, if the service refuses every creation', { timeout: 60_000 }, () => {
  it('says so, with the first reply and a remedy', async () => {
    const run = await runAt((call, next) =>
      call.operation === 'create' ? refusing(422) : next(call),
    );
    expect(run.code).toBe(2);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Every creation was refused (first answer: status 422: {"error":"no"}).',
    );
    expect(run.stdout).toContain(
      'Add values that the service accepts as "examples" to user-create.json.',
    );
  });

  it.each([405, 500])(
    'finds the fault of a service that answers each creation with %i',
    async (status) => {
      expect(
        (await runAt((call, next) => (call.operation === 'create' ? refusing(status) : next(call))))
          .code,
      ).toBe(1);
    },
  );

  it('finds the fault of a service that refuses only the first creations', async () => {
    let creations = 0;
    const run = await runAt((call, next) =>
      call.operation === 'create' && ++creations <= 4 ? refusing(422) : next(call),
    );
    expect(run.code).toBe(1);
  });
});
