// Operations away from the usual path of an item: ids in bodies, verbs in paths, creations of items that
// another path lists.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (status: number, schema: JsonObject): JsonObject => ({
  responses: { [status]: { description: '', ...json(schema) } },
});
const taking = (schema: JsonObject): JsonObject => ({ requestBody: json(schema) });
const silent = { responses: { 200: { description: '' } } };
const object = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...names],
  properties: Object.fromEntries(
    names.map((name) => [name, { type: /id$/i.test(name) ? 'integer' : 'string' }]),
  ),
});
const inPath = (name: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
});
const Question = { $ref: '#/components/schemas/Question' };
const receipt = object('message');
const mockOf = (paths: JsonObject) =>
  openApiMock({
    openapi: '3.0.3',
    info: { title: 'Quiz', version: '1' },
    components: { schemas: { Question: object('id', 'text', 'mood') } },
    paths,
  });
const rolesOf = (taken: Readonly<Record<string, string>>): readonly (string | undefined)[] =>
  Object.values(taken).map((one) => one.split(' ')[0]);

describe('an id in the body', () => {
  const list = answers(200, { type: 'array', items: Question });
  const made = { ...taking(object('text', 'mood')), ...answers(201, Question) };

  it.each([
    ['/questions', '/questions', 'questionId', 'put'],
    ['/questions', '/questions', 'question_id', 'patch'],
    ['/questions', '/question', 'id', 'patch'],
  ])('of %s at %s, by %s, tells which one is changed', (path, at, id, method) => {
    const change = {
      [method]: { ...taking(object(id, 'text', 'mood')), ...answers(200, receipt) },
    };
    const { ask, faults } = mockOf({
      [path]: { get: list, post: made, ...(at === path ? change : {}) },
      ...(at === path ? {} : { [at]: change }),
    });
    expect(faults).toEqual([]);
    const [first, second] = ['red', 'blue'].map(
      (text) => ask(`POST ${path}`, { text, mood: 'good' }).json as { id: number },
    );
    const sent = { [id]: second?.id ?? 0, text: 'green', mood: 'bad' };
    expect(ask(`${method.toUpperCase()} ${at}`, sent).json).toEqual({
      message: expect.any(String),
    });
    const shown = ask(`GET ${path}`).json as { id: number; text: string }[];
    expect(shown.find((one) => one.id === second?.id)?.text).toBe('green');
    expect(shown.find((one) => one.id === first?.id)?.text).toBe('red');
    const unknown = { ...sent, [id]: 9_999 };
    expect(ask(`${method.toUpperCase()} ${at}`, unknown).status).toBe(404);
  });

  it('of what a list by another id shows', () => {
    const { ask, taken } = mockOf({
      '/questions/{quizId}': {
        ...inPath('quizId'),
        get: list,
        post: { ...taking(object('text', 'mood')), ...answers(201, Question) },
      },
      '/questions': { put: { ...taking(object('id', 'text', 'mood')), ...silent } },
      '/questions/{id}': { delete: { ...inPath('id'), ...silent } },
    });
    expect(rolesOf(taken).toSorted()).toEqual(['create', 'list', 'remove', 'replace']);
    const { id } = ask('POST /questions/7', { text: 'red', mood: 'good' }).json as { id: number };
    expect(ask('PUT /questions', { id, text: 'blue', mood: 'good' }).status).toBe(200);
    expect(ask('GET /questions/7').json).toMatchObject([{ id, text: 'blue' }]);
    expect(ask(`DELETE /questions/${id}`).status).toBe(200);
    expect(ask('GET /questions/7').json).toEqual([]);
  });
});

describe('verbs with the name of the collection', () => {
  it('are those of its items', () => {
    const { ask, taken, faults } = mockOf({
      '/patient/add': {
        post: { ...taking(object('name')), responses: { 201: { description: '' } } },
      },
      '/patient/get': { get: silent },
      '/patient/getById/{id}': { get: { ...inPath('id'), ...silent } },
      '/patient/updatepatient/{id}': {
        put: { ...inPath('id'), ...taking(object('name')), ...silent },
      },
      '/patient/deletepatient/{id}': { delete: { ...inPath('id'), ...silent } },
    });
    expect(faults).toEqual([]);
    expect(rolesOf(taken).toSorted()).toEqual(['create', 'list', 'read', 'remove', 'replace']);
    const { id } = ask('POST /patient/add', { name: 'Ada' }).json as { id: number };
    ask(`PUT /patient/updatepatient/${id}`, { name: 'Eve' });
    expect(ask(`GET /patient/getById/${id}`).json).toMatchObject({ name: 'Eve' });
    ask(`DELETE /patient/deletepatient/${id}`);
    expect(ask('GET /patient/get').json).toEqual([]);
  });
});

describe('creations of what another path lists', () => {
  it('are seen in the only list of these items', () => {
    const { ask, taken } = mockOf({
      '/quizzes/{id}/history': {
        get: { ...inPath('id'), ...answers(200, { type: 'array', items: Question }) },
      },
      '/kinds/{kindId}/questions': {
        post: { ...inPath('kindId'), ...taking(object('text', 'mood')), ...answers(201, Question) },
      },
    });
    expect(taken['POST /kinds/{kindId}/questions']).toMatch(/^create of/);
    expect(ask('POST /kinds/1/questions', { text: 'red', mood: 'good' }).status).toBe(201);
  });

  it('answer a receipt, if their path is a plural and they are called so', () => {
    const order = object('item', 'colour');
    const answered = answers(201, object('message', 'orderId'));
    const { ask, taken } = mockOf({
      '/orders': { post: { ...taking(order), ...answered } },
      '/pay': { post: { ...taking(order), ...answered } },
    });
    expect(rolesOf(taken)).toEqual(['create', 'action']);
    expect(ask('POST /orders', { item: 'pen', colour: 'red' })).toEqual({
      status: 201,
      json: { message: expect.any(String), orderId: expect.any(Number) },
    });
  });
});
