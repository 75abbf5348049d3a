// The stage of pacts: sets up interactions, lets Pact's core judge them, removes what they made.

import type { JsonObject } from '../../base/json.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import { aboutAction, successFindings } from '../../oracle/action.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import type { PactResult, PactStage, ReportedFinding } from '../report.ts';
import { reasonOf } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { keysNow } from './claim-items.ts';
import { withoutMadeUp } from './made-up-values.ts';
import { lawOfPact } from './names.ts';
import { CoreFailed, CoreMissing, type PactCore, type StartCore } from './native-core.ts';
import { findingOf, notVerified, type PactOutcome, resultOf } from './pact-result.ts';
import { prepare, type SetUpStates } from './provider-states.ts';
import type { Obstacle, PactInteraction } from './read-interaction.ts';
import type { Pact } from './read-pact-files.ts';
import { readVerdict } from './read-verdict.ts';
import { createPactRelay, expectsRedirection, type Forwarded, type PactRelay } from './relay.ts';
import { servedPact } from './served-pact.ts';
import {
  HandlerFailed,
  type StateHandler,
  setUpByHandler,
  tearDownByHandler,
} from './state-handler.ts';

export interface PactsOptions {
  readonly session: Session;
  /** From `readPacts`, those about the contract of the session. */
  readonly pacts: readonly Pact[];
  /**
   * Which interactions to verify. Those of `handler` come before the probe: a handler may change
   * any item, and the run has none yet. The others need what the probe finds out.
   */
  readonly setUpBy: PactInteraction['setUpBy'];
  /** The team's own handler of provider states; `null` if there is none. */
  readonly handler: StateHandler | null;
  /** Whether the run sends actions that may change something. */
  readonly actions: 'read' | 'write';
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

/** Returns a stage in which nothing of the pacts could be verified, with the reason. */
export function noneVerified(pacts: readonly Pact[], obstacle: Obstacle): PactsRun {
  const interactions = pacts.flatMap((pact) => [
    ...pact.interactions.map((one) => notVerified(pact, one, obstacle)),
    ...pact.unverifiable.map((one) => notVerified(pact, one, one)),
  ]);
  return { stage: { state: 'not-run', why: obstacle.why, interactions }, findings: [] };
}

/** Returns two stages as one. */
export function joinStages(one: PactStage, other: PactStage): PactStage {
  if (one.interactions.length === 0) return other;
  return {
    state: one.state === 'ran' ? one.state : other.state,
    why: one.state === 'ran' ? null : other.why,
    interactions: [...one.interactions, ...other.interactions],
  };
}

/** Verifies interactions one after the other. Rejects only if the run cannot continue. */
export async function runPacts(options: PactsOptions): Promise<PactsRun> {
  const { session, setUpBy } = options;
  const pacts = options.pacts.map((pact) => ({
    ...pact,
    interactions: pact.interactions.filter((one) => one.setUpBy === setUpBy),
    unverifiable: setUpBy === 'standin' ? pact.unverifiable : [],
  }));
  const barred = pacts.flatMap((pact) =>
    pact.unverifiable.map((one) => notVerified(pact, one, one)),
  );
  for (const one of barred) options.onResult?.(one);
  if (pacts.every(({ interactions }) => interactions.length === 0))
    return { stage: { state: 'ran', why: null, interactions: barred }, findings: [] };
  const core = await started(options.startCore);
  if (typeof core === 'string')
    return noneVerified(pacts, { why: core, remedy: INSTALL, failed: 'pact' });
  const before = setUpBy === 'handler' ? await keysNow(new Scenario(session)) : null;
  const run = await verifyEach(options, pacts, core);
  if (before?.kind === 'done') await noteItemsOfTeam(session, before.value);
  const interactions = [...run.stage.interactions, ...barred];
  return { ...run, stage: { ...run.stage, interactions } };
}

const INSTALL =
  'Install it in your project: npm install --save-dev @pact-foundation/pact. --no-pacts leaves pacts out.';

async function verifyEach(
  options: PactsOptions,
  pacts: readonly Pact[],
  core: PactCore,
): Promise<PactsRun> {
  const { session } = options;
  const findings: ReportedFinding[] = [];
  const interactions: PactResult[] = [];
  const relay = await createPactRelay();
  const make = createItemFactory(session);
  try {
    for (const pact of pacts) {
      for (const interaction of pact.interactions) {
        const verified = await session.sender.during(lawOf(pact, interaction), () =>
          verifyOne({ ...options, make, core, relay }, pact, interaction),
        );
        interactions.push(verified.result);
        findings.push(...verified.findings);
        options.onResult?.(verified.result);
      }
    }
  } finally {
    await relay.close();
  }
  return { stage: { state: 'ran', why: null, interactions }, findings };
}

/** What is new in the list after the interactions of the handler is the team's. */
async function noteItemsOfTeam(session: Session, before: ReadonlySet<string>): Promise<void> {
  const after = await keysNow(new Scenario(session));
  if (after.kind !== 'done') return;
  const { path } = session.service.contract;
  const added = [...after.value].filter((key) => !before.has(key));
  if (added.length === 0) return;
  const shown = added.slice(0, SHOWN_MAX).map((key) => `${path}/${encodeURIComponent(key)}`);
  const more = added.length > SHOWN_MAX ? `, and ${added.length - SHOWN_MAX} more` : '';
  session.service.notes.add(`set up by your handler, and left to you: ${shown.join(', ')}${more}`);
}

const SHOWN_MAX = 8;

/** Returns the core, or why there is none. */
async function started(start: StartCore): Promise<PactCore | string> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof CoreMissing) return error.message;
    throw error;
  }
}

