// The order that query parameters of a list ask for, by the usual names of such parameters and what they
// hold: `sort=price,desc`, `$orderby=price desc`, `ordering=-price`, `sort_by=price&order=desc`.

import { readPairs } from './pairs.ts';
import type { SortKey } from './query.ts';

const KEY = /^(?:\$?order_?by|ordering|_?sort|sort_?(?:by|field|key|column)|order_?field|order)$/i;
const DIRECTION =
  /^(?:_?order|dir|direction|sort_?(?:dir|order|direction)|order_?(?:dir|direction))$/i;

type Direction = SortKey['direction'];

/** Whether a parameter says by what a list is sorted. */
export function isSortKey(name: string): boolean {
  return KEY.test(bare(name));
}

/** Whether a parameter says in which direction a list is sorted. */
export function isSortDirection(name: string): boolean {
  return DIRECTION.test(bare(name));
}

function bare(name: string): string {
  return name.replaceAll('-', '_').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
}

/** The direction that a text names alone; `null` if it names none. */
export function directionOf(text: string): Direction | null {
  if (/^asc(?:ending)?$/i.test(text)) return 'up';
  return /^desc(?:ending)?$/i.test(text) ? 'down' : null;
}

/** The member that a text names, and its direction, if it says one: `-price`, `price:desc`, `price`. */
export function sortedBy(
  text: string,
  members: readonly string[],
): { readonly member: string; readonly direction: Direction | null } | null {
  const whole = /^[-+ ]/.test(text) ? undefined : members.find((one) => isLike(one, text));
  if (whole !== undefined) return { member: whole, direction: null };
  const [, sign = '', name = '', end = ''] =
    /^([-+ ]?)(.+?)(?:[:,._ ]+(asc|desc|ascending|descending))?$/i.exec(text) ?? [];
  const member = memberLike(name, members);
  if (member === undefined) return null;
  // A plus in an address is a space, if nobody encoded it.
  const direction = sign === '-' ? 'down' : sign === '' ? directionOf(end) : 'up';
  return { member, direction };
}

/** The member of this name in any spelling, or the way that dots and slashes lead into one. */
function memberLike(text: string, members: readonly string[]): string | undefined {
  const [start = '', ...steps] = text.split(/[./]/);
  const first = members.find((one) => isLike(one, start));
  return first === undefined ? undefined : [first, ...steps].join('.');
}

function isLike(one: string, other: string): boolean {
  const [mine, others] = [one, other].map((text) => text.replaceAll(/[-_]/g, '').toLowerCase());
  return mine === others;
}

/** What a query says of the order of a list. */
export interface AskedOrder {
  readonly keys: readonly SortKey[];
  /** In which direction the list is without keys; `null` if the query does not say. */
  readonly direction: Direction | null;
}

/** Reads the order that declared parameters ask for. What names no member has no part in it. */
export function orderAsked(
  query: string,
  declared: readonly string[],
  members: readonly string[],
): AskedOrder {
  const texts = readPairs(query)
    .filter(([name]) => declared.includes(name) && isOfOrder(name))
    .map(([, text]) => text.split(',').map((one) => one.trim()));
  const alone = texts.filter((all) => all.every((one) => directionOf(one) !== null)).flat();
  const usual = directionOf(alone[0] ?? '');
  const keys = texts.flatMap((all): readonly SortKey[] => {
    const own = all.map(directionOf).find((one) => one !== null) ?? usual ?? 'up';
    return all.flatMap((one) => {
      const found = directionOf(one) === null ? sortedBy(one, members) : null;
      return found === null ? [] : [{ path: found.member, direction: found.direction ?? own }];
    });
  });
  return { keys, direction: usual };
}

/** Whether a parameter has a part in the order of a list. */
export function isOfOrder(name: string): boolean {
  return isSortKey(name) || isSortDirection(name);
}
