// What `verify` asserts about reads at paths that name an item by another member than its id.

import { describe, expect, it } from 'vitest';
import { type JsonObject, own } from '../../../src/base/json.ts';
import { type Shelf, type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

/** A document of jars, which are also read and removed by their label, with the schema of a read. */
function document(): JsonObject {
  const whole = JSON.parse(JSON.stringify(shelfDocument()));
  const jar = {
    type: 'object',
    required: ['id', 'label'],
    properties: { id: { type: 'integer' }, label: { type: 'string' } },
  };
  whole.components = { schemas: { Jar: jar } };
  const shown = { 'application/json': { schema: { $ref: '#/components/schemas/Jar' } } };
  const answers = { 200: { description: '', content: shown }, 404: { description: '' } };
  whole.paths['/jars/{id}'].get.responses = answers;
  whole.paths['/jars'].get.responses[200].content['application/json'].schema = {
    type: 'array',
    items: { $ref: '#/components/schemas/Jar' },
  };
  whole.paths['/jars/label/{label}'] = {
    parameters: [{ name: 'label', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: answers },
    delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
  };
  return whole;
}

async function verified(byLabel: (shelf: Shelf, label: string) => ShelfAnswer) {
  folder.write('openapi.json', document());
  await using service = await startShelf({
    answer: ({ method, path }, right, shelf) => {
      const [, label] = /^\/jars\/label\/(.+)$/.exec(path) ?? [];
      return label === undefined || method !== 'GET'
        ? right()
        : byLabel(shelf, decodeURIComponent(label));
    },
  });
  const run = await runVerify(service.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json'));
  return {
    code: run.code,
    left: service.jars.size,
    asked: service.calls.some((one) => one.startsWith('GET /jars/label/')),
    removed: service.calls.some((one) => one.startsWith('DELETE /jars/label/')),
    found: findings.map(
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    ),
  };
}

const jarOf = (shelf: Shelf, label: string): ShelfAnswer => {
  const jar = [...shelf.jars.values()].find((one) => own(one, 'label') === label);
  return jar === undefined ? { status: 404 } : { status: 200, body: jar };
};

describe('a read of an item by another member than its id', () => {
  it('is sent with the member of an item of the run', { timeout: 60_000 }, async () => {
    const { code, left, asked, removed, found } = await verified(jarOf);
    expect(found).toEqual([]);
    expect({ code, left, asked, removed }).toEqual({
      code: 0,
      left: 0,
      asked: true,
      removed: false,
    });
  });

  it('is a finding if it answers another item', { timeout: 60_000 }, async () => {
    const { code, left, found } = await verified((shelf, label) => {
      const { status, body } = jarOf(shelf, label);
      return body === undefined ? { status } : { status, body: { id: 999_999, label } };
    });
    expect(found[0]).toMatch(/^describes-another: .*describes another item/);
    expect({ code, left }).toEqual({ code: 1, left: 0 });
  });

  it('is a finding if its answer is no item', { timeout: 60_000 }, async () => {
    const { code, found } = await verified((shelf, label) => {
      const { status } = jarOf(shelf, label);
      return status === 200 ? { status, body: { label } } : { status };
    });
    expect(found[0]).toContain('GET /jars/label/{label}');
    expect(code).toBe(1);
  });

  it('holds for the mock of its document', { timeout: 60_000 }, async () => {
    const run = await verifyOwnMock(folder, document());
    expect(run.findings).toEqual({});
    expect(run.code).toBe(0);
  });
});
