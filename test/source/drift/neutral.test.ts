// What is the same for every client is no change: the order of members, references in place of what
// they lead to, everything around one schema that applies anyway. Documents are drawn at random.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import { compareDocuments } from '../../../src/source/drift/drift.ts';
import '../../property-seed.ts';

const leaf = fc.oneof(
  fc.record({ type: fc.constant('string') }, { requiredKeys: ['type'] }),
  fc.record(
    { type: fc.constant('string'), maxLength: fc.nat(99), pattern: fc.constant('^a') },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.nat(9),
      format: fc.constant('int32'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', null), { minLength: 1 }) }),
  fc.constant({ $ref: '#/components/schemas/A' }),
  fc.constant({ $ref: '#/components/schemas/B' }),
  fc.constant({}),
);

const names = fc.constantFrom('id', 'name', 'tags', 'owner');
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 4 }),
        required: fc.uniqueArray(names),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}));

const documents = fc
  .record({ a: schema, b: schema, sent: schema, shown: schema, security: fc.boolean() })
  .map(({ a, b, sent, shown, security }): JsonObject => {
    const content = (one: JsonObject): JsonObject => ({ 'application/json': { schema: one } });
    return {
      openapi: '3.1.0',
      paths: {
        '/items/{id}': {
          put: {
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'view', in: 'query', schema: a },
            ],
            ...(security ? { security: [{ key: [] }] } : {}),
            requestBody: { required: true, content: content(sent) },
            responses: { 200: { content: content(shown) }, default: { content: content(b) } },
          },
        },
      },
      components: {
        schemas: { A: a, B: b },
        securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
      },
    };
  });

function changesOf(older: Json, newer: Json): readonly string[] {
  const all = compareDocuments({ older: { document: older }, newer: { document: newer } });
  return all.map(({ verdict, message }) => `${verdict}: ${message}`);
}

function backwards(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(backwards);
  if (!isObject(value)) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, one]) => [name, backwards(one)]));
}

/** Schemas in place of the references to them, as long as they do not refer to themselves. */
function inlined(value: Json, schemas: JsonObject, above: readonly string[] = []): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((one) => inlined(one, schemas, above));
  if (!isObject(value)) return value;
  const ref = value['$ref'];
  if (typeof ref === 'string') {
    const name = ref.split('/').at(-1) ?? '';
    return above.includes(name) ? value : inlined(schemas[name] ?? {}, schemas, [...above, name]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, inlined(one, schemas, above)]),
  );
}

describe('compareDocuments', () => {
  it('finds no change between a document and itself', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(changesOf(document, structuredClone(document))).toEqual([]);
      }),
    );
  });

  it('finds no change between orders of members', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(changesOf(document, backwards(document))).toEqual([]);
      }),
    );
  });

  it('finds no change between references and what they lead to', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { schemas } = document['components'] as { schemas: JsonObject };
        const paths = inlined(document['paths'] as Json, schemas);
        expect(changesOf(document, { ...document, paths })).toEqual([]);
        expect(changesOf({ ...document, paths }, document)).toEqual([]);
      }),
    );
  });

  it('finds a change one way if it finds one the other way', () => {
    fc.assert(
      fc.property(documents, documents, (older, newer) => {
        expect(changesOf(older, newer).length > 0).toBe(changesOf(newer, older).length > 0);
      }),
    );
  });
});
