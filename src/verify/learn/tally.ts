// Counts what was observed of each choice, and keeps why the others were not. Data in, data out.

import type { Option } from '../../contract/choice-row.ts';
import { type ChoiceKey, choiceKeys, choices } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Observed } from '../../oracle/infer-choices.ts';
import type { Exchanged } from '../report.ts';
import {
  clauseOfChoice,
  kindNamedBy,
  type Learned,
  type LearnedChoice,
} from './learned-profile.ts';

/** How often an option was seen, and the exchanges that first showed it. */
interface Sighting {
  readonly seen: number;
  readonly evidence: readonly Exchanged[];
}

export class Tally {
  private readonly counts = new Map<ChoiceKey, Map<Option, Sighting>>();
  private readonly whys = new Map<ChoiceKey, string>();

  /** Counts observations; `evidence` are the exchanges that showed them. */
  note(observed: readonly Observed[], evidence: readonly Exchanged[]): void {
    for (const { choice, option } of observed) {
      const options = this.counts.get(choice) ?? new Map<Option, Sighting>();
      const before = options.get(option) ?? { seen: 0, evidence };
      options.set(option, { ...before, seen: before.seen + 1 });
      this.counts.set(choice, options);
    }
  }

  /** Records why some choices could not be seen; the first reason counts. */
  miss(missed: readonly ChoiceKey[], why: string): void {
    for (const choice of missed) if (!this.whys.has(choice)) this.whys.set(choice, why);
  }

  /** The option that was seen most often, or `null`. */
  option(choice: ChoiceKey): Option | null {
    return this.ranked(choice)[0]?.option ?? null;
  }

  learned(contract: Contract, asserts: 'open-only' | 'shown-too'): Learned {
    return { choices: choiceKeys.map((choice) => this.choice(choice, contract, asserts)) };
  }

  private choice(
    choice: ChoiceKey,
    contract: Contract,
    asserts: 'open-only' | 'shown-too',
  ): LearnedChoice {
    const clause = clauseOfChoice(contract, choice);
    if (asserts === 'open-only' && contract.shown[choice] !== undefined)
      return { kind: 'unseen', choice, clause, why: 'the contract shows it' };
    const [first, ...others] = this.ranked(choice);
    if (first === undefined)
      return { kind: 'unseen', choice, clause, why: this.why(choice, contract) };
    const isOption = (choices[choice].options as readonly Option[]).includes(first.option);
    const disputed = others.map(({ option, seen }) => ({ option, seen }));
    return { kind: 'observed', choice, clause, ...first, isOption, disputed };
  }

  private why(choice: ChoiceKey, contract: Contract): string {
    const kind = kindNamedBy(choice);
    if (kind !== null && contract.operations[kind] === undefined)
      return 'the contract has no such operation';
    const { unprobed, unseen } = choices[choice];
    return this.whys.get(choice) ?? unprobed ?? unseen;
  }

  /** The options by how often they were seen; of equals the one that is first in the table. */
  private ranked(choice: ChoiceKey): readonly ({ readonly option: Option } & Sighting)[] {
    const options: readonly Option[] = choices[choice].options;
    const place = (option: Option): number =>
      options.includes(option) ? options.indexOf(option) : options.length;
    return [...(this.counts.get(choice) ?? [])]
      .map(([option, sighting]) => ({ option, ...sighting }))
      .toSorted((one, other) => other.seen - one.seen || place(one.option) - place(other.option));
  }
}
