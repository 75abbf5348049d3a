// Pacts beside a document with several resources: which are found, what a file costs of which nothing
// was verified, and states by a handler of the team.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

let folder = '';
let server: Server;
let baseUrl = '';
/** The rows of each resource; each test begins with the same. */
const rows = new Map<string, Map<number, JsonObject>>();

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', () => {
      const [, resource = '', id = ''] = (request.url ?? '').split(/[/?]/);
      const { status, json } = answer(request.method ?? '', { resource, id }, text);
      response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' });
      response.end(json === undefined ? '' : JSON.stringify(json));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function answer(
  method: string,
  { resource, id }: { readonly resource: string; readonly id: string },
  text: string,
): { readonly status: number; readonly json?: unknown } {
  const own = rows.get(resource);
  if (own === undefined) return { status: 404 };
  if (id === '' && method === 'GET') return { status: 200, json: [...own.values()] };
  if (id === '' && method === 'POST') {
    const item = { ...(JSON.parse(text) as JsonObject), id: Math.max(0, ...own.keys()) + 1 };
    own.set(item.id, item);
    return { status: 201, json: item };
  }
  const item = own.get(Number(id));
  if (item === undefined) return { status: 404 };
  if (method === 'GET') return { status: 200, json: item };
  return own.delete(Number(id)) ? { status: 204 } : { status: 404 };
}

