// Serves the Inspector alone, without a mock or a proxy.

import type { InternalRoutes } from '../../http/server/internal-routes.ts';
import { listen } from '../../http/server/listener.ts';
import type { Reply } from '../../model/message/call.ts';
import { textBody } from '../../model/ruling/render.ts';

export interface InspectorAddress {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the Inspector; port 0 is any free one. Rejects with a StandinError if the port is taken or
 * the host does not belong to this machine.
 */
export async function listenFor(
  host: string,
  port: number,
  side: InternalRoutes,
): Promise<InspectorAddress> {
  const listener = await listen({
    host,
    port,
    side,
    requestMs: 30_000,
    answer: elsewhere,
    ready: () => null,
    bodyBytesMax: () => 1_000_000,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: () => undefined,
  });
  const name = listener.host.includes(':') ? `[${listener.host}]` : listener.host;
  return { url: `http://${name}:${listener.port}/__standin/`, close: () => listener.close() };
}

/** Nothing is mocked here. */
function elsewhere(): Reply {
  const headers = ['location', '/__standin/', 'content-type', 'text/plain'];
  return { status: 302, headers, body: textBody('Recordings are shown at /__standin/.\n') };
}
