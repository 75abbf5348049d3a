// Varies everything that the contract leaves open, within what is allowed: some choices with every
// call, some once per run. The same seed varies the same, call by call.

import { hash32 } from '../base/hash.ts';
import { createRandom } from '../base/random.ts';
import type { Option } from '../contract/choice-row.ts';
import { type ChoiceKey, choiceKeys, choices, type Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { type Decide, type Decisions, decideBy } from '../model/ruling/decisions.ts';

export interface Variety {
  readonly seed: number;
  /** Returns the same decisions during one call. */
  readonly decide: Decide;
  /** Goes to the next call. */
  next(): void;
}

/** Varies what a profile decides; `pins` are not varied, and clients find what they create. */
export function varyBy(
  profile: Profile,
  pins: Partial<Profile>,
  seed: number,
  isNamedInLists: (contract: Contract) => boolean = () => true,
): Variety {
  const free = choiceKeys.filter((key) => !(key in pins));
  const settled = Object.fromEntries(
    free
      .filter((key) => choices[key].varies === 'run')
      .map((key) => [key, pick(key, createRandom(seed ^ hash32(key)))]),
  );
  const run = decideBy({ ...profile, ...settled } as Profile);
  const plain = decideBy(profile);
  /** What a contract asserts of values does not vary. */
  const withAsserted = (contract: Contract | null): Decisions => {
    const kept = (contract?.asserts ?? []).map((facet) => {
      const key = `fields.${facet}` as const;
      return [key, plain(contract)[key]] as const;
    });
    return kept.length === 0 ? run(contract) : { ...run(contract), ...Object.fromEntries(kept) };
  };
  const perCall = free.filter((key) => choices[key].varies === 'call');
  let calls = 0;
  let ofThisCall = new Map<Contract | null, Decisions>();
  return {
    seed,
    decide(contract) {
      let decisions = ofThisCall.get(contract);
      if (decisions === undefined) {
        const ofRun = withAsserted(contract);
        decisions = varied(
          ofRun,
          contract?.shown ?? {},
          perCall.filter((key) => !isRelied(key, contract, ofRun, isNamedInLists)),
          createRandom(seed ^ Math.imul(calls, 0x9e3779b1)),
        );
        ofThisCall.set(contract, decisions);
      }
      return decisions;
    },
    next() {
      calls++;
      if (ofThisCall.size > 0) ofThisCall = new Map();
    },
  };
}

/** Whether clients could not use the contract if a choice changed from call to call. */
function isRelied(
  key: ChoiceKey,
  contract: Contract | null,
  decisions: Decisions,
  isNamedInLists: (contract: Contract) => boolean,
): boolean {
  if (key === 'list.order') return isPaged(contract, decisions);
  if (key !== 'create.location' || contract === null) return false;
  const isBrief = decisions['list.fields'].value === 'brief' && !isNamedInLists(contract);
  return isBrief || isFoundByLocation(contract);
}

/** Whether nothing but `Location` may tell where a created item is. */
function isFoundByLocation({ operations, hidden = [], id }: Contract): boolean {
  return operations.list === undefined || hidden.includes(id);
}

/** Whether clients read the list in parts: then its order may not change from one to the next. */
function isPaged(contract: Contract | null, decisions: Decisions): boolean {
  return (
    contract?.operations.list?.paging !== undefined || decisions['query.dialect'].value !== 'none'
  );
}

function varied(
  run: Decisions,
  shown: Partial<Profile>,
  keys: readonly ChoiceKey[],
  random: () => number,
): Decisions {
  const drawn = keys.map((key) => [key, { value: pick(key, random), by: key }] as const);
  return { ...run, ...Object.fromEntries(drawn.filter(([key]) => shown[key] === undefined)) };
}

function pick(key: ChoiceKey, random: () => number): Option {
  const { options } = choices[key];
  return options[Math.floor(random() * options.length)] as Option;
}
