// `verify` judges each reply as an answer that the document declares: by status, media type and header
// fields. Each service answers the same to every call.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type CannedAnswer, documentOf, jsonOf, reads, startCanned } from '../../support/canned.ts';
import { startJars } from '../../support/jars.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Finding {
  readonly route?: string;
  readonly operation: string;
  readonly code: string;
  readonly message: string;
  readonly at: string | null;
}

interface Judged {
  readonly code: number;
  /** `GET /tide: status` */
  readonly found: readonly string[];
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  readonly calls: readonly string[];
}

async function judged(
  paths: JsonObject,
  answers: Readonly<Record<string, CannedAnswer>>,
): Promise<Judged> {
  folder.write('openapi.json', documentOf(paths));
  const service = await startCanned(answers);
  const { code } = await runVerify(service.url, {
    contract: 'openapi.json',
    json: { file: 'report.json' },
  });
  await service.close();
  const { findings, notes } = JSON.parse(folder.read('report.json')) as {
    findings: Finding[];
    notes: string[];
  };
  const found = findings.map((one) => `${one.route ?? one.operation}: ${one.code}`);
  return { code, found, findings, notes, calls: service.calls };
}

/** The findings about `GET /x`, whose answers are declared so, if the service answers this. */
async function codesOf(responses: JsonObject, answer: CannedAnswer): Promise<readonly string[]> {
  const { found } = await judged({ '/x': reads(responses) }, { '/x': answer });
  return found.map((one) => one.replace('GET /x: ', ''));
}

const none: JsonObject = { description: '' };
const media = (types: Readonly<Record<string, JsonObject>>): JsonObject => ({
  description: '',
  content: types,
});
const number = jsonOf({ type: 'object', required: ['n'], properties: { n: { type: 'number' } } });
const json = { body: { n: 1 } };

describe('the status of a reply', () => {
  it.each<[string, JsonObject, CannedAnswer, readonly string[]]>([
    ['the declared one', { 200: number }, json, []],
    ['a success that is not declared', { 200: number }, { ...json, status: 203 }, ['status']],
    ['a success in a range', { '2XX': number }, { ...json, status: 203 }, []],
    ['a success that is the default', { default: number }, { ...json, status: 203 }, []],
    ['a redirection that is not declared', { 200: number }, { status: 302 }, ['status']],
    ['a declared redirection', { 302: none }, { status: 302 }, []],
    ...[301, 303, 307, 404, 410, 503].flatMap(
      (status): [string, JsonObject, CannedAnswer, readonly string[]][] => [
        [`200 where only ${status} is declared`, { [status]: none }, json, ['status']],
        [`${status} where only that is declared`, { [status]: none }, { status }, []],
      ],
    ),
    ['another refusal than the only one', { 404: none }, { status: 409 }, ['status']],
    ['a failure', { 200: number }, { status: 500 }, ['failed']],
    [
      'a failure that only the default covers',
      { 200: number, default: none },
      { status: 500 },
      ['failed'],
    ],
    ['a declared failure', { 200: number, 501: none }, { status: 501 }, []],
    ['a refusal of a request without anything', { 200: number }, { status: 404 }, ['refused']],
    ['a declared refusal', { 200: number, 404: none }, { status: 404 }, []],
  ])('%s', async (_case, responses, answer, codes) => {
    expect(await codesOf(responses, answer)).toEqual(codes);
  });

  it('is open for a refusal of what the run cannot know to be valid', async () => {
    const parameters = [{ in: 'query', name: 'near', required: true, schema: { type: 'string' } }];
    const paths = { '/x': reads({ 200: number }, parameters) };
    const { found, notes } = await judged(paths, { '/x': { status: 422 } });
    expect(found).toEqual([]);
    expect(notes).toContain('GET /x was refused with 422, so its success was not judged');
  });
});

describe('a refusal that is not declared', () => {
  const jar = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const paths = (responses: JsonObject): JsonObject => ({
    '/jars': reads({ 200: jsonOf({ type: 'array', items: jar }) }),
    '/jars/{id}': {
      ...reads({ 200: jsonOf(jar), ...responses }),
      delete: { responses: { 204: none } },
    },
  });
  const answers = { '/jars': { body: [{ id: 7 }] }, '/jars/7': { body: { id: 7 } } };

  it('is named once', async () => {
    const { code, notes } = await judged(paths({}), answers);
    expect(code).toBe(0);
    expect(notes).toContain('refusals that are not declared: GET /jars/{id} 404');
  });

  it.each([['404'], ['4XX'], ['default']])('is none if %s is declared', async (status) => {
    const { notes } = await judged(paths({ [status]: none }), answers);
    expect(notes.join()).not.toContain('not declared');
  });
});

