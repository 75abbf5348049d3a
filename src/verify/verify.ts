// A run: the probe, the pacts, the laws, the walks, and the clean-up.

import { type Json, type JsonObject, pick } from '../base/json.ts';
import type { Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { onlySwitches } from '../contract/declared.ts';
import { isUpdateUnspecified } from '../contract/is-specified.ts';
import { isSettled } from '../contract/settled-choices.ts';
import type { Call } from '../model/message/call.ts';
import { withoutList } from '../model/parameters/narrowed-lists.ts';
import type { Finding } from '../oracle/finding.ts';
import { itemFinding, itemName } from '../oracle/item-findings.ts';
import { isOfHead } from '../oracle/judge.ts';
import type { Checker } from '../schema/check.ts';
import type { Schemas } from '../schema/schema.ts';
import { readInOtherTypes } from './actions/other-media-types.ts';
import type { Activity } from './activity.ts';
import { checkAllowedMethods } from './checks/allowed-methods.ts';
import { checkTogether } from './checks/check-items.ts';
import { checkRequiredParameters } from './checks/required-parameters.ts';
import { type RemovedOwnItems, removeOwnItems } from './cleanup/remove-own-items.ts';
import { removeWithParent } from './cleanup/remove-with-parent.ts';
import { restoreSingle } from './cleanup/restore-single.ts';
import { whyStopped } from './guard/breach.ts';
import { whyNoRoom } from './guard/claims.ts';
import type { Guard, GuardedExchange } from './guard/guard.ts';
import { Interrupted } from './guard/interrupted.ts';
import type { KeptSingle } from './guard/ledger.ts';
import { isCounted, notesOnInapplicable, untriedOf } from './laws/untried.ts';
import { driftOf, type Learned, observationsOf } from './learn/learned-profile.ts';
import { takenMembers } from './learn/taken-members.ts';
import type { Move } from './move.ts';
import { performMove } from './moves/perform-move.ts';
import type { PactInteraction } from './pacts/read-interaction.ts';
import { joinStages, type PactsRun, pactsNotRun } from './pacts/run-pacts.ts';
import type {
  LawResult,
  NotVerified,
  Observation,
  PactStage,
  Progress,
  ReportedFinding,
  Untried,
  WalkStage,
} from './report.ts';
import { checkOnlyItem } from './run/check-only-item.ts';
import { checkPins, harmed, rulesOf, seenBy, shownChoices } from './run/check-pins.ts';
import { checkRelation, type ReferredItems } from './run/check-relations.ts';
import { checkRemovedParent, type OpenBelow } from './run/check-removed-parent.ts';
import { checkSibling } from './run/check-sibling.ts';
import { mayBeDueToOthers } from './run/concurrent-laws.ts';
import { findNotStored, noteUnjudged } from './run/judge-stored.ts';
import {
  keepForPrefixLaw,
  probeCreate,
  probeReplace,
  recordBystanders,
} from './run/probe-service.ts';
import { probeUpdate } from './run/probe-update.ts';
import { reach, takesCreation } from './run/reach-service.ts';
import { REQUESTS_MAX } from './run/request-share.ts';
import { LawRun } from './run/run-laws.ts';
import { done, type MoveResult, notExercised } from './scenario/move-result.ts';
import { Scenario } from './scenario/scenario.ts';
import { acceptedBodies } from './search/accepted-bodies.ts';
import { evidenceOf, Findings } from './search/findings.ts';
import { movedMembers } from './search/moved-members.ts';
import { withPrerequisites } from './search/prerequisites.ts';
import { randomWalk, type WalksBeside, walksBeside } from './search/random-walk.ts';
import { judgeFailures } from './search/report-failures.ts';
import { undeclaredRefusals } from './search/undeclared-refusals.ts';
import { checkValidators, declaresValidators } from './search/validators.ts';
import { createItemFactory, type ItemFactory } from './session/item-factory.ts';
import { IdMisread, ListMisread, Misread } from './session/misread.ts';
import type { OwnedItem } from './session/owned-item.ts';
import type { EarlierPass } from './session/owned-items.ts';
import { createSession, type Session } from './session/session.ts';
import { whyNotTestable } from './session/testable-operations.ts';
import type { RunPart } from './shards/run-part.ts';
import { checkOrphan, checkOtherSingle, readSingleAt } from './singles/other-single.ts';
import { takeSingle } from './singles/take-single.ts';

export interface RunOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly guard: Guard;
  /** Is in everything that the run makes; letters only. */
  readonly token: string;
  readonly pins: Partial<Profile>;
  readonly budget: 'quick' | 'standard' | 'thorough';
  /** The seed of the walks, and of what calls vary. */
  readonly seed: number;
  /**
   * Verifies the pacts of consumers after the probe; or why none are verified. Absent if there are
   * none.
   */
  readonly pacts?: PactsOfRun | { readonly why: string };
  /** Which part of a run that machines share this is; absent if the run is whole. */
  readonly part?: RunPart;
  /** How often the moves of a finding are replayed to shrink them; 0 leaves them unchanged. */
  readonly shrinkTries?: number;
  /** The names of the only laws to try; `null` for all. */
  readonly only: readonly string[] | null;
  /** Why the user skips a law, by its name; absent if none is skipped. */
  readonly skipped?: ReadonlyMap<string, string>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** When the run must be done, in the milliseconds of `now`. */
  readonly deadline: number;
  /**
   * How many requests are sent before what is not tried is left. Defaults to 1,000, and with `thorough`
   * to any number.
   */
  readonly requestsMax?: number;
  /** Opens what is below an item of the run; `null` or absent if nothing is. */
  readonly below?: OpenBelow | null;
  /** How often an attempt is made again that met only failures which may pass. Defaults to 1. */
  readonly retries?: number;
  /** Whether failures that did not come again are findings. Defaults to `told`. */
  readonly unstable?: 'told' | 'fails';
  /** How long the run waits for a write to show, in milliseconds. Defaults to 3,500. */
  readonly lagMsMax?: number;
  /** `read-only` tries only what needs no writing; the guard must have the same mode. */
  readonly mode?: 'write' | 'read-only';
  /** The path of the same collection below another parent; `null` or absent if there is none. */
  readonly sibling?: string | null;
  /** How the only item at the path may be written; absent if it may not. */
  readonly single?: SingleOptions;
  /** Removes the item above, and tells whether it is gone; absent if the run made none. */
  readonly removeAbove?: () => Promise<boolean>;
  /** Whether the run sends actions that may change something; the guard must know. */
  readonly actions?: 'read' | 'write';
  /** The items of the run that its references lead to; absent if there are none. */
  readonly referred?: readonly ReferredItems[];
  /** The parameters that the list needs, and which may select items; absent if there are none. */
  readonly narrowedBy?: readonly string[];
  /** The ids that its references can hold. */
  readonly referable?: ReadonlyMap<string, readonly Json[]>;
  /** Whether the member of the id was taken for it, and is stated nowhere. Defaults to `false`. */
  readonly isIdAssumed?: boolean;
  /** Whether an earlier pass has found out the member of the id. Defaults to `false`. */
  readonly isIdProven?: boolean;
  /** What an earlier pass of the run has made, and what the report says of it; absent if none. */
  readonly earlier?: EarlierPass & { readonly note?: string };
  /**
   * Whether the user has stopped the run: then nothing new is tried, and what the run made is
   * removed.
   */
  readonly isStopped?: () => boolean;
  /** Whether the findings are enough to stop. */
  readonly isEnough?: (findings: readonly ReportedFinding[]) => boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Called with what the clean-up left, also if the run rejects. */
  readonly onSwept?: (swept: RemovedOwnItems) => void;
  /**
   * Notes which law each call is for. A finding is reported as progress before the activity that
   * found it has ended.
   */
  readonly during?: Activity;
}

