// Paths with parameters, such as `/owners/{ownerId}/pets`: which contract a path belongs to, and the
// contract with the values of the parameters.

import type { Json } from '../base/json.ts';
import { tryPercentDecode } from '../base/percent.ts';
import type { Contract, ScopeMember } from './contract.ts';

/** Returns the names of the parameters of a path, in order. */
export function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name);
}

/** Returns a path with the values of its parameters; one without a value stays. */
export function filledPath(path: string, values: ReadonlyMap<string, string>): string {
  return path.replaceAll(/\{([^{}/]+)\}/g, (whole: string, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** Returns the contract for the collection that some values of the parameters name. */
export function bindPath(contract: Contract, values: ReadonlyMap<string, string>): Contract {
  const path = filledPath(contract.path, values);
  const scope = (contract.scope ?? []).map((member): ScopeMember => {
    const value = member.parameter === null ? undefined : values.get(member.parameter);
    return value === undefined ? member : { ...member, value: typed(value, member.value) };
  });
  return { ...contract, path, scope, template: contract.template ?? contract };
}

/** A member that is a number in the rows has a number as its value before it is bound. */
function typed(text: string, like: Json): Json {
  const number = Number(text);
  return typeof like === 'number' && String(number) === text ? number : text;
}

/** A path cut into segments. */
export interface PathPattern<Of extends Pick<Contract, 'path'> = Contract> {
  /** What the path is of. */
  readonly contract: Of;
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  /**
   * Parameters with literals around them: `{id}.json`, `{from}...{to}`. Where two touch, as in
   * `{id}{format}`, any value of one parameter fits as well.
   */
  | {
      readonly kind: 'mixed' | 'touching';
      readonly names: readonly string[];
      readonly pattern: RegExp;
    };

export function patternOf<Of extends Pick<Contract, 'path'>>(
  contract: Of,
  prefix: string,
): PathPattern<Of> {
  const segments = (prefix + contract.path).slice(1).split('/');
  return {
    contract,
    segments: segments.map((text): Segment => {
      const [, name] = /^\{([^{}]+)\}$/.exec(text) ?? [];
      if (name !== undefined) return { kind: 'parameter', name };
      const names = parametersOf(text);
      return names.length === 0 ? { kind: 'literal', text } : mixed(text, names);
    }),
  };
}

/**
 * Each parameter takes at least one character, and the first as few as it can; before one that touches
 * it, it ends at the last dot.
 */
function mixed(text: string, names: readonly string[]): Segment {
  const literals = text.split(/\{[^{}]+\}/).map((one) => one.replaceAll(/[^\w]/g, '\\$&'));
  const source = literals.join('(.+?)').replaceAll('(.+?)(', '(.+(?=\\.)|.+?)(');
  const pattern = new RegExp(`^${source}$`);
  return { kind: hasTouching(text) ? 'touching' : 'mixed', names, pattern };
}

/** Whether two parameters of a path have nothing between them. */
export function hasTouching(path: string): boolean {
  return path.includes('}{');
}

/** Returns the values of the parameters if a path matches, percent-decoded; `null` if it does not. */
export function matchPattern(
  { segments }: Pick<PathPattern, 'segments'>,
  path: readonly string[],
): ReadonlyMap<string, string> | null {
  if (segments.length !== path.length) return null;
  const values = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const given = path[index] ?? '';
    if (segment.kind === 'literal') {
      if (segment.text !== given) return null;
      continue;
    }
    const names = segment.kind === 'parameter' ? [segment.name] : segment.names;
    const found = segment.kind === 'parameter' ? [given] : segment.pattern.exec(given)?.slice(1);
    for (const [at, name] of names.entries()) {
      const text = found?.[at] ?? '';
      const value = text === '' ? null : tryPercentDecode(text);
      if (value === null) return null;
      values.set(name, value);
    }
  }
  return values;
}

/**
 * Orders patterns so that a literal segment comes before a parameter at the same place. Those of
 * different lengths match no path both; the shorter ones come first.
 */
export function bySpecificity(one: PathPattern, other: PathPattern): number {
  if (one.segments.length !== other.segments.length)
    return one.segments.length - other.segments.length;
  for (const [index, segment] of one.segments.entries()) {
    const beside = other.segments[index];
    if (beside === undefined || beside.kind === segment.kind) continue;
    return RANKS[segment.kind] - RANKS[beside.kind];
  }
  return 0;
}

const RANKS: Readonly<Record<Segment['kind'], number>> = {
  literal: 0,
  mixed: 1,
  parameter: 2,
  touching: 3,
};
