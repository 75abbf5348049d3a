// The address of an item in one of its members: it leads to the item. Beside each correct service, also
// behind a proxy, is one whose addresses do not.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

/** The members that a jar shows with its addresses; `host` is what the request says. */
type Shows = (id: string, host: string) => JsonObject;

interface Seams {
  /** What is at another path than those of jars. */
  readonly elsewhere?: Readonly<Record<string, ShelfAnswer>>;
}

async function verified(shows: Shows, { elsewhere = {} }: Seams = {}) {
  const text = { type: 'string' };
  const made = Object.fromEntries(
    Object.entries(shows('1', 'here')).map(([name, value]) => [
      name,
      typeof value === 'string' ? text : { type: 'object' },
    ]),
  );
  folder.write('openapi.json', JSON.stringify(shelfDocument({ made })));
  const calls: string[] = [];
  await using shelf = await startShelf({
    answer: ({ method, path, headers }, right) => {
      calls.push(`${method} ${path}`);
      const shown = (jar: Json): Json =>
        isObject(jar)
          ? { ...jar, ...shows(String(own(jar, 'id')), `http://${String(headers['host'])}`) }
          : jar;
      const [, form, id = ''] = /^(\/(?!jars).*\/)([^/]*)$/.exec(path) ?? [];
      const other = form === undefined ? undefined : elsewhere[form];
      if (other !== undefined) {
        const jar = shelf.jars.get(id);
        return other.body === 'the jar' && jar !== undefined
          ? { ...other, body: shown(jar) }
          : other;
      }
      const answer = right();
      const { body } = answer;
      if (body === undefined) return answer;
      return {
        ...answer,
        body: Array.isArray(body) ? (body as readonly Json[]).map(shown) : shown(body),
      };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { code: string; at: string | null; actual: string }[];
  };
  return { code, stdout, findings, left: shelf.jars.size, calls };
}

describe('the address of an item in itself', { timeout: 60_000 }, () => {
  it.each<[string, Shows, Seams?]>([
    ['leads to it', (id, host) => ({ url: `${host}/jars/${id}` })],
    ['is written for a proxy', (id) => ({ url: `http://inner:8080/v2/jars/${id}` })],
    ['is relative', (id) => ({ href: `/api/jars/${id}`, links: { self: `jars/${id}` } })],
    ['is in links', (id, host) => ({ _links: { self: { href: `${host}/jars/${id}` } } })],
    [
      'is a second one',
      (id, host) => ({ url: `${host}/v1/jars/${id}` }),
      { elsewhere: { '/v1/jars/': { status: 200, body: 'the jar' } } },
    ],
    [
      'is that of a page',
      (id, host) => ({ url: `${host}/pages/${id}` }),
      { elsewhere: { '/pages/': { status: 200, type: 'text/html', body: '<p>A jar</p>' } } },
    ],
    ['is that of a picture to come', (id, host) => ({ url: `${host}/pictures/${id}.png` })],
    ['is that of the page about all', (_, host) => ({ url: `${host}/about` })],
  ])('%s', async (_name, shows, seams) => {
    const { code, stdout, left } = await verified(shows, seams);
    expect(code, stdout).toBe(0);
    expect(left).toBe(0);
  });

  it.each<[string, string, Shows, Seams?]>([
    ['leads nowhere', '/url', (id, host) => ({ url: `${host}/pots/${id}` })],
    ['is that of the list', '/url', (_, host) => ({ url: `${host}/jars/` })],
    [
      'leads nowhere in links',
      '/_links/self/href',
      (id, host) => ({ _links: { self: { href: `${host}/pots/${id}` } } }),
    ],
    [
      'leads to something else',
      '/self',
      (id, host) => ({ self: `${host}/pots/${id}` }),
      { elsewhere: { '/pots/': { status: 200, body: { label: 'a pot' } } } },
    ],
  ])('is found if it %s', async (_name, at, shows, seams) => {
    const { code, stdout, findings, left } = await verified(shows, seams);
    expect(code, stdout).toBe(1);
    expect(findings.map((one) => [one.code, one.at])).toEqual([['wrong-link', at]]);
    expect(left).toBe(0);
  });

  it('costs no request where it is right', async () => {
    const plain = await verified(() => ({}));
    const linked = await verified((id, host) => ({ url: `${host}/jars/${id}` }));
    expect(linked.calls.length).toBeLessThanOrEqual(plain.calls.length);
  });
});
