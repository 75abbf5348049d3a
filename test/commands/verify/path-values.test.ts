// `--param`: what is below ids that no contract creates or lists is verified below an id that you give.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runLearn, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const answer = (name: string): JsonObject => ({
  description: '',
  schema: { $ref: `#/definitions/${name}` },
});
const given = [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/Lamp' } }];
const missing = { 404: { description: '' } };
const document: JsonObject = {
  swagger: '2.0',
  info: { title: 'Lamps', version: '1' },
  basePath: '/shops/{$$.env.shop}/v1',
  paths: {
    '/lamps': {
      get: { responses: { 200: answer('Lamps') } },
      post: { parameters: given, responses: { 201: answer('Lamp') } },
    },
    '/lamps/{id}': {
      get: { responses: { 200: answer('Lamp'), ...missing } },
      put: { parameters: given, responses: { 200: answer('Lamp'), ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/lamps/{id}/bulbs': {
      get: { responses: { 200: answer('Lamps') } },
      post: { parameters: given, responses: { 201: answer('Lamp') } },
    },
    '/lamps/{id}/bulbs/{bulb}': {
      get: { responses: { 200: answer('Lamp'), ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/settings': {
      get: { responses: { 200: answer('Settings') } },
      put: {
        parameters: [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/Settings' } }],
        responses: { 200: answer('Settings') },
      },
    },
    '/summary': { get: { responses: { 200: answer('Summary') } } },
  },
  definitions: {
    // The path says the shop, too.
    Lamp: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer', readOnly: true }, name: text, envShop: text },
    },
    Lamps: { type: 'array', items: { $ref: '#/definitions/Lamp' } },
    Settings: { type: 'object', required: ['theme'], properties: { theme: text } },
    Summary: { type: 'object', required: ['lamps'], properties: { lamps: { type: 'integer' } } },
  },
};

const way = { contract: 'openapi.json', ledgerFolder: '.standin' } as const;

async function withMock(use: (url: string) => Promise<void>): Promise<void> {
  folder.write('openapi.json', document);
  const serving = await startServing({ contract: 'openapi.json', profile: 'standin' });
  try {
    await use(serving.url);
  } finally {
    await serving.close();
  }
}

describe('verify, of what is below an id that no contract has', () => {
  it('names the option that gives one', () =>
    withMock(async (url) => {
      const run = await runVerify(url, way);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain(
        'Not verified, for the document has no items with the ids in these paths (--param .env.shop=<id> verifies what is below): /shops/{.env.shop}/v1/lamps, ',
      );
      expect(run.stdout).toContain(
        'each needs an id that the run does not have: --param .env.shop=<id>',
      );
    }));

  it('verifies all of it below the id, and writes to no item of the service', () =>
    withMock(async (url) => {
      const values = { '.env.shop': 'acme 7' };
      const run = await runVerify(url, { ...way, mode: 'write', pathValues: values });
      expect(run.code, run.stdout + run.stderr).toBe(0);
      expect(run.stderr).not.toContain('no items with the ids');
      expect(run.stdout).toContain('again: standin verify');
      expect(run.stdout).toContain("--param '.env.shop=acme 7'");
      expect(run.stdout).toContain('PUT was not verified: the item belongs to the service');
      for (const heading of ['POST', 'GET list', 'GET one', 'PUT', 'DELETE'])
        expect(run.stdout).toMatch(new RegExp(`[✓–] ${heading} +[1-9]\\d* of \\d+ laws held`));
      expect(run.stdout).toMatch(/All contracts: 11 of 12 operations sent/);
      const lamps = await fetch(`${url}/shops/acme%207/v1/lamps`);
      expect(await lamps.json()).toEqual([]);
    }));

  it('takes the address with the id, too', () =>
    withMock(async (url) => {
      const options = { ...way, mode: 'write', pathValues: { '.env.shop': 'acme' } } as const;
      const run = await runVerify(`${url}/shops/acme/v1`, options);
      expect(run.code, run.stdout + run.stderr).toBe(0);
    }));

  it('refuses a name that no path has, and suggests one', () =>
    withMock(async (url) => {
      const run = await runVerify(url, { ...way, pathValues: { '.env.ship': 'acme' } });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('no path of the source needs an id for {.env.ship}');
      expect(run.stderr).toContain('Did you mean --param .env.shop=<id>?');
    }));

  it('refuses an id for items that the run makes itself', () =>
    withMock(async (url) => {
      const run = await runVerify(url, { ...way, pathValues: { id: '7' } });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain(
        'no path of the source needs an id for {id}\nThe parameters that need one: .env.shop.\n',
      );
    }));
});

describe('learn, of what is below an id that no contract has', () => {
  it('learns below the id that is given', () =>
    withMock(async (url) => {
      const options = { contract: 'openapi.json', resource: 'lamps', ledgerFolder: '.standin' };
      const refused = await runLearn(url, options);
      expect(refused.stderr).toContain('Give an id that the service has: --param .env.shop=<id>');
      const run = await runLearn(url, { ...options, pathValues: { '.env.shop': 'acme' } });
      expect(run.code, run.stderr).toBe(0);
    }));
});
