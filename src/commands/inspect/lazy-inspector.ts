// Standin's page and API beside what a command serves. They are loaded when somebody first asks for
// them: most runs never need them.

import type {
  InternalCall,
  InternalReply,
  InternalRoutes,
} from '../../http/server/internal-routes.ts';
import { json, problem } from '../../inspector/request/reply.ts';

/**
 * Gives a side that is made when it is first called. Whether something is served is told without
 * it, to anybody: see `HEALTH_PATH`.
 */
export function lazyInspector(make: () => Promise<InternalRoutes>): InternalRoutes {
  let made: Promise<InternalRoutes> | null = null;
  return {
    prefix: '/__standin',
    async answer(call) {
      if (call.path === HEALTH_PATH) return health(call);
      made ??= make();
      return (await made).answer(call);
    },
  };
}

/**
 * What containers and their keepers ask for: it is answered once everything is loaded, whatever the
 * profile demands of callers, under any host name, without a token. It tells nothing else.
 */
const HEALTH_PATH = '/__standin/health';

function health({ method }: InternalCall): InternalReply {
  if (method === 'GET' || method === 'HEAD') return json({ status: 'ok' });
  const refused = problem(
    405,
    'The method is not allowed',
    `${method} is not offered. Allowed: GET, HEAD.`,
  );
  return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
}

/** Says whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[\d.]+|localhost|::1)$/.test(host);
}
