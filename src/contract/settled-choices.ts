// The choices that a contract settles by what it specifies of refusals: a contract that says how a
// duplicate is refused has said that it is.

import type { Option } from './choice-row.ts';
import { type ChoiceKey, choiceKeys, choices, type Profile } from './choices.ts';
import type { Contract } from './contract.ts';
import { kinds } from './operation-kinds.ts';
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

/**
 * Whether a contract specifies what a choice is about: under "shown", or by the status or body of
 * an outcome. Of a status that several operations share, only those that it names.
 */
export function isSettled({ shown, operations }: Contract, key: string, option: Option): boolean {
  if (shown[key as ChoiceKey] !== undefined) return true;
  const [subject = '', facet = ''] = key.split('.');
  if (facet !== 'status' && facet !== 'body') return false;
  const kind = kinds.find((one) => one === subject);
  if (kind !== undefined) return operations[kind]?.outcomes.ok?.[facet] !== undefined;
  const outcomes = kinds.flatMap((one) => operations[one]?.outcomes[subject as Situation] ?? []);
  return facet === 'status' && outcomes.some(({ status }) => status === option);
}
