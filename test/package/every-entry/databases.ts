// Recordings and stores in a real PostgreSQL, by the package.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import type { Place } from './place.ts';

export function eachDatabase(place: Place): void {
  let database: Postgres;
  beforeAll(async () => {
    database = await startPostgres();
  });
  afterAll(() => database.close());
  const url = (more: string): string =>
    `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}&${more}`;

  it('migrate makes the tables, and two mocks share them', async () => {
    const store = url('schema=shared');
    expect(await place.standin('migrate', store)).toMatchObject({ code: 0 });
    const served = ['serve', '--port', '0', '--json', '--store', store];
    await using one = await place.follow(...served);
    await using other = await place.follow(...served);
    const removed = await fetch(`${one.url}/users/2`, { method: 'DELETE' });
    expect([removed.ok, (await fetch(`${other.url}/users/2`)).status]).toEqual([true, 404]);
  });

  it.each(['serve', 'record', 'verify'] as const)('%s records into the database', async (how) => {
    await using service = await place.service('correct');
    const recording = url(`schema=recorded&recording=${how}`);
    if (how === 'verify') {
      const told = await place.standin(
        ...['verify', service.url, '--law', 'created-is-there', '--record', recording],
      );
      expect(told).toMatchObject({ code: 0 });
    } else {
      const target = how === 'record' ? [service.url] : [];
      await using running = await place.follow(
        ...[how, ...target, '--port', '0', '--json', '--record', recording],
      );
      expect((await fetch(`${running.url}/users`)).status).toBe(200);
      expect((await fetch(`${running.url}/users/77`)).status).toBe(404);
      running.child.kill('SIGINT');
      expect(await running.ended).toMatchObject({ code: 0 });
    }
    const { code, stdout } = await place.standin('export', recording, '--form', 'har');
    const { log } = JSON.parse(stdout) as { log: { entries: { request: { url: string } }[] } };
    expect(code).toBe(0);
    expect(log.entries.length).toBeGreaterThan(1);
    expect(log.entries.some(({ request }) => request.url.endsWith('/users'))).toBe(true);
  });
}
