// What a run of `verify` found out, as data. What it looks like in a terminal, a browser or a
// pipeline stands in print/.

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
  /** `unjudged`: the service could not be judged; `reason` says why. */
  readonly verdict: 'conforms' | 'violates' | 'unjudged';
  /** Why it could not be judged, in a sentence; `null` where it could. */
  readonly reason: string | null;
  /** What to do about `reason`. */
  readonly remedy: string | null;
  readonly budget: 'quick' | 'standard' | 'thorough';
  readonly seed: number;
  /** The command that runs the same again. */
  readonly replay: string;
  readonly findings: readonly ReportedFinding[];
  readonly laws: readonly LawResult[];
  readonly pacts: PactStage;
  readonly walks: WalkStage;
  /** What the service was seen to choose where the contract leaves it open. */
  readonly observations: readonly Observation[];
  /**
   * What was noticed and is no fault: an unusual value that was refused, pages, requests that had
   * to wait.
   */
  readonly notes: readonly string[];
  readonly bystanders: Bystanders;
  /** What the run made and could not remove. */
  readonly leftovers: readonly string[];
  /**
   * What becomes of that: `standin clean` tries again, or it stays, since the contract has no
   * DELETE.
   */
  readonly leftoversFate: 'to-clean' | 'stay';
}

export interface ReportedFinding extends Finding {
  /** The law that was broken, or `walk`, or `pact: <consumer>: <description>`. */
  readonly law: string;
  /** The shortest sequence known that shows it, in order. */
  readonly trace: readonly Exchanged[];
  /** The moves that the trace is of; none where it came of no moves. */
  readonly moves: readonly Move[];
  /** Whether the same moves, played again, showed it again. */
  readonly reproduced: 'yes' | 'no' | 'untried';
  /** The same as command lines that can be pasted into a shell. */
  readonly curl: readonly string[];
}

/** A call and what came back; `null` where nothing did, and then `trouble` says what happened. */
export interface Exchanged {
  readonly call: Call & WasCut;
  readonly received: (Received & WasCut) | null;
  readonly trouble: string | null;
  readonly elapsedMs: number;
  /**
   * `none`: it went out without the credentials of the run, to see whether the service asks for
   * any.
   */
  readonly credentials?: 'none';
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
  /** How long it was tried, with bringing down what was found; 0 where it was not. */
  readonly elapsedMs: number;
}

export interface PactStage {
  /**
   * `not-run`: there are none, or they were left out, or Pact is not there, or the run is
   * read-only; `why` says.
   */
  readonly state: 'ran' | 'not-run';
  readonly why: string | null;
  readonly interactions: readonly PactResult[];
  /**
   * Why pacts of a broker could not be fetched or read, a sentence each; there where a broker was
   * asked.
   */
  readonly troubles?: readonly string[];
}

export interface PactResult {
  readonly file: string;
  readonly consumer: string;
  readonly description: string;
  readonly providerStates: readonly string[];
  /** `unprepared`: the provider state could not be set up, and the interaction was not sent. */
  readonly result: 'passed' | 'failed' | 'pending' | 'unprepared';
  readonly elapsedMs: number;
  /** What did not match, a sentence each. */
  readonly mismatches: readonly string[];
  /** There where the pact came from a broker; `file` is its address then. */
  readonly origin?: PactResultOrigin;
}

export interface PactResultOrigin {
  /**
   * The latest version of the consumer that the pact belongs to; `null` where the broker does not
   * say.
   */
  readonly consumerVersion: string | null;
  /** The place of the pact among those that the broker gave. */
  readonly number: number;
  /** The place of the interaction in the pact. */
  readonly index: number;
  /** What the broker calls the interaction; `null` where it does not say. */
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
  /** The option, or the value where it is not an option of the choice. */
  readonly option: string | number | boolean;
  /** How often it was seen. */
  readonly seen: number;
  /** Other options that were seen too, with how often. */
  readonly disputed: readonly {
    readonly option: string | number | boolean;
    readonly seen: number;
  }[];
}

export interface Bystanders {
  /** How many items that are not the run's were compared before and after. */
  readonly watched: number;
  readonly changed: number;
  readonly vanished: number;
  /** `inconclusive`: some changed, and others may have written at the same time. */
  readonly verdict: 'untouched' | 'inconclusive' | 'not-watched';
}

/** What the run tells while it runs. */
export type Progress =
  | {
      readonly kind: 'stage';
      readonly stage: 'probe' | 'pacts' | 'laws' | 'walks' | 'clean-up';
      readonly what: string;
    }
  | { readonly kind: 'law'; readonly law: LawResult; readonly done: number; readonly total: number }
  | { readonly kind: 'finding'; readonly finding: ReportedFinding }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly why: string };
