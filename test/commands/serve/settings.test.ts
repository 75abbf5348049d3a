// One setting, whether a flag, the API or the page sets it.

import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ServeOptions } from '../../../src/commands/serve/flags.ts';
import type { Serving } from '../../../src/commands/serve/serve.ts';
import { choices } from '../../../src/contract/choices.ts';
import type { ContractView, Overview, SettingsView } from '../../../src/inspector/wire.ts';
import { copyProject } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';

const whole = {
  name: 'Fay',
  email: 'fay@example.com',
  isPremium: true,
  skills: ['sql'],
  address: { city: 'Rome', district: 'Monti' },
};
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serving(options: Partial<ServeOptions> = {}) {
  const folder = copyProject();
  const printed: string[] = [];
  const served: Serving = await startServing(
    {
      contract: folder.at('contracts'),
      db: folder.at('db.json'),
      form: 'lines',
      ...options,
    },
    { output: printed },
  );
  ends.push(async () => {
    await served.close();
    folder[Symbol.dispose]();
  });
  const at = (path: string): URL => new URL(path, served.url);
  const { token } = (await (await fetch(at('/__standin/api/'))).json()) as Overview;
  async function api(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: JsonObject }> {
    const headers = { 'standin-token': token, 'content-type': 'application/json' };
    const init =
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const reply = await fetch(at(`/__standin/api/${path}`), init);
    return { status: reply.status, json: (await reply.json()) as JsonObject };
  }
  async function statuses(times = 40): Promise<readonly number[]> {
    const seen: number[] = [];
    for (let count = 0; count < times; count++) {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(at('/users'), {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...whole, email: `f${count}@x.example` }),
      });
      await reply.arrayBuffer();
      seen.push(reply.status);
    }
    return seen;
  }
  return { api, statuses, printed };
}

describe('unspecified behaviour', () => {
  it('varies on a flag, repeatably for one seed, and says so', async () => {
    const [one, two] = [
      await serving({ undefined: 'vary', seed: 7 }),
      await serving({ undefined: 'vary', seed: 7 }),
    ];
    const seen = await one.statuses();
    expect(new Set(seen)).toEqual(new Set(choices['create.status'].options));
    expect(await two.statuses()).toEqual(seen);
    expect(one.printed.join('')).toContain('--seed 7');
    expect((await one.api('GET', 'settings')).json).toEqual({
      undefined: 'vary',
      seed: 7,
      pins: {},
    });
  });

  it('varies on request of the API as by the flag, until it is reset', async () => {
    const byFlag = await serving({ undefined: 'vary', seed: 7 });
    const byApi = await serving({ seed: 1 });
    expect(new Set(await byApi.statuses(5))).toEqual(new Set([201]));
    const changed = await byApi.api('PATCH', 'settings', { undefined: 'vary', seed: 7 });
    expect(changed).toEqual({ status: 200, json: { undefined: 'vary', seed: 7, pins: {} } });
    expect(await byApi.statuses()).toEqual(await byFlag.statuses());
    expect((await byApi.api('DELETE', 'settings')).json).toEqual({
      undefined: 'profile',
      seed: 1,
      pins: {},
    });
    expect(new Set(await byApi.statuses(5))).toEqual(new Set([201]));
  });
});

describe('a choice', () => {
  it('is pinned by a flag or the API, reported as pinned, and unpinned', async () => {
    const { api, statuses } = await serving({ pins: { 'create.status': 200 } });
    const told = async (): Promise<unknown> => {
      const { resources } = (await api('GET', 'contract')).json as unknown as ContractView;
      return resources[0]?.choices
        .filter(({ choice }) => choice === 'create.status')
        .map(({ chosen, by }) => [chosen, by]);
    };
    expect([await statuses(2), await told()]).toEqual([[200, 200], [[200, '--pin']]]);
    await api('PATCH', 'settings', { pins: { 'create.status': 202, 'read.status': 203 } });
    expect([await statuses(2), await told()]).toEqual([[202, 202], [[202, '--pin']]]);
    const { json } = await api('PATCH', 'settings', { pins: { 'read.status': null } });
    expect((json as unknown as SettingsView).pins).toEqual({ 'create.status': 202 });
    await api('DELETE', 'settings');
    expect([await statuses(2), await told()]).toEqual([[200, 200], [[200, '--pin']]]);
  });

  it.each([
    ['[1]', 'Send a JSON object'],
    [{ seeds: 1 }, '"seeds" is not a member. Did you mean "seed"? Members: undefined, seed, pins.'],
  ])('refuses %j, which is no settings object, and changes nothing', async (patch, detail) => {
    const { api } = await serving({ seed: 3 });
    const { status, json } = await api('PATCH', 'settings', patch);
    expect([status, json['detail']]).toEqual([400, expect.stringContaining(detail)]);
    expect((await api('GET', 'settings')).json).toEqual({
      undefined: 'profile',
      seed: 3,
      pins: {},
    });
  });

  it.each([
    [{ undefined: 'sometimes' }, '/undefined', '"vary"'],
    [{ seed: 1.5 }, '/seed', '2147483647'],
    [{ seed: -1 }, '/seed', '2147483647'],
    [{ pins: [] }, '/pins', 'an object of choices'],
    [{ pins: { 'create.statu': 200 } }, '/pins/create.statu', 'Did you mean "create.status"?'],
    [{ pins: { 'create.status': 418 } }, '/pins/create.status', 'The options are 201, 200, 202'],
    [{ pins: { __proto__: null, constructor: 1 } }, '/pins/constructor', 'there is no choice'],
  ])('refuses %j at %j, and changes nothing', async (patch, at, detail) => {
    const { api } = await serving({ seed: 3 });
    const { status, json } = await api('PATCH', 'settings', patch);
    expect([status, (json['errors'] as unknown as { pointer: string }[])[0]?.pointer]).toEqual([
      422,
      at,
    ]);
    expect(json['detail']).toContain(detail);
    expect((await api('GET', 'settings')).json).toEqual({
      undefined: 'profile',
      seed: 3,
      pins: {},
    });
  });
});
