// Samples that agree with the call: rows of resources, values of the path and of the sent body, reasons
// of refusals.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json, status = 200): JsonObject => ({
  responses: { [status]: json(schema) },
});
const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const idParameter = { name: 'id', in: 'path', required: true, schema: whole };

const member = object(
  { id: whole, email: text, nick: text, state: { enum: ['new', 'old'] } },
  'id',
  'email',
);
const paths: JsonObject = {
  '/members': {
    get: answers({ type: 'array', items: ref('Member') }),
    post: { requestBody: json(ref('NewMember')), ...answers(ref('Member'), 201) },
  },
  '/members/{id}': { parameters: [idParameter], get: answers(ref('Member')) },
  '/members/{id}/card': {
    parameters: [idParameter],
    get: answers(object({ no: text, holder: ref('Member') }, 'no', 'holder')),
  },
  '/search': {
    get: {
      parameters: [{ name: 'state', in: 'query', schema: text }],
      ...answers(object({ hits: { type: 'array', items: ref('Member') } }, 'hits')),
    },
  },
  '/session': {
    post: {
      requestBody: json(object({ email: text, password: text })),
      ...answers(object({ token: text, member: ref('Member') }, 'token', 'member')),
    },
  },
  '/joined-session': {
    post: {
      requestBody: json(object({ email: text })),
      ...answers({ allOf: [ref('Member'), object({ token: text }, 'token')] }),
    },
  },
  '/signup': {
    post: {
      requestBody: json(object({ email: text })),
      ...answers(object({ member: ref('Member') }, 'member'), 201),
    },
  },
  '/members/{id}/letters': {
    parameters: [idParameter],
    post: { requestBody: json(object({ subject: text })), ...answers(ref('Letter'), 201) },
  },
  '/halls/{hall}/seats/{seat}/hold': {
    parameters: [
      { name: 'hall', in: 'path', required: true, schema: text },
      { name: 'seat', in: 'path', required: true, schema: whole },
    ],
    post: {
      requestBody: json(object({ minutes: whole })),
      ...answers(object({ hall: text, seat: whole, minutes: whole }, 'hall', 'seat', 'minutes')),
    },
  },
  '/sum': {
    get: {
      parameters: [{ name: 'term', in: 'query', schema: whole }],
      ...answers(object({ term: whole, total: whole }, 'term', 'total')),
    },
  },
};

function club(): ReturnType<typeof openApiMock> {
  const mock = openApiMock({
    openapi: '3.0.3',
    info: { title: 'Club', version: '1' },
    paths,
    components: {
      schemas: {
        Member: member,
        NewMember: object({ email: text, nick: text, state: { enum: ['new', 'old'] } }, 'email'),
        Letter: object({ id: whole, memberId: whole, subject: text }, 'id', 'memberId', 'subject'),
      },
    },
  });
  for (const [email, state] of [
    ['ada@club.test', 'new'],
    ['bo@club.test', 'old'],
    ['cy@club.test', 'new'],
  ] as const)
    mock.ask('POST /members', { email, nick: email.slice(0, 2), state });
  return mock;
}

