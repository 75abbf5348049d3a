// Written tests send the parameters that operations require.

import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../../src/contract/contract.ts';
import { usualStyle } from '../../../../src/contract/declared.ts';
import { Schemas } from '../../../../src/schema/schema.ts';
import { kitOf } from '../../../../src/verify/print/vitest/kit.ts';

const schemas = new Schemas(new Map([['flag', { type: 'boolean', default: true }]]));
const parameter = (place: 'query' | 'header' | 'cookie', name: string) => ({
  in: place,
  name,
  required: true,
  schema: 'flag',
  examples: [],
  ...usualStyle(place),
});

function kit(parameters: readonly ReturnType<typeof parameter>[]): string {
  const operation = { summary: '', source: '', outcomes: {} };
  const operations = { create: { ...operation, parameters }, read: operation };
  const contract = { path: '/depots', id: 'id', operations } as unknown as Contract;
  return kitOf({ baseUrl: 'http://127.0.0.1', contract, schemas, idAt: { kind: 'list' } });
}

describe('kitOf', () => {
  it('adds the parameters to each request that needs them', async () => {
    const text = kit([
      parameter('query', 'notify'),
      parameter('header', 'X-Shop'),
      parameter('cookie', 'sid'),
    ]);
    const sent: [string, RequestInit][] = [];
    const source = stripTypeScriptTypes(
      text.slice(text.indexOf('const base'), text.indexOf('beforeEach(')) +
        text.slice(text.indexOf('async function send'), text.indexOf('function parsed')),
    );
    const answer = { ok: true, status: 200, headers: new Headers(), text: async () => '' };
    const send = new Function('fetch', 'parsed', `${source}; return send;`)(
      async (url: string, init: RequestInit) => {
        sent.push([url, init]);
        return answer;
      },
      () => null,
    ) as (method: string, path: string, text?: string) => Promise<unknown>;
    await send('POST', '/depots', '{}');
    await send('POST', '/depots?notify=false', '{}');
    await send('GET', '/depots/1');
    expect(sent.map(([url]) => url)).toEqual([
      'http://127.0.0.1/depots?notify=true',
      'http://127.0.0.1/depots?notify=false',
      'http://127.0.0.1/depots/1',
    ]);
    const fields = sent.map(([, { headers }]) => new Headers(headers));
    expect(fields.map((one) => [one.get('x-shop'), one.get('cookie')])).toEqual([
      ['true', 'sid=true'],
      ['true', 'sid=true'],
      [null, null],
    ]);
  });

  it('has nothing of them where none are required', () => {
    expect(kit([])).not.toContain('required');
    expect(kit([])).toContain('await fetch(base + path, {');
  });
});
