// What one fault of a service makes of a run: one finding at the operation to blame, not one of each
// operation that meets it, and few requests more. What that must not hide: another fault beside it.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { everything } from '../../../src/journal/filter/filter.ts';
import {
  type ShelfDocument,
  type ShelfOptions,
  shelfDocument,
  startShelf,
} from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Verified {
  readonly requests: number;
  /** `PUT value-changed /count`, without the path. */
  readonly found: readonly string[];
  readonly messages: readonly string[];
  /** How many laws did not hold. */
  readonly left: number;
  readonly stdout: string;
}

async function verified(
  document: JsonObject,
  service: ShelfOptions,
  { base = '', record = null }: { readonly base?: string; readonly record?: string | null } = {},
): Promise<Verified> {
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf(service);
  const { stdout } = await runVerify(shelf.url + base, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
    record,
  });
  const report = JSON.parse(readFileSync('report.json', 'utf8')) as {
    readonly requests: number;
    readonly findings: readonly {
      clause: string;
      code: string;
      at: string | null;
      message: string;
    }[];
    readonly laws: readonly { result: string }[];
  };
  const { requests, findings, laws } = report;
  const found = findings.map(({ clause, code, at }) =>
    [clause.split(' ')[0], code, at ?? ''].join(' ').trim(),
  );
  return {
    requests,
    found,
    messages: findings.map(({ message }) => message),
    left: laws.filter(({ result }) => result !== 'held').length,
    stdout,
  };
}

const text = { type: 'string' };
const counted: ShelfDocument = {
  item: ['get', 'put', 'delete'],
  members: { label: text, note: text, count: { type: 'integer' } },
  required: ['label', 'count'],
};

describe('a service with one fault', { timeout: 60_000 }, () => {
  it('that changes one text has its laws tried side by side all the same', async () => {
    const nulled = (body: JsonObject): JsonObject =>
      own(body, 'note') === 'null' ? { ...body, note: 'nothing' } : body;
    const document = shelfDocument({ ...counted, item: ['get', 'put', 'patch', 'delete'] });
    const right = await verified(document, {});
    const faulty = await verified(document, { stored: nulled });
    expect(right.found).toEqual([]);
    expect(faulty.found.toSorted()).toEqual([
      'PATCH value-changed /note',
      'POST value-changed /note',
      'PUT value-changed /note',
    ]);
    // The law about ids that begin alike needs ten items.
    expect([right.left, faulty.left]).toEqual([0, 3]);
    expect(faulty.requests - right.requests).toBeLessThan(650);
  });

  it.each<[string, (jar: JsonObject) => Json, readonly string[]]>([
    ['wraps what it reads', (jar) => ({ version: 'v1', jar }), ['GET member-missing']],
    [
      'wraps what it reads, and misspells nothing else',
      (jar) => ({ jar: { ...jar, extra: 1 } }),
      ['GET member-missing'],
    ],
    ['shows a member more', (jar) => ({ ...jar, extra: 1 }), ['GET member-type /extra']],
  ])('that %s has one finding', async (_, shown, expected) => {
    const document = shelfDocument(counted);
    const closed = JSON.parse(
      JSON.stringify(document).replaceAll(
        '"type":"object","required":["id"',
        '"type":"object","additionalProperties":false,"required":["id"',
      ),
    ) as JsonObject;
    const { found, messages } = await verified(closed, {
      answer: ({ method, id }, right) => {
        const answer = right();
        const isRead = method === 'GET' && id !== undefined && answer.status === 200;
        return isRead && isObject(answer.body ?? null)
          ? { ...answer, body: shown(answer.body as JsonObject) }
          : answer;
      },
    });
    expect(found, messages.join('\n')).toEqual(expected);
  });

  it.each<[string, boolean, readonly string[]]>([
    ['stores nothing', false, ['POST value-changed /count']],
    ['stores the count', true, ['POST value-changed /count', 'PUT value-changed /count']],
  ])('in POST is not that of a PUT which is refused, and %s', async (_, isStored, expected) => {
    const { found, messages } = await verified(shelfDocument(counted), {
      answer: ({ method, id = '', body }, right, { jars }) => {
        if (method === 'POST' && body !== undefined && isObject(body)) {
          const answer = right();
          const made = answer.body as JsonObject | undefined;
          if (made === undefined) return answer;
          const off = { ...made, count: Number(own(made, 'count')) + 1 };
          if (typeof own(made, 'count') === 'number') jars.set(String(own(made, 'id')), off);
          return { ...answer, body: off };
        }
        if (method !== 'PUT') return right();
        const jar = jars.get(id);
        if (jar !== undefined && isStored && body !== undefined && isObject(body))
          jars.set(id, { ...jar, count: own(body, 'count') ?? 0 });
        return { status: jar === undefined ? 404 : 400 };
      },
    });
    for (const one of found)
      expect(
        [...expected, 'PUT refused', 'PUT refused-and-changed /count'],
        messages.join('\n'),
      ).toContain(one);
    expect(found).toContain('POST value-changed /count');
    expect(found.some((one) => one.startsWith('PUT'))).toBe(true);
    if (!isStored) expect(found).not.toContain('PUT value-changed /count');
  });

  it('in the answer to PUT alone does not make a change of reading', async () => {
    const by = { type: 'object', required: ['name'], properties: { name: text } };
    const document = shelfDocument({ ...counted, item: ['get', 'put'], made: { by } });
    const { found, messages } = await verified(document, {
      answer: ({ method }, right) => {
        const answer = right();
        return method === 'PUT' && answer.status === 200 && isObject(answer.body ?? null)
          ? { ...answer, body: { ...(answer.body as JsonObject), by: {} } }
          : answer;
      },
    });
    expect(found, messages.join('\n')).toEqual(['PUT member-missing /by']);
  });
});

describe('a recording of a service below a path', { timeout: 60_000 }, () => {
  it('has the path once, though the document has it, too', async () => {
    const document = shelfDocument(counted);
    const below = JSON.parse(JSON.stringify(document).replaceAll('"/jars', '"/api/v1/jars'));
    const place = { base: '/api/v1', record: 'run.standin' };
    const { found } = await verified(below, { path: '/api/v1/jars' }, place);
    expect(found).toEqual([]);
    const archive = await openRecording(place.record, { mode: 'read' });
    try {
      const { seqs } = await archive.search(everything);
      const all = await Promise.all([...seqs].map((seq) => archive.find(seq)));
      const paths = all.map((one) => one?.recorded.request.path ?? '');
      expect(paths.length).toBeGreaterThan(50);
      expect(paths.filter((path) => !/^\/api\/v1\/jars(?:\/[^/]*)?$/.test(path))).toEqual([]);
    } finally {
      await archive.close();
    }
  });
});
