// Answers of operations without rows, as a document declares them: status, media type, header fields,
// examples and samples.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

function mockOf(paths: JsonObject, schemas: JsonObject = {}): ReturnType<typeof openApiMock> {
  return openApiMock({
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1' },
    paths,
    components: { schemas },
  });
}

/** A GET whose only answer has these bodies by media type. */
function get(content: Json, status = '200', headers?: Json): JsonObject {
  return {
    get: { responses: { [status]: { content, ...(headers === undefined ? {} : { headers }) } } },
  };
}

const json = (media: JsonObject): JsonObject => ({ 'application/json': media });
const tide = { type: 'object', properties: { level: { type: 'number' }, at: { type: 'string' } } };

describe('the example of an answer', () => {
  it.each<[what: string, media: JsonObject, body: Json]>([
    ['one', { schema: tide, example: { level: 4, at: 'noon' } }, { level: 4, at: 'noon' }],
    [
      'the first of several',
      { schema: tide, examples: { low: { value: { level: 1 } }, high: { value: { level: 9 } } } },
      { level: 1 },
    ],
    ['without a schema', { example: ['a', 1] }, ['a', 1]],
    ['an empty list', { schema: { type: 'array', items: tide }, example: [] }, []],
    ['an empty object', { schema: tide, example: {} }, {}],
    ['zero', { schema: { type: 'integer' }, example: 0 }, 0],
    ['false', { schema: { type: 'boolean' }, example: false }, false],
    ['an empty text', { schema: { type: 'string' }, example: '' }, ''],
    ['null', { schema: { type: ['object', 'null'] }, example: null }, null],
  ])('comes before a sample: %s', (_, media, body) => {
    const mock = mockOf({ '/tide': get(json(media)) });
    expect(JSON.parse(mock.send('GET /tide').text)).toEqual(body);
  });

  it('is not sent if it does not fit: a sample is', () => {
    const mock = mockOf({ '/tide': get(json({ schema: tide, example: { level: 'high' } })) });
    expect(mock.ask('GET /tide').json).toMatchObject({ level: expect.any(Number) });
  });

  it('is that of an action, too', () => {
    const responses = { 202: { content: json({ schema: tide, example: { level: 3 } }) } };
    const mock = mockOf({ '/tide/measure': { post: { responses } } });
    expect(mock.ask('POST /tide/measure', {})).toEqual({ status: 202, json: { level: 3 } });
  });

  const several = mockOf({
    '/tide': {
      get: {
        responses: {
          200: {
            content: {
              ...json({
                schema: tide,
                examples: { low: { value: { level: 1 } }, none: { value: {} } },
              }),
              'text/csv': { examples: { low: { value: 'level\n1\n' }, table: { value: 'a,b\n' } } },
            },
          },
          404: { content: { 'text/plain': { examples: { dry: { value: 'no water' } } } } },
        },
      },
    },
  });

  it.each<[prefer: string, accept: string, status: number, type: string, text: string]>([
    ['example=none', '*/*', 200, 'application/json', '{}'],
    ['example=low', 'text/csv', 200, 'text/csv', 'level\n1\n'],
    ['example=table', '*/*', 200, 'text/csv', 'a,b\n'],
    ['example=dry', '*/*', 404, 'text/plain', 'no water'],
    ['code=404', '*/*', 404, 'text/plain', 'no water'],
    ['code=200', 'text/csv', 200, 'text/csv', 'level\n1\n'],
  ])('is asked for by its name: %s, %s', (prefer, accept, status, type, text) => {
    const sent = several.send('GET /tide', undefined, { prefer, accept });
    expect([sent.status, sent.type, sent.text]).toEqual([status, type, text]);
  });

  it('names those that there are if a client asks for another', () => {
    const { status, json: body } = several.ask('GET /tide', undefined, { prefer: 'example=flood' });
    expect(status).toBe(400);
    expect((body as JsonObject)['remedy']).toBe('The examples are low, none, table, dry.');
  });

  it('is found by its name for an operation with rows, too', () => {
    const boat = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const examples = { cutter: { value: { id: 7, name: 'Iris' } } };
    const mock = mockOf(
      {
        '/boats': get(json({ schema: { type: 'array', items: ref('Boat') } })),
        '/boats/{id}': {
          ...get(json({ schema: ref('Boat'), examples })),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        },
      },
      { Boat: boat },
    );
    expect(mock.taken['GET /boats/{id}']).toBe('read of boats');
    expect(mock.ask('GET /boats/7', undefined, { prefer: 'example=cutter' }).json).toEqual({
      id: 7,
      name: 'Iris',
    });
  });
});

