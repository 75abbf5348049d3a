// The rules as a judge asks them: what a service adds itself is not missing. And other operations
// with bodies in envelopes, and as documents of OpenAPI.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import {
  choosesIds,
  madeMembers,
  requestMembers,
  requiredMembers,
} from '../../../src/contract/item-members.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { createWorld, projectFrom } from '../../support/users.ts';

const text = { type: 'string' };
const things = projectFrom(
  [
    {
      resource: 'things',
      path: '/things',
      source: 'the handbook',
      item: { schema: 'thing-body', at: '/thing' },
      operations: {
        list: { outcomes: {} },
        create: { body: 'new-thing', outcomes: {} },
        replace: { body: 'new-thing', outcomes: {} },
        update: { body: 'new-thing', outcomes: {} },
        read: { outcomes: {} },
      },
      shown: { 'create.id': 'keep' },
      actions: [
        { method: 'POST', path: '/things/{id}/turn', body: 'new-thing', outcomes: {} },
        {
          method: 'POST',
          path: '/things/{id}/push',
          body: 'new-thing',
          outcomes: {
            ok: { body: 'thing-body', examples: { one: { thing: { id: 'a' } } } },
            missing: { body: 'error' },
            invalid: {},
          },
        },
        {
          method: 'DELETE',
          path: '/things/{id}/push',
          outcomes: { ok: { status: 204, body: null } },
        },
      ],
    },
  ],
  {
    'thing-body': {
      type: 'object',
      required: ['thing'],
      properties: {
        thing: {
          type: 'object',
          required: ['id', 'name', 'note', 'at'],
          properties: { id: text, name: text, note: text, at: { ...text, readOnly: true } },
        },
      },
    },
    'new-thing': {
      type: 'object',
      required: ['thing'],
      properties: {
        thing: {
          type: 'object',
          required: ['name'],
          properties: { id: text, name: text, note: text },
        },
      },
    },
    error: { type: 'object', properties: { error: text } },
  },
  { things: [{ id: 'a', name: 'A', note: 'n', at: 'now' }] },
);

describe('rule, asked by a judge', () => {
  const judge = createWorld({ project: things, draw: { ids: 'as-chosen' } });

  it('grants a creation without what the service adds, and not without what it needs', () => {
    const grants = (request: string, thing: JsonObject): boolean =>
      judge.rule(request, { json: { thing } }).situation.value === 'ok';
    expect(grants('POST /things', { id: 'b', name: 'B' })).toBe(true);
    expect(grants('POST /things', { id: 'b', note: 'B' })).toBe(false);
    expect(grants('PUT /things/a', { name: 'B', note: 'c' })).toBe(true);
    expect(grants('PUT /things/a', { name: 'B' })).toBe(false);
    expect(grants('PATCH /things/a', { name: 'B' })).toBe(true);
    expect(grants('PATCH /things/a', { name: 7 })).toBe(false);
  });
});

describe('another operation with a body', () => {
  it.each<[string, JsonObject, string, number]>([
    ['in its envelope', { json: { thing: { name: 'B' } } }, 'POST /things/a/turn', 200],
    ['without it', { json: { name: 'B' } }, 'POST /things/a/turn', 422],
    ['that is empty', {}, 'POST /things/a/turn', 400],
    ['that is no JSON', { text: '{', type: 'application/json' }, 'POST /things/a/turn', 400],
    ['of another type', { text: 'x', type: 'text/plain' }, 'POST /things/a/turn', 415],
    ['below an unknown item', { json: { thing: { name: 'B' } } }, 'POST /things/x/push', 404],
    ['that it does not have', {}, 'DELETE /things/a/push', 204],
  ])('%s', (_, sent, request, status) => {
    const world = createWorld({ project: things });
    expect(world.ask(request, sent).status).toBe(status);
  });

  it('calls a missing body invalid where Prism would', () => {
    const world = createWorld({ project: things, profile: { 'error.shape': 'prism' } });
    expect(world.ask('POST /things/a/turn').status).toBe(422);
  });

  it('is in the OpenAPI document with what the contract shows of it', () => {
    const document = openApiDocument({
      contracts: things.contracts,
      schemas: things.schemas,
      choose: (key) => defaultProfile[key],
      server: '/',
      version: '1',
    });
    const paths = document['paths'] as Record<string, Record<string, JsonObject>>;
    const responsesOf = (path: string, method: string): readonly string[] =>
      Object.keys(paths[path]?.[method]?.['responses'] as JsonObject);
    expect(responsesOf('/things/{id}/turn', 'post')).toEqual(['200']);
    expect(responsesOf('/things/{id}/push', 'post').toSorted()).toEqual(['200', '4XX']);
    expect(responsesOf('/things/{id}/push', 'delete')).toEqual(['204']);
    const text = JSON.stringify(paths['/things/{id}/push']);
    expect(text).toContain('"examples":{"one"');
    expect(text).toContain('schemas/thing-body"');
  });
});

describe('the members of requests', () => {
  const [contract] = things.contracts;
  if (contract === undefined) throw new Error('there is no contract');

  it('have the id if clients choose it', () => {
    expect(choosesIds(contract, things.schemas)).toBe(true);
    expect(requestMembers(contract, things.schemas, 'create')).toEqual(['id', 'name', 'note']);
    expect(requestMembers(contract, things.schemas, 'replace')).toEqual(['name', 'note']);
    expect(choosesIds({ ...contract, shown: {} }, things.schemas)).toBe(false);
    const bodiless = { ...contract, operations: {} };
    expect(choosesIds(bodiless, things.schemas)).toBe(true);
    expect(requestMembers(bodiless, things.schemas, 'update')).toContain('at');
    expect(requiredMembers(bodiless, things.schemas, 'create')).toEqual([]);
    expect(requiredMembers(contract, things.schemas, 'create')).toEqual(['name']);
    expect(madeMembers(contract, things.schemas)).toEqual(['at']);
  });
});
