// How far the reads of a service lag behind its writes, as far as a run has seen, and what follows
// for a finding that a late read may explain. Decides alone; sends nothing.

import { choices, type Profile } from '../../contract/choices.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { FindingCode } from '../../oracle/finding-codes.ts';
import type { Exchanged } from '../report.ts';

type Within = Profile['consistency.within'];

/** What looking at an item and the list again and again has shown. */
export type MeasuredLag =
  /** Every look showed the last write. */
  | { readonly kind: 'prompt' }
  | LateReads
  /** No look showed it, for as long as the run waits. */
  | { readonly kind: 'unsettled' }
  /** A look showed an old state after a new one. */
  | { readonly kind: 'unsteady'; readonly finding: Finding }
  | { readonly kind: 'unmeasured' };

/** Looks showed the last write later, and then each time. */
export interface LateReads {
  readonly kind: 'late';
  /** How long after a write a look still showed an old state, and when all looks showed the new. */
  readonly lagMs: number;
  readonly settledMs: number;
  /** When all looks showed a write that was answered with 202. */
  readonly acceptedMs: number;
  /** The finding if the first look after a write alone was old, although it came late. */
  readonly once: Finding | null;
}

/** A read that is not late but stale. */
export interface StaleRead {
  readonly finding: Finding;
  readonly trace: readonly Exchanged[];
}

/** What follows for the finding: it stands, or the moves are tried again with longer waits. */
export type LagDecision = 'stands' | 'again' | StaleRead;

export interface ReadingLagOptions {
  /** The bound that the contract or a pin names; `null` if it is open. */
  readonly allowed: Within | null;
  /** How long the run waits for a write to show, in milliseconds. */
  readonly lagMsMax?: number;
}

/** How long a run waits for a write to show, in milliseconds: a little more than any option. */
const LAG_MS_MAX = 3_500;

export class ReadingLag {
  readonly lagMsMax: number;
  /** The longest lag that was seen, in milliseconds; 0 for none. */
  longestMs = 0;
  /** The longest time until a write showed everywhere, in milliseconds; 0 without a lag. */
  settledMs = 0;
  /** The longest time until a write that was answered with 202 took effect, in milliseconds. */
  acceptedMs = 0;
  /** The exchanges that showed the longest lag. */
  trace: readonly Exchanged[] = [];
  /** How many looks at written items were as expected. */
  looks = 0;
  private readonly allowed: Within | null;
  private measured = 0;
  private prompt = 0;
  private isHopeless = false;
  private stale: StaleRead | null = null;
  private readonly ruledOut = new WeakSet<Finding>();

  constructor({ allowed, lagMsMax = LAG_MS_MAX }: ReadingLagOptions) {
    this.allowed = allowed;
    this.lagMsMax = lagMsMax;
  }

  /** How long reads wait after a write, in milliseconds. */
  get waitMs(): number {
    return this.settledMs === 0 ? 0 : waitFor(this.settledMs);
  }

  /** How long a write that was answered with 202 is followed, in milliseconds; 0 for not at all. */
  get followMs(): number {
    return this.acceptedMs === 0 ? 0 : Math.min(this.lagMsMax, 2 * waitFor(this.acceptedMs));
  }

  /** Takes a finding about an answer that shows the last write: no late read explains it. */
  ruleOut(finding: Finding): void {
    this.ruledOut.add(finding);
  }

  /** What is known already about findings: measuring helps, they stand, or a read was stale. */
  before(findings: readonly Finding[]): 'measure' | 'stands' | StaleRead {
    if (!findings.some((one) => MAY_BE_LATE.has(one.code) && !this.ruledOut.has(one)))
      return 'stands';
    if (this.stale !== null) return this.stale;
    const isPrompt = this.prompt === this.measured && this.measured >= PROMPT_MAX;
    return this.isHopeless || isPrompt || this.measured >= MEASURED_MAX ? 'stands' : 'measure';
  }

  /** Decides by what was measured after a finding. */
  decide(measured: MeasuredLag, trace: readonly Exchanged[]): LagDecision {
    this.measured++;
    switch (measured.kind) {
      case 'unsteady':
        this.stale = { finding: measured.finding, trace };
        return this.stale;
      case 'unsettled':
        this.isHopeless = true;
        return 'stands';
      case 'prompt':
        this.prompt++;
        return 'stands';
      case 'unmeasured':
        return 'stands';
      case 'late': {
        const { settledMs, acceptedMs } = measured;
        const isLonger = settledMs > this.settledMs || acceptedMs > this.acceptedMs;
        if (measured.lagMs > this.longestMs) this.trace = trace;
        this.longestMs = Math.max(this.longestMs, measured.lagMs);
        this.settledMs = Math.max(this.settledMs, settledMs);
        this.acceptedMs = Math.max(this.acceptedMs, acceptedMs);
        return isLonger ? 'again' : 'stands';
      }
    }
  }

  /** The option that the service was seen to take; `null` if nothing was seen. */
  option(): Within | number | null {
    if (this.longestMs === 0 && this.looks === 0) return null;
    if (this.allowed !== null && this.longestMs <= this.allowed) return this.allowed;
    const { options } = choices['consistency.within'];
    return options.find((bound) => this.longestMs <= bound) ?? Math.ceil(this.longestMs);
  }

  /** What the report says of it. */
  notes(): readonly string[] {
    const [lagMs, acceptedMs] = [Math.ceil(this.longestMs), Math.ceil(this.acceptedMs)];
    return [
      ...(lagMs === 0 ? [] : [`reads lagged behind writes by up to ${lagMs} ms; the run waited`]),
      ...(acceptedMs === 0
        ? []
        : [`writes answered with 202 took effect up to ${acceptedMs} ms later; the run waited`]),
      ...(this.isHopeless
        ? [`reads did not show a write within ${this.lagMsMax} ms: that is no lag`]
        : []),
    ];
  }
}

/** Returns how long to wait if a lag was seen: the next one may be a little longer. */
export function waitFor(lagMs: number): number {
  return 1.25 * lagMs + 25;
}

/** How often a run measures the lag. */
const MEASURED_MAX = 4;

/** After how many measurements without any lag it measures no more. */
const PROMPT_MAX = 2;

/** The findings that a read explains which shows an old state. */
const MAY_BE_LATE: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'not-created',
  'answer-differs',
  'not-replaced',
  'changed-unsent',
  'value-changed',
  'normalised-sometimes',
  'torn-write',
  'not-removed',
  'still-readable',
  'still-listed',
  'came-back',
  'lost',
  'all-lost',
  'removed-another',
  'changed-another',
  'refused-and-changed',
  'changed-by-reading',
  'not-readable',
  'not-listed',
  'read-differs',
  'list-differs',
  'filter-ignored',
  'wrong-order',
]);
