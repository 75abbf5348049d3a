// The results of the laws by operation. Laws that were not exercised are counted too.

import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { TakenOperation } from '../../source/source-contracts.ts';
import type { LawResult, Report, Share, SourceCoverage } from '../report.ts';

export interface OperationCoverage {
  /** `POST`, `GET list`, `GET one`. */
  readonly name: string;
  readonly laws: readonly LawResult[];
  readonly held: readonly LawResult[];
  readonly broken: readonly LawResult[];
  readonly notExercised: readonly LawResult[];
}

/** Groups the laws by operation. An operation without a law is absent. */
export function coverageOf(laws: readonly LawResult[]): readonly OperationCoverage[] {
  return kinds.flatMap((kind) => {
    const ofKind = laws.filter((law) => law.operation === kind);
    if (ofKind.length === 0) return [];
    const withResult = (result: LawResult['result']): readonly LawResult[] =>
      ofKind.filter((law) => law.result === result);
    return [
      {
        name: nameOf(kind),
        laws: ofKind,
        held: withResult('held'),
        broken: withResult('broken'),
        notExercised: withResult('not-exercised'),
      },
    ];
  });
}

/** Returns the method of an operation; for GET also whether it reads the list or one item. */
export function nameOf(kind: Kind): string {
  const { method } = methods[kind];
  if (kind === 'list') return `${method} list`;
  return kind === 'read' ? `${method} one` : method;
}

/** Returns the name of the operation that a finding is about. */
export function subjectOf({ operation, route }: Pick<Finding, 'operation' | 'route'>): string {
  return route ?? nameOf(operation);
}

/** Number of names that a report lists of what was not seen; JSON has all. */
const UNSEEN_SHOWN_MAX = 6;

/** `8 of 9 operations sent, 12 of 15 declared statuses and 7 of 7 members of answers seen`; `null` if nothing counts. */
export function seenShares({ coverage }: Report): string | null {
  if (coverage === undefined || coverage.operations.declared === 0) return null;
  return sharesOf(coverage);
}

/**
 * What the runs of several contracts saw of all, in the same words; `null` for fewer than two, or if
 * nothing counts. `taken` are the operations of the document, also of contracts that were left out;
 * empty without a document.
 */
export function seenOfAll(
  reports: readonly Pick<Report, 'coverage'>[],
  taken: readonly Pick<TakenOperation, 'statuses'>[],
): string | null {
  const all = reports.flatMap(({ coverage }) => coverage ?? []);
  if (reports.length < 2 || all.length === 0) return null;
  const sum = (part: keyof SourceCoverage, least: number): Counts => ({
    seen: all.reduce((count, one) => count + one[part].seen, 0),
    declared: Math.max(
      least,
      all.reduce((count, one) => count + one[part].declared, 0),
    ),
  });
  const statuses = taken.flatMap((one) => one.statuses.filter((status) => status !== 'default'));
  const shares = sharesOf({
    operations: sum('operations', taken.length),
    statuses: sum('statuses', statuses.length),
    members: sum('members', 0),
  });
  return shares === '' ? null : shares;
}

type Counts = Pick<Share, 'seen' | 'declared'>;

function sharesOf({
  operations,
  statuses,
  members,
}: Readonly<Record<keyof SourceCoverage, Counts>>): string {
  // Contracts from rows specify no status.
  const share = ({ seen, declared }: Counts, what: string): readonly string[] =>
    declared === 0 ? [] : [`${seen} of ${declared} ${what}`];
  const seen = [
    ...share(statuses, 'declared statuses'),
    ...share(members, 'members of answers'),
  ].join(' and ');
  return [
    ...share(operations, 'operations').map((one) => `${one} sent`),
    ...(seen === '' ? [] : [`${seen} seen`]),
  ].join(', ');
}

/** What was not seen, one line each: `not sent: GET /status`. */
export function unseenOf({ coverage }: Report): readonly string[] {
  if (coverage === undefined) return [];
  const { operations, statuses, members } = coverage;
  const missing = new Set(operations.missing);
  const ofSent = statuses.missing.filter((one) => !missing.has(one.slice(0, one.lastIndexOf(' '))));
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['not sent', operations.missing],
    ['statuses not seen', ofSent],
    ['members not seen', members.missing],
  ];
  return parts.flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${what}: ${listed(names)}`],
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - UNSEEN_SHOWN_MAX;
  const shown = names.slice(0, UNSEEN_SHOWN_MAX).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** Sums up the laws of an operation: `11 of 14 laws held, 1 broken, 2 not exercised`. */
export function tally({ laws, held, broken, notExercised }: OperationCoverage): string {
  const parts = [`${held.length} of ${laws.length} laws held`];
  if (broken.length > 0) parts.push(`${broken.length} broken`);
  if (notExercised.length > 0) parts.push(`${notExercised.length} not exercised`);
  return parts.join(', ');
}