/** The only item at a path: it belongs to an item of the run, or to the service. */
export type SingleOptions =
  | { readonly whose: 'run' }
  /** `keep` notes what it held, before the run writes to it. */
  | { readonly whose: 'service'; readonly keep: (values: JsonObject) => Promise<void> };

/** The pacts of a run. */
export interface PactsOfRun {
  /** Verifies those whose states Standin sets up, after the probe; or the handler of the team. */
  verify(session: Session, setUpBy: PactInteraction['setUpBy']): Promise<PactsRun>;
  /** Tells of all that they were not verified. */
  leave(why: string): PactsRun;
}

/** What a run found. */
export interface Verified {
  readonly findings: readonly ReportedFinding[];
  readonly laws: readonly LawResult[];
  /** What was not tried, most laws first. */
  readonly untried: readonly Untried[];
  readonly pacts: PactStage;
  readonly walks: WalkStage;
  /** What the service was seen to choose where the contract leaves it open. */
  readonly observations: readonly Observation[];
  readonly session: Session;
  /** `interrupted`: the user stopped it, and the remaining laws were not tried. */
  readonly end: 'whole' | 'interrupted';
  readonly swept: RemovedOwnItems;
}

/**
 * Verifies a service. Rejects with a StandinError if it cannot be judged. What the run made is
 * removed in any case.
 */
