// `verify` sends the parameters that a document requires, and judges the service by what it then does.

import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { depots, depotsAnswering } from '../../support/depots.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

/** A creation is answered with 200, where the document has 201. */
const MADE: JsonObject = {
  description: '',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Depot' } } },
};

type Given = Parameters<typeof runVerify>[1];

/** Verifies the mock of one document with another. */
async function verifyMock(
  served: JsonObject,
  given: Given = {},
  described: JsonObject = depots,
): Promise<CommandRun> {
  folder.write('served.json', served);
  folder.write('openapi.json', described);
  const serving = await startServing({ contract: 'served.json' });
  try {
    return await runVerify(serving.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
      ...given,
    });
  } finally {
    await serving.close();
  }
}

describe('standin verify, of a document with required parameters', () => {
  it.each([1, 2])(
    'finds nothing in its mock, which refuses calls without them, with seed %i',
    async (seed) => {
      const run = await verifyMock(depots, { seed });
      expect(run.code, run.stdout + run.stderr).toBe(0);
      expect(run.stdout).toContain('6 of 6 operations sent');
      // What is no id in a path has a value, too.
      expect(run.stdout).toMatch(/^operations, .*\n\nLaws\n {2}✓ GET one {2}1 of 1 laws held$/m);
    },
  );

  it('names them in the lines of curl', async () => {
    const wrong = depotsAnswering('/depots', 'post', MADE);
    const run = await verifyMock(wrong);
    expect(run.code).toBe(1);
    const line = run.stdout.split('\n').find((one) => one.includes('curl') && one.includes('POST'));
    expect(line).toMatch(/\/depots\?notify=(?:true|false)/);
    expect(line).toContain("-H 'X-Shop: ");
    expect(line).toContain("-H 'Cookie: sid=");
  });

  it('looks for no items in a list that must be narrowed, and judges what it shows', async () => {
    const run = await verifyMock(kennels('string'), {}, kennels('string'));
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(run.stdout).toContain('4 of 4 operations sent');
    const faulty = await verifyMock(
      kennels('integer'),
      { laws: ['other-reads-fit'] },
      kennels('string'),
    );
    expect(faulty.code).toBe(1);
    // The name that it had.
    expect(faulty.stderr).toContain(
      'standin: the law other-reads-fit is called read-actions-fit now: use --law read-actions-fit\n',
    );
    expect(faulty.stdout).toContain('read-actions-fit');
    expect(faulty.stdout).toMatch(/curl .*\/kennels\?state=(?:open|full)/);
  });

  it('sends what you give in place of its own', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url} ${String(request.headers['x-shop'])}`);
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    folder.write('openapi.json', depots);
    await runVerify(`http://127.0.0.1:${port}`, {
      contract: 'openapi.json',
      headers: ['X-Shop: 77'],
      timeMaxSeconds: 3,
    });
    server.close();
    const lists = seen.filter((one) => one.startsWith('/depots?'));
    expect(lists.length).toBeGreaterThan(0);
    expect(new Set(lists.map((one) => one.split(' ')[1]))).toEqual(new Set(['77']));
  });
});

/** A list that needs a state. What it shows of a place is a text, or a number. */
function kennels(place: 'string' | 'integer'): JsonObject {
  const state = { type: 'string', enum: ['open', 'full'] };
  const kennel = (more: JsonObject): JsonObject => ({
    type: 'object',
    required: ['id', 'name', 'state'],
    properties: { id: { type: 'integer' }, name: { type: 'string' }, state, ...more },
  });
  const json = (schema: JsonObject): JsonObject => ({
    description: '',
    content: { 'application/json': { schema } },
  });
  const listed = kennel({ place: { type: place, enum: place === 'string' ? ['north'] : [7] } });
  const list = { type: 'array', items: { ...listed, required: ['id', 'place'] } };
  const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer' } };
  return {
    openapi: '3.0.3',
    info: { title: 'Kennels', version: '1' },
    paths: {
      '/kennels': {
        get: {
          parameters: [{ in: 'query', name: 'state', required: true, schema: state }],
          responses: { 200: json(list) },
        },
        post: {
          requestBody: { required: true, ...json(kennel({})) },
          responses: { 201: json(kennel({})) },
        },
      },
      '/kennels/{id}': {
        parameters: [id],
        get: { responses: { 200: json(kennel({})), 404: { description: '' } } },
        delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
      },
    },
  };
}
