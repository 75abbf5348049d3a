import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import { PastStates, readsLate } from '../../src/mock/past-states.ts';
import { rule } from '../../src/model/rules/rule.ts';
import { apply } from '../../src/model/ruling/apply.ts';
import type { Ruling } from '../../src/model/ruling/ruling.ts';
import { callOf, createWorld, projectWith, stateOf, usersProject } from '../support/users.ts';

const KEY = 'consistency.within';
const fay = { name: 'Fay', email: 'fay@example.com' };

/** Rules on calls at times of your choice; returns the status of each. */
function lagging(lagMs: Profile[typeof KEY]): (request: string, atMs: number) => number {
  const { book } = createWorld({ profile: { [KEY]: lagMs } });
  const past = new PastStates();
  const ruleAt = (request: string, atMs: number, json?: Json): Ruling => {
    const call = callOf(request, json === undefined ? {} : { json });
    return rule(past.bookFor(book, call, atMs), call);
  };
  return (request, atMs) => {
    const { effect, status } = ruleAt(request, atMs, request.startsWith('P') ? fay : undefined);
    if (effect.kind !== 'none') past.keep(book.state, atMs);
    apply(book.state, effect);
    return status.value;
  };
}

describe('PastStates.bookFor', () => {
  it('shows a read what was stored before the lag', () => {
    const ask = lagging(200);
    expect(ask('GET /users/6', 900)).toBe(404);
    expect(ask('POST /users', 1_000)).toBe(201);
    expect([1_000, 1_199, 1_200].map((at) => ask('GET /users/6', at))).toEqual([404, 404, 200]);
    expect(ask('DELETE /users/6', 2_000)).toBe(204);
    expect([2_199, 2_200].map((at) => ask('GET /users/6', at))).toEqual([200, 404]);
  });

  it('rules on a write by the present state', () => {
    const ask = lagging(3_000);
    expect(ask('POST /users', 1_000)).toBe(201);
    expect(ask('PUT /users/6', 1_001)).toBe(200);
    expect(ask('DELETE /users/6', 1_002)).toBe(204);
    expect(ask('DELETE /users/6', 1_003)).toBe(404);
  });

  it('shows every read the present state without a lag', () => {
    const ask = lagging(0);
    expect(ask('POST /users', 1_000)).toBe(201);
    expect(ask('GET /users/6', 1_000)).toBe(200);
  });
});

describe('readsLate', () => {
  it('follows the profile, and above it the contract', () => {
    const shown = projectWith({}, { shown: { [KEY]: 200 } });
    const late: Profile = { ...defaultProfile, [KEY]: 1_000 };
    expect(readsLate(usersProject, defaultProfile)).toBe(false);
    expect(readsLate(usersProject, late)).toBe(true);
    expect(readsLate(shown, defaultProfile)).toBe(true);
    expect(readsLate(projectWith({}, { shown: { [KEY]: 0 } }), late)).toBe(false);
  });
});

describe('createMock', () => {
  it('lets reads lag behind writes as the profile says, in each world', () => {
    const { contracts, schemas, checker } = usersProject;
    const profile: Profile = { ...defaultProfile, [KEY]: 3_000 };
    const mock: Mock = createMock({
      rules: { contracts, schemas, checker, profile },
      state: stateOf(usersProject),
    });
    for (const world of ['', '/~w']) {
      expect(mock.answer(callOf(`POST ${world}/users`, { json: fay })).status).toBe(201);
      expect(mock.answer(callOf(`GET ${world}/users/6`)).status).toBe(404);
    }
    mock.configure({ pins: { [KEY]: 0 } });
    expect(mock.answer(callOf('GET /users/6')).status).toBe(200);
  });
});
