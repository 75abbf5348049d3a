// The answers that a document declares, over HTTP: as bytes, under the eyes of Prism, and of `verify`.

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { verifyOwnMock } from '../commands/verify/own-mock-of.ts';
import { startPrism } from '../prism/start-prism.ts';
import { startServing } from '../support/serving.ts';
import { useTempFolder } from '../support/temp-folder.ts';

const folder = useTempFolder();

const answer = (content: Json, headers?: Json): JsonObject => ({
  description: 'd',
  content,
  ...(headers === undefined ? {} : { headers }),
});
const get = (responses: Json): JsonObject => ({ get: { responses } });
const text = { type: 'string' };
const lamp = { $ref: '#/components/schemas/Lamp' };
const lamps = { type: 'array', items: lamp };

const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/icon': get({
      200: answer({ 'image/png': { schema: { type: 'string', format: 'binary' } } }),
    }),
    '/note': get({ 200: answer({ 'text/plain': { schema: text, example: 'lit – bright' } }) }),
    '/page': get({ 200: answer({ 'text/html': { schema: text } }) }),
    '/table': get({ 200: answer({ 'text/csv': { schema: text, example: 'id,name\n1,Oil\n' } }) }),
    '/feed': get({ 200: answer({ 'text/event-stream': { schema: text } }) }),
    '/off': get({
      200: answer({ 'application/json': { schema: { type: 'boolean' }, example: false } }),
    }),
    '/moved': get({
      301: { description: 'd', headers: { Location: { schema: text, example: '/lamps' } } },
    }),
    '/gone': get({ 410: answer({ 'application/json': { schema: lamp, example: { id: 1 } } }) }),
    '/rate': get({
      200: answer(
        { 'application/json': { schema: lamp } },
        { 'X-Rate': { required: true, schema: { type: 'integer', minimum: 1 } } },
      ),
    }),
    '/lamps': {
      get: {
        responses: {
          200: answer(
            { 'application/json': { schema: lamps }, 'text/csv': { schema: text } },
            { 'X-Total-Count': { required: true, schema: { type: 'integer' } } },
          ),
        },
      },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: lamp } } },
        responses: {
          201: answer({ 'application/json': { schema: lamp } }),
          422: answer({ 'text/plain': { schema: text } }),
        },
      },
    },
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: answer({ 'application/json': { schema: lamp } }),
          404: answer({ 'text/plain': { schema: text } }),
        },
      },
      delete: { responses: { 204: { description: 'd' } } },
    },
  },
  components: {
    schemas: {
      Lamp: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer', readOnly: true }, name: text },
      },
    },
  },
};

describe('the declared answers of a document', () => {
  async function served(use: (url: string) => Promise<void>): Promise<void> {
    folder.write('openapi.json', document);
    const serving = await startServing({ contract: 'openapi.json' });
    try {
      await use(serving.url);
    } finally {
      await serving.close();
    }
  }

  it('come as bytes, and HEAD has the same head without them', () =>
    served(async (url) => {
      const reply = await fetch(`${url}/icon`);
      const bytes = new Uint8Array(await reply.arrayBuffer());
      expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
      expect(reply.headers.get('content-length')).toBe(String(bytes.length));
      const head = await fetch(`${url}/icon`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        200,
        'image/png',
        '',
      ]);
      expect(head.headers.get('content-length')).toBe(String(bytes.length));
      expect(await (await fetch(`${url}/note`)).text()).toBe('lit – bright');
      // Prism's proxy follows it.
      const moved = await fetch(`${url}/moved`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, '/lamps']);
    }));

  it('are refused if a client accepts none of them', () =>
    served(async (url) => {
      const reply = await fetch(`${url}/icon`, { headers: { accept: 'application/json' } });
      expect([reply.status, (await reply.json()) as JsonObject]).toMatchObject([
        406,
        { remedy: 'Send Accept: image/png, or no Accept header.' },
      ]);
    }));

  it('fit in the eyes of Prism', () =>
    served(async (url) => {
      const prism = await startPrism(resolve('openapi.json'), url);
      const found: string[] = [];
      const ask = async (
        method: string,
        path: string,
        accept = '*/*',
        body?: Json,
      ): Promise<void> => {
        const reply = await fetch(`${prism.url}${path}`, {
          method,
          redirect: 'manual',
          headers: {
            accept,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const violations = reply.headers.get('sl-violations');
        if (violations !== null) found.push(`${method} ${path} ${reply.status}: ${violations}`);
      };
      try {
        for (const path of ['/note', '/page', '/table', '/feed', '/off', '/gone', '/rate'])
          await ask('GET', path);
        await ask('POST', '/lamps', '*/*', { name: 'Oil' });
        await ask('GET', '/lamps');
        await ask('GET', '/lamps', 'text/csv');
        await ask('GET', '/lamps/77');
      } finally {
        prism.close();
      }
      expect(found).toEqual([]);
    }));

  it.each(['profile', 'vary'] as const)('conform, in the eyes of verify (%s)', async (open) => {
    const run = await verifyOwnMock(folder, document, { undefined: open, seed: 5 });
    expect([run.findings, run.code]).toEqual([{}, 0]);
  });
});
