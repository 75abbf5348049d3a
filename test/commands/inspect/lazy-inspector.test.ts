// Whether something is served is told to anybody, whatever callers of the interface must bring; and
// nothing else is.

import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { lazyInspector } from '../../../src/commands/inspect/lazy-inspector.ts';
import { serveProject } from '../../support/served.ts';

interface Got {
  readonly status: number;
  readonly text: string;
  readonly allow: string | undefined;
}

function ask(
  port: number,
  path: string,
  method = 'GET',
  headers: Readonly<Record<string, string>> = {},
): Promise<Got> {
  return new Promise((done, failed) => {
    const asking = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      reply.on('end', () =>
        done({ status: reply.statusCode ?? 0, text, allow: reply.headers.allow }),
      );
    });
    asking.on('error', failed).end();
  });
}

describe('/__standin/health', () => {
  it('answers under any host name, even if the interface requires credentials and no page was loaded', async () => {
    let made = 0;
    const side = lazyInspector(() => {
      made += 1;
      return Promise.resolve({
        prefix: '/__standin',
        answer: () => Promise.resolve({ status: 403, headers: {}, body: 'the page' }),
      });
    });
    await using served = await serveProject({
      pins: { 'auth.scheme': 'bearer' },
      listen: { side },
    });
    const { port } = served;
    expect((await ask(port, '/users')).status).toBe(401);
    for (const headers of [
      {},
      { host: 'pod.cluster.local:3000' },
      { host: 'evil.test', origin: 'http://evil.test' },
    ])
      expect(await ask(port, '/__standin/health', 'GET', headers)).toEqual({
        status: 200,
        text: '{"status":"ok"}',
        allow: undefined,
      });
    expect(await ask(port, '/__standin/health?x=1')).toMatchObject({ status: 200 });
    expect(await ask(port, '/__standin/health', 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await ask(port, '/__standin/health', 'POST')).toMatchObject({
      status: 405,
      allow: 'GET, HEAD',
    });
    expect(made).toBe(0);
    // Without anything to wait for, who listens is ready.
    expect(await ask(port, '/__standin/ready')).toMatchObject({ status: 200 });
    expect(await ask(port, '/__standin/metrics')).toMatchObject({ status: 404 });
    expect(made).toBe(0);
    for (const path of ['/__standin/health/x', '/__standin/healthy', '/__standin/api/'])
      expect(await ask(port, path)).toMatchObject({ status: 403, text: 'the page' });
    expect(made).toBe(1);
  });
});
