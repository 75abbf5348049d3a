// `verify` judges streams item by item: events, JSON Lines, JSON text sequences. Each planted fault is
// in a service whose other answers are correct.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type CannedAnswer, documentOf, reads, startCanned } from '../../support/canned.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const GUST: JsonObject = {
  type: 'object',
  required: ['knots'],
  properties: { knots: { type: 'integer', minimum: 0 }, at: { type: 'string' } },
};
const gust = { $ref: '#/components/schemas/Gust' };

const EVENTS = 'text/event-stream';
const LINES = 'application/jsonl';
const SEQUENCE = 'application/json-seq';

const declared = (type: string, media: JsonObject): JsonObject =>
  reads({ 200: { description: '', content: { [type]: media } } });

interface Found {
  readonly route: string;
  readonly at: string;
  readonly message: string;
}

async function verified(
  document: JsonObject,
  answers: Readonly<Record<string, CannedAnswer>>,
  timeoutSeconds?: number,
): Promise<{
  readonly code: number;
  readonly findings: readonly Found[];
  readonly notes: readonly string[];
}> {
  folder.write('openapi.json', document);
  const service = await startCanned(answers);
  const { code } = await runVerify(service.url, {
    contract: 'openapi.json',
    json: { file: 'report.json' },
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
  await service.close();
  const report = JSON.parse(folder.read('report.json')) as {
    findings: Found[];
    notes: string[];
  };
  return { code, findings: report.findings, notes: report.notes };
}

/** The places of findings, and what they say before the name of the operation. */
async function foundIn(
  type: string,
  media: JsonObject,
  answer: CannedAnswer,
): Promise<readonly string[]> {
  const document = documentOf({ '/gusts': declared(type, media) }, { Gust: GUST });
  const { findings } = await verified(document, { '/gusts': { type, ...answer } });
  return findings.map(({ at, message }) => `${at} ${message.replace(/ \(.*$/, '')}`);
}

const lines = (...items: readonly Json[]): string =>
  items.map((one) => `${JSON.stringify(one)}\n`).join('');
const events = (...items: readonly Json[]): string =>
  items.map((one, index) => `id: ${index}\ndata: ${JSON.stringify(one)}\n\n`).join('');
const records = (...items: readonly Json[]): string =>
  items.map((one) => `\x1e${JSON.stringify(one)}\n`).join('');

const good = [{ knots: 3 }, { knots: 8, at: 'quay' }, { knots: 0 }];
const bad = [{ knots: 3 }, { knots: 'eight' }];

const ofEvent = (data: JsonObject): JsonObject => ({
  itemSchema: { type: 'object', required: ['data'], properties: { data, id: { type: 'string' } } },
});
const content = { type: 'string', contentMediaType: 'application/json', contentSchema: gust };

const KINDS: readonly [what: string, type: string, media: JsonObject, write: typeof lines][] = [
  ['lines by itemSchema', LINES, { itemSchema: gust }, lines],
  ['lines by the items of a list', LINES, { schema: { type: 'array', items: gust } }, lines],
  ['lines by a schema of one', 'application/x-ndjson', { schema: gust }, lines],
  ['a sequence', SEQUENCE, { itemSchema: gust }, records],
  ['events', EVENTS, ofEvent(gust), events],
  ['events with a content', EVENTS, ofEvent(content), events],
  ['events by a schema of their data', EVENTS, { schema: gust }, events],
];

describe('verify judges streams', () => {
  it.each(KINDS)('finds nothing in correct ones: %s', async (_, type, media, write) => {
    expect(await foundIn(type, media, { body: write(...good) })).toEqual([]);
    expect(await foundIn(type, media, { body: '' })).toEqual([]);
  });

  it.each(KINDS)('finds a wrong item in the middle: %s', async (_, type, media, write) => {
    const inside = type === EVENTS ? '/data' : '';
    const [first, , last] = good;
    const wrong = async (item: JsonObject): Promise<readonly string[]> =>
      (await foundIn(type, media, { body: write(first ?? {}, item, last ?? {}) })).map((one) =>
        one.replace(/line \d+/, 'line n'),
      );
    const place = `item 2, line n: ${inside}/knots`;
    expect(await wrong({ knots: 'eight' })).toEqual([
      `/1${inside}/knots ${place} must be an integer, but is a string`,
    ]);
    expect(await wrong({ knots: -1 })).toEqual([
      `/1${inside}/knots ${place} must be at least 0, but is -1`,
    ]);
  });

  it.each(KINDS)('finds JSON in place of a stream: %s', async (_, type, media) => {
    expect(await foundIn(type, media, { type: 'application/json', body: good })).toHaveLength(1);
    expect(await foundIn(type, media, { body: JSON.stringify(good) })).toHaveLength(1);
  });

  it('finds lines and data that are not JSON', async () => {
    expect(await foundIn(LINES, { itemSchema: gust }, { body: '{"knots":1}\n{"kn\n' })).toEqual([
      '/1 item 2, line 2: "{\\"kn" is not JSON',
    ]);
    expect(await foundIn(EVENTS, ofEvent(gust), { body: 'data: {"kn\n\n' })).toEqual([
      '/0 item 1, line 1: its data "{\\"kn" is not JSON',
    ]);
    expect(await foundIn(LINES, {}, { body: 'no\n' })).toEqual([
      '/0 item 1, line 1: "no" is not JSON',
    ]);
  });

  it('finds events without data', async () => {
    const body = `event: gust\n\n${events(...good)}`;
    expect(await foundIn(EVENTS, ofEvent(gust), { body })).toEqual([
      '/0 item 1, line 1: "data" is missing',
    ]);
    expect(await foundIn(EVENTS, { itemSchema: gust }, { body })).toEqual([
      '/0 item 1, line 1: it has no data, so that clients pass over it',
    ]);
  });

  it('reads streams that do not end as far as shows what they are', async () => {
    const paths = {
      '/live': declared(EVENTS, { itemSchema: gust }),
      '/quiet': declared(EVENTS, { itemSchema: gust }),
      '/wrong': declared(LINES, { itemSchema: gust }),
    };
    const { code, findings, notes } = await verified(
      documentOf(paths, { Gust: GUST }),
      {
        '/live': { type: EVENTS, body: `${events(...good)}data: {"kn`, isOpen: true },
        '/quiet': { type: EVENTS, body: '', isOpen: true },
        '/wrong': { type: LINES, body: lines(...bad), isOpen: true },
      },
      1,
    );
    expect(code).toBe(1);
    expect(findings.map(({ route, at }) => `${route} ${at}`)).toEqual(['GET /wrong /1/knots']);
    expect(notes).toContain(
      'GET /quiet: no item of its stream came in time, so that none was judged',
    );
    expect(notes.join('\n')).not.toContain('/live: no item');
  });
});
