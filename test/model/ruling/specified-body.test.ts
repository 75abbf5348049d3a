// Bodies that the contract names a schema for: the usual body if it matches, else an example that
// does, else a sample that tells what is known.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { specifiedContent } from '../../../src/model/ruling/specified-body.ts';
import { StoredRecord } from '../../../src/model/state/state.ts';
import { readContract } from '../../support/read-contract.ts';
import { createWorld, projectOf } from '../../support/users.ts';

const schemas = {
  note: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, title: { type: 'string' }, more: { type: 'string' } },
  },
  notes: { type: 'array', items: { $ref: 'note.json' } },
  gone: {
    type: 'object',
    required: ['removed', 'note'],
    properties: {
      removed: { type: 'boolean' },
      title: { type: 'string' },
      note: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, title: { type: 'string' } },
      },
    },
  },
  problem: {
    type: 'object',
    required: ['error', 'statusCode'],
    properties: { error: { type: 'string' }, statusCode: { type: 'integer' } },
  },
  strict: {
    type: 'object',
    required: ['title'],
    properties: { title: { enum: ['fixed'] } },
  },
  made: {
    type: 'object',
    required: ['id', 'claims', 'group'],
    properties: {
      id: { type: 'integer' },
      title: { type: 'string' },
      claims: { examples: [{ some: 1 }] },
      group: { type: 'object', required: ['kind'], properties: { kind: { enum: ['group'] } } },
    },
  },
  text: { type: 'string' },
  linked: {
    type: 'object',
    required: ['link'],
    properties: { link: { type: 'string', format: 'uri-reference', examples: ['/{id}'] } },
  },
  mixed: {
    type: 'object',
    required: ['last', 'none'],
    properties: {
      a: { oneOf: [{ type: 'object' }, { type: 'object' }] },
      last: { oneOf: [{ type: 'object' }, { type: 'object' }, {}] },
      none: { anyOf: [{ type: 'null' }, { oneOf: [{ type: 'object' }, { type: 'object' }] }] },
    },
  },
  unclear: {
    type: 'object',
    required: ['id', 'title', 'group'],
    properties: {
      id: { type: 'integer', examples: [3] },
      title: { type: 'string' },
      group: {
        oneOf: [
          { properties: { id: { type: 'integer' } } },
          { properties: { a: { type: 'string' } } },
        ],
      },
    },
  },
  impossible: {
    type: 'object',
    required: ['a'],
    properties: { a: { oneOf: [{ type: 'object' }, { type: 'object' }] } },
  },
} as const;
const project = projectOf([], schemas);
const rules = {
  schemas: project.schemas,
  checker: project.checker,
  item: 'note',
  hidden: [],
  hiddenBelow: [],
};
const record = new StoredRecord('1', { id: 1, title: 'a' });
const none = { kind: 'none' } as const;
const source = 'here';

function bodyOf(
  body: string | null | undefined,
  content: Parameters<typeof specifiedContent>[2],
  tellable: JsonObject = {},
  examples?: Readonly<Record<string, Json>>,
) {
  const outcome = {
    source,
    ...(body === undefined ? {} : { body }),
    ...(examples === undefined ? {} : { examples }),
  };
  return specifiedContent(rules, outcome, content, () => tellable);
}

