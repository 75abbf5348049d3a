// Parameters of paths whose ids a run does not have, and how you give them.

import type { Action, Contract } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { templateOf } from '../../contract/rows.ts';

/** Returns the options that give ids for parameters: `--param store=<id>`. At most 8, each once. */
export function paramHint(names: Iterable<string>): string {
  const options = [...new Set(names)].map((name) => `--param ${name}=<id>`);
  return options.slice(0, HINTS_MAX).join(' ');
}

const HINTS_MAX = 8;

/** Why none of some operations could be sent. The run makes the items of the contract itself. */
export function lackingIds(contract: Contract, actions: readonly Action[]): string {
  const { path: collection, isSingle } = templateOf(contract);
  const names = actions.flatMap(({ path }) => {
    const below = path.startsWith(`${collection}/`) ? path.slice(collection.length) : path;
    const isOfItem = isSingle !== true && below !== path && below.startsWith('/{');
    return parametersOf(below).slice(isOfItem ? 1 : 0);
  });
  const hint = names.length === 0 ? '' : `: ${paramHint(names)}`;
  return `each needs an id that the run does not have${hint}`;
}
