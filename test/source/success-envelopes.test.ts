// Envelopes whose member `success` is what a request was about, and those where it is a flag.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

function notes(around: (inner: Json) => Json): Json {
  const inPath = { name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } };
  return {
    openapi: '3.0.3',
    paths: {
      '/notes': {
        get: operation(200, around(listOf(ref('Note')))),
        post: operation(200, around(ref('Note')), things('text')),
      },
      '/notes/{noteId}': { parameters: [inPath], get: operation(200, around(ref('Note'))) },
    },
    components: { schemas: { Note: things('id', 'text') } },
  };
}

describe('openApiMock, of members called success', () => {
  it.each<[string, string, Record<string, Json>]>([
    ['an object beside a status', 'success', { status: { type: 'integer' } }],
    ['an object alone', 'success', {}],
    ['a flag beside the data', 'data', { success: { type: 'boolean' } }],
  ])('keeps items where it is %s', (_, holder, others) => {
    const around = (inner: Json): Json => ({
      type: 'object',
      required: [holder],
      properties: { ...others, [holder]: inner },
    });
    const { ask } = openApiMock(notes(around));
    const note = { id: 1, text: 'hi' };
    expect(ask('POST /notes', { text: 'hi' }).json).toMatchObject({ [holder]: note });
    expect(ask('GET /notes').json).toMatchObject({ [holder]: [note] });
    expect(ask('GET /notes/1').json).toMatchObject({ [holder]: note });
    expect(ask('GET /notes/2').status).toBe(404);
  });
});
