// Puts a server on a free port and ends it again. All that the servers of the bed have in common.

import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /** Ends the server and every connection at once. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server listens on no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
