// Reads the base address of a service. Keeps its secrets out of messages, reports and files.

import { StandinError } from '../../base/errors.ts';
import { percentDecode } from '../../base/percent.ts';

export interface BaseUrl {
  readonly protocol: 'http:' | 'https:';
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** The prefix of every path: empty, or `/api/v1`. */
  readonly basePath: string;
  /** Without credentials and without a slash at the end: `http://127.0.0.1:3000/api/v1`. */
  readonly shown: string;
  readonly origin: string;
  /** The Authorization header for a user name and password in the address; `null` without them. */
  readonly authorization: string | null;
}

/** Reads a base address. Throws a StandinError if it is not http(s), or has a query or fragment. */
export function readBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new StandinError(
      'option-invalid',
      `${withoutUser(text)} is no address of a service`,
      'Include the scheme: http://127.0.0.1:3000.',
    );
  }
  const { protocol, origin } = url;
  const basePath = url.pathname.replace(/\/+$/, '');
  const shown = origin + basePath;
  if (url.search !== '' || url.hash !== '') {
    throw new StandinError(
      'option-invalid',
      `the base address ${shown} has a query or a fragment`,
      'Remove the part that begins with ? or #.',
    );
  }
  const isSecure = protocol === 'https:';
  return {
    protocol: isSecure ? 'https:' : 'http:',
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    basePath,
    shown,
    origin,
    authorization: authorizationOf(url),
  };
}

function withoutUser(text: string): string {
  return text.replace(/^([^/]*\/\/)?[^/]*@/, '$1');
}

/**
 * User names and passwords are percent-encoded in addresses (RFC 3986 section 3.2.1), but not in
 * the header field (RFC 7617).
 */
function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${percentDecode(username)}:${percentDecode(password)}`).toString('base64')}`;
}
