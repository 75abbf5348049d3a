// The names of numbers that count a list: `total`, `articlesCount`, `num_crates`.

import { lettersOf } from '../../base/names.ts';

/** Whether a name is that of a number of all items. Not `count`, which may be that of a page. */
export function isTotalName(name: string): boolean {
  return TOTAL.test(name);
}

const TOTAL = /^total(?:_?(?:count|items|elements|results|records|entries))?$/i;

/** Whether a name is that of a number of items, all or those of a page. */
export function isCountName(name: string): boolean {
  return COUNT.test(name);
}

const COUNT = /^(?:count|returned|number_?of_?elements|num_?results?)$/i;

/** Whether a name says what it is the total of: `totalCount`. A `total` may be the price of a cart. */
export function isTotalOfItems(name: string): boolean {
  return isTotalName(name) && lettersOf(name) !== 'total';
}

/** Whether a name is that of a member beside a list that tells which part of all items it is. */
export function isPagingName(name: string): boolean {
  return PAGING.test(lettersOf(name));
}

const PAGING =
  /^(?:total.*|cursor|first|hasmore|(?:has)?next(?:page|cursor)?|last|limit|links?|meta|offset|page(?:s|size|number)?|pagination|paging|perpage|prev(?:ious)?(?:page|cursor)?|size|skip)$/;

/** Whether a value can be a number of items: a whole one, and not -1, which says that it is not known. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Whether a name is that of the list with a word for counting: `articlesCount`, `num_crates`. */
export function countsThings(name: string, thing: string): boolean {
  const [letters, things] = [lettersOf(name), lettersOf(thing)];
  const rest = letters.replace(/^(?:number(?:of)?|num|count(?:of)?)|(?:count|number)$/, '');
  const one = things.replace(/s$/, '');
  return one.length > 1 && rest !== letters && (rest === things || rest === one);
}
