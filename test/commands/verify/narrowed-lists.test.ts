// Lists that need parameters: one that shows what was created is judged as the list; of another, the
// report says that no item was looked for in it.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { type ShelfOptions, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(
  name: string,
  answer: NonNullable<ShelfOptions['answer']>,
  given: JsonObject = {},
) {
  const parameter = { in: 'query', name, required: true, schema: { type: 'string' } };
  const members = { label: { type: 'string' }, status: { type: 'string', enum: ['new', 'old'] } };
  const document = shelfDocument({
    members,
    required: ['label', 'status'],
    listParameters: [parameter],
  });
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    rows: [{ id: 1, label: 'first', status: 'old' }],
    answer: (call, right, all) =>
      call.method === 'GET' && call.id === undefined && !call.query.has(name)
        ? { status: 400 }
        : answer(call, right, all),
  });
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
    ...given,
  });
  const { findings, laws, notVerified, bystanders, verdict } = JSON.parse(
    folder.read('report.json'),
  );
  return {
    code,
    verdict,
    found: findings.map((one: { code: string }) => one.code),
    laws: laws.map((one: { name: string }) => one.name),
    gaps: notVerified.map((one: { what: string }) => one.what),
    watched: bystanders.watched,
    left: shelf.jars.size - 1,
    why: notVerified[0]?.why,
  };
}

const isList = ({ method, id }: { method: string; id?: string }): boolean =>
  method === 'GET' && id === undefined;

describe('a list that needs a parameter', () => {
  it('is the list if it shows what was created', async () => {
    const run = await verified('locale', (_, right) => right());
    expect(run).toMatchObject({
      code: 0,
      verdict: 'conforms',
      found: [],
      gaps: [],
      watched: 1,
      left: 0,
    });
    expect(run.laws).toContain('list-follows');
  });

  it('is judged as the list then', async () => {
    const run = await verified('locale', (call, right, { jars }) =>
      isList(call)
        ? { status: 200, body: [...jars.values(), ...[...jars.values()].slice(-1)] }
        : right(),
    );
    expect(run.code).toBe(1);
    expect(run.found.join()).toMatch(/listed-twice/);
  });

  it('is named if it does not show what was created', async () => {
    const run = await verified('locale', (call, right, { jars }) =>
      isList(call) ? { status: 200, body: [...jars.values()].slice(0, 1) } : right(),
    );
    expect(run).toMatchObject({
      code: 0,
      verdict: 'partly',
      found: [],
      gaps: ['the items in GET /jars'],
      left: 0,
    });
    expect(run.why).toBe('it needs "locale", which may select items: none was looked for in it');
  });

  it('is named, and judged alone, if its parameter is a member', async () => {
    const run = await verified('status', (_, right) => right());
    expect(run).toMatchObject({
      code: 0,
      verdict: 'partly',
      gaps: ['the items in GET /jars'],
      left: 0,
    });
    const flawed = await verified('status', (call, right) =>
      isList(call) ? { status: 200, body: [{ id: 'one' }] } : right(),
    );
    expect(flawed.code).toBe(1);
  });

  it('ends a run that requires all with 2', async () => {
    const run = await verified('status', (_, right) => right(), { required: 'all' });
    expect(run.code).toBe(2);
  });
});
