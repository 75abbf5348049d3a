// Each media type that a read declares is asked for once, and each value that a path names.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type CannedAnswer, documentOf, reads, startCanned } from '../../support/canned.ts';
import { type ShelfOptions, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const way = {
  contract: 'openapi.json',
  budget: 'quick',
  ledgerFolder: '.standin',
  json: { file: 'report.json' },
} as const;

interface Report {
  readonly found: readonly string[];
  readonly notes: string;
  readonly verdict: string;
}

function report(): Report {
  const { findings, notes, verdict } = JSON.parse(folder.read('report.json'));
  const found = findings.map(
    (one: { route?: string; operation: string; code: string }) =>
      `${one.route ?? one.operation}: ${one.code}`,
  );
  return { found, notes: notes.join('\n'), verdict };
}

const csv = { 'text/csv': { schema: { type: 'string', pattern: '^slug,title\r\n' } } };
const html = { 'text/plain': { schema: { type: 'string' } } };

async function shelf(
  more: { readonly list?: JsonObject; readonly read?: JsonObject },
  answer: NonNullable<ShelfOptions['answer']>,
): Promise<Report & { readonly calls: readonly string[] }> {
  const document = JSON.parse(JSON.stringify(shelfDocument()));
  Object.assign(document.paths['/jars'].get.responses[200].content, more.list ?? {});
  Object.assign(document.paths['/jars/{id}'].get.responses[200].content, more.read ?? {});
  folder.write('openapi.json', JSON.stringify(document));
  const asked: string[] = [];
  await using service = await startShelf({
    rows: [{ id: 1, label: 'a' }],
    answer: (call, right, all) => {
      const { accept } = call.headers;
      if (accept !== 'application/json') asked.push(`${call.method} ${call.path} ${accept}`);
      return answer(call, right, all);
    },
  });
  await runVerify(service.url, { ...way, mode: 'write' });
  return { ...report(), calls: asked };
}

describe('a second media type of a list or an item', () => {
  it('is asked for once, and what is right is right', async () => {
    const { found, calls, verdict } = await shelf(
      { list: csv, read: html },
      ({ headers, id }, right) => {
        if (headers['accept'] === 'text/csv')
          return { status: 200, type: 'text/csv', body: 'slug,title\r\n' };
        if (headers['accept'] === 'text/plain' && id !== undefined)
          return { status: 200, type: 'text/plain', body: 'a' };
        return right();
      },
    );
    expect([found, verdict]).toEqual([[], 'conforms']);
    expect(calls.filter((one) => one === 'GET /jars text/csv')).toHaveLength(1);
    expect(calls.filter((one) => one.endsWith('text/plain'))).toHaveLength(1);
  });

  it.each<[string, JsonObject, string, CannedAnswer, readonly string[]]>([
    [
      'a list of another first line',
      { list: csv },
      'text/csv',
      { type: 'text/csv', body: 'title\r\n' },
      ['list: body-type'],
    ],
    [
      'a list of another media type',
      { list: csv },
      'text/csv',
      { type: 'text/html', body: '<p>' },
      ['list: media-type'],
    ],
    ['an item that fails', { read: html }, 'text/plain', { status: 500 }, ['read: failed']],
    [
      'an item as a page',
      { read: html },
      'text/plain',
      { type: 'text/html', body: '<p>' },
      ['read: media-type'],
    ],
  ])('is a finding: %s', async (_case, more, accept, wrong, codes) => {
    const { found } = await shelf(more, ({ headers, method, id }, right) =>
      headers['accept'] === accept && method === 'GET' && (id === undefined) === 'list' in more
        ? ({ status: 200, ...wrong } as never)
        : right(),
    );
    expect(found).toEqual(codes);
  });

  it('is a note if it never comes', async () => {
    const never = await shelf({ list: csv }, (_, right) => right());
    expect([never.found, never.verdict]).toEqual([[], 'conforms']);
    expect(never.notes).toContain(
      'GET /jars never answered as text/csv: it was asked for, and application/json came',
    );
    const refused = await shelf({ list: csv }, ({ headers }, right) =>
      headers['accept'] === 'text/csv' ? { status: 406 } : right(),
    );
    expect(refused.notes).toContain('GET /jars refused to answer as text/csv, with 406');
  });
});

describe('an operation without rows', () => {
  const types = { 'application/json': { schema: { type: 'object' } }, ...csv };
  it('is asked for each of its media types', async () => {
    folder.write(
      'openapi.json',
      documentOf({ '/x': reads({ 200: { description: '', content: types } }) }),
    );
    const service = await startCanned({ '/x': { body: {} } });
    await runVerify(service.url, way);
    await service.close();
    // The first call of the run is one of them, too.
    const asked = new Set(service.calls.filter((one) => one.startsWith('GET /x')));
    expect([...asked]).toEqual(['GET /x application/json', 'GET /x text/csv']);
    expect(report().notes).toContain('GET /x never answered as text/csv');
  });

  const parameter = (schema: JsonObject): Json => ({
    in: 'path',
    name: 'period',
    required: true,
    schema,
  });
  it('is sent with each value that its path names', async () => {
    const period = parameter({ type: 'string', enum: ['day', 'week', 'month'] });
    const ok = { 200: { description: '', content: { 'application/json': {} } } };
    folder.write('openapi.json', documentOf({ '/reports/{period}': reads(ok, [period]) }));
    const good = { body: {} };
    const service = await startCanned({
      '/reports/day': good,
      '/reports/week': { status: 500 },
      '/reports/month': good,
    });
    await runVerify(service.url, way);
    await service.close();
    expect(report().found).toEqual(['GET /reports/{period}: failed']);
  });
});

describe('a collection below a value that its path names', () => {
  it('is verified below the first one', async () => {
    const document = JSON.parse(JSON.stringify(shelfDocument()));
    const region = { in: 'path', name: 'region', required: true, schema: { enum: ['eu', 'us'] } };
    const paths = Object.fromEntries(
      Object.entries<{ parameters?: Json[] }>(document.paths).map(([path, item]) => [
        `/{region}${path}`,
        { ...item, parameters: [...(item.parameters ?? []), region] },
      ]),
    );
    folder.write('openapi.json', JSON.stringify({ ...document, paths }));
    await using service = await startShelf({ path: '/eu/jars' });
    const { code, stdout } = await runVerify(service.url, { ...way, mode: 'write' });
    expect([code, report().verdict], stdout).toEqual([0, 'conforms']);
    expect(service.calls.filter((one) => one.startsWith('POST /eu/jars')).length).toBeGreaterThan(
      3,
    );
  });
});
