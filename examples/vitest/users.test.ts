import { standinTest } from 'standin/vitest';
import { describe, expect } from 'vitest';
import rows from '../../db.json' with { type: 'json' };
import { UsersClient } from './users-client.ts';

const test = standinTest({
  contracts: import.meta.glob('../../contracts/*.json', { eager: true, import: 'default' }),
  schemas: import.meta.glob('../../schemas/*.json', { eager: true, import: 'default' }),
  rows,
});

describe('UsersClient', () => {
  test('creates a user', async ({ mock }) => {
    const client = new UsersClient(mock.fetch);
    await client.create({ name: 'Zoë', email: 'zoe@example.com' });
    expect((await client.list()).map(({ name }) => name)).toContain('Zoë');
  });

  test('lists the seeded users, whatever other tests did', async ({ mock }) => {
    const users = await new UsersClient(mock.fetch).list();
    expect(users).toHaveLength(rows.users.length);
    await expect(users).toMatchSchema('users');
  });

  test('reports what is wrong with a user', async ({ mock }) => {
    const creation = new UsersClient(mock.fetch).create({ name: 'Zoë', email: 'no address' });
    await expect(creation).rejects.toThrow('the body is invalid');
  });
});

test('the mock answers as the contract says', async ({ mock }) => {
  await expect(await mock.fetch('/users/1')).toConform();
});
