// How the page names schemas that a document leaves without a name.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { contractView } from '../../src/inspector/contract-view.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { useTempFolder } from '../support/temp-folder.ts';

const folder = useTempFolder();
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answer = (schema: JsonObject): JsonObject => ({ description: '', ...json(schema) });
const telescope = { $ref: '#/components/schemas/Telescope' };
const dome = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };

describe('contractView', () => {
  it('names what schemas are for, if a document gives them no names', async () => {
    folder.write('openapi.json', {
      openapi: '3.1.0',
      info: { title: 'Observatory', version: '1' },
      paths: {
        '/telescopes': {
          get: {
            responses: {
              200: answer({
                type: 'object',
                properties: { telescopes: { type: 'array', items: telescope } },
              }),
            },
          },
          post: { requestBody: json({ type: 'object' }), responses: { 201: answer(telescope) } },
        },
        '/telescopes/{id}': {
          get: { responses: { 200: answer(telescope) } },
          delete: { responses: { 204: { description: '' } } },
        },
        '/domes': {
          get: { responses: { 200: answer({ type: 'array', items: dome }) } },
          post: { responses: { 201: { description: '' } } },
        },
        '/domes/{id}': { delete: { responses: { 204: { description: '' } } } },
      },
      components: {
        schemas: {
          Telescope: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
        },
      },
    });
    const project = await loadProject({ contract: 'openapi.json', db: null, profile: 'standin' });
    const { resources } = contractView({ ...project, pins: {}, pacts: [] });
    expect(Object.fromEntries(resources.map(({ resource, names }) => [resource, names]))).toEqual({
      telescopes: {
        'get-telescopes.200.telescopes': 'list of Telescope',
        'post-telescopes.body': 'body of create',
      },
      domes: { 'domes.item': 'item of domes', 'get-domes.200': 'list of domes' },
    });
  });

  it('keeps the names of files', async () => {
    const users = { contract: `${import.meta.dirname}/../../contracts`, db: null };
    const project = await loadProject({ ...users, profile: 'standin' });
    const { resources } = contractView({ ...project, pins: {}, pacts: [] });
    expect(resources.map(({ names }) => names)).toEqual([{}]);
  });
});
