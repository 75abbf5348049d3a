// Reads a running service as a source: the list at an address, its next page and a few of its items.
// Sends GET alone, few requests, and to no other origin.

import { StandinError } from '../../base/errors.ts';
import { describeType, isObject, type Json, own } from '../../base/json.ts';
import { pluralize } from '../../base/pluralize.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import { type Client, createClient } from '../../http/client/client.ts';
import { header, noBody, splitTarget } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import { type Exchange, idsOf } from '../../source/traffic/exchange.ts';
import { contractsOfTraffic } from '../../source/traffic/read-traffic.ts';
import { isJsonType } from '../../source/traffic/select-exchanges.ts';
import type { RulePaths } from './project-files.ts';

export interface ReadService {
  readonly made: SourceContracts;
  /** The address without credentials. */
  readonly shown: string;
}

/** Maximum number of requests, of items that are read of each list, and of lists. */
const REQUESTS_MAX = 20;
const ITEMS_MAX = 3;
const LISTS_MAX = 5;
const TIMEOUT_MS = 5_000;
/** How long reading may take in all. */
const READING_MS = 15_000;

/**
 * Reads the collection at an address, or the collections that an index there names. Rejects with a
 * StandinError if no JSON is there.
 */
export async function readService({
  contract,
  certainty = 'usual',
  values = 'made',
}: RulePaths): Promise<ReadService> {
  const { shown, origin, basePath, authorization } = readBaseUrl(contract);
  const headers = authorization === null ? {} : { authorization };
  const client = createClient({ baseUrl: origin, headers, timeoutMs: TIMEOUT_MS });
  try {
    const reader = new ServiceReader(client, shown);
    await reader.read(basePath === '' ? '/' : basePath);
    const made = contractsOfTraffic(reader.exchanges, {
      name: shown,
      certainty,
      values,
      writes: 'assumed',
    });
    if (made.contracts.length === 0) throw noItems(shown);
    return { shown, made: { ...made, notes: [...notesOf(made, reader), ...made.notes] } };
  } finally {
    client.close();
  }
}

class ServiceReader {
  readonly exchanges: Exchange[] = [];
  private readonly client: Client;
  private readonly shown: string;
  private readonly until = Date.now() + READING_MS;

  constructor(client: Client, shown: string) {
    this.client = client;
    this.shown = shown;
  }

  async read(path: string): Promise<void> {
    const json = await this.first(path);
    if (holdsItems(json)) return this.readCollection(path, json);
    for (const below of linksIn(json, this.client.baseUrl).slice(0, LISTS_MAX)) {
      const found = await this.get(below);
      if (found !== undefined && holdsItems(found)) await this.readCollection(below, found);
    }
  }

  /** The answer that everything depends on. */
  private async first(path: string): Promise<Json> {
    const exchange = await this.client.send(callOf(path));
    if (exchange.kind === 'trouble')
      throw new StandinError(
        'target-unreachable',
        `${this.shown} cannot be read: ${exchange.message}`,
        'Start the service, and name the address of a collection: http://127.0.0.1:8080/api/users.',
      );
    const { received } = exchange;
    this.note(path, received);
    if (received.status === 401 || received.status === 403)
      throw new StandinError(
        'target-unauthorized',
        `${this.shown} answers ${received.status}: it requires credentials`,
        'Put a user and a password into the address, or record a session of a client and name the recording.',
      );
    if (received.status >= 300)
      throw new StandinError(
        'target-missing',
        `${this.shown} answers ${received.status}`,
        received.status === 429 || received.status >= 500
          ? 'Try again when the service answers GET there.'
          : 'Name the address of a collection: http://127.0.0.1:8080/api/users.',
      );
    if (received.body.kind === 'json' && typeof received.body.value === 'object')
      return received.body.value;
    throw new StandinError(
      'target-page',
      `${this.shown} answers ${contentText(received)}`,
      'Name the address of a collection: http://127.0.0.1:8080/api/users.',
    );
  }

