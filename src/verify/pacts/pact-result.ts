// The results of interactions, and the findings about them.

import { own } from '../../base/json.ts';
import type { PactResult, ReportedFinding } from '../report.ts';
import { consumerOf, lawOfPact, promiseOf } from './names.ts';
import type { Obstacle, PactInteraction, UnverifiableInteraction } from './read-interaction.ts';
import type { Pact } from './read-pact-files.ts';
import type { PactVerdict } from './read-verdict.ts';

/** `unprepared`: it was not judged, through no fault of the service. */
export type PactOutcome = PactVerdict;

/** Returns the result of an interaction that was not verified. */
export function notVerified(
  pact: Pact,
  interaction: PactInteraction | UnverifiableInteraction,
  { why, remedy, failed }: Obstacle,
): PactResult {
  const obstacle = { why, remedy, ...(failed === undefined ? {} : { failed }) };
  return resultOf(pact, interaction, { kind: 'unprepared', ...obstacle });
}

/** Returns the result of an interaction. */
export function resultOf(
  pact: Pact,
  interaction: PactInteraction | UnverifiableInteraction,
  outcome: PactOutcome,
): PactResult {
  const { description, states, isPending } = interaction;
  return {
    file: pact.file,
    consumer: pact.consumer,
    description,
    providerStates: states.map(({ name }) => name),
    result: kindOf(outcome, isPending),
    elapsedMs: 0,
    mismatches:
      outcome.kind === 'failed'
        ? outcome.mismatches.map(({ message }) => message)
        : outcome.kind === 'passed'
          ? []
          : [outcome.why],
    ...(outcome.kind === 'unprepared' ? { remedy: outcome.remedy } : {}),
    ...(outcome.kind === 'unprepared' && outcome.failed !== undefined
      ? { failed: outcome.failed }
      : {}),
    ...('setUpBy' in interaction && interaction.setUpBy === 'handler'
      ? { setUpBy: 'handler' as const }
      : {}),
    ...(isPending ? { isPending } : {}),
    ...originOf(pact, interaction),
  };
}

function kindOf({ kind }: PactOutcome, isPending: boolean): PactResult['result'] {
  if (kind === 'unprepared') return 'not-verified';
  return kind === 'failed' && isPending ? 'pending' : kind;
}

function originOf(
  { origin }: Pact,
  { index, json }: Pick<PactInteraction, 'index' | 'json'>,
): Pick<PactResult, 'origin'> {
  if (origin === undefined) return {};
  const id = own(json, '_id');
  return { origin: { ...origin, index, interactionId: typeof id === 'string' ? id : null } };
}

/** Returns the finding about an interaction whose reply does not match. */
export function findingOf(
  pact: Pact,
  { description, kind, clause }: PactInteraction,
  [first, ...others]: Extract<PactVerdict, { kind: 'failed' }>['mismatches'],
): Omit<ReportedFinding, 'trace'> {
  const more = others.length === 0 ? '' : `; ${others.map(({ message }) => message).join('; ')}`;
  const consumer = consumerOf(pact);
  return {
    law: lawOfPact(pact, description),
    code: 'pact-mismatch',
    breach: 'unkept',
    operation: kind,
    clause: promiseOf(pact, description),
    at: first.at,
    message: `${first.message}${more}`,
    expected: first.expected,
    actual: first.actual,
    by: `the pact of ${consumer}`,
    moves: [],
    reproduced: 'untried',
    curl: [],
    remedy: `Return what ${consumer} relies on (${pact.file}). If the specification (${clause}) does not promise it, have the consumer change the pact.`,
  };
}
