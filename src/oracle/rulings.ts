// Finds every ruling that the contract admits for a call, by asking the rule book once for each
// option of each open choice that it consults. Choices that only affect the form of an answer (its
// status, its body) are not tried: any option of them is admitted.

import type { Option } from '../contract/choice-row.ts';
import { type ChoiceKey, choiceKeys, choices, type Profile } from '../contract/choices.ts';
import type { Call } from '../model/message/call.ts';
import { rule } from '../model/rules/rule.ts';
import type { Book } from '../model/rules/scene.ts';
import type { Decide, Decisions } from '../model/ruling/decisions.ts';
import type { Effect, Ruled, Ruling } from '../model/ruling/ruling.ts';

/** A ruling, and the options it depends on. */
export interface Admissible {
  readonly ruling: Ruling;
  readonly assumed: Partial<Profile>;
}

/** The choices that are not tried, each with the option to use. */
const taken: ReadonlyMap<ChoiceKey, Option> = new Map(
  choiceKeys.flatMap((key) => {
    const { affects, assumed, default: preset } = choices[key];
    const isTried = assumed === null && (affects === 'success' || affects === 'effect');
    return isTried ? [] : [[key, assumed ?? preset] as const];
  }),
);

/** Maximum number of rulings that are tried for one call. */
const RULINGS_MAX = 4_096;

/** Returns the rulings that differ in situation or effect. `settled` are the known options. */
export function admissibleRulings(
  book: Omit<Book, 'decide'>,
  call: Call,
  settled: Partial<Profile>,
): readonly Admissible[] {
  const found = new Map<string, Admissible>();
  const path: Fork[] = [];
  const asked = {
    ...book,
    bodies: 'bare',
    draw: { ...book.draw, ids: 'as-chosen' },
  } as const;
  for (let count = 0; count < RULINGS_MAX; count++) {
    const walk = new RulingPath(path, settled);
    const ruling = rule({ ...asked, decide: walk.decide }, call);
    const sign = `${ruling.situation.value} ${effectKey(ruling.effect)}`;
    const known = found.get(sign);
    if (known === undefined) found.set(sign, { ruling, assumed: walk.assumed() });
    else
      found.set(sign, {
        ruling: known.ruling,
        assumed: commonOptions(known.assumed, walk.assumed()),
      });
    if (!advance(path)) break;
  }
  return [...found.values()];
}

interface Fork {
  readonly key: ChoiceKey;
  readonly options: readonly Option[];
  taken: number;
}

/** A path through the rule book: the options of `path`, and of other choices the first. */
class RulingPath {
  private readonly path: Fork[];
  private readonly settled: Partial<Profile>;

  constructor(path: Fork[], settled: Partial<Profile>) {
    this.path = path;
    this.settled = settled;
  }

  readonly decide: Decide = (contract) =>
    new ConsultedDecisions(this, contract?.shown ?? {}) as unknown as Decisions;

  assumed(): Partial<Profile> {
    return Object.fromEntries(
      this.path.map(({ key, options, taken }) => [key, options[taken]]),
    ) as Partial<Profile>;
  }

  /** Decides one choice, and records that it was consulted. */
  ruled(key: ChoiceKey, shown: Partial<Profile>): Ruled<Option> {
    // Credentials and the like are added and checked where calls are sent, whatever the contract says.
    const ofContract = choices[key].affects === 'surroundings' ? undefined : shown[key];
    if (ofContract !== undefined) return { value: ofContract, by: 'contract' };
    const known = this.settled[key] ?? taken.get(key);
    if (known !== undefined) return { value: known, by: key };
    let fork = this.path.find((one) => one.key === key);
    if (fork === undefined) {
      fork = { key, options: choices[key].options, taken: 0 };
      this.path.push(fork);
    }
    return { value: fork.options[fork.taken] as Option, by: key };
  }
}

/** Decisions that are made when the rule book reads them. */
class ConsultedDecisions {
  readonly walk: RulingPath;
  readonly shown: Partial<Profile>;

  constructor(walk: RulingPath, shown: Partial<Profile>) {
    this.walk = walk;
    this.shown = shown;
  }
}

for (const key of choiceKeys) {
  Object.defineProperty(ConsultedDecisions.prototype, key, {
    get(this: ConsultedDecisions) {
      return this.walk.ruled(key, this.shown);
    },
  });
}

/** Moves to the next path: the last choice with another option takes it, without its followers. */
function advance(path: Fork[]): boolean {
  for (let fork = path.at(-1); fork !== undefined; fork = path.at(-1)) {
    if (fork.taken + 1 < fork.options.length) {
      fork.taken++;
      return true;
    }
    path.pop();
  }
  return false;
}

/** If two paths lead to the same ruling, it depends only on the options that both share. */
function commonOptions(one: Partial<Profile>, other: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(one).filter(([key, option]) => other[key as ChoiceKey] === option),
  ) as Partial<Profile>;
}

function effectKey(effect: Effect): string {
  switch (effect.kind) {
    case 'none':
      return 'none';
    case 'put':
      return `put ${effect.resource} ${effect.record.textOnce()}`;
    case 'remove':
      return `remove ${effect.resource} ${effect.key}`;
  }
}