describe('the status of an answer', () => {
  it.each<[declared: readonly string[], status: number]>([
    [['301'], 301],
    [['303', '404'], 303],
    [['404'], 404],
    [['503', '410'], 410],
    [['3XX'], 302],
    [['4XX'], 400],
    [['5XX'], 500],
    [['default'], 200],
    [['302', 'default'], 302],
    [['304', '307'], 307],
    [['2XX', '404'], 200],
    [['204', '301'], 204],
  ])('is one that is declared: %j is %i', (declared, status) => {
    const responses = Object.fromEntries(declared.map((one) => [one, { description: 'd' }]));
    const mock = mockOf({ '/gate': { get: { responses } } });
    expect(mock.send('GET /gate').status).toBe(status);
  });

  it('says why there is a failure, in the declared form', () => {
    const schema = {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string' } },
    };
    const mock = mockOf({
      '/gone': get(json({ schema }), '410'),
      '/shut': { get: { responses: { 503: { description: 'd' } } } },
    });
    const why = 'the specification declares no success of this operation';
    expect(mock.ask('GET /gone').json).toEqual({ message: why });
    expect(mock.send('GET /shut')).toMatchObject({ status: 503, type: 'application/problem+json' });
    expect(mock.ask('GET /shut').json).toMatchObject({ detail: why });
  });
});

describe('the media type of an answer', () => {
  const person = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };

  it.each<[type: string, begins: string]>([
    ['image/png', '\x89PNG'],
    ['image/jpeg', '\xff\xd8'],
    ['image/gif', 'GIF8'],
    ['image/webp', 'RIFF'],
    ['application/pdf', '%PDF'],
    ['application/zip', 'PK'],
    ['image/svg+xml', '<svg'],
    ['text/html', '<!doctype html>'],
    ['text/csv', 'file'],
    ['application/xml', '<file>'],
    ['application/octet-stream', 'standin'],
  ])('%s has a small body of its own', (type, begins) => {
    const mock = mockOf({
      '/file': get({ [type]: { schema: { type: 'string', format: 'binary' } } }),
    });
    const sent = mock.send('GET /file');
    expect(sent.type).toBe(type);
    expect(sent.text.slice(0, begins.length)).toBe(begins);
    expect(mock.send('GET /file', undefined, { accept: 'application/json' }).status).toBe(406);
  });

  it('keeps its bytes if JSON is laid out for people', () => {
    const paths = { '/file': get({ 'image/png': {} }) };
    const document = { openapi: '3.1.0', info: { title: 'Boats', version: '1' }, paths };
    const mock = openApiMock(document, {}, {}, { 'body.format': 'pretty' });
    expect(mock.send('GET /file').text).toBe(mockOf(paths).send('GET /file').text);
  });

  it('is the one that the client likes best of several', () => {
    const content = {
      ...json({ schema: ref('Person') }),
      'text/csv': { schema: ref('Person') },
      'application/xml': { schema: ref('Person') },
    };
    const mock = mockOf({ '/person': get(content) }, { Person: person });
    const sent = (accept: string) => mock.send('GET /person', undefined, { accept });
    expect(sent('*/*')).toMatchObject({ type: 'application/json', headers: { vary: 'Accept' } });
    expect(sent('text/csv, application/json;q=0.5').text).toMatch(/^id,name\r\n\d+,/);
    expect(sent('application/xml').text).toMatch(/<Person><id>\d+<\/id><name>.*<\/Person>/);
    const refused = sent('image/png');
    expect(refused.status).toBe(406);
    expect(refused.text).toContain('application/json, text/csv, application/xml');
  });

  it('is also that of rows', () => {
    const content = (schema: Json) => ({
      ...json({ schema }),
      'text/csv': { schema },
      'application/xml': { schema },
    });
    const list = { type: 'array', items: ref('Person') };
    const one = { schema: ref('Person') };
    const mock = mockOf(
      {
        '/people': {
          ...get(content(list)),
          post: {
            requestBody: { content: json(one) },
            responses: { 201: { content: content(ref('Person')) } },
          },
        },
        '/people/{id}': {
          ...get(content(ref('Person'))),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        },
      },
      { Person: person },
    );
    const made = mock.send(
      'POST /people',
      { id: 1, name: 'Nora, the first' },
      { accept: 'application/xml' },
    );
    expect([made.status, made.type]).toEqual([201, 'application/xml']);
    const [row] = mock.ask('GET /people').json as readonly JsonObject[];
    const path = `/people/${String(row?.['id'])}`;
    expect(mock.send('GET /people', undefined, { accept: 'text/csv' }).text).toBe(
      `id,name\r\n${String(row?.['id'])},"Nora, the first"\r\n`,
    );
    const xml = mock.send(`GET ${path}`, undefined, { accept: 'application/xml' });
    expect(xml.text).toContain('<name>Nora, the first</name>');
    expect(xml.headers).not.toHaveProperty('etag');
    expect(mock.send('GET /people', undefined, { accept: 'image/png' }).status).toBe(406);
  });

  it('is that of a refusal, too', () => {
    const responses = {
      200: { content: json({ schema: tide }) },
      400: { content: { 'text/plain': { schema: { type: 'string' } } } },
    };
    const requestBody = {
      required: true,
      content: json({ schema: { ...tide, required: ['level'] } }),
    };
    const mock = mockOf({ '/tide/set': { put: { requestBody, responses } } });
    const refused = mock.send('PUT /tide/set', {});
    expect([refused.status, refused.type]).toEqual([400, 'text/plain']);
    expect(refused.text).toContain('level');
  });

  it('keeps pages from acting as one of the mock', () => {
    const mock = mockOf({ '/page': get({ 'text/html': { example: '<p>x</p>' } }) });
    expect(mock.send('GET /page').headers['content-security-policy']).toBe('sandbox');
  });
});

