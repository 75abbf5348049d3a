// The sentences that every form of the report shares, so that a terminal, a page and a pipeline say
// the same.

import { pluralize } from '../../base/pluralize.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged, Observation, PactStage, Report, WalkStage } from '../report.ts';

/** Says what a run came to, without saying of whom: `violates the contract: 2 findings`. */
export function verdictOf(report: Report): string {
  const { findings, verdict } = report;
  if (verdict === 'conforms') return 'conforms to the contract';
  if (verdict === 'unjudged') return 'could not be judged';
  const breach = (['violates', 'inconsistent', 'drifted'] as const).find((one) =>
    findings.some((f) => f.breach === one),
  );
  return `${breachOf(breach ?? 'violates')}${findings.length === 0 ? '' : `: ${pluralize(findings.length, 'finding')}`}`;
}

/** What becomes of what a run leaves behind where nothing can be removed. */
export const STAYS = 'it stays, since the contract has no DELETE';

/**
 * Says what a finding is of: the service violates the contract, contradicts itself, or departs from
 * a pinned choice.
 */
export function breachOf(breach: Finding['breach']): string {
  switch (breach) {
    case 'violates':
      return 'violates the contract';
    case 'inconsistent':
      return 'contradicts itself';
    case 'drifted':
      return 'departs from a pinned choice';
  }
}

/** Says who decided what was expected. */
export function deciderOf({ by, breach }: Pick<Finding, 'by' | 'breach'>): string {
  if (by === 'contract') return 'the contract';
  if (by === 'http') return 'HTTP itself';
  if (breach === 'drifted') return `${by}, pinned`;
  return breach === 'inconsistent' ? `${by}, as the service itself chose before` : by;
}

/** Writes what a run took: `212 requests in 1.8 s`. */
export function effortOf({ requests, elapsedMs }: Pick<Report, 'requests' | 'elapsedMs'>): string {
  return `${pluralize(requests, 'request')} in ${duration(elapsedMs)}`;
}

/** Writes what the pacts came to. */
export function pactsOf({ state, why, interactions }: PactStage): string {
  if (state === 'not-run') return `not run${why === null ? '' : `: ${why}`}`;
  const count = (result: string): number =>
    interactions.filter((one) => one.result === result).length;
  const others = (['failed', 'unprepared', 'pending'] as const).filter(
    (result) => count(result) > 0,
  );
  const rest = others.map((result) => `, ${count(result)} ${result}`).join('');
  return `${count('passed')} of ${pluralize(interactions.length, 'interaction')} passed${rest}`;
}

/** Writes what the walks came to. */
export function walksOf({ planned, run, steps, why }: WalkStage): string {
  return `${run} of ${planned} run, ${pluralize(steps, 'step')}${why === null ? '' : `: ${why}`}`;
}

/** Writes what became of the items that are not the run's. */
export function bystandersOf({
  bystanders,
  resource,
}: Pick<Report, 'bystanders' | 'resource'>): string {
  const { watched, changed, vanished, verdict } = bystanders;
  if (verdict === 'not-watched') return 'not watched';
  const gone = vanished === 0 ? '' : `, ${vanished} vanished`;
  const doubt =
    verdict === 'inconclusive' ? ': inconclusive, others may have written at the same time' : '';
  return `${changed} of ${watched} foreign ${resource} changed${gone}${doubt}`;
}

/** Writes what the service was seen to choose: `201 (57 times)`. */
export function seenOf({ option, seen, disputed }: Observation): string {
  const others = disputed
    .map((other) => `, also ${String(other.option)} (${times(other.seen)})`)
    .join('');
  return `${String(option)} (${times(seen)})${others}`;
}

/** Writes a call and its answer in a line: `GET /users/17 200`. */
export function exchangeOf({ call, received, trouble }: Exchanged): string {
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`;
  return `${call.method} ${target} ${received === null ? `no answer: ${trouble ?? 'unknown'}` : received.status}`;
}

/** Writes a duration: `850 ms`, `1.8 s`. */
export function duration(elapsedMs: number): string {
  return elapsedMs < 1000 ? `${Math.round(elapsedMs)} ms` : `${(elapsedMs / 1000).toFixed(1)} s`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
