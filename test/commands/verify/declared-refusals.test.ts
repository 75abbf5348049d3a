// Documents that declare with a body how invalid requests are refused, and services that accept each of
// them, some of them, or none.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { Schemas } from '../../../src/schema/schema.ts';
import {
  type ShelfAnswer,
  type ShelfCall,
  shelfDocument,
  startShelf,
} from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const members: JsonObject = {
  label: { type: 'string', minLength: 1, maxLength: 60 },
  size: { type: 'integer', minimum: 0, maximum: 500 },
  lid: { enum: ['cork', 'glass'] },
};
const required = ['label', 'size'];
const made = { madeAt: { type: 'string', format: 'date-time', readOnly: true } };
const problem = {
  description: '',
  content: { 'application/json': { schema: { type: 'object', required: ['title'] } } },
};
const body: Json = { title: 'refused' };

const REFUSED = ['creation', 'replacement', 'update'].map(
  (one) => `refused-${one}-changes-nothing`,
);

interface Given {
  readonly declares?: JsonObject;
  /** Whether a method looks at a body that is wrong in this way. */
  readonly validates?: (method: string, sent: Json | undefined) => boolean;
  readonly stored?: (sent: JsonObject) => JsonObject;
  readonly pins?: JsonObject;
  readonly answer?: (call: ShelfCall, right: () => ShelfAnswer) => ShelfAnswer;
  readonly change?: (document: JsonObject) => void;
}

async function verified(given: Given = {}) {
  const { declares = { 422: problem }, validates = () => true } = given;
  const document = shelfDocument({
    members,
    required,
    made,
    item: ['get', 'put', 'patch', 'delete'],
    refused: { 404: { description: '' }, ...declares },
    created: declares,
  });
  given.change?.(document);
  folder.write('openapi.json', JSON.stringify(document));
  const checker = createChecker(
    new Schemas(
      new Map([
        ['whole', { type: 'object', required, properties: members }],
        ['part', { type: 'object', properties: members }],
      ]),
    ),
  );
  const stored = given.stored ?? ((sent) => ({ madeAt: '2020-01-01T00:00:00Z', ...sent }));
  await using shelf = await startShelf({
    stored: (sent) => {
      const { madeAt: _, ...rest } = sent;
      return { ...stored(rest) };
    },
    answer: (call, right) => {
      const { method, body: sent } = call;
      const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH';
      const schema = method === 'PATCH' ? 'part' : 'whole';
      if (isWrite && (sent === undefined || !isObject(sent))) return { status: 400, body };
      if (isWrite && validates(method, sent)) {
        const flaws = checker.check(schema, sent ?? null);
        if (flaws.length > 0) return { status: 422, body };
      }
      return given.answer?.(call, right) ?? right();
    },
  });
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    laws: given.change === undefined ? REFUSED : [],
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
    ...(given.pins === undefined ? {} : { pins: given.pins }),
  });
  const report = JSON.parse(folder.read('report.json')) as {
    findings: { operation: string; code: string }[];
    notVerified: { what: string; why: string }[];
    notes: string[];
  };
  return {
    code,
    found: report.findings.map((one) => `${one.operation}: ${one.code}`),
    gaps: report.notVerified.map(({ what }) => what),
    notes: report.notes.filter((one) => one.includes('invalid bodies')),
    left: shelf.jars.size,
  };
}

const SPARED = { code: 0, found: [], gaps: [], notes: [], left: 0 };

describe('invalid bodies where 422 is declared', () => {
  it('are refused by a correct service, which may ignore what only it writes', async () => {
    expect(await verified()).toEqual(SPARED);
  }, 60_000);

  it.each([
    ['POST', 'create'],
    ['PUT', 'replace'],
    ['PATCH', 'update'],
  ])('are a finding if %s accepts each of them', { timeout: 60_000 }, async (method, operation) => {
    const { code, found, left } = await verified({ validates: (one) => one !== method });
    expect({ code, found, left }).toEqual({ code: 1, found: [`${operation}: accepted`], left: 0 });
  });

  it('are a note if some are refused, which says what is wrong with one', async () => {
    const isLacking = (sent: Json | undefined): boolean =>
      sent !== undefined && isObject(sent) && !('size' in sent);
    const told = await verified({
      validates: (method, sent) => method !== 'POST' || !isLacking(sent),
    });
    expect(told.found).toEqual([]);
    expect(told.notes).toEqual([
      'The contract leaves open whether create accepts invalid bodies. The service accepted one: one without "size"',
    ]);
  }, 60_000);
});

describe('invalid bodies where 400 alone is declared', () => {
  const declares = { 400: problem };
  /** Takes anything, and shows nothing that its schema forbids. */
  const lenient = (sent: JsonObject): JsonObject => ({
    madeAt: '2020-01-01T00:00:00Z',
    label: typeof sent['label'] === 'string' ? sent['label'].slice(0, 60) || 'jar' : 'jar',
    size: Number.isInteger(sent['size']) ? Math.min(Math.abs(Number(sent['size'])), 500) : 0,
    ...(sent['lid'] === 'cork' || sent['lid'] === 'glass' ? { lid: sent['lid'] } : {}),
  });
  const validates = (): boolean => false;

  it('are a finding if the answer shows what its own schema forbids', async () => {
    const { code, found } = await verified({ declares, validates });
    expect(code).toBe(1);
    expect(found).toContain('create: accepted');
    expect(found).toContain('replace: accepted');
  }, 60_000);

  it('are named if nothing else shows that they should be refused', async () => {
    const { code, found, gaps } = await verified({
      declares,
      validates: (method) => method !== 'POST',
      stored: lenient,
    });
    expect({ code, found, gaps }).toEqual({
      code: 0,
      found: [],
      gaps: ['the refusals of POST /jars'],
    });
  }, 60_000);

  it('are a finding if you pin the status', async () => {
    const { code, found } = await verified({
      declares,
      validates: (method) => method !== 'POST',
      stored: lenient,
      pins: { 'invalid.status': 400 },
    });
    expect(code).toBe(1);
    expect(found).toContain('create: accepted');
  }, 60_000);

  it('say nothing where no body of the refusal is declared', async () => {
    const { found, gaps } = await verified({
      declares: { 400: { description: '' } },
      validates,
      stored: lenient,
    });
    expect({ found, gaps }).toEqual({ found: [], gaps: [] });
  }, 60_000);
});

describe('a header field that reads require', () => {
  const change = (document: JsonObject): void => {
    const shelf = { in: 'header', name: 'X-Shelf', required: true, schema: { type: 'string' } };
    for (const path of Object.values(document['paths'] as Record<string, Record<string, Json>>)) {
      path['parameters'] = [...((path['parameters'] ?? []) as Json[]), shelf];
      const { responses } = path['get'] as { responses: Record<string, Json> };
      responses['400'] = problem;
    }
  };
  const enforced = ({ headers }: ShelfCall, right: () => ShelfAnswer): ShelfAnswer =>
    headers['x-shelf'] === undefined ? { status: 400, body } : right();

  it('is required by a correct service', async () => {
    expect(await verified({ change, answer: enforced })).toEqual(SPARED);
  }, 60_000);

  it('is named if the service answers without it', async () => {
    const { code, found, gaps } = await verified({ change });
    expect({ code, found, gaps }).toEqual({
      code: 0,
      found: [],
      gaps: ['X-Shelf of GET /jars'],
    });
  }, 60_000);

  it('is a finding then if you pin it', async () => {
    const { code, found } = await verified({ change, pins: { 'parameters.unfit': 'refuse' } });
    expect(code).toBe(1);
    expect(found).toContain('read: drifted');
  }, 60_000);
});
