// Who may use Standin's page and API: this machine's own pages and tools. A page of another origin
// is refused, and so is a host name that is not this machine's (DNS rebinding). Names below
// localhost (`alice.localhost`) are not this machine's here: some systems ask a name server for
// them. What changes anything needs the token besides where a page may have sent it, and beyond
// loopback everything does.

import type { InternalCall, InternalReply } from '../../http/server/internal-routes.ts';
import { header } from '../../model/message/call.ts';
import { problem } from './reply.ts';

export interface AccessRules {
  /** Sent as Standin-Token. */
  readonly token: string;
  /** Host names that are allowed besides those of this machine, in lower case. */
  readonly hosts: readonly string[];
  /** `open`: others than this machine can reach it. */
  readonly reach: 'loopback' | 'open';
  /** There where it is served over TLS: then a page of plain HTTP is one of another origin. */
  readonly scheme?: 'https';
}

/**
 * Gives why a call is refused; `null` where it is not. `what` is the page, which holds no data, or
 * the API.
 */
export function findRefusal(
  call: InternalCall,
  access: AccessRules,
  what: 'page' | 'api',
): InternalReply | null {
  const host = hostName(header(call.headers, 'host') ?? '');
  if (!isNamed(host, call, access, what)) {
    const remedy = /.\.localhost\.?$/.test(host)
      ? ' Ask localhost itself, with ?world=<name> for a world.'
      : '';
    const open =
      access.reach === 'open'
        ? ' Send the header field Standin-Token with the token that was printed at the start.'
        : '';
    return problem(
      403,
      'This is for this machine',
      `The host name ${JSON.stringify(host)} is not one that is allowed.${remedy}${open}`,
    );
  }
  const origin = header(call.headers, 'origin');
  const scheme = access.scheme === undefined ? /^https?:\/\// : /^https:\/\//;
  if (origin !== undefined && origin.replace(scheme, '') !== header(call.headers, 'host')) {
    return problem(403, 'This is for this machine', 'Pages of other origins may not use it.');
  }
  if (what === 'page') return null;
  const site = header(call.headers, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return problem(403, 'This is for this machine', 'Pages of other sites may not use it.');
  }
  const isSafe = call.method === 'GET' || call.method === 'HEAD';
  if (isSafe && access.reach === 'loopback') return null;
  const token = header(call.headers, 'standin-token');
  if (isEqual(token ?? '', access.token)) return null;
  if (
    token === undefined &&
    access.reach === 'loopback' &&
    LOOPBACK_NAMES.has(host) &&
    isOfProgram(call)
  )
    return null;
  const why = isSafe ? 'Others than this machine can reach it' : 'It changes something';
  return problem(
    401,
    'The token is missing',
    `${why}: send the header field Standin-Token with the token that was printed at the start${access.reach === 'open' ? '' : ', or that GET /__standin/api/ gives'}.`,
  );
}

/**
 * Says whether a call may come under a host name. Beyond loopback the machine has names that it
 * does not know of itself. There the page, which holds no data, may be had under any, and so may
 * the API with the token: a page that was led here by a false name does not know it.
 */
function isNamed(
  host: string,
  call: InternalCall,
  access: AccessRules,
  what: 'page' | 'api',
): boolean {
  if (LOOPBACK_NAMES.has(host) || access.hosts.includes(host)) return true;
  if (access.reach === 'loopback') return false;
  return what === 'page' || isEqual(header(call.headers, 'standin-token') ?? '', access.token);
}

/**
 * Says whether no page can have sent a call, so that curl and runners of tests need no token. A
 * page cannot keep its browser from naming it in Origin with every method but GET and HEAD (Fetch
 * standard, "append a request Origin header"), from Sec-Fetch-Site, or in old ones from Referer.
 * And where all of these were missing, it could send neither PUT and DELETE nor JSON without asking
 * first, which is refused. It gives nothing away: any program that can send this can read the
 * token.
 */
function isOfProgram({ method, headers, body }: InternalCall): boolean {
  if (OF_PAGES.some((name) => headers[name] !== undefined)) return false;
  if (method !== 'POST') return true;
  const type = header(headers, 'content-type');
  return type === undefined
    ? body === ''
    : /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
}

const OF_PAGES = ['origin', 'referer', 'sec-fetch-site'];

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

/** Takes the same time wherever the texts differ. */
function isEqual(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let index = 0; index < wanted.length; index++)
    difference |= given.charCodeAt(index) ^ wanted.charCodeAt(index);
  return difference === 0;
}
