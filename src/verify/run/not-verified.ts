// What a run did not verify, though it is there, and what that costs the verdict.

import { pluralize } from '../../base/pluralize.ts';
import { consumerOf } from '../pacts/names.ts';
import type { NotVerified, PactResult, Report } from '../report.ts';
import type { Required } from './required.ts';

/** Returns the verdict of a run that found nothing wrong, and did not verify everything. */
export function verdictWithout(
  notVerified: readonly NotVerified[],
  required: Required,
): Pick<Report, 'verdict' | 'reason' | 'remedy'> | null {
  const decisive =
    notVerified.find(({ costs }) => costs === 'verdict') ??
    notVerified.find((one) => one.costs === 'partly' && isRequired(one, required));
  if (decisive !== undefined) {
    const { what, why, remedy } = decisive;
    return { verdict: 'unjudged', reason: `Not verified: ${what}: ${why}.`, remedy };
  }
  return notVerified.some(({ costs }) => costs === 'partly')
    ? { verdict: 'partly', reason: null, remedy: null }
    : null;
}

function isRequired({ about }: NotVerified, required: Required): boolean {
  return required === 'all' || required === about;
}

/**
 * Returns the interactions of pacts that were not verified. If Pact itself failed, or a file has none
 * that was verified, in this contract and others, that costs the verdict. Pending ones cost nothing.
 */
export function pactsNotVerified(
  results: readonly PactResult[],
  partsOf: ReadonlySet<string>,
): readonly NotVerified[] {
  const counted = results.filter(({ isPending }) => isPending !== true);
  const missing = counted.filter(isMissing);
  const failed = missing.filter((one) => one.failed !== undefined);
  const isEmpty = (file: string): boolean =>
    !partsOf.has(file) && counted.filter((one) => one.file === file).every(isMissing);
  const empty = missing.filter(({ file }) => isEmpty(file));
  const decisive = [...failed, ...empty];
  const [first = missing[0]] = decisive;
  if (first === undefined) return [];
  const why =
    failed.length > 0 ? [...new Set(failed.map(whyMissing))].join('; ') : whyOf(empty, missing);
  return [
    {
      what: `${missing.length} of ${pluralize(counted.length, 'pact interaction')}`,
      why,
      remedy: first.remedy ?? null,
      about: 'pacts',
      costs: decisive.length > 0 ? 'verdict' : 'partly',
    },
  ];
}

function isMissing({ result }: PactResult): boolean {
  return result === 'not-verified';
}

/** Names the files of which nothing was verified first, then single interactions, by reason. */
function whyOf(empty: readonly PactResult[], missing: readonly PactResult[]): string {
  const files = [...new Set(empty.map(({ file }) => file))].map((file) => {
    const own = empty.filter((one) => one.file === file);
    return `none of ${file}: ${reasonsIn(own)}`;
  });
  const others = missing.filter((one) => !empty.includes(one));
  const groups = [...files, ...groupsBy(others, nameOf)];
  const rest = groups.length - REASONS_MAX;
  return groups.slice(0, REASONS_MAX).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function reasonsIn(results: readonly PactResult[]): string {
  const [first = 'unknown reason', ...others] = new Set(results.map(whyMissing));
  return others.length === 0 ? first : `${first} (and ${pluralize(others.length, 'other reason')})`;
}

function whyMissing({ mismatches }: PactResult): string {
  return mismatches[0] ?? 'unknown reason';
}

function nameOf(one: PactResult): string {
  return `${consumerOf(one)}: ${one.description}`;
}

/** Joins the names of results with the same reason. */
function groupsBy(
  results: readonly PactResult[],
  name: (one: PactResult) => string,
): readonly string[] {
  const named = new Map<string, Set<string>>();
  for (const one of results) {
    const why = whyMissing(one);
    named.set(why, (named.get(why) ?? new Set()).add(name(one)));
  }
  return [...named].map(([why, names]) => `${[...names].join(', ')}: ${why}`);
}

const REASONS_MAX = 3;