describe('the header fields of an answer', () => {
  const headers = {
    Location: { schema: { type: 'string' }, example: 'https://x.test/new' },
    'X-Rate': { required: true, schema: { type: 'integer', minimum: 5, maximum: 5 } },
    'X-Maybe': { schema: { type: 'string' } },
    'X-Shown': { schema: { type: 'string' }, example: 'yes' },
    'Content-Length': { required: true, schema: { type: 'integer' }, example: 3 },
    'Content-Encoding': { schema: { type: 'string' }, example: 'gzip' },
  };

  it('come by example, or by their schema if they are required', () => {
    const mock = mockOf({ '/old': { get: { responses: { 301: { headers } } } } });
    const sent = mock.send('GET /old');
    expect(sent.status).toBe(301);
    expect(sent.headers).toMatchObject({
      location: 'https://x.test/new',
      'x-rate': '5',
      'x-shown': 'yes',
    });
    for (const name of ['x-maybe', 'content-length', 'content-encoding'])
      expect(sent.headers).not.toHaveProperty(name);
  });

  it('lead somewhere if a redirect has no example', () => {
    const given = { Location: { schema: { type: 'string', format: 'uri' } } };
    const mock = mockOf({ '/old': { get: { responses: { 302: { headers: given } } } } });
    expect(mock.send('GET /old').headers['location']).toMatch(/^(?:https?:\/\/|\/)/);
  });

  it('tell how many rows there are, and never the caches to keep them', () => {
    const given = {
      'X-Total-Count': { schema: { type: 'integer' }, example: 500 },
      'Cache-Control': { schema: { type: 'string' }, example: 'max-age=600' },
    };
    const list = { type: 'array', items: ref('Buoy') };
    const buoy = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const create = {
      requestBody: { content: json({ schema: ref('Buoy') }) },
      responses: { 201: { content: json({ schema: ref('Buoy') }) } },
    };
    const mock = mockOf(
      { '/buoys': { ...get(json({ schema: list }), '200', given), post: create } },
      { Buoy: buoy },
    );
    mock.ask('POST /buoys', { name: 'one' });
    const sent = mock.send('GET /buoys');
    expect(sent.headers['x-total-count']).toBe('1');
    expect(sent.headers).not.toHaveProperty('cache-control');
  });
});

