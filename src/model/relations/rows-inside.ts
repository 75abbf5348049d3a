// Items that show what is below them: an owner with its pets. The rows of the mock stay as they are; each
// answer has those that are there.

import { valueAt } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Contract, ScopeMember } from '../../contract/contract.ts';
import { rowsKey } from '../../contract/rows.ts';
import { toKey } from '../ids/ids.ts';
import { hiddenIn, shownRecord } from '../ruling/shown-record.ts';
import { keptView } from '../state/kept-views.ts';
import { type State, StoredRecord } from '../state/state.ts';

/** A member of the rows of one resource that shows rows of another. */
interface Embedded {
  readonly rows: string;
  readonly member: string;
  readonly below: Contract;
  /** Where a row below has the id of its item. */
  readonly at: ScopeMember['at'];
}

/** Returns the rows with what is below each of them. They are kept until the rows change. */
export function withRowsInside(state: State, contracts: readonly Contract[]): State {
  const all = embeddedIn(contracts);
  if (all.length === 0) return state;
  return keptView(state, { kind: all, name: '' }, () => {
    const seen = state.fork();
    for (const one of all) embed(seen, one);
    return seen;
  });
}

/** The innermost first: an owner shows its pets, and each pet its visits. */
const embeddedIn = remember((contracts: readonly Contract[]): readonly Embedded[] => {
  const found = contracts.flatMap((contract) =>
    Object.entries(contract.embeds ?? {}).flatMap(([member, resource]): Embedded[] => {
      const below = contracts.find((one) => one.resource === resource);
      const id = below?.scope?.findLast(({ parent }) => parent === contract.resource);
      return below === undefined || id === undefined
        ? []
        : [{ rows: rowsKey(contract), member, below, at: id.at }];
    }),
  );
  return found.toSorted((one, other) => other.below.path.length - one.below.path.length);
}, new WeakMap());

function embed(seen: State, { rows, member, below, at }: Embedded): void {
  const byItem = Map.groupBy(seen.collection(rowsKey(below)).records(), ({ value }) =>
    toKey(valueAt(value, at) ?? null),
  );
  const items = seen.collection(rows);
  for (const { key, value, slot } of items.records()) {
    const inside = (byItem.get(key) ?? []).map((one) => shownRecord(one.value, hiddenIn(below)));
    items.put(new StoredRecord(key, { ...value, [member]: inside }, slot));
  }
}
