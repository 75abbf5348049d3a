// Recorded interactions as JavaScript that sends the request again, for Node or the console of a
// browser. Credentials are read from the environment, or asked for.

import { printable } from '../../base/printable.ts';
import type { Recorded, RecordedBody } from '../interaction/recorded.ts';
import { CURL_MAKES, secretVariable } from '../print/curl-line.ts';
import { isCredential } from '../print/shown.ts';
import { baseUrlOf } from './base-url.ts';
import { askedOf, lossOf, secretsHint, titleOf } from './curl.ts';

export interface FetchExportOptions {
  /** The prefix of the path. Defaults to the recorded origin. */
  readonly baseUrl?: string;
}

/**
 * Returns a block of JavaScript that awaits the reply and prints it, or why there is none. Blocks can
 * follow each other: each is tried, and Node ends with 1 if one failed.
 * Secret header fields come from environment variables, or from a prompt in a browser.
 */
export function toFetch(recorded: Recorded, options: FetchExportOptions = {}): string {
  const { request } = recorded;
  const base = (options.baseUrl ?? baseUrlOf(recorded)).replace(/\/+$/, '');
  const url = `${base}${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const fields = request.headers.filter(
    ([name]) => !CURL_MAKES.includes(name) && !name.startsWith(':'),
  );
  const headers = fields.map(
    ([name, value]) =>
      `      [${literal(name)}, ${isCredential(name, {}) ? secret(name) : literal(value)}],`,
  );
  const secrets = secretsHint(fields);
  const takesBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = takesBody ? bodyOf(request.body) : null;
  const loss = body === null ? [] : lossHint(request.body);
  return [
    ...[titleOf(recorded), ...secrets, ...loss].map((line) => line.replace(/^#/, '//')),
    'try {',
    ...(secrets.length === 0 ? [] : [SECRET]),
    `  const response = await fetch(${literal(url)}, {`,
    `    method: ${literal(request.method)},`,
    ...(headers.length === 0 ? [] : ['    headers: [', ...headers, '    ],']),
    ...(body === null ? [] : [`    body: ${body},`]),
    "    redirect: 'manual',",
    '  });',
    '  console.log(response.status, await response.text());',
    '} catch (error) {',
    `  console.error(${literal(`${askedOf(request)} failed:`)}, error.cause?.message || error.message);`,
    '  if (globalThis.process) process.exitCode = 1;',
    '}',
    '',
  ].join('\n');
}

/** In Node a secret that is not set is sent empty, and the service says what it lacks. */
const SECRET =
  "  const secret = (name) => globalThis.process?.env[name] ?? globalThis.prompt?.(name) ?? '';";

function secret(name: string): string {
  return `secret(${literal(secretVariable(name))})`;
}

function lossHint(body: RecordedBody): readonly string[] {
  const isWhole = body.kind === 'none' || (body.kind !== 'unkept' && !body.cut);
  return isWhole ? [] : [`# '${lossOf(body)}; complete it below'`];
}

function bodyOf(body: RecordedBody): string | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'unkept':
      return "''";
    case 'text':
      return literal(body.text);
    case 'bytes':
      return `Uint8Array.from(atob(${literal(body.base64)}), (one) => one.charCodeAt(0))`;
  }
}

/** A text in quotes of which every character can be seen. */
function literal(text: string): string {
  return printable(JSON.stringify(text));
}