export async function verify(options: RunOptions): Promise<Verified> {
  try {
    return await verifyOnce(options);
  } catch (error) {
    if (error instanceof IdMisread) return verifyOnce(withIdOf(options, error));
    if (!(error instanceof ListMisread)) throw error;
    return verifyOnce({
      ...options,
      contract: withoutList(options.contract),
      earlier: error.made,
    });
  }
}

/** The options with the id that the service was seen to have. */
function withIdOf(options: RunOptions, { member, made }: IdMisread): RunOptions {
  const { id: taken, resource } = options.contract;
  return {
    ...options,
    contract: { ...options.contract, id: member, shown: withoutIds(options.contract.shown) },
    isIdProven: true,
    earlier: {
      ...made,
      note: `"${taken}" was taken for the id of ${resource}; it is "${member}": that is what the path of an item answers to`,
    },
  };
}

/** Names the list in which no item was looked for; nothing if there is none. */
function narrowedListOf({ contract, narrowedBy = [] }: RunOptions): readonly NotVerified[] {
  if (narrowedBy.length === 0) return [];
  const names = narrowedBy.map((name) => JSON.stringify(name)).join(' and ');
  const path = contract.template?.path ?? contract.path;
  return [
    {
      what: `the items in GET ${path}`,
      why: `it needs ${names}, which may select items: none was looked for in it`,
      remedy: `Give a value that selects none, if there is one: --query ${narrowedBy[0]}=<value>.`,
      about: 'source',
      costs: 'partly',
    },
  ];
}

/** Leaves out what was concluded about ids from the wrong member. */
function withoutIds(shown: Contract['shown']): Contract['shown'] {
  const isOfIds = (key: string): boolean => key.startsWith('id.') || key.endsWith('.id');
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !isOfIds(key)));
}

async function verifyOnce(options: RunOptions): Promise<Verified> {
  const lagAllowed = options.pins['consistency.within'] ?? null;
  const { pins, part } = options;
  const isShared = part?.kind === 'beside';
  const { budget, requestsMax = budget === 'thorough' ? Number.POSITIVE_INFINITY : REQUESTS_MAX } =
    options;
  const session = createSession({
    ...options,
    requestsMax,
    pins: rulesOf(pins),
    lagAllowed,
    isShared,
  });
  options.onProgress({
    kind: 'stage',
    stage: 'probe',
    what: 'availability and accepted values',
  });
  if (options.earlier?.note !== undefined) session.service.notes.add(options.earlier.note);
  if (options.contract.operations.list === undefined)
    session.service.gaps.push(...narrowedListOf(options));
  const run = new Run(options, session);
  let end: Verified['end'] = 'whole';
  let swept: RemovedOwnItems = { left: [], isSure: true };
  let isBegun = false;
  let isMisread = false;
  try {
    const doubt = await session.sender.during('probe', () => reach(session));
    isBegun = options.mode !== 'read-only';
    if (doubt?.kind === 'not-found' && !(await session.sender.during('probe', () => run.isThere())))
      throw doubt.error;
    await session.sender.during('pacts', () => run.verifyPacts('handler'));
    // The handler of the team may have changed any item: the run sees them as they are now.
    if (run.pacts.interactions.length > 0) {
      session.sender.guard.forgetItems();
      await session.sender.during('probe', () => reach(session));
    }
    await run.probe();
    await session.sender.during('pacts', () => run.verifyPacts('standin'));
    await session.variation.during('drawn', async () => {
      await run.trials.tryAll(
        () => run.walksBeside(),
        () => run.checkSibling(),
      );
      await session.sender.during('walk', () => run.walk());
      await run.trials.reportUnexplained();
    });
    await session.sender.during('end', () => run.end());
  } catch (error) {
    isMisread = error instanceof Misread;
    if (!(error instanceof Interrupted)) throw error;
    end = 'interrupted';
    run.trials.leaveRest('the run was interrupted');
  } finally {
    // The next pass goes on with what this one has made.
    if (!isMisread) {
      session.sender.beginEnd();
      if (isBegun) run.reportNotStored();
      if (isBegun)
        swept = await session.sender.during('clean-up', () => sweep(session, options.removeAbove));
      // A document does not say whether DELETE removes or marks. A run that has not seen it names what is
      // left, and reports no finding.
      const isUnseen = session.service.isIdAssumed && session.items.removal !== 'works';
      if (end === 'whole' || !isUnseen) run.reportNotRemoved(swept);
      run.reportFailures();
      options.onSwept?.(swept);
    }
  }
  const { trials, pacts } = run;
  const { contract, only } = options;
  return {
    findings: run.findingsToTell(),
    laws: run.lawsToTell(),
    untried: untriedOf({ contract, results: trials.results, only, whyUnwritten: run.whyUnwritten }),
    pacts,
    walks: run.walksToTell(),
    observations: run.observations(),
    session,
    end,
    swept,
  };
}

