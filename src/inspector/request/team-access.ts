// Who of a team may use the page and the API, and what they may do there. People bring a token of
// their own, or come through a proxy that has signed them in and brings its token. Tokens are kept as
// digests alone. Knows no files.

import type { InternalCall } from '../../http/server/internal-routes.ts';
import { header } from '../../model/message/call.ts';
import { saidNameOf } from './changer.ts';
import { isEqual } from './equal-texts.ts';

/** `viewer`: reads everything and changes nothing. `editor`: changes, too. */
export type Role = 'viewer' | 'editor';

/** Somebody who asks. */
export interface Caller {
  /** `null` if nobody said. */
  readonly who: string | null;
  readonly role: Role;
}

export interface TeamAccess {
  /** The digest of each token. That of a proxy lets it say who asks. */
  readonly tokens: readonly {
    readonly who: string;
    readonly role: Role | 'proxy';
    readonly digest: string;
  }[];
  /** Whom a proxy may name; the first that fits counts. One `*` stands for any characters. */
  readonly people: readonly { readonly who: string; readonly role: Role }[];
  readonly digestOf: (token: string) => string;
}

/** Returns who sent a call, by its token; `null` if it has none that is known. */
export function callerOf(call: InternalCall, team: TeamAccess): Caller | null {
  const found = findToken(tokenOf(call), team);
  if (found === null) return null;
  const { who, role } = found;
  return role === 'proxy' ? personOf(call, team) : { who, role };
}

/** Compares with every token: the time says nothing about which one is alike. */
function findToken(
  token: string | null,
  { tokens, digestOf }: TeamAccess,
): TeamAccess['tokens'][number] | null {
  if (token === null) return null;
  const digest = digestOf(token);
  const found = tokens.map((one) => ({ one, isIt: isEqual(digest, one.digest) }));
  return found.find(({ isIt }) => isIt)?.one ?? null;
}

/** Whom the proxy names, if they may come. */
function personOf(call: InternalCall, { people }: TeamAccess): Caller | null {
  const name = saidNameOf(call) ?? basicOf(call)?.user ?? '';
  if (name === '') return null;
  const found = people.find(({ who }) => fits(name.toLowerCase(), who.toLowerCase()));
  return found === undefined ? null : { who: name, role: found.role };
}

function fits(name: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return name === pattern;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** Name of the cookie that a page has after its user has signed in. */
export const SESSION_COOKIE = 'standin-session';

/** Returns the token that a call brings: in Standin-Token, as a password, or in the cookie. */
export function tokenOf(call: InternalCall): string | null {
  const sent = header(call.headers, 'standin-token');
  if (sent !== undefined && sent !== '') return sent;
  return basicOf(call)?.password ?? cookieOf(call);
}

/** RFC 7617. */
function basicOf({ headers }: InternalCall): { user: string; password: string } | null {
  const [, coded = ''] = /^Basic +([\w+/=-]+)$/i.exec(header(headers, 'authorization') ?? '') ?? [];
  const text = Buffer.from(coded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function cookieOf({ headers }: InternalCall): string | null {
  const pairs = (header(headers, 'cookie') ?? '').split(/; */);
  const found = pairs.find((pair) => pair.startsWith(`${SESSION_COOKIE}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(SESSION_COOKIE.length + 1));
  } catch {
    return null;
  }
}
