// Rows alone with numbers that a double cannot hold, such as ids of 17 to 19 digits.

import { describe, expect, it } from 'vitest';
import { listenFor, loadMock } from '../../src/embed/load-mock.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import type { Line } from './sides.ts';

const temp = useTempFolder();
const lines: readonly (Line | 'standin')[] = ['json-server', 'json-server-1', 'standin'];

const ROWS = `{
  "gulls": [
    {"id": 175928847299117063, "ring": 9223372036854775807, "by": {"ids": [18446744073709551615]}},
    {"id": 175928847299117064, "ring": 9223372036854775806, "by": {"ids": []}}
  ],
  "nests": [{"id": 1, "gullId": 175928847299117064}],
  "state": {"last": 12345678901234567890}
}`;

describe.each(lines)('long numbers of rows under the profile %s', (profile) => {
  async function opened() {
    temp.write('db.json', ROWS);
    const mock = await loadMock({ contract: 'db.json', profile });
    const { url, close } = await listenFor(mock);
    return {
      async ask(method: string, path: string, body?: string) {
        const answer = await fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        });
        return { status: answer.status, text: (await answer.text()).replaceAll(/\s+/g, '') };
      },
      [Symbol.asyncDispose]: close,
    };
  }

  it('are answered with all digits', async () => {
    await using mock = await opened();
    const { text } = await mock.ask('GET', '/gulls');
    expect(text).toContain(
      '{"id":175928847299117063,"ring":9223372036854775807,"by":{"ids":[18446744073709551615]}}',
    );
    expect((await mock.ask('GET', '/state')).text).toBe('{"last":12345678901234567890}');
    expect((await mock.ask('GET', '/gulls/175928847299117064')).text).toContain(
      '"ring":9223372036854775806',
    );
    expect((await mock.ask('GET', '/gulls/175928847299117065')).status).toBe(404);
  });

  it('are kept as they are sent, and when another member changes', async () => {
    await using mock = await opened();
    const path = '/gulls/175928847299117063';
    const changed = await mock.ask('PATCH', path, '{"note":[98765432109876543210]}');
    expect(changed.text).toContain('"ring":9223372036854775807');
    expect((await mock.ask('GET', path)).text).toContain('"note":[98765432109876543210]');
    const body = '{"ring":-9007199254740993,"by":{"ids":[1]}}';
    expect((await mock.ask('PUT', path, body)).text).toContain(
      '{"id":175928847299117063,"ring":-9007199254740993',
    );
    const made = await mock.ask('POST', '/gulls', body);
    expect([made.status, made.text]).toEqual([201, expect.stringContaining('-9007199254740993')]);
    const one = await mock.ask('PUT', '/state', '{"last":12345678901234567891}');
    expect(one.text).toBe('{"last":12345678901234567891}');
    expect((await mock.ask('DELETE', path)).status).toBeLessThan(300);
    expect((await mock.ask('GET', path)).status).toBe(404);
  });

  it('are refused with their place if they have a fraction of too many digits', async () => {
    await using mock = await opened();
    const { status, text } = await mock.ask('POST', '/gulls', '{"ring":0.12345678901234567890}');
    expect(status).toBe(400);
    if (profile === 'standin') expect(text).toContain('thenumberat/ringhasmoredigits');
  });
});

describe('long numbers in queries', () => {
  it('select and sort by all digits', async () => {
    temp.write('db.json', ROWS);
    const ids = async (profile: Line, query: string): Promise<string> => {
      const mock = await loadMock({ contract: 'db.json', profile });
      const text = await (await mock.fetch(`/gulls?${query}`)).text();
      return [...text.matchAll(/"id":\s*(\d+)/g)].map(([, id]) => id?.slice(-2)).join();
    };
    expect(await ids('json-server', 'ring=9223372036854775806')).toBe('64');
    expect(await ids('json-server', '_sort=ring')).toBe('64,63');
    expect(await ids('json-server', '_sort=ring&_order=desc')).toBe('63,64');
    expect(await ids('json-server-1', 'ring=9223372036854775806')).toBe('64');
    expect(await ids('json-server-1', 'ring:gt=9223372036854775806')).toBe('63');
    expect(await ids('json-server-1', '_sort=ring')).toBe('64,63');
    const nests = await loadMock({ contract: 'db.json', profile: 'json-server' });
    expect(await (await nests.fetch('/gulls/175928847299117064/nests')).text()).toContain('"id"');
    expect(await (await nests.fetch('/nests?_expand=gull')).text()).toContain(
      '9223372036854775806',
    );
  });
});