/** Removes what the run made, and restores what it borrowed. */
async function sweep(
  session: Session,
  removeAbove: RunOptions['removeAbove'],
): Promise<RemovedOwnItems> {
  const { items, sender, service } = session;
  const { path } = service.contract;
  const kept = items.borrowed;
  const send = (call: Call): Promise<GuardedExchange> => sender.sendUnlessStopped(call);
  const why = kept === null ? null : await restoreSingle({ send, path, kept });
  const swept = await removeWithParent(session, await removeOwnItems(session), removeAbove);
  if (why === null) return swept;
  service.notes.add(`${path} could not be restored: ${why}`);
  return { ...swept, left: [...swept.left, path] };
}

/** What a single item holds of what the run may write. */
function keptOf({ service }: Session, { sent }: OwnedItem): KeptSingle {
  const by = service.offers('replace') ? 'replace' : 'update';
  const members = service.membersOf(by);
  return { values: pick(sent, members), by, members };
}

class Run {
  readonly findings: Findings;
  readonly trials: LawRun;
  private readonly options: RunOptions;
  private readonly session: Session;
  private readonly make: ItemFactory;
  /** Why nothing is written; `null` if something is. */
  private readonly whyNoWrites: string | null;
  pacts: PactStage;
  walks: WalkStage = { planned: 0, run: 0, steps: 0, why: 'the run ended before them' };
  private learned: Learned | null = null;
  /** The only item below another parent before the run wrote anything; `null` if nothing was. */
  private otherSingle: JsonObject | null = null;

  constructor(options: RunOptions, session: Session) {
    this.options = options;
    this.pacts = pactsNotRun(
      options.pacts !== undefined && 'why' in options.pacts ? options.pacts.why : 'there are none',
    ).stage;
    this.session = session;
    this.make = createItemFactory(session);
    this.whyNoWrites = whyNoWrites(options, session);
    const { make } = this;
    const {
      shrinkTries = SHRINK_TRIES,
      budget,
      only,
      isEnough = () => false,
      onProgress,
    } = options;
    const onFinding = (finding: ReportedFinding): void => onProgress({ kind: 'finding', finding });
    // What is found beside other machines is tried again without them.
    const tries = this.isBeside ? 0 : shrinkTries;
    const movesOf = (law: string): readonly Move[] | null => this.trials.movesFor(law);
    const findings = new Findings({ session, make, shrinkTries: tries, movesOf, onFinding });
    this.findings = findings;
    this.trials = new LawRun({
      session,
      make,
      findings,
      budget,
      only,
      skipped: options.skipped ?? new Map(),
      whyNoWrites: this.whyNoWrites,
      mayWriteActions: options.actions === 'write' && options.mode !== 'read-only',
      mayRemove: options.single?.whose !== 'service',
      part: options.part ?? null,
      isEnough,
      onProgress,
    });
  }

  /** Whether other machines try other laws meanwhile: what needs the collection alone is theirs. */
  private get isBeside(): boolean {
    return this.options.part?.kind === 'beside';
  }

  /** Why the only item at the path was not written; `null` if it was, or there are many. */
  get whyUnwritten(): string | null {
    return this.session.service.contract.isSingle === true ? this.whyNoWrites : null;
  }

  /** Whether the address is right although the list was not found there. */
  async isThere(): Promise<boolean> {
    return this.whyNoWrites === null && (await takesCreation(this.session, this.make));
  }

