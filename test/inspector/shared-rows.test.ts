// Rows that several contracts share, and rows with the values of a path, on the page.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { clinic } from '../support/clinic.ts';
import { library } from '../support/library.ts';
import { createInspectorClient, memberOf } from './inspector-client.ts';

describe('the page of contracts that share rows', () => {
  it('lists each kind of row once, and each contract', async () => {
    const { ask } = createInspectorClient({}, clinic);
    const overview = await ask('GET api/');
    expect(overview.status).toBe(200);
    const resources = memberOf(overview, 'resources') as readonly JsonObject[];
    expect(resources.map(({ resource, records }) => [resource, records])).toEqual([
      ['owners', 2],
      ['pets', 3],
      ['visits', 1],
      ['card', 0],
    ]);
    const contracts = memberOf(await ask('GET api/contract'), 'resources') as readonly JsonObject[];
    expect(contracts.map(({ resource }) => resource)).toContain('pets-of-owner');
    expect(JSON.stringify(contracts)).not.toContain('/owners/{ownerId}/card/');
  });

  it('shows and changes rows with the values of their path', async () => {
    const { ask } = createInspectorClient({}, clinic);
    const page = await ask('GET api/data/visits');
    expect(memberOf(page, 'rows')).toEqual([{ id: 1, reason: 'cough', ownerId: 1, petId: 2 }]);
    const visit = { id: 1, reason: 'limp', ownerId: 1, petId: 1 };
    expect((await ask('PUT api/data/visits/1', visit)).status).toBe(200);
    expect(memberOf(await ask('GET api/data/visits'), 'rows')).toEqual([visit]);
    const { status } = await ask('POST api/data/visits', { reason: 'x', ownerId: 2, petId: 3 });
    expect(status).toBe(201);
    expect((await ask('GET api/data/dogs')).status).toBe(404);
  });
});

describe('the page of rows that refer to others', () => {
  it('names the tables that references lead to, and shows one row', async () => {
    const { ask } = createInspectorClient({}, library);
    const page = await ask('GET api/data/books?id=2');
    expect(memberOf(page, 'references')).toEqual([
      { member: 'authorId', table: 'authors' },
      { member: 'editorId', table: 'authors' },
      { member: 'genreIds', table: 'genres' },
      { member: 'sequelTo', table: 'books' },
    ]);
    expect([memberOf(page, 'total'), memberOf(page, 'rows')]).toMatchObject([1, [{ id: 2 }]]);
    expect(memberOf(await ask('GET api/data/books?id=99'), 'total')).toBe(0);
    expect(memberOf(await ask('GET api/data/authors'), 'references')).toEqual([]);
  });

  it('passes over a table that is not there', async () => {
    const books = library.contracts.filter(({ resource }) => resource === 'books');
    const { ask } = createInspectorClient({}, { ...library, contracts: books });
    expect(memberOf(await ask('GET api/data/books'), 'references')).toEqual([
      { member: 'sequelTo', table: 'books' },
    ]);
  });
});
