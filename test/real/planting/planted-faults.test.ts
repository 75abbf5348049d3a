// What each planted fault does to a service of our own, call by call, and that the proxy alone changes
// nothing. That `verify` finds each of them is in short-form.test.ts.

import { describe, expect, it } from 'vitest';
import { partsPlace, startParts } from '../parts-service.ts';
import type { Place } from '../place.ts';
import { plantedFaults } from './planted-faults.ts';
import { type PlantingProxy, startPlantingProxy } from './planting-proxy.ts';

interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** A call through a proxy with a fault, or with none. */
type Call = (method: string, path: string, body?: unknown) => Promise<Answered>;

async function behind(
  name: string | null,
  use: (call: Call, proxy: PlantingProxy) => Promise<void>,
  place: Place = partsPlace,
): Promise<void> {
  const fault = plantedFaults.find((one) => one.name === name) ?? null;
  await using service = await startParts();
  await using proxy = await startPlantingProxy(service.url, [place], fault);
  await use(async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(proxy.url + path, { method, ...sent });
    const text = await answer.text();
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: text === '' ? null : JSON.parse(text),
    };
  }, proxy);
}

const bolt = { name: 'a bolt', stock: 3, note: 'of steel' };
const nut = { name: 'a nut', stock: 5, note: 'of brass' };

describe('startPlantingProxy', () => {
  it('changes nothing without a fault, and counts the calls', () =>
    behind(null, async (call, proxy) => {
      const made = await call('POST', '/parts', bolt);
      expect(made).toEqual({ status: 201, type: 'application/json', body: { ...bolt, id: 3 } });
      expect(await call('GET', '/parts/3')).toMatchObject({ status: 200, body: made.body });
      expect(await call('GET', '/parts?limit=1')).toMatchObject({ body: [{ id: 1 }] });
      expect(await call('PUT', '/parts/3', [])).toEqual({ status: 400, type: null, body: null });
      expect(await call('DELETE', '/parts/3')).toMatchObject({ status: 204 });
      expect(proxy.calls()).toBe(5);
      expect([...proxy.changed()]).toEqual([]);
    }));

  it('names an item that is read elsewhere at its usual address, too', () =>
    behind(
      'wrong-content-type',
      async (call, proxy) => {
        await call('POST', '/parts', bolt);
        expect(await call('GET', '/parts/3')).toMatchObject({ type: 'text/plain; charset=utf-8' });
        expect([...proxy.changed()]).toEqual(['GET /parts/3', 'GET /pieces/3']);
      },
      { ...partsPlace, item: '/pieces/{id}', shows: '/parts/{id}' },
    ));

  it('touches no item that was there before', () =>
    behind('removal-removes-nothing', async (call, proxy) => {
      expect(await call('DELETE', '/parts/1')).toMatchObject({ status: 204 });
      expect(await call('GET', '/parts/1')).toMatchObject({ status: 404 });
      expect([...proxy.changed()]).toEqual([]);
    }));
});

