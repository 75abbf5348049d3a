// What is decided for one contract, choice by choice: as the contract shows it, else as the profile
// chose. Worked out once, for a call consults a dozen of them.

import { type ChoiceKey, choiceKeys, type Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Ruled } from './ruling.ts';

/** Every choice as it is ruled. */
export type Decisions = { readonly [K in ChoiceKey]: Ruled<Profile[K]> };
/** Gives the decisions for a contract, or for calls that are about none. */
export type Decide = (contract: Contract | null) => Decisions;

/** Prepares what a profile decides wherever a contract does not. */
export function decideBy(profile: Profile): Decide {
  const withoutContract = tableOf(profile, {});
  const byContract = new Map<Contract, Decisions>();
  return (contract) => {
    if (contract === null) return withoutContract;
    let decisions = byContract.get(contract);
    if (decisions === undefined) {
      decisions = tableOf(profile, contract.shown);
      byContract.set(contract, decisions);
    }
    return decisions;
  };
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