describe('the media type of a reply', () => {
  const two = {
    200: media({
      'application/json': { schema: { type: 'object', required: ['n'] } },
      'text/csv': { schema: { type: 'string' } },
    }),
  };
  it.each<[string, JsonObject, CannedAnswer, readonly string[]]>([
    ['JSON where text is declared', { 200: media({ 'text/plain': {} }) }, json, ['media-type']],
    ['JSON where CSV is declared', { 200: media({ 'text/csv': {} }) }, json, ['media-type']],
    ['JSON where XML is declared', { 200: media({ 'application/xml': {} }) }, json, ['media-type']],
    ['JSON where PNG is declared', { 200: media({ 'image/png': {} }) }, json, ['media-type']],
    [
      'a page where JSON is declared',
      { 200: number },
      { type: 'text/html', body: '<p>' },
      ['media-type'],
    ],
    ['the first of two', two, json, []],
    ['the first of two, of another schema', two, { body: {} }, ['member-missing']],
    ['the second of two', two, { type: 'text/csv; header=present', body: 'n\n1\n' }, []],
    ['none of two', two, { type: 'application/xml', body: '<n/>' }, ['media-type']],
    ['a parameter', { 200: number }, { ...json, type: 'Application/JSON; charset=utf-8' }, []],
    [
      'a range',
      { 200: media({ 'text/*': {} }) },
      { type: 'text/tab-separated-values', body: 'a' },
      [],
    ],
    [
      'outside of a range',
      { 200: media({ 'image/*': {} }) },
      { type: 'text/plain', body: 'a' },
      ['media-type'],
    ],
    [
      'the most specific range counts',
      {
        200: media({
          '*/*': { schema: { type: 'string' } },
          'text/plain': { schema: { type: 'string', maxLength: 1 } },
        }),
      },
      { type: 'text/plain', body: 'ab' },
      ['body-type'],
    ],
    [
      'a page for any type, where rows are meant',
      { 200: media({ '*/*': { schema: { type: 'object' } } }) },
      { type: 'text/html', body: '<p>' },
      ['body-not-json'],
    ],
    [
      'text for any type',
      { 200: media({ '*/*': { schema: { type: 'string' } } }) },
      { type: 'text/plain', body: 'a' },
      [],
    ],
    ['special JSON for JSON', { 200: number }, { ...json, type: 'application/vnd.tide+json' }, []],
    [
      'JSON for special JSON',
      { 200: media({ 'application/vnd.tide+json': {} }) },
      json,
      ['media-type'],
    ],
    [
      'either name of XML',
      { 200: media({ 'application/xml': {} }) },
      { type: 'text/xml', body: '<n/>' },
      [],
    ],
    [
      'a refusal without declared content',
      { 404: none },
      { status: 404, type: 'text/html', body: '<p>' },
      [],
    ],
    [
      'a refusal of another type',
      { 404: number },
      { status: 404, type: 'text/html', body: '<p>' },
      ['media-type'],
    ],
    ['no body where JSON is declared', { 200: number }, {}, ['body-missing']],
    [
      'no body where a picture is declared',
      { 200: media({ 'image/png': {} }) },
      {},
      ['body-missing'],
    ],
    ['an empty text', { 200: media({ 'text/plain': {} }) }, { type: 'text/plain', body: '' }, []],
    ['no body with 204', { 200: number, 204: none }, { status: 204 }, []],
  ])('%s', async (_case, responses, answer, codes) => {
    expect(await codesOf(responses, answer)).toEqual(codes);
  });

  it.each<[string, string, Json | undefined, string, readonly string[]]>([
    ['XML', 'application/xml', undefined, '<a><b/></a>', []],
    ['JSON named XML', 'application/xml', undefined, '{"a":1}', ['body-type']],
    ['a page named XML', 'application/xml', undefined, '<!doctype html><p>', ['body-type']],
    ['SVG', 'image/svg+xml', undefined, '<svg/>', []],
    ['text named PNG', 'image/png', undefined, 'none', ['body-type']],
    ['text named PDF', 'application/pdf', undefined, 'none', ['body-type']],
    ['PDF', 'application/pdf', undefined, '%PDF-1.7\n', []],
    ['a number as text', 'text/plain', { type: 'integer' }, '42\n', []],
    ['no number as text', 'text/plain', { type: 'integer' }, 'many', ['body-type']],
    [
      'a text beyond its bounds',
      'text/plain',
      { type: 'string', maxLength: 3 },
      'long',
      ['body-type'],
    ],
    ['a list as CSV', 'text/csv', { type: 'array', items: { type: 'object' } }, 'a,b\n', []],
  ])('%s is judged by its type', async (_case, type, schema, body, codes) => {
    const responses = { 200: media({ [type]: schema === undefined ? {} : { schema } }) };
    expect(await codesOf(responses, { type, body })).toEqual(codes);
  });

  it('is asked for as it is declared', async () => {
    const types: string[] = [];
    for (const type of ['text/csv', 'application/json']) {
      const { calls } = await judged(
        { '/x': reads({ 200: media({ [type]: {} }) }) },
        { '/x': json },
      );
      types.push(...calls.filter((one) => one.startsWith('GET /x ')));
    }
    expect([...new Set(types)]).toEqual(['GET /x text/csv', 'GET /x application/json']);
  });
});

