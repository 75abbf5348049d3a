// Records what a run of `verify` sends: each exchange under the law it was sent for, judged as what
// passes the proxy is, and with what the run found in it. What is sent for a law is held back until
// the law is done with; the run waits for nothing of this.

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

export interface RunRecorderOptions {
  readonly shadow: Shadow;
  readonly sink: Sink;
  /** Returns an interaction without what is secret, before anybody sees it. */
  readonly redact: (recorded: Unnumbered) => Unnumbered;
  /** Precedes every path at the service. */
  readonly basePath: string;
  /** Told of what went wrong in here. */
  readonly onFailure: (error: unknown) => void;
}

export interface RunRecorder {
  readonly during: Activity;
  /**
   * Returns what watches a guard. `added` are the header fields of credentials that its client adds;
   * they are not recorded.
   */
  watch(added: Headers): Watch;
  /** Notes a finding at the interaction that shows it. `path` is that of the collection. */
  found(finding: ReportedFinding, path: string): void;
  /** To be called when the run is over: resolves when all of it is recorded. */
  drained(): Promise<void>;
}

/**
 * How many exchanges may wait to be recorded, and how many characters of bodies with them; what
 * comes on top is recorded without either.
 */
export const WAITING_MAX = 5_000;
export const WAITING_CHARS_MAX = 67_108_864;

/**
 * How long is recorded and judged at a time, and how long not: a tenth of a run at most. What is
 * left is done when it is over. In milliseconds.
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
  /** What the run found in it. */
  readonly findings: Finding[];
}

/** Makes the recorder of a run. */
export function createRunRecorder(options: RunRecorderOptions): RunRecorder {
  const laws = new AsyncLocalStorage<string>();
  const held: Passage[] = [];
  const waiting: Passage[] = [];
  // The trace gives some exchanges as copies, whose calls are the same.
  const findings = new WeakMap<Call, Finding[]>();
  let [underWay, chars] = [0, 0];
  let working: Promise<void> | null = null;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // The run comes first.
      if (!isOver) await sleep(PAUSE_MS);
      const until = performance.now() + WORK_MS;
      while (isOver || performance.now() < until) {
        const passage = waiting.shift();
        if (passage === undefined) break;
        chars -= charsOf(passage);
        record(options, passage);
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
  };
}

function record(options: RunRecorderOptions, passage: Passage): void {
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
    settle(sink.add(redact(recordedOf(options, passage, withFindings(judged, findings), bodies))));
  } catch (error) {
    options.onFailure(error);
    skip(options, passage);
  }
}

/** Records that something was sent, and no more. */
function skip(options: RunRecorderOptions, passage: Passage): void {
  const { shadow, sink, redact } = options;
  try {
    shadow.skip(passage.span);
    const judged = {
      resource: null,
      operation: null,
      verdict: 'unjudged',
      ruled: null,
      mock: null,
      history: [],
    } as const;
    sink.add(
      redact(
        recordedOf(
          options,
          passage,
          withFindings({ ...judged, findings: [] }, passage.findings),
          UNKEPT,
        ),
      ),
    );
  } catch (error) {
    options.onFailure(error);
  }
}

type Facts = Omit<JudgedExchange, 'settle'>;

/** What the run found counts before what this one exchange shows. */
function withFindings(judged: Facts, own: readonly Finding[]): Facts {
  if (own.length === 0) return judged;
  const others = judged.findings.filter(
    (one) => !own.some(({ code, at }) => code === one.code && at === one.at),
  );
  return { ...judged, verdict: 'violates', findings: [...own, ...others] };
}

const UNKEPT = { request: null, reply: null } as const;

function recordedOf(
  { basePath }: RunRecorderOptions,
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
    ...facts,
    request: {
      method,
      path: basePath + path,
      query,
      headers: fieldsOf(call.headers),
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
