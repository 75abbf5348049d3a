// Recorded interactions as lines for a POSIX shell that send the request again, without secrets.

import { cut, printable } from '../../base/printable.ts';
import { type Headers, noBody } from '../../model/message/call.ts';
import type { Recorded, RecordedRequest } from '../interaction/recorded.ts';
import { curlLine, type Data, secretVariable } from '../print/curl-line.ts';
import { word } from '../print/shell.ts';
import { isCredential } from '../print/shown.ts';
import { baseUrlOf } from './base-url.ts';

export interface CurlExportOptions {
  /** The prefix of the path. Defaults to the recorded origin. */
  readonly baseUrl?: string;
}

/**
 * Returns comments and the command: the request with its reply, and what the command needs: an
 * environment variable for each secret header field, a file for a body that was not kept whole.
 * Binary bodies are decoded from base64.
 */
export function toCurl(recorded: Recorded, options: CurlExportOptions = {}): string {
  const { request } = recorded;
  const { text, hint, data } = bodyOf(recorded);
  const { method, path, query } = request;
  const call = { method, path, query, headers: headersOf(request), body: noBody };
  const sent = {
    call,
    path: [path],
    body: text === '' ? [] : [text],
    ...(data === null ? {} : { data }),
  };
  const line = curlLine(sent, 'answer', { baseUrl: options.baseUrl ?? baseUrlOf(recorded) });
  return [titleOf(recorded), ...secretsHint(request.headers), ...hint, line]
    .map((one) => `${one}\n`)
    .join('');
}

/** Says which environment variables the command reads. */
export function secretsHint(headers: RecordedRequest['headers']): readonly string[] {
  const names = new Set(headers.map(([name]) => name).filter((name) => isCredential(name, {})));
  return [...names].map(
    (name) => `# 'set ${secretVariable(name)} first: the value of ${name} is not recorded'`,
  );
}

/** `12: POST /users, answered 201`. */
export function titleOf({ seq, request, reply, trouble }: Recorded): string {
  const answered =
    reply === null ? `not answered: ${trouble ?? 'unknown'}` : `answered ${reply.status}`;
  // In quotes even in a comment: an interactive zsh takes the line for a command.
  return `# ${seq}: '${`${askedOf(request)}, ${cut(printable(answered), TITLE_CHARS_SHOWN)}`.replaceAll("'", "'\\''")}'`;
}

/** `GET /users?name=Ada`, cut if it is long. */
export function askedOf({ method, path, query }: RecordedRequest): string {
  const target = query === '' ? path : `${path}?${query}`;
  return cut(printable(`${method} ${target}`), TITLE_CHARS_SHOWN);
}

const TITLE_CHARS_SHOWN = 200;

/** Header fields by name, those of one name together. */
export function headersOf({ headers }: RecordedRequest): Headers {
  const byName = new Map<string, string | readonly string[]>();
  for (const [name, value] of headers) {
    const before = byName.get(name);
    byName.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(byName);
}

/** `the body was not kept completely (bytes: 9)`. */
export function lossOf({ bytes }: { readonly bytes: number | null }): string {
  return `the body was not kept completely (bytes: ${bytes ?? 'unknown'})`;
}

interface Sending {
  readonly text: string;
  readonly hint: readonly string[];
  readonly data: Data | null;
}

function bodyOf({ seq, request: { body } }: Recorded): Sending {
  const isWhole = body.kind === 'none' || (body.kind !== 'unkept' && !body.cut);
  if (!isWhole) {
    const file = `body-${seq}`;
    const hint = `# '${lossOf(body)}; put it into the file ${file}'`;
    return { text: '', hint: [hint], data: { before: '', words: ['--data-binary', `@${file}`] } };
  }
  if (body.kind === 'text') return { text: body.text, hint: [], data: null };
  if (body.kind === 'none') return { text: '', hint: [], data: null };
  const before = `printf %s ${word([body.base64])} | base64 -d | `;
  return { text: '', hint: [], data: { before, words: ['--data-binary', '@-'] } };
}
