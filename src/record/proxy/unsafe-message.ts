// Which requests must not be sent on, and why. Sends nothing.

import type { IncomingMessage } from 'node:http';
import type { BaseUrl } from '../../http/client/base-url.ts';
import { isOfOtherVersion } from '../../http/server/streams.ts';
import type { ProxyRefusal } from './failure.ts';
import { countOf } from './header-fields.ts';
import type { RawFields } from './watch.ts';

/** The service of a proxy, and the names of the proxy itself. */
export interface ProxyIdentity {
  readonly base: BaseUrl;
  /** The accepted host names. */
  readonly names: ReadonlySet<string>;
  /** Header fields that the proxy adds to every request. */
  readonly added: RawFields;
}

/** A name in Host, without the port. */
export const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;

/** Returns the host names that a recorder accepts, in lower case: local ones and the service's. */
export function acceptedHostNames(
  host: string,
  base: BaseUrl,
  allowed: readonly string[],
): ReadonlySet<string> {
  const own = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    bracketed(host),
    bracketed(base.hostname),
    ...allowed,
  ];
  return new Set(own.map((name) => name.toLowerCase()));
}

/** Returns why a request must not be sent on: it is ambiguous, or for another server; or `null`. */
export function whyUnsafe(request: IncomingMessage, proxy: ProxyIdentity): ProxyRefusal | null {
  return findAmbiguity(request, proxy) ?? findForeignPage(request, proxy);
}

function findAmbiguity(
  request: IncomingMessage,
  { base, names }: ProxyIdentity,
): ProxyRefusal | null {
  const { headers, rawHeaders, httpVersion, url = '/' } = request;
  if (isOfOtherVersion(request)) return { status: 505, detail: 'this server speaks HTTP/1.1' };
  const hosts = countOf(rawHeaders, 'host');
  if (hosts === 0 && httpVersion === '1.1')
    return { status: 400, detail: 'the header Host is missing' };
  if (hosts > 1) return { status: 400, detail: 'the header Host is repeated' };
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && httpVersion === '1.0')
    return { status: 400, detail: 'HTTP/1.0 has no Transfer-Encoding' };
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return { status: 501, detail: 'the only supported Transfer-Encoding is chunked' };
  const authority = AUTHORITY.exec(url)?.[1]?.toLowerCase();
  if (authority === undefined) {
    if (!url.startsWith('/') && url !== '*')
      return { status: 400, detail: 'the request target is not a path' };
    return findForeignHost(request, names);
  }
  const own = (headers.host ?? '').toLowerCase();
  const isHere =
    authority === `${bracketed(base.hostname)}:${base.port}` ||
    base.origin.toLowerCase().endsWith(`//${authority}`);
  const { localAddress = '', localPort = 0 } = request.socket;
  const isLocal =
    authority === own &&
    [localAddress, 'localhost', `[${localAddress}]`].some((one) => own === `${one}:${localPort}`);
  return isHere || isLocal
    ? null
    : { status: 421, detail: 'this recorder serves one service, and the request is for another' };
}

/**
 * A page whose name resolves to this machine (DNS rebinding) could read the service with the
 * credentials that are added here. An IP address cannot be rebound. A service worker would stay
 * between the browser and all later requests to this address.
 */
function findForeignHost(
  { headers, socket }: IncomingMessage,
  names: ReadonlySet<string>,
): ProxyRefusal | null {
  const name = headers.host === undefined ? undefined : nameIn(headers.host);
  if (
    name !== undefined &&
    !names.has(name) &&
    name !== bracketed(socket.localAddress?.replace(/^::ffff:/, '') ?? '')
  ) {
    const shown = HOST_NAME.test(name) ? name : '<name>';
    const remedy = `use localhost, or allow the name with --allow-host ${shown}`;
    return {
      status: 421,
      detail: `this recorder does not accept the name in Host: ${remedy}`,
    };
  }
  if (headers['service-worker'] === undefined) return null;
  const remedy = 'if you need the worker, use the service directly';
  return {
    status: 403,
    detail: `a service worker could answer in place of this recorder and its page: ${remedy}`,
  };
}

/**
 * A page of another site may send any request to this machine. It could use the credentials that
 * are added here: the service does not expect them from a browser, so it may let any page read the
 * reply. Only the service itself can refuse such a page a WebSocket, and it cannot tell this host
 * name from its own. Browsers name the page in Origin in both cases (RFC 6455 section 10.2).
 * Everything else is between the browser and the service.
 */
function findForeignPage(
  { headers }: IncomingMessage,
  { names, added }: ProxyIdentity,
): ProxyRefusal | null {
  const { origin, referer, host = '' } = headers;
  const isOwn = (name: string | undefined): boolean =>
    name !== undefined && (names.has(name) || name === nameIn(host));
  if (added.length === 0 && headers.upgrade === undefined) return null;
  if (origin === undefined) {
    // Images, scripts and links send no Origin. They only say that another site asks (Fetch
    // Metadata section 2.4), and perhaps which one.
    if (added.length === 0 || headers['sec-fetch-site'] !== 'cross-site') return null;
    return isOwn(PAGE.exec(ORIGIN_OF.exec(referer ?? '')?.[0] ?? '')?.[1]?.toLowerCase())
      ? null
      : refuseOtherSite('<name>');
  }
  const name = PAGE.exec(origin)?.[1]?.toLowerCase();
  if (isOwn(name)) return null;
  return refuseOtherSite(name !== undefined && HOST_NAME.test(name) ? name : '<name>');
}

function refuseOtherSite(name: string): ProxyRefusal {
  return {
    status: 403,
    detail: `a page of another site sent this request: allow its name with --allow-host ${name}`,
  };
}

/** The origin at the beginning of a URL (RFC 9110 section 10.1.3). */
const ORIGIN_OF = /^https?:\/\/[^/?#]*/i;

/** An origin and its host name (RFC 6454 section 6.2). A page without an origin sends `null`. */
const PAGE = /^https?:\/\/([^/?#@]+?)(?::\d+)?$/i;

function nameIn(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}

/** The absolute form of a request target (RFC 9112 section 3.2.2). */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

function bracketed(hostname: string): string {
  return hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
}

/** Returns the path and query of a target. */
export function originForm(url: string): string {
  if (url.startsWith('/') || url === '*') return url;
  const rest = url.replace(AUTHORITY, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
