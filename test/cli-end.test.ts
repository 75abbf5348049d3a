// How `standin serve` ends: at the first signal in order, whatever is under way, and at the second
// at once.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { copyProject, follow, serve } from './support/cli.ts';
import { endOf } from './support/project.ts';
import { NEW_USER, request, withBody } from './support/requests.ts';
import { openWire } from './support/wire.ts';

describe('standin serve, when it is stopped', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends with 0 at %s with a connection kept open',
    async (signal) => {
      await using serving = await serve();
      const wire = await openWire(serving.port);
      expect((await wire.write(request('GET /users/1')).reply()).status).toBe(200);
      serving.child.kill(signal);
      expect(await endOf(serving)).toEqual({ code: 0, signal: null });
      expect(await wire.rest()).toBe('');
      wire.socket.destroy();
      expect(serving.stderr()).toBe('');
    },
  );

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with 0 at %s with a half-sent request',
    async (signal) => {
      await using serving = await serve();
      const wire = await openWire(serving.port);
      wire.socket.on('error', () => undefined);
      await new Promise((sent) =>
        wire.socket.write(withBody('POST /users', NEW_USER).subarray(0, -1), sent),
      );
      await fetch(`${serving.url}/users/1`);
      serving.child.kill(signal);
      expect(await endOf(serving)).toEqual({ code: 0, signal: null });
      wire.socket.destroy();
      expect(serving.stderr()).toBe('');
    },
  );

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with 0 at %s in the middle of a long list',
    async (signal) => {
      using folder = copyProject();
      const users = Array.from({ length: 4_000 }, (_, index) => ({
        id: index + 1,
        name: 'x'.repeat(5_000),
      }));
      writeFileSync(folder.at('db.json'), JSON.stringify({ users }));
      await using serving = await serve([], { cwd: folder.path });
      const wire = await openWire(serving.port);
      wire.socket.on('error', () => undefined);
      wire.write(request('GET /users'));
      await once(wire.socket, 'data');
      wire.socket.pause();
      await fetch(`${serving.url}/users/1`);
      serving.child.kill(signal);
      expect(await endOf(serving)).toEqual({ code: 0, signal: null });
      wire.socket.resume();
      await expect(wire.reply()).rejects.toThrow('the connection ended');
      wire.socket.destroy();
      expect(serving.stderr()).toBe('');
    },
  );

  it('ends at once at the second signal', async () => {
    await using serving = await serve();
    const wire = await openWire(serving.port);
    wire.socket.on('error', () => undefined);
    await new Promise((sent) =>
      wire.socket.write(withBody('POST /users', NEW_USER).subarray(0, -1), sent),
    );
    await fetch(`${serving.url}/users/1`);
    // Two signals of one kind would become one where the process does not run in between.
    serving.child.kill('SIGINT');
    serving.child.kill('SIGTERM');
    expect(await endOf(serving)).toEqual({ code: 2, signal: null });
    wire.socket.destroy();
  });

  it('stops cleanly as soon as it has printed its address', async () => {
    await using serving = await follow(['serve', '--port', '0', '--json']);
    serving.child.kill('SIGTERM');
    expect(await endOf(serving)).toEqual({ code: 0, signal: null });
  });

  it('prints the calls that came before it stopped', async () => {
    await using serving = await serve();
    for (let turn = 0; turn < 10; turn++) await fetch(`${serving.url}/users/1`);
    serving.child.kill('SIGTERM');
    expect(await endOf(serving)).toEqual({ code: 0, signal: null });
    expect(serving.events('interaction')).toHaveLength(10);
  });
});
