// Proves over HTTP that each service of the bed is correct, before anything is proved with it.

import { describe, expect, it } from 'vitest';
import type { StoredUser } from '../service.ts';
import { Client, type Fields, isRecord, type Ways } from './client.ts';
import { type CorrectService, correctServices } from './index.ts';

const seeds: readonly StoredUser[] = [
  {
    id: 1,
    name: 'Ada Kowalska',
    email: 'ada@example.com',
    isPremium: true,
    skills: ['sql'],
    address: { city: 'Lyon', district: 'A' },
  },
  {
    id: 2,
    name: 'Bilal Haddad',
    email: 'bilal@example.com',
    isPremium: false,
    skills: [],
    address: { city: 'Bonn', district: 'B' },
  },
  {
    id: 13,
    name: 'Chiara Moretti',
    email: 'chiara@example.org',
    isPremium: true,
    skills: ['css', 'go'],
  },
];

const known = ['name', 'email', 'isPremium', 'skills', 'address'];
const knownInAddress = ['city', 'district'];

/** A separate user for each mark, with all fields or fewer. */
function waysToSend(mark: string, changes: Fields = {}): Ways {
  const all = {
    name: `Own User ${mark}`,
    email: `own.${mark.toLowerCase()}@example.net`,
    isPremium: false,
    skills: ['reading', `skill ${mark}`],
    address: { city: 'Kyoto', district: 'Gion' },
    ...changes,
  };
  return [all, { name: all.name, email: all.email }];
}

/**
 * Those of the fields that were sent that a reply shows. Others are the service's own, in an
 * address as in a user.
 */
function shownOf(user: unknown, sent: Fields): Fields {
  const shown = Object.entries(isRecord(user) ? user : {}).filter(
    ([field]) => known.includes(field) && field in sent,
  );
  return Object.fromEntries(
    shown.map(([field, value]) => [field, field === 'address' ? knownAddressOf(value) : value]),
  );
}

function knownAddressOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([field]) => knownInAddress.includes(field)),
  );
}

/**
 * What has to be in the fields that are shown. Of an address that is shown, an empty text alone may
 * be left out.
 */
function picked(sent: Fields, shown: Fields): Fields {
  const fields = Object.entries(sent).filter(([field]) => field in shown);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, withoutOmitted(value, shown[field])]),
  );
}

function withoutOmitted(value: unknown, shown: unknown): unknown {
  if (!isRecord(value) || !isRecord(shown)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([field, part]) => part !== '' || field in shown),
  );
}

const atRest = (users: readonly StoredUser[]): readonly StoredUser[] =>
  users.toSorted((one, other) => one.id - other.id);

interface Running {
  readonly client: Client;
  /** What its owner finds in it now. */
  readonly stored: () => readonly StoredUser[];
}

async function withService(
  service: CorrectService,
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const running = await service.start(seeds);
  try {
    const before = atRest(running.stored());
    // A kept connection would keep the next request waiting for seconds.
    const connection = service.oneConnection === true ? ['Connection: close'] : [];
    await use({
      client: new Client(
        running.baseUrl,
        [...(service.headers ?? []), ...connection],
        service.takes,
      ),
      stored: () => running.stored(),
    });
    expect(running.answered()).toBeGreaterThan(0);
    if (service.busy !== true) expect(atRest(running.stored())).toEqual(before);
  } finally {
    await running.close();
  }
}

async function created(
  client: Client,
  ways: Ways,
): Promise<{ readonly id: number; readonly sent: Fields }> {
  const result = await client.create(ways);
  if ('refused' in result) throw new Error(`POST answers ${result.refused}.`);
  return result;
}

/**
 * Reads a user and holds it against what was sent; a field that is not shown must not be shown in
 * the list either.
 */
async function expectUser(client: Client, id: number, sent: Fields): Promise<Fields> {
  const { status, headers, body } = await client.send('GET', `/users/${id}`);
  expect(status).toBe(200);
  // A body that names no media type is examined instead (RFC 9110 section 8.3): the client has read
  // it as JSON.
  expect(headers.get('content-type')?.toLowerCase() ?? 'application/json').toMatch(
    /^application\/(vnd\.[a-z0-9.]+\+)?json\b/,
  );
  const shown = shownOf(body, sent);
  expect(body).toMatchObject({ id, name: sent['name'] });
  expect(shown).toEqual(picked(sent, shown));
  const listed = (await client.list()).filter((user) => user['id'] === id);
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({ id, name: sent['name'] });
  expect(shownOf(listed[0], sent)).toEqual(picked(shown, shownOf(listed[0], sent)));
  return shown;
}