describe('the header fields of a reply', () => {
  const responses = {
    200: {
      ...number,
      headers: {
        'X-Total': { required: true, schema: { type: 'integer', minimum: 1 } },
        'X-Left': { schema: { type: 'integer' } },
        'X-Any': { required: true },
      },
    },
  };
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['all that is required', { 'x-total': '3', 'x-any': '' }, []],
    ['what is not declared, too', { 'X-Total': '3', 'X-Any': 'a', 'x-more': '1' }, []],
    ['an optional one', { 'x-total': '3', 'x-any': 'a', 'x-left': '0' }, []],
    ['without a required one', { 'x-any': 'a' }, ['header']],
    ['without one that may have any value', { 'x-total': '3' }, ['header']],
    ['a value of another type', { 'x-total': 'three', 'x-any': 'a' }, ['header']],
    ['a value beyond its bounds', { 'x-total': '0', 'x-any': 'a' }, ['header']],
    [
      'an optional one of another type',
      { 'x-total': '3', 'x-any': 'a', 'x-left': 'b' },
      ['header'],
    ],
  ])('%s', async (_case, headers, codes) => {
    expect(await codesOf(responses, { ...json, headers })).toEqual(codes);
  });

  it('a Location leads to something, if it is of the same service', async () => {
    const paths = {
      '/old': reads({ 301: none }),
      '/gone': reads({ 302: none }),
      '/far': reads({ 307: none }),
    };
    const { found } = await judged(paths, {
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': json,
      '/gone': { status: 302, headers: { location: '/nowhere' } },
      '/far': { status: 307, headers: { location: 'http://elsewhere.example/' } },
    });
    expect(found).toEqual(['GET /gone: header']);
  });
});

