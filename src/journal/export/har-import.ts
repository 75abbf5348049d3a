// Reads HTTP Archives (HAR 1.2) of browsers and proxies: Chrome, Firefox, Safari, Charles, Fiddler,
// and Standin, and those that scripts write. Missing members are read as absent; entries that are not
// HTTP requests are left out and named.

import { StandinError } from '../../base/errors.ts';
import { utf8Bytes } from '../../base/hash.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import type { Contract } from '../../contract/contract.ts';
import { kindOf } from '../../contract/operation-at.ts';
import { createRouter, type Router } from '../../contract/route.ts';
import type {
  Field,
  RecordedBody,
  RecordedReply,
  RecordedRequest,
  Unnumbered,
} from '../interaction/recorded.ts';
import { streamIn } from './har-stream.ts';

export interface HarReadOptions {
  /** The name of the file, for messages. */
  readonly file: string;
  /** The contracts that paths belong to, if any. */
  readonly contracts?: readonly Contract[];
  /** The prefix of the paths of the contracts. */
  readonly basePath?: string;
  /** Defaults to `HAR_ENTRIES_MAX`. */
  readonly entriesMax?: number;
}

export interface HarRead {
  /** In the order of the file. Not yet judged. */
  readonly entries: readonly Unnumbered[];
  /** The host in the address of each of them: `127.0.0.1:3000`. */
  readonly hosts: readonly string[];
  readonly leftOut: readonly { readonly index: number; readonly why: string }[];
}

export const HAR_CHARS_MAX = 268_435_456;
export const HAR_ENTRIES_MAX = 100_000;
/** Longer bodies are cut. */
export const HAR_BODY_CHARS_MAX = 4_194_304;
const HEADERS_MAX = 1_000;
const DEPTH_MAX = 128;