  private async readCollection(path: string, json: Json): Promise<void> {
    const [plain = ''] = path.split('?');
    const items = listsIn(json).flatMap((list) => list.filter(isObject));
    const ids = items.flatMap((item) => idsOf(item).slice(0, 1));
    for (const id of ids.slice(0, ITEMS_MAX))
      await this.get(`${plain.replace(/\/$/, '')}/${encodeURIComponent(id)}`);
    const [next] = isObject(json)
      ? linksIn({ next: own(json, 'next') ?? null }, this.client.baseUrl)
      : [];
    if (next !== undefined) await this.get(next);
  }

  private async get(path: string): Promise<Json | undefined> {
    if (this.exchanges.length >= REQUESTS_MAX || Date.now() > this.until) return undefined;
    const exchange = await this.client.send(callOf(path));
    if (exchange.kind === 'trouble') return undefined;
    this.note(path, exchange.received);
    const { body, status } = exchange.received;
    return body.kind === 'json' && status < 300 ? body.value : undefined;
  }

  private note(target: string, { status, headers, body }: Received): void {
    const [mediaType = ''] = (header(headers, 'content-type') ?? '').toLowerCase().split(';');
    const json = body.kind === 'json' ? body.value : undefined;
    this.exchanges.push({
      origin: this.client.baseUrl,
      method: 'GET',
      ...splitTarget(target),
      sent: null,
      credentials: null,
      status,
      answer: body.kind === 'none' ? null : { mediaType: mediaType.trim(), json },
    });
  }
}

function callOf(target: string): Parameters<Client['send']>[0] {
  const headers = { accept: 'application/json' };
  return { method: 'GET', ...splitTarget(target), headers, body: noBody };
}

/** Whether a body is a list of objects, or has one. */
function holdsItems(json: Json): boolean {
  return listsIn(json).some((one) => (one as readonly Json[]).some(isObject));
}

/** A body that is a list, or those that it has at most two steps down. */
function listsIn(json: Json): readonly Json[][] {
  const members = isObject(json) ? Object.values(json) : [];
  const below = members.filter(isObject).flatMap((one) => Object.values(one));
  return [json, ...members, ...below].filter((one) => Array.isArray(one)) as readonly Json[][];
}

/** The targets on one origin that the members of an object name: `{"users": "/api/users"}`. */
function linksIn(json: Json, origin: string): readonly string[] {
  if (!isObject(json)) return [];
  const links = own(json, '_links') ?? json;
  return Object.values(isObject(links) ? links : json).flatMap((value) => {
    const text = isObject(value) ? own(value, 'href') : value;
    if (typeof text !== 'string' || !/^(?:https?:\/)?\//.test(text)) return [];
    if (text.includes('{') || !URL.canParse(text, origin)) return [];
    const url = new URL(text, origin);
    return url.origin === new URL(origin).origin ? [url.pathname + url.search] : [];
  });
}

/** What an answer holds in place of a list or an object. */
function contentText({ headers, body }: Received): string {
  const [type = ''] = (header(headers, 'content-type') ?? '').split(';');
  if (body.kind === 'none') return 'nothing, no JSON';
  if (body.kind === 'json') return `${describeType(body.value)}, no list of items`;
  return isJsonType(type.trim().toLowerCase()) ? 'JSON that is broken' : `${type}, no JSON`;
}

function noItems(shown: string): StandinError {
  return new StandinError(
    'target-missing',
    `${shown} shows no items`,
    'Name the address of a collection with at least one item: http://127.0.0.1:8080/api/users.',
  );
}

/** What reading cannot know. */
function notesOf(made: SourceContracts, { exchanges }: ServiceReader): SourceContracts['notes'] {
  const assumed = made.taken.filter(({ seen }) => seen === 0);
  const count = `${pluralize(exchanges.length, 'request')}, GET alone`;
  const lists = assumed.map(({ method, path }) => `${method} ${path}`).join(', ');
  const message =
    assumed.length === 0
      ? `read with ${count}`
      : `read with ${count}. To know more, Standin would have to send ${lists}: they are assumed. "standin learn" sends them to items of its own`;
  const [place = ''] = made.contracts.map((one) => one.place.split('#')[0]);
  const isEmpty = made.taken.every(({ rows }) => rows === null);
  const advice =
    'it shows no items with an id, so nothing keeps state: name the address of a collection with at least one item';
  return [{ place, message }, ...(isEmpty ? [{ place, message: advice }] : [])];
}
