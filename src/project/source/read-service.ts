// Reads a running service as a source: the list at an address, its next page and a few of its items.
// Sends GET alone, few requests, and to no other origin.

import { isObject, type Json, own } from '../../base/json.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { Client } from '../../http/client/client.ts';
import { header, splitTarget } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import { type Exchange, idsOf } from '../../source/traffic/exchange.ts';
import { contractsOfTraffic } from '../../source/traffic/read-traffic.ts';
import type { RulePaths } from './project-files.ts';
import { type Address, callOf, refusal } from './read-address.ts';

export interface ReadService {
  readonly made: SourceContracts;
  /** The address without credentials. */
  readonly shown: string;
}

/** Maximum number of requests, of items that are read of each list, and of lists. */
const REQUESTS_MAX = 20;
const ITEMS_MAX = 3;
const LISTS_MAX = 5;
/** How long reading may take in all. */
const READING_MS = 15_000;

/**
 * Reads the collection at an address, or the collections that an index there names. Rejects with a
 * StandinError if there is none.
 */
export async function readService(
  address: Address,
  { certainty = 'usual', values = 'made' }: RulePaths,
): Promise<ReadService> {
  const { shown } = address;
  const reader = new ServiceReader(address);
  await reader.read();
  const made = contractsOfTraffic(reader.exchanges, {
    name: shown,
    certainty,
    values,
    writes: 'assumed',
  });
  if (made.contracts.length === 0) throw refusal(shown, address.received);
  return { shown, made: { ...made, notes: [...notesOf(made, reader), ...made.notes] } };
}

class ServiceReader {
  readonly exchanges: Exchange[] = [];
  private readonly address: Address;
  private readonly client: Client;
  private readonly until = Date.now() + READING_MS;

  constructor(address: Address) {
    this.address = address;
    this.client = address.client;
  }

  async read(): Promise<void> {
    const { shown, received } = this.address;
    const path = pathOf(shown);
    this.note(path, received);
    const { body } = received;
    const json = body.kind === 'json' ? body.value : null;
    if (json === null || typeof json !== 'object' || isOfOtherKind(json))
      throw refusal(shown, received);
    if (holdsItems(json)) return this.readCollection(path, json);
    let isList = listsIn(json).length > 0;
    for (const below of linksIn(json, this.client.baseUrl).slice(0, LISTS_MAX)) {
      const found = await this.get(below);
      if (found === undefined || !holdsItems(found)) continue;
      isList = true;
      await this.readCollection(below, found);
    }
    if (!isList) throw refusal(shown, received);
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

function pathOf(shown: string): string {
  return new URL(shown).pathname;
}

/**
 * Whether JSON is a document that describes or recorded an interface, and is no OpenAPI: it has lists,
 * but none of items.
 */
function isOfOtherKind(json: Json): boolean {
  if (!isObject(json)) return false;
  const [log, info] = [own(json, 'log') ?? null, own(json, 'info') ?? null];
  return (
    own(json, 'asyncapi') !== undefined ||
    (isObject(log) && Array.isArray(own(log, 'entries'))) ||
    (isObject(info) && Array.isArray(own(json, 'item')))
  );
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
