// What the recorder knows of items is bounded, however large they are.

import { describe, expect, it } from 'vitest';
import { State } from '../../../src/model/state/state.ts';
import { SentValues } from '../../../src/oracle/sent-values.ts';
import { contractRulesOf } from '../../../src/record/shadow/contract-rules.ts';
import {
  ITEMS_CHARS_MAX,
  ShadowState,
  unlearnedTraits,
} from '../../../src/record/shadow/shadow-state.ts';
import { usersProject } from '../../support/users.ts';

describe('ShadowState', () => {
  it('drops the oldest items when their texts get too long', () => {
    const [contract] = usersProject.contracts;
    if (contract === undefined) throw new Error('there is no contract');
    const { schemas, checker } = usersProject;
    const rules = contractRulesOf(contract, schemas, checker);
    const state = new ShadowState(rules, State.of(['users']), unlearnedTraits(rules));
    const chars = ITEMS_CHARS_MAX / 8;
    const settle = (id: number, length: number): void => {
      const known = state.item(String(id));
      known.state = 'there';
      known.id = id;
      known.expectation = new Map([['note', [{ value: 'x'.repeat(length), by: 'contract' }]]]);
      state.settle(known);
    };
    for (let id = 1; id <= 8; id++) settle(id, chars);
    expect([state.items.size, state.size]).toEqual([8, 8]);
    for (let id = 9; id <= 20; id++) settle(id, chars);
    expect([[...state.items.keys()][0], state.items.size, state.size]).toEqual(['13', 8, 8]);
    // Shorter texts, and items that are gone, make room.
    settle(20, 10);
    const gone = state.item('19');
    gone.state = 'gone';
    state.settle(gone);
    settle(21, chars);
    expect([...state.items.keys()][0]).toBe('13');
    settle(22, chars);
    expect([...state.items.keys()][0]).toBe('14');
  });
});

describe('SentValues', () => {
  it('knows long values without keeping them', () => {
    const sent = new SentValues();
    sent.note({ note: 'x'.repeat(1_000), name: 'Ada' });
    expect(sent.has('note', 'x'.repeat(1_000))).toBe(true);
    expect(sent.has('note', 'x'.repeat(1_001))).toBe(false);
    expect([sent.has('name', 'Ada'), sent.has('name', 'Bob')]).toEqual([true, false]);
  });
});
