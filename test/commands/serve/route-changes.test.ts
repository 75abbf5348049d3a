// Changes of rows by routes in code, in a served mock: saved and told as others, and in no log.

import { expect, it } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

const ROUTES = `export default {
  'POST /finish/{id}': (_request, { params, rows }) => {
    rows('logs').add({ text: 'done', of: { lap: Number(params.id) } });
    return Response.json(rows('laps').change(Number(params.id), { seconds: 71 }));
  },
};`;

it('saves what routes change, tells webhooks, and logs what clients sent', async () => {
  folder.write('db.json', { laps: [{ id: 1, seconds: 0 }], logs: [] });
  folder.write('contracts/routes.mjs', ROUTES);
  const output: string[] = [];
  await using receiver = await startReceiver();
  const serving = await startServing(
    {
      contract: 'db.json',
      profile: 'json-server-1',
      pins: { 'events.delivery': 'webhook' },
      webhooks: [receiver.url],
      saving: 'save',
      form: 'json',
    },
    { output },
  );
  try {
    const finished = await fetch(`${serving.url}/finish/1`, { method: 'POST' });
    expect(await finished.json()).toEqual({ id: 1, seconds: 71 });
    await expect.poll(() => receiver.deliveries.length).toBe(2);
  } finally {
    await serving.close();
  }
  const events = receiver.deliveries.map(({ text }) => JSON.parse(text) as { type: string });
  expect(events.map(({ type }) => type)).toEqual(['logs.created', 'laps.updated']);
  const { laps, logs } = JSON.parse(folder.read('db.json')) as Record<string, readonly object[]>;
  expect(laps).toEqual([{ id: 1, seconds: 71 }]);
  expect(logs).toEqual([expect.objectContaining({ text: 'done', of: { lap: 1 } })]);
  const asked = output
    .join('')
    .split('\n')
    .filter((line) => line.includes('"method"'));
  expect(asked).toEqual([expect.stringContaining('/finish/1')]);
});
