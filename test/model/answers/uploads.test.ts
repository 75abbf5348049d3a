// Files that are uploaded: an item says their name, size and type, and where each is read.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const form = (properties: JsonObject): JsonObject => ({
  requestBody: {
    content: { 'multipart/form-data': { schema: { type: 'object', properties } } },
  },
});
const binary: Json = { type: 'string', format: 'binary' };
const id = { name: 'id', in: 'path', required: true, schema: number };

const document: Json = {
  openapi: '3.0.3',
  paths: {
    '/photos': {
      get: operation(200, listOf(ref('Photo'))),
      post: {
        ...(operation(201, ref('Photo')) as JsonObject),
        ...form({ file: binary, title: text }),
      },
    },
    '/photos/{id}': { parameters: [id], get: operation(200, ref('Photo')) },
    '/upload': {
      post: { ...(operation(201, ref('Upload')) as JsonObject), ...form({ file: binary }) },
    },
    '/users': {
      get: operation(200, listOf(ref('User'))),
      post: operation(201, ref('User'), { type: 'object', properties: { name: text } }),
    },
    '/users/{id}': { parameters: [id], get: operation(200, ref('User')) },
    '/users/{id}/avatar': {
      parameters: [id],
      put: { ...(operation(200, ref('User')) as JsonObject), ...form({ upload: binary }) },
    },
  },
  components: {
    schemas: {
      Upload: {
        type: 'object',
        properties: {
          data: {
            type: 'object',
            properties: { url: text, filename: text, size: number, mimetype: text, note: text },
          },
        },
      },
      Photo: {
        type: 'object',
        required: ['id', 'size'],
        properties: {
          id: number,
          title: text,
          originalName: text,
          mime_type: text,
          size: number,
          url: { type: 'string', format: 'uri' },
        },
      },
      User: {
        type: 'object',
        properties: { id: number, name: text, avatarUrl: text, url: text },
      },
    },
  },
};

const parts = (field: string): string =>
  [
    '--b',
    `Content-Disposition: form-data; name="${field}"; filename="sea.png"`,
    'Content-Type: image/png',
    '',
    'PNG!',
    '--b',
    'Content-Disposition: form-data; name="title"',
    '',
    'The sea',
    '--b--',
    '',
  ].join('\r\n');
const headers = { 'content-type': 'multipart/form-data; boundary=b' };

describe('an uploaded file', () => {
  it('is told of in the members of its item, and answered at the address there', () => {
    const mock = openApiMock(document);
    expect(mock.faults).toEqual([]);
    const { status, json } = mock.ask('POST /photos', parts('file'), headers);
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.any(Number),
      title: 'The sea',
      originalName: 'sea.png',
      mime_type: 'image/png',
      size: 4,
      url: expect.stringMatching(/^http:\/\/localhost\/photos\/\d+\/file$/),
    });
    const { url, id: made } = json as { readonly url: string; readonly id: number };
    expect(mock.ask(`GET /photos/${made}`).json).toEqual(json);
    expect(mock.send(`GET ${new URL(url).pathname}`)).toMatchObject({
      status: 200,
      type: 'image/png',
      text: 'PNG!',
    });
    expect(mock.send(`GET /photos/${made}/title`).status).toBe(404);
  });

  it('that belongs to an item is at the member of its name', () => {
    const mock = openApiMock(document);
    const { id: made } = mock.ask('POST /users', { name: 'Ann' }).json as { readonly id: number };
    const { json } = mock.ask(`PUT /users/${made}/avatar`, parts('upload'), headers);
    expect(json).toMatchObject({
      name: 'Ann',
      avatarUrl: expect.stringMatching(/\/users\/\d+\/upload$/),
    });
    expect(json).not.toHaveProperty('upload');
    const { avatarUrl } = json as { readonly avatarUrl: string };
    expect(mock.send(`GET ${new URL(avatarUrl).pathname}`).text).toBe('PNG!');
    expect(mock.ask(`GET /users/${made}`).json).toEqual(json);
  });

  it('that nothing keeps is told of, and is in its address', () => {
    const { status, json } = openApiMock(document).ask('POST /upload', parts('file'), headers);
    expect(status).toBe(201);
    expect(json).toEqual({
      data: {
        url: `data:image/png;name=sea.png;base64,${btoa('PNG!')}`,
        filename: 'sea.png',
        size: 4,
        mimetype: 'image/png',
        note: expect.any(String),
      },
    });
  });
});
