// The requests of a run: a document with many collections gives each a share, and a fault in the
// last one is found all the same.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { isObject, type JsonObject, pick } from '../../../src/base/json.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { startTroubled, type Troubled } from '../../support/troubled.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

const NAMES = ['boats', 'cars', 'films', 'trees'];

/** How many requests a collection of this document takes at most, beyond its share: its clean-up. */
const BEYOND = 30;

const THING: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    note: { type: 'string' },
    isOpen: { type: 'boolean' },
    size: { type: 'integer', readOnly: true },
  },
};

function answer(status: number, schema: JsonObject | null): JsonObject {
  const content = schema === null ? {} : { content: { 'application/json': { schema } } };
  return { [status]: { description: 'as it is', ...content } };
}

function documentOf(names: readonly string[]): JsonObject {
  const { id: _, size: __, ...members } = THING['properties'] as JsonObject;
  const body = (required: readonly string[]): JsonObject => ({
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', required: [...required], properties: members },
      },
    },
  });
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      names.flatMap((name) => [
        [
          `/${name}`,
          {
            get: { responses: answer(200, { type: 'array', items: THING }) },
            post: { requestBody: body(['name']), responses: answer(201, THING) },
          },
        ],
        [
          `/${name}/{id}`,
          {
            parameters: id,
            get: { responses: { ...answer(200, THING), ...answer(404, null) } },
            put: { requestBody: body(['name']), responses: answer(200, THING) },
            patch: { requestBody: body([]), responses: answer(200, THING) },
            delete: { responses: answer(204, null) },
          },
        ],
      ]),
    ),
  };
}

const servers: Troubled[] = [];
afterEach(async () => {
  for (const one of servers.splice(0)) await one[Symbol.asyncDispose]();
});

/** The members of a thing in a body; `null` if it is none. */
function sentIn(text: string, method: string): JsonObject | null {
  if (method === 'GET' || method === 'DELETE') return {};
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(sent)) return null;
  const { name, note, isOpen } = sent;
  const isFit =
    (method === 'PATCH' ? ['string', 'undefined'] : ['string']).includes(typeof name) &&
    ['string', 'undefined'].includes(typeof note) &&
    ['boolean', 'undefined'].includes(typeof isOpen);
  return isFit ? pick(sent, ['name', 'note', 'isOpen']) : null;
}

/**
 * Keeps things of each name; `lost` loses the note of those that PUT replaces, and `odd` answers things
 * with a member of another type than the document says.
 */
async function startThings({ lost = '', odd = 'none' }): Promise<string> {
  const rows = new Map<string, Map<string, JsonObject>>(NAMES.map((name) => [name, new Map()]));
  let serial = 0;
  const answerOf = (method: string, path: string, sent: JsonObject): [number, unknown] => {
    const [, name = '', id] = (path.split('?')[0] ?? '').split('/');
    const own = rows.get(name) ?? new Map<string, JsonObject>();
    if (id === undefined) {
      if (method === 'GET') return [200, [...own.values()]];
      const made = { ...sent, id: ++serial };
      own.set(String(made.id), made);
      return [201, made];
    }
    const row = own.get(id);
    if (row === undefined) return [404, null];
    if (method === 'DELETE') own.delete(id);
    if (method === 'GET' || method === 'DELETE') return [method === 'GET' ? 200 : 204, row];
    const { note: _, ...rest } = sent;
    const kept = method === 'PATCH' ? { ...row, ...sent } : name === lost ? rest : sent;
    own.set(id, { ...kept, id: Number(id) });
    return [200, own.get(id)];
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    const sent = sentIn(Buffer.concat(chunks).toString(), method);
    const [status, body] = sent === null ? [400, null] : answerOf(method, url, sent);
    const shown = url.startsWith(`/${odd}`) && isObject(body) ? { ...body, size: 'big' } : body;
    const isEmpty = body === null || status === 204;
    response.writeHead(status, isEmpty ? {} : { 'content-type': 'application/json' });
    response.end(isEmpty ? undefined : JSON.stringify(shown));
  };
  const server = await startTroubled((...both) => void serve(...both));
  servers.push(server);
  return server.url;
}

