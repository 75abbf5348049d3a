// Writes whose bodies a contract specifies: choices do not change what it says.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { listOf, openApiMock, operation, ref, things } from '../../support/openapi-mock.ts';

const paths = {
  '/notes': {
    get: operation(200, listOf(ref('Note'))),
    post: operation(201, ref('Made'), ref('Sent')),
  },
  '/notes/{id}': {
    get: operation(200, ref('Note')),
    put: operation(200, ref('Made'), ref('Sent')),
    delete: { responses: { 204: {} } },
  },
};
const schemas = {
  Note: things('id', 'title', 'text'),
  Made: things('id', 'title', 'text'),
  Sent: { ...(things('title', 'text') as JsonObject), required: ['title'] },
};

const notes = (pins: Partial<Profile>, more: JsonObject = {}): ReturnType<typeof openApiMock> =>
  openApiMock(
    { openapi: '3.1.0', paths, components: { schemas: { ...schemas, ...more } } } as Json,
    {},
    {},
    pins,
  );

describe('the answer to a write', () => {
  const item = { id: 1, title: 'Ada' };

  it.each<Partial<Profile>>([
    { 'create.body': 'id' },
    { 'create.body': 'wrapped' },
    { 'replace.body': 'empty-object' },
    { 'replace.body': 'none' },
  ])('is the stored item if its schema names members, with %j', (pins) => {
    const { ask } = notes(pins);
    expect(ask('POST /notes', { title: 'Ada' }).json).toEqual(item);
    expect(ask('PUT /notes/1', { title: 'Ada' }).json).toEqual(item);
    expect(ask('GET /notes/1').json).toEqual(item);
  });

  it('is as the choice says if its schema names none', () => {
    const { ask } = notes({ 'create.body': 'id' }, { Made: { type: 'object' } });
    expect(ask('POST /notes', { title: 'Ada' }).json).toEqual({ id: 1 });
  });
});

describe('the id in the body of PUT', () => {
  it('is not required if the schema of the body lacks it', () => {
    const { ask } = notes({ 'replace.id': 'require' });
    ask('POST /notes', { title: 'Ada' });
    expect(ask('PUT /notes/1', { title: 'Bo' }).status).toBe(200);
    expect(ask('PUT /notes/1', { id: 2, title: 'Cy' }).status).toBe(422);
  });

  it('is required if the schema of the body has it', () => {
    const { ask } = notes({ 'replace.id': 'require' }, { Sent: schemas.Note });
    ask('POST /notes', { title: 'Ada' });
    expect(ask('PUT /notes/1', { title: 'Bo' }).status).toBe(422);
  });

  it('is ignored, and not missing, if the schema of the body requires it', () => {
    const sent = { ...(things('id', 'title') as JsonObject), required: ['id', 'title'] };
    const { ask } = notes({ 'replace.id': 'ignore' }, { Sent: sent });
    const { id } = ask('POST /notes', { id: 1, title: 'Ada' }).json as { id: Json };
    const changed = ask(`PUT /notes/${id}`, { id: 9, title: 'Bo' });
    expect(changed.json).toMatchObject({ id, title: 'Bo' });
    expect(ask(`PUT /notes/${id}`, { title: 'Cy' }).status).toBe(422);
  });
});