  async probe(): Promise<void> {
    const { findings, session, make } = this;
    const { contract, notes } = session.service;
    if (this.options.only === null && isUpdateUnspecified(contract))
      notes.add('PATCH: not verified, the contract does not show it');
    for (const { method, path } of (contract.actions ?? []).filter(onlySwitches))
      notes.add(`${method} ${path} is not sent: it only switches to another protocol`);
    await findings.attempt(
      'list-follows',
      () => recordBystanders(session),
      (found) => this.checkListRead(found),
    );
    if (this.whyNoWrites !== null) return;
    if (contract.isSingle === true) await findings.attempt('answers-fit', () => this.takeSingle());
    else
      await findings.attempt(
        'created-is-there',
        () => probeCreate(session, make),
        (found) => this.checkListRead(found),
      );
    if (whyNotTestable(session, 'replace') === null) {
      await findings.attempt('created-is-there', () => keepForPrefixLaw(session, make));
      await findings.attempt('replaced-is-there', () => probeReplace(session, make));
    }
    if (whyNotTestable(session, 'update') === null)
      await findings.attempt('updated-is-there', () => probeUpdate(session, make));
  }

  /** Begins again without the list if it needs parameters, and does not show what was created. */
  private checkListRead(found: readonly Finding[]): void {
    const { options, session } = this;
    const { items } = session;
    const isDoubtful = (options.narrowedBy ?? []).length > 0 && items.sentinels.length === 0;
    // What a request must have is not known of each parameter.
    const isOpen = ({ code, operation }: Finding): boolean =>
      code === 'not-listed' || (code === 'refused' && operation === 'list');
    if (!isDoubtful || !found.every(isOpen)) return;
    const keys = [...items.everOwned];
    throw new ListMisread('the list may be narrowed', { keys, serials: items.nextSerial() });
  }

  /** Reads the only item at the path, and the one below another parent. */
  private async takeSingle(): Promise<MoveResult> {
    const { session, options } = this;
    const taken = await takeSingle(new Scenario(session));
    const { single } = options;
    if (single?.whose === 'service' && taken.kind === 'done') {
      const kept = keptOf(session, taken.value);
      session.items.borrowed = kept;
      if (!taken.value.isAlive) return notExercised('nothing is there that could be restored');
      await single.keep({ ...kept });
    }
    if (options.sibling != null) this.otherSingle = await readSingleAt(session, options.sibling);
    return taken;
  }

  async verifyPacts(setUpBy: PactInteraction['setUpBy']): Promise<void> {
    const { pacts } = this.options;
    if (pacts === undefined || 'why' in pacts || this.options.only !== null || this.isBeside)
      return;
    const { barred } = this.session.sender.access;
    if (barred !== null) {
      this.pacts = pacts.leave(barred.why).stage;
      return;
    }
    this.options.onProgress({ kind: 'stage', stage: 'pacts', what: 'the pacts of consumers' });
    const { stage, findings } = await pacts.verify(this.session, setUpBy);
    this.pacts = setUpBy === 'handler' ? stage : joinStages(this.pacts, stage);
    for (const finding of findings) {
      // What breaks the contract breaks a law as well, and is reported once.
      if (finding.code === 'pact-mismatch') this.findings.add(finding);
      else this.findings.report(finding.law, finding, finding);
    }
  }

  /** The random walks, to be tried beside laws; `null` if there are none. */
  walksBeside(): WalksBeside | null {
    const { session, options } = this;
    return this.whyNoWalks() === null
      ? walksBeside({ ...options, ...this.numbers, session })
      : null;
  }

  /**
   * Runs the random walks. They are skipped if something is broken already, for they would find the
   * same.
   */
  async walk(): Promise<void> {
    const why = this.whyNoWalks();
    if (why !== null) {
      this.walks = { planned: 0, run: 0, steps: 0, why };
      return;
    }
    if (this.trials.walked !== null && !this.trials.isUnexplained()) {
      this.walks = this.trials.walked;
      return;
    }
    const { budget, seed, onProgress } = this.options;
    onProgress({ kind: 'stage', stage: 'walks', what: 'random moves' });
    const { stage, findings } = await randomWalk({
      session: this.session,
      budget,
      seed,
      ...this.numbers,
      isKnown: (finding) => this.findings.isPassedOver('walk', finding),
      play: (moves) => this.findings.play('walk', moves),
    });
    this.walks = stage;
    for (const shrunk of findings) this.findings.report('walk', shrunk.finding, evidenceOf(shrunk));
  }

  /** Which walks this part of a run has. */
  private get numbers(): { readonly numbers?: readonly number[] } {
    const { part } = this.options;
    return part === undefined ? {} : { numbers: part.walks };
  }