interface PactMeans extends PactsOptions {
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
    const findings =
      outcome.kind === 'failed' && !interaction.isPending
        ? [{ ...findingOf(pact, interaction, outcome.mismatches), trace }]
        : brokenContract(session, pact, interaction, exchange).map((one) => ({ ...one, trace }));
    const elapsedMs = clock.now() - startedAt;
    return { result: { ...resultOf(pact, interaction, outcome), elapsedMs }, findings };
  } finally {
    await stage.cleanUp();
  }
}

interface JudgedOne {
  readonly outcome: PactOutcome;
  readonly exchange: Forwarded['exchange'];
}

const unprepared = (why: string, remedy: string, more: Partial<Obstacle> = {}): JudgedOne => ({
  outcome: { kind: 'unprepared', why, remedy, ...more },
  exchange: null,
});

/** Sets up the states, lets the core judge, and has the handler of the team tear its states down. */
async function judgeOne(
  means: PactMeans,
  stage: Scenario,
  pact: Pact,
  interaction: PactInteraction,
): Promise<JudgedOne> {
  const { clock, service } = means.session;
  const { handler, actions } = means;
  const { states, action, setUpBy } = interaction;
  if (!clock.isTimeLeft(0)) return unprepared(NO_TIME_LEFT, MORE_TIME);
  if (
    setUpBy === 'standin' &&
    action !== null &&
    actions === 'read' &&
    !isSafeMethod(action.method)
  ) {
    const why = `${action.method} ${action.path} may change anything`;
    return unprepared(why, '--write-actions sends it, or give it a state of your --state-handler.');
  }
  if (setUpBy === 'standin' || handler === null) {
    const ready = await prepare(stage, means.make, states);
    if (ready.kind === 'done') return sendOne(means, stage, pact, interaction, ready.value);
    const names = states.map(({ name }) => name).join(', ');
    return unprepared(`${names} could not be set up: ${reasonOf(ready)}`, HANDLE);
  }
  let values: JsonObject;
  try {
    values = await setUpByHandler(handler, states, pact.consumer);
  } catch (error) {
    if (error instanceof HandlerFailed) return unprepared(error.message, CORRECT_HANDLER);
    throw error;
  }
  try {
    return await sendOne(means, stage, pact, interaction, { values, item: null });
  } finally {
    for (const failed of await tearDownByHandler(handler, states, pact.consumer))
      service.notes.add(`${pact.consumer}: ${interaction.description}: ${failed}`);
  }
}

