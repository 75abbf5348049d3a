// `verify` with an OpenAPI document that has a path in the address of its server, and a login.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { toVerifyOptions, type VerifyOptions } from '../../../src/commands/verify/flags.ts';
import { mergeReports } from '../../../src/commands/verify/merge.ts';
import { verifyService } from '../../../src/commands/verify/verify.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const note = { type: 'object', required: ['id', 'text'] };
const text = { type: 'string' };
const answer = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: '/api/v1' }],
  paths: {
    '/notes': {
      get: {
        responses: { 200: answer({ type: 'array', items: { $ref: '#/components/schemas/Note' } }) },
      },
      post: {
        requestBody: answer({ type: 'object', required: ['text'], properties: { text } }),
        responses: { 201: answer({ $ref: '#/components/schemas/Note' }) },
      },
    },
    '/notes/{id}': {
      get: {
        responses: { 200: answer({ $ref: '#/components/schemas/Note' }), 404: { description: '' } },
      },
      delete: { responses: { 204: { description: '' } } },
    },
    '/login': { post: { responses: { 200: answer({ type: 'object' }) } } },
  },
  components: { schemas: { Note: { ...note, properties: { id: { type: 'integer' }, text } } } },
};

describe('verifyService', () => {
  it.each(['', '/api/v1', '/api/v1/'])('takes the address with "%s" at its end', async (path) => {
    folder.write('openapi.json', document);
    const places = { contract: 'openapi.json', profile: 'standin' };
    const serving = await startServing(places);
    const errors: string[] = [];
    const outlets = {
      output: { write: () => true },
      errors: { write: (one: string) => errors.push(one) > 0 },
    };
    const options = toVerifyOptions(
      ['openapi.json', new URL(serving.url).origin + path],
      { timeout: 10, budget: 'quick', maxTime: 20, leave: 3, retries: 1 },
      {},
      '0.0.0',
    );
    expect(await verifyService(options, outlets, new AbortController().signal)).toBe(0);
    expect(errors.join('')).toContain(
      'Not verified, for they may change anything (--write-actions sends them): POST /api/v1/login\n',
    );
    errors.length = 0;
    const writing = { ...options, actions: 'write' } as const;
    expect(await verifyService(writing, outlets, new AbortController().signal)).toBe(0);
    expect(errors.join('')).not.toContain('Not verified');
    await serving.close();
  });

  it('leaves out operations whose ids nothing has, and judges the others', async () => {
    const page = { get: { responses: { 200: answer({ type: 'object' }) } } };
    const { '/login': _, ...notes } = document['paths'] as JsonObject;
    folder.write('openapi.json', { ...document, paths: { ...notes, '/pages/{page}': page } });
    const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
    const run = await runVerify(serving.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    await serving.close();
    expect(run.code, run.stdout).toBe(0);
    expect(run.stderr).toContain(
      'Not verified, for the document has no items with the ids in these paths (--param page=<id> verifies what is below): GET /api/v1/pages/{page}\n',
    );
  });

  it('tells how to judge a document that has nothing but operations that may change anything', async () => {
    const { '/login': login = {} } = document['paths'] as JsonObject;
    folder.write('openapi.json', { ...document, paths: { '/login': login } });
    const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
    const options = {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    } as const;
    const run = await runVerify(serving.url, options);
    const all = await runVerify(serving.url, { ...options, actions: 'write' });
    await serving.close();
    expect([run.code, all.code], all.stdout).toEqual([2, 0]);
    expect(run.stdout).toContain(
      'Nothing was verified: all operations may change anything, and none is sent.',
    );
    expect(run.stdout).toContain('Use --write-actions to send them.');
  });

  it('leaves out what it could not find again, and judges the others', async () => {
    const member = { type: 'object', properties: { id: text, email: text } };
    const id = { type: 'object', required: ['id'], properties: { id: text } };
    const members = { post: { requestBody: answer(id), responses: { 201: answer(member) } } };
    const one = { delete: { responses: { 204: { description: '' } } } };
    const { '/login': _, ...notes } = document['paths'] as JsonObject;
    const paths = { ...notes, '/members': members, '/members/{memberId}': one };
    folder.write('openapi.json', { ...document, paths });
    const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
    const run = await runVerify(serving.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    await serving.close();
    expect(run.code, run.stdout).toBe(0);
    expect(run.stderr).toContain(
      'Not verified, for no answer tells their items apart: /api/v1/members\n',
    );
  });

  it('has no shard for what it leaves out', async () => {
    const member = { type: 'object', properties: { id: text, email: text } };
    const id = { type: 'object', required: ['id'], properties: { id: text } };
    const members = { post: { requestBody: answer(id), responses: { 201: answer(member) } } };
    const one = { delete: { responses: { 204: { description: '' } } } };
    const { '/login': _, ...notes } = document['paths'] as JsonObject;
    const paths = { ...notes, '/members': members, '/members/{memberId}': one };
    folder.write('openapi.json', { ...document, paths });
    const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
    const files = ['shard.json'];
    await runVerify(serving.url, {
      contract: 'openapi.json',
      laws: ['created-is-there'],
      mode: 'write',
      ledgerFolder: '.standin',
      shard: { index: 1, count: 1 },
      json: { file: 'shard.json' },
    });
    await serving.close();
    const outlets = { output: { write: () => undefined }, errors: { write: () => undefined } };
    const none = { junit: null, html: null, summary: null, json: null };
    const options = { files, version: '0.0.0', form: 'quiet', ci: 'none', ...none } as const;
    expect(mergeReports(options, outlets)).toBe(0);
  });

  describe('of several resources', () => {
    const shelf = { type: 'object', required: ['id'], properties: { id: text } };
    const list = { get: { responses: { 200: answer({ type: 'array', items: shelf }) } } };
    const one = { get: { responses: { 200: answer(shelf), 404: { description: '' } } } };
    const shelves = { '/shelves': list, '/shelves/{shelfId}': one };
    const books = {
      '/shelves/{shelfId}/books': list,
      '/shelves/{shelfId}/books/{bookId}': one,
    };
    const run = async (paths: JsonObject, options: Partial<VerifyOptions>) => {
      folder.write('openapi.json', { ...document, paths });
      folder.write('db.json', { shelves: [] });
      const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
      const done = await runVerify(serving.url, {
        contract: 'openapi.json',
        budget: 'quick',
        mode: 'write',
        ledgerFolder: '.standin',
        ...options,
      });
      await serving.close();
      return done;
    };

    it('reports those below a resource without items as not verified, and judges the others', async () => {
      const { code, stdout, stderr } = await run({ ...shelves, ...books }, {});
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toContain('conforms as far as tried: nothing was tried\n');
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'Nothing was verified: There are no shelves at the service, and none could be made',
      );
      expect(stdout).toMatch(
        /\n\nAll contracts: 2 of 4 operations sent, 2 of 6 declared statuses and 0 of \d members of answers seen\n$/,
      );
    });

    it('cannot judge them if a share of the laws is required', async () => {
      const required = { required: 0.01 } as const;
      expect((await run({ ...shelves, ...books }, required)).code).toBe(2);
    });

    it('says that nothing was verified if none could be tried', async () => {
      const { code, stderr } = await run({ ...shelves, ...books }, { laws: ['removed-is-gone'] });
      expect(code).toBe(2);
      expect(stderr).toContain(
        'standin: nothing was verified: no resource could be tried\nThe reports say why.\n',
      );
    });
  });
});