  private whyNoWalks(): string | null {
    if (this.whyNoWrites !== null) return this.whyNoWrites;
    if (this.options.only !== null) return 'only some laws were requested';
    if (this.session.service.contract.isSingle === true) return 'they need several items';
    const { access, guard } = this.session.sender;
    if (this.session.items.areScarce && guard.room() < WALK_ITEMS) return whyNoRoom(guard.leave);
    const breach = guard.breach();
    if (breach !== null) return `the run writes nothing more: ${whyStopped(breach)}`;
    if (access.barred !== null) return access.barred.why;
    if (this.findings.all.length > 0) return 'the laws found enough';
    return this.options.budget === 'quick' ? 'the quick budget has none' : null;
  }

  /** Checks the sentinels and the pins a last time, and then removes the sentinels. */
  async end(): Promise<void> {
    const { session, findings } = this;
    const { service, items, bystanders } = session;
    service.noteForms();
    for (const note of session.lag.notes()) service.notes.add(note);
    const within = session.lag.longestMs === 0 ? null : session.lag.option();
    if (within !== null) service.observe('consistency.within', within);
    const scenario = new Scenario(session);
    for (const item of [...items.sentinels, ...(items.single === null ? [] : [items.single])])
      scenario.items.set(item.label, item);
    // Nothing was written since: a list that shows it now does not lag behind.
    if (items.removedLast !== null) scenario.items.set('removed last', items.removedLast);
    await findings.attempt('stays-over-time', async () => {
      // A list that shows all of them says mostly whether anything is wrong with one.
      const isListEnough = this.options.budget === 'quick' && service.isListWhole();
      const [verdict = done] = await checkTogether([
        { scenario, scope: 'all', ...(isListEnough ? { reads: [] } : {}) },
      ]);
      // What was changed at any time is found now, after another write.
      const isKnown =
        verdict.kind === 'broken' && verdict.findings.every((one) => findings.isKnownHarm(one));
      return isKnown ? done : verdict;
    });
    if (!this.isBeside) await this.checkUnshared();
    await session.sender.during('shrinking', async () => {
      await findings.shrinkAll();
      await findings.showFirstAgain();
    });
    // Nothing needs it any more: it goes with the others, not after them.
    if (items.kept !== null) scenario.items.set(items.kept.label, items.kept);
    await scenario.cleanUp();
    await findings.attempt('removed-is-gone', () => this.checkOrphan());
    findings.reportBreach('created-is-there');
    const culprit = this.isBeside ? null : bystanders.culprit();
    if (culprit !== null) findings.report('bystanders', harmed(session, culprit), { trace: [] });
  }

  /** Checks relations and choices, and tries the laws that come last. */
  private async checkUnshared(): Promise<void> {
    const { session, make, findings } = this;
    const { service, sender } = session;
    const { pins, only } = this.options;
    // With some laws only, nothing is asserted beside them but what was pinned.
    const asserted = { ...(only === null ? shownChoices(service.contract) : {}), ...pins };
    if (service.contract.isSingle !== true) await this.checkSibling();
    else if (Object.keys(pins).length > 0 && this.whyNoWrites === null)
      service.notes.add('choices are compared where laws meet them: a single item is not probed');
    await this.askOtherTypes();
    await this.checkAllow();
    await this.checkParameters();
    if (declaresValidators(session) && this.whyNoWrites === null && only === null)
      if (service.contract.isSingle !== true && !session.items.areScarce)
        await findings.attempt('read-is-refused-as-specified', () =>
          checkValidators(session, make),
        );
    await this.checkBelow();
    if (this.whyNoWrites === null && only === null && findings.all.length === 0)
      for (const referred of this.options.referred ?? [])
        await findings.attempt('list-follows', () => checkRelation({ session, make, referred }));
    if (
      Object.keys(asserted).length > 0 &&
      this.whyNoWrites === null &&
      service.contract.isSingle !== true &&
      !this.trials.isUnresponsive()
    ) {
      this.options.onProgress({
        kind: 'stage',
        stage: 'laws',
        what: 'the choices of the contract and the profile',
      });
      const mark = sender.guard.mark();
      this.learned = await sender.during('drift', () =>
        checkPins({ session, make, pins, asserted }),
      );
      const sent = sender.guard.since(mark);
      for (const { finding, evidence } of driftOf(this.learned, asserted, service.contract)) {
        findings.report('drift', finding, { trace: withPrerequisites(service, sent, evidence) });
      }
    }
    if (this.whyNoWrites === null && only === null && findings.all.length === 0)
      await findings.attempt('list-follows', () => this.checkOnly());
    await this.trials.tryLast();
  }

