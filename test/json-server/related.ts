// Posts and comments that refer to them, by name alone or by marks: the documented examples of
// both lines of json-server.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import type { Line, Rows } from './sides.ts';

const outcomes = {};
const operations = (body: string): JsonObject => ({
  list: { outcomes },
  create: { body, outcomes },
  read: { outcomes },
  replace: { body, outcomes },
  update: { body, outcomes },
  remove: { outcomes },
});

/** Writes the project into a new folder. Returns its contracts. */
export function writeRelated(id: 'integer' | 'string', marks: 'marked' | 'named'): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-related-'));
  const write = (place: string, name: string, json: JsonObject): void => {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, `${name}.json`), JSON.stringify(json));
  };
  const reference = (to: string): JsonObject => ({
    type: [id, 'null'],
    ...(marks === 'marked' ? { 'x-ref': to } : {}),
  });
  const items: Readonly<Record<string, JsonObject>> = {
    posts: { title: { type: 'string' } },
    comments: { body: {}, postId: reference('posts'), userId: reference('users') },
    users: { name: { type: 'string' } },
  };
  for (const [resource, members] of Object.entries(items)) {
    const item = resource.slice(0, -1);
    write('schemas', item, { type: 'object', properties: { id: { type: id }, ...members } });
    const path = `/${resource}`;
    const contract = { resource, path, item, source: 'x', operations: operations(item) };
    write('contracts', resource, contract);
  }
  return join(folder, 'contracts');
}

/** The rows of the examples, with ids as the line has them. */
export function relatedRows(line: Line): Rows {
  const id = (number: number): number | string =>
    line === 'json-server' ? number : String(number);
  return {
    posts: [
      { id: id(1), title: 'json-server' },
      { id: id(2), title: 'standin' },
      { id: id(3), title: 'none' },
    ],
    comments: [
      { id: id(1), body: 'some comment', postId: id(1), userId: id(1) },
      { id: id(2), body: 'another', postId: id(1), userId: id(2) },
      { id: id(3), body: 'third', postId: id(2), userId: id(1) },
      // json-server 0.17 fails if a reference is null or absent.
      line === 'json-server'
        ? { id: 4, body: 'fourth', postId: 2, userId: 2 }
        : { id: '4', body: 'none', postId: null },
    ],
    users: [
      { id: id(1), name: 'typicode' },
      { id: id(2), name: 'somebody' },
    ],
  };
}
