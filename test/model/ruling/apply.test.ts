import { describe, expect, it } from 'vitest';
import { apply } from '../../../src/model/ruling/apply.ts';
import { StoredRecord } from '../../../src/model/state/state.ts';
import { createWorld, stateText } from '../../support/users.ts';

describe('apply', () => {
  it('does nothing if there is nothing to do', () => {
    const { state } = createWorld();
    const before = stateText(state);
    apply(state, { kind: 'none' });
    expect(stateText(state)).toBe(before);
  });

  it('puts a record', () => {
    const { state } = createWorld();
    apply(state, { kind: 'put', resource: 'users', record: new StoredRecord('9', { id: 9 }) });
    expect(state.collection('users').find('9')?.value).toEqual({ id: 9 });
  });

  it.each([
    ['remember', true],
    ['forget', false],
  ] as const)('removes a record, to %s it', (memory, isRemembered) => {
    const { state } = createWorld();
    apply(state, { kind: 'remove', resource: 'users', key: '1', memory });
    expect(state.collection('users').find('1')).toBeUndefined();
    expect(state.collection('users').wasRemoved('1')).toBe(isRemembered);
  });
});
