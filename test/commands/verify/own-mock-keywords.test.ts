// `verify` finds nothing in the mock of a document that uses the less usual keywords of schemas, also
// if the mock varies what the document leaves open; and it finds what breaks each of them.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { documentOf, jsonOf, reads, startCanned } from '../../support/canned.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const whole = { type: 'integer' };
const id = { type: 'integer', readOnly: true };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
/** An object of code has no member `then`. */
const then = (schema: Json): JsonObject => Object.fromEntries([['then', schema]]);

/** What can be made, read, changed and removed. */
function collection(name: string): JsonObject {
  const path = `/${name.toLowerCase()}s`;
  const missing = { 404: { description: '' } };
  const body = { required: true, ...jsonOf(ref(name)) };
  return {
    [path]: {
      get: { responses: { 200: jsonOf({ type: 'array', items: ref(name) }) } },
      post: { requestBody: body, responses: { 201: jsonOf(ref(name)), 422: { description: '' } } },
    },
    [`${path}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
      get: { responses: { 200: jsonOf(ref(name)), ...missing } },
      put: { requestBody: body, responses: { 200: jsonOf(ref(name)), ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
  };
}

const kind = (members: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties: { id, class: text, name: text, ...members },
  required: ['class', 'name', ...required],
});

const schemas: JsonObject = {
  Vessel: {
    oneOf: [ref('Tug'), ref('Barge')],
    discriminator: {
      propertyName: 'class',
      mapping: { T: '#/components/schemas/Tug', B: 'Barge' },
    },
  },
  Tug: kind({ pull: whole }, 'pull'),
  Barge: kind({ cargo: { type: 'array', items: ref('Crate') } }),
  // Kinds by inheritance, also inside of others.
  Crate: {
    type: 'object',
    properties: { form: text },
    required: ['form'],
    discriminator: { propertyName: 'form' },
  },
  Box: { allOf: [ref('Crate'), { properties: { height: whole }, required: ['height'] }] },
  Drum: { allOf: [ref('Crate'), { properties: { litres: whole }, required: ['litres'] }] },
  Load: { allOf: [ref('Crate')], properties: { id, note: text }, required: ['note'] },
  Depot: {
    type: 'object',
    properties: {
      id,
      name: { ...ref('Name'), maxLength: 40 },
      bays: {
        type: 'object',
        patternProperties: { '^bay[0-9]$': whole },
        additionalProperties: false,
        minProperties: 1,
      },
      tags: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: text },
      place: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
      depth: { $ref: '#depth' },
      marks: { type: 'array', items: whole, contains: { minimum: 90 }, maxContains: 1 },
    },
    required: ['name', 'bays'],
  },
  Name: { type: 'string', minLength: 2 },
  Depth: { $anchor: 'depth', type: 'integer', minimum: 1 },
  Crew: {
    allOf: [{ properties: { id, name: text } }, { properties: { rank: text } }],
    type: 'object',
    required: ['name'],
    unevaluatedProperties: false,
  },
  Sail: {
    type: 'object',
    properties: {
      id,
      cut: { enum: ['lug', 'gaff', 'square'] },
      yard: whole,
      reefs: whole,
      blocks: whole,
      chief: { $ref: '#node' },
    },
    required: ['cut'],
    allOf: [
      { if: { properties: { cut: { const: 'square' } } }, ...then({ required: ['yard'] }) },
      { if: { properties: { cut: { const: 'gaff' } } }, else: { properties: { gaff: false } } },
    ],
    dependentRequired: { reefs: ['blocks'] },
    not: { required: ['yard', 'chief'] },
  },
  Node: {
    $id: 'https://sails.test/node',
    $anchor: 'root',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { weight: whole, below: { type: 'array', items: { $dynamicRef: '#node' } } },
  },
  // The name counts in the whole document, too.
  Chief: { $anchor: 'node', ...ref('Node') },
};

const names = ['Vessel', 'Load', 'Depot', 'Crew', 'Sail'];
const document = documentOf(Object.assign({}, ...names.map(collection)), schemas);

describe('verify, of the mock of a document with less usual keywords', () => {
  it.each([
    [1, 'profile'],
    [2, 'profile'],
    [3, 'profile'],
    [1, 'vary'],
    [2, 'vary'],
    [3, 'vary'],
  ] as const)('finds nothing with seed %i, %s', async (seed, undefined_) => {
    folder.write('openapi.json', document);
    const serving = await startServing({
      contract: 'openapi.json',
      profile: 'standin',
      seed,
      undefined: undefined_,
    });
    try {
      const { code, stdout } = await runVerify(serving.url, {
        contract: 'openapi.json',
        budget: 'quick',
        mode: 'write',
        seed,
        ledgerFolder: '.standin',
      });
      expect(code, stdout).toBe(0);
      expect(stdout).not.toMatch(/not exercised|cannot be made/);
    } finally {
      await serving.close();
    }
  });
});

/** What breaks a keyword in an answer, and what the finding says. */
const BROKEN: Readonly<Record<string, readonly [schema: Json, body: Json, words: string]>> = {
  'a required member of a kind': [ref('Vessel'), { class: 'T', name: 'x' }, '"pull" is missing'],
  'a kind of no name': [ref('Vessel'), { class: 'Q', name: 'x' }, 'must be one of "T", "B"'],
  'a kind by inheritance': [ref('Crate'), { form: 'Box' }, '"height" is missing'],
  'a kind inside': [
    ref('Vessel'),
    { class: 'B', name: 'x', cargo: [{ form: 'Drum' }] },
    '"litres" is missing',
  ],
  'a closed object of patterns': [ref('Depot'), { name: 'xy', bays: { dock: 1 } }, 'bays/dock'],
  'a member by a pattern': [
    ref('Depot'),
    { name: 'xy', bays: { bay1: 'x' } },
    'must be an integer',
  ],
  'the names of members': [
    ref('Depot'),
    { name: 'xy', bays: { bay1: 1 }, tags: { A: 'x' } },
    '"A"',
  ],
  'a sibling of a reference': [{ ...ref('Name'), maxLength: 3 }, '"longer"', 'at most 3'],
  'an anchor': [{ $ref: '#depth' }, '"deep"', 'must be an integer'],
  'a dynamic reference': [ref('Chief'), { below: [{ weight: 'x' }] }, 'must be an integer'],
  'items beyond the first': [
    ref('Depot'),
    { name: 'xy', bays: { bay1: 1 }, place: [1, 2, 3] },
    'place',
  ],
  'too many of a kind': [ref('Depot'), { name: 'xy', bays: { bay1: 1 }, marks: [91, 92] }, 'marks'],
  'what nothing evaluates': [ref('Crew'), { name: 'x', ship: 'y' }, 'is not a known field'],
  'a condition': [ref('Sail'), { cut: 'square' }, '"yard" is missing'],
  'what another member needs': [ref('Sail'), { cut: 'lug', reefs: 2 }, 'blocks'],
  'what must not be': [
    ref('Sail'),
    { cut: 'lug', yard: 1, chief: {} },
    'not fit the schema of "not"',
  ],
};

describe('verify, of a service that breaks a keyword', () => {
  it.each(Object.entries(BROKEN))('finds %s', async (_, [schema, body, words]) => {
    const service = await startCanned({ '/x': { body } });
    folder.write('openapi.json', documentOf({ '/x': reads({ 200: jsonOf(schema) }) }, schemas));
    try {
      const { code, stdout } = await runVerify(service.url, {
        contract: 'openapi.json',
        budget: 'quick',
        ledgerFolder: '.standin',
      });
      expect([code, stdout]).toEqual([1, expect.stringContaining(words)]);
    } finally {
      await service.close();
    }
  });
});
