// The OpenAPI document, judged by two who did not write it: a linter, and a proxy that holds the
// traffic of the mock against it.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lintFromString, type RawUniversalConfig } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../bench/free-port.ts';
import { describeOpenApi } from '../src/commands/print/openapi.ts';
import type { Serving } from '../src/commands/serve/serve.ts';
import { choices } from '../src/contract/choices.ts';
import { root } from './support/root.ts';
import { startServing } from './support/serving.ts';

const places = { contract: join(root, 'contracts'), db: join(root, 'db.json'), profile: 'standin' };
const folder = mkdtempSync(join(tmpdir(), 'standin-openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * All recommended rules but those of the licence: under which one an interface is offered is not
 * for its mock to say.
 */
const RULES = {
  extends: ['recommended'],
  rules: { 'info-license': 'off', 'info-license-strict': 'off' },
} as const satisfies RawUniversalConfig;

function documentOf(pins: Record<string, unknown>): Promise<string> {
  const profile = join(folder, `${Object.values(pins).join('-') || 'default'}.json`);
  writeFileSync(profile, JSON.stringify({ profile: 'try', choices: pins }));
  return describeOpenApi({
    places: { ...places, profile },
    server: 'http://127.0.0.1:3000',
    version: '0.1.0',
  });
}

describe('openApiDocument', () => {
  const variations: readonly Record<string, unknown>[] = [
    {},
    {
      'create.body': 'wrapped',
      'replace.body': 'none',
      'remove.body': 'record',
      'remove.status': 200,
    },
    { 'create.body': 'id', 'error.shape': 'message', 'update.media': 'json-patch' },
    { 'error.shape': 'none', 'update.media': 'none', 'cache.validator': 'none' },
    { 'error.shape': 'empty-object', 'update.media': 'merge-patch', 'access.writes': 'refuse' },
    {
      'auth.scheme': 'bearer',
      'limit.requests': 60,
      'replace.missing': 'create',
      'removed.status': 410,
    },
    { 'auth.scheme': 'api-key', 'auth.header': 'API-Key', 'query.parameters': 'refuse' },
    { 'query.dialect': 'json-server-0' },
    { 'query.dialect': 'json-server-1' },
  ];

  it.each(variations)('passes the linter with %j', async (pins) => {
    const config = await createConfig(RULES);
    const source = await documentOf(pins);
    const problems = await lintFromString({
      source,
      absoluteRef: join(folder, 'openapi.json'),
      config,
    });
    expect(
      problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId} ${message}`),
    ).toEqual([]);
  });

  it('fails the linter if a fault is planted in it', async () => {
    const config = await createConfig(RULES);
    const source = (await documentOf({})).replace(
      '"#/components/schemas/user"',
      '"#/components/schemas/usr"',
    );
    const problems = await lintFromString({
      source,
      absoluteRef: join(folder, 'planted.json'),
      config,
    });
    expect(problems.map((problem) => problem.ruleId)).toContain('no-unresolved-refs');
  });

  it.each([
    ['none', [], false],
    [
      'json-server-0',
      ['q', '_sort', '_order', '_page', '_limit', '_start', '_end', 'filters'],
      false,
    ],
    ['json-server-1', ['_where', '_sort', '_page', '_per_page', 'filters'], true],
  ])(
    'names the parameters of the dialect %s, and its envelope',
    async (dialect, names, isEnveloped) => {
      const document = JSON.parse(await documentOf({ 'query.dialect': dialect }));
      const { get, post } = document.paths['/users'];
      expect((get.parameters ?? []).map((parameter: { name: string }) => parameter.name)).toEqual(
        names,
      );
      expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
        'Idempotency-Key',
      ]);
      const { schema } = get.responses['200'].content['application/json'];
      expect(schema.anyOf?.[1].properties.data).toEqual(isEnveloped ? schema.anyOf[0] : undefined);
    },
  );

  it('names the header of an idempotency key if a creation reads it', async () => {
    const keyOf = async (option: string): Promise<unknown> => {
      const document = JSON.parse(await documentOf({ 'create.idempotency': option }));
      return document.paths['/users'].post.parameters?.[0];
    };
    expect(await keyOf('ignore')).toBeUndefined();
    const key = { name: 'Idempotency-Key', in: 'header' };
    expect(await keyOf('replay')).toMatchObject({ ...key, required: false });
    expect(await keyOf('require')).toMatchObject({ ...key, required: true });
  });

  it('declares each status that the profile chose', async () => {
    const document = JSON.parse(
      await documentOf({ 'create.status': 202, 'missing.status': 400, 'stale.status': 409 }),
    );
    expect(Object.keys(document.paths['/users'].post.responses)).toContain('202');
    expect(Object.keys(document.paths['/users/{id}'].put.responses)).toEqual(
      expect.arrayContaining(['200', '400', '404', '409', '422']),
    );
    expect(choices['create.status'].options).toContain(202);
  });
});

describe('serve behind a validating proxy', { timeout: 60_000 }, () => {
  let serving: Serving;
  let strict: { child: ChildProcess; url: string };
  let lenient: { child: ChildProcess; url: string };

  beforeAll(async () => {
    const file = join(folder, 'served.json');
    writeFileSync(file, await documentOf({}));
    serving = await startServing(places);
    [strict, lenient] = await Promise.all([
      startProxy(file, serving.url, ['--errors']),
      startProxy(file, serving.url, []),
    ]);
  }, 60_000);

  afterAll(async () => {
    strict?.child.kill();
    lenient?.child.kill();
    await serving?.close();
  });

  const user = {
    name: 'Zoë',
    email: 'zoe@example.com',
    skills: ['js'],
    address: { city: 'Gent', district: 'Centrum' },
  };
  const json = { 'content-type': 'application/json' };
  const good: readonly [name: string, path: string, init: RequestInit, status: number][] = [
    ['the list', '/users', {}, 200],
    ['one', '/users/1', {}, 200],
    ['an unknown id', '/users/4711', {}, 404],
    ['a creation', '/users', { method: 'POST', headers: json, body: JSON.stringify(user) }, 201],
    [
      'a replacement',
      '/users/1',
      { method: 'PUT', headers: json, body: JSON.stringify(user) },
      200,
    ],
    [
      'a replacement of an unknown id',
      '/users/4711',
      { method: 'PUT', headers: json, body: JSON.stringify(user) },
      404,
    ],
    [
      'a replacement without a name',
      '/users/1',
      { method: 'PUT', headers: json, body: '{"email":"a@b.co"}' },
      422,
    ],
    [
      'a merge patch',
      '/users/2',
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: '{"isPremium":true}',
      },
      200,
    ],
    [
      'a merge patch as plain JSON',
      '/users/2',
      { method: 'PATCH', headers: json, body: '{"isPremium":false}' },
      200,
    ],
    [
      'a merge patch that does not fit',
      '/users/2',
      { method: 'PATCH', headers: json, body: '{"name":1}' },
      422,
    ],
    [
      'a merge patch of an unknown id',
      '/users/4711',
      { method: 'PATCH', headers: json, body: '{}' },
      404,
    ],
    [
      'a stale change',
      '/users/2',
      { method: 'PUT', headers: { ...json, 'if-match': '"old"' }, body: JSON.stringify(user) },
      412,
    ],
    ['an unchanged list', '/users', { headers: { 'if-none-match': '*' } }, 304],
    ['a removal', '/users/3', { method: 'DELETE' }, 204],
    ['a removal again', '/users/3', { method: 'DELETE' }, 404],
    ['the methods', '/users', { method: 'OPTIONS' }, 204],
  ];

  it.each(good)('lets pass %s', async (_name, path, init, status) => {
    const reply = await fetch(strict.url + path, init);
    expect({ status: reply.status, violations: reply.headers.get('sl-violations') }).toEqual({
      status,
      violations: null,
    });
  });

  // What the proxy would stop as a bad request is sent by one that only reports: nothing of it may
  // be about the answer.
  const bad: readonly [name: string, path: string, init: RequestInit, status: number][] = [
    ['an id that is no number', '/users/abc', {}, 404],
    [
      'a body of another type',
      '/users',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' },
      415,
    ],
    [
      'a body that does not fit',
      '/users',
      { method: 'POST', headers: json, body: '{"name":1}' },
      422,
    ],
    ['a body that is no object', '/users', { method: 'POST', headers: json, body: '[1]' }, 422],
    [
      'a body over the limit',
      '/users',
      { method: 'POST', headers: json, body: `{"name":"${'x'.repeat(1_100_000)}"}` },
      413,
    ],
    ['an Accept that cannot be met', '/users', { headers: { accept: 'text/html' } }, 406],
  ];

  it.each(bad)('finds no fault in the answer to %s', async (_name, path, init, status) => {
    const reply = await fetch(lenient.url + path, init);
    const violations: { location: string[] }[] = JSON.parse(
      reply.headers.get('sl-violations') ?? '[]',
    );
    expect({
      status: reply.status,
      ofResponse: violations.filter(({ location }) => location[0] === 'response'),
    }).toEqual({
      status,
      ofResponse: [],
    });
  });

  // Not sent through the proxy: HEAD (it reads the empty body as JSON and fails) and JSON Patch (it
  // checks the body against the first media type that ends in +json, whatever the request says).
});

async function startProxy(
  file: string,
  upstream: string,
  flags: readonly string[],
): Promise<{ child: ChildProcess; url: string }> {
  const port = await findFreePort();
  const script = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [script, 'proxy', file, upstream, '--port', String(port), ...flags],
    {
      env: { ...process.env, SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listening')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`the proxy ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}
