import { expect } from '@playwright/test';
import { standinTest } from 'standin/playwright';
import contract from '../../contracts/users.json' with { type: 'json' };
import rows from '../../db.json' with { type: 'json' };
import user from '../../schemas/user.json' with { type: 'json' };
import userCreate from '../../schemas/user-create.json' with { type: 'json' };
import userCreated from '../../schemas/user-created.json' with { type: 'json' };
import userUpdate from '../../schemas/user-update.json' with { type: 'json' };
import users from '../../schemas/users.json' with { type: 'json' };

const test = standinTest({
  contracts: [contract],
  schemas: {
    user,
    users,
    'user-create': userCreate,
    'user-created': userCreated,
    'user-update': userUpdate,
  },
  rows,
  basePath: '/api',
});

const count = rows.users.length;

test('removes a user', async ({ page, mock }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Remove Ada Kowalska' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(count - 1);
  expect((await mock.fetch('/api/users/1')).status).toBe(404);
});

test('shows the seeded users, whatever other tests did', async ({ page, mock }) => {
  await mock.fetch('/api/users/2', { method: 'DELETE' });
  await page.goto('/');
  await expect(page.getByRole('listitem')).toHaveCount(count - 1);
  await expect(page.getByRole('button', { name: 'Remove Ada Kowalska' })).toBeVisible();
});
