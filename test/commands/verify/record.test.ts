// `standin verify --record`: what is in the file of a run, what is not, and what is refused before
// anything is sent.

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspectFiles } from '../../../src/commands/inspect/inspect.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { everything } from '../../../src/journal/filter/filter.ts';
import { parseFilter } from '../../../src/journal/filter/parse-filter.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { odd } from '../../bed/odd.ts';
import { plain } from '../../bed/plain.ts';
import { started, startFault, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { answering, startTroubled } from '../../support/troubled.ts';
import { runVerify } from '../../support/verifying.ts';

/** Gives what a file holds that a filter matches, oldest first. */
async function recordedIn(file: string, text = ''): Promise<readonly Recorded[]> {
  const parsed = parseFilter(text);
  const archive = await openRecording(file, { mode: 'read' });
  try {
    const { seqs } = await archive.search(parsed.kind === 'flawed' ? everything : parsed.filter);
    const found = await Promise.all([...seqs].map((seq) => archive.find(seq)));
    return found.flatMap((one) => (one === null ? [] : [one.recorded]));
  } finally {
    await archive.close();
  }
}

describe('verifyService, with --record', () => {
  it('notes a finding at the interaction whose reply broke the contract', async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const file = folder.at('run.standin');
    const given = { mode: 'write', ledgerFolder: folder.at('.standin'), record: file } as const;
    const run = await runVerify(service.baseUrl, { ...given, json: { file: folder.at('a.json') } });
    expect(run, run.stdout).toMatchObject({ code: 1, stderr: '' });
    const report = JSON.parse(readFileSync(folder.at('a.json'), 'utf8')) as {
      requests: number;
      findings: {
        law: string;
        clause: string;
        at: string;
        expected: string;
        actual: string;
        remedy: string;
        code: string;
      }[];
    };
    const all = await recordedIn(file);
    expect(all).toHaveLength(report.requests);
    expect(all.every(({ source }) => source === 'verify')).toBe(true);
    const violating = await recordedIn(file, 'is:violating');
    for (const { law, clause, at, expected, actual, remedy, code } of report.findings) {
      // The probe and the tries that make a finding shorter have answers of the same kind.
      const shown = violating.find(({ findings }) =>
        findings.some((one) => one.code === code && one.at === at && one.actual === actual),
      );
      expect(shown, code).toMatchObject({ verdict: 'violates', law });
      expect(shown?.findings).toContainEqual(
        expect.objectContaining({ clause, at, expected, actual, remedy }),
      );
    }
    const skills = violating.find(({ findings }) => findings[0]?.at === '/skills');
    expect(skills?.reply?.body).toMatchObject({
      kind: 'text',
      text: expect.stringMatching(/"skills":"/),
    });
  });

  it('can be inspected later beside its report', async () => {
    using folder = copyProject();
    await using service = await startTroubled(answering(200, 'application/json', '{"users":[]}'));
    const files = [folder.at('run.standin'), folder.at('a.json')] as const;
    expect(
      (await runVerify(service.url, { record: files[0], json: { file: files[1] } })).code,
    ).toBe(1);
    const given = {
      host: '127.0.0.1',
      port: 0,
      contract: 'contracts',
      version: '0.0.0',
      form: 'quiet',
    } as const;
    const shown = await inspectFiles(
      { files, ...given },
      { write: () => true },
      { write: () => true },
    );
    try {
      const { reports } = (await (await fetch(`${shown.url}api/reports`)).json()) as {
        reports: object[];
      };
      expect(reports).toMatchObject([{ name: 'a.json', verdict: 'violates', target: service.url }]);
      const text = await (await fetch(`${shown.url}api/interactions/1`)).text();
      expect(JSON.parse(text)).toMatchObject({
        recorded: {
          law: 'probe',
          verdict: 'violates',
          findings: [{ clause: 'section 4, GET /users', at: '' }],
        },
      });
    } finally {
      await shown.close();
    }
  });

  it('says why each request was sent, in order, and finds nothing in a correct service', async () => {
    using folder = copyProject();
    await using service = await started(odd.start(USERS));
    const file = folder.at('run.standin');
    const run = await runVerify(service.baseUrl, {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
      record: file,
    });
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    const all = await recordedIn(file);
    expect(all.length).toBe(service.answered());
    const laws = [...new Set(all.map(({ law }) => law))];
    expect(laws).toEqual(
      expect.arrayContaining([
        'probe',
        'list-follows',
        'created-is-there',
        'removed-is-gone',
        'walk',
        'stays-over-time',
        'clean-up',
      ]),
    );
    expect(laws).not.toContain(null);
    expect(all.filter(({ verdict }) => verdict === 'violates')).toEqual([]);
    const conforming = all.filter(({ verdict }) => verdict === 'conforms');
    expect(conforming.length).toBeGreaterThan(all.length / 2);
    expect(conforming.some(({ history }) => history.length > 0)).toBe(true);
    expect(all.every(({ at }, place) => at >= (all[place - 5]?.at ?? 0))).toBe(true);
  });

  it('holds no credentials and no e-mail address, whatever their source', async () => {
    using folder = copyProject();
    const tokens: (string | undefined)[] = [];
    await using service = await startTroubled((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-echo': String(request.headers['x-tenant-key']),
      });
      response.end(
        JSON.stringify([
          { id: 1, name: String(request.headers.authorization), email: 'planted@corp.example.net' },
        ]),
      );
    });
    const file = folder.at('run.standin');
    const baseUrl = service.url.replace('http://', 'http://planted-user:planted-password@');
    const headers = ['X-Tenant-Key: planted-tenant-key'];
    await runVerify(baseUrl, {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
      headers,
      record: file,
      redact: ['name'],
    });
    expect(tokens.length).toBeGreaterThan(2);
    const written = readFileSync(file, 'latin1');
    const basic = Buffer.from('planted-user:planted-password').toString('base64');
    expect(tokens[0]).toBe(`Basic ${basic}`);
    for (const secret of ['planted-password', 'planted-tenant-key', 'planted@', basic])
      expect(written).not.toContain(secret);
    expect((await recordedIn(file)).length).toBe(tokens.length);
  });

  it.each([
    [
      'nowhere/run.standin',
      /^standin: \S+nowhere\/run\.standin cannot be written: its folder does not exist\n[^\n]+\n$/,
    ],
    ['notes.txt', /^standin: \S+notes\.txt is not a recording of Standin: [^\n]+\n[^\n]+\n$/],
  ])('refuses %s before it sends anything', async (name, told) => {
    using folder = copyProject();
    writeFileSync(folder.at('notes.txt'), 'Not a recording, and longer than nothing.');
    await using service = await startTroubled(answering(200, 'application/json', '[]'));
    const { code, stderr } = await runVerify(service.url, { record: folder.at(name) });
    expect(code).toBe(2);
    expect(stderr).toMatch(told);
    expect(service.requests).toEqual([]);
    expect(readFileSync(folder.at('notes.txt'), 'utf8')).toBe(
      'Not a recording, and longer than nothing.',
    );
  });

  it('records requests without a reply', async () => {
    using folder = copyProject();
    await using service = await startTroubled((request, response) => {
      if (request.url === '/users')
        response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      else request.socket.destroy();
    });
    const file = folder.at('run.standin');
    const run = await runVerify(service.url, { record: file });
    expect(run.code).toBe(1);
    const [first] = await recordedIn(file, 'is:violating');
    expect(first).toMatchObject({
      reply: null,
      trouble: expect.stringContaining('ended'),
      findings: [{ code: 'answer-reset' }],
    });
  });

  it('records requests for all contracts, and those without credentials, into one file', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const file = folder.at('run.standin');
    const given = {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
      record: file,
      pins: { 'read.status': 200 },
    } as const;
    const run = await runVerify(service.baseUrl, { ...given, budget: 'quick' });
    expect(run.code, run.stdout).toBe(0);
    const all = await recordedIn(file);
    expect(all.length).toBe(service.answered());
    expect(all.some(({ law }) => law === 'drift')).toBe(true);
  });
});
