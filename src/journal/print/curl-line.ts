// One call as one line of curl. Secrets are named, never written: the shell reads them from its
// environment.

import type { Call } from '../../model/message/call.ts';
import { isPlain, printf, printfBytes, type ShellPart, word } from './shell.ts';
import { isCredential, type ShownOptions } from './shown.ts';

/** `credentials` are in every line, even if the call has none: the guard adds them on sending. */
export interface CurlOptions extends ShownOptions {
  /** The prefix of the path of a call: `http://127.0.0.1:3000/api`. */
  readonly baseUrl: string;
  /** Environment variables for secret header fields that do not have their usual one, by field. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A call with some parts in shell variables. */
export interface Sent {
  readonly call: Call;
  readonly path: readonly ShellPart[];
  /** Empty without a body. */
  readonly body: readonly ShellPart[];
  /** The source of a body that is not text. */
  readonly data?: Data;
}

/** What curl prints: the whole reply, its header fields, or its body. */
export type Printed = 'answer' | 'headers' | 'body';

/** Returns a curl command that sends a call. */
export function curlLine(sent: Sent, printed: Printed, options: CurlOptions): string {
  const { call } = sent;
  const data = dataOf(sent);
  const url = urlOf(sent, options);
  const words = [
    'curl',
    ...printing(call, printed),
    ...methodOf(call, data !== null),
    ...quirks(url),
    word(url),
    ...headerWords(call, data !== null, options),
    ...(data?.words ?? []),
  ];
  return `${data?.before ?? ''}${words.join(' ')}`;
}

function printing(call: Call, printed: Printed): readonly string[] {
  if (call.method === 'HEAD') return ['-sS', '--head'];
  if (printed === 'answer') return ['-sSi'];
  return printed === 'body' ? ['-sS'] : ['-sS', '-o', '/dev/null', '-D', '-'];
}

function methodOf(call: Call, hasData: boolean): readonly string[] {
  if (call.method === 'HEAD' || (call.method === 'GET' && !hasData)) return [];
  return ['-X', word([call.method])];
}

/** curl would otherwise expand brackets and remove dots in such a URL. */
function quirks(url: readonly ShellPart[]): readonly string[] {
  const text = url.filter((part) => typeof part === 'string').join('0');
  return [
    ...(/[[\]{}]/.test(text) ? ['-g'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(text) ? ['--path-as-is'] : []),
  ];
}

function urlOf(
  { call, path }: Sent,
  { baseUrl, credentials = [] }: CurlOptions,
): readonly ShellPart[] {
  const base = baseUrl.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').replace(/\/+$/, '');
  const keys = credentials.filter((name) => name.startsWith('?')).map((name) => name.slice(1));
  const query: ShellPart[] = call.query === '' ? [] : [`?${call.query}`];
  for (const name of keys)
    query.push(`${query.length === 0 ? '?' : '&'}${encodeURIComponent(name)}=`, {
      variable: secretVariable(name),
    });
  return [base, ...path, ...query].map((part) => (typeof part === 'string' ? ascii(part) : part));
}

/** A URL is visible ASCII; everything else is percent-encoded. */
function ascii(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
    .replaceAll('#', '%23');
}

/** Header fields that curl makes itself, or that belong to a connection. */
export const CURL_MAKES: readonly string[] = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
  'date',
  'expect',
];

function headerWords(call: Call, hasData: boolean, options: CurlOptions): readonly string[] {
  const fields = Object.entries(call.headers).flatMap(([name, value]) => {
    const values = typeof value === 'string' ? [value] : (value ?? []);
    const isSent =
      FIELD_NAME.test(name) && !CURL_MAKES.includes(name) && !isCredential(name, options);
    return isSent
      ? values.map((one) => word([one === '' ? `${title(name)};` : `${title(name)}: ${one}`]))
      : [];
  });
  const names = Object.keys(call.headers);
  const secrets = new Set([
    ...names.filter((name) => FIELD_NAME.test(name) && isCredential(name, options)),
    ...(options.credentials ?? [])
      .filter((name) => !name.startsWith('?'))
      .map((name) => name.toLowerCase()),
  ]);
  const withoutType = hasData && !names.includes('content-type') ? ["'Content-Type:'"] : [];
  return [
    ...fields,
    ...withoutType,
    ...[...secrets].map((name) => secretWord(name, options)),
  ].flatMap((field) => ['-H', field]);
}

const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function secretWord(name: string, { variables }: CurlOptions): string {
  return word([`${title(name)}: `, { variable: variables?.[name] ?? secretVariable(name) }]);
}

/** The environment variable for a secret header field: `STANDIN_AUTHORIZATION`. */
export function secretVariable(name: string): string {
  return `STANDIN_${name.toUpperCase().replaceAll(/\W/g, '_')}`;
}

function title(name: string): string {
  return name.toLowerCase().replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** A byte that no UTF-8 has. */
const NO_UTF_8 = Uint8Array.of(0xff);

export interface Data {
  /** A command piped into curl. */
  readonly before: string;
  readonly words: readonly string[];
}

function dataOf({ call, body, data }: Sent): Data | null {
  if (data !== undefined) return data;
  const piped = ['--data-binary', '@-'];
  if (call.body.kind === 'oversized') {
    return { before: `head -c ${call.body.bytesMax + 1} /dev/zero | tr '\\0' 0 | `, words: piped };
  }
  if (call.body.kind === 'broken' && call.body.flaw === 'utf-8') {
    const { bytes = NO_UTF_8 } = call.body;
    return { before: `${printfBytes(bytes)} | `, words: piped };
  }
  if (body.length === 0) return null;
  if (isPlain(body)) return { before: '', words: ['--data-raw', word(body)] };
  return { before: `${printf(body)} | `, words: piped };
}
