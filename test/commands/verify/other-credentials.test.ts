// Operations that declare credentials of which a run has none: their refusals are no findings.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const TOKEN = 'Bearer one-of-many';
const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const ok: JsonObject = {
  200: { description: 'ok', content: { 'application/json': { schema: named } } },
};
const read = (scheme: string): Json => ({ get: { responses: ok, security: [{ [scheme]: [] }] } });

async function verified(allowed: readonly string[], paths: JsonObject) {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Doors', version: '1' },
    paths,
    components: {
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer' },
        machine: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  };
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    answer: ({ path, headers }) => {
      if (!Object.hasOwn(paths, path)) return { status: 404 };
      return allowed.includes(path) && headers['authorization'] === TOKEN
        ? { status: 200, body: { name: 'door' } }
        : { status: 403, body: { message: 'access forbidden' } };
    },
  });
  const run = await runVerify(shelf.url, {
    contract: 'openapi.json',
    headers: [`Authorization: ${TOKEN}`],
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  return { ...run, text: run.stdout.replaceAll(/\s+/g, ' ') };
}

describe('an operation that needs another credential than those of the run', () => {
  const paths = { '/door': read('person'), '/machine': read('machine') };

  it('is not judged where it refuses them, and is named', async () => {
    const { code, text } = await verified(['/door'], paths);
    expect(code, text).toBe(0);
    expect(text).toContain('GET /machine was refused with 403, so its success was not judged');
  });

  it('is a finding where the run has the credential', async () => {
    const { code, text } = await verified(['/machine'], paths);
    expect(code, text).toBe(1);
    expect(text).toContain('GET /door was refused with status 403, although the request is valid');
    expect(text).not.toContain('GET /machine was refused with status');
  });

  it('is told what it lacks where a collection needs it', async () => {
    const list = {
      200: {
        description: 'ok',
        content: {
          'application/json': {
            schema: {
              type: 'array',
              items: {
                ...named,
                properties: { id: { type: 'integer' }, name: { type: 'string' } },
              },
            },
          },
        },
      },
    };
    const { code, stderr } = await verified([], {
      '/doors': { get: { responses: list, security: [{ machine: [] }] } },
      '/doors/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        delete: { responses: { 204: { description: 'gone' } }, security: [{ machine: [] }] },
      },
    });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'GET /doors was answered with 403: it declares x-api-key, and the run has only authorization.\nGive it: --header "x-api-key: <value>"',
    );
  });
});
