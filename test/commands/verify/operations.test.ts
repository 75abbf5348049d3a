// `verify` judges each operation of a document by what the document says of it, and names each that
// is wrong. The services answer the same to every call.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type CannedAnswer, documentOf, jsonOf, reads, startCanned } from '../../support/canned.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(
  paths: JsonObject,
  answers: Readonly<Record<string, CannedAnswer>>,
  options: Parameters<typeof runVerify>[1] = {},
): Promise<CommandRun> {
  folder.write('openapi.json', documentOf(paths));
  const service = await startCanned(answers);
  const run = await runVerify(service.url, { contract: 'openapi.json', ...options });
  await service.close();
  return run;
}

/** The codes of the findings by operation. */
function codesIn({ stdout }: CommandRun): Readonly<Record<string, string>> {
  const lines = [
    ...stdout.matchAll(/^\d+ {2}(.+?) violates the contract: [\s\S]*? {2}code +(\S+)/gm),
  ];
  return Object.fromEntries(lines.map(([, name = '', code = '']) => [name, code]));
}

const gauge = jsonOf({
  type: 'object',
  required: ['level'],
  properties: { level: { type: 'integer' } },
});

describe('verify, of operations that are about no rows', () => {
  it('asks only for paths that the document has', async () => {
    folder.write(
      'openapi.json',
      documentOf({ '/tide': reads({ 200: gauge }), '/wind/{day}': reads({ 200: gauge }) }),
    );
    const service = await startCanned({ '/tide': { body: { level: 1 } } });
    try {
      await runVerify(service.url, { contract: 'openapi.json', mode: 'write' });
    } finally {
      await service.close();
    }
    const paths = service.calls.map((call) => call.split(' ')[1] ?? '');
    expect(new Set(paths.map((path) => path.split('/')[1]))).toEqual(new Set(['tide']));
  });

  it('names each operation that is wrong, also if several are wrong in the same way', async () => {
    const answers: Readonly<Record<string, CannedAnswer>> = {
      '/tide': { body: { level: 'high' } },
      '/wind': { body: { level: 'low' } },
      '/rain': { status: 404, body: { level: 1 } },
      '/snow': { status: 500, body: { level: 1 } },
      '/hail': { status: 500, body: { level: 1 } },
      '/fog': { status: 202, body: { level: 1 } },
      '/dust': { body: '{"level": Infinity}' },
      '/smoke': { body: '{"level": 1}}' },
      '/dew': { body: { level: 3 } },
    };
    const paths = Object.fromEntries(
      Object.keys(answers).map((path) => [path, reads({ 200: gauge })]),
    );
    const run = await verified(paths, answers);
    expect(codesIn(run)).toEqual({
      'GET /tide': 'member-type',
      'GET /wind': 'member-type',
      'GET /rain': 'refused',
      'GET /snow': 'failed',
      'GET /hail': 'failed',
      'GET /fog': 'status',
      'GET /dust': 'body-not-json',
      'GET /smoke': 'body-not-json',
    });
    expect(run.code).toBe(1);
  });

  it('shows with a finding only what was sent to its operation', async () => {
    const run = await verified(
      { '/tide': reads({ 200: gauge }), '/wind': reads({ 200: gauge }) },
      { '/tide': { body: { level: 1 } }, '/wind': { body: {} } },
    );
    const [finding = ''] =
      /^1 {2}GET \/wind violates[\s\S]*?\n\n {3}repeat/m.exec(run.stdout) ?? [];
    expect(finding).toContain('sent      GET /wind 200');
    expect(finding).not.toContain('/tide');
  });
});

