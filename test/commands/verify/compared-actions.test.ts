// Actions whose effect no document says: what reads of two items show of them agrees in each correct
// service, and in no faulty one.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const json = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});

const members = { label: { type: 'string' }, note: { type: 'string' } };
const made = {
  state: { type: 'string', enum: ['open', 'closed', 'sold'] },
  closedAt: { type: ['string', 'null'], format: 'date-time' },
  lidOn: { type: 'boolean' },
  shelf: { type: ['string', 'null'] },
  turns: { type: 'integer' },
};

function jarsDocument(): JsonObject {
  const document = shelfDocument({ item: ['get', 'put', 'delete'], members, made });
  const shown = { type: 'object', properties: { id: { type: 'integer' }, ...members, ...made } };
  const responses = { 200: json(shown), 404: { description: '' }, 409: { description: '' } };
  const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer' } };
  const place = { type: 'object', required: ['shelf'], properties: { shelf: { type: 'string' } } };
  const below = (operations: JsonObject): JsonObject => ({ parameters: [id], ...operations });
  return {
    ...document,
    paths: {
      ...(document['paths'] as JsonObject),
      '/jars/{id}/lid': below({ put: { responses }, delete: { responses } }),
      '/jars/{id}/close': below({ post: { responses } }),
      '/jars/{id}/sell': below({ post: { responses } }),
      '/jars/{id}/turn': below({ post: { responses } }),
      '/jars/{id}/shelf': below({ put: { requestBody: json(place), responses } }),
    },
  };
}

interface Deed {
  readonly name: string;
  readonly jar: JsonObject;
  readonly body: JsonObject;
  readonly others: readonly string[];
}

/** What a jar becomes, and what the answer says; a number is the status of a refusal. */
type Done = JsonObject | number;

function right({ name, jar, body }: Deed): Done {
  const { state } = jar;
  if (name === 'PUT lid') return { ...jar, lidOn: true };
  if (name === 'DELETE lid') return { ...jar, lidOn: false };
  if (name === 'POST turn') return { ...jar, turns: Number(jar['turns']) + 1 };
  if (name === 'PUT shelf') return { ...jar, shelf: body['shelf'] as Json };
  if (name === 'POST close')
    return state === 'open' ? { ...jar, state: 'closed', closedAt: '2026-01-02T03:04:05Z' } : 409;
  return state === 'closed' ? { ...jar, state: 'sold' } : 409;
}

interface Seams {
  readonly deed?: (deed: Deed) => Done;
  readonly told?: (jar: JsonObject, name: string) => JsonObject;
  /** What becomes of the other jars. */
  readonly beside?: (jar: JsonObject, deed: Deed) => JsonObject;
  /** What is stored although it was refused. */
  readonly kept?: (jar: JsonObject) => JsonObject;
}

async function verified(seams: Seams, actions: 'read' | 'write' = 'write') {
  const { deed = right, told = (jar) => jar, beside = (jar) => jar, kept = (jar) => jar } = seams;
  folder.write('openapi.json', JSON.stringify(jarsDocument()));
  const blank = { state: 'open', closedAt: null, lidOn: false, shelf: null, turns: 0 };
  await using shelf = await startShelf({
    answer: ({ method, path, body }, usual, { jars }) => {
      const [, id = '', verb = ''] = /^\/jars\/(\d+)\/(\w+)$/.exec(path) ?? [];
      const jar = jars.get(id);
      if (verb === '') {
        const [, key = ''] = /^\/jars\/(\d+)$/.exec(path) ?? [];
        const old: JsonObject = jars.get(key) ?? blank;
        const answer = usual();
        const made = answer.body as JsonObject;
        if ((method !== 'POST' && method !== 'PUT') || answer.status >= 300) return answer;
        const states = Object.fromEntries(Object.keys(blank).map((one) => [one, old[one] ?? null]));
        jars.set(String(made['id']), { ...made, ...states });
        return { ...answer, body: { ...made, ...states } };
      }
      if (jar === undefined) return { status: 404 };
      const others = [...jars.keys()].filter((one) => one !== id);
      const given = { name: `${method} ${verb}`, jar, body: (body ?? {}) as JsonObject, others };
      const after = deed(given);
      if (typeof after === 'number') {
        jars.set(id, kept(jar));
        return { status: after };
      }
      jars.set(id, after);
      for (const one of others) jars.set(one, beside(jars.get(one) ?? {}, given));
      return { status: 200, body: told(after, given.name) };
    },
  });
  const { code, stdout, stderr } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    actions,
    laws: ['marks-are-taken-back', ...(actions === 'write' ? ['actions-do-alike'] : [])],
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json'));
  return {
    code,
    stdout,
    stderr,
    calls: shelf.calls,
    left: shelf.jars.size,
    found: findings.map(
      (one: { route: string; code: string; at: string }) => `${one.route} ${one.code} ${one.at}`,
    ),
  };
}

/** A fault of one action. */
const of =
  (name: string, fault: (deed: Deed, done: JsonObject) => Done): ((deed: Deed) => Done) =>
  (deed) => {
    const done = right(deed);
    return deed.name === name && typeof done !== 'number' ? fault(deed, done) : done;
  };

