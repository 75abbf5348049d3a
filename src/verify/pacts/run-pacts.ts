// The stage of pacts: sets up interactions, lets Pact's core judge them, removes what they made.

import { type JsonObject, own } from '../../base/json.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import type { PactResult, PactStage, ReportedFinding } from '../report.ts';
import { reasonOf } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import type { PactMismatch } from './describe-mismatch.ts';
import { consumerOf, lawOfPact } from './names.ts';
import { CoreFailed, CoreMissing, type PactCore, type StartCore } from './native-core.ts';
import { prepare } from './provider-states.ts';
import type { PactInteraction } from './read-interaction.ts';
import type { Pact } from './read-pact-files.ts';
import { type PactVerdict, readVerdict } from './read-verdict.ts';
import { createPactRelay, type Forwarded, type PactRelay } from './relay.ts';

export interface PactsOptions {
  /** After the probe, whose results about creations and replacements are needed here. */
  readonly session: Session;
  /** From `readPacts`, those about the contract of the session. */
  readonly pacts: readonly Pact[];
  /** Starts the native core. Loading takes a third of a second and may begin before this stage. */
  readonly startCore: StartCore;
  /** Called after each interaction. */
  readonly onResult?: (result: PactResult) => void;
}

export interface PactsRun {
  readonly stage: PactStage;
  readonly findings: readonly ReportedFinding[];
}

/** Returns a stage without pacts, with the reason. */
export function pactsNotRun(why: string): PactsRun {
  return { stage: { state: 'not-run', why, interactions: [] }, findings: [] };
}

/** Verifies all interactions one after the other. Rejects only if the run cannot continue. */
export async function runPacts(options: PactsOptions): Promise<PactsRun> {
  const { session, pacts } = options;
  const { sender } = session;
  if (pacts.length === 0) return pactsNotRun('there are none');
  const core = await started(options.startCore);
  if (typeof core === 'string') return pactsNotRun(core);
  const findings: ReportedFinding[] = [];
  const interactions: PactResult[] = [];
  try {
    const relay = await createPactRelay();
    const make = createItemFactory(session);
    try {
      for (const pact of pacts) {
        for (const interaction of pact.interactions) {
          const verified = await sender.during(lawOf(pact, interaction), () =>
            verifyOne({ session, make, core, relay }, pact, interaction),
          );
          interactions.push(verified.result);
          findings.push(...verified.findings);
          options.onResult?.(verified.result);
        }
      }
    } finally {
      await relay.close();
    }
  } finally {
    await core.close();
  }
  return { stage: { state: 'ran', why: null, interactions }, findings };
}

/** Returns the core, or why there is none. */
async function started(start: StartCore): Promise<PactCore | string> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof CoreMissing) return error.message;
    throw error;
  }
}

interface PactMeans {
  readonly session: Session;
  readonly make: ItemFactory;
  readonly core: PactCore;
  readonly relay: PactRelay;
}

interface VerifiedInteraction {
  readonly result: PactResult;
  readonly findings: readonly ReportedFinding[];
}

async function verifyOne(
  means: PactMeans,
  pact: Pact,
  interaction: PactInteraction,
): Promise<VerifiedInteraction> {
  const { session } = means;
  const { sender, clock } = session;
  const [startedAt, mark] = [clock.now(), sender.guard.mark()];
  const stage = new Scenario(session);
  try {
    const { outcome, exchange } = await judgeOne(means, stage, pact, interaction);
    const trace = sender.guard.since(mark);
    const { kind } = outcome;
    const findings =
      kind === 'failed' && !interaction.isPending
        ? [{ ...findingOf(pact, interaction, outcome.mismatches), trace }]
        : brokenContract(session, pact, interaction, exchange).map((one) => ({ ...one, trace }));
    const result: PactResult = {
      file: pact.file,
      consumer: pact.consumer,
      description: interaction.description,
      providerStates: interaction.states.map(({ name }) => name),
      result: kind === 'failed' && interaction.isPending ? 'pending' : kind,
      elapsedMs: clock.now() - startedAt,
      mismatches:
        kind === 'failed'
          ? outcome.mismatches.map(({ message }) => message)
          : kind === 'passed'
            ? []
            : [outcome.why],
      ...originOf(pact, interaction),
    };
    return { result, findings };
  } finally {
    await stage.cleanUp();
  }
}

type Judged =
  | Exclude<PactVerdict, { kind: 'unjudged' }>
  | { readonly kind: 'unprepared'; readonly why: string };

