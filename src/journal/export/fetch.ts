// Recorded interactions as JavaScript that sends the request again, for Node or the console of a
// browser. Credentials are named.

import { printable } from '../../base/printable.ts';
import type { Recorded, RecordedBody } from '../interaction/recorded.ts';
import { CURL_MAKES } from '../print/curl-line.ts';
import { isCredential } from '../print/shown.ts';
import { baseUrlOf } from './base-url.ts';
import { titleOf } from './curl.ts';

export interface FetchExportOptions {
  /** The prefix of the path. Defaults to the host of the request, with http. */
  readonly baseUrl?: string;
}

/**
 * Returns a block of JavaScript that awaits the reply and prints it; blocks can follow each other.
 * `credentials` must have the secrets by header name.
 */
export function toFetch(recorded: Recorded, options: FetchExportOptions = {}): string {
  const { request } = recorded;
  const base = (options.baseUrl ?? baseUrlOf(request)).replace(/\/+$/, '');
  const url = `${base}${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const fields = request.headers.filter(
    ([name]) => !CURL_MAKES.includes(name) && !name.startsWith(':'),
  );
  const headers = fields.map(
    ([name, value]) =>
      `      [${literal(name)}, ${isCredential(name, {}) ? secret(name) : literal(value)}],`,
  );
  const takesBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = takesBody ? bodyOf(request.body) : null;
  return [
    titleOf(recorded).replace(/^#/, '//'),
    '{',
    `  const response = await fetch(${literal(url)}, {`,
    `    method: ${literal(request.method)},`,
    ...(headers.length === 0 ? [] : ['    headers: [', ...headers, '    ],']),
    ...(body === null ? [] : [`    body: ${body},`]),
    "    redirect: 'manual',",
    '  });',
    '  console.log(response.status, await response.text());',
    '}',
    '',
  ].join('\n');
}

function secret(name: string): string {
  return `credentials[${literal(name)}]`;
}

function bodyOf(body: RecordedBody): string | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'unkept':
      return `'' /* was not kept: ${body.bytes ?? 'unknown'} bytes */`;
    case 'text':
      return `${literal(body.text)}${body.cut ? ` /* was cut: ${body.bytes} bytes */` : ''}`;
    case 'bytes':
      return `Uint8Array.from(atob(${literal(body.base64)}), (one) => one.charCodeAt(0))${body.cut ? ` /* was cut: ${body.bytes} bytes */` : ''}`;
  }
}

/** A text in quotes of which every character can be seen. */
function literal(text: string): string {
  return printable(JSON.stringify(text));
}
