// `standin record` as a whole: what it prints, what it writes, what is secret, and how it begins
// and ends.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RecordServiceOptions } from '../../../src/commands/record/flags.ts';
import { recordService } from '../../../src/commands/record/record.ts';
import type { LogTarget } from '../../../src/commands/shared/log.ts';
import type { Overview } from '../../../src/inspector/wire.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { everything } from '../../../src/journal/filter/filter.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { follow, runToEnd } from '../../support/cli.ts';
import { readRaw, sendRaw } from '../../support/raw.ts';
import { AUTHORITY, secured } from '../../support/secured.ts';
import { answering, hanging, startTroubled } from '../../support/troubled.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS: Omit<RecordServiceOptions, 'baseUrl'> = {
  headers: [],
  environment: '',
  host: '127.0.0.1',
  allowedHosts: [],
  port: 0,
  timeoutSeconds: 60,
  contract: 'contracts',
  profile: 'standin',
  pins: {},
  file: null,
  redact: [],
  keep: [],
  form: 'lines',
  version: '0.0.0',
};

interface Outlet extends LogTarget {
  readonly text: () => string;
}

function outlet(): Outlet {
  let all = '';
  return {
    text: () => all,
    write: (text) => {
      all += text;
    },
  };
}

/** Gives what a file holds, oldest first. */
async function recordedIn(file: string): Promise<readonly Recorded[]> {
  const archive = await openRecording(file, { mode: 'read' });
  try {
    const { seqs } = await archive.search(everything);
    const found = await Promise.all([...seqs].map((seq) => archive.find(seq)));
    return found.flatMap((one) => (one === null ? [] : [one.recorded]));
  } finally {
    await archive.close();
  }
}

const USER = '{"id":1,"name":"Ann","email":"ann@example.com"}';