async function judgeOne(
  means: PactMeans,
  stage: Scenario,
  pact: Pact,
  interaction: PactInteraction,
): Promise<{ readonly outcome: Judged; readonly exchange: Forwarded['exchange'] }> {
  const { make, core, relay } = means;
  const { clock } = means.session;
  const unprepared = (why: string) =>
    ({ outcome: { kind: 'unprepared', why }, exchange: null }) as const;
  if (!clock.isTimeLeft(0)) return unprepared(NO_TIME_LEFT);
  const values = await prepared(stage, make, interaction);
  if (typeof values === 'string') return unprepared(values);
  const document: JsonObject = { ...pact.document, interactions: [interaction.json] };
  const forwarded = relay.begin({
    stage,
    law: lawOf(pact, interaction),
    operation: interaction.operation,
    document,
    values,
  });
  try {
    const text = await core.verify(relay.job);
    if (forwarded.failure !== null) throw forwarded.failure;
    const barred = await barredAt(stage, interaction, forwarded);
    if (barred !== null) return unprepared(barred);
    const { exchange } = forwarded;
    return { outcome: withService(readVerdict(text, interaction.json), forwarded), exchange };
  } catch (error) {
    if (error instanceof CoreFailed) return unprepared(error.message);
    throw error;
  }
}

/** What the contract specifies of a success holds also where a consumer relies on less. */
function brokenContract(
  { service: { contract, checker } }: Session,
  pact: Pact,
  interaction: PactInteraction,
  exchange: Forwarded['exchange'],
): readonly Omit<ReportedFinding, 'trace'>[] {
  if (exchange?.kind !== 'received' || exchange.requests === 0) return [];
  const { received } = exchange;
  if (received.status < 200 || received.status > 299 || received.status === 206) return [];
  const reply = { contract, kind: interaction.operation, received };
  const law = lawOf(pact, interaction);
  return shownFindings(reply, 'ok', checker).map((finding) => ({
    ...finding,
    law,
    moves: [],
    reproduced: 'untried',
    curl: [],
  }));
}

/** Returns the values to inject, or why the provider states could not be set up. */
async function prepared(
  stage: Scenario,
  make: ItemFactory,
  { states }: PactInteraction,
): Promise<JsonObject | string> {
  const values = await prepare(stage, make, states);
  if (values.kind === 'done') return values.value;
  return `${states.map(({ name }) => name).join(', ')} could not be set up: ${reasonOf(values)}`;
}

/** Returns why the service bars the request from being judged, for example with 401; or `null`. */
async function barredAt(
  { session }: Scenario,
  { operation }: PactInteraction,
  { call, exchange }: Forwarded,
): Promise<string | null> {
  if (call === null || exchange?.kind !== 'received' || exchange.requests === 0) return null;
  return (await session.sender.access.check(operation, call, exchange.received))?.why ?? null;
}

/** Pact sees only the relay: what happened at the service counts more. */
function withService(outcome: PactVerdict, { exchange }: Forwarded): Judged {
  if (exchange?.kind === 'trouble') {
    const message = `the service sent no reply: ${exchange.message}`;
    return {
      kind: 'failed',
      mismatches: [{ at: null, message, expected: 'a reply', actual: exchange.message }],
    };
  }
  if (exchange?.requests === 0) {
    const { body } = exchange.received;
    return {
      kind: 'unprepared',
      why: body.kind === 'json' ? detailOf(body.value) : 'it was not sent',
    };
  }
  return outcome.kind === 'unjudged' ? { kind: 'unprepared', why: outcome.why } : outcome;
}

function detailOf(problem: unknown): string {
  const hasDetail = typeof problem === 'object' && problem !== null && 'detail' in problem;
  return hasDetail && typeof problem.detail === 'string' ? problem.detail : 'it was not sent';
}

function lawOf(pact: Pact, { description }: PactInteraction): string {
  return lawOfPact(pact, description);
}

function originOf({ origin }: Pact, { index, json }: PactInteraction): Pick<PactResult, 'origin'> {
  if (origin === undefined) return {};
  const id = own(json, '_id');
  return { origin: { ...origin, index, interactionId: typeof id === 'string' ? id : null } };
}

function findingOf(
  pact: Pact,
  interaction: PactInteraction,
  [first, ...others]: readonly [PactMismatch, ...PactMismatch[]],
): Omit<ReportedFinding, 'trace'> {
  const { file } = pact;
  const { operation, clause } = interaction;
  const more = others.length === 0 ? '' : `; ${others.map(({ message }) => message).join('; ')}`;
  return {
    law: lawOf(pact, interaction),
    code: 'pact-mismatch',
    breach: 'violates',
    operation,
    clause,
    at: first.at,
    message: `${first.message}${more}`,
    expected: first.expected,
    actual: first.actual,
    by: 'contract',
    moves: [],
    reproduced: 'untried',
    curl: [],
    remedy: `Return what ${consumerOf(pact)} relies on (${file}). If the specification does not promise it, have the consumer change the pact.`,
  };
}