async function verifiedJars(url: string) {
  const run = await runVerify(url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as { findings: Finding[] };
  return { run, findings };
}

describe('the Location of a creation', () => {
  const jar = {
    type: 'object',
    required: ['id', 'label'],
    properties: { label: { type: 'string' } },
  };
  const shown = {
    ...jar,
    properties: { ...jar.properties, id: { type: 'integer', readOnly: true } },
  };
  const ok = { 200: jsonOf(shown), 404: none };
  const request = { required: true, ...jsonOf({ ...jar, required: ['label'] }) };
  const paths = {
    '/jars': {
      get: { responses: { 200: jsonOf({ type: 'array', items: shown }) } },
      post: { requestBody: request, responses: { 201: jsonOf(shown) } },
    },
    '/jars/{id}': { get: { responses: ok }, delete: { responses: { 204: none } } },
  };

  it.each<[string, (id: number) => string | undefined, boolean]>([
    ['is that of the item', (id) => `/jars/${id}`, false],
    ['has the address of a proxy', (id) => `https://inner.example:9/api/jars/${id}`, false],
    ['is that of a report', (id) => `/jobs/${id}`, false],
    ['is not there', () => undefined, false],
    ['is that of the item before', (id) => `/jars/${id - 1}`, true],
    ['is that of no item', (id) => `/jars/${id + 1000}`, true],
  ])('%s', async (_case, location, isFound) => {
    folder.write('openapi.json', documentOf(paths));
    const service = await startJars(location);
    const { run, findings } = await verifiedJars(service.url);
    await service.close();
    const found = findings.map(({ operation, code, message }) => [operation, code, message]);
    const astray = 'the Location in the answer to create leads nowhere, or to something else';
    expect(found).toEqual(isFound ? [['create', 'header', astray]] : []);
    expect(run.code).toBe(isFound ? 1 : 0);
  });
});

describe('the Location of a creation that the document declares', () => {
  const members = { label: { type: 'string' } };
  const shown = {
    type: 'object',
    required: ['id', 'label'],
    properties: { ...members, id: { type: 'integer', readOnly: true } },
  };
  const request = { required: true, ...jsonOf({ type: 'object', properties: members }) };
  const header = { Location: { required: true, schema: { type: 'string' } } };
  const paths = {
    '/jars': {
      get: { responses: { 200: jsonOf({ type: 'array', items: shown }) } },
      post: { requestBody: request, responses: { 201: { ...jsonOf(shown), headers: header } } },
    },
    '/jars/{id}': {
      get: { responses: { 200: jsonOf(shown), 404: none } },
      delete: { responses: { 204: none } },
    },
  };

  it.each<[string, (id: number) => string, boolean]>([
    ['is that of the item', (id) => `/jars/${id}`, false],
    ['is relative to the collection', (id) => `jars/${id}`, false],
    ['has the address of a proxy', (id) => `https://inner.example:9/api/jars/${id}`, false],
    ['is a list that shows it', (id) => `/jars?after=${id}`, false],
    ['has a step too much', (id) => `/jars/item/${id}`, true],
    ['has another version before it', (id) => `/v2/jars/${id}/`, true],
  ])('%s', async (_case, location, isFound) => {
    folder.write('openapi.json', documentOf(paths));
    const service = await startJars(location);
    const { run, findings } = await verifiedJars(service.url);
    await service.close();
    const found = findings.map(({ operation, code }) => [operation, code]);
    expect(found).toEqual(isFound ? [['create', 'header']] : []);
    expect(run.code).toBe(isFound ? 1 : 0);
  });

  it.each<[string, (id: number) => string, boolean]>([
    ['leads somewhere', (id) => `/jars/${id}`, false],
    ['leads to nothing', (id) => `/jars/item/${id}`, true],
  ])('is followed where the contract reads no item, and %s', async (_case, location, isFound) => {
    folder.write('openapi.json', documentOf({ '/jars': paths['/jars'] }));
    const service = await startJars(location);
    const { findings } = await verifiedJars(service.url);
    await service.close();
    const found = findings.map(({ operation, code }) => [operation, code]);
    expect(found).toEqual(isFound ? [['create', 'header']] : []);
  });
});

/** A document about jars, whose refusals are declared so. */
function jarsDocument(refused: JsonObject, slash = ''): JsonObject {
  const members = { id: { type: 'integer' }, label: { type: 'string' } };
  const shown = { type: 'object', required: ['id', 'label'], properties: members };
  const label = { type: 'object', required: ['label'], properties: { label: members.label } };
  const [jar, list] = [jsonOf(shown), jsonOf({ type: 'array', items: shown })];
  return documentOf({
    [`/jars${slash}`]: {
      get: { responses: { 200: list } },
      post: { requestBody: jsonOf(label), responses: { 201: jar, 400: none } },
    },
    [`/jars/{id}${slash}`]: {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: jar, ...refused } },
      delete: { responses: { 204: none, ...refused } },
    },
  });
}

describe('paths that end in a slash', () => {
  it.each([
    ['are sent as the document has them', '/', 0],
    ['are not sent where the document has none', '', 2],
  ])('%s', async (_case, slash, code) => {
    folder.write('openapi.json', jarsDocument({ 404: none }, slash));
    const service = await startJars(() => undefined, 404, true);
    const run = await runVerify(service.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    await service.close();
    expect(run.code, run.stdout).toBe(code);
  });
});

describe('an item that is gone', () => {
  it.each<[string, number, readonly string[], number]>([
    ['404 where only that is declared', 404, ['404'], 0],
    ['410 where it is declared, too', 410, ['404', '410'], 0],
    ['410 where it is not declared', 410, ['404'], 1],
    ['409 where 410 is declared', 409, ['404', '410'], 1],
  ])('may answer %s', async (_case, status, declared, code) => {
    const refused = Object.fromEntries(declared.map((one) => [one, none]));
    folder.write('openapi.json', jarsDocument(refused));
    const service = await startJars(() => undefined, status);
    const run = await runVerify(service.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    await service.close();
    expect(run.code, run.stdout).toBe(code);
  });
});
