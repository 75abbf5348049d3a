// The names of numbers that count a list: `total`, `articlesCount`, `num_crates`.

import { lettersOf } from '../../base/names.ts';

/** Whether a name is that of a number of all items. Not `count`, which may be that of a page. */
export function isTotalName(name: string): boolean {
  return TOTAL.test(name);
}

const TOTAL = /^total(?:_?(?:count|items|elements|results|records|entries))?$/i;

/** Whether a name is that of the list with a word for counting: `articlesCount`, `num_crates`. */
export function countsThings(name: string, thing: string): boolean {
  const [letters, things] = [lettersOf(name), lettersOf(thing)];
  const rest = letters.replace(/^(?:number(?:of)?|num|count(?:of)?)|(?:count|number)$/, '');
  const one = things.replace(/s$/, '');
  return one.length > 1 && rest !== letters && (rest === things || rest === one);
}
