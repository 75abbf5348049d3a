// Standin's page and API, loaded on the first request for them: most runs never need them.

import type {
  InternalCall,
  InternalReply,
  InternalRoutes,
} from '../../http/server/internal-routes.ts';
import type { AccessRules } from '../../inspector/request/access.ts';
import { json, notAllowed } from '../../inspector/request/reply.ts';

/** Creates routes that are loaded when they are first called, except the health check. */
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
 * The health check of containers: answers once everything is loaded, under any host name and
 * without credentials, and says nothing else.
 */
const HEALTH_PATH = '/__standin/health';

function health({ method }: InternalCall): InternalReply {
  if (method === 'GET' || method === 'HEAD') return json({ status: 'ok' });
  return notAllowed(method, 'GET, HEAD');
}

/** Returns who may use the Inspector of a server that listens on an address. */
export function accessOf(host: string, token: string): AccessRules {
  const name = host.toLowerCase();
  return { token, hosts: [name, `[${name}]`], reach: isLoopback(host) ? 'loopback' : 'open' };
}

/** Returns whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[\d.]+|localhost|::1)$/.test(host);
}