describe('plantedFaults', () => {
  it('are twelve', () => expect(plantedFaults).toHaveLength(12));

  it('creation-loses-a-member', () =>
    behind('creation-loses-a-member', async (call, proxy) => {
      expect(await call('POST', '/parts', bolt)).toMatchObject({ body: { note: 'of steel' } });
      const { note: _note, ...rest } = bolt;
      expect((await call('GET', '/parts/3')).body).toEqual({ ...rest, id: 3 });
      expect((await call('GET', '/parts')).body).toContainEqual({ ...rest, id: 3 });
      expect([...proxy.changed()]).toEqual(['GET /parts/3', 'GET /parts']);
      await call('PUT', '/parts/3', nut);
      expect((await call('GET', '/parts/3')).body).toEqual({ ...nut, id: 3 });
    }));

  it('change-loses-a-member', () =>
    behind('change-loses-a-member', async (call) => {
      await call('POST', '/parts', bolt);
      expect(await call('PUT', '/parts/3', nut)).toMatchObject({ body: nut });
      expect((await call('GET', '/parts/3')).body).toEqual({ ...nut, note: 'of steel', id: 3 });
      expect((await call('GET', '/parts')).body).toContainEqual({
        ...nut,
        note: 'of steel',
        id: 3,
      });
    }));

  it('stale-read', () =>
    behind('stale-read', async (call) => {
      await call('POST', '/parts', bolt);
      await call('GET', '/parts/3');
      await call('PUT', '/parts/3', nut);
      expect(await call('GET', '/parts/3')).toMatchObject({ body: bolt });
      await call('DELETE', '/parts/3');
      expect(await call('GET', '/parts/3')).toMatchObject({ status: 404 });
    }));

  it('created-is-202', () =>
    behind('created-is-202', async (call) => {
      expect(await call('POST', '/parts', bolt)).toMatchObject({ status: 202, body: bolt });
      expect(await call('POST', '/parts', {})).toMatchObject({ status: 400 });
    }));

  it('removal-removes-nothing', () =>
    behind('removal-removes-nothing', async (call) => {
      await call('POST', '/parts', bolt);
      expect(await call('DELETE', '/parts/3')).toMatchObject({ status: 204 });
      expect(await call('GET', '/parts/3')).toMatchObject({ status: 200, body: bolt });
    }));

  it('list-lacks-the-newest', () =>
    behind('list-lacks-the-newest', async (call) => {
      await call('POST', '/parts', bolt);
      await call('POST', '/parts', nut);
      expect((await call('GET', '/parts')).body).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
    }));

  it('read-answers-another', () =>
    behind('read-answers-another', async (call) => {
      await call('POST', '/parts', bolt);
      expect(await call('GET', '/parts/3')).toMatchObject({ body: bolt });
      await call('POST', '/parts', nut);
      expect(await call('GET', '/parts/4')).toMatchObject({ body: { ...bolt, id: 3 } });
    }));

  it('unknown-is-200', () =>
    behind('unknown-is-200', async (call) => {
      expect(await call('GET', '/parts/9')).toEqual({
        status: 200,
        type: 'application/json',
        body: {},
      });
    }));

  it('wrong-content-type', () =>
    behind('wrong-content-type', async (call) => {
      expect(await call('GET', '/parts/1')).toMatchObject({ type: 'text/plain; charset=utf-8' });
      expect(await call('GET', '/parts')).toMatchObject({ type: 'application/json' });
    }));

  it('required-member-missing', () =>
    behind('required-member-missing', async (call) => {
      expect((await call('GET', '/parts/1')).body).toEqual({ id: 1, stock: 4 });
      expect((await call('GET', '/parts')).body).toEqual([
        { id: 1, stock: 4 },
        { id: 2, note: 'worn' },
      ]);
    }));

  it('narrowing-ignored', () =>
    behind('narrowing-ignored', async (call) => {
      expect((await call('GET', '/parts?limit=1')).body).toHaveLength(2);
    }));

  it('refusal-changes', () =>
    behind('refusal-changes', async (call) => {
      await call('POST', '/parts', bolt);
      expect(await call('PUT', '/parts/3', { ...nut, stock: -1 })).toMatchObject({ status: 400 });
      expect(await call('GET', '/parts/3')).toMatchObject({ body: { ...bolt, note: 'of brass' } });
      await call('PUT', '/parts/3', nut);
      expect(await call('GET', '/parts/3')).toMatchObject({ body: nut });
      expect(await call('PUT', '/parts/3', [])).toMatchObject({ status: 400 });
      expect(await call('GET', '/parts/3')).toMatchObject({ body: { ...nut, name: 'a nut~' } });
    }));

  it('refusal-changes changes a member of the usual changes, if it has to choose', () =>
    behind(
      'refusal-changes',
      async (call) => {
        await call('POST', '/parts', nut);
        expect(await call('PUT', '/parts/3', [])).toMatchObject({ status: 400 });
        expect(await call('GET', '/parts/3')).toMatchObject({
          body: { ...nut, note: 'of brass~' },
        });
      },
      { ...partsPlace, change: () => ({ note: 'of wood' }) },
    ));
});