/** Reads the text of a HAR file. Throws a StandinError with the faulty place and the remedy. */
export function readHar(text: string, options: HarReadOptions): HarRead {
  const { file } = options;
  if (text.length > HAR_CHARS_MAX)
    throw invalid(`${file} has more than ${HAR_CHARS_MAX} characters`, 'Export fewer requests.');
  const list = entriesOf(text, file);
  const entriesMax = options.entriesMax ?? HAR_ENTRIES_MAX;
  if (list.length > entriesMax)
    throw invalid(
      `${file} has ${list.length} entries, more than ${entriesMax}`,
      'Export fewer requests.',
    );
  const router = createRouter(options.contracts ?? [], options.basePath ?? '');
  const entries: Unnumbered[] = [];
  const hosts: string[] = [];
  const leftOut: { readonly index: number; readonly why: string }[] = [];
  let at = list.map(timeOf).find((one) => one !== null) ?? 0;
  for (const [index, json] of list.entries()) {
    // Without a time of its own, an entry has that of the one before: the order of the file counts.
    at = timeOf(json) ?? at;
    const read = readEntry(json, at, router);
    if (typeof read === 'string') leftOut.push({ index, why: read });
    else {
      entries.push(read);
      hosts.push((read.service ?? '').replace(/^https?:\/\//, ''));
    }
  }
  if (entries.length === 0 && leftOut[0] !== undefined) {
    const { index, why } = leftOut[0];
    throw invalid(
      `${file} at /log/entries/${index}: ${why}; and no other entry can be read`,
      'Export HTTP requests.',
    );
  }
  return { entries, hosts, leftOut };
}

function entriesOf(text: string, file: string): readonly Json[] {
  const parsed = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, DEPTH_MAX);
  if (parsed.kind === 'broken') {
    throw invalid(
      `${file} is not JSON: ${parsed.broken.message}`,
      'It may have been cut while it was saved. Export it again.',
    );
  }
  const log = isObject(parsed.value) ? own(parsed.value, 'log') : undefined;
  if (!isObject(log))
    throw invalid(
      `${file} at /log: there is no object`,
      'A HAR file is {"log": {"entries": [...]}}. Export it as "HAR".',
    );
  const entries = own(log, 'entries');
  if (!Array.isArray(entries))
    throw invalid(
      `${file} at /log/entries: there is no list`,
      'Export the requests again, as "HAR".',
    );
  return entries as readonly Json[];
}

/** The time at which an entry began, in milliseconds since 1970; `null` if it names none. */
function timeOf(entry: Json): number | null {
  const given = isObject(entry) ? own(entry, 'startedDateTime') : undefined;
  const at = typeof given === 'number' ? given : Date.parse(String(given));
  return Number.isFinite(at) ? at : null;
}

/** Reads an entry, or returns why it is left out. */
function readEntry(json: Json, at: number, router: Router): Unnumbered | string {
  if (!isObject(json)) return 'it is not an object';
  const request = own(json, 'request');
  if (!isObject(request)) return 'it has no request';
  const method = own(request, 'method');
  if (typeof method !== 'string' || !/^[!#$%&'*+.^`|~\w-]{1,40}$/.test(method))
    return 'its request has no method';
  if (method.toUpperCase() === 'CONNECT') return 'it opens a tunnel';
  const fields = fieldsOf(request);
  const url = urlOf(own(request, 'url'), fields);
  if (url === null) return 'its address does not begin with http or https';
  const body = withLoss(sentOf(request), json, 'request');
  const sent: RecordedRequest = {
    method: method.toUpperCase(),
    path: url.path,
    query: url.query,
    headers: withType(fields, own(request, 'postData')),
    body,
  };
  const response = own(json, 'response');
  const reply = isObject(response) ? replyOf(response, json) : null;
  const time = own(json, 'time');
  const elapsedMs = typeof time === 'number' && time >= 0 ? time : 0;
  return {
    at,
    elapsedMs,
    ...firstByteIn(json, elapsedMs),
    source: 'proxy',
    ...belongingOf(sent, router),
    request: sent,
    reply,
    trouble: reply === null ? troubleOf(json, response) : null,
    verdict: 'unjudged',
    findings: [],
    ruled: null,
    mock: null,
    history: [],
    law: null,
    original: null,
    world: null,
    service: url.origin,
    ...streamIn(json, at),
  };
}

/** The time until the first byte, if the file says how long the answer was received. */
function firstByteIn(json: JsonObject, elapsedMs: number): Pick<Unnumbered, 'firstByteMs'> {
  const timings = own(json, 'timings');
  const receive = isObject(timings) ? own(timings, 'receive') : undefined;
  const isKnown = typeof receive === 'number' && receive > 0 && receive <= elapsedMs;
  return isKnown ? { firstByteMs: elapsedMs - receive } : {};
}

function belongingOf(
  { method, path }: RecordedRequest,
  router: Router,
): Pick<Unnumbered, 'resource' | 'operation'> {
  const route = router.find(path);
  if (route === null || route.kind === 'root') return { resource: null, operation: null };
  const { contract } = route;
  const kind = method === 'HEAD' ? null : kindOf(method, route);
  return {
    resource: contract.resource,
    operation: kind !== null && contract.operations[kind] !== undefined ? kind : null,
  };
}

/** The origin without user and password; then path and query as sent, unless `URL` wrote them. */
const URL_PARTS = /^(https?):\/\/(?:[^@/?#]*@)?([^/?#]+)([^#]*)/i;

/** Path and query as sent; `URL` would normalize them. A path alone is at the host of the request. */
function urlOf(
  given: Json | undefined,
  fields: readonly Field[],
): { readonly origin: string; readonly path: string; readonly query: string } | null {
  if (typeof given !== 'string') return null;
  const ownHost = fields.find(([name]) => name === 'host')?.[1] ?? 'localhost';
  const url = /^\/(?!\/)/.test(given) ? `http://${ownHost}${given}` : given;
  const [whole, scheme = '', host = '', target = ''] = URL_PARTS.exec(url) ?? [];
  if (whole === undefined) return null;
  const origin = `${scheme.toLowerCase()}://${host}`;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return { origin, path: path === '' ? '/' : path, query: mark < 0 ? '' : target.slice(mark + 1) };
}

/** Names in lower case. Pseudo-header fields of HTTP/2 are left out but for the host. */
function fieldsOf(message: JsonObject): readonly Field[] {
  return headersOf(message)
    .slice(0, HEADERS_MAX)
    .flatMap(([name, value]): readonly Field[] => {
      if (typeof name !== 'string' || typeof value !== 'string' || name === '') return [];
      const lower = name.toLowerCase();
      if (lower === ':authority') return [['host', value]];
      // HAR files have bodies uncompressed.
      return lower.startsWith(':') || lower === 'content-encoding' ? [] : [[lower, value]];
    });
}

/** Some scripts write an object of names and values in place of the list. */
function headersOf(
  message: JsonObject,
): readonly (readonly [Json | undefined, Json | undefined])[] {
  const given = own(message, 'headers') ?? null;
  return isObject(given)
    ? Object.entries(given)
    : listAt(message, 'headers').map((one) =>
        isObject(one) ? [own(one, 'name'), own(one, 'value')] : [undefined, undefined],
      );
}

/** Stands beside a body of which no type is known. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Some tools name the type of a body only beside its text. */
function withType(fields: readonly Field[], body: Json | undefined): readonly Field[] {
  const type = isObject(body ?? null) ? own(body as JsonObject, 'mimeType') : undefined;
  const isNamed = fields.some(([name]) => name === 'content-type');
  const isType = typeof type === 'string' && type.includes('/') && type !== UNKNOWN_TYPE;
  return isNamed || !isType ? fields : [...fields, ['content-type', type]];
}

function sentOf(request: JsonObject): RecordedBody {
  const data = own(request, 'postData');
  if (!isObject(data)) return { kind: 'none' };
  const base64 = own(data, '_base64');
  if (typeof base64 === 'string') return bytesOf(base64);
  const text = own(data, 'text');
  if (typeof text === 'string' && text !== '') return textOf(text);
  // Charles writes a form as `params` alone.
  const pairs = listAt(data, 'params').flatMap((one): [string, string][] => {
    const [name, value] = isObject(one) ? [own(one, 'name'), own(one, 'value')] : [];
    return typeof name === 'string' ? [[name, typeof value === 'string' ? value : '']] : [];
  });
  if (pairs.length > 0) return textOf(new URLSearchParams(pairs).toString());
  const size = own(request, 'bodySize');
  return typeof size === 'number' && size > 0 ? { kind: 'unkept', bytes: size } : { kind: 'none' };
}

/** `null` without a reply: browsers write status 0. */
function replyOf(response: JsonObject, entry: JsonObject): RecordedReply | null {
  const given = own(response, 'status');
  const status = typeof given === 'string' ? Number(given) : given;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 999)
    return null;
  return {
    status,
    headers: withType(fieldsOf(response), own(response, 'content')),
    body: withLoss(contentOf(response), entry, 'reply'),
  };
}

function contentOf(response: JsonObject): RecordedBody {
  const content = own(response, 'content');
  const [text, encoding, size] = isObject(content)
    ? [own(content, 'text'), own(content, 'encoding'), own(content, 'size')]
    : [];
  const bytes = typeof size === 'number' && size > 0 ? size : 0;
  if (typeof text !== 'string' || text === '')
    return bytes > 0 ? { kind: 'unkept', bytes } : { kind: 'none' };
  return encoding === 'base64' ? bytesOf(text) : textOf(text);
}

/** A note of Standin's own marks a body that was cut before the export. */
function withLoss(body: RecordedBody, entry: JsonObject, side: 'request' | 'reply'): RecordedBody {
  const standin = own(entry, '_standin');
  const loss = isObject(standin) ? own(standin, side) : undefined;
  if (!isObject(loss)) return body;
  const [kind, cut, bytes] = [own(loss, 'kind'), own(loss, 'cut'), own(loss, 'bytes')];
  if (kind === 'unkept') return { kind, bytes: typeof bytes === 'number' ? bytes : null };
  if (body.kind === 'none' || body.kind === 'unkept' || typeof bytes !== 'number') return body;
  return { ...body, bytes, cut: body.cut || cut === true };
}

/** Text in base64, as Firefox and Charles write it, becomes text again. */
function bytesOf(base64: string): RecordedBody {
  const bytes = Buffer.from(base64, 'base64');
  const kept = bytes.subarray(0, HAR_BODY_CHARS_MAX);
  const cut = kept.length < bytes.length;
  const text = cut ? null : utf8Of(kept);
  if (text !== null)
    return text === '' ? { kind: 'none' } : { kind: 'text', text, bytes: bytes.length, cut };
  return { kind: 'bytes', base64: kept.toString('base64'), bytes: bytes.length, cut };
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function textOf(text: string): RecordedBody {
  const kept = text.toWellFormed().slice(0, HAR_BODY_CHARS_MAX).toWellFormed();
  return { kind: 'text', text: kept, bytes: utf8Bytes(text), cut: kept.length < text.length };
}

function troubleOf(entry: JsonObject, response: Json | undefined): string {
  const parts = [
    own(entry, '_error'),
    isObject(response) ? own(response, '_error') : undefined,
    isObject(response) ? own(response, 'comment') : undefined,
  ];
  const error = parts.find((one) => typeof one === 'string' && one !== '');
  return typeof error === 'string'
    ? error.slice(0, TROUBLE_CHARS_MAX)
    : 'the file contains no answer';
}

const TROUBLE_CHARS_MAX = 200;

function listAt(object: JsonObject, key: string): readonly Json[] {
  const list = own(object, key);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

function invalid(message: string, remedy: string): StandinError {
  return new StandinError('har-invalid', message, remedy);
}
