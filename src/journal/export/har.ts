// Recorded interactions as HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/),
// entry by entry, so that a recording of any length fits in memory. `_standin` has what HAR has no
// member for.

import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../base/json.ts';
import type {
  Field,
  Recorded,
  RecordedBody,
  RecordedReply,
  RecordedRequest,
} from '../interaction/recorded.ts';
import { baseUrlOf } from './base-url.ts';
import { toHarMessages } from './har-stream.ts';

export interface HarOptions {
  /** The version of Standin. */
  readonly version: string;
  /** The prefix of the paths. Defaults to the host of each request, with http. */
  readonly baseUrl?: string;
}

/** Yields the text of a HAR file in pieces: one entry per line. */
export async function* toHar(
  recorded: Iterable<Recorded> | AsyncIterable<Recorded>,
  options: HarOptions,
): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'standin', version: options.version });
  yield `{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`;
  let before = '\n';
  for await (const one of recorded) {
    yield `${before}${JSON.stringify(toHarEntry(one, options))}`;
    before = ',\n';
  }
  yield '\n]}}\n';
}

/** Converts an interaction to an entry. */
export function toHarEntry(
  recorded: Recorded,
  options: Pick<HarOptions, 'baseUrl'> = {},
): JsonObject {
  const { at, elapsedMs, firstByteMs = elapsedMs, request, reply, ...standin } = recorded;
  const { seq, trouble, verdict, findings, world } = standin;
  const codes = findings.map(({ code }) => code).join(', ');
  return {
    startedDateTime: new Date(at).toISOString(),
    time: elapsedMs,
    request: requestOf(request, options.baseUrl ?? baseUrlOf(recorded)),
    response: reply === null ? noResponse(trouble) : responseOf(reply),
    cache: {},
    timings: {
      blocked: -1,
      dns: -1,
      connect: -1,
      send: 0,
      wait: firstByteMs,
      receive: elapsedMs - firstByteMs,
      ssl: -1,
    },
    comment: [
      `${seq}: ${verdict}`,
      ...(codes === '' ? [] : [codes]),
      ...(world === null ? [] : [`world ${world}`]),
    ].join(': '),
    ...toHarMessages(recorded.stream, at),
    // Plain data all of it: the archive stores it as JSON.
    _standin: {
      ...(standin as unknown as JsonObject),
      request: lossOf(request.body),
      reply: reply === null ? null : lossOf(reply.body),
    },
    ...(reply === null ? { _error: trouble ?? 'no answer' } : {}),
  };
}

function requestOf(
  { method, path, query, headers, body }: RecordedRequest,
  baseUrl: string,
): JsonObject {
  const type = fieldOf(headers, 'content-type');
  const postData = body.kind === 'none' ? {} : { postData: postDataOf(body, type) };
  const base = baseUrl.replace(/\/+$/, '');
  return {
    method,
    url: `${base}${path}${query === '' ? '' : `?${query}`}`,
    httpVersion: 'HTTP/1.1',
    cookies: headers
      .filter(([name]) => name === 'cookie')
      .flatMap(([, value]) => value.split(/;\s*/).map((pair) => cookieOf(pair))),
    headers: pairsOf(atHost(headers, base)),
    queryString: queryOf(query),
    ...postData,
    headersSize: -1,
    bodySize: sizeOf(body),
  };
}

/** The recorder got its own Host. The archive has that of the URL, which a replay needs. */
function atHost(headers: readonly Field[], base: string): readonly Field[] {
  const host = /^https?:\/\/([^/]+)/i.exec(base)?.[1];
  if (host === undefined) return headers;
  return headers.map(([name, value]) => [name, name === 'host' ? host : value]);
}

function responseOf({ status, headers, body }: RecordedReply): JsonObject {
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: headers
      .filter(([name]) => name === 'set-cookie')
      .map(([, value]) => cookieOf(value.split(';')[0] ?? '')),
    headers: pairsOf(headers),
    content: contentOf(body, fieldOf(headers, 'content-type')),
    redirectURL: fieldOf(headers, 'location'),
    headersSize: -1,
    bodySize: sizeOf(body),
  };
}

/** Browsers write status 0 if there is no reply. */
function noResponse(trouble: string | null): JsonObject {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    comment: trouble ?? 'no answer',
  };
}

/** A request has no `encoding` in HAR 1.2; binary bodies go to a member of Standin's own. */
function postDataOf(body: RecordedBody, type: string): JsonObject {
  const mimeType = type === '' ? 'application/octet-stream' : type;
  const params =
    /^application\/x-www-form-urlencoded/i.test(type) && body.kind === 'text'
      ? { params: queryOf(body.text) }
      : {};
  if (body.kind === 'text') return { mimeType, ...params, text: body.text };
  if (body.kind === 'bytes')
    return { mimeType, text: '', _base64: body.base64, comment: 'bytes, in base64 in _base64' };
  return { mimeType, text: '', comment: 'the body was not kept' };
}

function contentOf(body: RecordedBody, type: string): JsonObject {
  const mimeType = type === '' ? 'x-unknown' : type;
  const size = Math.max(0, sizeOf(body));
  switch (body.kind) {
    case 'none':
      return { size, mimeType };
    case 'unkept':
      return { size, mimeType, comment: 'the body was not kept' };
    case 'text':
      return { size, mimeType, text: body.text, ...cutComment(body.cut) };
    case 'bytes':
      return { size, mimeType, text: body.base64, encoding: 'base64', ...cutComment(body.cut) };
  }
}

function cutComment(cut: boolean): JsonObject {
  return cut ? { comment: 'the body was cut' } : {};
}

/** The part of a body that HAR cannot express. */
function lossOf(body: RecordedBody): JsonObject {
  return body.kind === 'none'
    ? { kind: 'none' }
    : { kind: body.kind, bytes: body.bytes, cut: body.kind !== 'unkept' && body.cut };
}

function sizeOf(body: RecordedBody): number {
  return body.kind === 'none' ? 0 : (body.bytes ?? -1);
}

function pairsOf(fields: readonly Field[]): readonly Json[] {
  return fields.map(([name, value]) => ({ name, value }));
}

function queryOf(query: string): readonly Json[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function cookieOf(pair: string): JsonObject {
  const equals = pair.indexOf('=');
  return equals < 0
    ? { name: pair.trim(), value: '' }
    : { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1) };
}

function fieldOf(fields: readonly Field[], name: string): string {
  return fields.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
}
