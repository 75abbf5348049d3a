// The option of every choice for one contract: as the contract specifies, or else as the profile
// says. Computed once, because a call consults a dozen choices.

import { remember } from '../../base/remember.ts';
import { type ChoiceKey, choiceKeys, type Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Ruled } from './ruling.ts';

/** Every choice with its option and who decided it. */
export type Decisions = { readonly [K in ChoiceKey]: Ruled<Profile[K]> };
/** Returns the decisions for a contract, or for calls that concern none. */
export type Decide = (contract: Contract | null) => Decisions;

/** Prepares the decisions of a profile. */
export function decideBy(profile: Profile): Decide {
  const tables = remember((contract: Contract | null) => tableOf(profile, contract?.shown ?? {}));
  return (contract) => tables(contract === null ? null : templateOf(contract));
}

function tableOf(profile: Profile, shown: Partial<Profile>): Decisions {
  const decisions = choiceKeys.map((key) => {
    const value = shown[key];
    return [
      key,
      value === undefined ? { value: profile[key], by: key } : { value, by: 'contract' },
    ] as const;
  });
  return Object.fromEntries(decisions) as unknown as Decisions;
}
