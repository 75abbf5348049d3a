// The number beside a list that no resource has: `{ articles: [], articlesCount: 1 }`. It may be that of
// the page, or of all pages. It is never less than the list has, and not more if the first page is empty.

import { isObject, type Json } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import {
  countsThings,
  isCount,
  isCountName,
  isPagingName,
  isTotalOfItems,
} from '../../contract/envelopes/count-names.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding } from '../../oracle/item-findings.ts';

/** Returns the finding about a number beside the only list of an answer that cannot count it. */
export function wrongTotal(contract: Contract, { status, body }: Received): readonly Finding[] {
  if (status !== 200 || body.kind !== 'json' || !isObject(body.value)) return [];
  const members = Object.entries(body.value);
  const [list, ...others] = members.filter(([, value]) => Array.isArray(value));
  if (list === undefined || others.length > 0) return [];
  const [thing, elements] = list as [string, readonly Json[]];
  const items = elements.length;
  // A bare count may be that of something else, such as pieces of what the list describes.
  const isOfList = members.every(
    ([name]) => name === thing || isCountName(name) || isPagingName(name),
  );
  return members.flatMap(([name, told]) => {
    const isNamed = isTotalOfItems(name) || countsThings(name, thing);
    if (!isNamed && !(isOfList && isCountName(name))) return [];
    if (!isCount(told) || (told >= items && (items > 0 || told === 0))) return [];
    const blame = { code: 'wrong-total', operation: 'read' } as const;
    return [itemFinding(contract, blame, { at: toPointer([name]), told, items })];
  });
}
