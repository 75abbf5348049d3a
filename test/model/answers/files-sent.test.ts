// Files that were sent keep their media type, whatever other types an answer may have.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { openApiMock, ref, things } from '../../support/openapi-mock.ts';

const binary = { type: 'string', format: 'binary' };
const of = (...types: readonly string[]): JsonObject => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: binary }])),
});
const done: Json = { description: 'done' };
const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const posters: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/plays/{id}/poster': {
      parameters: [id],
      get: { responses: { 200: of('image/png', 'image/jpeg'), 404: done } },
      put: { requestBody: of('image/png', 'image/jpeg'), responses: { 204: done } },
    },
    '/plays/{id}/score': {
      parameters: [id],
      get: { responses: { 200: of('application/*'), 404: done } },
      put: { requestBody: of('application/*'), responses: { 204: done } },
    },
  },
};

describe('a file at a path', () => {
  const start = (pins: Partial<Profile> = {}) => {
    const mock = openApiMock(posters, {}, {}, pins);
    const send = (type: string, bytes: string, path = 'poster'): number =>
      mock.send(`PUT /plays/1/${path}`, bytes, { 'content-type': type }).status;
    const get = (accept?: string, path = 'poster') =>
      mock.send(`GET /plays/1/${path}`, undefined, accept === undefined ? {} : { accept });
    return { send, get };
  };

  it.each([undefined, '*/*', 'image/*', 'image/jpeg', 'image/png;q=0.9, image/*;q=0.1'])(
    'has the media type that it was sent with: %s',
    (accept) => {
      const { send, get } = start();
      expect(send('image/jpeg', 'not a real picture')).toBe(204);
      expect(get(accept)).toMatchObject({ status: 200, type: 'image/jpeg' });
      expect(get(accept).text).toBe('not a real picture');
      send('image/png', 'another');
      expect(get().type).toBe('image/png');
    },
  );

  it('is refused to a client that does not accept it', () => {
    const { send, get } = start();
    send('image/png', 'a');
    const refused = get('image/jpeg');
    expect(refused.status).toBe(406);
    expect(refused.text).toContain('image/png');
    expect(get('image/jpeg, image/png;q=0').status).toBe(406);
  });

  it('is answered all the same if that is chosen', () => {
    const { send, get } = start({ 'accept.unmet': 'ignore' });
    send('image/png', 'a');
    expect(get('image/jpeg')).toMatchObject({ status: 200, type: 'image/png' });
  });
});

describe('a file in an item', () => {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/scans': {
        get: {
          responses: {
            200: {
              content: { 'application/json': { schema: { type: 'array', items: ref('Scan') } } },
            },
          },
        },
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { title: { type: 'string' }, page: binary } },
              },
            },
          },
          responses: { 201: { content: { 'application/json': { schema: ref('Scan') } } } },
        },
      },
      '/scans/{id}': {
        parameters: [id],
        get: {
          responses: {
            200: { content: { 'application/json': { schema: ref('Scan') } } },
            404: done,
          },
        },
      },
      '/scans/{id}/page': {
        parameters: [id],
        get: { responses: { 200: of('image/tiff', 'application/pdf'), 404: done } },
      },
    },
    components: { schemas: { Scan: things('id', 'title') } },
  });
  const part = (type: string, bytes: string): string =>
    [
      '--x',
      'Content-Disposition: form-data; name="title"',
      '',
      'first',
      '--x',
      'Content-Disposition: form-data; name="page"; filename="a"',
      `Content-Type: ${type}`,
      '',
      bytes,
      '--x--',
      '',
    ].join('\r\n');

  it('is found by the type that it was sent with, though another one is declared first', () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { text } = mock.send('POST /scans', part('application/pdf', 'four pages'), headers);
    const { id: made } = JSON.parse(text) as { readonly id: number };
    for (const accept of [undefined, '*/*', 'application/pdf']) {
      const shown = mock.send(
        `GET /scans/${made}/page`,
        undefined,
        accept === undefined ? {} : { accept },
      );
      expect(shown).toMatchObject({ status: 200, type: 'application/pdf', text: 'four pages' });
    }
    const other = mock.send(`GET /scans/${made}/page`, undefined, { accept: 'image/tiff' });
    expect([other.type, other.text === 'four pages']).not.toEqual(['image/tiff', true]);
  });
});
