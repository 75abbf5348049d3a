// The singular of names of collections, as both lines of json-server take it; the letters of names.

import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { lettersOf, singularOf } from '../../src/base/names.ts';

const load = createRequire(import.meta.url);
const ofZero = createRequire(load.resolve('json-server-0/package.json'));
const ofOne = createRequire(load.resolve('json-server-1/package.json'));
const { singular } = ofZero('pluralize') as { singular(noun: string): string };
const { singularize } = ofOne('inflection') as { singularize(noun: string): string };

const nouns =
  'posts comments users people categories boxes addresses classes branches statuses houses courses databases purchases movies companies cities countries children orders orderItems blogPosts order_items line-items tags authors products invoices accounts messages profiles photos albums todos series data shelves knives quizzes buses viruses keys days heroes cases sizes prices pages images files matches dishes taxes tests roles status address bus campuses licenses responses expenses notes teams songs stories deliveries indices matrices processes businesses aliases caches';

describe('singularOf', () => {
  it.each(nouns.split(' '))('%s', (noun) => {
    expect(singularOf(noun)).toBe(singular(noun));
    expect(singularOf(noun)).toBe(singularize(noun));
  });

  it('leaves what is no plural', () => {
    expect(['', 'ies', 'news', '2024'].map(singularOf)).toEqual(['', 'ie', 'news', '2024']);
  });
});

describe('lettersOf', () => {
  it.each(['clientId', 'client_id', 'Client-ID', 'client id'])('of %s are the same', (name) => {
    expect(lettersOf(name)).toBe('clientid');
  });
});
