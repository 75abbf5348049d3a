// What was learned of a service, as data; the profile that it makes, and the drift from one. Sends
// nothing.

import type { JsonObject } from '../../base/json.ts';
import type { Option } from '../../contract/choice.ts';
import { type ChoiceKey, choices, type Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged, Observation } from '../report.ts';

export interface Learned {
  /** Every choice, in the order of the table. */
  readonly choices: readonly LearnedChoice[];
}

export type LearnedChoice = SeenChoice | UnseenChoice;

export interface SeenChoice {
  readonly kind: 'observed';
  readonly choice: ChoiceKey;
  /** Where the contract leaves it open. */
  readonly clause: string;
  /** The option that was seen most, or the value where it is none. */
  readonly option: Option;
  /** Whether it is an option of the choice: a profile can hold it. */
  readonly isOption: boolean;
  readonly seen: number;
  /** What was sent when the option was seen first, as far as it shows it. */
  readonly evidence: readonly Exchanged[];
  readonly disputed: readonly { readonly option: Option; readonly seen: number }[];
}

export interface UnseenChoice {
  readonly kind: 'unseen';
  readonly choice: ChoiceKey;
  readonly clause: string;
  /** In a clause. */
  readonly why: string;
}

/** Gives the choices that were seen. */
export function seenOf(learned: Learned): readonly SeenChoice[] {
  return learned.choices.filter((one) => one.kind === 'observed');
}

/** Gives the choices that remained unseen. */
export function unseenOf(learned: Learned): readonly UnseenChoice[] {
  return learned.choices.filter((one) => one.kind === 'unseen');
}

/** Gives what was observed, for a report. */
export function observationsOf(learned: Learned): readonly Observation[] {
  return seenOf(learned).map(({ choice, option, seen, disputed }) => ({
    choice,
    option,
    seen,
    disputed,
  }));
}

/**
 * Gives the profile that a service follows, as a document that `readProfile` takes: the choices
 * that were observed and that have such an option. `tellingsOf` says what it leaves out.
 */
export function profileOf(
  learned: Learned,
  facts: { readonly name: string; readonly about: string },
): JsonObject {
  const seen = seenOf(learned).filter(({ isOption }) => isOption);
  return {
    profile: facts.name,
    about: facts.about,
    choices: Object.fromEntries(seen.map(({ choice, option }) => [choice, option])),
  };
}

/**
 * Says in sentences what a profile cannot hold: values that are no options, and options that were
 * not the only ones.
 */
export function tellingsOf(learned: Learned): readonly string[] {
  return seenOf(learned).flatMap((one) => {
    const { choice, option, seen, disputed, isOption } = one;
    const told: string[] = [];
    const all = choices[choice].options.map((each) => String(each)).join(', ');
    if (!isOption)
      told.push(
        `${choice} is ${option}, which is none of its options (${all}): the profile leaves it out`,
      );
    const others = disputed.map((other) => `${other.option} (${other.seen} times)`).join(', ');
    if (disputed.length > 0)
      told.push(`${choice} is ${option} (${seen} times), and also ${others}`);
    return told;
  });
}

export interface Drift {
  readonly finding: Finding;
  readonly evidence: readonly Exchanged[];
}

/**
 * Gives a finding for each pinned choice of which the service was seen to follow another option.
 */
export function driftOf(learned: Learned, pins: Partial<Profile>): readonly Drift[] {
  return seenOf(learned).flatMap((one) => {
    const pinned = pins[one.choice];
    return pinned === undefined || pinned === one.option
      ? []
      : [{ finding: drift(one, pinned), evidence: one.evidence }];
  });
}

function drift({ choice, clause, option, seen, disputed }: SeenChoice, pinned: Option): Finding {
  const kept = disputed.find((other) => other.option === pinned)?.seen ?? 0;
  return {
    code: 'drifted',
    breach: 'drifted',
    operation: operationOf(choice),
    clause,
    at: null,
    message: `the service no longer follows its profile in ${choice}: ${choices[choice].what}`,
    expected: String(pinned),
    actual: `${option}, ${seen} times${kept === 0 ? '' : `; ${pinned}, ${kept} times`}`,
    by: choice,
    remedy:
      'Let the service do as it did, or learn its profile anew and tell those who rely on it.',
  };
}

/**
 * Gives the clause that leaves a choice open; one that no entry of the contract names belongs to
 * its operation.
 */
export function clauseOfChoice(contract: Contract, choice: ChoiceKey): string {
  const entry = contract.open.find((open) => open.choices.includes(choice));
  return entry?.clause ?? clauseOf(contract, operationOf(choice));
}

/** The operation that shows a choice. */
function operationOf(choice: ChoiceKey): Kind {
  return choices[choice].operation ?? kindNamedBy(choice) ?? 'read';
}

/** Gives the kind of operation that the key of a choice begins with; `null` where it is none. */
export function kindNamedBy(choice: ChoiceKey): Kind | null {
  return kinds.find((kind) => choice.startsWith(`${kind}.`)) ?? null;
}
