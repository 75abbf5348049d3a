// The phrases that all forms of the report share.

import { pluralize } from '../../base/pluralize.ts';
import type { Finding } from '../../oracle/finding.ts';
import type {
  Exchanged,
  NotVerified,
  Observation,
  PactStage,
  Report,
  ReportedFinding,
  Untried,
  WalkStage,
} from '../report.ts';
import { triedOf } from '../run/required.ts';
import { subjectOf } from './coverage.ts';

/** Returns the verdict of a run without its subject: `violates the contract: 2 findings`. */
export function verdictOf(report: Report): string {
  return `${judgementOf(report)}${gapsOf(report.notVerified)}`;
}

/** Names what was not verified, behind a verdict. */
function gapsOf(notVerified: readonly NotVerified[]): string {
  const names = notVerified.map(({ what, why, costs }) =>
    costs === 'nothing' ? `${what} (${why})` : what,
  );
  return names.length === 0 ? '' : `; not verified: ${names.join(', ')}`;
}

/** Says what was not verified, and why. What you left out is only named. */
export function reasonsOf({ notVerified }: Pick<Report, 'notVerified'>): readonly string[] {
  return notVerified.flatMap(({ what, why, costs }) =>
    costs === 'nothing' ? [] : [`not verified: ${what}: ${why}`],
  );
}

function judgementOf(report: Report): string {
  const { findings, laws, verdict } = report;
  if (verdict === 'conforms') return 'conforms to the contract';
  if (verdict === 'partly' && laws.length === 0)
    return 'conforms as far as tried: nothing was tried';
  if (verdict === 'partly')
    return `conforms as far as ${isOnlyUnread(report) ? 'read' : 'tried'}: ${triedOf(laws)} of ${pluralize(laws.length, 'law')} exercised`;
  if (verdict === 'unjudged') return 'could not be judged';
  const breach = (['violates', 'drifted', 'unkept'] as const).find((one) =>
    findings.some((f) => f.breach === one),
  );
  return `${breachOf(breach ?? 'violates')}${findings.length === 0 ? '' : `: ${pluralize(findings.length, 'finding')}`}`;
}

/** Whether all was tried, and schemas say more than is read. */
function isOnlyUnread({ untried, notVerified }: Report): boolean {
  return (
    untried.length === 0 &&
    notVerified.every(({ about, costs }) => about === 'schemas' || costs === 'nothing')
  );
}

/** Says what was not tried: `15 laws not exercised: no time was left`. */
export function untriedOf({ why, laws }: Untried): string {
  return laws.length === 0 ? why : `${pluralize(laws.length, 'law')} not exercised: ${why}`;
}

/** The laws that a finding broke, its own first; `number` is that of the finding. */
export function lawsBrokenBy(
  { law: own }: Pick<ReportedFinding, 'law'>,
  number: number,
  { laws }: Pick<Report, 'laws'>,
): readonly string[] {
  const names = laws.flatMap(({ name, brokenBy }) => (brokenBy.includes(number) ? [name] : []));
  return [...new Set([own, ...names])];
}

/** What happens to leftovers that cannot be removed. */
export const STAYS = 'they stay, because the contract has no DELETE';

/** Returns the predicate of a finding; its subject is the service. */
export function breachOf(breach: Finding['breach']): string {
  switch (breach) {
    case 'violates':
      return 'violates the contract';
    case 'drifted':
      return 'departs from a pinned choice';
    case 'unkept':
      return 'does not keep a pact';
  }
}

/** Returns the heading of a finding: what its service breaks, and where that is written. */
export function headingOf(
  finding: Pick<Finding, 'operation' | 'route' | 'breach' | 'clause'>,
): string {
  const { breach, clause } = finding;
  // The clause names the consumer, whose promise this is.
  return breach === 'unkept' ? clause : `${subjectOf(finding)} ${breachOf(breach)}: ${clause}`;
}

/** Names who decided what was expected. */
export function deciderOf({ by, breach }: Pick<Finding, 'by' | 'breach'>): string {
  if (by === 'contract') return 'the contract';
  if (by === 'http') return 'HTTP itself';
  return breach === 'drifted' ? `${by}, pinned` : by;
}

/** Returns the effort of a run: `212 requests in 1.8 s`. */
export function effortOf({ requests, elapsedMs }: Pick<Report, 'requests' | 'elapsedMs'>): string {
  return `${pluralize(requests, 'request')} in ${duration(elapsedMs)}`;
}

/** Sums up the pacts: `4 of 5 interactions passed, 1 failed`. */
export function pactsOf({ state, why, interactions }: PactStage): string {
  if (state === 'not-run') return `not run${why === null ? '' : `: ${why}`}`;
  const count = (result: string): number =>
    interactions.filter((one) => one.result === result).length;
  const others = (['failed', 'not-verified', 'pending'] as const).filter(
    (result) => count(result) > 0,
  );
  const rest = others.map((result) => `, ${count(result)} ${WORDS[result]}`).join('');
  return `${count('passed')} of ${pluralize(interactions.length, 'interaction')} passed${rest}`;
}

/** The results of interactions in words. */
export const WORDS = {
  passed: 'passed',
  failed: 'failed',
  pending: 'pending',
  'not-verified': 'not verified',
} as const;

/** Sums up the walks: `2 of 2 run, 12 steps`. */
export function walksOf({ planned, run, steps, why }: WalkStage): string {
  return `${run} of ${planned} run, ${pluralize(steps, 'step')}${why === null ? '' : `: ${why}`}`;
}

/** Sums up the items that the run did not create. */
export function bystandersOf({
  bystanders,
  resource,
}: Pick<Report, 'bystanders' | 'resource'>): string {
  const { watched, changed, vanished, readSingly, verdict } = bystanders;
  if (verdict === 'not-watched') return 'not watched';
  const how = `, compared in the list${readSingly === 0 ? '' : `; ${readSingly} read singly`}`;
  const gone = vanished === 0 ? '' : `, ${vanished} vanished`;
  const doubt =
    verdict === 'inconclusive'
      ? ': inconclusive, because other clients may have written at the same time'
      : '';
  return `${changed} of ${watched} foreign ${resource} changed${gone}${doubt === '' && watched > 0 ? how : doubt}`;
}

/** Returns the options that the service was seen to take: `201 (57 times)`. */
export function seenOf({ option, seen, disputed }: Observation): string {
  const others = disputed
    .map((other) => `, also ${String(other.option)} (${times(other.seen)})`)
    .join('');
  return `${String(option)} (${times(seen)})${others}`;
}

/** Returns a request and its status in a line: `GET /users/17 200`. */
export function exchangeOf({ call, received, trouble }: Exchanged): string {
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`;
  return `${call.method} ${target} ${received === null ? `no reply: ${trouble ?? 'unknown'}` : received.status}`;
}

/** Returns a duration: `850 ms`, `1.8 s`. */
export function duration(elapsedMs: number): string {
  return elapsedMs < 1000 ? `${Math.round(elapsedMs)} ms` : `${(elapsedMs / 1000).toFixed(1)} s`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
