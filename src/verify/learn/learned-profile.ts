// What was learned about a service, as data; the resulting profile, and the drift from a profile.

import type { JsonObject } from '../../base/json.ts';
import type { Option } from '../../contract/choice-row.ts';
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
  /** The clause that leaves it open. */
  readonly clause: string;
  /** The option that was seen most often, or the value if it is no option. */
  readonly option: Option;
  /** Whether it is an option of the choice: a profile can hold it. */
  readonly isOption: boolean;
  readonly seen: number;
  /** The exchanges that first showed the option. */
  readonly evidence: readonly Exchanged[];
  readonly disputed: readonly { readonly option: Option; readonly seen: number }[];
}

export interface UnseenChoice {
  readonly kind: 'unseen';
  readonly choice: ChoiceKey;
  readonly clause: string;
  /** A clause. */
  readonly why: string;
}

/** Returns the choices that were seen. */
export function seenOf(learned: Learned): readonly SeenChoice[] {
  return learned.choices.filter((one) => one.kind === 'observed');
}

/** Returns the choices that remained unseen. */
export function unseenOf(learned: Learned): readonly UnseenChoice[] {
  return learned.choices.filter((one) => one.kind === 'unseen');
}

/** Returns what was observed, for a report. */
export function observationsOf(learned: Learned): readonly Observation[] {
  return seenOf(learned).map(({ choice, option, seen, disputed }) => ({
    choice,
    option,
    seen,
    disputed,
  }));
}

/**
 * Returns the profile of a service, as a document that `readProfile` takes: the choices that were
 * seen and have such an option. `profileNotes` reports what it leaves out.
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

/** Sentences on what a profile leaves out: values that are no options, and other options. */
export function profileNotes(learned: Learned): readonly string[] {
  return seenOf(learned).flatMap((one) => {
    const { choice, option, seen, disputed, isOption } = one;
    const told: string[] = [];
    const all = choices[choice].options.map((each) => String(each)).join(', ');
    if (!isOption)
      told.push(
        `${choice} is ${option}, which is not one of its options (${all}): the profile leaves it out`,
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

/** Returns a finding for each choice that differs from its pin or from the contract. */
export function driftOf(
  learned: Learned,
  pins: Partial<Profile>,
  contract: Contract,
): readonly Drift[] {
  return seenOf(learned).flatMap((one) => {
    const pinned = pins[one.choice];
    return pinned === undefined || pinned === one.option
      ? []
      : [{ finding: drift(one, pinned, contract), evidence: one.evidence }];
  });
}

/** Returns the finding for one choice that was seen to differ. */
export function differingChoice(
  seen: Pick<SeenChoice, 'choice' | 'clause' | 'option' | 'evidence'>,
  pinned: Option,
  contract: Contract,
): Drift {
  const whole = { kind: 'observed', isOption: true, seen: 1, disputed: [], ...seen } as const;
  return { finding: drift(whole, pinned, contract), evidence: seen.evidence };
}

function drift(
  { choice, clause, option, seen, disputed }: SeenChoice,
  pinned: Option,
  contract: Contract,
): Finding {
  const kept = disputed.find((other) => other.option === pinned)?.seen ?? 0;
  const facts = {
    operation: operationOf(choice),
    clause,
    at: null,
    expected: String(pinned),
    actual: `${option}, ${seen} times${kept === 0 ? '' : `; ${pinned}, ${kept} times`}`,
  };
  if (contract.shown[choice] !== undefined)
    return {
      ...facts,
      code: 'other-choice',
      breach: 'violates',
      message: `the service does not do what the contract specifies for ${choice}: ${choices[choice].what}`,
      by: 'contract',
      remedy: 'Let the service do what the contract specifies, or correct "shown" in the contract.',
    };
  return {
    ...facts,
    code: 'drifted',
    breach: 'drifted',
    message: `the service no longer follows its profile in ${choice}: ${choices[choice].what}`,
    by: choice,
    remedy:
      'Restore the earlier behaviour, or learn the profile again and tell the clients that rely on it.',
  };
}

/** Returns the clause that leaves a choice open; else the clause of its operation. */
export function clauseOfChoice(contract: Contract, choice: ChoiceKey): string {
  const entry = contract.open.find((open) => open.choices.includes(choice));
  return entry?.clause ?? clauseOf(contract, operationOf(choice));
}

/** The operation that shows a choice. */
function operationOf(choice: ChoiceKey): Kind {
  return choices[choice].operation ?? kindNamedBy(choice) ?? 'read';
}

/** Returns the kind of operation that the key of a choice begins with; `null` if there is none. */
export function kindNamedBy(choice: ChoiceKey): Kind | null {
  return kinds.find((kind) => choice.startsWith(`${kind}.`)) ?? null;
}
