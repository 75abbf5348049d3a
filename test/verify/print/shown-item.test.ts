// The item that a finding is about, found in what the service replied.

import { describe, expect, it } from 'vitest';
import { shownItem } from '../../../src/verify/print/shown-item.ts';
import { answer, call, exchange } from './reports.ts';

const list = exchange(
  call('GET', '/users'),
  answer(200, '[{"id":1,"name":"Ann"},{"id":17,"name":"Ada"}]'),
);
const message = 'users/17 is still in the list after its removal';

describe('shownItem', () => {
  it('is the element of the last list that has the id in the message', () => {
    const removal = exchange(call('DELETE', '/users/17'), answer(204));
    expect(shownItem({ message, at: null, trace: [removal, list] }, 'users')).toBe(
      '{"id":17,"name":"Ada"}',
    );
  });

  it('is what a read of the item returned last', () => {
    const read = exchange(call('GET', '/users/17'), answer(200, '{"id":17,"name":"Eve"}'));
    expect(shownItem({ message, at: null, trace: [list, read] }, 'users')).toBe(
      '{"id":17,"name":"Eve"}',
    );
  });

  it('is nothing if no reply shows it, no item is named, or the finding is about a place', () => {
    const none = exchange(call('GET', '/users'), answer(200, '[]'));
    expect(shownItem({ message, at: null, trace: [none] }, 'users')).toBeNull();
    expect(shownItem({ message: 'no item', at: null, trace: [list] }, 'users')).toBeNull();
    expect(shownItem({ message: 'users/%E0', at: null, trace: [list] }, 'users')).toBeNull();
    expect(shownItem({ message, at: '/1/name', trace: [list] }, 'users')).toBeNull();
  });
});
