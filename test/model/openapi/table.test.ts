// The table for documentation, held against the rule book proper: each cell that can arise is
// provoked, and the answer compared.

import { describe, expect, it } from 'vitest';
import { defaultProfile, type Profile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { kinds } from '../../../src/contract/operation-kinds.ts';
import { refusals } from '../../../src/contract/situations.ts';
import { type Cell, tableOf } from '../../../src/model/openapi/table.ts';
import {
  createWorld,
  type Project,
  projectWith,
  type Sent,
  usersContract,
  usersProject,
  usersWith,
} from '../../support/users.ts';

function cellsOf(profile: Partial<Profile> = {}, project: Project = usersProject): readonly Cell[] {
  const chosen: Profile = { ...defaultProfile, ...profile };
  return project.contracts.flatMap((contract) =>
    tableOf(contract, project.schemas, (key) => chosen[key]),
  );
}

function cellOf(cells: readonly Cell[], kind: string, situation: string): Cell {
  const found = cells.find((cell) => cell.kind === kind && cell.situation === situation);
  if (found === undefined) throw new Error(`there is no cell ${kind} ${situation}`);
  return found;
}

/**
 * Every situation can arise here: there is a limit, credentials, a unique field, and query
 * parameters are refused.
 */
const strict: Partial<Profile> = {
  'limit.requests': 60,
  'auth.scheme': 'bearer',
  'query.parameters': 'refuse',
  'create.id': 'keep',
  'create.idempotency': 'require',
};
const unique = projectWith(
  { name: { type: 'string' }, mail: { 'x-unique': true } },
  {
    rows: [
      { id: 1, mail: 'a' },
      { id: 2, mail: 'b' },
    ],
  },
);

/** A call that finds itself in the situation of a cell. */
function provoke(
  cell: Cell,
  contract: Contract,
): { readonly request: string; readonly sent: Sent; readonly calls: number } {
  const { kind, method, situation } = cell;
  const path =
    contract.path +
    (kind === 'list' || kind === 'create' ? '' : situation === 'missing' ? '/9' : '/1');
  const good: Sent = method.startsWith('P')
    ? { json: { name: 'F', ...(kind === 'create' ? { mail: 'c' } : {}) } }
    : {};
  const headers = { authorization: 'Bearer x', 'idempotency-key': 'k' };
  const request = `${method} ${path}${situation === 'unexpected' ? '?a=b' : ''}`;
  const special: Partial<Record<string, Sent>> = {
    unauthorized: { ...good, headers: {} },
    keyless: { ...good, headers: { authorization: 'Bearer x' } },
    unacceptable: { ...good, headers: { ...headers, accept: 'text/html' } },
    oversized: { body: { kind: 'oversized', bytesMax: 9 }, type: 'application/json' },
    unsupported: { json: {}, type: 'text/plain' },
    malformed: { text: '{' },
    invalid: { json: { name: 5 } },
    taken: { json: { mail: 'b' } },
    stale: { ...good, headers: { ...headers, 'if-match': '"x"' } },
  };
  return {
    request,
    sent: { headers, ...(special[situation] ?? good) },
    calls: situation === 'limited' ? 61 : 1,
  };
}

const variations: readonly [string, Partial<Profile>][] = [
  ['the defaults', strict],
  [
    'other bodies',
    {
      ...strict,
      'create.body': 'wrapped',
      'replace.body': 'empty-object',
      'update.body': 'none',
      'remove.body': 'record',
      'remove.status': 200,
      'error.shape': 'message',
    },
  ],
  [
    'nothing to be said',
    {
      ...strict,
      'create.body': 'id',
      'replace.status': 204,
      'update.status': 204,
      'error.shape': 'none',
    },
  ],
  ['no writes', { ...strict, 'access.writes': 'refuse' }],
  ['no PATCH', { ...strict, 'update.media': 'none', 'error.shape': 'empty-object' }],
];

/** How the table names what an answer holds. */
function nameOf(cell: Cell, kind: string, json: unknown): string {
  if (kind !== 'json') return kind;
  const keys = Object.keys(json ?? {});
  if (keys.length === 0) return 'empty-object';
  return cell.situation === 'ok' ? (keys.includes('data') ? 'wrapped' : 'id') : 'message';
}

describe('tableOf', () => {
  it.each(variations)(
    'agrees with the rule book on every possible situation, under %s',
    (_what, profile) => {
      const [contract] = unique.contracts;
      if (contract === undefined) throw new Error('there is no contract');
      const arising = cellsOf(profile, unique).filter((cell) => cell.ruledOut === null);
      const isClosed = (kind: string): boolean =>
        arising.some((cell) => cell.kind === kind && cell.situation === 'disallowed');
      let compared = 0;
      for (const cell of arising) {
        if (isClosed(cell.kind) && cell.situation !== 'disallowed') continue;
        const { request, sent, calls } = provoke(cell, contract);
        const world = createWorld({
          project: unique,
          profile,
          draw: { traffic: () => ({ calls, secondsLeft: 7 }) },
        });
        if (cell.situation === 'reused') world.ask(request, { ...sent, json: { name: 'G' } });
        const { ruling, json } = world.ask(request, sent);
        expect({
          cell: `${cell.kind} ${ruling.situation.value}`,
          status: ruling.status,
          content: nameOf(cell, ruling.content.value.kind, json),
        }).toEqual({
          cell: `${cell.kind} ${cell.situation}`,
          status: cell.status,
          content: cell.content.value,
        });
        compared++;
      }
      expect(compared).toBeGreaterThan(14);
    },
  );

  it.each(variations)(
    'agrees with the rule book on who decided the content, under %s',
    (_what, profile) => {
      const [contract] = unique.contracts;
      if (contract === undefined) throw new Error('there is no contract');
      const cells = cellsOf(profile, unique).filter(
        (cell) => cell.ruledOut === null && cell.situation === 'ok',
      );
      for (const cell of cells.filter(
        ({ kind }) => cellOf(cellsOf(profile, unique), kind, 'disallowed').ruledOut !== null,
      )) {
        const { request, sent } = provoke(cell, contract);
        const { ruling } = createWorld({ project: unique, profile }).ask(request, sent);
        expect([cell.kind, ruling.content.by]).toEqual([cell.kind, cell.content.by]);
      }
    },
  );

  it('has a row for each operation of the contract, and no other', () => {
    const { list, remove } = usersContract.operations;
    if (list === undefined || remove === undefined)
      throw new Error('the contract has no list or remove');
    expect([...new Set(cellsOf().map((cell) => cell.kind))]).toEqual([...kinds]);
    const few = cellsOf({}, usersWith({ operations: { list, remove } }));
    expect([...new Set(few.map((cell) => `${cell.kind} ${cell.method} ${cell.path}`))]).toEqual([
      'list GET /users',
      'remove DELETE /users/<id>',
    ]);
  });

  it('lists for each row its possible situations', () => {
    const situationsOf = (kind: string, profile: Partial<Profile> = {}): readonly string[] =>
      cellsOf(profile)
        .filter((cell) => cell.kind === kind)
        .map((cell) => cell.situation);
    const gates = [
      'ok',
      'limited',
      'unauthorized',
      'forbidden',
      'disallowed',
      'unacceptable',
      'unexpected',
      'unfit',
    ];
    const body = ['oversized', 'unsupported', 'malformed', 'invalid'];
    expect(situationsOf('list')).toEqual([...gates, 'stale']);
    expect(situationsOf('create')).toEqual([
      ...gates,
      'keyless',
      ...body.slice(0, -1),
      'reused',
      'invalid',
      'taken',
    ]);
    expect(situationsOf('read')).toEqual([...gates, 'missing', 'stale']);
    for (const kind of ['replace', 'update']) {
      expect(situationsOf(kind)).toEqual([...gates, 'missing', ...body, 'taken', 'stale']);
      expect(situationsOf(kind, { 'check.order': 'body-first' })).toEqual([
        ...gates,
        ...body,
        'missing',
        'taken',
        'stale',
      ]);
    }
    expect(situationsOf('remove')).toEqual([...gates, 'missing', 'stale']);
    expect(new Set(cellsOf().map((cell) => cell.situation))).toEqual(
      new Set(['ok', ...refusals.filter((one) => one !== 'unrouted')]),
    );
  });

  it.each<[string, string, Partial<Profile>, string | null]>([
    ['list', 'limited', {}, 'limit.requests = 0'],
    ['list', 'limited', { 'limit.requests': 60 }, null],
    ['list', 'unauthorized', {}, 'auth.scheme = none'],
    ['list', 'unauthorized', { 'auth.scheme': 'basic' }, null],
    ['list', 'forbidden', { 'auth.scheme': 'bearer' }, 'the contract names no scopes'],
    ['list', 'unacceptable', {}, null],
    ['list', 'unacceptable', { 'accept.unmet': 'ignore' }, 'accept.unmet = ignore'],
    ['list', 'unexpected', {}, 'query.parameters = ignore'],
    ['list', 'unexpected', { 'query.parameters': 'refuse' }, null],
    ['list', 'unexpected', { 'query.dialect': 'json-server-0' }, null],
    [
      'list',
      'unexpected',
      { 'query.dialect': 'json-server-1', 'query.parameters': 'refuse' },
      'query.dialect = json-server-1',
    ],
    ['read', 'unexpected', { 'query.dialect': 'json-server-0' }, 'query.parameters = ignore'],
    ['list', 'disallowed', { 'access.writes': 'refuse' }, 'access.writes = refuse'],
    ['create', 'disallowed', {}, 'access.writes = allow'],
    ['create', 'disallowed', { 'access.writes': 'refuse' }, null],
    ['update', 'disallowed', {}, 'update.media = both'],
    ['update', 'disallowed', { 'update.media': 'none' }, null],
    ['update', 'disallowed', { 'access.writes': 'refuse' }, null],
    ['create', 'keyless', {}, 'create.idempotency = replay'],
    ['create', 'keyless', { 'create.idempotency': 'require' }, null],
    ['create', 'reused', {}, null],
    ['create', 'reused', { 'create.idempotency': 'ignore' }, 'create.idempotency = ignore'],
    ['create', 'taken', {}, 'create.id = ignore'],
    ['create', 'taken', { 'create.id': 'keep' }, null],
    ['replace', 'taken', {}, 'no field is marked x-unique'],
    ['replace', 'stale', {}, null],
    ['replace', 'stale', { 'cache.validator': 'none' }, 'cache.validator = none'],
    ['replace', 'missing', {}, null],
    ['replace', 'invalid', {}, null],
  ])('%s, %s: is ruled out under %j by %s', (kind, situation, profile, ruledOut) => {
    expect(cellOf(cellsOf(profile), kind, situation).ruledOut).toBe(ruledOut);
  });

  it.each<[string, Partial<Profile>, string | null]>([
    ['create', {}, null],
    ['replace', {}, null],
    ['create', { 'fields.unique': 'ignore' }, 'create.id = ignore'],
    ['replace', { 'fields.unique': 'ignore' }, 'fields.unique = ignore'],
  ])('%s, taken: is ruled out, if a field is unique, under %j by %s', (kind, profile, ruledOut) => {
    expect(cellOf(cellsOf(profile, unique), kind, 'taken').ruledOut).toBe(ruledOut);
  });

  it('names the clause that defines an answer, or the one that leaves it open', () => {
    expect(cellOf(cellsOf(), 'list', 'ok').clause).toBe(
      'section 4, GET /users; section 2, a list of users',
    );
    expect(cellOf(cellsOf(), 'update', 'ok').clause).toBe('section 4, rule 8');
    expect(cellOf(cellsOf(), 'read', 'missing').clause).toBe('section 7');
    expect(cellOf(cellsOf({}, unique), 'read', 'missing').clause).toBe('unspecified');
  });

  it('returns what the contract states, as decided by it', () => {
    const { read } = usersContract.operations;
    if (read === undefined) throw new Error('the contract has no operation read');
    const outcomes = {
      ok: { status: 299, body: null, source: 'a' },
      missing: { status: 499, source: 'b' },
    } as const;
    const project = usersWith({
      operations: { read: { ...read, outcomes } },
      shown: { 'error.shape': 'none' },
    });
    const cells = cellsOf({}, project);
    expect(cellOf(cells, 'read', 'ok')).toMatchObject({
      shown: outcomes.ok,
      status: { value: 299, by: 'contract' },
      content: { value: 'none', by: 'contract' },
      clause: 'a',
    });
    expect(cellOf(cells, 'read', 'missing')).toMatchObject({
      status: { value: 499, by: 'contract' },
      content: { value: 'none', by: 'contract' },
      clause: 'b',
    });
  });
});
