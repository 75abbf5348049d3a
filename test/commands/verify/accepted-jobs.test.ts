// Services whose POST starts a job and answers 202: what nobody sends of it (`state`, `result`) changes
// until it is done. That is no fault, with or without a list; what was sent has to stay all the same.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import { documentOf, jsonOf } from '../../support/canned.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const options = { contract: 'openapi.json', mode: 'write', ledgerFolder: '.standin' } as const;

/** A document of jobs that only the service moves on. */
function documentOfJobs(status: 201 | 202, hasList: boolean): JsonObject {
  const task = { type: 'string' };
  const job = {
    type: 'object',
    required: ['id', 'task', 'state'],
    properties: {
      id: { type: 'string' },
      task,
      note: { type: 'string' },
      state: { type: 'string', enum: ['queued', 'done'] },
      result: { type: ['object', 'null'] },
    },
  };
  const body = { type: 'object', required: ['task'], properties: { task, note: task } };
  const unknown = { 404: { description: '' } };
  return documentOf({
    '/jobs': {
      ...(hasList ? { get: { responses: { 200: jsonOf({ type: 'array', items: job }) } } } : {}),
      post: {
        requestBody: { required: true, ...jsonOf(body) },
        responses: { [status]: jsonOf(job), 400: { description: '' } },
      },
    },
    '/jobs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: jsonOf(job), ...unknown } },
      delete: { responses: { 204: { description: '' }, ...unknown } },
    },
  });
}

interface Jobs {
  readonly status: 201 | 202;
  readonly hasList: boolean;
  /** When a job is done, in milliseconds after its creation. */
  readonly doneMs: number;
  /** What a job that is done shows otherwise; nothing if absent. */
  readonly turns?: JsonObject;
  /** When a job is there, in milliseconds after its creation; at once if absent. */
  readonly lateMs?: number;
}

/** The JSON of a text; `null` if it is none. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Starts a service of jobs. */
async function startJobs({ status, hasList, doneMs, turns = {}, lateMs = 0 }: Jobs) {
  const jobs = new Map<string, { readonly sent: JsonObject; readonly at: number }>();
  let serial = 0;
  const shown = (id: string): Json => {
    const job = jobs.get(id);
    if (job === undefined || Date.now() - job.at < lateMs) return null;
    const isDone = Date.now() - job.at >= doneMs;
    const { length } = String(job.sent['task']);
    const state = isDone
      ? { ...turns, state: 'done', result: { length } }
      : { state: 'queued', result: null };
    return { id, ...job.sent, ...state };
  };
  const create = (text: string): readonly [number, Json?] => {
    const sent = parsed(text);
    if (!isObject(sent) || typeof sent['task'] !== 'string') return [400];
    if (typeof (sent['note'] ?? '') !== 'string') return [400];
    const id = `job-${++serial}`;
    jobs.set(id, { sent, at: Date.now() });
    return [status, { id, ...sent, state: 'queued', result: null }];
  };
  const answer = (method: string, path: string, text: string): readonly [number, Json?] => {
    const [, , id] = path.split('/');
    if (id === undefined && method === 'POST') return create(text);
    if (id === undefined && method === 'GET' && hasList) return [200, [...jobs.keys()].map(shown)];
    const one = id === undefined ? null : shown(id);
    if (id === undefined || one === null) return [404];
    if (method === 'GET') return [200, one];
    return method === 'DELETE' && jobs.delete(id) ? [204] : [405];
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part));
    request.on('end', () => {
      const [path = ''] = (request.url ?? '').split('?');
      const [code, body] = answer(request.method ?? '', path, text);
      response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ids: () => [...jobs.keys()],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function verified(jobs: Jobs) {
  folder.write('openapi.json', documentOfJobs(jobs.status, jobs.hasList));
  await using service = await startJobs(jobs);
  const run = await runVerify(service.url, options);
  return { ...run, left: service.ids() };
}

describe('verify, of a service that accepts jobs', () => {
  it.each([
    { hasList: true, doneMs: 4 },
    { hasList: false, doneMs: 4 },
    { hasList: true, doneMs: 120 },
    { hasList: false, doneMs: 120 },
  ])('finds nothing in one that moves them on: %j', { timeout: 120_000 }, async (jobs) => {
    const { code, stdout, left } = await verified({ status: 202, ...jobs });
    expect(code, stdout).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'POST is answered with 202: state, result may change until it is done, and nothing is expected there',
    );
    expect(left).toEqual([]);
  });

  it.each([true, false])(
    'finds a value that was sent and that changes with the state (a list: %s)',
    { timeout: 120_000 },
    async (hasList) => {
      const turns = { note: 'done' };
      const { code, stdout } = await verified({ status: 202, hasList, doneMs: 400, turns });
      expect(code, stdout).toBe(1);
      // A read that comes late sees an item that nobody has sent.
      expect(stdout).toMatch(/\/note of the body|the item there is another one/);
    },
  );

  it.each([true, false])(
    'finds a value that was sent and shown, where the service fills in what nobody sends (a list: %s)',
    { timeout: 120_000 },
    async (hasList) => {
      const turns = { note: 'done' };
      const { code, stdout } = await verified({ status: 202, hasList, doneMs: 4, turns });
      expect(code, stdout).toBe(1);
      expect(stdout).not.toContain('no client can set');
    },
  );

  it('finds an answer of 201 that shows another state', { timeout: 120_000 }, async () => {
    const { code, stdout } = await verified({ status: 201, hasList: true, doneMs: 0 });
    expect(code, stdout).toBe(1);
    expect(stdout).toContain('code      answer-differs');
  });

  it('says that more may come where reads show jobs later', { timeout: 120_000 }, async () => {
    const jobs = { status: 202, hasList: false, doneMs: 0, lateMs: 300 } as const;
    const { code, stdout } = await verified(jobs);
    expect(code, stdout).not.toBe(0);
    expect(stdout).toContain('perhaps more');
  });
});
