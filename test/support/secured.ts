// A service of the bed behind TLS, with a certificate for 127.0.0.1 that only clients with its
// authority trust (valid until 2120).

import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { Service } from '../bed/service.ts';

const FOLDER = join(import.meta.dirname, 'tls');

/** The file with the certificate, which is its own authority. */
export const AUTHORITY: string = join(FOLDER, 'cert.pem');

export interface Secured extends AsyncDisposable {
  /** `https://127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
}

/** Forwards requests to a service. */
export async function secured(service: Service): Promise<Secured> {
  const base = new URL(service.baseUrl);
  const identity = { key: readFileSync(join(FOLDER, 'key.pem')), cert: readFileSync(AUTHORITY) };
  const server = createServer(identity, (request, response) => {
    const { method, headers, url: path } = request;
    const onward = httpRequest(
      { host: base.hostname, port: base.port, path, method, headers, agent: false },
      (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
