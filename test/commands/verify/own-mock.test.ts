// `verify` finds nothing in the mock of the same document, also if the mock varies what the document
// leaves open.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const json = (name: string): JsonObject => ({
  description: '',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const missing = { 404: { description: '' } };
const answers = (status: number, name: string): JsonObject => ({
  responses: { [status]: json(name), ...missing },
});
const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Trips', version: '1' },
  paths: {
    '/v1/trips': {
      get: { responses: { 200: json('Trips') } },
      post: { requestBody: json('NewTrip'), responses: { 201: json('Made') } },
    },
    '/v1/trips/{id}': {
      get: answers(200, 'Trip'),
      put: { requestBody: json('NewTrip'), ...answers(200, 'Made') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Changed by POST.
    '/v1/guides': {
      get: { responses: { 200: json('Guides') } },
      post: { requestBody: json('NewGuide'), responses: { 200: json('Guide') } },
    },
    '/v1/guides/{id}': {
      get: answers(200, 'Guide'),
      post: { requestBody: json('NewGuide'), ...answers(200, 'Guide') },
      delete: { responses: { 200: { description: '' }, ...missing } },
    },
    // PUT takes what GET shows, with a member that the service makes.
    '/v1/tasks': {
      get: { responses: { 200: json('Tasks') } },
      post: { requestBody: json('Task'), responses: { 201: json('Task') } },
    },
    '/v1/tasks/{id}': {
      get: answers(200, 'Task'),
      put: { requestBody: json('Task'), ...answers(200, 'Task') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // No GET of one item, and a list that need not show more than ids.
    '/v1/alarms': {
      get: { responses: { 200: json('Alarms') } },
      post: { requestBody: json('NewGuide'), responses: { 201: json('Alarm') } },
    },
    '/v1/alarms/{id}': { delete: { responses: { 204: { description: '' }, ...missing } } },
    // Nothing that was sent is a text.
    '/v1/roles': {
      get: { responses: { 200: json('Roles') } },
      post: { requestBody: json('Role'), responses: { 201: json('Role') } },
    },
    '/v1/roles/{name}': {
      get: answers(200, 'Role'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // One item, whose path has no id, beside a path with one.
    '/v1/people/{id}': { get: { responses: { 200: { description: '' } } } },
    '/v1/people': { get: { responses: { 200: { description: '' } } } },
    '/v1/people/me': {
      get: answers(200, 'Person'),
      put: { requestBody: json('Person'), ...answers(200, 'Person') },
    },
    '/v1/people/all': { get: { responses: { 200: json('Odd') } } },
    '/v1/greeting': { get: { requestBody: json('NewTrip'), responses: { 200: json('Person') } } },
  },
  components: {
    schemas: {
      Trip: { type: 'object', properties: { id: { type: 'integer' }, name: text, place: text } },
      Made: { type: 'object', properties: { id: { type: 'integer' }, name: text, place: text } },
      Trips: { type: 'array', items: { $ref: '#/components/schemas/Trip' } },
      NewTrip: { type: 'object', required: ['name'], properties: { name: text, place: text } },
      Guide: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: text },
      },
      Guides: { type: 'array', items: { $ref: '#/components/schemas/Guide' } },
      Task: {
        type: 'object',
        required: ['title'],
        properties: {
          id: { type: 'integer' },
          title: text,
          updatedAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
      Alarm: { type: 'object', properties: { id: { type: 'integer' }, name: text } },
      Alarms: { type: 'array', items: { $ref: '#/components/schemas/Alarm' } },
      Role: { type: 'object', properties: { name: text, level: { type: 'integer' } } },
      Roles: { type: 'array', items: { $ref: '#/components/schemas/Role' } },
      Tasks: { type: 'array', items: { $ref: '#/components/schemas/Task' } },
      NewGuide: { type: 'object', required: ['name'], properties: { name: text } },
      Person: { type: 'object', required: ['name'], properties: { name: text } },
      // It requires a member that it does not name.
      Odd: { type: 'object', required: ['total'], properties: { people: text } },
    },
  },
};

describe('the mock of a document', () => {
  it.each([
    [1, 'profile', {}],
    [1, 'profile', { 'replace.id': 'require' }],
    [1, 'profile', { 'list.fields': 'brief' }],
    [1, 'vary', {}],
    [2, 'vary', {}],
    [5, 'vary', {}],
  ] as const)('conforms to it, with seed %i, %s and %j', async (seed, open, pins) => {
    folder.write('openapi.json', document);
    const serving = await startServing({
      contract: 'openapi.json',
      profile: 'standin',
      undefined: open,
      pins,
      seed,
    });
    try {
      const run = await runVerify(serving.url, {
        contract: 'openapi.json',
        budget: 'quick',
        mode: 'write',
        seed,
        ledgerFolder: '.standin',
      });
      expect(run.code, run.stdout + run.stderr).toBe(0);
    } finally {
      await serving.close();
    }
  });
});
