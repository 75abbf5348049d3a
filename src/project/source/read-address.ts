// Asks an address that is named as a source. What it answers decides: an OpenAPI document, whatever its
// media type, else the collection of a running service. Sends GET alone, and to no other origin.

import { posix } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { printable } from '../../base/printable.ts';
import { truncate } from '../../base/truncate.ts';
import { type Client, createClient, type Exchange } from '../../http/client/client.ts';
import {
  type Body,
  type Call,
  type Headers,
  header,
  noBody,
  splitTarget,
} from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { BEGINS_YAML, isDocument } from './find-source.ts';
import { parseFile } from './json-file.ts';
import { type DocumentText, readDocumentTexts } from './read-document.ts';

/** What an address answered. */
export interface Address {
  /** Without credentials, query and fragment. */
  readonly shown: string;
  readonly client: Client;
  /** The path and query that answered, after redirections. */
  readonly target: string;
  readonly received: Received;
}

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 67_108_864;
/** Maximum number of documents that are read because others refer to them. */
const OTHERS_MAX = 200;
const CHARS_SHOWN_MAX = 80;

/**
 * Asks an address, with further header fields such as credentials. The caller closes the client. Rejects with a StandinError that has the status, the
 * media type and the beginning of the answer if it is an error or empty.
 */
export async function openAddress(place: string, fields: Headers = {}): Promise<Address> {
  const url = new URL(place);
  const asked = url.pathname + url.search;
  const shown = url.origin + url.pathname.replace(/\/+$/, '');
  [url.pathname, url.search, url.hash] = ['', '', ''];
  const client = createClient({
    baseUrl: url.href,
    headers: fields,
    timeoutMs: TIMEOUT_MS,
    bodyBytesMax: BODY_BYTES_MAX,
  });
  try {
    const exchange = await client.send(callOf(asked));
    if (exchange.kind === 'trouble') throw unreachable(shown, exchange);
    const { received } = exchange;
    if (received.status >= 300 || received.body.kind === 'none') throw refusal(shown, received);
    return { shown, client, target: exchange.target ?? asked, received };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Returns the call that asks for a source. */
export function callOf(target: string): Call {
  return {
    method: 'GET',
    ...splitTarget(target),
    headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.8' },
    body: noBody,
  };
}

/**
 * Returns the OpenAPI document that an address answered, with those that it refers to; `null` if it
 * answered anything else. Others are read below the folder of the document alone. Throws a
 * StandinError if it is a broken document.
 */
export async function documentAt(address: Address): Promise<DocumentText | null> {
  const { shown, client, target, received } = address;
  const main = textOf(received.body).replace(/^\ufeff/, '');
  if (!holdsDocument(main)) return null;
  const { path } = splitTarget(target);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  let others = 0;
  const found = await readDocumentTexts({
    place: shown,
    name,
    async read(other) {
      if (other === name) return main;
      if (++others > OTHERS_MAX) throw new Error(`more than ${OTHERS_MAX} documents`);
      const exchange = await client.send(callOf(encodeURI(posix.join(folder, other))));
      if (exchange.kind === 'trouble') throw new Error(exchange.message);
      const { status, body } = exchange.received;
      if (status >= 300) throw new Error(`it is answered with ${status}`);
      return textOf(body);
    },
  });
  return { ...found, document: withServersFrom(folder, found.document) };
}

/** Whether a text is an OpenAPI document, perhaps a broken one. */
function holdsDocument(text: string): boolean {
  if (!/^\s*\{/.test(text)) return BEGINS_YAML.test(text);
  const parsed = parseFile(text);
  return 'broken' in parsed
    ? NAMES_VERSION.test(text)
    : isObject(parsed.json) && isDocument(parsed.json);
}

/** The first member of most documents, also of those that are broken. */
const NAMES_VERSION = /^\s*\{\s*"(?:openapi|swagger)"\s*:\s*"/;

/**
 * Returns a document whose servers have paths from the origin: one that is relative begins at the
 * address of the document (OpenAPI 3.1, section 4.8.5).
 */
function withServersFrom(folder: string, document: Json): Json {
  if (!isObject(document)) return document;
  const paths = own(document, 'paths');
  return {
    ...withServers(folder, document),
    ...(isObject(paths) ? { paths: eachOf(paths, (item) => pathWithServers(folder, item)) } : {}),
  };
}

function pathWithServers(folder: string, item: JsonObject): JsonObject {
  return withServers(
    folder,
    eachOf(item, (operation) => withServers(folder, operation)),
  );
}

function eachOf(object: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, isObject(value) ? change(value) : value]),
  );
}

function withServers(folder: string, object: JsonObject): JsonObject {
  const servers = own(object, 'servers');
  if (!Array.isArray(servers)) return object;
  const all = (servers as readonly Json[]).map((server) => {
    const url = isObject(server) ? own(server, 'url') : undefined;
    const isRelative = typeof url === 'string' && !/^(?:[a-z][a-z\d+.-]*:|\/|\{)/i.test(url);
    return isRelative ? { ...(server as JsonObject), url: posix.join(folder, url) } : server;
  });
  return { ...object, servers: all };
}

/** Returns the error of an answer that is no source: its status, its media type and its beginning. */
export function refusal(shown: string, received: Received): StandinError {
  const { status, headers, body } = received;
  const [type = ''] = (header(headers, 'content-type') ?? '').split(';');
  const text = textOf(body).trim().replaceAll(/\s+/g, ' ');
  const beginning =
    body.kind === 'broken' && body.flaw === 'utf-8'
      ? 'bytes that are no text'
      : text === ''
        ? 'nothing'
        : truncate(text, CHARS_SHOWN_MAX);
  const what = type.trim() === '' ? String(status) : `${status} ${type.trim()}`;
  const message = printable(`${shown} answers ${what}: ${beginning}`);
  if (status === 401 || status === 403)
    return new StandinError(
      'target-unauthorized',
      message,
      'Put a user and a password into the address, save the document to a file and name the file, or record a session of a client and name the recording.',
    );
  if (status === 429 || status >= 500)
    return new StandinError('target-missing', message, 'Try again when it answers GET there.');
  const to = header(headers, 'location');
  if (status >= 300 && status < 400 && to !== undefined)
    return new StandinError(
      'target-missing',
      message,
      `Name the address that it leads to: ${printable(truncate(to, 200))}`,
    );
  const code = status >= 300 ? 'target-missing' : 'target-page';
  return new StandinError(code, message, NAME_ONE);
}

const NAME_ONE =
  'Name the address of an OpenAPI document (often /openapi.json, /v3/api-docs or /api-json), or of a collection: http://127.0.0.1:8080/api/users.';

function unreachable(
  shown: string,
  { message }: Extract<Exchange, { readonly kind: 'trouble' }>,
): StandinError {
  return new StandinError(
    'target-unreachable',
    `${shown} cannot be read: ${message}`,
    `Start the service. ${NAME_ONE}`,
  );
}

function textOf(body: Body): string {
  return body.kind === 'json' || body.kind === 'broken' ? body.text : '';
}
