// The operations that the user leaves out of a run: none of their requests is sent, and each report
// names them.

import { type Fault, StandinError } from '../../base/errors.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import { projectInvalid } from '../../project/files/invalid.ts';
import { OVERRIDES } from '../../project/source/find-source.ts';
import type { SourceFacts } from '../../project/source/project-files.ts';
import { nameOf, operationNames, sameName } from './operation-names.ts';

/** Which operations a run skips, and how its reports name them. */
export interface SkippedOperations {
  readonly gaps: readonly {
    readonly names: readonly string[];
    readonly why: string;
    readonly remedy: null;
    readonly costs: 'partly';
  }[];
  has(name: string): boolean;
  /** Whether it is one of them that a method asks for at a path. */
  covers(method: string, path: string): boolean;
}

/**
 * Finds the operations that options and `standin.json` skip; `*` stands for any text in a name.
 * Throws a StandinError that lists the operations if a name fits none.
 */
export function skippedOperations(
  contracts: readonly Contract[],
  source: Pick<SourceFacts, 'taken' | 'tables'>,
  named: readonly string[] = [],
): SkippedOperations {
  const { file = '', skipOperations = {} } = source.tables ?? {};
  const written = Object.entries(skipOperations);
  if (named.length === 0 && written.length === 0) return NONE;
  const known = operationNames(contracts, source);
  const whyByName = new Map<string, string>();
  const take = (pattern: string, why: string): boolean => {
    const fits = patternOf(pattern);
    const found = known.filter((name) => fits.test(sameName(name)));
    for (const name of found) if (!whyByName.has(name)) whyByName.set(name, why);
    return found.length > 0;
  };
  const faults: Fault[] = [];
  for (const [pattern, reason] of written) {
    if (take(pattern, `${OVERRIDES} skips it: ${reason}`)) continue;
    const at = `/skipOperations${toPointer([pattern])}`;
    faults.push({ file, at, message: unknown(pattern), remedy: existing(pattern, known) });
  }
  if (faults.length > 0) throw projectInvalid(faults);
  for (const pattern of named)
    if (!take(pattern, '--skip-operation leaves it out'))
      throw new StandinError('option-invalid', unknown(pattern), existing(pattern, known));
  const skipped = new Set([...whyByName.keys()].map(sameName));
  const groups = Map.groupBy(whyByName, ([, why]) => why);
  return {
    gaps: [...groups].map(([why, names]) => {
      return { names: names.map(([name]) => name), why, remedy: null, costs: 'partly' };
    }),
    has: (name) => skipped.has(sameName(name)),
    covers: coverage(known, skipped),
  };
}

const NONE: SkippedOperations = { gaps: [], has: () => false, covers: () => false };

/** Tells of a request whether the operation that it asks for is skipped: the one with most literals. */
function coverage(
  known: readonly string[],
  skipped: ReadonlySet<string>,
): SkippedOperations['covers'] {
  const forms = known.map((name) => {
    const same = sameName(name);
    const parts = same.split('{}').map(escaped);
    return { same, form: new RegExp(`^${parts.join('[^/]+')}/?$`), length: parts.join('').length };
  });
  forms.sort((one, other) => other.length - one.length);
  return (method, path) => {
    const found = forms.find(({ form }) => form.test(`${method} ${path}`));
    return found !== undefined && skipped.has(found.same);
  };
}

/** Returns contracts without the operations. Throws a StandinError if they have no others. */
export function withoutOperations(
  contracts: readonly Contract[],
  skipped: SkippedOperations,
): readonly Contract[] {
  if (skipped.gaps.length === 0) return contracts;
  const left = contracts.map((contract): Contract => {
    const kept = kinds.filter((kind) => !skipped.has(nameOf(contract, kind)));
    const { actions, operations, ...rest } = contract;
    return {
      ...rest,
      operations: Object.fromEntries(
        kept.flatMap((kind) => {
          const operation = operations[kind];
          return operation === undefined ? [] : [[kind, operation] as const];
        }),
      ),
      ...(actions === undefined
        ? {}
        : { actions: actions.filter(({ method, path }) => !skipped.has(`${method} ${path}`)) }),
    };
  });
  const isAny = left.some(
    ({ operations, actions = [] }) => Object.keys(operations).length > 0 || actions.length > 0,
  );
  if (isAny) return left;
  throw new StandinError('option-invalid', 'every operation is skipped', 'Skip fewer of them.');
}

/** Returns what a service may be asked before the run, without the operations. */
export function withoutAsking(source: SourceFacts, { has }: SkippedOperations): SourceFacts {
  const isRead = (path: string | null): boolean => path !== null && !has(`GET ${path}`);
  const { silent = [], taken } = source;
  return {
    ...source,
    taken: taken.filter(({ method, path }) => !has(`${method} ${path}`)),
    silent: silent
      .filter(({ list }) => isRead(list))
      .map((one) => (isRead(one.read) ? one : { ...one, read: null })),
  };
}

function patternOf(pattern: string): RegExp {
  const [method = '', ...path] = sameName(pattern).split(' ');
  const name = [method.toUpperCase(), ...path].join(' ').replace(/(?<=.)\/$/, '');
  return new RegExp(`^${name.split('*').map(escaped).join('.*')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function unknown(pattern: string): string {
  return `there is no operation ${JSON.stringify(pattern)}`;
}

function existing(pattern: string, known: readonly string[]): string {
  const near = suggest(pattern, known);
  return near === null ? `There are ${listed(known)}.` : `Did you mean ${JSON.stringify(near)}?`;
}

/** Lists names; of very many, the first. */
export function listed(names: readonly string[]): string {
  const more = names.length - LISTED_MAX;
  const shown = names.slice(0, LISTED_MAX).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown || 'none';
}

const LISTED_MAX = 40;
