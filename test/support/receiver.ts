// A receiver of webhooks on a free port, whose answers a test decides.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Ends the connection once the answer went out, without having said so in it. */
  readonly end: () => void;
}

export interface ReceiverServer extends AsyncDisposable {
  readonly url: string;
  /** All that came so far, also what was refused. */
  readonly deliveries: readonly Delivery[];
  /** Over how many connections they came. */
  connections(): number;
}

/**
 * Starts a receiver. `answer` returns the status for a delivery, counted from 1; `null` for no
 * answer at all.
 */
export async function startReceiver(
  answer: (count: number, delivery: Delivery) => number | null | Promise<number | null> = () => 204,
): Promise<ReceiverServer> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', async () => {
      const end = (): void => void response.on('finish', () => request.socket.end());
      const delivery = { target: request.url ?? '', headers: request.headers, text, end };
      const status = await answer(deliveries.push(delivery), delivery);
      if (status !== null) response.writeHead(status).end();
    });
  });
  let connections = 0;
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deliveries,
    connections: () => connections,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
