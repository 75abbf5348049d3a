// Marks of an account: a pair of operations that sets and takes back a member, and the number beside it.
// What answers and reads say of a mark agrees in each correct service, and in no faulty one.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();
const json = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});

/** Jars that an account watches: `PUT /jars/{id}/watch` with `watched` and `watchersCount`. */
function documentOf(method: 'put' | 'post', reads: 'open' | 'secured'): JsonObject {
  const made = { watched: { type: 'boolean' }, watchersCount: { type: 'integer' } };
  const document = shelfDocument({ item: ['get', 'put', 'delete'], made });
  const shown = {
    type: 'object',
    properties: { id: { type: 'integer' }, label: { type: 'string' }, ...made },
  };
  const answer = { responses: { 200: json(shown), 404: { description: '' } } };
  const paths = document['paths'] as Readonly<Record<string, JsonObject>>;
  return {
    ...document,
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
    ...(reads === 'secured' ? { security: [{ key: [] }] } : { security: [] }),
    paths: {
      ...paths,
      '/jars/{id}/watch': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        [method]: answer,
        delete: answer,
      },
    },
  };
}

interface Watched {
  readonly isWatched: boolean;
  readonly count: number;
}

interface Seams {
  /** What a call makes of a jar. */
  readonly marked?: (method: string, before: Watched) => Watched;
  /** What an answer and a read show of it. */
  readonly told?: (watched: Watched) => Watched;
  readonly read?: (watched: Watched) => Watched;
  readonly refused?: (method: string, before: Watched) => number | null;
  /** What is answered to a wrong key; 401 if absent. */
  readonly wrongKey?: number;
}

const right = (method: string, { isWatched, count }: Watched): Watched =>
  method === 'DELETE'
    ? { isWatched: false, count: isWatched ? count - 1 : count }
    : { isWatched: true, count: isWatched ? count : count + 1 };

