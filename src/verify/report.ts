// What a run of `verify` found, as data. The forms in which it is printed are in print/.

import type { Kind } from '../contract/operation-kinds.ts';
import type { Call } from '../model/message/call.ts';
import type { Received } from '../model/message/received.ts';
import type { Finding } from '../oracle/finding.ts';
import type { Move } from './move.ts';

export interface Report {
  /** The version of Standin. */
  readonly version: string;
  /** The base address, without credentials. */
  readonly target: string;
  /** What the contract calls its items: `users`. */
  readonly resource: string;
  /** When the run began, ISO 8601. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  /** How many requests reached the service. */
  readonly requests: number;
  /**
   * `partly`: it conforms as far as it was tried; `untried` says what is missing. `unjudged`: the
   * service could not be judged; `reason` says why.
   */
  readonly verdict: 'conforms' | 'partly' | 'violates' | 'unjudged';
  /** Why it could not be judged, or judged to the end, in a sentence; else `null`. */
  readonly reason: string | null;
  /** What to do about `reason`. */
  readonly remedy: string | null;
  readonly budget: 'quick' | 'standard' | 'thorough';
  readonly seed: number;
  /** The command that repeats the run. */
  readonly replay: string;
  readonly findings: readonly ReportedFinding[];
  /** The findings that a baseline knows, with its reasons; absent without a baseline. */
  readonly known?: readonly {
    readonly finding: ReportedFinding;
    readonly reason: string;
    /** The last day: `2027-01-31`. */
    readonly until: string;
  }[];
  readonly laws: readonly LawResult[];
  /** What was not tried, most laws first. */
  readonly untried: readonly Untried[];
  /** What is there and was not verified, besides laws and operations: pacts, parts of the source. */
  readonly notVerified: readonly NotVerified[];
  /** How much of the contract was seen; absent if the service was not judged. */
  readonly coverage?: SourceCoverage;
  /** `interrupted`: the user stopped the run before its end. */
  readonly end: 'whole' | 'interrupted';
  readonly pacts: PactStage;
  readonly walks: WalkStage;
  /** What the service was seen to choose where the contract leaves it open. */
  readonly observations: readonly Observation[];
  /**
   * Observations that are no faults: an unusual value that was refused, pages, requests that had to
   * wait.
   */
  readonly notes: readonly string[];
  /** Calls that failed and did not fail again; absent if there were none. */
  readonly unstable?: readonly UnstableCalls[];
  readonly bystanders: BystandersReport;
  /** What the run made and could not remove. */
  readonly leftovers: readonly string[];
  /**
   * What happens to that: `standin clean` tries again, or it stays, since the contract has no
   * DELETE.
   */
  readonly leftoversFate: 'to-clean' | 'stay';
}

/** Calls of one operation that failed in one way, and did not fail again. */
export interface UnstableCalls {
  /** Method and path: `GET /users/{id}`. */
  readonly operation: string;
  /** A status, or `no answer`. */
  readonly what: string;
  readonly failed: number;
  /** How many calls of the operation there were. */
  readonly calls: number;
}

export interface ReportedFinding extends Finding {
  /**
   * The law that was broken, or `walk`, `drift`, `bystanders`, `clean-up`, or `pact: <consumer>:
   * <description>`.
   */
  readonly law: string;
  /** The shortest sequence known that shows it, in order. */
  readonly trace: readonly Exchanged[];
  /** The moves of the trace; empty if it has none. */
  readonly moves: readonly Move[];
  /** Whether the same moves showed it again when they were replayed. */
  readonly reproduced: 'yes' | 'no' | 'untried';
  /** The trace as command lines that you can paste into a shell. */
  readonly curl: readonly string[];
}

/** A call and its reply; without a reply it is `null`, and `trouble` says what happened. */
export interface Exchanged {
  readonly call: Call & WasCut;
  readonly received: (Received & WasCut) | null;
  readonly trouble: string | null;
  readonly elapsedMs: number;
  /**
   * `none`: it was sent without the credentials of the run, to see whether the service requires
   * any. `restricted`: with a token that lacks scopes, which it must refuse. `second-user`: with those
   * of the second user.
   */
  readonly credentials?: 'none' | 'restricted' | 'second-user';
}

/** A message whose body was cut before it was read from a file. */
export interface WasCut {
  /** How long the body was, in characters. */
  readonly bodyChars?: number;
}

export interface LawResult {
  /** In kebab-case. */
  readonly name: string;
  readonly operation: Kind;
  readonly clause: string;
  /** What the law says, in a sentence. */
  readonly meaning: string;
  readonly result: 'held' | 'broken' | 'not-exercised';
  /** Why it was not exercised; else `null`. */
  readonly why: string | null;
  /** The findings that broke it, by their number in the report: the first is 1. */
  readonly brokenBy: readonly number[];
  /** The duration, with shrinking what was found; 0 if it was not tried. */
  readonly elapsedMs: number;
}

