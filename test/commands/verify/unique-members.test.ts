// Members that a document calls unique, where 409 is declared: a second item with the same value is refused,
// by each write, and the run itself repeats no value.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Given {
  /** The methods that look whether another jar has the code. */
  readonly looks?: readonly string[];
  readonly description?: string;
  readonly declares?: JsonObject;
}

const ALL = ['POST', 'PUT', 'PATCH'];

async function verified({ looks = ALL, description, declares }: Given = {}) {
  const conflict = declares ?? { 409: { description: '' } };
  const document = shelfDocument({
    members: {
      label: { type: 'string' },
      code: {
        type: 'string',
        pattern: '^[A-Z0-9-]+$',
        maxLength: 20,
        description: description ?? 'Unique among all jars',
      },
    },
    required: ['label', 'code'],
    item: ['get', 'put', 'patch', 'delete'],
    created: conflict,
    refused: { 404: { description: '' }, ...conflict },
  });
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    answer: ({ method, id, body }, right, { jars }) => {
      const code = body !== undefined && isObject(body) ? own(body, 'code') : undefined;
      const isTaken = [...jars].some(([key, jar]) => key !== id && own(jar, 'code') === code);
      const refused: Json = { title: 'taken' };
      return code !== undefined && isTaken && looks.includes(method)
        ? { status: 409, body: refused }
        : right();
    },
  });
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    laws: ['create', 'replace', 'update'].map((kind) => `${kind}-is-refused-as-specified`),
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { operation: string; code: string }[];
  };
  const found = findings.map((one) => `${one.operation}: ${one.code}`);
  return { code, found, left: shelf.jars.size };
}

const SPARED = { code: 0, found: [], left: 0 };

describe('a member that is called unique', () => {
  it('is, in a correct service', async () => {
    expect(await verified()).toEqual(SPARED);
  });

  it.each([
    ['POST', 'create'],
    ['PUT', 'replace'],
    ['PATCH', 'update'],
  ])('is not if %s takes a value twice', async (method, operation) => {
    const looks = ALL.filter((one) => one !== method);
    expect(await verified({ looks })).toEqual({
      code: 1,
      found: [`${operation}: accepted`],
      left: 0,
    });
  });

  it.each(['A code', 'Need not be unique', 'Not necessarily unique'])(
    'says nothing: "%s"',
    async (description) => {
      expect(await verified({ looks: [], description })).toEqual(SPARED);
    },
  );

  it('may be taken twice where no 409 is declared', async () => {
    const declares = { 418: { description: '' } };
    expect((await verified({ looks: [], declares })).found).toEqual([]);
  });
});
