// Calls that failed and are in no finding yet, once the run is over: in the probe, between laws, in the
// clean-up, or in a law that did not fail again. What surely breaks the contract, or repeats, becomes a
// finding; everything else becomes a note with numbers. So no failure is in neither.

import { pluralize } from '../../base/pluralize.ts';
import { isSpecified } from '../../contract/is-specified.ts';
import { kindOf } from '../../contract/operation-at.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { createRouter } from '../../contract/route.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Call } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import { failure } from '../../oracle/reply-findings.ts';
import { type Failure, failedIn, mayPass } from '../guard/failures.ts';
import type { Exchanged, ReportedFinding, UnstableCalls } from '../report.ts';
import { noAnswer } from '../scenario/no-answer.ts';
import type { Session } from '../session/session.ts';

/** A finding about calls that failed. */
export interface FailureFinding {
  /** The law that it breaks. */
  readonly law: string;
  readonly finding: Finding;
  readonly trace: readonly Exchanged[];
}

/** What becomes of the calls that failed and are in no finding. */
export interface UnreportedFailures {
  readonly findings: readonly FailureFinding[];
  readonly notes: readonly string[];
  /** What the first of the notes says of those that may pass. */
  readonly unstable: readonly UnstableCalls[];
}

/** Judges the calls that failed and are in none of the findings. */
export function judgeFailures(
  session: Session,
  findings: readonly ReportedFinding[],
  unstable: 'told' | 'fails' = 'told',
): UnreportedFailures {
  const { guard } = session.sender;
  const failures = guard.failures.all;
  if (failures.length === 0) return { findings: [], notes: [], unstable: [] };
  const operationOf = operationFinder(session);
  const groups = Map.groupBy(
    failures.map((one) => ({ ...one, operation: operationOf(one.exchanged.call) })),
    ({ operation, what }) => `${operation.name} ${what}`,
  );
  const calls = Map.groupBy(guard.since(0), ({ call }) => operationOf(call).name);
  const found: FailureFinding[] = [];
  const passed: UnstableCalls[] = [];
  const open: UnstableCalls[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || isReported(first, findings)) continue;
    const { operation, what } = first;
    // What the contract does not have need not be implemented (RFC 9110 section 15.6.2).
    if (what === '501' && !operation.isSpecified) continue;
    const sent = calls.get(operation.name)?.length ?? group.length;
    // No request may be to blame for an operation that never did anything else.
    const isAlways = operation.isSpecified && sent >= REPEATED && group.length === sent;
    const breaches = group.filter((one) => isAlways || one.judged === 'breach' || isUnseen(one));
    const least = unstable === 'fails' || session.retries === 0 ? 1 : REPEATED;
    const isSure = mayPass(what) ? breaches.length >= least : breaches.length > 0;
    if (isSure && operation.kind !== null)
      found.push(findingOf(session, operation.kind, breaches, sent));
    else {
      const told = { operation: operation.name, what, failed: group.length, calls: sent };
      const isRare = mayPass(what) && group.length < REPEATED;
      (isRare ? passed : open).push(told);
    }
  }
  return {
    findings: found,
    notes: [
      ...unstableNote(passed, guard.since(0).length),
      ...noteOf(open, 'of requests that need not succeed'),
    ],
    unstable: passed,
  };
}

function textOf({ operation, what, failed, calls }: UnstableCalls): string {
  return `${operation} ${what} (${failed} of ${pluralize(calls, 'call')})`;
}

function unstableNote(told: readonly UnstableCalls[], calls: number): readonly string[] {
  const count = told.reduce((sum, one) => sum + one.failed, 0);
  const texts = told.map(textOf).join(', ');
  return count === 0
    ? []
    : [`unstable: ${count} of ${pluralize(calls, 'call')} failed, and did not again: ${texts}`];
}

function noteOf(told: readonly UnstableCalls[], how: string): readonly string[] {
  const count = told.reduce((sum, one) => sum + one.failed, 0);
  const texts = told.map(textOf).join(', ');
  return count === 0 ? [] : [`${pluralize(count, 'failure')}, ${how}: ${texts}`];
}

/** How often an operation fails until what may pass counts as a fault. */
const REPEATED = 3;

type PlacedFailure = Failure & { readonly operation: CalledOperation };

/** Whether no law judged a call that any service has to answer. */
function isUnseen({ judged, isPlain }: Failure): boolean {
  return judged === null && isPlain;
}

/** Whether a finding says that an operation fails so. */
function isReported(
  { operation, what }: PlacedFailure,
  findings: readonly ReportedFinding[],
): boolean {
  return findings.some(
    (one) =>
      failedIn(one) === what &&
      (operation.kind === null
        ? one.clause.startsWith(operation.name)
        : one.operation === operation.kind),
  );
}

function findingOf(
  { service: { contract } }: Session,
  kind: Kind,
  failures: readonly Failure[],
  sent: number,
): FailureFinding {
  const [first] = failures;
  if (first === undefined) throw new Error('there is no failure');
  const { exchange } = first;
  const finding =
    exchange.kind === 'received'
      ? failure({ contract, kind, received: exchange.received })
      : noAnswer(contract, kind, exchange);
  const message = `${finding.message}, in ${failures.length} of ${pluralize(sent, 'call')}`;
  const trace = failures.slice(0, SHOWN_MAX).map(({ exchanged }) => exchanged);
  return { law: LAWS[kind], finding: { ...finding, message }, trace };
}

/** The number of calls that a finding shows. */
const SHOWN_MAX = 3;

/** The law that each operation breaks by failing. */
const LAWS: Readonly<Record<Kind, string>> = {
  list: 'list-follows',
  create: 'created-is-there',
  read: 'created-is-there',
  replace: 'replaced-is-there',
  update: 'updated-is-there',
  remove: 'removed-is-gone',
};

interface CalledOperation {
  /** `GET /users/{id}`. */
  readonly name: string;
  /** `null` if it is none of the six. */
  readonly kind: Kind | null;
  /** Whether the contract has it. */
  readonly isSpecified: boolean;
}

function operationFinder({ service }: Session): (call: Call) => CalledOperation {
  const template = templateOf(service.contract);
  const router = createRouter([template], '');
  return ({ method, path }) => {
    const route = router.find(path.replace(/(?<=.)\/$/, ''));
    const kind = route === null ? null : kindOf(method, route, 'usual');
    if (kind !== null) {
      const id = `{${template.id}}`;
      const name = `${wayOf(template, kind).method} ${pathOf(template, kind, id)}`;
      return { name, kind, isSpecified: isSpecified(template, kind) };
    }
    const other = router.findAction?.(method, path);
    return other?.kind === 'action'
      ? { name: `${other.operation.method} ${other.operation.path}`, kind, isSpecified: true }
      : { name: `${method} ${path}`, kind, isSpecified: false };
  };
}
