// Standin's page and API, loaded on the first request for them: most runs never need them.

import type {
  InternalCall,
  InternalReply,
  InternalRoutes,
} from '../../http/server/internal-routes.ts';
import type { AccessRules } from '../../inspector/request/access.ts';
import { json, missing, notAllowed } from '../../inspector/request/reply.ts';

/** What machines ask of a server. */
export interface Probes {
  /** Returns why no call should come now; `null` if calls can be answered. */
  readonly ready?: () => Promise<string | null>;
  /** Returns numbers in the text form of Prometheus. */
  readonly metrics?: () => Promise<string>;
}

/** Creates routes that are loaded when they are first called, except those for machines. */
export function lazyInspector(
  make: () => Promise<InternalRoutes>,
  probes: Probes = {},
): InternalRoutes {
  let made: Promise<InternalRoutes> | null = null;
  return {
    prefix: '/__standin',
    async answer(call) {
      const probe = PROBES[call.path];
      if (probe !== undefined) return isLook(call) ? probe(probes) : notAllowed(call.method, LOOKS);
      made ??= make();
      return (await made).answer(call);
    },
  };
}

/**
 * What containers and monitors ask: answered under any host name and without credentials, and only
 * with what is said here. Health: everything is loaded. Ready: calls can be answered.
 */
const PROBES: Readonly<Record<string, (probes: Probes) => Promise<InternalReply>>> = {
  '/__standin/health': async () => json({ status: 'ok' }),
  async '/__standin/ready'({ ready }) {
    const why = (await ready?.()) ?? null;
    return why === null ? json({ status: 'ok' }) : json({ status: 'not ready', why }, 503);
  },
  async '/__standin/metrics'({ metrics }) {
    if (metrics === undefined) return missing('page', 'Only "standin serve" has numbers.');
    const headers = { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' };
    return { status: 200, headers, body: await metrics() };
  },
};
const LOOKS = 'GET, HEAD';

function isLook({ method }: InternalCall): boolean {
  return method === 'GET' || method === 'HEAD';
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
