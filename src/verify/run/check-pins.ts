// The end of a run: compares the pins with what the service does, and reports the options that were
// seen.

import type { Option } from '../../contract/choice-row.ts';
import { type ChoiceKey, choiceKeys, choices, type Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { settledChoices } from '../../contract/settled-choices.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding } from '../../oracle/item-findings.ts';
import { learn } from '../learn/learn.ts';
import { type Learned, unseenOf } from '../learn/learned-profile.ts';
import type { Observation } from '../report.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import type { Session } from '../session/session.ts';

export interface CheckPinsOptions {
  readonly session: Session;
  readonly make: ItemFactory;
  readonly pins: Partial<Profile>;
  /** The pins, and what the contract itself chooses. */
  readonly asserted: Partial<Profile>;
}

/**
 * Returns the choices that a contract names under "shown". Those that follow from its refusals are
 * provoked by laws; formats of PATCH say nothing of another method.
 */
export function shownChoices({ shown, operations }: Contract): Partial<Profile> {
  const settled: Partial<Profile> = {
    ...settledChoices(operations),
    ...(operations.update?.method === undefined ? {} : { 'update.media': 'merge-patch' }),
  };
  return Object.fromEntries(
    Object.entries(shown).filter(([key, option]) => settled[key as ChoiceKey] !== option),
  );
}

/**
 * Learns what a service chose, to compare it with the pins. Notes pins that could not be observed.
 */
export async function checkPins(options: CheckPinsOptions): Promise<Learned> {
  const { session, make, pins, asserted } = options;
  const only = Object.keys(pins).length > 0 ? {} : { only: new Set(Object.keys(asserted)) };
  const learned = await learn({ session, make, ...only, asserts: 'shown-too' });
  const reasons = new Map<string, ChoiceKey[]>();
  for (const { choice, why } of unseenOf(learned)) {
    if (asserted[choice] !== undefined) reasons.set(why, [...(reasons.get(why) ?? []), choice]);
  }
  for (const [why, pinned] of reasons)
    session.service.notes.add(
      `${Object.keys(pins).length > 0 ? 'pinned' : 'specified'}, but not observed: ${pinned.join(', ')} (${why})`,
    );
  return learned;
}

/**
 * Returns the pins by which calls are ruled on. What surrounds the rules (credentials, limits,
 * caches, who may write, how ids are drawn) is learned and compared alone: the run deals with it
 * before it asks the rule book.
 */
export function rulesOf(pins: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(
    choiceKeys.flatMap((key) => {
      const option = pins[key];
      return option === undefined || choices[key].affects === 'surroundings' ? [] : [[key, option]];
    }),
  );
}

/** The option of each choice that the run saw most often, and the others that it saw. */
export function seenBy({ seen }: ServiceKnowledge): readonly Observation[] {
  return [...seen].flatMap(([choice, options]) => {
    const [most, ...others] = [...options].sort(([, a], [, b]) => b - a).map(toSeen);
    return most === undefined ? [] : [{ choice, ...most, disputed: others }];
  });
}

function toSeen([option, seen]: readonly [Option, number]): {
  readonly option: Option;
  readonly seen: number;
} {
  return { option, seen };
}

/**
 * The finding against a kind of write: items of others changed with it each time, and never without
 * it.
 */
export function harmed(
  session: Session,
  { kind, windows }: { readonly kind: Kind; readonly windows: number },
): Finding {
  return itemFinding(
    session.service.contract,
    { code: 'harmed-others', operation: kind },
    { times: windows },
  );
}
