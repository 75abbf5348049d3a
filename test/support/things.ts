// A service of collections that are alike, for tests of runs with many of them, and its document.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type JsonObject, pick } from '../../src/base/json.ts';
import { startTroubled, type Troubled } from './troubled.ts';

/** The collections that the service has. */
export const NAMES = ['boats', 'cars', 'films', 'trees'];

const THING: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    note: { type: 'string' },
    isOpen: { type: 'boolean' },
    size: { type: 'integer', readOnly: true },
  },
};

function answer(status: number, schema: JsonObject | null): JsonObject {
  const content = schema === null ? {} : { content: { 'application/json': { schema } } };
  return { [status]: { description: 'as it is', ...content } };
}

/** Returns the document of some of the collections. */
export function documentOf(names: readonly string[]): JsonObject {
  const { id: _, size: __, ...members } = THING['properties'] as JsonObject;
  const body = (required: readonly string[]): JsonObject => ({
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', required: [...required], properties: members },
      },
    },
  });
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      names.flatMap((name) => [
        [
          `/${name}`,
          {
            get: { responses: answer(200, { type: 'array', items: THING }) },
            post: { requestBody: body(['name']), responses: answer(201, THING) },
          },
        ],
        [
          `/${name}/{id}`,
          {
            parameters: id,
            get: { responses: { ...answer(200, THING), ...answer(404, null) } },
            put: { requestBody: body(['name']), responses: answer(200, THING) },
            patch: { requestBody: body([]), responses: answer(200, THING) },
            delete: { responses: answer(204, null) },
          },
        ],
      ]),
    ),
  };
}

/** The members of a thing in a body; `null` if it is none. */
function sentIn(text: string, method: string): JsonObject | null {
  if (method === 'GET' || method === 'DELETE') return {};
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(sent)) return null;
  const { name, note, isOpen } = sent;
  const isFit =
    (method === 'PATCH' ? ['string', 'undefined'] : ['string']).includes(typeof name) &&
    ['string', 'undefined'].includes(typeof note) &&
    ['boolean', 'undefined'].includes(typeof isOpen);
  return isFit ? pick(sent, ['name', 'note', 'isOpen']) : null;
}

/** Another value for one of the members, each for some creations. */
function shiftOf({ name, note, isOpen }: JsonObject, times: number): JsonObject {
  if (times < 4) return note === undefined ? {} : { note: `${String(note)}!` };
  return times < 7 ? { name: `${String(name)}!` } : { isOpen: isOpen !== true };
}

/** What the service does otherwise, each with one of its collections. */
export interface Faults {
  /** PUT loses the note. */
  readonly lost?: string;
  /** POST cuts names of more than 100 characters. */
  readonly cut?: string;
  /** Answers hold a member of another type than the document says. */
  readonly odd?: string;
  /** The list is in an object. */
  readonly wrapped?: string;
  /** A creation that is refused takes the note of every item. */
  readonly harmful?: string;
  /** A PUT takes the note of all other items. */
  readonly spreading?: string;
  /** Names with blanks are refused. */
  readonly picky?: string;
  /** A creation with a note fails. */
  readonly failing?: string;
  /** A creation changes the note, and after some creations its name or its flag. */
  readonly shifty?: string;
  /** A PUT that is refused stores its note all the same. */
  readonly noting?: string;
}

export interface Things extends Troubled {
  /** How many bodies were refused for a name with blanks. */
  picked(): number;
}

/** Starts the service, without items. */
export async function startThings(faults: Faults = {}): Promise<Things> {
  const { lost, cut, odd, wrapped, harmful, picky, shifty, failing, spreading, noting } = faults;
  const rows = new Map<string, Map<string, JsonObject>>(NAMES.map((name) => [name, new Map()]));
  let serial = 0;
  let picked = 0;
  let shifted = 0;
  const answerOf = (method: string, path: string, sent: JsonObject): [number, unknown] => {
    const [, name = '', id] = (path.split('?')[0] ?? '').split('/');
    const own = rows.get(name) ?? new Map<string, JsonObject>();
    if (id === undefined) {
      const all = [...own.values()];
      if (method === 'GET') return [200, name === wrapped ? { items: all } : all];
      if (name === failing && sent['note'] !== undefined) return [500, null];
      const cutName = name === cut && { name: String(sent['name']).slice(0, 100) };
      const shifts = name === shifty ? shiftOf(sent, ++shifted) : {};
      const made = { ...sent, ...cutName, ...shifts, id: ++serial };
      own.set(String(made.id), made);
      return [201, made];
    }
    const row = own.get(id);
    if (row === undefined) return [404, null];
    if (method === 'DELETE') own.delete(id);
    if (method === 'GET' || method === 'DELETE') return [method === 'GET' ? 200 : 204, row];
    if (method === 'PUT' && name === spreading)
      for (const [other, { note: _note, ...left }] of own) if (other !== id) own.set(other, left);
    const { note: _, ...rest } = sent;
    const kept = method === 'PATCH' ? { ...row, ...sent } : name === lost ? rest : sent;
    own.set(id, { ...kept, id: Number(id) });
    return [200, own.get(id)];
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    const text = Buffer.concat(chunks).toString();
    const sent = sentIn(text, method);
    const row = rows.get(noting ?? '')?.get(url.split('/')[2] ?? '');
    const note = /"note":"([^"]+)"/.exec(text)?.[1];
    if (sent === null && method === 'PUT' && row !== undefined && note !== undefined)
      rows.get(noting ?? '')?.set(String(row['id']), { ...row, note });
    if (sent === null && method === 'POST' && url === `/${harmful}`)
      for (const [id, { note: _, ...row }] of rows.get(url.slice(1)) ?? [])
        rows.get(url.slice(1))?.set(id, row);
    const isPicked = url.startsWith(`/${picky}`) && /\s/.test(String(sent?.['name'] ?? ''));
    if (isPicked) picked++;
    const [status, body] = sent === null || isPicked ? [400, null] : answerOf(method, url, sent);
    const shown = url.startsWith(`/${odd}`) && isObject(body) ? { ...body, size: 'big' } : body;
    const isEmpty = body === null || status === 204;
    response.writeHead(status, isEmpty ? {} : { 'content-type': 'application/json' });
    response.end(isEmpty ? undefined : JSON.stringify(shown));
  };
  const started = await startTroubled((...both) => void serve(...both));
  return { ...started, picked: () => picked };
}