/** The first of each two calls has an effect. */
function everySecond(name: string): (deed: Deed) => Done {
  let calls = 0;
  return of(name, ({ jar }, done) => (calls++ % 2 === 0 ? done : jar));
}

describe('actions of two items', { timeout: 60_000 }, () => {
  it.each<[string, Seams]>([
    ['that do what their names say', {}],
    [
      'that set a state of another name',
      { deed: of('POST close', (_, it) => ({ ...it, state: 'sold' })) },
    ],
    [
      'that change what they are sent to another case',
      {
        deed: of('PUT shelf', ({ jar, body }) => ({
          ...jar,
          shelf: String(body['shelf']).toUpperCase(),
        })),
      },
    ],
    [
      'that repeat what was done',
      {
        deed: (it) => (it.name === 'POST sell' && it.jar['state'] === 'sold' ? it.jar : right(it)),
      },
    ],
    [
      'that only one item can have',
      { beside: (jar, { name }) => (name === 'PUT lid' ? { ...jar, lidOn: false } : jar) },
    ],
    ['that count nothing for the owner', { deed: of('POST turn', ({ jar }) => jar) }],
  ])('%s are right', async (_, seams) => {
    const { code, found, left, stdout, stderr } = await verified(seams);
    expect(found, stdout + stderr).toEqual([]);
    expect(left).toBe(0);
    expect(code).toBe(0);
  });

  it.each<[string, string, Seams]>([
    [
      'do nothing',
      'POST /jars/{id}/close not-replaced /state',
      { deed: of('POST close', ({ jar }) => jar) },
    ],
    [
      'answer what is not stored',
      'POST /jars/{id}/close answer-differs /state',
      {
        deed: of('POST close', ({ jar }) => jar),
        told: (jar, name) => (name === 'POST close' ? { ...jar, state: 'closed' } : jar),
      },
    ],
    [
      'set no time',
      'POST /jars/{id}/close not-replaced /closedAt',
      { deed: of('POST close', (_, it) => ({ ...it, closedAt: null })) },
    ],
    [
      'work for one item of two',
      'POST /jars/{id}/close not-replaced /state',
      { deed: everySecond('POST close') },
    ],
    [
      'change all items',
      'POST /jars/{id}/close changed-another /state',
      { beside: (jar, { name }) => (name === 'POST close' ? { ...jar, state: 'closed' } : jar) },
    ],
    [
      'change a refused item',
      'POST /jars/{id}/sell refused-and-changed /note',
      { kept: (jar) => ({ ...jar, note: 'tried' }) },
    ],
    [
      'are never refused',
      'POST /jars/{id}/sell accepted null',
      { deed: (it) => (it.name === 'POST sell' ? { ...it.jar, state: 'sold' } : right(it)) },
    ],
    [
      'count twice',
      'POST /jars/{id}/turn value-changed /turns',
      { deed: of('POST turn', (_, it) => ({ ...it, turns: Number(it['turns']) + 1 })) },
    ],
    [
      'count for others',
      'POST /jars/{id}/turn changed-another /turns',
      {
        beside: (jar, { name }) =>
          name === 'POST turn' ? { ...jar, turns: Number(jar['turns']) + 1 } : jar,
      },
    ],
    [
      'do not store what they are sent',
      'PUT /jars/{id}/shelf not-replaced /shelf',
      { deed: of('PUT shelf', ({ jar }) => jar) },
    ],
    [
      'store it with more',
      'PUT /jars/{id}/shelf not-replaced /shelf',
      { deed: of('PUT shelf', (_, it) => ({ ...it, shelf: `${String(it['shelf'])} ` })) },
    ],
  ])('that %s are found', async (_, wanted, seams) => {
    const { found, stdout } = await verified(seams);
    expect(found[0], stdout).toBe(wanted);
  });
});

describe('PUT below an item, with DELETE at its path', { timeout: 60_000 }, () => {
  it('is sent to own items, and is right', async () => {
    const { code, found, calls, stdout, stderr } = await verified({}, 'read');
    expect(found, stdout).toEqual([]);
    expect(code).toBe(0);
    expect(calls.some((one) => /^PUT .*lid$/.test(one))).toBe(true);
    expect(calls.filter((one) => /close|sell|turn|\/shelf$/.test(one))).toEqual([]);
    expect(stderr).not.toContain('/lid');
  });

  it.each<[string, string, Seams]>([
    [
      'that turns round with each call',
      'PUT /jars/{id}/lid value-changed /lidOn',
      { deed: of('PUT lid', ({ jar }) => ({ ...jar, lidOn: jar['lidOn'] !== true })) },
    ],
    [
      'that is not taken back',
      'DELETE /jars/{id}/lid not-replaced /lidOn',
      { deed: of('DELETE lid', ({ jar }) => jar) },
    ],
    [
      'that loses what a client set',
      'DELETE /jars/{id}/lid not-replaced /note',
      { deed: of('PUT lid', (_, it) => ({ ...it, note: '' })) },
    ],
    [
      'that changes other items',
      'PUT /jars/{id}/lid changed-another /lidOn',
      { beside: (jar, { name }) => (name === 'PUT lid' ? { ...jar, lidOn: true } : jar) },
    ],
  ])('%s is found', async (_, wanted, seams) => {
    const { found, stdout } = await verified(seams, 'read');
    expect(found[0], stdout).toBe(wanted);
  });
});
