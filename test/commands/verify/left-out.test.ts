// What a run leaves out of its source is in the line of the verdict, in each form of the report, and
// --require ends with 2.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { leftOutOf } from '../../../src/commands/verify/left-out.ts';
import type { SourceFacts } from '../../../src/project/source/project-files.ts';
import type { JsonReport } from '../../../src/verify/print/json.ts';
import { document, type Kites, startKites } from '../../bed/failing/kites.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
let kites: Kites;

beforeEach(async () => {
  kites = await startKites();
});

afterEach(() => kites.close());

/** The document with more paths. */
function withPaths(more: JsonObject): JsonObject {
  return { ...document, paths: { ...(document['paths'] as JsonObject), ...more } };
}

function verify(source: Json, given: Parameters<typeof runVerify>[1] = {}): Promise<CommandRun> {
  folder.write('openapi.json', source);
  return runVerify(kites.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    ...given,
  });
}

const ok: JsonObject = { responses: { 200: { description: '' } } };

describe('verify names in its verdict', () => {
  it.each<[string, JsonObject, string, string]>([
    [
      'a path that leads nowhere',
      { '/lost': { $ref: 'gone.yaml#/a' } },
      'gone.yaml, /lost',
      'this path leads nowhere; its operations are left out',
    ],
    [
      'a method that contracts have not',
      { '/seen': { trace: ok } },
      'TRACE /seen',
      'contracts have no TRACE',
    ],
    [
      'an answer that leads nowhere',
      { '/seen': { get: { responses: { 200: { $ref: '#/components/responses/None' } } } } },
      'GET /seen',
      'this answer leads nowhere; it counts as one without a body',
    ],
    [
      'a reference to another file that leads nowhere',
      { '/seen': { post: { ...ok, requestBody: { $ref: 'none.yaml' } } } },
      'none.yaml, POST /seen',
      'this body leads nowhere; any body is accepted',
    ],
  ])('%s', { timeout: 60_000 }, async (_, paths, what, why) => {
    const source = withPaths(paths);
    const told = await verify(source);
    expect(told.code, told.stderr).toBe(0);
    const text = told.stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain(`laws exercised; not verified: ${what}`);
    expect(text).toContain(why);
    const all = await verify(source, { required: 'all' });
    expect(all.code).toBe(2);
    expect(all.stdout.replaceAll(/\s+/g, ' ')).toContain(`Not verified: ${what.split(', ')[0]}: `);
  });

  it('what it sends only if asked, and that costs nothing', { timeout: 60_000 }, async () => {
    const source = withPaths({ '/fly': { post: ok } });
    const told = await verify(source, { json: 'print' });
    const report = JSON.parse(told.stdout) as JsonReport;
    expect(told.code).toBe(0);
    expect(report.notVerified).toEqual([
      {
        what: 'POST /fly',
        why: 'they may change anything (--write-actions sends them)',
        remedy: 'Use --write-actions to send them.',
        about: 'source',
        costs: 'nothing',
      },
    ]);
    expect((await verify(source, { required: 'all' })).code).toBe(2);
  });

  it('nothing of a document that is read whole', { timeout: 60_000 }, async () => {
    const told = await verify(document, { required: 'all' });
    expect(told.stdout).toContain('conforms to the contract\n');
    expect(told.code).toBe(0);
  });
});

describe('verify, of what a schema says and nothing reads', () => {
  const seen = (content: JsonObject): JsonObject => ({
    '/seen': { get: { responses: { 200: { description: '', content } } } },
  });
  const json = (schema: JsonObject): JsonObject => seen({ 'application/json': { schema } });
  it.each<[string, JsonObject, string]>([
    ['a format', json({ type: 'string', format: 'iban' }), 'the format "iban"'],
    ['a keyword', json({ type: 'object', properties: { a: { minimal: 3 } } }), '"minimal"'],
    ['a pattern', json({ type: 'string', pattern: '(' }), 'the pattern "("'],
    [
      'the parts of XML',
      seen({ 'application/xml': { schema: { type: 'object', required: ['a'] } } }),
      'application/xml',
    ],
  ])('names %s', { timeout: 60_000 }, async (_case, more, what) => {
    const told = await verify(withPaths(more));
    const verdict = /^[–✗] \S+ (.*(?:\n {2}.*)*)/m.exec(told.stdout)?.[1]?.replaceAll(/\s+/g, ' ');
    expect(verdict).toContain(`not verified: ${what}`);
    const required = await verify(withPaths(more), { required: 'all' });
    expect(required.code).not.toBe(0);
  });

  it('is read as far as that', { timeout: 60_000 }, async () => {
    const { paths, components } = JSON.parse(JSON.stringify(document));
    const [schema] = Object.values(components.schemas as Record<string, JsonObject>);
    Object.assign(schema ?? {}, { minimal: 1 });
    const told = await verify({ ...document, paths, components });
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('conforms as far as read: ');
    const report = await verify({ ...document, paths, components }, { json: { file: 'r.json' } });
    expect(report.code).toBe(0);
    const { verdict, notVerified } = JSON.parse(folder.read('r.json')) as JsonReport;
    expect([verdict, notVerified.map(({ about }) => about)]).toEqual(['partly', ['schemas']]);
  });
});

describe('verify, of a source with a mistake in standin.json', () => {
  it.each<[JsonObject, string]>([
    [{ '/kites': { list: { pages: { page: 'page' } } } }, '/~1kites/list: "schema" is missing'],
    [{ '/kitse': { title: 'a' } }, 'Did you mean "/kites"?'],
    [{ 'GET /kites': { outcomes: { okay: { status: 200 } } } }, 'okay: is not a known field'],
  ])('ends with 2 for %j', async (overrides, message) => {
    folder.write('standin.json', overrides);
    const { code, stdout, stderr } = await verify(document);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('standin.json');
    expect(stderr).toContain(message);
    expect(kites.calls('GET /kites')).toBe(0);
  });
});

describe('leftOutOf', () => {
  const facts: SourceFacts = { kind: 'openapi', place: 'api.yaml', taken: [], notes: [] };

  it('joins the reasons for the same parts, and names three', () => {
    const leftOut = ['GET /a', 'PUT /a', 'POST /a', 'DELETE /a', 'GET /b'];
    const notes = ['one', 'two'].map((message) => ({ place: 'x', message, leftOut }));
    expect(leftOutOf({ ...facts, notes })).toMatchObject([
      { what: 'GET /a, PUT /a, POST /a and 2 more', why: 'one; two', costs: 'partly' },
    ]);
  });

  it('says nothing of notes on what is not left out', () => {
    expect(leftOutOf({ ...facts, notes: [{ place: 'x', message: 'odd' }] })).toEqual([]);
  });
});