/** A value that a schema admits, and one that breaks it, by name. */
const FACETS: Readonly<Record<string, readonly [JsonObject, Json, Json]>> = {
  minLength: [{ type: 'string', minLength: 3 }, 'abc', 'ab'],
  maxLength: [{ type: 'string', maxLength: 3 }, 'abc', 'abcd'],
  pattern: [{ type: 'string', pattern: '^[A-Z]{2}-\\d+$' }, 'AB-1', 'ab-1'],
  minimum: [{ type: 'number', minimum: 0 }, 0, -1],
  maximum: [{ type: 'integer', maximum: 9 }, 9, 10],
  exclusiveMinimum: [{ type: 'number', exclusiveMinimum: 0 }, 0.5, 0],
  exclusiveMaximum: [{ type: 'number', exclusiveMaximum: 1 }, 0.5, 1],
  multipleOf: [{ type: 'number', multipleOf: 0.25 }, 1.75, 1.8],
  minItems: [{ type: 'array', minItems: 2 }, [1, 2], [1]],
  maxItems: [{ type: 'array', maxItems: 2 }, [1, 2], [1, 2, 3]],
  uniqueItems: [{ type: 'array', uniqueItems: true }, [1, 2], [{ a: 1 }, { a: 1 }]],
  minProperties: [{ type: 'object', minProperties: 1 }, { a: 1 }, {}],
  maxProperties: [{ type: 'object', maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  'date-time': [
    { type: 'string', format: 'date-time' },
    '2024-02-29T23:59:59.5+02:00',
    '2024-02-29',
  ],
  date: [{ type: 'string', format: 'date' }, '2024-02-29', '2023-02-29'],
  time: [{ type: 'string', format: 'time' }, '09:30:00Z', '9.30'],
  duration: [{ type: 'string', format: 'duration' }, 'P3DT4H', '3 days'],
  uuid: [{ type: 'string', format: 'uuid' }, '7d444840-9dc0-11d1-b245-5ffdce74fad2', '7d444840'],
  email: [{ type: 'string', format: 'email' }, 'ann@localhost', 'ann at example.com'],
  hostname: [{ type: 'string', format: 'hostname' }, 'a.example', 'a_b c'],
  ipv4: [{ type: 'string', format: 'ipv4' }, '10.0.0.1', '10.0.0.256'],
  ipv6: [{ type: 'string', format: 'ipv6' }, '::1', '10.0.0.1'],
  uri: [{ type: 'string', format: 'uri' }, 'http://localhost:3000/a?b=1', '/a'],
  'uri-reference': [{ type: 'string', format: 'uri-reference' }, '../a', 'a b<'],
  int32: [{ type: 'integer', format: 'int32' }, 2_147_483_647, 2_147_483_648],
  int64: [{ type: 'integer', format: 'int64' }, 9_007_199_254_740_991, 1e20],
  byte: [{ type: 'string', format: 'byte' }, 'aGVsbG8=', 'hell√∂'],
};

describe('verify, of what a document shows beyond types', () => {
  const paths = Object.fromEntries(
    Object.entries(FACETS).map(([name, [schema]]) => [
      `/${name}`,
      reads({ 200: jsonOf({ type: 'object', properties: { value: schema } }) }),
    ]),
  );
  const answering = (which: 1 | 2): Readonly<Record<string, CannedAnswer>> =>
    Object.fromEntries(
      Object.entries(FACETS).map(([name, row]) => [`/${name}`, { body: { value: row[which] } }]),
    );

  it('asserts bounds, patterns and the formats that it reads', async () => {
    const run = await verified(paths, answering(2), { json: { file: 'report.json' } });
    const { findings } = JSON.parse(folder.read('report.json')) as {
      findings: { route: string }[];
    };
    expect(findings.map(({ route }) => route).toSorted()).toEqual(
      Object.keys(FACETS)
        .map((name) => `GET /${name}`)
        .toSorted(),
    );
    expect(run.code).toBe(1);
  });

  it('takes values within them, null where it may be, and members that are not there', async () => {
    expect((await verified(paths, answering(1))).code).toBe(0);
    const nothing = Object.fromEntries(
      Object.keys(FACETS).map((name) => [`/${name}`, { body: {} }]),
    );
    expect((await verified(paths, nothing)).code).toBe(0);
  });

  it.each([
    ['json-pointer', 'no pointer'],
    ['url', 'no address'],
    ['sku', 'no number'],
  ])('asserts nothing of the format %s, which it does not read', async (format, value) => {
    const schema = { type: 'object', properties: { value: { type: 'string', format } } };
    const paths = { '/place': reads({ 200: jsonOf(schema) }) };
    expect((await verified(paths, { '/place': { body: { value } } })).code).toBe(0);
  });

  it.each([
    ['fields.format', ['date', 'pattern'], ['minimum', 'maxItems']],
    ['fields.bounds', ['minimum', 'maxItems'], ['date', 'pattern']],
  ] as const)('leaves open what --pin %s=accept leaves open', async (key, open, asserted) => {
    const names = [...open, ...asserted].map((name) => `/${name}`);
    const some = Object.fromEntries(names.map((name) => [name, paths[name] as JsonObject]));
    const run = await verified(some, answering(2), { pins: { [key]: 'accept' } });
    expect(Object.keys(codesIn(run)).toSorted()).toEqual(
      asserted.map((name) => `GET /${name}`).toSorted(),
    );
  });
});

/** Jars have bounds and formats, in requests and in answers; the service makes two members. */
const JAR: JsonObject = {
  type: 'object',
  required: ['id', 'label'],
  properties: {
    id: { type: 'integer', minimum: 1, readOnly: true },
    label: { type: 'string', minLength: 2, maxLength: 40 },
    weight: { type: 'number', minimum: 0, multipleOf: 0.5 },
    made: { type: 'string', format: 'date' },
    tags: { type: 'array', maxItems: 4, uniqueItems: true, items: { type: 'string' } },
    sealed: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const jar = jsonOf(JAR);
const jars: JsonObject = {
  '/jars': {
    get: { responses: { 200: jsonOf({ type: 'array', items: JAR }) } },
    post: { requestBody: { required: true, ...jar }, responses: { 201: jar } },
  },
  '/jars/{id}': {
    get: { responses: { 200: jar, 404: { description: '' } } },
    put: {
      requestBody: { required: true, ...jar },
      responses: { 200: jar, 404: { description: '' } },
    },
    patch: {
      requestBody: { required: true, ...jar },
      responses: { 200: jar, 404: { description: '' } },
    },
    delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
  },
};

describe('verify, of items with bounds and formats', () => {
  it.each([
    ['keeps them', {}, {}],
    // Whether a service refuses what breaks them is left open.
    [
      'takes from clients what breaks them',
      { 'fields.bounds': 'accept', 'fields.format': 'accept' },
      {},
    ],
    [
      'takes from clients what breaks them, in a run that learns all choices',
      { 'fields.bounds': 'accept', 'fields.format': 'accept' },
      { pins: { 'create.status': 201 } },
    ],
  ] as const)('spares a service that %s', async (_case, pins, options) => {
    folder.write('openapi.json', documentOf(jars));
    const serving = await startServing({ contract: 'openapi.json', profile: 'standin', pins });
    const run = await runVerify(serving.url, {
      contract: 'openapi.json',
      budget: 'standard',
      mode: 'write',
      ledgerFolder: '.standin',
      ...options,
    });
    await serving.close();
    expect([run.code, codesIn(run)], run.stdout).toEqual([0, {}]);
  });

  it.each([
    ['id', 0, 'GET list'],
    ['label', 'x', 'GET list'],
    ['weight', 0.3, 'GET list'],
    ['made', 'today', 'GET list'],
    ['tags', ['a', 'a'], 'GET list'],
    ['sealed', 'never', 'GET list'],
  ])('finds a list that shows %s as %j', async (member, value, name) => {
    const item = { id: 7, label: 'plum', sealed: '2024-05-06T07:08:09Z', [member]: value };
    const run = await verified(jars, { '/jars': { body: [item] }, '/jars/7': { body: item } });
    expect(codesIn(run)).toEqual({ [name]: 'member-type' });
  });
});
