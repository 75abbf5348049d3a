// A port for a process that is yet to start. It is below the ports that systems assign, so that no
// one who asks for any free port gets it before that process listens.

import { createServer } from 'node:net';

const [FIRST, COUNT] = [20_000, 12_000];

/** Returns a port of 127.0.0.1 that is free. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