interface PrintedReport {
  readonly resource: string;
  readonly requests: number;
  readonly verdict: string;
  readonly findings: readonly {
    readonly operation: string;
    readonly code: string;
    readonly reproduced: string;
  }[];
  readonly laws: readonly { readonly result: string; readonly why: string | null }[];
}

function reportsOf(stdout: string): readonly PrintedReport[] {
  return stdout
    .trim()
    .split(/\n(?=\{)/)
    .map((line) => JSON.parse(line) as PrintedReport);
}

function sum(reports: readonly PrintedReport[]): number {
  return reports.reduce((all, { requests }) => all + requests, 0);
}

describe('the requests of a run', () => {
  const document = documentOf(NAMES);
  const told = { contract: 'openapi.json', mode: 'write', seed: 1, json: 'print' } as const;

  it('are shared out, and few leave out few laws', { timeout: 120_000 }, async () => {
    folder.write('openapi.json', document);
    const url = await startThings({});
    const run = await runVerify(url, told);
    const reports = reportsOf(run.stdout);
    expect(run.code).toBe(0);
    expect(reports.map(({ resource }) => resource)).toEqual(NAMES);
    expect(sum(reports)).toBeLessThan(1_000 + NAMES.length * BEYOND);
    // Each has most of its laws: those that share their looks come first.
    for (const { laws } of reports) {
      const held = laws.filter(({ result }) => result === 'held').length;
      expect(held / laws.length).toBeGreaterThan(0.7);
      for (const { why } of laws.filter(({ result }) => result !== 'held'))
        expect(why).toContain('--max-requests allows more');
    }
  });

  it('leave no fault of the last collection unseen', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', document);
    const url = await startThings({ lost: 'trees' });
    const run = await runVerify(url, told);
    expect(run.code).toBe(1);
    const found = reportsOf(run.stdout).flatMap(({ resource, findings }) =>
      findings.map(({ operation, code }) => `${resource} ${operation} ${code}`),
    );
    expect(found).toEqual(['trees replace value-changed']);
  });

  it('are enough for most laws if answers have another form', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    const url = await startThings({ odd: 'boats' });
    const [report] = reportsOf((await runVerify(url, { ...told, requestsMax: 320 })).stdout);
    expect(report?.findings.map(({ code }) => code)).toEqual(['member-type']);
    expect(report?.requests).toBeLessThan(320 + BEYOND);
    const held = report?.laws.filter(({ result }) => result === 'held').length ?? 0;
    expect(held / (report?.laws.length ?? 1)).toBeGreaterThan(0.8);
  });

  it('are enough to show a fault, and little more is sent', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    const url = await startThings({ lost: 'boats' });
    const [report] = reportsOf((await runVerify(url, { ...told, requestsMax: 320 })).stdout);
    expect(report?.findings.map(({ code }) => code)).toEqual(['value-changed']);
    expect(report?.requests).toBeLessThan(320 + 2 * BEYOND);
  });

  it('end a run that may send few, with what is left named', { timeout: 60_000 }, async () => {
    const run = await verifyOwnMock(folder, documentOf(NAMES.slice(0, 2)), {
      budget: 'standard',
      requestsMax: 240,
    });
    expect(run.code).toBe(0);
    expect(Object.values(run.findings).flat()).toEqual([]);
    expect(sum(reportsOf(run.stdout))).toBeLessThan(240 + 2 * BEYOND);
    for (const whys of Object.values(run.untried))
      expect(whys).toEqual([
        'the requests that the run may send were used up (--max-requests allows more)',
      ]);
  });

  it('are any number if much is required', { timeout: 120_000 }, async () => {
    folder.write('openapi.json', document);
    const url = await startThings({});
    const run = await runVerify(url, { ...told, budget: 'quick', required: 'all' });
    expect(run.stderr).not.toContain('--max-requests');
    expect(reportsOf(run.stdout).flatMap(({ laws }) => laws.map(({ why }) => why))).toEqual(
      reportsOf(run.stdout).flatMap(({ laws }) => laws.map(() => null)),
    );
  });
});
