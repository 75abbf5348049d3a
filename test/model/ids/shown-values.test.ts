// Members that requests and items have in different types.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { ownMembers, unlikeMembers } from '../../../src/contract/item-members.ts';
import { asShown } from '../../../src/model/ids/shown-values.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const text = { type: 'string' };
const number = { type: 'integer' };
const thing = (...required: readonly string[]): JsonObject => ({
  type: 'object',
  required,
  properties: { id: number, name: text, level: { enum: ['low', 'high'] } },
});
const nullable = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });

/** What an item shows of a member, the schemas of the item and of the request given. */
function shown(item: Json, request: Json, value: Json, before: JsonObject | null = null): Json {
  const { contract, schemas } = project(item, request);
  return asShown(schemas, contract, { other: 1, one: value }, before);
}

function project(item: Json, request: Json): { contract: Contract; schemas: Schemas } {
  const given = new Schemas(
    new Map([
      ['thing', { type: 'object', properties: { id: number, one: item, other: number } }],
      ['sent', { type: 'object', properties: { id: text, one: request, more: text } }],
    ]),
  );
  const document = {
    resource: 'things',
    path: '/things',
    item: 'thing',
    source: 'none',
    operations: {
      create: { body: 'sent', outcomes: {} },
      replace: { body: 'sent', outcomes: {} },
      update: { body: 'thing', outcomes: {} },
      read: { outcomes: {} },
    },
  };
  const { contracts, schemas } = defineContracts([document], given);
  return { contract: contracts[0] as Contract, schemas };
}

describe('unlikeMembers', () => {
  it.each<[string, Json, Json, boolean]>([
    ['the same types', text, text, false],
    ['an id of a thing', thing(), number, true],
    ['an id of a thing, or the thing', thing(), { oneOf: [number, thing()] }, true],
    ['an id where null is admitted', nullable(thing()), nullable(number), true],
    ['a thing with null', { allOf: [thing(), { anyOf: [{}, { type: 'null' }] }] }, text, true],
    ['an integer for a number', { type: 'number' }, number, false],
    ['a text or a number for either', { type: ['string', 'number'] }, text, false],
    ['anything', {}, thing(), false],
    ['no type', text, {}, false],
    ['more options', { enum: ['a', null] }, { enum: ['a', 'b'] }, true],
    ['fewer options', { enum: ['a', 'b'] }, { enum: ['a', null] }, false],
    ['other elements', { type: 'array', items: thing() }, { type: 'array', items: text }, true],
    ['like elements', { type: 'array', items: text }, { type: 'array', items: text }, false],
    [
      'another member inside',
      { type: 'object', properties: { a: thing() } },
      { type: 'object', properties: { a: text } },
      true,
    ],
    [
      'other members inside',
      { type: 'object', properties: { a: thing() } },
      { type: 'object', properties: { b: text } },
      false,
    ],
  ])('compares %s', (_, item, request, isUnlike) => {
    const { contract, schemas } = project(item, request);
    expect([...unlikeMembers(contract, schemas)]).toEqual(isUnlike ? ['one'] : []);
  });

  it('compares what operations elsewhere send, too', () => {
    const { contract, schemas } = project(thing(), thing());
    const change = { summary: '', source: '', outcomes: {}, method: 'PUT', path: '/changes/{id}' };
    const actions = [{ ...change, does: 'replace', body: 'change' }] as const;
    const all = schemas.with(new Map([['change', { type: 'object', properties: { one: text } }]]));
    expect([...unlikeMembers({ ...contract, actions }, all)]).toEqual(['one']);
  });

  it('ends with schemas that refer to themselves', () => {
    const tree = { type: 'object', properties: { below: { $ref: 'tree.json' } } };
    const schemas = new Schemas(new Map([['tree', tree]]));
    const given = { ...project(text, text).contract, item: 'tree' };
    expect([...unlikeMembers(given, schemas)]).toEqual([]);
    const branches = { anyOf: [{ $ref: 'loop.json' }, text] };
    const { contract, schemas: all } = project({ $ref: 'loop.json' }, { $ref: 'loop.json' });
    expect(unlikeMembers(contract, all.with(new Map([['loop', branches]]))).size).toBe(0);
  });
});

describe('ownMembers', () => {
  it('has what the service makes of what it was sent', () => {
    const { contract, schemas } = project(thing(), number);
    expect(ownMembers({ ...contract, item: 'thing' }, schemas)).toEqual(['one']);
  });
});

describe('asShown', () => {
  it.each<[string, Json, Json, Json, Json]>([
    ['the id of a thing', thing('name'), number, 7, { name: expect.any(String), id: 7 }],
    ['the name of a thing', thing(), text, 'Ada', { name: 'Ada' }],
    ['a thing', thing(), { oneOf: [number, thing()] }, { id: 3, more: 1 }, { id: 3, more: 1 }],
    ['null', nullable(thing()), nullable(number), null, null],
    ['a number as a text', text, number, 5, '5'],
    ['one in a list', { type: 'array', items: thing() }, number, 4, [{ id: 4 }]],
    ['one in any list', { type: 'array' }, number, 4, [4]],
    [
      'a list of ids',
      { type: 'array', items: thing() },
      { type: 'array', items: number },
      [4, 5],
      [{ id: 4 }, { id: 5 }],
    ],
    ['a list', { anyOf: [{ type: 'array' }, text] }, { type: ['array', 'boolean'] }, [1], [1]],
    ['another option', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, 'c', 'a'],
    ['an option', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, 'b', 'b'],
    ['a thing by a switch', { type: 'object' }, { type: 'boolean' }, true, {}],
    ['a number by a thing', number, thing(), { id: 1 }, expect.any(Number)],
    [
      'an object with less',
      { type: 'object', properties: { a: thing() }, additionalProperties: false },
      { type: 'object', properties: { a: number } },
      { a: 1, b: 2 },
      { a: { id: 1 } },
    ],
    [
      'an object of a list or a number',
      { anyOf: [{ type: 'object' }, number] },
      { anyOf: [{ type: 'object' }, { type: 'boolean' }] },
      { a: 1 },
      { a: 1 },
    ],
  ])('shows %s', (_, item, request, value, expected) => {
    expect(shown(item, request, value)).toEqual({ other: 1, one: expected });
  });

  it('keeps what is there, and what is alike', () => {
    expect(shown(thing(), number, { id: 3, x: 1 }, { one: { id: 3, x: 1 } })).toEqual({
      other: 1,
      one: { id: 3, x: 1 },
    });
    expect(shown(thing(), number, 3, { other: 2 })).toEqual({ other: 1, one: { id: 3 } });
    expect(shown(text, text, 'a')).toEqual({ other: 1, one: 'a' });
  });
});
