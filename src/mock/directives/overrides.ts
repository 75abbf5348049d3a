// Overrides: directives for the calls that match, until they are used up. Which of them counts is
// drawn where a rule says so.

import type { Kind } from '../../contract/operation-kinds.ts';
import { SHARED_WORLD } from '../../model/message/world-name.ts';
import type { CallMatch, Directive, Override } from './directive.ts';
import { fieldsOf, mergeDirectives, noDirective } from './directive-fields.ts';
import type { OverrideRule } from './override-rule.ts';

/**
 * What a call is about. What is `null` it is not about: no resource, no operation, the world that
 * all share.
 */
export interface DirectableCall {
  readonly resource: string | null;
  readonly operation: Kind | null;
  readonly method: string;
  readonly path: string;
  readonly world: string | null;
}

/** Who gave an override: whoever started the mock, or whoever used it since. */
export type OverrideOrigin = 'start' | 'api';

/** An override as it stands. */
export interface ActiveOverride {
  /** With as many `times` as are left. */
  readonly override: Override;
  /** How many calls it has answered. */
  readonly answered: number;
}

/** What the overrides ask for of one call. */
export interface AppliedOverrides {
  readonly does: Directive;
  /** Those that counted, the first one first. */
  readonly by: readonly Override[];
}

/** How many overrides there may be at a time. */
export const OVERRIDES_MAX = 1_000;

interface Entry {
  readonly override: Override;
  readonly origin: OverrideOrigin;
  answered: number;
}

export class Overrides {
  private entries: readonly Entry[] = [];
  private next = 1;
  private readonly random: () => number;

  /** `random` gives numbers, at least 0 and below 1: for rates. */
  constructor(random: () => number) {
    this.random = random;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  get isFull(): boolean {
    return this.entries.length >= OVERRIDES_MAX;
  }

  /**
   * Adds a rule behind those that there are. Where there are `OVERRIDES_MAX`, the caller must not.
   */
  add(rule: OverrideRule, origin: OverrideOrigin = 'api'): Override {
    const override: Override = { id: this.next++, ...rule };
    this.entries = [...this.entries, { override, origin, answered: 0 }];
    return override;
  }

  /** Says whether there was one. */
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
   * Gives what a call is to have, and counts it; `null` where no override counts. Field by field,
   * the first that matches comes first, and `spoken` are the fields that the call itself speaks of.
   * One that gives no field is not counted: it did nothing. One that has answered as many calls as
   * it was for is gone.
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

/** Says whether a directive has a field that another one leaves open. */
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
 * Says whether a path is as a pattern has it, in which `*` stands for anything within one step.
 * Where it does not go on, the last `*` takes one character more: no pattern makes it try more than
 * each character with each.
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
