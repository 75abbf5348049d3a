// Copies of all rows that show them in some way: to one account, with what is below them. Each is kept
// until the rows change.

import { remember } from '../../base/remember.ts';
import type { State } from './state.ts';

/** How many copies of one kind are kept: one for each of the accounts that called last. */
const NAMES_MAX = 20;

interface KeptViews {
  version: string;
  readonly byName: Map<string, State>;
}

const keptOf = remember(
  (_: State) =>
    remember((__: object): KeptViews => ({ version: '', byName: new Map() }), new WeakMap()),
  new WeakMap(),
);

/**
 * Returns a copy of a state that `make` made since its rows changed last, or makes it. `kind` is what the
 * copies are made by; `name` tells those of one kind apart.
 */
export function keptView(
  state: State,
  { kind, name }: { readonly kind: object; readonly name: string },
  make: () => State,
): State {
  const kept = keptOf(state)(kind);
  const version = state
    .resources()
    .map((resource) => state.collection(resource).version)
    .join();
  if (kept.version !== version) {
    kept.version = version;
    kept.byName.clear();
  }
  const known = kept.byName.get(name);
  if (known !== undefined) return known;
  const view = make();
  if (kept.byName.size >= NAMES_MAX) kept.byName.delete(kept.byName.keys().next().value ?? '');
  kept.byName.set(name, view);
  return view;
}
