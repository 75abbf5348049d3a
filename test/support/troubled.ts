// Services that cannot be judged, each on a free port: they hang, reset, flood, ask for
// credentials, or are no interface at all.

import { createServer, type RequestListener } from 'node:http';
import { createServer as createRawServer, type Server } from 'node:net';

export interface Troubled extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** The methods and paths that were asked for, in order. */
  readonly requests: readonly string[];
}

/** Answers every request with the same listener. */
export async function startTroubled(answer: RequestListener): Promise<Troubled> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return { ...(await listening(server)), requests };
}

/** Ends every connection as soon as something comes. */
export async function startResetting(): Promise<Troubled> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
  });
  return { ...(await listening(server)), requests: [] };
}

/** Never answers. */
export const hanging: RequestListener = () => undefined;

/** Answers with 100 MB. */
export const flooding: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(1_000_000, ' ');
  let left = 100;
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (left-- > 0) if (!response.write(chunk)) return;
    response.end('[]');
  };
  response.on('drain', more).on('error', () => undefined);
  more();
};

/** Answers every request with the same thing. */
export function answering(status: number, type: string, text: string): RequestListener {
  return (_request, response) => response.writeHead(status, { 'content-type': type }).end(text);
}

async function listening(server: Server): Promise<Pick<Troubled, 'url' | keyof AsyncDisposable>> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
