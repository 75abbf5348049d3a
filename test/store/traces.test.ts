// Traces by the real API of OpenTelemetry, with a provider that writes spans to a file.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
let folder: string;
beforeAll(async () => {
  database = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'standin-traces-'));
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.close();
});

interface WrittenSpan {
  readonly name: string;
  readonly id: string;
  readonly trace: string;
  readonly parent: string | null;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

const spans = (): readonly WrittenSpan[] =>
  readFileSync(join(folder, 'spans'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WrittenSpan);

/** What a program has that is traced. */
function provider(): Readonly<Record<string, string>> {
  const api = JSON.stringify(createRequire(import.meta.url).resolve('@opentelemetry/api'));
  writeFileSync(
    join(folder, 'tracing.cjs'),
    `const { propagation, trace } = require(${api});
    const { appendFileSync } = require('node:fs');
    let count = 0;
    propagation.setGlobalPropagator({
      fields: () => ['traceparent'],
      inject() {},
      extract(context, carrier, getter) {
        const [, traceId, spanId] = /^00-(\\w+)-(\\w+)-/.exec(getter.get(carrier, 'traceparent') ?? '') ?? [];
        return traceId === undefined ? context : trace.setSpanContext(context, { traceId, spanId, traceFlags: 1 });
      },
    });
    trace.setGlobalTracerProvider({ getTracer: () => ({
      startSpan(name, { kind, startTime, attributes = {} }, context) {
        const above = trace.getSpanContext(context);
        const own = { traceId: above?.traceId ?? 't' + ++count, spanId: 's' + ++count, traceFlags: 1 };
        return {
          spanContext: () => own,
          setStatus() {},
          end: (at) => appendFileSync(${JSON.stringify(join(folder, 'spans'))}, JSON.stringify({
            name, kind, attributes, id: own.spanId, trace: own.traceId, parent: above?.spanId ?? null, ms: at - startTime,
          }) + '\\n'),
        };
      },
    }) });`,
  );
  return { NODE_OPTIONS: `--require ${join(folder, 'tracing.cjs')}` };
}

function storeOf(schema: string): string {
  return `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}&schema=${schema}`;
}

describe('a mock whose program registers a provider', () => {
  it('makes a span of each call, below that of the client, and of the store', async () => {
    await using mock = await serve(['--store', storeOf('traced')], { env: provider() });
    await fetch(`${mock.url}/users/1?secret=sesame`, {
      headers: { traceparent: '00-aaaa-bbbb-01', 'standin-world': 'alice' },
    });
    await fetch(`${mock.url}/users/987654321`);
    await fetch(`${mock.url}/nothing`);
    await expect.poll(() => existsSync(join(folder, 'spans')) && spans().length).toBe(6);
    const calls = spans().filter(({ name }) => name !== 'store');
    expect(calls.map(({ name }) => name)).toEqual(['GET /users/{id}', 'GET /users/{id}', 'GET']);
    expect(calls[0]).toMatchObject({
      kind: 1,
      trace: 'aaaa',
      parent: 'bbbb',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/users/{id}',
        'http.response.status_code': 200,
        'standin.operation': 'read',
        'standin.situation': 'ok',
        'standin.decided_by': expect.any(String),
        'standin.world': 'alice',
      },
    });
    expect(calls[1]?.attributes).toMatchObject({
      'http.response.status_code': 404,
      'standin.situation': 'missing',
      'standin.world': 'main',
    });
    const stores = spans().filter(({ name }) => name === 'store');
    expect(stores.map(({ parent }) => parent)).toEqual(calls.map(({ id }) => id));
    for (const [index, { ms }] of stores.entries()) {
      expect(ms).toBeGreaterThan(0);
      expect(calls[index]?.ms).toBeGreaterThan(0);
    }
    expect(JSON.stringify(spans())).not.toMatch(/sesame|987654321/);
  });
});

describe('a mock without a provider', () => {
  it('loads nothing of it', async () => {
    const hook = join(folder, 'hook.mjs');
    const loaded = join(folder, 'loaded');
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module';
      import { appendFileSync } from 'node:fs';
      registerHooks({ resolve(name, context, next) {
        if (/opentelemetry|traces/.test(name)) appendFileSync(${JSON.stringify(loaded)}, name);
        return next(name, context);
      } });`,
    );
    await using mock = await serve([], { env: { NODE_OPTIONS: `--import ${hook}` } });
    expect((await fetch(`${mock.url}/users/1`)).status).toBe(200);
    expect(existsSync(loaded)).toBe(false);
    // The hook sees what is loaded with a provider.
    const env = { NODE_OPTIONS: `${provider()['NODE_OPTIONS']} --import ${hook}` };
    await using traced = await serve([], { env });
    expect((await fetch(`${traced.url}/users/1`)).status).toBe(200);
    expect(readFileSync(loaded, 'utf8')).toContain('@opentelemetry/api');
  });
});
