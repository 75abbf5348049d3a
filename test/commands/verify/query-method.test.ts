// QUERY and other methods of OpenAPI 3.2: the mock answers them, and `verify` sends QUERY as a read
// with a body, which is judged like any other.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const DOCUMENT: JsonObject = {
  openapi: '3.2.0',
  info: { title: 'Berths', version: '1' },
  paths: {
    '/berths/search': {
      query: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['depth'],
                properties: { depth: { type: 'integer', minimum: 1 } },
              },
            },
          },
        },
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['depth'],
                    properties: { depth: { type: 'integer' } },
                  },
                },
              },
            },
          },
        },
      },
      additionalOperations: { PURGE: { responses: { 204: { description: '' } } } },
    },
  },
};

/** A service with one QUERY; its answer depends on the body. */
async function serviceOf(answer: (depth: unknown) => unknown): Promise<{
  readonly url: string;
  readonly calls: string[];
}> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${text}`);
      const isQuery = request.method === 'QUERY' && text !== '';
      const { depth } = (isQuery ? JSON.parse(text) : {}) as { depth?: unknown };
      response.writeHead(isQuery ? (depth === undefined ? 400 : 200) : 404, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(isQuery ? answer(depth) : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

async function findingsOf(url: string): Promise<readonly string[]> {
  folder.write('openapi.json', DOCUMENT);
  await runVerify(url, { contract: 'openapi.json', json: { file: 'report.json' } });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { route: string; code: string; at: string | null }[];
  };
  return findings.map(({ route, code, at }) => `${route}: ${code} ${at}`);
}

describe('QUERY', () => {
  it('is answered by the mock, which checks its body', async () => {
    folder.write('openapi.json', DOCUMENT);
    const mock = await startServing({ contract: 'openapi.json' });
    ends.push(() => mock.close());
    const send = (method: string, body?: string): Promise<Response> =>
      fetch(`${mock.url}/berths/search`, {
        method,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
    const found = await send('QUERY', '{"depth":4}');
    expect([found.status, await found.json()]).toEqual([200, expect.any(Array)]);
    expect((await send('QUERY', '{"depth":0}')).status).toBe(422);
    expect((await send('PURGE')).status).toBe(204);
    const refused = await send('GET');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'QUERY, PURGE, OPTIONS']);
    expect(await findingsOf(mock.url)).toEqual([]);
  });

  it('is sent by verify with a body that fits, and its answer is judged', async () => {
    const correct = await serviceOf((depth) => [{ depth }]);
    expect(await findingsOf(correct.url)).toEqual([]);
    expect(correct.calls).toContainEqual(
      expect.stringMatching(/^QUERY \/berths\/search \{"depth":\d+\}$/),
    );
    expect(correct.calls.join('\n')).not.toContain('PURGE');
    const wrong = await serviceOf((depth) => [{ depth }, { depth: `${depth}` }]);
    expect(await findingsOf(wrong.url)).toEqual(['QUERY /berths/search: member-type /1/depth']);
  });
});
