// Small documents as people write and generate them: all keep state, and an item lives its whole life.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { parseYaml } from '../../src/project/source/yaml.ts';
import { openApiMock } from '../support/openapi-mock.ts';

/** The paths of the collection and of what makes an item, a body, and the member that is changed. */
interface Habit {
  readonly list: string;
  readonly create?: string;
  readonly body: Json;
  readonly change?: readonly [method: string, body: JsonObject];
  readonly id: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const HABITS: Readonly<Record<string, Habit>> = {
  'annotations-in-comments': {
    list: '/api/breads',
    body: { name: 'Baguette', flour: 'wheat' },
    change: ['PUT', { name: 'Ciabatta', flour: 'wheat' }],
    id: 'id',
  },
  'attributes-in-data': {
    list: '/api/v1/songs',
    body: { data: { type: 'songs', attributes: { title: 'Waltz' } } },
    id: 'id',
    headers: { 'content-type': 'application/vnd.api+json', accept: 'application/vnd.api+json' },
  },
  'decorated-classes': {
    list: '/cats',
    body: { name: 'Minka', age: 3 },
    change: ['PATCH', { age: 4 }],
    id: 'id',
  },
  'generated-from-types': {
    list: '/notes',
    body: { title: 'Milk', text: null },
    change: ['PATCH', { title: 'Oat milk' }],
    id: 'id',
  },
  'named-by-root-fields': {
    list: '/rest/teams',
    create: '/rest/teams/add',
    body: { name: 'Red' },
    change: ['POST', { name: 'Blue' }],
    id: 'id',
  },
  'pages-of-entities': {
    list: '/api/employees',
    body: { firstName: 'Zoë', role: 'COOK' },
    change: ['PUT', { firstName: 'Noor', role: 'WAITER' }],
    id: 'id',
  },
  'pascal-cased': {
    list: '/api/Orders',
    body: { Customer: 'Zoë', Total: 2.5, Lines: [{ Sku: 'a', Count: 1 }] },
    change: ['PUT', { Customer: 'Noor', Total: 3 }],
    id: 'OrderId',
  },
  'resources-with-links': {
    list: '/api/boats',
    body: { name: 'Swift', length: 7.5 },
    change: ['PUT', { name: 'Slow' }],
    id: 'id',
  },
  'results-and-counts': {
    list: '/api/plants',
    body: { name: 'Fern' },
    change: ['PATCH', { name: 'Moss' }],
    id: 'id',
  },
  'wrapped-by-handlers': { list: '/api/v1/lamps', body: { name: 'Desk lamp' }, id: 'id' },
};

const folder = join(import.meta.dirname, 'habits');

describe('contractsOfOpenApi, of documents by habit', () => {
  it('are all tried', () => {
    const files = readdirSync(folder).map((name) => name.replace(/\.yaml$/, ''));
    expect(files.toSorted()).toEqual(Object.keys(HABITS));
  });

  it.each(Object.entries(HABITS))('lets items of %s live', async (name, habit) => {
    const read = await parseYaml(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
    if (read.kind === 'broken') throw new Error(read.message);
    const { taken, faults, ask } = openApiMock(read.value);
    expect(faults).toEqual([]);
    expect(Object.values(taken).filter((one) => one === 'action')).toEqual([]);
    const { list, create = list, body, change, id, headers } = habit;
    const made = ask(`POST ${create}`, body, headers);
    expect(made.status).toBeLessThan(300);
    const key = memberIn(made.json, id);
    const place = `${list}/${key}`;
    expect(ask(`GET ${place}`, undefined, accepting(headers)).status).toBe(200);
    const whole = ask(`GET ${list}`, undefined, accepting(headers));
    expect(JSON.stringify(whole.json)).toContain(JSON.stringify(key));
    if (change !== undefined) {
      const [method, sent] = change;
      expect(ask(`${method} ${place}`, sent).status).toBeLessThan(300);
      const [[member = '', value] = []] = Object.entries(sent);
      expect(memberIn(ask(`GET ${place}`).json, member)).toEqual(value);
    }
    expect(ask(`DELETE ${place}`).status).toBeLessThan(300);
    expect(ask(`GET ${place}`, undefined, accepting(headers)).status).toBe(404);
  });
});

function accepting({ accept }: Readonly<Record<string, string>> = {}): Record<string, string> {
  return accept === undefined ? {} : { accept };
}

/** A member of an item, whatever stands around it. */
function memberIn(json: Json, member: string): Json | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const item = json as JsonObject;
  if (Object.hasOwn(item, member)) return item[member];
  return Object.values(item)
    .map((inner) => memberIn(inner, member))
    .find((one) => one !== undefined);
}
