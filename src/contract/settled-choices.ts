// The choices that a contract settles by what it specifies of refusals: a contract that says how a
// duplicate is refused has said that it is.

import { type ChoiceKey, choiceKeys, choices, type Profile } from './choices.ts';
import type { Contract } from './contract.ts';
import type { Situation } from './situations.ts';

/** Returns the options that follow from the outcomes of the refusals in a contract. */
export function settledChoices(operations: Contract['operations']): Partial<Profile> {
  return Object.fromEntries(
    choiceKeys.flatMap((key: ChoiceKey) => {
      const { settledBy } = choices[key];
      if (settledBy === null) return [];
      const isSettled = settledBy.kinds.some(
        (kind) => operations[kind]?.outcomes[settledBy.situation as Situation] !== undefined,
      );
      return isSettled ? [[key, settledBy.option]] : [];
    }),
  );
}
