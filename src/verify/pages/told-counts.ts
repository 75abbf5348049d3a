// The numbers of items that an answer with a list tells, at the places that the contract names.

import { toPointer, valueAt } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { answerWith } from '../../contract/declared.ts';
import { isCount } from '../../contract/envelopes/count-names.ts';
import { TOTAL_FIELD } from '../../model/answers/declared-fields.ts';
import { header } from '../../model/message/call.ts';
import { elementsOf, type ListPage } from './pagination.ts';

/** A number that the first page of a list tells. */
export interface ToldCount {
  /** Where it is: `/total`, `x-total-count`. */
  readonly at: string;
  readonly value: number;
  /** Whether it is right if it counts the items of the page alone. */
  readonly isOfPage: boolean;
}

interface NamedCount {
  /** The steps to the member, or the name of the header field in lower case. */
  readonly at: readonly string[] | string;
  readonly mayBeOfPage: boolean;
}

/** Returns the places at which the contract names a number of items. */
export function namedCounts({ operations: { list } }: Contract): readonly NamedCount[] {
  if (list === undefined) return [];
  const { total, count } = list.envelope ?? {};
  const fields = Object.keys(answerWith(list, 200)?.answer.headers ?? {});
  return [
    ...(total === undefined ? [] : [{ at: total, mayBeOfPage: false }]),
    ...(count === undefined ? [] : [{ at: count, mayBeOfPage: true }]),
    ...fields
      .filter((name) => TOTAL_FIELD.test(name))
      .map((name) => ({ at: name, mayBeOfPage: !name.includes('total') })),
  ];
}

/** Returns the numbers that a page tells. What is no whole number is none. */
export function toldCounts(contract: Contract, { received }: Told): readonly ToldCount[] {
  const { body, headers } = received;
  const shown = elementsOf(received)?.length;
  return namedCounts(contract).flatMap(({ at, mayBeOfPage }): ToldCount[] => {
    const isField = typeof at === 'string';
    const whole = body.kind === 'json' ? body.whole : undefined;
    const found = isField ? numberIn(header(headers, at)) : whole && valueAt(whole, at);
    if (!isCount(found)) return [];
    const place = isField ? at : toPointer(at);
    return [{ at: place, value: found, isOfPage: mayBeOfPage && found === shown }];
  });
}

type Told = Pick<ListPage, 'received'>;

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
