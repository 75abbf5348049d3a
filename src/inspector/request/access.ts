// Who may use Standin's page and API: pages and programs of this machine. Pages of other origins
// are refused, and so are host names that are not this machine's (DNS rebinding). Names below
// localhost (`alice.localhost`) do not count as this machine's: some systems ask a name server for
// them. A request that changes something needs the token if a page may have sent it. Beyond
// loopback every request needs it. Where a team is named, its tokens alone count, everywhere.

import type { InternalCall, InternalReply } from '../../http/server/internal-routes.ts';
import { header } from '../../model/message/call.ts';
import { changerOf } from './changer.ts';
import { isEqual } from './equal-texts.ts';
import { problem } from './reply.ts';
import { type Caller, callerOf, type TeamAccess, tokenOf } from './team-access.ts';

export interface AccessRules {
  /** Sent as Standin-Token. */
  readonly token: string;
  /** Host names that are allowed in addition to this machine's, in lower case. */
  readonly hosts: readonly string[];
  /** `open`: other machines can reach it. */
  readonly reach: 'loopback' | 'open';
  /** Present if it is served over TLS: a page of plain HTTP then has another origin. */
  readonly scheme?: 'https';
  /** Who may use the API, and how; absent for all that know the token. */
  readonly team?: TeamAccess;
}

/** Returns who sends a call to the API, or its refusal. */
export function admit(
  call: InternalCall,
  access: AccessRules,
): Caller | { readonly refusal: InternalReply } {
  const { team } = access;
  if (team === undefined) {
    const refusal = findRefusal(call, access, 'api');
    return refusal === null ? { who: changerOf(call), role: 'editor' } : { refusal };
  }
  const refusal = findForeignPage(call, access);
  if (refusal !== null) return { refusal };
  const caller = callerOf(call, team);
  if (caller === null) {
    const how =
      'Send the header field Standin-Token with your token, or sign in on the page: /__standin/.';
    return { refusal: problem(401, 'The request names no user', how) };
  }
  if (caller.role === 'editor' || isSafe(call)) return caller;
  const why = `${caller.who ?? 'You'} may look, and change nothing. An editor may.`;
  return { refusal: problem(403, 'Viewers change nothing', why) };
}

/** Returns the refusal of a call; `null` if it is allowed. The page holds no data, the API does. */
export function findRefusal(
  call: InternalCall,
  access: AccessRules,
  what: 'page' | 'api',
): InternalReply | null {
  const host = hostName(header(call.headers, 'host') ?? '');
  if (!isNamed(host, call, access, what)) {
    const remedy = /.\.localhost\.?$/.test(host)
      ? ' Use localhost itself, with ?world=<name> for a world.'
      : '';
    const open =
      access.reach === 'open'
        ? ' Send the header field Standin-Token with the token that was printed at the start.'
        : '';
    return refused(`The host name ${JSON.stringify(host)} is not allowed.${remedy}${open}`);
  }
  const strange = findStrangeSite(call, access);
  if (strange !== null || what === 'page') return strange;
  const other = findOtherSite(call);
  if (other !== null) return other;
  if (isSafe(call) && access.reach === 'loopback') return null;
  if (isEqual(tokenOf(call) ?? '', access.token)) return null;
  if (
    header(call.headers, 'standin-token') === undefined &&
    access.reach === 'loopback' &&
    LOOPBACK_NAMES.has(host) &&
    isOfProgram(call)
  )
    return null;
  const why = isSafe(call)
    ? 'Other machines can reach this address'
    : 'This request changes something';
  return problem(
    401,
    'The token is missing',
    `${why}: send the header field Standin-Token with the token that was printed at the start${access.reach === 'open' ? '' : ', or that GET /__standin/api/ returns'}.`,
  );
}

/** Returns the refusal of what a page of somebody else sends; `null` for all others. */
export function findForeignPage(call: InternalCall, access: AccessRules): InternalReply | null {
  return findStrangeSite(call, access) ?? findOtherSite(call);
}

/** Pages that came from another address. */
function findStrangeSite(call: InternalCall, access: AccessRules): InternalReply | null {
  const origin = header(call.headers, 'origin');
  const scheme = access.scheme === undefined ? /^https?:\/\// : /^https:\/\//;
  if (origin === undefined || origin.replace(scheme, '') === header(call.headers, 'host'))
    return null;
  return refused('Pages from other origins have no access.');
}

/** What other pages let their browser fetch. */
function findOtherSite({ headers }: InternalCall): InternalReply | null {
  const site = header(headers, 'sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  return refused('Pages from other sites have no access.');
}

function isSafe({ method }: InternalCall): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refused(why: string): InternalReply {
  return problem(403, 'Only this machine has access', why);
}

/**
 * Returns whether a host name is allowed. Beyond loopback the machine has names that it
 * does not know itself. There any name is allowed for the page, which holds no data, and for
 * the API with the token: a page that came here by a false name does not know the token.
 */
function isNamed(
  host: string,
  call: InternalCall,
  access: AccessRules,
  what: 'page' | 'api',
): boolean {
  if (LOOPBACK_NAMES.has(host) || access.hosts.includes(host)) return true;
  // Nobody gets anything by a false name without a token of the team, nor its page.
  if (access.team !== undefined) return true;
  if (access.reach === 'loopback') return false;
  return what === 'page' || isEqual(tokenOf(call) ?? '', access.token);
}

/**
 * Returns whether no page can have sent a call: curl and test runners then need no token. A
 * page cannot stop its browser from sending Origin with every method but GET and HEAD (Fetch
 * standard, "append a request Origin header"), Sec-Fetch-Site, or in old browsers Referer.
 * If all of these are missing, a page could send neither PUT, DELETE nor JSON without a preflight
 * request, which is refused. Nothing is given away: any program that can send this can read the
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