describe('specifiedContent', () => {
  it('leaves a body alone if the contract names no schema, or none', () => {
    expect(specifiedContent(rules, undefined, none, () => ({}))).toBe(none);
    expect(bodyOf(undefined, none)).toBe(none);
    expect(bodyOf(null, none)).toBe(none);
  });

  it('leaves a body alone that matches', () => {
    const json = { kind: 'json', value: { error: 'no', statusCode: 400 } } as const;
    const problem = { kind: 'problem', value: { error: 'no', statusCode: 400 } } as const;
    const item = { kind: 'record', record } as const;
    expect(bodyOf('problem', json)).toBe(json);
    expect(bodyOf('problem', problem)).toBe(problem);
    expect(bodyOf('note', item)).toBe(item);
    const state = { kind: 'state', lists: [] } as const;
    expect(bodyOf('notes', state)).toBe(state);
  });

  it('returns the first example that matches', () => {
    const examples = { wrong: { removed: 'x' }, right: { removed: true, note: { id: 4 } } };
    expect(bodyOf('gone', none, {}, examples)).toEqual({ kind: 'json', value: examples.right });
  });

  it('tells the members of the item in a sample, also in nested objects', () => {
    const content = { kind: 'record', record } as const;
    const found = bodyOf('gone', content, { id: 7, title: 'known', removed: 'of another type' });
    expect(found).toMatchObject({
      kind: 'json',
      value: { title: 'known', note: { id: 7, title: 'known' } },
    });
  });

  it('takes each member from a sample in which it fits, or null, and leaves out what never fits', () => {
    const { last, ...others } = (bodyOf('mixed', none) as { value: JsonObject }).value;
    expect([typeof last, others]).toEqual(['string', { none: null }]);
  });

  it('tells each member of the item that fits in its own place, of any type', () => {
    const item = { kind: 'none' } as const;
    expect(bodyOf('made', item, { id: 7, kind: 'note', claims: 'all', title: 'known' })).toEqual({
      kind: 'json',
      value: { id: 7, claims: 'all', title: 'known', group: { kind: 'group' } },
    });
  });

  it('tells the item also if no sample fits wholly', () => {
    expect(bodyOf('unclear', { kind: 'record', record }, { id: 7, title: 'known' })).toMatchObject({
      value: { id: 7, title: 'known' },
    });
  });

  it('tells no member that is hidden', () => {
    const outcome = { source, body: 'made' };
    const hidden = { ...rules, hidden: ['title'] };
    const told = { id: 7, title: 'secret', claims: 'all' };
    const { value } = specifiedContent(hidden, outcome, { kind: 'none' }, () => told) as {
      readonly value: Json;
    };
    expect(value).toEqual({ id: 7, claims: 'all', group: { kind: 'group' } });
  });

  it('takes no example of the schema that breaks its own format', () => {
    const { value } = bodyOf('linked', none) as { readonly value: Json };
    expect(project.checker.check('linked', value)).toEqual([]);
  });

  it('returns a sample that does not fit if none does', () => {
    expect(bodyOf('impossible', none)).toEqual({ kind: 'json', value: { a: {} } });
  });

  it('returns a sample unchanged if what is known does not fit, or if it is no object', () => {
    expect(bodyOf('strict', none, { title: 'other' })).toEqual({
      kind: 'json',
      value: { title: 'fixed' },
    });
    const text = bodyOf('text', none);
    expect(text.kind === 'json' && typeof text.value).toBe('string');
  });
});

describe('the mock', () => {
  const operations: Contract['operations'] = {
    list: { summary: 'List', source, outcomes: { ok: { source } } },
    create: {
      summary: 'Create',
      source,
      body: 'note',
      outcomes: {
        ok: { status: 201, body: 'gone', source },
        invalid: { status: 422, body: 'problem', source },
      },
    },
    read: {
      summary: 'Read',
      source,
      outcomes: { ok: { source }, missing: { status: 404, body: null, source } },
    },
    remove: {
      summary: 'Remove',
      source,
      outcomes: {
        ok: { status: 200, body: 'gone', source },
        missing: { body: 'problem', source },
      },
    },
  };
  const contract = readContract({
    resource: 'notes',
    path: '/notes',
    item: 'note',
    list: 'notes',
    operations,
  } as unknown as JsonObject);
  const world = () => createWorld({ project: projectOf([contract], schemas) });

  it('answers a creation and a removal with the body that the contract names', () => {
    const { ask } = world();
    const created = ask('POST /notes', { json: { title: 'a' } });
    expect(created).toMatchObject({ status: 201, json: { note: { id: 1, title: 'a' } } });
    const removed = ask('DELETE /notes/1');
    expect(removed).toMatchObject({ status: 200, json: { note: { id: 1, title: 'a' } } });
    expect(removed.ruling.content.by).toBe('contract');
  });

  it('tells the item in an answer to GET that requires more than the item has', () => {
    const { ask } = createWorld({
      project: projectOf(
        [
          {
            ...contract,
            operations: {
              ...operations,
              read: { summary: 'Read', source, outcomes: { ok: { body: 'gone', source } } },
            },
          } as Contract,
        ],
        schemas,
      ),
    });
    ask('POST /notes', { json: { title: 'a' } });
    expect(ask('GET /notes/1').json).toMatchObject({ title: 'a', note: { id: 1, title: 'a' } });
  });

  it('answers refusals with the words of the refusal', () => {
    const { ask } = world();
    expect(ask('POST /notes', { json: { title: 7 } })).toMatchObject({
      status: 422,
      json: {
        error: 'the body is invalid: /title must be a string, is a number',
        statusCode: 422,
      },
    });
    expect(ask('GET /notes/9')).toMatchObject({ status: 404, text: '' });
    expect(ask('DELETE /notes/9').json).toMatchObject({ statusCode: 404 });
  });
});
