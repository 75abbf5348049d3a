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
import type { Exchange } from '../../http/client/client.ts';
import type { Call } from '../../model/message/call.ts';
import { isStatusDeclared } from '../../oracle/declared-answer.ts';
import type { Finding } from '../../oracle/finding.ts';
import { failure, refusal } from '../../oracle/reply-findings.ts';
import { type Failure, failedIn, mayPass } from '../guard/failures.ts';
import type { Exchanged, ReportedFinding, UnstableCalls } from '../report.ts';
import { noAnswer } from '../scenario/no-answer.ts';
import type { Session } from '../session/session.ts';

/** A finding about calls that failed. */
export interface FailureFinding {
  /** The law that it breaks. */
  readonly law: string;
  /** What failed: `502`, or `no answer`. */
  readonly what: string;
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
  const operationOf = operationFinder(session);
  const repeated = judgePassing(session, operationOf, unstable);
  const told = new Set(repeated.findings.map(({ what }) => what));
  const failures = guard.failures.all.filter(({ what }) => !told.has(what));
  const groups = Map.groupBy(
    failures.map((one) => ({ ...one, operation: operationOf(one.exchanged.call) })),
    ({ operation, what }) => `${operation.name} ${what}`,
  );
  const calls = Map.groupBy(guard.since(0), ({ call }) => operationOf(call).name);
  const found: FailureFinding[] = [...repeated.findings];
  const passed: UnstableCalls[] = [...repeated.unstable];
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
    // A failure that is declared may be how the service says that nothing is there.
    const isOpen = isDeclared(session, operation, what);
    const breaches = group.filter(
      (one) => isAlways || one.judged === 'breach' || (isUnseen(one) && !isOpen),
    );
    const isSure = mayPass(what)
      ? breaches.length >= leastOf(session, unstable)
      : breaches.length > 0;
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

/** How often what may pass must have failed. */
function leastOf({ retries }: Session, unstable: 'told' | 'fails'): number {
  return unstable === 'fails' || retries === 0 ? 1 : REPEATED;
}

/** Judges the answers that did not come again: one finding for each kind, whatever was asked. */
function judgePassing(
  session: Session,
  operationOf: (call: Call) => CalledOperation,
  unstable: 'told' | 'fails',
): {
  readonly findings: readonly FailureFinding[];
  readonly unstable: readonly UnstableCalls[];
} {
  const { guard } = session.sender;
  const sent = [...guard.since(0), ...guard.passing.all.map(({ exchanged }) => exchanged)];
  const calls = Map.groupBy(sent, ({ call }) => operationOf(call).name);
  const findings: FailureFinding[] = [];
  const rare: UnstableCalls[] = [];
  for (const [what, passed] of Map.groupBy(guard.passing.all, (one) => one.what)) {
    const all = [...passed, ...guard.failures.all.filter((one) => one.what === what)];
    const placed = all.map((one) => ({ ...one, operation: operationOf(one.exchanged.call) }));
    const byName = [...Map.groupBy(placed, ({ operation }) => operation.name)].sort(
      ([, one], [, other]) => other.length - one.length,
    );
    const counts = byName.map(([operation, { length: failed }]) => {
      return { operation, what, failed, calls: calls.get(operation)?.length ?? failed };
    });
    const [first] = byName[0]?.[1] ?? [];
    if (first === undefined || all.length < leastOf(session, unstable)) {
      rare.push(...counts);
      continue;
    }
    const places = counts.map((one) => `${one.operation} (${one.failed} of ${one.calls})`);
    const message = `${SAYING[what] ?? `answers ${what} now and then to a request that it answers well when it is sent again`}, in ${all.length} of ${pluralize(sent.length, 'call')}: ${places.join(', ')}`;
    const trace = all.slice(0, SHOWN_MAX).map(({ exchanged }) => exchanged);
    const { kind, name } = first.operation;
    const finding = failureOf(session, kind ?? 'read', first.exchange);
    const route = kind === null ? { route: name, clause: name } : {};
    const law = LAWS[kind ?? 'read'];
    findings.push({ law, what, trace, finding: { ...finding, ...route, message } });
  }
  return { findings, unstable: rare };
}

/** What a service does that is right the next time, if it is about access or gives no answer. */
const SAYING: Readonly<Record<string, string>> = {
  401: 'answers 401 now and then to a credential that was accepted before and after',
  403: 'answers 403 now and then to a credential that was accepted before and after',
  'no answer': 'gives no answer now and then to a request that it answers when it is sent again',
};

type PlacedFailure = Failure & { readonly operation: CalledOperation };

function isDeclared(
  { service: { contract } }: Session,
  { kind }: CalledOperation,
  what: string,
): boolean {
  return kind !== null && isStatusDeclared({ contract, kind }, Number(what));
}

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
  session: Session,
  kind: Kind,
  failures: readonly Failure[],
  sent: number,
): FailureFinding {
  const [first] = failures;
  if (first === undefined) throw new Error('there is no failure');
  const finding = failureOf(session, kind, first.exchange);
  const message = `${finding.message}, in ${failures.length} of ${pluralize(sent, 'call')}`;
  const trace = failures.slice(0, SHOWN_MAX).map(({ exchanged }) => exchanged);
  return { law: LAWS[kind], what: first.what, finding: { ...finding, message }, trace };
}

function failureOf({ service: { contract } }: Session, kind: Kind, exchange: Exchange): Finding {
  if (exchange.kind !== 'received') return noAnswer(contract, kind, exchange);
  const reply = { contract, kind, received: exchange.received };
  return exchange.received.status < 500 ? refusal(reply) : failure(reply);
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