const resources = { boats: 'Vessel', crews: 'CrewDetails' } as const;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-pacts-'));
  const paths: Record<string, JsonObject> = {};
  const schemas: Record<string, JsonObject> = {};
  for (const [resource, schema] of Object.entries(resources)) {
    rows.set(resource, new Map([[1, { id: 1, title: `first of ${resource}` }]]));
    const ref = { schema: { $ref: `#/components/schemas/${schema}` } };
    const content = { 'application/json': ref };
    const list = { schema: { type: 'array', items: ref.schema } };
    schemas[schema] = {
      type: 'object',
      required: ['id', 'title'],
      properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
    };
    paths[`/${resource}`] = {
      get: { responses: { 200: { description: 'all', content: { 'application/json': list } } } },
      post: { requestBody: { content }, responses: { 201: { description: 'new', content } } },
    };
    paths[`/${resource}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'one', content }, 404: { description: 'none' } } },
      delete: { responses: { 204: { description: 'gone' }, 404: { description: 'none' } } },
    };
  }
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Port', version: '1' },
      paths,
      components: { schemas },
    }),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Given = readonly [method: string, path: string, state: string | null, status: number];

/** Writes a pact of version 3. */
function pact(place: string, consumer: string, interactions: readonly Given[]): void {
  const file = join(folder, place);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({
      consumer: { name: consumer },
      provider: { name: 'port-authority' },
      interactions: interactions.map(([method, path, state, status]) => ({
        description: `${method} ${path}`,
        ...(state === null ? {} : { providerStates: [{ name: state, params: { id: 1 } }] }),
        request: { method, path },
        response: { status },
      })),
      metadata: { pactSpecification: { version: '3.0.0' } },
    }),
  );
}

const verified = (given: Partial<VerifyOptions> = {}): Promise<CommandRun> =>
  runVerify(baseUrl, {
    contract: join(folder, 'openapi.json'),
    ledgerFolder: join(folder, 'ledgers'),
    mode: 'write',
    budget: 'quick',
    ...given,
  });

const passedIn = ({ stdout }: CommandRun): readonly string[] =>
  [...stdout.matchAll(/(\d+ of \d+) interactions? passed/g)].map(([, share = '']) => share);

describe('verify with a document and pacts', () => {
  it('finds them in both folders and where they are named, and gives each resource its own', async () => {
    pact('pacts/a.json', 'radio', [['GET', '/boats', null, 200]]);
    pact('contracts/pacts/b.json', 'tug', [
      ['GET', '/boats/9', 'a boat exists', 200],
      ['DELETE', '/crews/9', 'a CrewDetails exists', 204],
    ]);
    pact('elsewhere/c.json', 'pilot', [['GET', '/crews/77777', null, 404]]);
    const run = await verified({ pactPlaces: [join(folder, 'elsewhere')] });
    expect(passedIn(run)).toEqual(['2 of 2', '2 of 2']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(rows.get('crews')?.size).toBe(1);
  }, 60_000);

  it('ends with 2 if nothing of a file was verified, whatever the resources; else with 0', async () => {
    pact('pacts/a.json', 'radio', [
      ['GET', '/boats/1', 'the boat is red', 200],
      ['GET', '/crews/1', 'the crew is on land', 200],
    ]);
    const none = await verified();
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('standin: no interaction was verified of ');
    expect(none.stderr).toContain('a.json\nThe reports say why.\n');
    expect(none.stdout).toContain('unknown provider state "the boat is red"');
    pact('pacts/a.json', 'radio', [
      ['GET', '/boats/1', 'the boat is red', 200],
      ['GET', '/crews/1', null, 200],
    ]);
    const some = await verified();
    expect(some).toMatchObject({ code: 0, stderr: '' });
    expect(some.stdout).toMatch(
      /– \S+ conforms as far as tried[^–✓]*not\s+verified:\s+1 of 1 pact/,
    );
    expect((await verified({ required: 'pacts' })).code).toBe(2);
  }, 60_000);

  it('names the pacts that you leave out, and ends with 2 if you require them', async () => {
    pact('elsewhere/a.json', 'radio', [['GET', '/boats', null, 200]]);
    pact('elsewhere/b.json', 'tug', [['GET', '/boats/1', null, 206]]);
    const given = { pacts: 'leave-out', pactPlaces: [join(folder, 'elsewhere')] } as const;
    const out = await verified(given);
    expect(out, out.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(out.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'not verified: 2 pact interactions (--no-pacts leaves them out)',
    );
    for (const left of [given, { ...given, pacts: 'verify', mode: 'read-only' }] as const) {
      const run = await verified({ ...left, required: 'pacts' });
      expect(run.code).toBe(2);
      expect(run.stdout).toContain('Not verified: 2 pact interactions: ');
    }
    expect((await verified({ ...given, required: 'all' })).code).toBe(2);
    expect((await verified({ pacts: 'leave-out', required: 'pacts' })).code).toBe(0);
  }, 60_000);

  it('lets the module of the team set up its states, and leaves what they make', async () => {
    pact('pacts/a.json', 'radio', [
      ['DELETE', '/boats/1', 'boat 1 may sink', 204],
      ['POST', '/crews', 'the office is open', 500],
      ['GET', '/boats/5', 'a boat exists', 200],
    ]);
    const module = join(folder, 'states.mjs');
    writeFileSync(
      module,
      "export default { 'boat 1 may sink': ({ id }) => ({ id }), 'the office is open': () => { throw new Error('it is Sunday'); } };",
    );
    const run = await verified({ stateHandler: { place: module, reach: 'loopback' } });
    expect(passedIn(run)).toEqual(['2 of 2', '0 of 1']);
    expect(run.code).toBe(0);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'your handler could not set up "the office is open": it is Sunday',
    );
    expect(rows.get('boats')?.size).toBe(0);
    expect([...(rows.get('crews')?.keys() ?? [])]).toEqual([1]);
  }, 60_000);

  it('heads a mismatch with the promise of the consumer, not with the document', async () => {
    pact('pacts/a.json', 'radio', [['GET', '/boats', null, 206]]);
    const run = await verified();
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('1  the pact of radio: GET /boats\n');
    expect(run.stdout).toContain('decided   by the pact of radio\n');
    expect(run.stdout).toMatch(/✗ \S+ does not keep a pact: 1 finding\n/);
  }, 60_000);
});
