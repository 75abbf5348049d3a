// Header fields that the contract gives a value or a schema.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { checksAnswers } from '../../../src/model/ruling/specified-body.ts';
import { specifiedFields } from '../../../src/model/ruling/specified-fields.ts';
import { flawOfField } from '../../../src/schema/header-values.ts';
import { Schemas } from '../../../src/schema/schema.ts';
import { createWorld, projectOf } from '../../support/users.ts';

const schemas: Readonly<Record<string, JsonObject>> = {
  ship: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  place: { type: 'string', pattern: '^/ships/[0-9]+$' },
  loop: { anyOf: [{ $ref: 'loop.json' }] },
  'ships.x-rest': { type: 'boolean' },
};
const contract = (headers: JsonObject): JsonObject => ({
  resource: 'ships',
  path: '/ships',
  source: 'the log',
  item: 'ship',
  operations: {
    list: { outcomes: { ok: { headers } } },
    create: { body: 'ship', outcomes: { ok: { headers } } },
  },
});

function defined(headers: JsonObject) {
  const given = new Schemas(new Map(Object.entries(schemas)));
  const { contracts, schemas: all } = defineContracts([contract(headers)], given);
  return projectOf(contracts, Object.fromEntries(all.all()) as Record<string, JsonObject>);
}

describe('checksAnswers', () => {
  const ok = { ok: { body: 'place' } };
  it.each<[string, JsonObject, boolean]>([
    ['the answer to a read has another schema', { read: { outcomes: ok } }, true],
    ['a refusal of a creation has one', { create: { outcomes: { oversized: ok.ok } } }, true],
    [
      'a refusal with a status has one',
      { create: { outcomes: {}, refusals: { 413: ok.ok } } },
      true,
    ],
    ['a removal answers with a body', { remove: { outcomes: { ok: { body: 'ship' } } } }, true],
    ['a query parameter has one', { list: { outcomes: {}, query: { near: 'place' } } }, true],
    [
      'a creation that is not sent with POST has one',
      { create: { method: 'GET', outcomes: ok } },
      true,
    ],
    ['a creation waits for the checker', { create: { body: 'ship', outcomes: ok } }, false],
    ['answers are items', { read: { outcomes: { ok: { body: 'ship' } } } }, false],
  ])('%s', (_, operations, expected) => {
    const given = new Schemas(new Map(Object.entries(schemas)));
    const { contracts } = defineContracts([{ ...contract({}), operations }], given);
    expect(checksAnswers(contracts)).toBe(expected);
  });
});

describe('specifiedFields', () => {
  const inline = { type: 'integer', minimum: 3, maximum: 3 };
  const project = defined({
    'X-Kind': 'fleet',
    'X-Rest': { schema: inline },
    Location: { schema: 'place' },
  });
  const { schemas: all, checker, contracts } = project;
  const outcome = contracts[0]?.operations.create?.outcomes.ok;
  const rules = { schemas: all, checker, item: 'ship', hidden: [], hiddenBelow: [] };

  it('gives a schema that stands in the contract a name that is free', () => {
    expect(outcome?.headers).toEqual({ 'X-Kind': 'fleet' });
    expect(outcome?.headerSchemas).toEqual({ 'X-Rest': 'ships.x-rest.2', Location: 'place' });
    expect(checksAnswers(contracts)).toBe(true);
  });

  it('writes samples that match, and keeps what matches already', () => {
    const field = (value: string) => ({ name: 'location', value, by: 'create.location' }) as const;
    const fields = specifiedFields(rules, outcome, [field('/ships/9')]);
    expect(fields).toEqual([
      { name: 'x-kind', value: 'fleet', by: 'contract' },
      { name: 'x-rest', value: '3', by: 'contract' },
      { name: 'location', value: '/ships/9', by: 'contract' },
    ]);
    const [, , other] = specifiedFields(rules, outcome, [field('http://ships')]);
    expect(flawOfField(checker, 'place', other?.value ?? '')).toBeNull();
    expect(specifiedFields(rules, undefined, [])).toEqual([]);
  });

  it('keeps what the mock sends if no sample can be made', () => {
    const none = defined({ 'X-None': { schema: 'loop' } });
    const impossible = { ...rules, schemas: none.schemas, checker: none.checker };
    const shown = none.contracts[0]?.operations.list?.outcomes.ok;
    const sent = { name: 'x-none', value: 'a', by: 'http' } as const;
    expect(specifiedFields(impossible, shown, [sent])[0]?.value).toBe('a');
    expect(specifiedFields(impossible, shown, [])[0]?.value).toBe('');
  });

  it('is sent by the mock', () => {
    const { rule } = createWorld({ project });
    expect(rule('GET /ships').headers).toContainEqual({
      name: 'x-rest',
      value: '3',
      by: 'contract',
    });
  });
});
