// Findings that a team knows and lives with for a while: a baseline. They are left out of the
// findings of a report, and told as what was not tried, with the reason of the team.

import { operationOf } from '../../oracle/finding.ts';
import type { FindingCode } from '../../oracle/finding-codes.ts';
import { subjectOf } from '../print/coverage.ts';
import type { LawResult, Report, ReportedFinding, Untried } from '../report.ts';

/** What tells a finding from others in every run: not its message, which has values of the run. */
export interface Fingerprint {
  readonly resource: string;
  /** A kind, or method and path: `create`, `GET /health`. */
  readonly operation: string;
  readonly code: FindingCode;
  /** The member, with `*` for the index of a list; `null` if it is about none. */
  readonly at: string | null;
}

export interface KnownFinding extends Fingerprint {
  /** What was seen when it was written, for a reader. */
  readonly message: string;
  /** Why the team lives with it. */
  readonly reason: string;
  /** The last day on which it does: `2027-01-31`. */
  readonly until: string;
}

/** Items of others were harmed, or something stays behind: nobody can know that beforehand. */
const NEVER_KNOWN: ReadonlySet<string> = new Set<FindingCode>([
  'id-of-another',
  'overwrote-another',
  'removed-another',
  'changed-another',
  'harmed-others',
  'lost',
  'all-lost',
  'not-removed',
  // A pact may be pending: its consumer says so.
  'pact-mismatch',
]);

/** Whether findings with this code may be in a baseline. */
export function mayBeKnown(code: string): boolean {
  return !NEVER_KNOWN.has(code);
}

export function fingerprintOf(finding: ReportedFinding, resource: string): Fingerprint {
  const { code, at } = finding;
  const member = at === null ? null : at.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return { resource, operation: operationOf(finding), code, at: member };
}

export function isSameFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return (
    one.resource === other.resource &&
    one.operation === other.operation &&
    one.code === other.code &&
    one.at === other.at
  );
}

/** Returns a fingerprint in words: `create email: value-changed`. */
export function fingerprintText({ operation, at, code }: Fingerprint): string {
  return [operation, ...(at === null || at === '' ? [] : [at.slice(1)])]
    .join(' ')
    .concat(`: ${code}`);
}

type Judged = Pick<Report, 'findings' | 'laws' | 'untried' | 'end'>;

/** What a baseline makes of a run. */
export interface Separated<T extends Judged> {
  readonly judged: T;
  /** The findings that the team knows. */
  readonly known: NonNullable<Report['known']>;
  /** What the baseline names and needs no more, a sentence each. */
  readonly notes: readonly string[];
}

/** Takes those findings out of a run that a baseline knows on a day (`2026-11-27`). */
export function separateKnown<T extends Judged>(
  run: T,
  resource: string,
  { baseline, today }: { readonly baseline: readonly KnownFinding[]; readonly today: string },
): Separated<T> {
  const own = baseline.filter((one) => one.resource === resource);
  const entries = run.findings.map((finding) => {
    const print = fingerprintOf(finding, resource);
    const entry = own.find((one) => isSameFingerprint(one, print)) ?? null;
    return { finding, entry, isKnown: entry !== null && today <= entry.until };
  });
  const numbers = new Map<number, number>();
  entries.forEach(({ isKnown }, index) => {
    if (!isKnown) numbers.set(index + 1, numbers.size + 1);
  });
  const known = entries.flatMap(({ finding, entry, isKnown }) =>
    isKnown && entry !== null ? [{ finding, reason: entry.reason, until: entry.until }] : [],
  );
  const laws = run.laws.map((law) => lawWithout(law, numbers, entries));
  const notes = [
    ...entries.flatMap(({ entry, isKnown }) =>
      entry === null || isKnown
        ? []
        : [`the baseline knew ${fingerprintText(entry)} until ${entry.until} (${entry.reason})`],
    ),
    ...(run.end === 'whole' ? own : [])
      .filter((one) => !entries.some(({ entry }) => entry === one))
      .map((one) => `the baseline names ${fingerprintText(one)}, which this run did not find`),
  ];
  const findings = entries.flatMap(({ finding, isKnown }) => (isKnown ? [] : [finding]));
  const untried = [...untriedFor(known, run, laws), ...run.untried];
  return { judged: { ...run, findings, laws, untried }, known, notes };
}

type Entry = { readonly finding: ReportedFinding; readonly entry: KnownFinding | null };

/** A law that only known findings broke: nobody can say whether it would hold without them. */
function lawWithout(
  law: LawResult,
  numbers: ReadonlyMap<number, number>,
  entries: readonly Entry[],
): LawResult {
  const left = law.brokenBy.flatMap((number) => numbers.get(number) ?? []);
  if (left.length > 0 || law.brokenBy.length === 0) return { ...law, brokenBy: left };
  const entry = entries[(law.brokenBy[0] ?? 0) - 1]?.entry ?? null;
  const why = entry === null ? law.why : whyKnown(entry);
  return { ...law, result: 'not-exercised', why, brokenBy: [] };
}

function whyKnown({ reason, until }: Pick<KnownFinding, 'reason' | 'until'>): string {
  return `known until ${until}: ${reason}`;
}

/** One line for each known finding: the laws that it broke, and what it is. */
function untriedFor(
  known: NonNullable<Report['known']>,
  { laws: before, findings }: Pick<Report, 'laws' | 'findings'>,
  after: readonly LawResult[],
): readonly Untried[] {
  return known.map(({ finding, ...entry }) => {
    const number = findings.indexOf(finding) + 1;
    const names = before.flatMap(({ name, brokenBy }, index) =>
      brokenBy[0] === number && after[index]?.result === 'not-exercised' ? [name] : [],
    );
    const what = `${subjectOf(finding)}: ${finding.message}`;
    return { why: `${whyKnown(entry)} (${what})`, laws: [...new Set(names)] };
  });
}
