import { describe, expect, it } from 'vitest';
import { listenFor, loadMock } from '../../src/embed/load-mock.ts';
import { documents } from '../support/documents.ts';

describe('loadMock', () => {
  it('makes a mock of files, with pins and a base path', async () => {
    const mock = await loadMock({ basePath: '/api', pins: { 'remove.status': 200 } });
    expect(await (await mock.fetch('/api/users')).json()).toEqual(documents.rows.users);
    expect((await mock.fetch('/api/users/1', { method: 'DELETE' })).status).toBe(200);
  });

  it('rejects where there are no such files', async () => {
    await expect(loadMock({ contract: 'nowhere' })).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});

describe('listenFor', () => {
  it('answers on a port with what the mock knows', async () => {
    const mock = await loadMock({ basePath: '/api' });
    await mock.fetch('/api/users/1', { method: 'DELETE' });
    const listening = await listenFor(mock);
    try {
      expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
      expect(await (await fetch(`${listening.url}/users`)).json()).toEqual(documents.rows.users.slice(1));
      const other = await fetch(`${listening.url}/users`, { headers: { 'standin-world': 'a' } });
      expect(await other.json()).toEqual(documents.rows.users);
    } finally {
      await listening.close();
    }
    await expect(fetch(`${listening.url}/users`)).rejects.toThrow();
  });
});
