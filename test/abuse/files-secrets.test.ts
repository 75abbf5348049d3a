// More than 400 planted secrets, sent to a mock and through a recorder: none is in a file, on the page
// or in the terminal.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { copyProject, run } from '../support/cli.ts';
import { type Planted, plantedSecrets } from '../support/planted-secrets.ts';

const all = plantedSecrets();

function leftIn(text: string): readonly string[] {
  return all
    .filter(({ secret }) => text.includes(secret))
    .map((one) => `${one.place}: ${one.name}`);
}

async function send(url: string, { target, method, headers, body }: Planted): Promise<void> {
  await (await fetch(url + target, { method, headers, body })).arrayBuffer();
}

/** Everything that the page can ask for. */
async function shownAt(url: string): Promise<string> {
  const paths = [
    ...['har', 'curl', 'fetch'].map((form) => `export?form=${form}`),
    ...all.map((_, index) => `interactions/${index + 1}`),
  ];
  const texts = [];
  for (const path of paths) texts.push(await (await fetch(`${url}/__standin/api/${path}`)).text());
  return texts.join('\n');
}

describe('secrets in every place of a message', () => {
  it.each(['serve', 'record'])(
    'are nowhere after %s',
    async (command) => {
      using folder = copyProject();
      // Answers with what it was sent.
      const echo = createServer((request, response) => {
        response.setHeader('content-type', request.headers['content-type'] ?? 'text/plain');
        request.pipe(response);
      });
      await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
      const service = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
      const args = command === 'serve' ? ['serve'] : ['record', service];
      const started = [...args, '--port', '0', '--record', 'traffic.standin'];
      await using running = run(started, { cwd: folder.path });
      const printed = await running.until('stdout', (text) => /inspector +http\S+\/\n/.test(text));
      const url = /inspector +(http:\/\/[^/]+)/.exec(printed)?.[1] ?? '';
      for (const one of all) await send(url, one);
      await expect
        .poll(
          async () => {
            const reply = await fetch(`${url}/__standin/api/interactions/${all.length}`);
            await reply.arrayBuffer();
            return reply.status;
          },
          { timeout: 20_000 },
        )
        .toBe(200);
      const shown = await shownAt(url);
      running.child.kill('SIGTERM');
      await running.ended;
      const files = readdirSync(folder.path)
        .filter((name) => name.startsWith('traffic.standin'))
        .map((name) => readFileSync(folder.at(name), 'latin1'));
      expect(files.join('').length).toBeGreaterThan(all.length * 500);
      expect(leftIn(files.join(''))).toEqual([]);
      expect(leftIn(shown)).toEqual([]);
      expect(leftIn(running.stdout() + running.stderr())).toEqual([]);
      echo.closeAllConnections();
      echo.close();
    },
    60_000,
  );
});