describe('a stream', () => {
  const event = { type: 'object', required: ['level'], properties: { level: { type: 'integer' } } };

  it.each<[type: string, item: RegExp]>([
    ['application/x-ndjson', /^(?:\{"level":\d+\}\n)+$/],
    ['application/jsonl', /^(?:\{"level":\d+\}\n)+$/],
    ['text/event-stream', /^(?:data: \{"level":\d+\}\n\n)+$/],
  ])('%s has some items', (type, item) => {
    const mock = mockOf({
      '/item': get({ [type]: { itemSchema: event } }),
      '/list': get({ [type]: { schema: { type: 'array', items: event } } }),
      '/each': get({ [type]: { schema: event } }),
    });
    for (const path of ['/item', '/list', '/each']) {
      const sent = mock.send(`GET ${path}`, undefined, { accept: type });
      expect([path, sent.status, sent.type]).toEqual([path, 200, type]);
      expect(sent.text).toMatch(item);
    }
  });

  it('of events has their fields, and what is in their data, but no time to connect anew', () => {
    const properties = {
      event: { const: 'tide' },
      retry: { type: 'integer' },
      data: { type: 'string', contentMediaType: 'application/json', contentSchema: event },
    };
    const mock = mockOf({
      '/item': get({ 'text/event-stream': { itemSchema: { type: 'object', properties } } }),
      '/needed': get({
        'text/event-stream': { itemSchema: { type: 'object', required: ['retry'], properties } },
      }),
    });
    const headers = { accept: 'text/event-stream' };
    expect(mock.send('GET /item', undefined, headers).text).toMatch(
      /^(?:event: tide\ndata: \{"level":\d+\}\n\n)+$/,
    );
    expect(mock.send('GET /needed', undefined, headers).text).toContain('\nretry: ');
  });

  it('has different items, and rows where there are some', () => {
    const list = { type: 'array', items: ref('Boat') };
    const boat = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const create = {
      requestBody: { content: json({ schema: ref('Boat') }) },
      responses: { 201: { content: json({ schema: ref('Boat') }) } },
    };
    const mock = mockOf(
      {
        '/boats': { ...get(json({ schema: list })), post: create },
        '/log': get({ 'application/x-ndjson': { schema: ref('Boat') } }),
      },
      { Boat: boat },
    );
    const lines = () => mock.send('GET /log').text.trimEnd().split('\n');
    expect(new Set(lines()).size).toBe(3);
    mock.ask('POST /boats', { id: 1, name: 'Iris' });
    expect(lines()).toEqual([mock.send('GET /boats').text.slice(1, -1)]);
  });
});

describe('the methods of a path without rows', () => {
  const get = { get: { responses: { 200: { content: json({ schema: tide }) } } } };
  const put = { put: { responses: { 204: {} } } };

  it.each<[operations: JsonObject, allow: string, status: number]>([
    [get, 'GET, HEAD, OPTIONS', 200],
    [{ ...put, ...get }, 'GET, HEAD, PUT, OPTIONS', 200],
    [put, 'PUT, OPTIONS', 405],
    [{ ...get, head: { responses: { 200: {} } } }, 'GET, HEAD, OPTIONS', 200],
    [
      { ...get, options: { responses: { 204: { headers: { Allow: {} } } } } },
      'GET, HEAD, OPTIONS',
      200,
    ],
  ])('are those that it answers: %j', (operations, allow, status) => {
    const mock = mockOf({ '/tide': operations });
    expect(mock.send('OPTIONS /tide').headers['allow']).toBe(allow);
    expect(mock.send('HEAD /tide').status).toBe(status);
    expect(mock.send('PATCH /tide').headers['allow']).toBe(allow);
  });
});
