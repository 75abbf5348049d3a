// Overrides: directives for the calls that match, until used up. A rate is drawn for each call.

import type { Kind } from '../../contract/operation-kinds.ts';
import { SHARED_WORLD } from '../../model/message/world-name.ts';
import type { CallMatch, Directive, Override } from './directive.ts';
import { fieldsOf, mergeDirectives, noDirective } from './directive-fields.ts';
import type { OverrideRule } from './override-rule.ts';

/** What a call is about. `null`: no resource, no operation, or the shared world. */
export interface DirectableCall {
  readonly resource: string | null;
  readonly operation: Kind | null;
  readonly method: string;
  readonly path: string;
  readonly world: string | null;
}

/** Where an override came from: the start of the mock, the API since, or the API of any mock of a team. */
export type OverrideOrigin = 'start' | 'api' | 'shared';

/** An active override. */
export interface ActiveOverride {
  /** With the remaining `times`. */
  readonly override: Override;
  /** How many calls it has answered. */
  readonly answered: number;
}

/** What the overrides ask for on one call. */
export interface AppliedOverrides {
  readonly does: Directive;
  /** The overrides that were applied, in order. */
  readonly by: readonly Override[];
}

/** Maximum number of overrides. */
export const OVERRIDES_MAX = 1_000;

interface Entry {
  readonly override: Override;
  readonly origin: OverrideOrigin;
  answered: number;
}

export class Overrides {
  private entries: readonly Entry[] = [];
  /** Those that mocks share, also if they have answered all their calls here. */
  private shared: readonly Entry[] = [];
  private next = 1;
  private readonly random: () => number;

  /** `random` returns numbers from 0 to below 1, for rates. */
  constructor(random: () => number) {
    this.random = random;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  get isFull(): boolean {
    return this.entries.length >= OVERRIDES_MAX;
  }

  /** Adds a rule after the others. The caller must check `isFull` first. */
  add(rule: OverrideRule, origin: OverrideOrigin = 'api'): Override {
    const override: Override = { id: this.next++, ...rule };
    this.entries = [...this.entries, { override, origin, answered: 0 }];
    return override;
  }

  /**
   * Puts the overrides that mocks share in the place of those before. One that stays keeps how many
   * calls it has answered here, and one that has answered all of them stays away.
   */
  share(rules: readonly Override[]): void {
    const before = new Map(this.shared.map((entry) => [entry.override.id, entry]));
    this.shared = rules.map(
      (override) => before.get(override.id) ?? { override, origin: 'shared', answered: 0 },
    );
    const isLeft = ({ override, answered }: Entry): boolean => answered !== override.times;
    this.entries = [
      ...this.entries.filter(({ origin }) => origin !== 'shared'),
      ...this.shared.filter(isLeft),
    ];
  }

  /** Returns whether there was one. */
  remove(id: number): boolean {
    const before = this.entries.length;
    this.entries = this.entries.filter(({ override }) => override.id !== id);
    return this.entries.length < before;
  }

  /** Removes all, or those of one origin. */
  clear(origin?: OverrideOrigin): void {
    this.entries =
      origin === undefined ? [] : this.entries.filter((entry) => entry.origin !== origin);
  }

  list(): readonly ActiveOverride[] {
    return this.entries.map(({ override, answered }) => ({
      override: left(override, answered),
      answered,
    }));
  }

  /**
   * Returns the directive for a call and counts it; `null` if no override applies. Fields merge,
   * and the first match wins; `spoken` are the fields that the call sets itself. An override that
   * adds no field is not counted. One that has answered all its calls is removed.
   */
  take(facts: DirectableCall, spoken: readonly (keyof Directive)[] = []): AppliedOverrides | null {
    const by: Override[] = [];
    let does = noDirective;
    let isUsedUp = false;
    for (const entry of this.entries) {
      const { override } = entry;
      if (!matches(override.on, facts) || (override.rate < 1 && this.random() >= override.rate))
        continue;
      const given = without(override.does, spoken);
      if (!speaksAnew(given, does)) continue;
      entry.answered++;
      isUsedUp ||= entry.answered === override.times;
      by.push(override);
      does = mergeDirectives(does, given);
    }
    if (isUsedUp)
      this.entries = this.entries.filter(({ override, answered }) => answered !== override.times);
    return by.length === 0 ? null : { does, by };
  }
}

function without(does: Directive, spoken: readonly (keyof Directive)[]): Directive {
  return spoken.length === 0
    ? does
    : { ...does, ...Object.fromEntries(spoken.map((field) => [field, null])) };
}

/** Returns whether a directive sets a field that another one leaves open. */
function speaksAnew(does: Directive, before: Directive): boolean {
  return fieldsOf(does).some((field) => before[field] === null);
}

function left(override: Override, answered: number): Override {
  return override.times === null ? override : { ...override, times: override.times - answered };
}

function matches(
  { resource, operation, method, path, world }: CallMatch,
  facts: DirectableCall,
): boolean {
  return (
    (resource === null || resource === facts.resource) &&
    (operation === null || operation === facts.operation) &&
    (method === null || method === facts.method) &&
    (world === null || world === (facts.world ?? SHARED_WORLD)) &&
    (path === null || isLike(facts.path, path))
  );
}

/**
 * Returns whether a path matches a pattern in which `*` matches anything within one segment. On a
 * mismatch the last `*` takes one more character, so the work is at most the product of both
 * lengths.
 */
function isLike(path: string, pattern: string): boolean {
  let [at, next, star, after] = [0, 0, -1, 0];
  while (at < path.length) {
    if (pattern[next] === '*') [star, after, next] = [next, at, next + 1];
    else if (pattern[next] === path[at]) [at, next] = [at + 1, next + 1];
    else if (star >= 0 && path[after] !== '/') [after, at, next] = [after + 1, after + 1, star + 1];
    else return false;
  }
  while (pattern[next] === '*') next++;
  return next === pattern.length;
}
