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
  /** The path below which the service is: `/api`; none if absent. */
  readonly base?: string;
  /** Whether `named-1` leads to the jar `1`, too. */
  readonly named?: true;
  /** What is at another path than those of jars. */
  readonly elsewhere?: Readonly<Record<string, ShelfAnswer>>;
}

async function verified(shows: Shows, { base = '', named, elsewhere = {} }: Seams = {}) {
  const text = { type: 'string' };
  const made = Object.fromEntries(
    Object.entries(shows('1', 'here')).map(([name, value]) => [
      name,
      typeof value === 'string' ? text : { type: 'object' },
    ]),
  );
  folder.write('openapi.json', JSON.stringify(shelfDocument({ made, id: text })));
  const calls: string[] = [];
  await using shelf = await startShelf({
    idOf: (serial) => `jar-${serial}`,
    rows: [{ id: 'first', label: 'of another' }],
    path: `${base}/jars`,
    answer: ({ method, path, headers }, right) => {
      calls.push(`${method} ${path}`);
      const shown = (jar: Json): Json =>
        isObject(jar)
          ? { ...jar, ...shows(String(own(jar, 'id')), `http://${String(headers['host'])}`) }
          : jar;
      const [, form, id = ''] = /^(\/(?!jars|api\/jars).*\/)([^/]*)$/.exec(path) ?? [];
      const other = form === undefined ? undefined : elsewhere[form];
      if (other !== undefined) {
        const jar = shelf.jars.get(id);
        return other.body === 'the jar' && jar !== undefined
          ? { ...other, body: shown(jar) }
          : other;
      }
      const alias = named === true ? /\/jars\/named-(.*)$/.exec(path)?.[1] : undefined;
      const jar = shelf.jars.get(alias ?? '');
      const answer = jar === undefined ? right() : { status: 200, body: jar };
      const { body } = answer;
      if (body === undefined) return answer;
      return {
        ...answer,
        body: Array.isArray(body) ? (body as readonly Json[]).map(shown) : shown(body),
      };
    },
  });
  const { code, stdout } = await runVerify(`${shelf.url}${base}`, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { code: string; at: string | null; actual: string }[];
  };
  return { code, stdout, findings, left: shelf.jars.size - 1, calls };
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
    ['is that of a page elsewhere', (id) => ({ url: `/pages/${id}` })],
    ['is that of a page at its host', (id, host) => ({ link: `${host}/pages/${id}` })],
    ['is that of a page called alike', (id, host) => ({ url: `${host}/app/jars/${id}` })],
    ['is that of a file', (id, host) => ({ uri: `${host}/cdn/${id}` })],
    ['is that of a page for people', (id, host) => ({ html_url: `${host}/jars/of/${id}` })],
    ['is at another host', (id) => ({ self: `http://jars.example/pots/${id}` })],
    ['is a template', (id, host) => ({ self: `${host}/jars/${id}/{part}` })],
    ['is not below the path of the service', (id) => ({ url: `/pages/${id}` }), { base: '/api' }],
    [
      'names it in another way',
      (id, host) => ({ self: `${host}/jars/named-${id}` }),
      { named: true },
    ],
  ])('%s', async (_name, shows, seams) => {
    const { code, stdout, left } = await verified(shows, seams);
    expect(code, stdout).toBe(0);
    expect(left).toBe(0);
  });

  it.each<[string, string, Shows, Seams?]>([
    ['leads nowhere', '/self', (id, host) => ({ self: `${host}/pots/${id}` })],
    ['leads nowhere as a reference', '/href', (id) => ({ href: `/pots/${id}` })],
    ['is that of an older service', '/url', (id, host) => ({ url: `${host}/v1/jars/${id}` })],
    [
      'leads nowhere below the path of the service',
      '/url',
      (id, host) => ({ url: `${host}/api/pots/${id}` }),
      { base: '/api' },
    ],
    ['leads to another item', '/self', (_, host) => ({ self: `${host}/jars/first` })],
    [
      'leads to another item in links',
      '/_links/self/href',
      () => ({ _links: { self: { href: '/jars/first' } } }),
    ],
    ['leads to no item', '/self', (id) => ({ self: `/jars/x${id}` })],
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
