// A service behind another one that changes its replies.

import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Service } from '../bed/service.ts';
import { startTroubled, type Troubled } from './troubled.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Forwards every request; a reply that `change` returns takes the place of the real one. */
export function startForwarding(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  change: (method: string, path: string, reply: Reply) => Reply | null,
): Promise<Troubled> {
  return startTroubled(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const sent = await buffer(request);
    const answer = await fetch(baseUrl + url, {
      method,
      headers: typed(request.headers),
      ...(sent.length === 0 ? {} : { body: sent }),
    });
    const type = answer.headers.get('content-type');
    const location = answer.headers.get('location');
    const reply: Reply = {
      status: answer.status,
      headers: {
        ...(type === null ? {} : { 'content-type': type }),
        ...(location === null ? {} : { location }),
      },
      body: Buffer.from(await answer.arrayBuffer()),
    };
    const { status, headers, body } = change(method, url, reply) ?? reply;
    response.writeHead(status, headers).end(body, () => {
      // A body shorter than it says.
      if (Number(headers['content-length'] ?? body.length) > body.length) response.destroy();
    });
  });
}

function typed(headers: IncomingHttpHeaders): Record<string, string> {
  const type = headers['content-type'];
  return type === undefined ? {} : { 'content-type': type };
}
