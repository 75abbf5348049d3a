// Items that the client names by PUT: their ids are within what the parameter of the path says, and what
// is sent meets the conditions of its schema.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Named {
  readonly parameter: JsonObject;
  readonly id?: JsonObject;
  readonly members?: JsonObject;
  /** Keywords of the schema beside its members. */
  readonly conditions?: JsonObject;
  readonly accepts: (id: string, body: JsonObject) => boolean;
  /** Whether requests have the id, too. */
  readonly isInBody?: boolean;
  readonly loses?: string;
}

const label = { type: 'string' };

async function verified({ parameter, id = { type: 'string' }, ...given }: Named) {
  const { members = { label }, conditions = {}, isInBody = false } = given;
  const sent = isInBody ? { id, ...members } : members;
  const document = shelfDocument({ members: sent, id, parameter, item: ['get', 'put', 'delete'] });
  const paths = document['paths'] as Record<string, Record<string, JsonObject>>;
  delete paths['/jars']?.['post'];
  const put = paths['/jars/{id}']?.['put']?.['responses'] as Record<string, Json>;
  put['201'] = put['200'] ?? null;
  // Conditions stand beside the members, in requests and answers.
  const withConditions = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((one: Json) => withConditions(one));
    if (!isObject(value)) return value;
    const inside = objectOf(Object.entries(value).map(([key, one]) => [key, withConditions(one)]));
    return isObject(own(value, 'properties') ?? null) ? { ...inside, ...conditions } : inside;
  };
  folder.write('openapi.json', JSON.stringify(withConditions(document)));
  await using shelf = await startShelf({
    answer: ({ method, id: key, body }, right, { jars }): ShelfAnswer => {
      if (method !== 'PUT' || key === undefined) return right();
      if (body === undefined || !isObject(body)) return { status: 400 };
      if (!given.accepts(key, body) || typeof own(body, 'label') !== 'string')
        return { status: 400 };
      const kept = Object.entries(body).filter(([name]) => name !== given.loses);
      const known = typeof id['type'] === 'string' && id['type'] === 'integer' ? Number(key) : key;
      const jar = { ...objectOf(kept), id: known };
      const status = jars.has(key) ? 200 : 201;
      jars.set(key, jar);
      return { status, body: jar };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as { findings: { code: string }[] };
  return { code, codes: findings.map((one) => one.code), stdout, left: shelf.jars.size };
}

const serial: Named = {
  parameter: { type: 'string', pattern: '^[A-Z]{2}[0-9]{6}$' },
  accepts: (id) => /^[A-Z]{2}[0-9]{6}$/.test(id),
};

describe('a creation by PUT', () => {
  it.each<[string, Named]>([
    ['a pattern', serial],
    ['a pattern, and the body has the id, too', { ...serial, isInBody: true }],
    [
      'a format',
      {
        parameter: { type: 'string', format: 'uuid' },
        accepts: (id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id),
      },
    ],
    [
      'a length',
      {
        parameter: { type: 'string', minLength: 3, maxLength: 6 },
        accepts: (id) => id.length >= 3 && id.length <= 6,
      },
    ],
    [
      'bounds of a number',
      {
        id: { type: 'integer' },
        parameter: { type: 'integer', minimum: 1000, maximum: 9999 },
        accepts: (id) => /^[1-9]\d{3}$/.test(id),
      },
    ],
    [
      'names of its own',
      {
        parameter: {
          type: 'string',
          enum: Array.from({ length: 400 }, (_, index) => `slot-${index}`),
        },
        accepts: (id) => /^slot-\d{1,3}$/.test(id),
      },
    ],
  ])('has an id within the parameter: %s', async (_case, named) => {
    const { code, codes, stdout, left } = await verified(named);
    expect(codes, stdout).toEqual([]);
    expect(code, stdout).toBe(0);
    expect(stdout).not.toContain('every creation was refused');
    expect(stdout).toMatch(/✓ PUT +(\d+) of \1 laws held/);
    expect(left).toBe(0);
  });

  const gate: Named = {
    ...serial,
    members: { label, kind: { enum: ['meter', 'gate'] }, site: { type: 'string' } },
    conditions: {
      if: { properties: { kind: { const: 'gate' } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword
      then: { required: ['site'] },
    },
    accepts: (id, body) =>
      serial.accepts(id, body) &&
      ['meter', 'gate', undefined].includes(own(body, 'kind') as string) &&
      (own(body, 'kind') === 'meter' || typeof own(body, 'site') === 'string'),
  };

  it('sends what the conditions of the schema require', async () => {
    const { code, stdout } = await verified(gate);
    expect(code, stdout).toBe(0);
    expect(stdout).not.toContain('accepts unusual values');
  });

  it('finds that a member is lost', async () => {
    const { code, codes } = await verified({ ...gate, loses: 'site' });
    expect(code).toBe(1);
    expect(codes).toContain('member-missing');
  });
});