const MORE_TIME = 'Give the run more time with --max-time.';
const HANDLE = 'Set it up with --state-handler.';
const CORRECT_HANDLER = 'Correct the handler. The request was not sent.';

async function sendOne(
  { session, core, relay }: PactMeans,
  stage: Scenario,
  pact: Pact,
  interaction: PactInteraction,
  setUp: SetUpStates,
): Promise<JudgedOne> {
  const { service } = session;
  const forwarded = relay.begin({
    stage,
    law: lawOf(pact, interaction),
    interaction,
    document: servedPact(pact, interaction, { contract: service.contract, item: setUp.item }),
    values: setUp.values,
  });
  try {
    const redirections = expectsRedirection(interaction) ? 'kept' : 'followed';
    const text = await core.verify({ ...relay.job, redirections });
    if (forwarded.failure !== null) throw forwarded.failure;
    const barred = await barredAt(session, interaction, forwarded);
    if (barred !== null) return unprepared(barred, ACCESS);
    const verdict = withoutMadeUp(readVerdict(text, interaction.json), interaction, setUp.values);
    return { outcome: withService(verdict, forwarded), exchange: forwarded.exchange };
  } catch (error) {
    if (error instanceof CoreFailed)
      return unprepared(error.message, REPORT_CORE, { failed: 'pact' });
    throw error;
  }
}

const ACCESS = 'Give the credentials that it requires, for example with --token.';
const REPORT_CORE = 'Run it again; if it stays, verify this pact with the tools of Pact.';

/** What the contract specifies of a success holds also where a consumer relies on less. */
function brokenContract(
  { service: { contract, checker } }: Session,
  pact: Pact,
  { kind, action, ...interaction }: PactInteraction,
  exchange: Forwarded['exchange'],
): readonly Omit<ReportedFinding, 'trace'>[] {
  if (exchange?.kind !== 'received' || exchange.requests === 0) return [];
  const { received } = exchange;
  if (received.status < 200 || received.status > 299 || received.status === 206) return [];
  const law = lawOf(pact, interaction);
  const isUnset = (): boolean => false;
  const found =
    action === null
      ? shownFindings({ contract, kind, received }, 'ok', checker)
      : successFindings({ contract, action, received, checker, isUnset }).map((finding) =>
          aboutAction({ ...finding, operation: kind }, action),
        );
  return found.map((finding) => ({
    ...finding,
    law,
    moves: [],
    reproduced: 'untried',
    curl: [],
  }));
}

/** Returns why the service bars the request from being judged, for example with 401; or `null`. */
async function barredAt(
  { sender }: Session,
  { kind }: PactInteraction,
  { call, exchange }: Forwarded,
): Promise<string | null> {
  if (call === null || exchange?.kind !== 'received' || exchange.requests === 0) return null;
  return (await sender.access.check(kind, call, exchange.received))?.why ?? null;
}

/** Pact sees only the relay: what happened at the service counts more. */
function withService(outcome: PactOutcome, { exchange }: Forwarded): PactOutcome {
  if (exchange?.kind === 'trouble') {
    const message = `the service sent no reply: ${exchange.message}`;
    const texts = { at: null, message, expected: 'a reply', actual: exchange.message } as const;
    return { kind: 'failed', mismatches: [{ ...texts, differs: null, value: null }] };
  }
  if (exchange?.requests === 0) {
    const { body } = exchange.received;
    const why = body.kind === 'json' ? detailOf(body.value) : 'it was not sent';
    return { kind: 'unprepared', why, remedy: HANDLE };
  }
  // What Pact's own proxy answers is not from the service.
  if (exchange === null && outcome.kind === 'failed')
    return {
      kind: 'unprepared',
      why: `Pact did not send its request: ${outcome.mismatches[0].message}`,
      remedy: 'Verify it with the tools of Pact.',
    };
  return outcome;
}

function detailOf(problem: unknown): string {
  const hasDetail = typeof problem === 'object' && problem !== null && 'detail' in problem;
  return hasDetail && typeof problem.detail === 'string' ? problem.detail : 'it was not sent';
}

function lawOf(pact: Pact, { description }: Pick<PactInteraction, 'description'>): string {
  return lawOfPact(pact, description);
}
