// The records that the values in the path of an action name, by members that are not the id.

import { remember } from '../../base/remember.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { bindPath } from '../../contract/nested-path.ts';
import { templateOf } from '../../contract/rows.ts';
import { rowsOf } from './rows-of.ts';
import type { Collection, State } from './state.ts';

/** Returns the records with these values; `null` if the action names none by members. */
export function rowsBy(
  state: State,
  { contract, action }: { readonly contract: Contract; readonly action: Action },
  values: ReadonlyMap<string, string>,
): Collection | null {
  if (action.by === undefined) return null;
  return rowsOf(state, bindPath(partsOf(templateOf(contract))(action), values));
}

/** A contract that has a part of its rows for each combination of values. */
const partsOf = remember(
  (contract: Contract) =>
    remember(
      (action: Action): Contract => ({
        ...contract,
        path: action.path,
        scope: Object.entries(action.by ?? {}).map(([parameter, member]) => ({
          at: [member],
          parameter,
          value: '',
          parent: null,
        })),
      }),
      new WeakMap<Action, Contract>(),
    ),
  new WeakMap<Contract, (action: Action) => Contract>(),
);