describe('recordService', () => {
  it('records without contracts, and says that nothing is judged', async () => {
    await using service = await startTroubled((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(USER);
    });
    const file = join(folder, 'unjudged.standin');
    const [output, errors] = [outlet(), outlet()];
    const recording = await recordService(
      { ...OPTIONS, contract: null, file, baseUrl: service.url },
      output,
      errors,
    );
    await fetch(`${recording.url}/users/1`).then((one) => one.text());
    const page = await fetch(new URL('/__standin/api/contract', recording.url));
    expect(await page.json()).toMatchObject({ resources: [] });
    await recording.close();
    expect(output.text()).toContain(
      '  rules      none here, so nothing is judged; "standin serve <recording>" makes a mock of what was seen\n',
    );
    expect(output.text()).toContain('\n1 interaction: 1 unspecified\n');
    expect(errors.text()).toBe('');
    const [recorded] = await recordedIn(file);
    expect(recorded).toMatchObject({ verdict: 'not-shown', request: { path: '/users/1' } });
  });

  it('prints a line per exchange, and a summary', async () => {
    await using service = await startTroubled((request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(request.url === '/users' ? '{}' : USER);
    });
    const [output, errors] = [outlet(), outlet()];
    const recording = await recordService({ ...OPTIONS, baseUrl: service.url }, output, errors);
    for (const path of ['/users/1', '/users', '/health?a=1'])
      await fetch(`${recording.url}${path}`).then((one) => one.text());
    // What is not judged yet when it ends is told as such.
    await expect.poll(() => output.text()).toContain('/health?a=1');
    expect(await recording.close()).toBe('kept');
    const text = output
      .text()
      .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
      .replaceAll(/\d\d:\d\d:\d\d/g, 'hh:mm:ss')
      .replaceAll(/ +\d+\.\d ms/g, ' n ms');
    expect(text).toBe(
      [
        'Standin records http://host',
        '',
        '  proxy      http://host',
        '  record     in memory; --record <file> keeps it',
        '  inspector  http://host/__standin/',
        '',
        'Ctrl-C ends it.',
        '',
        'hh:mm:ss #1    GET     /users/1                 200 n ms  conforms',
        'hh:mm:ss #2    GET     /users                   200 n ms  violates     the body must be an array, but is an object (the answer to list does not match users.json) (section 4, GET /users)',
        'hh:mm:ss #3    GET     /health?a=1              200 n ms  unspecified',
        '',
        '3 interactions: 1 conforms, 1 violates, 1 unspecified',
        '      1  section 4, GET /users: body-type',
        '',
      ].join('\n'),
    );
    expect(errors.text()).toBe('');
  });

  it('writes interactions to a file, with no secrets in the file or the output', async () => {
    const seen: (string | undefined)[] = [];
    await using service = await startTroubled((request, response) => {
      seen.push(request.headers.authorization, String(request.headers['x-key']));
      response.writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': 'a=cookie-secret',
      });
      response.end(
        JSON.stringify({
          id: 1,
          name: 'Ann',
          email: 'hide@example.com',
          echo: [request.headers.authorization],
        }),
      );
    });
    const file = join(folder, 'all.standin');
    const [output, errors] = [outlet(), outlet()];
    const baseUrl = service.url.replace('http://', 'http://me:pass-word@');
    const options = {
      ...OPTIONS,
      baseUrl,
      file,
      headers: ['X-Key: key-secret-long'],
      redact: ['Email', 'x-mine'],
      form: 'json' as const,
    };
    const recording = await recordService(options, output, errors);
    await fetch(`${recording.url}/users/1`, {
      headers: { 'x-mine': 'mine-secret', authorization: 'Bearer client-secret' },
    }).then((one) => one.text());
    await recording.close();
    expect(seen).toEqual([
      `Basic ${Buffer.from('me:pass-word').toString('base64')}`,
      'key-secret-long',
    ]);
    const written = readFileSync(file, 'latin1');
    const all = written + output.text() + errors.text();
    for (const secret of [
      'key-secret',
      'pass-word',
      'client-secret',
      'mine-secret',
      'cookie-secret',
      'hide@',
      seen[0] ?? '',
    ])
      expect(all).not.toContain(secret);
    const [recorded] = await recordedIn(file);
    expect(recorded).toMatchObject({
      seq: 1,
      source: 'proxy',
      verdict: 'conforms',
      reply: { status: 200 },
    });
    expect(recorded?.request.headers).toContainEqual([
      'authorization',
      expect.stringMatching(/^Bearer /),
    ]);
    expect(
      output
        .text()
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { event: string }).event),
    ).toEqual(['listening', 'interaction', 'summary']);
  });

  it('shows the traffic at /__standin/, which it does not forward, and sends requests again', async () => {
    await using service = await startTroubled((request, response) => {
      const body = request.url === '/users' ? '{}' : USER;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const recording = await recordService(
      { ...OPTIONS, baseUrl: service.url, form: 'quiet' },
      outlet(),
      outlet(),
    );
    const api = (path: string): URL => new URL(`/__standin/api/${path}`, recording.url);
    await (await fetch(`${recording.url}/users`)).text();
    const overview = (await (await fetch(api(''))).json()) as Overview;
    expect(overview).toMatchObject({
      mode: 'record',
      subject: service.url,
      can: { replay: service.url, editData: false },
    });
    const before = service.requests.length;
    const headers = { 'standin-token': overview.token };
    const replayed = await fetch(api('replay'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ seq: 1 }),
    });
    expect(await replayed.json()).toEqual({ seq: 2 });
    expect(service.requests).toHaveLength(before + 1);
    const found = (await (await fetch(api('interactions/2'))).json()) as { recorded: Recorded };
    expect(found.recorded).toMatchObject({
      source: 'proxy',
      verdict: 'violates',
      findings: [{ code: 'body-type', clause: 'section 4, GET /users' }],
    });
    expect(service.requests.some((request) => request.includes('standin'))).toBe(false);
    await recording.close();
  });

  it('sends no redacted value to the service again', async () => {
    await using service = await startTroubled((_request, response) => response.end('{}'));
    const recording = await recordService(
      { ...OPTIONS, baseUrl: service.url, form: 'quiet' },
      outlet(),
      outlet(),
    );
    const sent = { method: 'POST', headers: { authorization: 'Bearer sesame-1' } };
    const body = '{"email":"ann@corp.test"}';
    await (await fetch(`${recording.url}/users`, { ...sent, body })).text();
    const api = (path: string): URL => new URL(`/__standin/api/${path}`, recording.url);
    const { token } = (await (await fetch(api(''))).json()) as Overview;
    const replay = async (order: object): Promise<{ status: number; text: string }> => {
      const answer = await fetch(api('replay'), {
        method: 'POST',
        headers: { 'standin-token': token },
        body: JSON.stringify({ seq: 1, ...order }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const before = service.requests.length;
    const refused = await replay({});
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('authorization, the body');
    const edited = {
      method: 'POST',
      target: '/users',
      headers: [],
      body: '{"email":"r@r.example"}',
    };
    const bodyLeft = { ...edited, body: '{"email":"0123456789abcdef@redacted.example"}' };
    expect((await replay({ edited: bodyLeft })).status).toBe(422);
    expect(service.requests).toHaveLength(before);
    const basic = `Basic ${btoa('ann:redacted-0123456789abcdef')}`;
    const inBasic = { ...edited, headers: [['authorization', basic]] };
    expect((await replay({ edited: inBasic })).status).toBe(422);
    expect(await replay({ edited })).toEqual({ status: 200, text: '{"seq":2}' });
    expect(service.requests).toHaveLength(before + 1);
    const bytes = Uint8Array.of(0xff, 0, 1);
    await (await fetch(`${recording.url}/users`, { method: 'POST', body: bytes })).text();
    const binary = await replay({ seq: 3 });
    expect(binary.status).toBe(422);
    expect(binary.text).toContain('not text');
    expect(service.requests).toHaveLength(before + 2);
    await recording.close();
  });

  it('answers, as its page does, under its own and allowed host names', async () => {
    await using service = await startTroubled((_request, response) => response.end('passed'));
    const options = {
      ...OPTIONS,
      baseUrl: service.url,
      form: 'quiet',
      allowedHosts: ['API.test'],
    } as const;
    const recording = await recordService(options, outlet(), outlet());
    const port = Number(new URL(recording.url).port);
    const statusOf = async (path: string, host: string): Promise<number> =>
      readRaw(
        await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ).status;
    expect([
      await statusOf('/a', `api.test:${port}`),
      await statusOf('/__standin/api/', `api.test:${port}`),
    ]).toEqual([200, 200]);
    expect([
      await statusOf('/a', 'evil.test'),
      await statusOf('/__standin/api/', 'evil.test'),
    ]).toEqual([421, 403]);
    await recording.close();
  });

  it('judges what came before it was ended, however fast it came', async () => {
    await using service = await startTroubled((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(USER);
    });
    const [output, errors] = [outlet(), outlet()];
    const recording = await recordService(
      { ...OPTIONS, baseUrl: service.url, form: 'quiet' },
      output,
      errors,
    );
    let left = 1_000;
    const work = async () => {
      while (left-- > 0) await fetch(`${recording.url}/users/1`).then((one) => one.text());
    };
    await Promise.all(Array.from({ length: 30 }, work));
    await recording.close();
    expect(output.text()).toBe('\n1000 interactions: 1000 conform\n');
  });

  it('starts even if the service cannot be reached yet', async () => {
    const [output, errors] = [outlet(), outlet()];
    const recording = await recordService(
      { ...OPTIONS, baseUrl: 'http://127.0.0.1:1', form: 'quiet' },
      output,
      errors,
    );
    expect((await fetch(`${recording.url}/users`)).status).toBe(502);
    await recording.close();
    expect(errors.text()).toBe(
      'Warning: http://127.0.0.1:1 cannot be reached; until it can, every request is answered with 502.\n',
    );
    expect(output.text()).toBe('\n1 interaction: 1 unjudged\n');
  });

  it('reports why it cannot start', async () => {
    const [output, errors] = [outlet(), outlet()];
    const failure = async (
      options: Partial<RecordServiceOptions> & { baseUrl: string },
    ): Promise<unknown> =>
      recordService({ ...OPTIONS, ...options }, output, errors).then(
        () => 'begun',
        (error: Error) => error.message,
      );
    await using service = await startTroubled(answering(200, 'application/json', '[]'));
    const port = Number(new URL(service.url).port);
    expect(await failure({ baseUrl: service.url, port })).toBe(
      `port ${port} on 127.0.0.1 is in use`,
    );
    expect(await failure({ baseUrl: 'ftp://x' })).toBe('ftp://x is no address of a service');
    expect(await failure({ baseUrl: service.url, file: join(folder, 'none', 'x') })).toBe(
      `${join(folder, 'none', 'x')} cannot be written: its folder does not exist`,
    );
    await service[Symbol.asyncDispose]();
    expect(await failure({ baseUrl: `http://localhost:${port}`, port })).toBe(
      `http://localhost:${port} is the address of this recorder`,
    );
  });
});

describe('standin record', () => {
  it('stops at once on Ctrl-C, even with open connections, and writes what it recorded', async () => {
    await using service = await startTroubled((request, response) => {
      if (request.url === '/users') answering(200, 'application/json', '[]')(request, response);
      else hanging(request, response);
    });
    const file = join(folder, 'ended.standin');
    await using running = await follow([
      'record',
      service.url,
      '--port',
      '0',
      '--json',
      '--record',
      file,
    ]);
    await fetch(`${running.url}/users`).then((one) => one.text());
    await running.untilEvents('interaction', 1);
    const open = fetch(`${running.url}/users/1`).catch(() => 'cut');
    while (service.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    running.child.kill('SIGINT');
    expect(await running.ended).toEqual({ code: 0, signal: null });
    // Half a second where nothing else runs; a run that waits for the open connection takes a
    // minute.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await open).toBe('cut');
    const lines = await recordedIn(file);
    expect(lines.map(({ verdict, trouble }) => [verdict, trouble])).toEqual([
      ['conforms', null],
      ['unjudged', 'the recorder was ended'],
    ]);
  });

  it('waits for a silent service until --timeout', async () => {
    await using service = await startTroubled(hanging);
    await using running = await follow([
      'record',
      service.url,
      '--port',
      '0',
      '--json',
      '--timeout',
      '0.2',
    ]);
    const answer = await fetch(`${running.url}/users`);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      504,
      'no answer within 0.2 s; this answer comes from the Standin recorder, not from the service',
    ]);
    expect(await running.untilEvents('interaction', 1)).toMatchObject([
      { status: null, trouble: 'no answer within 0.2 s' },
    ]);
  });

  it('forwards to a TLS service if NODE_EXTRA_CA_CERTS names its authority', async () => {
    await using service = await started(plain.start(USERS));
    await using behind = await secured(service);
    await using running = await follow(['record', behind.url, '--port', '0', '--json'], {
      env: { NODE_EXTRA_CA_CERTS: AUTHORITY },
    });
    const user = { name: 'Ann', email: 'ann@example.com' };
    const made = await fetch(`${running.url}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    });
    expect(made.status).toBeLessThan(300);
    expect(await fetch(`${running.url}/users`).then((answer) => answer.json())).toContainEqual(
      expect.objectContaining(user),
    );
    expect((await running.untilEvents('interaction', 2)).map((line) => line['verdict'])).toEqual([
      'conforms',
      'conforms',
    ]);
  });

  it('reports that there is no secure connection to a service with an untrusted certificate', async () => {
    await using service = await started(plain.start(USERS));
    await using behind = await secured(service);
    await using running = await follow(['record', behind.url, '--port', '0', '--json'], {
      env: { NODE_EXTRA_CA_CERTS: '' },
    });
    expect((await fetch(`${running.url}/users`)).status).toBe(502);
    expect(await running.untilEvents('interaction', 1)).toMatchObject([
      {
        trouble: `no secure connection to 127.0.0.1:${behind.port} (DEPTH_ZERO_SELF_SIGNED_CERT)`,
        verdict: 'unjudged',
      },
    ]);
    expect(service.stored()).toEqual(USERS);
  });

  it('requires one address', async () => {
    expect(await runToEnd(['record'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the address of the service is missing'),
    });
  });
});
