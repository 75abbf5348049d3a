// Whose item a record is: the token of the run says it, or else the values that were sent.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { PlaceRules } from '../../../src/schema/normal-forms.ts';
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
    ['an object as its text', { ...sent, note: '{ "text": " A " }' }, 'ours'],
    ['the text of another object', { ...sent, note: '{"text":"b"}' }, 'other'],
  ])('decides by %s', (_, record, whose) => {
    expect(whoseRecord(record, 'sqwhose', sent)).toBe(whose);
  });

  const at = '2001-06-10T00:02:29Z';
  const rules: PlaceRules = {
    formatAt: (place) => (/[aA]t$/.test(place) ? 'date-time' : place === '/site' ? 'uri' : null),
    fitsAt: () => true,
  };
  const short: JsonObject = {
    title: 'x',
    dueAt: at,
    site: 'HTTP://A.example',
    trip: { startAt: at },
  };

  it.each<[string, JsonObject, string]>([
    ['a moment in its normal form', { title: 'x', dueAt: '2001-06-10T00:02:29.000Z' }, 'ours'],
    ['a moment in another zone', { title: 'x', dueAt: '2001-06-10T00:02:29+00:00' }, 'ours'],
    ['a moment inside', { trip: { startAt: '2001-06-10T00:02:29.000Z' } }, 'ours'],
    ['an address in its normal form', { site: 'http://a.example/' }, 'ours'],
    ['another moment', { title: 'x', dueAt: '2001-06-10T00:02:30.000Z' }, 'other'],
    ['another moment inside', { trip: { startAt: '2001-06-10T00:02:28.000Z' } }, 'other'],
    ['another text at the same moment', { title: 'y', dueAt: at }, 'other'],
    ['another address', { site: 'http://b.example/' }, 'other'],
  ])('without a token, decides by %s', (_, record, whose) => {
    expect(whoseRecord(record, 'sqwhose', short, { rules })).toBe(whose);
  });

  const open: PlaceRules = { formatAt: () => null, fitsAt: () => true };
  const sum: JsonObject = { price: 1.234567, tags: ['b', 'a', 'b'], span: [9, 4] };

  it.each<[string, JsonObject, string]>([
    ['two decimals', { ...sum, price: 1.23 }, 'ours'],
    ['elements once', { ...sum, tags: ['b', 'a'] }, 'ours'],
    ['another number', { ...sum, price: 2.23 }, 'other'],
    ['another number that is whole', { ...sum, price: 1 }, 'other'],
    ['texts in another order', { ...sum, tags: ['a', 'b', 'b'] }, 'ours'],
    ['another order of a pair', { ...sum, span: [4, 9] }, 'other'],
    ['fewer elements', { ...sum, tags: ['b'] }, 'other'],
    ['more elements', { ...sum, tags: ['b', 'a', 'c'] }, 'other'],
  ])('takes normal forms alone for the same values: %s', (_, record, whose) => {
    expect(whoseRecord(record, 'sqwhose', sum, { rules: open })).toBe(whose);
  });

  const guests: JsonObject = { room: 'C1', guests: [{ name: 'a', mail: 'sqwhoseaaab@x' }] };

  it.each<[string, JsonObject, string]>([
    ['the token is lost inside', { room: 'C1', guests: [{ name: 'a', mail: null }] }, 'ours'],
    ['the place of the token is left out', { room: 'C1', guests: [{ name: 'a' }] }, 'ours'],
    ['the rest is of another', { room: 'C2', guests: [{ name: 'a', mail: null }] }, 'other'],
    ['its place holds another text', { room: 'C1', guests: [{ name: 'a', mail: 'b@x' }] }, 'other'],
  ])('compares what is shown if %s', (_, record, whose) => {
    expect(whoseRecord(record, 'sqwhose', guests)).toBe(whose);
  });
});
