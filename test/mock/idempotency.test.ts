// The answers to idempotency keys are part of the rows: each world has its own, and what copies or
// replaces rows does it with them.

import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/contract/choices.ts';
import { toRecorded } from '../../src/journal/interaction/to-recorded.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import { applyLines, linesOf } from '../../src/model/ruling/change-lines.ts';
import { State } from '../../src/model/state/state.ts';
import { callOf, stateOf, textOf, usersProject } from '../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };

function mockOfUsers(): Mock {
  const { contracts, schemas, checker } = usersProject;
  return createMock({
    rules: { contracts, schemas, checker, profile: defaultProfile },
    state: stateOf(usersProject),
    explanation: 'explained',
  });
}

/** Sends the same creation with a key; returns the status, and whether it is a replay. */
function create(mock: Mock, key: string, world?: string): string {
  const named = world === undefined ? {} : { 'standin-world': world };
  const headers = { 'idempotency-key': key, ...named };
  const reply = mock.answer(callOf('POST /users', { json: fay, headers }));
  const decided = reply.headers[reply.headers.indexOf('standin-decided-by') + 1] ?? '';
  return `${reply.status}${decided.includes(';replay,') ? ' again' : ''}`;
}

const sizeOf = (state: State): number => state.collection('users').size;

describe('a mock', () => {
  it('says that an answer is a replay', () => {
    const mock = mockOfUsers();
    expect([create(mock, 'a'), create(mock, 'a')]).toEqual(['201', '201 again']);
    const [last, first] = mock.journal.newest(2);
    if (last === undefined || first === undefined) throw new Error('two calls were answered');
    expect(textOf(last.reply)).toBe(textOf(first.reply));
    expect(toRecorded(last).ruled).toMatchObject({
      situation: { value: 'ok', by: 'create.idempotency' },
      effect: 'none',
      detail: 'the idempotency key was used before: this is the first answer again',
    });
    expect(toRecorded(first).ruled?.detail).toBe(null);
  });

  it('keeps the keys of each world apart', () => {
    const mock = mockOfUsers();
    expect([create(mock, 'a'), create(mock, 'a', 'one'), create(mock, 'a', 'two')]).toEqual([
      '201',
      '201',
      '201',
    ]);
    expect(create(mock, 'a', 'one')).toBe('201 again');
    expect(sizeOf(mock.worlds.look('one'))).toBe(6);
  });

  it('copies keys with the rows, and forgets them with the rows', () => {
    const mock = mockOfUsers();
    create(mock, 'a');
    mock.worlds.put('copy', mock.state.fork());
    expect([create(mock, 'a', 'copy'), create(mock, 'b', 'copy')]).toEqual(['201 again', '201']);
    expect(create(mock, 'b')).toBe('201');
    mock.worlds.put('copy', mock.worlds.seed());
    expect(create(mock, 'a', 'copy')).toBe('201');
  });

  it('keeps its keys when its rules change', () => {
    const mock = mockOfUsers();
    create(mock, 'a');
    mock.configure({ pins: { 'create.status': 200 } });
    expect(create(mock, 'a')).toBe('201 again');
    const next = State.from(mock.state.fork(), mock.state.resources());
    const { contracts, schemas, checker } = usersProject;
    mock.reload({ contracts, schemas, checker, profile: defaultProfile }, next);
    expect(create(mock, 'a')).toBe('201 again');
  });
});

describe('a state', () => {
  it('has the answers in its image, and only if there are any', () => {
    const mock = mockOfUsers();
    expect(Object.keys(mock.state.image())).toEqual(['users']);
    create(mock, 'a');
    const copy = State.of(['users']);
    copy.become(JSON.parse(JSON.stringify(mock.state.image())));
    expect(copy.answers.all()).toEqual(mock.state.answers.all());
    copy.become(stateOf(usersProject).image());
    expect(copy.answers.all()).toEqual([]);
  });

  it('makes a creation from lines with its answer', () => {
    const mock = mockOfUsers();
    create(mock, 'a');
    const [made] = mock.journal.newest(1);
    if (made === undefined) throw new Error('a call was answered');
    const copy = stateOf(usersProject);
    applyLines(copy, linesOf(made.ruling.effect));
    expect(sizeOf(copy)).toBe(6);
    expect(copy.answers.all()).toEqual(mock.state.answers.all());
  });
});
