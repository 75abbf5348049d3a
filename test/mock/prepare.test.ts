import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import type { Call, Reply } from '../../src/model/message/call.ts';
import { LARGE_RECORDS_MIN } from '../../src/model/query/selection-cache.ts';
import { callOf, stateOf, textOf, usersProject } from '../support/users.ts';

interface Turning {
  readonly mock: Mock;
  /** Takes turns until there are none left; gives how many there were. */
  readonly takeAll: () => number;
  readonly take: () => void;
}

function mockOf(count: number, dialect: Profile['query.dialect'] = 'json-server-0'): Turning {
  const waiting: (() => void)[] = [];
  let nowMs = 0;
  const users = Array.from(
    { length: count },
    (_one, index): JsonObject => ({ id: index + 1, name: `n${count - index}` }),
  );
  const { contracts, schemas, checker } = usersProject;
  const rules = {
    contracts,
    schemas,
    checker,
    profile: { ...defaultProfile, 'query.dialect': dialect },
  };
  const turn = { later: (next: () => void) => void waiting.push(next), now: () => nowMs++ };
  const mock = createMock({ rules, state: stateOf({ ...usersProject, rows: { users } }), turn });
  const take = (): void => waiting.shift()?.();
  const takeAll = (): number => {
    let turns = 0;
    for (; waiting.length > 0; turns++) take();
    return turns;
  };
  return { mock, take, takeAll };
}

const idsOf = (reply: Reply): readonly unknown[] =>
  (JSON.parse(textOf(reply)) as JsonObject[]).map((row) => row['id']);

describe('prepare', () => {
  it.each([
    ['a call without a query', 'GET /users'],
    ['one item', 'GET /users/1?name=x'],
    ['a write', 'POST /users?name=x'],
    ['another path', 'GET /nothing?name=x'],
    ['a flawed query', 'GET /users?name_like=('],
  ])('has nothing to do for %s', (_what, request) => {
    expect(mockOf(LARGE_RECORDS_MIN).mock.prepare(callOf(request))).toBeNull();
  });

  it('has nothing to do for a small list, or without a query dialect', () => {
    expect(mockOf(LARGE_RECORDS_MIN - 1).mock.prepare(callOf('GET /users?name=x'))).toBeNull();
    expect(mockOf(LARGE_RECORDS_MIN, 'none').mock.prepare(callOf('GET /users?name=x'))).toBeNull();
  });

  it.each([
    'GET /users?name_like=7&_limit=5',
    'GET /users/?_sort=name&_limit=5',
    'HEAD /users?q=1&_page=2',
  ])('selects the same for %s in many turns as at once', async (request) => {
    const { mock, takeAll } = mockOf(LARGE_RECORDS_MIN);
    const call = callOf(request);
    const prepared = mock.prepare(call);
    expect(takeAll()).toBeGreaterThan(5);
    await prepared;
    const other = mockOf(LARGE_RECORDS_MIN).mock;
    const [mine, theirs] = [mock.answer(call), other.answer(callOf(request))];
    expect([mine.status, mine.headers, textOf(mine)]).toEqual([
      theirs.status,
      theirs.headers,
      textOf(theirs),
    ]);
  });

  it('shows the list at the time of the call, whatever is written meanwhile', async () => {
    const { mock, take, takeAll } = mockOf(LARGE_RECORDS_MIN);
    const call = callOf('GET /users?_sort=name&_order=desc&name_like=^n9&_limit=2');
    const prepared = mock.prepare(call);
    for (let turns = 0; turns < 5; turns++) take();
    mock.answer(callOf('DELETE /users/1002'));
    mock.answer(callOf('PATCH /users/1010', { json: { name: 'n9999' } }));
    takeAll();
    await prepared;
    expect(idsOf(mock.answer(call))).toEqual([1002, 1003]);
    expect(idsOf(mock.answer(callOf(`GET /users?${call.query}`)))).toEqual([1010, 1003]);
  });

  it('does not repeat a selection, whatever is written', async () => {
    const { mock, takeAll } = mockOf(LARGE_RECORDS_MIN);
    const [first, second, third] = [1, 2, 3].map((page) =>
      callOf(`GET /users?_sort=name&_page=${page}`),
    ) as [Call, Call, Call];
    const prepared = mock.prepare(first);
    takeAll();
    await prepared;
    expect([first, second, third].map((call) => mock.prepare(call))).toEqual([null, null, null]);
    mock.answer(callOf('PATCH /users/1', { json: { name: 'other' } }));
    expect(mock.prepare(second)).toBeNull();
    expect(idsOf(mock.answer(callOf('GET /users?_sort=name&_order=desc&_limit=1')))).toEqual([1]);
  });

  it('does not show a selection from a replaced state', async () => {
    const { mock, takeAll } = mockOf(LARGE_RECORDS_MIN);
    const call = callOf('GET /users?name_like=n&_limit=1');
    const prepared = mock.prepare(call);
    takeAll();
    await prepared;
    const { contracts, schemas, checker } = usersProject;
    mock.reload(
      { contracts, schemas, checker, profile: mock.profile },
      stateOf({ ...usersProject, rows: { users: [] } }),
    );
    expect(idsOf(mock.answer(call))).toEqual([]);
  });

  it('does not show a selection by replaced rules', async () => {
    const { mock, takeAll } = mockOf(LARGE_RECORDS_MIN);
    const call = callOf('GET /users?_sort=name&_order=desc&name=n7');
    const prepared = mock.prepare(call);
    takeAll();
    await prepared;
    const { contracts, schemas, checker } = usersProject;
    const rules = {
      contracts,
      schemas,
      checker,
      profile: { ...mock.profile, 'query.dialect': 'json-server-1' },
    } as const;
    expect(idsOf(mock.answer(call))).toEqual([LARGE_RECORDS_MIN - 6]);
    mock.reload(rules, mock.state);
    expect(idsOf(mock.answer(call))).toEqual([]);
  });
});
