// Tries the verifier on one service of the bed: is the planted fault found, and named; is the
// correct one left alone?

import type { CorrectService } from './correct/correct-service.ts';
import { correctServices } from './correct/index.ts';
import { type PlantedFault, startFaulty } from './faults/index.ts';
import { pause } from './faults/planting.ts';
import { clauseOf, type Held, type HoldOptions, hold, SEEDS } from './hold.ts';
import type { Base, Parts } from './parts.ts';

/** The result for a fault. */
export interface Tried {
  readonly fault: PlantedFault;
  readonly base: string;
  /** `named`: a finding names the clause that is broken; `found`: findings name others. */
  readonly result: 'named' | 'found' | 'missed';
  readonly told: readonly string[];
  /** The laws of the findings, the first one first. */
  readonly laws: readonly string[];
  readonly requests: number;
  readonly spent: Held['spent'];
  readonly untilFound: number | null;
}

export interface TryOptions extends HoldOptions {
  /** How long the service takes for each answer, in milliseconds; 0 if absent. */
  readonly answerMs?: number;
}

/** Verifies a base with a fault planted in it, until the clause is named or all is tried. */
export async function tryFault(
  base: Base,
  fault: PlantedFault,
  options: TryOptions = {},
): Promise<Tried> {
  const { plant } = fault;
  const service = await startFaulty(
    base,
    { ...fault, plant: (parts) => plant(slowed(parts, options.answerMs ?? 0)) },
    SEEDS,
  );
  try {
    const { findings, requests, spent, untilFound } = await hold(service.baseUrl, {
      ...(fault.budget === undefined ? {} : { budget: fault.budget }),
      // Calls meet in a service only while it works on them, for which no time passes otherwise.
      passes: fault.kind === 'concurrent' ? 'really' : 'at-once',
      ...options,
      isEnough: (found) => found.some((finding) => fault.clauses.includes(clauseOf(finding))),
    });
    const isNamed = findings.some((finding) => fault.clauses.includes(clauseOf(finding)));
    const told = findings.map(
      ({ law, code, clause, message }) => `${law}: ${code} (${clause}): ${message}`,
    );
    return {
      fault,
      base: base.name,
      result: isNamed ? 'named' : findings.length > 0 ? 'found' : 'missed',
      told,
      laws: findings.map(({ law }) => law),
      requests,
      spent,
      untilFound,
    };
  } finally {
    await service.close();
  }
}

function slowed(parts: Parts, answerMs: number): Parts {
  if (answerMs === 0) return parts;
  return {
    ...parts,
    async around(call, next) {
      await pause(answerMs);
      return parts.around(call, next);
    },
  };
}

/** The result for a correct service. */
export interface Spared {
  readonly name: string;
  /** False alarms, and everything the run left behind or harmed; empty if all is well. */
  readonly complaints: readonly string[];
  /** The laws that were not exercised. */
  readonly untried: readonly string[];
  readonly requests: number;
  readonly elapsedMs: number;
  readonly spent: Held['spent'];
}

/**
 * Verifies a correct service: it must find nothing, leave nothing behind and harm no one's data.
 */
export async function tryCorrect(
  correct: CorrectService,
  options: HoldOptions = {},
): Promise<Spared> {
  const service = await correct.start(SEEDS);
  try {
    const before = JSON.stringify(service.stored());
    const given =
      correct.headers === undefined ? options : { ...options, headers: correct.headers };
    // A neighbour does not wait for the time of the run.
    const passes = correct.busy === true ? 'really' : 'at-once';
    const held = await hold(service.baseUrl, { passes, ...given });
    const { findings, laws, requests, elapsedMs, spent, session } = held;
    const complaints = findings.map(
      ({ law, code, message, actual }) => `${law}: ${code}: ${message}: ${actual}`,
    );
    const after = JSON.stringify(service.stored());
    if (after.includes(session.items.token)) complaints.push('something of the run is left behind');
    // If others write as well, their changes are not the run's.
    if (correct.busy !== true && after !== before)
      complaints.push('what was there before is not as it was');
    const untried = laws.filter(({ result }) => result === 'not-exercised').map(({ name }) => name);
    return { name: correct.name, complaints, untried, requests, elapsedMs, spent };
  } finally {
    await service.close();
  }
}

/** The correct services that answer at once and have no rate limit. */
export const quick: readonly CorrectService[] = correctServices.filter(
  ({ slow, limited }) => slow !== true && limited !== true,
);
/** Those that make a run wait. */
export const tardy: readonly CorrectService[] = correctServices.filter(
  (service) => !quick.includes(service),
);
