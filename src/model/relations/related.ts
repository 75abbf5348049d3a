// What is needed to follow relations between records: the contracts, the rows of all of them, and
// the choices.

import type { Contract } from '../../contract/contract.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Decide } from '../ruling/decisions.ts';
import type { State } from '../state/state.ts';

/** Part of the book of rules. */
export interface Related {
  readonly router: { readonly contracts: readonly Contract[]; readonly basePath: string };
  readonly schemas: Schemas;
  readonly state: State;
  readonly decide: Decide;
}