/** How much of what a source declares was seen. */
export interface SourceCoverage {
  /** Operations that were sent: `GET /users/{id}`. */
  readonly operations: Share;
  /** Statuses that came: `GET /users/{id} 404`. */
  readonly statuses: Share;
  /** Members that answers showed, by schema: `user.name`. */
  readonly members: Share;
}

export interface Share {
  readonly declared: number;
  readonly seen: number;
  /** Those that were not seen. */
  readonly missing: readonly string[];
}

/** Laws that were not exercised for one reason, or an operation that no law is about. */
export interface Untried {
  /** A clause. */
  readonly why: string;
  /** The names of the laws; empty if it is about no law. */
  readonly laws: readonly string[];
}

/** Something that is there and was not verified. The line of the verdict names it. */
export interface NotVerified {
  /** What it is, in the line of the verdict: `2 of 5 pact interactions`. */
  readonly what: string;
  /** A clause. */
  readonly why: string;
  /** What to do about it, in a sentence; `null` if you left it out. */
  readonly remedy: string | null;
  readonly about: 'pacts' | 'source' | 'schemas';
  /**
   * `nothing`: you left it out. `partly`: the service conforms as far as it was tried, and `--require`
   * ends with 2. `verdict`: the service could not be judged.
   */
  readonly costs: 'nothing' | 'partly' | 'verdict';
}

export interface PactStage {
  /**
   * `not-run`: there are none, they were left out, Pact is not installed, or the run is read-only;
   * see `why`.
   */
  readonly state: 'ran' | 'not-run';
  readonly why: string | null;
  readonly interactions: readonly PactResult[];
  /**
   * Why pacts of a broker could not be fetched or read, a sentence each; present if a broker was
   * asked.
   */
  readonly troubles?: readonly string[];
}

export interface PactResult {
  readonly file: string;
  readonly consumer: string;
  readonly description: string;
  readonly providerStates: readonly string[];
  /** `not-verified`: through no fault of the service; `mismatches` says why. */
  readonly result: 'passed' | 'failed' | 'pending' | 'not-verified';
  readonly elapsedMs: number;
  /** What did not match, a sentence each; or why it was not verified, a clause. */
  readonly mismatches: readonly string[];
  /** What to do about that it was not verified, in a sentence; absent if it was. */
  readonly remedy?: string;
  /** Present if Pact itself failed: it is not installed, or its process ended. */
  readonly failed?: 'pact';
  /** Present if the handler of the team set up its states: what it makes is the team's. */
  readonly setUpBy?: 'handler';
  /** Whether it may fail without failing the run; absent if not. */
  readonly isPending?: boolean;
  /** Present if the pact came from a broker; `file` is its address then. */
  readonly origin?: PactResultOrigin;
}

export interface PactResultOrigin {
  /**
   * The latest version of the consumer that the pact belongs to; `null` if the broker does not say.
   */
  readonly consumerVersion: string | null;
  /** The number of the pact among those of the broker. */
  readonly number: number;
  /** The index of the interaction in the pact. */
  readonly index: number;
  /** The broker's id of the interaction; `null` if it does not say. */
  readonly interactionId: string | null;
}

export interface WalkStage {
  readonly planned: number;
  readonly run: number;
  readonly steps: number;
  /** Why fewer were run than planned; else `null`. */
  readonly why: string | null;
}

export interface Observation {
  /** The key of a choice. */
  readonly choice: string;
  /** The option, or the value if it is not an option of the choice. */
  readonly option: string | number | boolean;
  /** How often it was seen. */
  readonly seen: number;
  /** Other options that were seen too, with how often. */
  readonly disputed: readonly {
    readonly option: string | number | boolean;
    readonly seen: number;
  }[];
}

export interface BystandersReport {
  /** How many bystanders were compared before and after. */
  readonly watched: number;
  readonly changed: number;
  readonly vanished: number;
  /** How many of them were also read one by one; the list shows the others. */
  readonly readSingly: number;
  /** `inconclusive`: some changed, and others may have written at the same time. */
  readonly verdict: 'untouched' | 'inconclusive' | 'not-watched';
}

/** What the run reports while it runs. */
export type Progress =
  | {
      readonly kind: 'stage';
      readonly stage: 'probe' | 'pacts' | 'laws' | 'walks' | 'clean-up';
      readonly what: string;
    }
  | { readonly kind: 'law'; readonly law: LawResult; readonly done: number; readonly total: number }
  | { readonly kind: 'finding'; readonly finding: ReportedFinding }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly why: string };
