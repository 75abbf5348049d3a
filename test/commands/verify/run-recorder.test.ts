// What a run sends as it is recorded: when, under which law, with which findings, and what becomes
// of too much.

import { describe, expect, it } from 'vitest';
import { watchWire, wiring } from '../../../src/commands/shared/guarded-run.ts';
import {
  createRunRecorder,
  type RunRecorder,
  WAITING_MAX,
} from '../../../src/commands/verify/run-recorder.ts';
import type { Exchange } from '../../../src/http/client/client.ts';
import type { Unnumbered } from '../../../src/journal/interaction/recorded.ts';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { createChecker } from '../../../src/schema/check.ts';
import type { Exchanged, ReportedFinding } from '../../../src/verify/report.ts';
import { loadShapes } from '../../bed/shapes/contracts.ts';

const { contracts, schemas, profile } = await loadProject({
  contract: 'contracts',
  db: null,
  profile: 'standin',
});
const checker = createChecker(schemas);

const get = (path: string): Call => ({
  method: 'GET',
  path,
  query: '',
  headers: { accept: '*/*' },
  body: noBody,
});

const ann: Exchange = {
  kind: 'received',
  received: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: readBody('{"id":7,"name":"Ann","email":"a@b.cc"}'),
  },
  elapsedMs: 3,
  requests: 1,
  redirected: false,
};

interface Run {
  readonly recorder: RunRecorder;
  readonly recorded: Unnumbered[];
  readonly failures: unknown[];
  /** Sends a call that is answered at once; gives it as the trace shows it. */
  send(path: string): Exchanged;
}

function run(redact = (one: Unnumbered): Unnumbered => one): Run {
  const [recorded, failures]: [Unnumbered[], unknown[]] = [[], []];
  const recorder = createRunRecorder({
    shadow: new Shadow({ contracts, schemas, checker, profile, basePath: '/api' }),
    sink: { add: (one) => recorded.push(one) },
    redact,
    basePath: '/api',
    host: '127.0.0.1:8080',
    origin: 'http://127.0.0.1:8080',
    onFailure: (error) => failures.push(error),
  });
  const watch = recorder.watch({ authorization: 'Bearer secret' });
  const send = (path: string): Exchanged => {
    const ended = watch(get(path));
    const received = ann.kind === 'received' ? ann.received : null;
    const exchanged: Exchanged = { call: get(path), received, trouble: null, elapsedMs: 3 };
    ended(ann, exchanged);
    return exchanged;
  };
  return { recorder, recorded, failures, send };
}

function finding(trace: readonly Exchanged[]): ReportedFinding {
  return {
    code: 'value-changed',
    breach: 'violates',
    operation: 'read',
    clause: 'section 4',
    at: '/name',
    message: 'it differs',
    expected: '"Bob"',
    actual: '"Ann"',
    by: 'contract',
    remedy: 'Keep it.',
    law: 'a-law',
    moves: [],
    reproduced: 'yes',
    curl: [],
    trace,
  };
}

describe('createRunRecorder', () => {
  it('holds back the requests of a law until it ends, and notes its findings', async () => {
    const { recorder, recorded, send } = run();
    await recorder.during('a-law', async () => {
      const sent = [
        send('/users/7'),
        await recorder.during('another', async () => send('/users/8')),
      ];
      recorder.found(finding(sent.slice(0, 1)), '/users');
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(recorded).toEqual([]);
    });
    send('/users/7');
    await expect.poll(() => recorded.length).toBe(3);
    expect(recorded.map(({ law, verdict }) => [law, verdict])).toEqual([
      ['a-law', 'violates'],
      ['another', 'violates'],
      [null, 'conforms'],
    ]);
    const {
      law: _law,
      trace: _trace,
      moves: _moves,
      reproduced: _reproduced,
      curl: _curl,
      ...told
    } = finding([]);
    expect(recorded[0]?.findings).toEqual([told]);
    expect(recorded[0]).toMatchObject({
      source: 'verify',
      resource: 'users',
      operation: 'read',
      elapsedMs: 3,
      trouble: null,
      request: {
        method: 'GET',
        path: '/api/users/7',
        headers: [
          ['host', '127.0.0.1:8080'],
          ['accept', '*/*'],
        ],
        body: { kind: 'none' },
      },
      reply: { status: 200, body: { kind: 'text', bytes: 38 } },
    });
    // What one exchange shows by itself is told where the run told nothing.
    expect(recorded[1]?.findings[0]).toMatchObject({ code: 'wrong-item' });
  });

  it('records requests beyond the limit without bodies and without judging them', async () => {
    const { recorder, recorded, send } = run();
    await recorder.during('a-law', async () => {
      for (let count = 0; count <= WAITING_MAX; count++) send('/users/7');
      expect(recorded).toHaveLength(1);
    });
    expect(recorded[0]).toMatchObject({
      law: 'a-law',
      verdict: 'unjudged',
      reply: { status: 200, body: { kind: 'unkept' } },
    });
    await recorder.drained();
    expect(recorded).toHaveLength(WAITING_MAX + 1);
  });

  it('lets the run continue if it fails itself', async () => {
    const { recorder, recorded, failures, send } = run(({ request, ...one }) => {
      if (request.path.endsWith('/8')) throw new Error('planted');
      return { ...one, request };
    });
    for (const path of ['/users/8', '/users/7']) send(path);
    await recorder.drained();
    expect(failures.map(String)).toEqual(['Error: planted', 'Error: planted']);
    expect(recorded.map(({ request }) => request.path)).toEqual(['/api/users/7']);
  });
});

describe('watchWire', () => {
  it('shows bodies in the envelopes of the contract', async () => {
    const shapes = await loadShapes();
    const contract = shapes.contracts.find(({ resource }) => resource === 'articles');
    if (contract === undefined) throw new Error('there are articles');
    const recorded: Unnumbered[] = [];
    const recorder = createRunRecorder({
      shadow: new Shadow({
        contracts: shapes.contracts,
        schemas: shapes.schemas,
        checker: createChecker(shapes.schemas),
        profile,
        basePath: '',
      }),
      sink: { add: (one) => recorded.push(one) },
      redact: (one) => one,
      basePath: '',
      host: '127.0.0.1:8080',
      origin: 'http://127.0.0.1:8080',
      onFailure: (error) => {
        throw error;
      },
    });
    const now = '2026-02-03T04:05:06.007Z';
    const sent = { title: 'Tides', body: 'short' };
    const made = {
      slug: 'tides-7',
      url: '/articles/7',
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    const whole = JSON.stringify({ article: { id: 7, ...sent, ...made } });
    const headers = { 'content-type': 'application/json' };
    const send = wiring({ contract, schemas }, async () => {
      const received = { status: 200, headers, body: readBody(whole) };
      return { kind: 'received', received, elapsedMs: 3, requests: 1, redirected: false };
    });
    const body = readBody(JSON.stringify(sent));
    const call: Call = { method: 'POST', path: '/articles', query: '', headers, body };
    const ended = watchWire({ contract, schemas }, recorder.watch({}))(call);
    ended(await send(call), { call, received: null, trouble: null, elapsedMs: 3 });
    await recorder.drained();
    const [one] = recorded;
    expect(one?.findings).toEqual([]);
    expect(one?.verdict).toBe('conforms');
    expect(one?.request.body).toMatchObject({ text: JSON.stringify({ article: sent }) });
    expect(one?.reply?.body).toMatchObject({ text: whole });
  });
});
