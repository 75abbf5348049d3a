// A mock that is told to end while it answers: `serve --drain`.

import { Agent, get } from 'node:http';
import { expect, it } from 'vitest';
import { serve } from './support/cli.ts';

it('is no longer ready, answers what comes, and ends after the last answer', async () => {
  await using mock = await serve(['--drain', '2', '--override', 'read delay=3000']);
  const { status } = await fetch(`${mock.url}/__standin/ready`);
  expect(status).toBe(200);
  // A page that looks on does not keep it.
  const live = await fetch(`${mock.url}/__standin/api/live`);
  mock.child.kill('SIGTERM');
  await mock.until('stdout', (text) => text.includes('not ready any more'));
  const ready = await fetch(`${mock.url}/__standin/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', why: 'the mock was told to end' },
  ]);
  const list = await answerOf(`${mock.url}/users`);
  expect(list).toEqual({ status: 200, connection: 'close' });
  // It takes longer than calls are accepted.
  expect(await answerOf(`${mock.url}/users/1`)).toEqual({ status: 200, connection: 'close' });
  expect(await mock.ended).toEqual({ code: 0, signal: null });
  await live.text();
  expect(mock.stderr()).toBe('');
});

it('ends at once when it is told so by Ctrl-C, or for the second time', async () => {
  await using one = await serve(['--drain', '600']);
  one.child.kill('SIGINT');
  expect(await one.ended).toEqual({ code: 0, signal: null });
  await using two = await serve(['--drain', '600']);
  two.child.kill('SIGTERM');
  await two.until('stdout', (text) => text.includes('not ready any more'));
  two.child.kill('SIGTERM');
  expect(await two.ended).toEqual({ code: 2, signal: null });
});

/** With a connection that would be kept. */
function answerOf(url: string): Promise<{ status?: number; connection?: string }> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    get(url, { agent }, ({ statusCode: status, headers: { connection } }) =>
      resolve({ status, connection } as object),
    ).on('error', reject);
  }).finally(() => agent.destroy()) as Promise<object>;
}
