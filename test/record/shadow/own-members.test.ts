// What the recorder says of members that a service writes itself, though no contract says so: nothing
// about correct services, and what a service makes wrong of the members of its clients.

import { describe, expect, it } from 'vitest';
import { articles, boats, type Fields, recipes, type Stamped } from '../../support/stamped.ts';
import { ask } from '../recording.ts';
import { type RecordedStamped, recordedStamped } from './recorded-stamped.ts';

const services: readonly Stamped[] = [boats, recipes, articles];

/** Creates items and looks at each. */
async function createAll({ at, stamped }: RecordedStamped): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    const { id } = (await ask(at, 'POST', stamped.values(number))).body as Fields;
    ids.push(String(id));
    await look(at, String(id));
  }
  await ask(at, 'GET');
  return ids;
}

/** Reads an item in a later millisecond: the clocks of the services tell them apart. */
async function look(at: string, id: string): Promise<Fields> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve));
  return (await ask(`${at}/${id}`, 'GET')).body as Fields;
}

/** Reads each item, sends it back with one member changed, and changes one more by PATCH. */
async function editAll({ at, stamped }: RecordedStamped, ids: readonly string[]): Promise<void> {
  let number = 10;
  for (const member of stamped.taken)
    for (const id of ids) {
      const change = (): Fields => ({ [member]: stamped.values(number++)[member] });
      await ask(`${at}/${id}`, 'PUT', { ...(await look(at, id)), ...change() });
      await look(at, id);
      await ask(at, 'GET');
      await ask(`${at}/${id}`, 'PATCH', change());
      await ask(`${at}/${id}`, 'PATCH', { ...(await look(at, id)), ...change() });
      await look(at, id);
    }
}

/** Copies each item whole, and writes back what each write answered. */
async function copyAll({ at, stamped }: RecordedStamped, ids: readonly string[]): Promise<void> {
  let number = 100;
  for (const member of stamped.taken)
    for (const id of ids) {
      const change = (): Fields => ({ [member]: stamped.values(number++)[member] });
      const copy = (await ask(at, 'POST', await look(at, id))).body as Fields;
      const own = `${at}/${String(copy['id'])}`;
      await look(at, String(copy['id']));
      const put = (await ask(own, 'PUT', { ...copy, ...change() })).body as Fields;
      await ask(own, 'PUT', { ...put, ...change() });
      await ask(at, 'GET');
      await look(at, String(copy['id']));
      await ask(own, 'PUT', { ...put, title: 7 });
      await look(at, String(copy['id']));
    }
}

async function removeAll({ at }: RecordedStamped, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await ask(`${at}/${id}`, 'DELETE');
    await ask(`${at}/${id}`, 'GET');
  }
  await ask(at, 'GET');
}

describe('a correct service that writes members itself', () => {
  it.each(services)('is not accused: $collection', { timeout: 60_000 }, async (stamped) => {
    await using one = await recordedStamped(stamped);
    const ids = await createAll(one);
    await editAll(one, ids);
    await copyAll(one, ids);
    await removeAll(one, ids);
    expect(await one.told()).toEqual([]);
    expect(await one.conforming()).toBeGreaterThan(150);
  });

  it('is not accused of members that a list omits', async () => {
    await using one = await recordedStamped(articles, { list: ['id', 'title'] });
    const ids = await createAll(one);
    await editAll(one, ids);
    expect(await one.told()).toEqual([]);
  });
});

describe('a faulty service that writes members itself', () => {
  /** What is said of a PUT of an item that was read, with one member changed. */
  async function toldOfPut(
    stamped: Stamped,
    change: Fields,
    plant: (item: Fields, before: Fields) => Fields,
  ): Promise<readonly string[]> {
    await using one = await recordedStamped(stamped, {
      plant: (item, before) => (before === null ? item : plant(item, before)),
    });
    const [id = ''] = await createAll(one);
    await ask(`${one.at}/${id}`, 'PUT', { ...(await look(one.at, id)), ...change });
    await look(one.at, id);
    return one.told();
  }

  it('is found if PUT ignores all but its own members', async () => {
    const found = await toldOfPut(boats, { name: 'New' }, (item, before) => ({
      ...before,
      updatedAt: item['updatedAt'],
    }));
    expect(found).toEqual([expect.stringContaining('had no effect')]);
  });

  it('is found if PUT stores another value', async () => {
    const found = await toldOfPut(recipes, { title: 'Stew' }, (item) => ({
      ...item,
      title: `${String(item['title'])}!`,
    }));
    expect(found).toEqual([expect.stringContaining('expected "Stew" or "Soup 1", got "Stew!"')]);
  });

  it('is found if PUT changes a member that was sent as it was', async () => {
    const found = await toldOfPut(articles, { title: 'Other Things' }, (item) => ({
      ...item,
      isPublic: true,
    }));
    expect(found).toEqual([expect.stringContaining('at /isPublic')]);
  });
});