async function expectGone(client: Client, id: number): Promise<void> {
  const { status } = await client.send('GET', `/users/${id}`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect((await client.list()).some((user) => user['id'] === id)).toBe(false);
}

async function remove(client: Client, id: number): Promise<number> {
  const { status } = await client.send('DELETE', `/users/${id}`);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(300);
  return status;
}

async function lifeOfTwo({ client, stored }: Running): Promise<void> {
  const first = await created(client, waysToSend('Ann'));
  const second = await created(client, waysToSend('Anna'));
  expect(second.id).not.toBe(first.id);
  const shownFirst = await expectUser(client, first.id, first.sent);
  const shownSecond = await expectUser(client, second.id, second.sent);
  expect(stored().filter(({ id }) => id === first.id || id === second.id)).toHaveLength(2);

  const changes = {
    isPremium: true,
    skills: ['writing'],
    address: { city: 'Oslo', district: 'Frogner' },
  };
  for (const name of ['Changed Once', 'Changed Twice']) {
    const email = first.sent['email'];
    const ways = [
      { name, email, ...changes },
      { id: first.id, name, email, ...changes },
      { name, email },
    ];
    const { status, sent } = await client.change(first.id, ways);
    expect(status).toBeLessThan(300);
    expect(Object.keys(await expectUser(client, first.id, sent))).toEqual(
      expect.arrayContaining(Object.keys(picked(sent, shownFirst))),
    );
    expect(stored().find(({ id }) => id === first.id)?.name).toBe(name);
  }
  expect(await expectUser(client, second.id, second.sent)).toEqual(shownSecond);

  await remove(client, first.id);
  await expectGone(client, first.id);
  expect(stored().some(({ id }) => id === first.id)).toBe(false);
  expect(await expectUser(client, second.id, second.sent)).toEqual(shownSecond);
  await remove(client, second.id);
  await expectGone(client, second.id);
}

async function strangers({ client, stored }: Running): Promise<void> {
  const unknown = 987_654_321;
  const ids = stored().map(({ id }) => id);
  expect(ids).not.toContain(unknown);
  await expectGone(client, unknown);
  const { status } = await client.send('DELETE', `/users/${unknown}`);
  expect([200, 204, 400, 403, 404, 410]).toContain(status);
  expect((await client.send('DELETE', `/users/${unknown}`)).status).toBe(status);
  const put = await client.change(unknown, waysToSend('Unknown'));
  if (put.status < 300) {
    await expectUser(client, unknown, put.sent);
    await remove(client, unknown);
  }
  await expectGone(client, unknown);
}

const unusual: readonly Fields[] = [
  { name: 'Quote " back \\ apostrophe \' <b>&amp; , ; %41 é 漢 😀 \u2028 end' },
  { name: ' leading and trailing ' },
  { name: '12345', skills: Array.from({ length: 14 }, (_, index) => `skill ${index}`) },
  { name: 'n'.repeat(300), skills: [] },
  { name: '', email: '' },
  { email: 'Mixed.Case+tag@Example.com', isPremium: true, address: { city: '', district: '😀' } },
  { name: 'Own User Ann', skills: ['one', 'one', ''] },
];

/**
 * Values that break naive code: refused, or returned as they were sent, after POST and after PUT.
 */
async function oddValues({ client }: Running): Promise<void> {
  const base = await created(client, waysToSend('Base'));
  for (const [index, changes] of unusual.entries()) {
    const [fields = {}] = waysToSend(`Odd${index}`, changes);
    const ways = [fields, { name: fields['name'], email: fields['email'] }];
    const result = await client.create(ways);
    if ('id' in result) {
      await expectUser(client, result.id, result.sent);
      await remove(client, result.id);
    }
    const put = await client.change(base.id, [fields, { ...fields, id: base.id }, ...ways]);
    if (put.status < 300) await expectUser(client, base.id, put.sent);
  }
  await remove(client, base.id);
}

/** Requests at once: each user gets its own id and keeps what was sent for it. */
async function atOnce({ client }: Running): Promise<void> {
  const marks = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const made = await Promise.all(
    marks.map((mark) =>
      created(
        client,
        waysToSend(`Peer ${mark}`, { email: `peer${mark}@example.net`.toLowerCase() }),
      ),
    ),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(marks.length);
  const changed = await Promise.all(
    made.map(async ({ id, sent }, index) => {
      const fields = { ...sent, name: `Moved ${marks[index]}` };
      const put = await client.change(id, [
        fields,
        { ...fields, id },
        ...waysToSend('Whole', fields),
      ]);
      expect(put.status).toBeLessThan(300);
      return { id, sent: put.sent };
    }),
  );
  await Promise.all(changed.map(({ id, sent }) => expectUser(client, id, sent)));
  await Promise.all(changed.map(({ id }) => remove(client, id)));
  await Promise.all(changed.map(({ id }) => expectGone(client, id)));
}

describe('correctServices', () => {
  it('are many, with unique names in kebab-case', () => {
    const names = correctServices.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9.]+(-[a-z0-9.]+)*$/);
  });

  it('refuse requests without the required header fields', async () => {
    for (const service of correctServices.filter(({ headers }) => headers !== undefined)) {
      const { baseUrl, close } = await service.start(seeds);
      const response = await fetch(`${baseUrl}/users`, { headers: { 'User-Agent': '' } });
      expect(response.status).toBeGreaterThanOrEqual(400);
      await close();
    }
  });
});

const laws: readonly [law: string, hold: (running: Running) => Promise<void>][] = [
  ['makes, changes and removes users as they were sent', lifeOfTwo],
  ['knows nobody under an unknown id', strangers],
  ['refuses unusual values or returns them as they were sent', oddValues],
  ['keeps users apart that are written at once', atOnce],
];

describe.concurrent.each(correctServices)('$name', (service) => {
  // What happens to odd values does not depend on how long a reply takes; some services store them
  // in a normal form, and some change a few fields alone.
  const isAsSent = service.slow !== true && service.stored === undefined;
  const chosen = laws
    .filter(([, hold]) => isAsSent || hold !== oddValues)
    .filter(([, hold]) => service.changes === undefined || hold === strangers);
  it.concurrent.each(chosen)('%s', async (_law, hold) => {
    await withService(service, hold);
  });
});
