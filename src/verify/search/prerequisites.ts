// The calls that must come before others so that their items exist. Data in, data out.

import type { Exchanged } from '../report.ts';
import { issuedIds, shownIdAt, splitPath } from '../session/issued-ids.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/** Returns some of the sent calls, after those that created or removed the items they name. */
export function withPrerequisites(
  { contract, traits }: Pick<ServiceKnowledge, 'contract' | 'traits'>,
  sent: readonly Exchanged[],
  some: readonly Exchanged[],
): readonly Exchanged[] {
  const [first] = some;
  const end = first === undefined ? -1 : sent.indexOf(first);
  if (end < 0) return some;
  const ids = issuedIds(sent, { contract, idAt: shownIdAt(traits.idAt) });
  const keyOf = ({ call }: Exchanged): string | null =>
    splitPath(call.path, contract.path)?.id ?? null;
  const named = new Set(some.map(keyOf));
  const origins = sent.slice(0, end).filter((exchanged, place) => {
    const isRemoval = exchanged.call.method === 'DELETE' && named.has(keyOf(exchanged));
    return isRemoval || named.has(ids.get(place) ?? '');
  });
  return [...origins, ...some];
}