describe('rows in samples', () => {
  const mock = club();
  const all = mock.ask('GET /members').json as readonly JsonObject[];
  const [ada, bo] = all.slice(-3);

  it('are those that the sent body names', () => {
    const { json: body } = mock.ask('POST /session', { email: 'bo@club.test', password: 'x' });
    expect(body).toMatchObject({ member: bo });
  });

  it('exist, also if the body names none of them', () => {
    const { json: body } = mock.ask('POST /session', { email: 'nobody@club.test', password: 'x' });
    expect(all).toContainEqual((body as JsonObject)['member']);
  });

  it('have no members in one answer that they lack in another', () => {
    const fresh = club();
    const { json: plain } = fresh.ask('POST /members', { email: 'eve@club.test' });
    expect(plain).not.toHaveProperty('nick');
    const { json: body } = fresh.ask('POST /session', { email: 'eve@club.test', password: 'x' });
    expect(body).toEqual({ token: expect.any(String), member: plain });
    expect(fresh.ask('GET /search').json).toMatchObject({
      hits: expect.arrayContaining([plain as JsonObject]),
    });
  });

  it('are parts of a schema that includes that of the resource', () => {
    expect(mock.ask('POST /joined-session', { email: 'bo@club.test' }).json).toMatchObject({
      ...bo,
      token: expect.any(String),
    });
  });

  it('are those that the path names', () => {
    expect(mock.ask(`GET /members/${String(bo?.['id'])}/card`).json).toMatchObject({ holder: bo });
  });

  it('are those that a search asks for', () => {
    expect(mock.ask('GET /search?state=old').json).toEqual({ hits: [bo] });
    expect(mock.ask('GET /search?state=gone').json).toEqual({ hits: [] });
    expect(mock.ask('GET /search').json).toEqual({ hits: all });
  });

  it('are none where something new is made', () => {
    const { json: body } = mock.ask('POST /signup', { email: 'dee@club.test' });
    expect(body).toMatchObject({ member: { email: 'dee@club.test' } });
    expect(ada).toMatchObject({ email: 'ada@club.test' });
  });
});

describe('a sample', () => {
  const mock = club();

  it('has values of the path and of the sent body under the same names', () => {
    expect(mock.ask('POST /halls/north/seats/12/hold', { minutes: 5 }).json).toEqual({
      hall: 'north',
      seat: 12,
      minutes: 5,
    });
  });

  it('refers to the item above by its name, and does not take its id', () => {
    const [, second] = mock.ask('GET /members').json as readonly JsonObject[];
    const { json: body } = mock.ask(`POST /members/${String(second?.['id'])}/letters`, {
      subject: 'hi',
    });
    expect(body).toMatchObject({ memberId: second?.['id'], subject: 'hi' });
  });

  it('has values of the query', () => {
    expect(mock.ask('GET /sum?term=7').json).toMatchObject({ term: 7 });
  });
});

describe('a refusal in the form of a document', () => {
  const refusing = (error: JsonObject): Json => {
    const mock = openApiMock({
      openapi: '3.0.3',
      info: { title: 'Club', version: '1' },
      paths: {
        '/notes/add': {
          post: {
            requestBody: json(object({ title: text, rank: whole }, 'title')),
            responses: { 200: json(object({ ok: { type: 'boolean' } })), 422: json(error) },
          },
        },
      },
    });
    const { status, json: body } = mock.ask('POST /notes/add', { rank: 'high' });
    expect(status).toBe(422);
    return body;
  };
  const texts = { type: 'array', items: text };
  const lacks = expect.stringMatching(/title/);

  it.each<[what: string, error: JsonObject, body: Json]>([
    [
      'a list of texts',
      object({ errors: object({ body: texts }, 'body') }, 'errors'),
      { errors: { body: expect.arrayContaining([lacks, expect.stringMatching(/rank/)]) } },
    ],
    ['a list as the whole body', texts, expect.arrayContaining([lacks])],
    [
      'a text of any name',
      object({ id: text, info: text }, 'id', 'info'),
      { id: expect.any(String), info: lacks },
    ],
    [
      'a text further inside',
      object({ fault: object({ words: text }, 'words') }, 'fault'),
      { fault: { words: lacks } },
    ],
    [
      'a list of objects',
      object(
        {
          errors: {
            type: 'array',
            items: object({ field: text, message: text }, 'field', 'message'),
          },
        },
        'errors',
      ),
      {
        errors: expect.arrayContaining([
          expect.objectContaining({ field: 'rank', message: expect.any(String) }),
        ]),
      },
    ],
    ['no text', object({ no: whole }, 'no'), { no: expect.any(Number) }],
    [
      'only texts of a list',
      object({ why: { enum: ['bad', 'late'] } }, 'why'),
      { why: expect.stringMatching(/bad|late/) },
    ],
  ])('has the reasons in %s', (_, error, body) => {
    expect(refusing(error)).toEqual(body);
  });
});
