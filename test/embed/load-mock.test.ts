import { describe, expect, it } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import type { EmbeddedMock } from '../../src/embed/embedded-mock.ts';
import { type LoadOptions, listenFor, loadMock } from '../../src/embed/load-mock.ts';
import { documents } from '../support/documents.ts';

describe('loadMock', () => {
  it('creates a mock from files, with pins and a base path', async () => {
    const mock = await loadMock({ basePath: '/api', pins: { 'remove.status': 200 } });
    expect(await (await mock.fetch('/api/users')).json()).toEqual(documents.rows.users);
    expect((await mock.fetch('/api/users/1', { method: 'DELETE' })).status).toBe(200);
  });

  it('rejects if the files do not exist', async () => {
    await expect(loadMock({ contract: 'nowhere' })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
  });

  it.each<[string, unknown, string]>([
    [
      'an option that there is not',
      { contracts: 'x' },
      'contracts: there is no such option\n    Did you mean "contract"?',
    ],
    [
      'a pin of no choice',
      { pins: { 'create.stats': 200 } },
      'pins at /create.stats: there is no choice "create.stats"\n    Did you mean',
    ],
    [
      'a pin of no option',
      { pins: { 'create.status': 999 } },
      'pins at /create.status: 999 is not an option of create.status',
    ],
    ['pins that are none', { pins: null }, 'pins: must be an object, is null'],
    ['an invalid base path', { basePath: 'api' }, 'basePath: "api" is not a base path'],
    ['an invalid folder', { contract: 5 }, 'contract: must be a path, not a number'],
    ['an invalid seed', { seed: -1 }, 'the setting seed is invalid'],
    ['no options', null, 'the options must be an object, not null'],
  ])('refuses %s', async (_what, options, message) => {
    const loading = loadMock(options as LoadOptions);
    await expect(loading).rejects.toThrow(StandinError);
    await expect(loading).rejects.toThrow(message);
  });

  it('names every fault of its options at once', async () => {
    const loading = loadMock({
      bogus: 1,
      basePath: 'api',
      pins: { 'create.status': 999 },
    } as unknown as LoadOptions);
    await expect(loading).rejects.toThrow('3 faults in the project');
  });
});

describe('listenFor', () => {
  it.each([
    [{ port: 'abc' }, '"abc" is not a port'],
    [{ port: 99_999 }, '99999 is not a port'],
    [{ port: 1.5 }, '1.5 is not a port'],
    [{ port: -1 }, '-1 is not a port'],
    [{ port: Number.NaN }, 'NaN is not a port'],
    [{ port: null }, 'null is not a port'],
    [{ host: '' }, '"" is not a host'],
    [null, 'the options must be an object'],
  ])('refuses %j', async (place, message) => {
    const listening = listenFor(await loadMock(), place as Parameters<typeof listenFor>[1]);
    await expect(listening).rejects.toThrow(StandinError);
    await expect(listening).rejects.toThrow(message);
  });

  it('refuses a value that is no mock', async () => {
    await expect(listenFor({} as EmbeddedMock)).rejects.toThrow(
      'expected a mock, received an object',
    );
  });

  it('serves the mock on a port', async () => {
    const mock = await loadMock({ basePath: '/api' });
    await mock.fetch('/api/users/1', { method: 'DELETE' });
    const listening = await listenFor(mock);
    try {
      expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
      expect(await (await fetch(`${listening.url}/users`)).json()).toEqual(
        documents.rows.users.slice(1),
      );
      const other = await fetch(`${listening.url}/users`, { headers: { 'standin-world': 'a' } });
      expect(await other.json()).toEqual(documents.rows.users);
    } finally {
      await listening.close();
    }
    await expect(fetch(`${listening.url}/users`)).rejects.toThrow();
  });
});