async function verified(
  {
    marked = right,
    told = (it) => it,
    read = (it) => it,
    refused = () => null,
    wrongKey = 401,
  }: Seams,
  method: 'put' | 'post' = 'put',
  reads: 'open' | 'secured' = 'secured',
) {
  folder.write('openapi.json', JSON.stringify(documentOf(method, reads)));
  const watched = new Map<string, Watched>();
  const shown = (id: string, jar: JsonObject, as: (it: Watched) => Watched): JsonObject => {
    const { isWatched, count } = as(watched.get(id) ?? { isWatched: false, count: 0 });
    return { ...jar, watched: isWatched, watchersCount: count };
  };
  const calls: string[] = [];
  await using shelf = await startShelf({
    answer: (call, usual, { jars }) => {
      const key = call.headers['x-key'];
      if (reads === 'secured' && key !== 'right')
        return { status: key === undefined ? 401 : wrongKey };
      const [, id = ''] = /^\/jars\/(\d+)\/watch$/.exec(call.path) ?? [];
      const jar = jars.get(id);
      if (id !== '' && jar !== undefined) {
        calls.push(call.method);
        const before = watched.get(id) ?? { isWatched: false, count: 0 };
        const status = refused(call.method, before);
        if (status !== null) return { status };
        watched.set(id, marked(call.method, before));
        return { status: 200, body: shown(id, jar, told) };
      }
      const answer = usual();
      const { body } = answer;
      if (Array.isArray(body))
        return {
          ...answer,
          body: (body as JsonObject[]).map((one) => shown(String(one['id']), one, read)),
        };
      return body === undefined || answer.status >= 300
        ? answer
        : { ...answer, body: shown(String((body as JsonObject)['id']), body as JsonObject, read) };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    headers: ['x-key: right'],
    laws: ['actions-set-members'],
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json'));
  return {
    code,
    stdout,
    calls: calls.filter((one) => one === 'PUT' || one === 'POST' || one === 'DELETE'),
    found: findings.map(
      (one: { clause: string; code: string; at: string }) =>
        `${one.clause.split(' ')[0]} ${one.code} ${one.at}`,
    ),
    left: shelf.jars.size,
  };
}

describe('a mark that fails with a wrong key', { timeout: 60_000 }, () => {
  const marked = (method: string, before: Watched): Watched =>
    method === 'DELETE' ? right(method, before) : { isWatched: true, count: before.count };

  it.each<[string, Seams, readonly string[]]>([
    ['is told of that alone', {}, []],
    ['is told of its count as well', { marked }, ['PUT not-replaced /watchersCount']],
  ])('%s', async (_case, seams, further) => {
    const { found, stdout } = await verified({ ...seams, wrongKey: 500 });
    expect(found.toSorted(), stdout).toEqual(
      ['DELETE failed null', 'PUT failed null', ...further].toSorted(),
    );
  });
});

const unseen = (it: Watched): Watched => ({ ...it, isWatched: false });

describe('a mark', { timeout: 60_000 }, () => {
  it.each<[string, Seams, 'put' | 'post', 'open' | 'secured']>([
    ['that is set and counted', {}, 'put', 'secured'],
    ['that POST sets', {}, 'post', 'secured'],
    ['that a public read does not show', { read: unseen }, 'put', 'open'],
    ['that comes late in reads', { read: late() }, 'put', 'secured'],
    ['that POST sets once, and refuses then', { refused: oftener(409) }, 'post', 'secured'],
    ['that is refused for a reason of the service', { refused: () => 409 }, 'put', 'secured'],
  ])('%s is right', async (_, seams, method, reads) => {
    const { code, stdout, found, left } = await verified(seams, method, reads);
    expect(found, stdout).toEqual([]);
    expect(left).toBe(0);
    const isNever = seams.refused?.('PUT', { isWatched: false, count: 0 }) === 409;
    expect(code, stdout).toBe(isNever ? 2 : 0);
  });

  it.each<[string, string, Seams]>([
    [
      'is not stored',
      'PUT not-replaced /watched',
      { marked: (method, it) => (method === 'PUT' ? it : right(method, it)) },
    ],
    [
      'is not stored, and answered',
      'PUT not-replaced /watched',
      { marked: (_, it) => it, told: (it) => ({ ...it, isWatched: true }) },
    ],
    [
      'is not taken back',
      'DELETE not-replaced /watched',
      { marked: (method, it) => (method === 'DELETE' ? it : right(method, it)) },
    ],
    [
      'is not counted',
      'PUT not-replaced /watchersCount',
      { told: (it) => ({ ...it, count: 0 }), read: (it) => ({ ...it, count: 0 }) },
    ],
    [
      'is counted twice',
      'PUT not-replaced /watchersCount',
      {
        marked: (method, it) =>
          method === 'PUT' ? { isWatched: true, count: it.count + 1 } : right(method, it),
      },
    ],
    [
      'is turned round by each call',
      'PUT not-replaced /watched',
      {
        marked: (method, it) =>
          method === 'PUT'
            ? { isWatched: !it.isWatched, count: it.isWatched ? it.count - 1 : it.count + 1 }
            : right(method, it),
      },
    ],
    [
      'is answered as it was',
      'PUT not-replaced /watched',
      { told: (it) => ({ ...it, isWatched: !it.isWatched }) },
    ],
  ])('that %s is found', async (_, wanted, seams) => {
    const { found, stdout } = await verified(seams);
    expect(found[0], stdout).toBe(wanted);
  });

  it.each<[string, string, Seams]>([
    [
      'counts again',
      'POST not-replaced /watchersCount',
      {
        marked: (method, it) =>
          method === 'POST' ? { isWatched: true, count: it.count + 1 } : right(method, it),
      },
    ],
    ['breaks', 'POST failed null', { refused: oftener(500) }],
  ])('that POST sets and the second time %s is found', async (_, wanted, seams) => {
    const { found, stdout } = await verified(seams, 'post');
    expect(found[0], stdout).toBe(wanted);
  });

  it('that a public read may not show is found if the answer does not have it, or no read counts it', async () => {
    const lost = await verified({ marked: (_, it) => it, read: unseen }, 'put', 'open');
    expect(lost.found[0], lost.stdout).toBe('PUT not-replaced /watched');
    const read = (): Watched => ({ isWatched: false, count: 0 });
    const uncounted = await verified({ read }, 'put', 'open');
    expect(uncounted.found[0], uncounted.stdout).toBe('PUT not-replaced /watchersCount');
  });

  it('is right in the mock of the document', async () => {
    const { code, stdout } = await verifyOwnMock(folder, documentOf('put', 'open'));
    expect(code, stdout).toBe(0);
  });
});

/** Answers a mark that is set already. */
function oftener(status: number): NonNullable<Seams['refused']> {
  return (method, { isWatched }) => (method === 'POST' && isWatched ? status : null);
}

/** Reads show each change 100 ms later. */
function late(): (it: Watched) => Watched {
  let shown: Watched = { isWatched: false, count: 0 };
  let last = '';
  return (it) => {
    const text = JSON.stringify(it);
    if (text !== last) {
      last = text;
      setTimeout(() => (shown = it), 100);
    }
    return shown;
  };
}
