// Records the traffic of a run of `verify`: each exchange with its law, judged as the proxy judges,
// and with the findings of the run. The exchanges of a law are held back until the law is done. The
// run never waits for this.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../http/client/client.ts';
import type { Sink } from '../../journal/archive.ts';
import type { Recorded, Unnumbered } from '../../journal/interaction/recorded.ts';
import { bodyOf, fieldsOf } from '../../journal/interaction/to-recorded.ts';
import type { Body, Call, Headers } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { JudgedExchange, Shadow } from '../../record/shadow/shadow.ts';
import type { RequestSpan } from '../../record/shadow/timeline.ts';
import type { Activity } from '../../verify/activity.ts';
import type { Watch } from '../../verify/guard/guard.ts';
import type { Exchanged, ReportedFinding } from '../../verify/report.ts';
import { witnessOf } from '../../verify/search/witness.ts';
import type { RecordedViolation } from '../recording/recorded-notes.ts';

export interface RunRecorderOptions {
  readonly shadow: Shadow;
  readonly sink: Sink;
  /** Redacts an interaction before anyone sees it. */
  readonly redact: (recorded: Unnumbered) => Unnumbered;
  /** Prefix of every path at the service. */
  readonly basePath: string;
  /** Host and port of the service, as the Host field has them. */
  readonly host: string;
  /** The origin of the service: `https://api.example.com`. */
  readonly origin: string;
  /** Called with an error of the recorder itself. */
  readonly onFailure: (error: unknown) => void;
}

export interface RunRecorder {
  readonly during: Activity;
  /** Returns an observer of a guard. The credentials that its client adds are not recorded. */
  watch(added: Headers): Watch;
  /** Attaches a finding to the interaction that shows it. `path` is that of the collection. */
  found(finding: ReportedFinding, path: string): void;
  /** Called when the run is over: resolves when everything is recorded. */
  drained(): Promise<void>;
  /**
   * What recorded answers violate, in the judgement of the recording, since this was last called.
   * Resolves when all exchanges so far are judged.
   */
  violations(): Promise<readonly RecordedViolation[]>;
}

/**
 * Maximum number of exchanges that wait to be recorded, and of characters in their bodies; beyond
 * that, exchanges are recorded without either.
 */
export const WAITING_MAX = 5_000;
export const WAITING_CHARS_MAX = 67_108_864;

/**
 * Milliseconds of recording and judging at a time, and of the pause after it: a tenth of a run at
 * most. The rest is done at the end.
 */
const [WORK_MS, PAUSE_MS] = [2, 20];

interface Passage {
  readonly call: Call;
  readonly added: Headers;
  readonly law: string | null;
  readonly span: RequestSpan;
  readonly at: number;
  readonly endedAt: number;
  readonly exchange: Exchange;
  /** The finding of the run. */
  readonly findings: Finding[];
}

export function createRunRecorder(options: RunRecorderOptions): RunRecorder {
  const laws = new AsyncLocalStorage<string>();
  const held: Passage[] = [];
  const waiting: Passage[] = [];
  // The trace copies some exchanges; their calls are the same objects.
  const findings = new WeakMap<Call, Finding[]>();
  let [underWay, chars] = [0, 0];
  let working: Promise<void> | null = null;
  let isOver = false;
  let violations: RecordedViolation[] = [];
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // The run has priority.
      if (!isOver) await sleep(PAUSE_MS);
      const until = performance.now() + WORK_MS;
      while (isOver || performance.now() < until) {
        const passage = waiting.shift();
        if (passage === undefined) break;
        chars -= charsOf(passage);
        violations.push(...record(options, passage));
      }
    }
    working = null;
  };
  const release = (): void => {
    waiting.push(...held.splice(0));
    if (waiting.length > 0) working ??= work();
  };
  const end = (passage: Passage, { call }: Exchanged): void => {
    options.shadow.end(passage.span);
    if (
      held.length + waiting.length >= WAITING_MAX ||
      chars + charsOf(passage) > WAITING_CHARS_MAX
    ) {
      skip(options, passage);
      return;
    }
    findings.set(call, passage.findings);
    held.push(passage);
    chars += charsOf(passage);
    if (underWay === 0) release();
  };
  return {
    async during(law, use) {
      underWay++;
      try {
        return await laws.run(law, use);
      } finally {
        underWay--;
        if (underWay === 0) release();
      }
    },
    watch: (added) => (call) => {
      const [law, at] = [laws.getStore() ?? null, Date.now()];
      const span = options.shadow.begin(call.method, options.basePath + call.path, false);
      return (exchange, exchanged) =>
        end({ call, added, law, span, at, endedAt: Date.now(), exchange, findings: [] }, exchanged);
    },
    found(finding, path) {
      const shown = witnessOf(finding, path);
      if (shown !== null) findings.get(shown.call)?.push(withoutEvidence(finding));
    },
    async drained() {
      isOver = true;
      release();
      await working;
    },
    async violations() {
      // Nothing of the run waits for this.
      isOver = true;
      release();
      await working;
      isOver = false;
      const found = violations;
      violations = [];
      return found;
    },
  };
}