  /** Asks reads for the media types that they declare besides JSON. */
  private async askOtherTypes(): Promise<void> {
    const { session, findings, options } = this;
    const { service, items, bystanders } = session;
    if (options.only !== null || findings.all.length > 0) return;
    const key = items.sentinels[0]?.key ?? bystanders.keys()[0];
    for (const kind of ['list', 'read'] as const) {
      const isRead = kind === 'list' || service.contract.isSingle === true || key !== undefined;
      if (!service.offers(kind) || !isRead) continue;
      await findings.attempt(kind === 'list' ? 'list-follows' : 'created-is-there', () =>
        readInOtherTypes(new Scenario(session), kind, kind === 'list' ? null : (key ?? null)),
      );
    }
  }

  /** Asks which methods there are. */
  private async checkAllow(): Promise<void> {
    const { session, findings, options } = this;
    const key = session.items.sentinels[0]?.key;
    if (options.only !== null || findings.all.length > 0) return;
    if (options.budget !== 'quick')
      await findings.attempt('list-follows', () => checkAllowedMethods(session, null));
    if (key !== undefined && session.service.contract.isSingle !== true)
      await findings.attempt('created-is-there', () => checkAllowedMethods(session, key));
  }

  /** Reads without what the document requires. */
  private async checkParameters(): Promise<void> {
    const { session, findings, options } = this;
    if (options.only !== null) return;
    const key = session.items.sentinels[0]?.key ?? null;
    await findings.attempt('list-follows', () => checkRequiredParameters(session, 'list', null));
    if (key !== null && session.service.unfitParameters?.option !== 'ignore')
      await findings.attempt('created-is-there', () =>
        checkRequiredParameters(session, 'read', key),
      );
  }

  /** Checks what is shown below another parent. */
  async checkSibling(): Promise<void> {
    const { session, whyNoWrites, otherSingle, options, findings } = this;
    const { sibling = null } = options;
    if (sibling === null) return;
    await findings.attempt('list-follows', () =>
      session.service.contract.isSingle === true && whyNoWrites === null
        ? checkOtherSingle(session, sibling, otherSingle)
        : checkSibling(session, sibling),
    );
  }

  /** Removes the item above the only one, if the contract says what is there then. */
  private async checkOrphan(): Promise<MoveResult> {
    const { session, options, findings } = this;
    const { contract } = session.service;
    const isShown = contract.operations.read?.outcomes.missing !== undefined;
    const mayRemove =
      contract.isSingle === true && options.only === null && findings.all.length === 0;
    if (options.single?.whose !== 'run' || !mayRemove || !isShown || this.whyNoWrites !== null)
      return done;
    const values = this.make.plain();
    const move = { kind: 'create', item: 'a', values, manner: 'unusual' } as const;
    const made = await performMove(new Scenario(session), move);
    if (made.kind !== 'done') return made;
    return (await options.removeAbove?.()) === true ? checkOrphan(session) : done;
  }

  private async checkOnly(): Promise<MoveResult> {
    return this.options.budget === 'quick' ? done : checkOnlyItem(this.session, this.make);
  }

  /** Checks what becomes of items below one that is removed, if the contract says so. */
  private async checkBelow(): Promise<void> {
    const { session, make, findings } = this;
    const { below: open = null, only } = this.options;
    const shown = session.service.contract.shown['parent.removed'];
    if (open === null || shown === undefined || only !== null) return;
    if (this.whyNoWrites !== null || this.trials.isUnresponsive()) return;
    const differing = await session.sender.during('drift', () =>
      checkRemovedParent(session, make, { shown, open }),
    );
    if (differing !== null)
      findings.report('drift', differing.finding, { trace: differing.evidence });
  }

  /** Reports what operations accept and never store, and notes what no answer shows. */
  reportNotStored(): void {
    const { findings, session, options } = this;
    for (const { law, finding, evidence } of findNotStored(session))
      if (options.only === null || this.trials.tries(finding.operation))
        findings.report(law, finding, evidence);
    this.reportAccepted();
    noteUnjudged(session);
    for (const { choice, option } of takenMembers(session.service))
      session.service.observe(choice, option);
  }

