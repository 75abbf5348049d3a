// What references ask of the rows of others: an id that is stored is there.

import type { JsonObject } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { idsReferredTo, referredContract } from '../../contract/relations/references.ts';
import { toKey } from '../ids/ids.ts';
import type { ProblemError } from '../problems/problem-facts.ts';
import { allRowsOf } from '../state/rows-of.ts';
import type { Related } from './related.ts';

/**
 * Returns an error for each reference of a record to an item that is not there. One that the stored
 * record has already is left alone.
 */
export function findUnknownReferences(
  related: Related,
  contract: Contract,
  record: JsonObject,
): readonly ProblemError[] {
  const { references } = contract;
  if (references === undefined || related.decide(contract)['reference.unknown'].value === 'accept')
    return NO_ERRORS;
  const { router, state } = related;
  const own = toKey(record[contract.id] ?? null);
  const before = allRowsOf(state, contract).find(own)?.value ?? {};
  return references.flatMap((reference): readonly ProblemError[] => {
    const referred = referredContract(reference, router.contracts);
    if (referred === undefined) return NO_ERRORS;
    const rows = allRowsOf(state, referred);
    const known = idsReferredTo(before, reference).map(toKey);
    const ids = idsReferredTo(record, reference).map(toKey);
    const isThere = (key: string): boolean =>
      known.includes(key) ||
      rows.find(key) !== undefined ||
      (key === own && reference.to === contract.resource);
    return ids.flatMap((key, index): readonly ProblemError[] => {
      if (isThere(key)) return NO_ERRORS;
      const place = reference.holds === 'list' ? [reference.member, index] : [reference.member];
      return [
        {
          pointer: toPointer(place),
          detail: `must be the ${referred.id} of one of ${referred.resource}: there is no ${referred.resource}/${encodeURIComponent(key.toWellFormed())}`,
        },
      ];
    });
  });
}

const NO_ERRORS: readonly ProblemError[] = [];
