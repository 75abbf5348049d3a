// A mock whose schema leaves no id for another record: said at the start, and to whoever adds a row
// by hand.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ServeOptions } from '../../../src/commands/serve/flags.ts';
import type { Serving } from '../../../src/commands/serve/serve.ts';
import { BOOKS, createBooksProject } from '../../support/books.ts';
import { startServing } from '../../support/serving.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Serves the books with another schema of their ids, and ids of the rows that fit it. */
async function serving(
  isbn: JsonObject,
  ids: readonly string[],
  options: Partial<ServeOptions> = {},
) {
  const project = createBooksProject();
  const schema = join(project.folder, 'schemas', 'book.json');
  const book = JSON.parse(readFileSync(schema, 'utf8')) as { properties: object };
  writeFileSync(schema, JSON.stringify({ ...book, properties: { ...book.properties, isbn } }));
  const rows = ids.map((id, index) => ({ ...BOOKS[index % BOOKS.length], isbn: id }));
  writeFileSync(join(project.folder, 'db.json'), JSON.stringify({ books: rows }));
  const told: string[] = [];
  const served: Serving = await startServing(
    { contract: project.contract, db: join(project.folder, 'db.json'), ...options },
    { errors: told },
  );
  ends.push(async () => {
    await served.close();
    project[Symbol.dispose]();
  });
  return { told, folder: project.folder, url: served.url };
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('serve if no id is left', () => {
  it.each<[string, JsonObject, readonly string[], string]>([
    [
      'an enumeration that the rows use up',
      { type: 'string', enum: ['a', 'b'] },
      ['a', 'b'],
      'no isbn is left: every one that book.json allows is taken',
    ],
    [
      'a constant',
      { type: 'string', const: 'only' },
      ['only'],
      'no isbn is left: every one that book.json allows is taken',
    ],
    [
      'a pattern that looks behind',
      { type: 'string', pattern: '^[a-z\\d]+(?<=\\d)$' },
      ['a1'],
      'book.json allows no isbn that can be generated',
    ],
  ])('warns of %s, and refuses to create and add', async (_, isbn, ids, detail) => {
    const { told, url } = await serving(isbn, ids);
    await expect
      .poll(() => told.join(''), { timeout: 10_000 })
      .toContain(`Warning: POST /library/books can create nothing: ${detail}.\n`);
    const { isbn: _id, ...sent } = BOOKS[0] ?? { isbn: '' };
    const refused = await post(`${url}/library/books`, sent);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ detail }),
    ]);
    const added = await post(`${url}/__standin/api/data/books`, sent);
    expect(added.status).toBe(detail.includes('left') ? 409 : 422);
    expect(await added.json()).toMatchObject({ detail: expect.stringContaining('isbn') });
    expect(((await (await fetch(`${url}/library/books`)).json()) as object[]).length).toBe(
      ids.length,
    );
  });

  it('warns when changed files leave none, but not while clients choose the ids or one is left', async () => {
    const { told, folder, url } = await serving({ type: 'string', enum: ['a', 'b'] }, ['a']);
    const kept = await serving({ type: 'string', const: 'only' }, ['only'], {
      pins: { 'create.id': 'keep' },
    });
    writeFileSync(
      join(folder, 'db.json'),
      JSON.stringify({ books: ['a', 'b'].map((isbn) => ({ ...BOOKS[0], isbn })) }),
    );
    await expect
      .poll(() => told.join(''), { timeout: 10_000 })
      .toContain('POST /library/books can create nothing');
    expect(told.length).toBe(1);
    expect((await fetch(`${url}/library/books/b`)).status).toBe(200);
    const { isbn: _id, ...sent } = BOOKS[0] ?? { isbn: '' };
    expect((await post(`${kept.url}/library/books`, sent)).status).toBe(409);
    expect(kept.told).toEqual([]);
  });
});
