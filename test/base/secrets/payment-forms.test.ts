// Numbers of cards and accounts by their form, and numbers that only look like them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCard,
  isIban,
  looksLikeCard,
  replaceCards,
  replaceIbans,
} from '../../../src/base/secrets/payment-forms.ts';

const hide = (): string => '#';

describe('replaceCards', () => {
  it.each([
    ['Visa', '4111111111111111'],
    ['Visa with 19 digits', '4000000000000000006'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard, the newer range', '2223003122003222'],
    ['American Express', '378282246310005'],
    ['Diners', '30569309025904'],
    ['Diners with 36', '36227206271667'],
    ['Discover', '6011111111111117'],
    ['JCB', '3530111333300000'],
    ['UnionPay', '6205500000000000004'],
    ['Maestro', '6759649826438453'],
  ])('finds %s', (_, card) => {
    expect(isCard(card)).toBe(true);
    for (const text of [
      card,
      `pay with ${card}.`,
      `"${card}"`,
      `card_${card}`,
      `no ${card}, 12/29`,
      `/cards/${card}/charges`,
    ])
      expect(replaceCards(text, hide)).toBe(text.replace(card, '#'));
  });

  it.each([
    ['blanks', '4111 1111 1111 1111'],
    ['dashes', '4111-1111-1111-1111'],
    ['19 digits', '4000 0000 0000 0000 006'],
    ['the groups of American Express', '3782 822463 10005'],
    ['the groups of Diners', '3056 930902 5904'],
  ])('finds one with %s', (_, card) => {
    expect(isCard(card)).toBe(true);
    expect(replaceCards(`mine: ${card} 12/29`, hide)).toBe('mine: # 12/29');
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['no issuer', '1111222233334444'],
    ['one digit alone', '4444444444444444'],
    ['milliseconds', '1795710432109'],
    ['microseconds', '1795710432109005'],
    ['nanoseconds', '1795710432109005002'],
    ['a number of a product', '4006381333931'],
    ['an id of 18 digits', '411111111111111111'],
    ['a part of a hash', 'a4111111111111111f'],
    ['a part of a longer number', '94111111111111111'],
    ['the digits of a fraction', '0.4111111111111111'],
    ['a number with a fraction', '4111111111111111.5'],
    ['mixed groups', '4111 1111-1111 1111'],
    ['the middle of a list of numbers', '9999 4111 1111 1111 1111'],
    ['a telephone number', '+49 171 1234567'],
  ])('leaves %s', (_, text) => {
    expect(replaceCards(text, hide)).toBe(text);
    expect(isCard(text)).toBe(false);
  });

  it('takes less than one in thirty random numbers of sixteen digits', () => {
    const numbers = fc.sample(fc.bigInt(10n ** 15n, 10n ** 16n - 1n), { numRuns: 3_000, seed: 5 });
    expect(numbers.filter((one) => isCard(String(one))).length).toBeLessThan(100);
  });

  it('knows digits that may be a card under a name that says so', () => {
    expect(looksLikeCard('4111111111111112')).toBe(true);
    expect(looksLikeCard('4111 1111 1111 1112')).toBe(true);
    expect(looksLikeCard('41111')).toBe(false);
    expect(looksLikeCard('Visa 4111')).toBe(false);
  });
});

describe('replaceIbans', () => {
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NL91ABNA0417164300',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('finds %s, also in groups', (iban) => {
    expect(isIban(iban)).toBe(true);
    expect(replaceIbans(`to ${iban} NOW`, hide)).toBe('to # NOW');
    const grouped = iban.replaceAll(/.{4}(?=.)/g, '$& ');
    expect(replaceIbans(`to ${grouped} NOW`, hide)).toBe('to # NOW');
  });

  it.each([
    ['wrong check digits', 'DE89370400440532013001'],
    ['a country without them', 'US89370400440532013000'],
    ['one that is too short', 'DE8937040044053201300'],
    ['a part of a longer code', 'DE893704004405320130009'],
    ['a code of an order', 'NO12 34'],
  ])('leaves %s', (_, text) => {
    expect(replaceIbans(text, hide)).toBe(text);
    expect(isIban(text)).toBe(false);
  });
});
