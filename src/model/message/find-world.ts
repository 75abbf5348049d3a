// Finds which world a call is for. Of several that are named the first counts, from what is said in
// the call's own address, by way of what is said for this call, this chain of calls and this
// browser, to what everybody has who was given the same host name:
//
//   path       /~alice/users                   before the base path; what answers link to begins with it too
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
  /** In lower case; `null` where what was given is no name. */
  readonly name: string | null;
  readonly given: string;
  /** `/~Alice`, as sent; empty where the path does not name it. */
  readonly prefix: string;
}

/**
 * Gives the world that a call names; `null` where it names none, which costs a few property reads.
 */
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

/** Gives a path without the step that names a world: `/users` for `/~alice/users`. */
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

/**
 * W3C Baggage section 3.2: members by commas, each `key=value` with properties after a semicolon;
 * values are percent-encoded.
 */
function ofBaggage(headers: Headers): NamedWorld | null {
  for (const member of (header(headers, 'baggage') ?? '').split(',')) {
    const [pair = ''] = member.split(';', 1);
    const mark = pair.indexOf('=');
    if (mark >= 0 && pair.slice(0, mark).trim() === 'standin.world')
      return named('baggage', percentDecode(pair.slice(mark + 1).trim()));
  }
  return null;
}

/** RFC 6265 section 4.2.1; a value may stand in quotes. */
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

/** The last host that names no world: nearly always the next one too. */
let plainHost: string | undefined;
const BELOW_LOCALHOST = /^(.+)\.localhost\.?(?::\d*)?$/i;
