// A server that answers with whatever bytes a test tells it to: for answers that no HTTP server
// would send.

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';

export interface Turn {
  /** Which connection, and which request of all, counted from 1. */
  readonly connection: number;
  readonly request: number;
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** The request as it came. */
  readonly text: string;
}

export interface RawServer {
  readonly port: number;
  readonly baseUrl: string;
  /** All requests so far. */
  readonly turns: readonly Turn[];
  close(): Promise<void>;
}

/** Starts a server on a free port; `answer` gets each whole request. */
export async function startRaw(answer: (socket: Socket, turn: Turn) => void): Promise<RawServer> {
  const turns: Turn[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = ++connections;
    let text = '';
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      const [method = '', target = ''] = text.split(' ', 2);
      const turn: Turn = { connection, request: turns.length + 1, method, target, text };
      text = '';
      turns.push(turn);
      answer(socket, turn);
    });
  });
  await promisify((done: (error?: Error) => void) => server.listen(0, '127.0.0.1', () => done()))();
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    turns,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The bytes of an answer with a body and its length. */
export function whole(status: number, body: string | Buffer, fields = ''): Buffer {
  const head = `HTTP/1.1 ${status} Answer\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${fields}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}