/** Records a passage. Returns what its answer violates. */
function record(options: RunRecorderOptions, passage: Passage): readonly RecordedViolation[] {
  const { shadow, redact, sink } = options;
  const { call, added, span, endedAt, exchange, findings } = passage;
  try {
    const received = exchange.kind === 'received' ? exchange.received : null;
    const { settle, ...judged } = shadow.judge({
      span,
      received,
      at: endedAt,
      isReadable: received?.body.kind !== 'oversized',
      call: { ...call, path: options.basePath + call.path, headers: { ...call.headers, ...added } },
    });
    const bodies = { request: call.body, reply: received?.body ?? null };
    const facts = withFindings(judged, findings);
    const seq = sink.add(redact(recordedOf(options, passage, facts, bodies)));
    settle(seq);
    return facts.findings.map(({ code, operation }) => ({ code, operation, seq }));
  } catch (error) {
    options.onFailure(error);
    skip(options, passage);
    return [];
  }
}

/** Records only that something was sent. */
function skip(options: RunRecorderOptions, passage: Passage): void {
  const { shadow, sink, redact } = options;
  try {
    shadow.skip(passage.span);
    const facts = withFindings(UNJUDGED, passage.findings);
    sink.add(redact(recordedOf(options, passage, facts, UNKEPT)));
  } catch (error) {
    options.onFailure(error);
  }
}

type Facts = Omit<JudgedExchange, 'settle'>;

const UNJUDGED: Facts = {
  resource: null,
  operation: null,
  verdict: 'unjudged',
  findings: [],
  ruled: null,
  mock: null,
  history: [],
};

/** The finding of the run comes before what this exchange shows alone. */
function withFindings(judged: Facts, own: readonly Finding[]): Facts {
  if (own.length === 0) return judged;
  const others = judged.findings.filter(
    (one) => !own.some(({ code, at }) => code === one.code && at === one.at),
  );
  return { ...judged, verdict: 'violates', findings: [...own, ...others] };
}

const UNKEPT = { request: null, reply: null } as const;

function recordedOf(
  { basePath, host, origin }: RunRecorderOptions,
  { call, law, at, exchange }: Passage,
  facts: Facts,
  bodies: { readonly request: Body | null; readonly reply: Body | null },
): Unnumbered {
  const { method, path, query } = call;
  const received = exchange.kind === 'received' ? exchange.received : null;
  const kept = (body: Body | null): Recorded['request']['body'] =>
    body === null ? { kind: 'unkept', bytes: null } : bodyOf(body);
  return {
    at,
    elapsedMs: exchange.elapsedMs,
    source: 'verify',
    law,
    original: null,
    world: null,
    service: origin,
    ...facts,
    request: {
      method,
      path: basePath + path,
      query,
      headers: fieldsOf({ host, ...call.headers }),
      body: kept(bodies.request),
    },
    reply:
      received === null
        ? null
        : {
            status: received.status,
            headers: fieldsOf(received.headers),
            body: kept(bodies.reply),
          },
    trouble: exchange.kind === 'trouble' ? exchange.message : null,
  };
}

function withoutEvidence({
  law: _law,
  trace: _trace,
  moves: _moves,
  reproduced: _reproduced,
  curl: _curl,
  ...finding
}: ReportedFinding): Finding {
  return finding;
}

function charsOf({ call, exchange }: Passage): number {
  return charsIn(call.body) + (exchange.kind === 'received' ? charsIn(exchange.received.body) : 0);
}

function charsIn(body: Body): number {
  return body.kind === 'json' || body.kind === 'broken' ? body.text.length : 0;
}
