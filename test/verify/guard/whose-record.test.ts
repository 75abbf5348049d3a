// Whose item a record is: the token of the run says it, or else the values that were sent.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { whoseRecord } from '../../../src/verify/guard/whose-record.ts';

describe('whoseRecord', () => {
  const sent: JsonObject = { phones: [{ number: '1' }, { number: '1' }], note: { text: ' A ' } };

  it.each<[string, JsonObject, string]>([
    ['the same values', sent, 'ours'],
    ['a list without duplicates', { ...sent, phones: [{ number: '1' }] }, 'ours'],
    ['a trimmed text inside', { ...sent, note: { text: 'a' } }, 'ours'],
    ['another value inside', { ...sent, note: { text: 'b' } }, 'other'],
    ['another element', { ...sent, phones: [{ number: '2' }] }, 'other'],
    ['nothing of it', { id: 1 }, 'hidden'],
    ['the token', { id: 'sqwhoseaaab' }, 'ours'],
  ])('decides by %s', (_, record, whose) => {
    expect(whoseRecord(record, 'sqwhose', sent)).toBe(whose);
  });
});
