// Paths of a document as they are served: with the prefix of the server, without a slash at the end,
// and with one name for each parameter, however often the document renames it.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { percentEncode, tryPercentDecode } from '../../base/percent.ts';

/** A path in the form of contracts. */
export interface ApiPath {
  /** `/v2/owners/{ownerId}/pets`. */
  readonly text: string;
  readonly segments: readonly string[];
  /** The name of the last parameter as the document has it; `null` if the path ends otherwise. */
  readonly lastParameter: string | null;
  /** Whether it ends in a slash in the document. */
  readonly endsInSlash?: boolean;
  /** The names of its parameters, by the names that the document has for them. */
  readonly served?: ReadonlyMap<string, string>;
}

/**
 * What becomes of the path in the address of a server: paths begin with it, or a base path stands in
 * its place, and they do not.
 */
export type ServerPaths = 'declared' | 'replaced';

/** Names the parameters of paths: those at the same place have the same name. */
export class PathNames {
  private readonly names = new Map<string, string>();

  /** Returns a path as it is served. */
  read(path: string, prefix: string): ApiPath {
    const [plain = ''] = path.split(/[?#]/);
    const given = `${prefix}/${plain}`
      .split('/')
      .filter((segment) => segment !== '')
      // Some documents write parameters as routers of servers do, or as templates of texts.
      .map((segment) => segment.replace(/^:([A-Za-z]\w*)$/, '{$1}'))
      .map((segment) => segment.replace(/^<(?:[a-z]+:)?([A-Za-z]\w*)>$/, '{$1}'))
      .map((segment) => segment.replaceAll(/\{\{([^{}]+)\}\}/g, '{$1}'))
      .map((segment) => segment.replaceAll(NO_LITERAL, (one) => percentEncode(one)));
    const endsInSlash = given.length > 0 && plain.endsWith('/');
    const used = new Set<string>();
    const served = new Map<string, string>();
    const segments: string[] = [];
    for (const segment of given) {
      const where = `/${segments.join('/')}/${segment.replaceAll(PARAMETER, '{}')}`;
      let index = 0;
      segments.push(
        segment.replaceAll(PARAMETER, (_, name: string) => {
          const place = `${where} ${index++}`;
          const known = this.names.get(place) ?? freeName(name, used);
          this.names.set(place, known);
          used.add(known);
          served.set(tryPercentDecode(name) ?? name, known);
          return `{${known}}`;
        }),
      );
    }
    const [, last] = /^\{([^{}]*)\}$/.exec(given.at(-1) ?? '') ?? [];
    return {
      text: `/${segments.join('/')}`,
      segments,
      lastParameter: last ?? null,
      endsInSlash,
      served,
    };
  }
}

/** What a path has percent-encoded (RFC 3986 section 3.3); braces are those of parameters. */
const NO_LITERAL = /[^A-Za-z0-9._~!$&'()*+,;=:@%{}-]/gu;

const PARAMETER = /\{([^{}]*)\}/g;

function freeName(name: string, used: ReadonlySet<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, '') || 'id';
  for (let number = 1; ; number++) {
    const free = number === 1 ? plain : `${plain}${number}`;
    if (!used.has(free)) return free;
  }
}

/** Whether a path has braces that are not around the name of a parameter. */
export function hasOddBraces({ segments }: ApiPath): boolean {
  return segments.some((one) => /[{}]/.test(one.replaceAll(/\{[A-Za-z0-9._-]+\}/g, '')));
}

/** Whether a segment is a parameter and nothing else. */
export function isParameter(segment: string | undefined): boolean {
  return segment !== undefined && /^\{[^{}]*\}$/.test(segment);
}

/** Returns the path of the first server of a document: `/v2` of `https://example.com/v2`. */
export function documentPrefix(document: JsonObject): string {
  const base = own(document, 'basePath');
  return typeof base === 'string' ? withoutDots(base) : serverPrefix(own(document, 'servers'));
}

/** Clients take `.` and `..` out of an address (RFC 3986 section 5.2.4). No slash is at the end. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/'))
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  return kept.map((segment) => `/${segment}`).join('');
}

/** Returns the path in the address of a server: `/v2` of `https://example.com/v2`. */
export function serverPrefix(servers: Json | undefined): string {
  const [server] = Array.isArray(servers) ? (servers as readonly Json[]) : [];
  const url = isObject(server) ? own(server, 'url') : undefined;
  if (typeof url !== 'string' || !isObject(server)) return '';
  const variables = own(server, 'variables');
  const filled = url.replaceAll(PARAMETER, (_, name: string) => {
    const variable = isObject(variables) ? own(variables, name) : undefined;
    const value = isObject(variable) ? own(variable, 'default') : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
  const path = filled.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/^\/\/[^/]*/, '');
  return withoutDots(path.split(/[?#]/)[0] ?? '');
}
