// What contract files can have wrong about members that show what is below an item.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();

const contract = (resource: string, path: string, more: JsonObject = {}): string =>
  JSON.stringify({
    resource,
    path,
    item: 'toy',
    source: 'the shop',
    operations: { list: { outcomes: {} }, read: { outcomes: {} } },
    ...more,
  });

async function told(embeds: JsonObject): Promise<string> {
  project.write(
    'schemas/toy.json',
    JSON.stringify({
      type: 'object',
      properties: { id: { type: 'integer' }, parts: { type: 'array' } },
    }),
  );
  project.write('contracts/toys.json', contract('toys', '/toys', { embeds }));
  project.write('contracts/parts.json', contract('parts', '/toys/{toyId}/parts'));
  project.write('contracts/shelves.json', contract('shelves', '/shelves'));
  const { message } = await project.failure();
  return message.split('\n').slice(1).join('\n');
}

describe('findProjectFaults, in embeds', () => {
  it.each<[string, JsonObject, string]>([
    [
      'a member that the item lacks',
      { pieces: 'parts' },
      `  contracts/toys.json at /embeds/pieces: an item has no member "pieces"
    Its members are id, parts.`,
    ],
    [
      'a resource that is not there',
      { parts: 'part' },
      `  contracts/toys.json at /embeds/parts: no contract has the resource "part"
    Did you mean "parts"?`,
    ],
    [
      'a resource that is elsewhere',
      { parts: 'shelves' },
      `  contracts/toys.json at /embeds/parts: no member of an item has the ids of "shelves", and these have no id of an item
    Name a resource at a path such as /toys/{id}/parts, or add a member such as "partId".`,
    ],
  ])('reports %s', async (_, embeds, message) => {
    expect(await told(embeds)).toBe(message);
  });
});