  /** Reports operations that refuse nothing invalid, though they declare how, and what moves with writes. */
  private reportAccepted(): void {
    const { findings, session, options } = this;
    const { service, sender } = session;
    const sent = sender.guard.since(0);
    const isPinned = options.pins['invalid.status'] !== undefined;
    for (const { kind, told, evidence } of acceptedBodies(service, sent, isPinned)) {
      if (options.only !== null && !this.trials.tries(kind)) continue;
      if ('gap' in told) service.gaps.push(told.gap);
      else
        findings.report(REFUSED[kind], told.finding, {
          trace: withPrerequisites(service, sent, evidence),
        });
    }
    const moved =
      options.only === null && findings.all.length === 0 ? movedMembers(service, sent) : [];
    for (const { finding, evidence } of moved)
      findings.report('updated-is-there', finding, {
        trace: withPrerequisites(service, sent, evidence),
      });
  }

  /** Reports an item that is still there after its removal, unless DELETE has a finding already. */
  reportNotRemoved({ notRemoved }: RemovedOwnItems): void {
    const { findings, session } = this;
    const isKnown = session.items.keptBy !== null;
    if (
      notRemoved === undefined ||
      isKnown ||
      findings.all.some(({ operation, code }) => operation === 'remove' && !isOfHead(code))
    )
      return;
    const { contract } = session.service;
    const item = itemName(contract, notRemoved.key);
    const blame = { code: 'not-removed', operation: 'remove' } as const;
    const finding = itemFinding(contract, blame, { item, request: null });
    findings.report('clean-up', finding, { trace: notRemoved.trace });
  }

  /** Reports the calls that failed and are in no finding, wherever in the run that was. */
  reportFailures(): void {
    const { findings, session, options } = this;
    const unreported = judgeFailures(session, findings.all, options.unstable);
    for (const one of unreported.findings) findings.reportFailure(one);
    const { notes, contract, unstable } = session.service;
    unstable.push(...unreported.unstable);
    const undeclared = undeclaredRefusals(contract, session.sender.guard.since(0));
    for (const note of [...unreported.notes, ...undeclared]) notes.add(note);
  }

  /**
   * All findings, but those that the writes of other machines may explain: no room for more items, or
   * pages that were torn. Those laws are tried again alone.
   */
  findingsToTell(): readonly ReportedFinding[] {
    const { all } = this.findings;
    if (!this.isBeside) return all;
    const { notes, traits } = this.session.service;
    const isFaulty = (one: ReportedFinding): boolean =>
      mayBeDueToOthers(one, traits.pager !== null);
    for (const { law, message } of all.filter((one) => !isFaulty(one)))
      notes.add(`${law} broke beside other machines, which may explain it: ${message}`);
    return all.filter(isFaulty);
  }

  /** The laws that count, and notes on the others. Beside other machines, another one tries them. */
  lawsToTell(): readonly LawResult[] {
    const { results } = this.trials;
    if (this.options.only !== null || this.isBeside) return results;
    for (const note of notesOnInapplicable(results)) this.session.service.notes.add(note);
    return results.filter(isCounted);
  }

  /** What the walks did. After a finding they are to be repeated alone. */
  walksToTell(): WalkStage {
    const isBroken = this.isBeside && this.findings.all.some(({ law }) => law === 'walk');
    return isBroken ? { ...this.walks, why: 'a walk broke' } : this.walks;
  }

  observations(): readonly Observation[] {
    const { service } = this.session;
    const seen = this.learned === null ? seenBy(service) : observationsOf(this.learned);
    // A failure is nothing that a service chose.
    return seen.filter(
      ({ choice, option }) =>
        !isSettled(service.contract, choice, option) && !isFailure(choice, option),
    );
  }
}

function isFailure(choice: string, option: unknown): boolean {
  return choice.endsWith('.status') && typeof option === 'number' && option >= 500;
}

/** Why a run writes nothing; `null` if it does. */
function whyNoWrites({ mode, single }: RunOptions, session: Session): string | null {
  if (mode === 'read-only') return 'the run only reads';
  if (session.service.contract.isSingle !== true) return whyNotTestable(session, 'create');
  if (single === undefined)
    return 'the item belongs to the service; --write-singles verifies and restores it';
  const [replace, update] = [whyNotTestable(session, 'replace'), whyNotTestable(session, 'update')];
  return replace === null || update === null ? null : replace;
}

/** The laws whose bodies should be refused. */
const REFUSED = {
  create: 'refused-creation-changes-nothing',
  replace: 'refused-replacement-changes-nothing',
  update: 'refused-update-changes-nothing',
} as const;

/** How many items walks may need. */
const WALK_ITEMS = 12;

/** How often the moves of a broken law are replayed to shrink them. */
const SHRINK_TRIES = 24;
