// Finds the world of a request. If it names several, the first in this order counts: from the
// address of the request, the request itself, its chain of requests and its browser, to the host
// name that many clients share.
//
//   path       /~alice/users                   before the base path; links in replies begin with it too
//   header     Standin-World: alice
//   baggage    baggage: standin.world=alice    W3C Baggage, which services pass on
//   cookie     standin-world=alice
//   subdomain  Host: alice.localhost:3000      names below localhost alone (RFC 6761 section 6.3)

import { percentDecode } from '../../base/percent.ts';
import { type Call, type Headers, header } from './call.ts';
import { readWorldName } from './world-name.ts';

export type WorldPlace = 'path' | 'header' | 'baggage' | 'cookie' | 'subdomain';

/** A world that a call names. */
export interface NamedWorld {
  readonly place: WorldPlace;
  /** In lower case; `null` if the given name is invalid. */
  readonly name: string | null;
  readonly given: string;
  /** `/~Alice`, as sent; empty if the path does not name it. */
  readonly prefix: string;
}

/** Returns the world that a request names, or `null`. Without one it costs a few property reads. */
export function findWorld({ path, headers }: Call): NamedWorld | null {
  if (path.charCodeAt(1) === TILDE && path.charCodeAt(0) === SLASH) return ofPath(path);
  if (headers['standin-world'] !== undefined)
    return named('header', header(headers, 'standin-world') ?? '');
  if (headers['baggage'] !== undefined) {
    const found = ofBaggage(headers);
    if (found !== null) return found;
  }
  if (headers['cookie'] !== undefined) {
    const found = ofCookie(headers);
    if (found !== null) return found;
  }
  return headers['host'] === plainHost ? null : ofHost(headers);
}

/** Returns a path without the step that names a world: `/users` for `/~alice/users`. */
export function pathInWorld(path: string): string {
  return path.startsWith('/~') ? path.slice(prefixLength(path)) : path;
}

const SLASH = 47;
const TILDE = 126;

function named(place: WorldPlace, given: string, prefix = ''): NamedWorld {
  return { place, name: readWorldName(given), given, prefix };
}

function ofPath(path: string): NamedWorld {
  const prefix = path.slice(0, prefixLength(path));
  return named('path', prefix.slice(2), prefix);
}

function prefixLength(path: string): number {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.length : end;
}

/** W3C Baggage section 3.2: `key=value;property` between commas. Values are percent-encoded. */
function ofBaggage(headers: Headers): NamedWorld | null {
  for (const member of (header(headers, 'baggage') ?? '').split(',')) {
    const [pair = ''] = member.split(';', 1);
    const mark = pair.indexOf('=');
    if (mark >= 0 && pair.slice(0, mark).trim() === 'standin.world')
      return named('baggage', percentDecode(pair.slice(mark + 1).trim()));
  }
  return null;
}

/** RFC 6265 section 4.2.1; a value may be quoted. */
function ofCookie(headers: Headers): NamedWorld | null {
  for (const pair of (header(headers, 'cookie') ?? '').split(';')) {
    const mark = pair.indexOf('=');
    if (mark < 0 || pair.slice(0, mark).trim() !== 'standin-world') continue;
    return named(
      'cookie',
      pair
        .slice(mark + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  return null;
}

function ofHost(headers: Headers): NamedWorld | null {
  const host = header(headers, 'host') ?? '';
  const label = BELOW_LOCALHOST.exec(host)?.[1];
  if (label !== undefined) return named('subdomain', label);
  plainHost = host;
  return null;
}

/** The last host that names no world; the next request nearly always has the same one. */
let plainHost: string | undefined;
const BELOW_LOCALHOST = /^(.+)\.localhost\.?(?::\d*)?$/i;
