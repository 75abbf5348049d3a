// Builds the report of a run: the findings, how to reproduce them, and the verdict.

import type { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { secretVariable } from '../../journal/print/curl-line.ts';
import { requiredFields } from '../../model/parameters/required-parameters.ts';
import { wireShower } from '../../model/parameters/wire-request.ts';
import { shownSource } from '../../project/source/find-source.ts';
import type { TakenOperation } from '../../source/source-contracts.ts';
import {
  LEFT_BEHIND,
  PERHAPS_LEFT,
  type RemovedOwnItems,
} from '../../verify/cleanup/remove-own-items.ts';
import { type KnownFinding, separateKnown } from '../../verify/known/known-findings.ts';
import { isOpenWrite } from '../../verify/move.ts';
import { curlScript, type MadeAbove, type ScriptOptions } from '../../verify/print/curl.ts';
import type { TestFileOptions } from '../../verify/print/vitest/vitest.ts';
import type {
  BystandersReport,
  NotVerified,
  Report,
  ReportedFinding,
} from '../../verify/report.ts';
import { pactsNotVerified, verdictWithout } from '../../verify/run/not-verified.ts';
import { isEnough, type Required, shownShare, triedOf } from '../../verify/run/required.ts';
import { sourceCoverage } from '../../verify/run/source-coverage.ts';
import { shownIdAt } from '../../verify/session/issued-ids.ts';
import type { Session } from '../../verify/session/session.ts';
import type { Verified } from '../../verify/verify.ts';
import { itemAddress } from '../parents/item-address.ts';
import { quoted } from '../shared/quoted.ts';

/** Facts of a run that are known whatever the result. */
export interface RunFacts {
  readonly version: string;
  readonly contract: Contract;
  /** The operations of the description that the contract was made of; empty if it is a file. */
  readonly taken: readonly TakenOperation[];
  /** The items that the run made for others to be below. */
  readonly above: readonly MadeAbove[];
  /** Without credentials. */
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly elapsedMs: number;
  readonly requests: number;
  readonly waits: { readonly times: number; readonly elapsedMs: number };
  readonly budget: Report['budget'];
  readonly seed: number;
  readonly replay: string;
  readonly token: string;
  /** Names of header fields that hold secrets. */
  readonly credentials: readonly string[];
  /** Ids of items that the run created and did not remove. */
  readonly left: readonly string[];
  /** The share of the laws that must be exercised. */
  readonly required: Required;
  /** Whether others are verified too: then a resource with nothing to try costs itself alone. */
  readonly isOneOfMany: boolean;
  /** What is there and was not verified, besides laws and operations. */
  readonly notVerified: readonly NotVerified[];
  /** The values that the user gives, a sentence each. */
  readonly given: readonly string[];
  /** The pacts of which other contracts have interactions, too. */
  readonly partsOf: ReadonlySet<string>;
  /** The findings that the team knows; `null` without a baseline. */
  readonly baseline: readonly KnownFinding[] | null;
}

/** What a generated test needs to know in addition to the findings. */
export type TestFacts = Omit<TestFileOptions, 'baseUrl'>;

/** Returns the report of a run that judged the service, or was stopped while it did. */
export function reportOf(facts: RunFacts, found: Verified): Report {
  const { baseline, contract, startedAt } = facts;
  const today = startedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const {
    judged: verified,
    known,
    notes,
  } = separateKnown(found, contract.resource, { baseline: baseline ?? [], today });
  const { session, laws, untried, end } = verified;
  const repeatable = (finding: ReportedFinding): ReportedFinding => ({
    ...finding,
    curl: curlOf(finding, facts, session),
  });
  return {
    ...common(facts),
    ...(session.items.keptBy === null ? {} : { leftoversFate: 'stay' as const }),
    ...verdictOf(verified, facts, known.length > 0),
    findings: verified.findings.map(repeatable),
    ...(baseline === null
      ? {}
      : { known: known.map((one) => ({ ...one, finding: repeatable(one.finding) })) }),
    laws,
    untried,
    notVerified: gapsOf(verified, facts),
    coverage: sourceCoverage({
      contract: session.service.contract,
      schemas: session.service.schemas,
      exchanges: session.sender.guard.since(0),
      taken: facts.taken,
    }),
    end,
    pacts: verified.pacts,
    walks: verified.walks,
    observations: verified.observations,
    notes: [
      ...shownNote(facts),
      ...facts.given,
      ...notes,
      ...session.service.sentences,
      ...waitNotes(facts),
    ],
    ...(session.service.unstable.length === 0 ? {} : { unstable: session.service.unstable }),
    bystanders: session.bystanders.report(),
    leftovers: leftoversOf(facts, verified.swept),
  };
}

/** Returns the report of a run that could not judge; `swept` is `null` if unknown. */
export function unjudged(
  facts: RunFacts,
  error: StandinError,
  swept: RemovedOwnItems | null,
): Report {
  return {
    ...common(facts),
    verdict: 'unjudged',
    reason: error.message,
    remedy: error.remedy,
    findings: [],
    laws: [],
    untried: [],
    notVerified: facts.notVerified,
    end: 'whole',
    observations: [],
    notes: waitNotes(facts),
    bystanders: UNWATCHED,
    leftovers: leftoversOf(facts, swept),
  };
}

/** How the reason begins if no law could be tried. */
export const NOTHING_VERIFIED = 'Nothing was verified: ';

/** Returns the report of a resource below none that the run could make or find. */
export function notVerified(facts: RunFacts, error: StandinError): Report {
  const without = verdictWithout(facts.notVerified, facts.required);
  return {
    ...unjudged(facts, error, null),
    ...(without?.verdict === 'unjudged'
      ? without
      : { verdict: 'partly', reason: NOTHING_VERIFIED + error.message }),
  };
}

const UNWATCHED: BystandersReport = {
  watched: 0,
  changed: 0,
  vanished: 0,
  readSingly: 0,
  verdict: 'not-watched',
};

type Common =
  | 'version'
  | 'target'
  | 'resource'
  | 'startedAt'
  | 'elapsedMs'
  | 'requests'
  | 'budget'
  | 'seed'
  | 'replay'
  | 'pacts'
  | 'walks'
  | 'leftoversFate';

function common(facts: RunFacts): Pick<Report, Common> {
  const { version, baseUrl, contract, startedAt, elapsedMs, requests, budget, seed, replay } =
    facts;
  return {
    version,
    target: baseUrl,
    resource: contract.resource,
    startedAt: startedAt.toISOString(),
    elapsedMs,
    requests,
    budget,
    seed,
    replay,
    pacts: { state: 'not-run', why: 'the service could not be judged', interactions: [] },
    walks: { planned: 0, run: 0, steps: 0, why: 'the service could not be judged' },
    leftoversFate: contract.operations.remove === undefined ? 'stay' : 'to-clean',
  };
}

function gapsOf(
  { pacts, session }: Pick<Verified, 'pacts' | 'session'>,
  { notVerified, partsOf }: RunFacts,
): readonly NotVerified[] {
  const { gaps } = session.service;
  return [...notVerified, ...gaps, ...pactsNotVerified(pacts.interactions, partsOf)];
}

function verdictOf(
  verified: Verified,
  facts: RunFacts,
  hasKnown: boolean,
): Pick<Report, 'verdict' | 'reason' | 'remedy'> {
  const { findings, laws, end, session, untried, swept } = verified;
  const { required, contract, isOneOfMany } = facts;
  const held = laws.filter(({ result }) => result === 'held').length;
  const cut =
    end === 'interrupted'
      ? {
          reason: `The run was interrupted after ${triedOf(laws)} of ${laws.length} laws.`,
          remedy: 'Run it again to the end.',
        }
      : { reason: null, remedy: null };
  if (findings.length > 0) return { verdict: 'violates', ...cut };
  if (end === 'interrupted') return { verdict: held > 0 ? 'partly' : 'unjudged', ...cut };
  // Deferred laws are listed one by one. If the service requires credentials, what it shows without
  // them proves nothing.
  const { barred } = session.sender.access;
  if (barred !== null && (held === 0 || barred.isDecisive)) {
    const reason = `${barred.why[0]?.toUpperCase()}${barred.why.slice(1)}.`;
    return { verdict: 'unjudged', reason, remedy: barred.remedy };
  }
  const passed = verified.pacts.interactions.some(({ result }) => result === 'passed');
  if (held === 0 && !passed && !hasKnown) {
    const why = laws.find((law) => law.why !== null)?.why;
    const isUnsent = why === undefined && contract.actions?.some(isOpenWrite) === true;
    const remedy = isUnsent
      ? 'Use --write-actions to send them.'
      : 'See why no law could be tried. More time or requests, a larger budget, or a run without --law and --read-only tries more.';
    const reason = `${NOTHING_VERIFIED}${isUnsent ? 'all operations may change anything, and none is sent' : (why ?? 'there was no law to try')}.`;
    return { verdict: isOneOfMany ? 'partly' : 'unjudged', reason, remedy };
  }
  const isLeft = swept.left.length > 0 || !swept.isSure;
  const isDoubtful = (swept.doubts ?? []).some(({ keys }) => keys.length > 0);
  if (isDoubtful) return { verdict: 'unjudged', ...PERHAPS_LEFT };
  const mayRemove = contract.operations.remove !== undefined && session.items.keptBy === null;
  if (isLeft && mayRemove) return { verdict: 'unjudged', ...LEFT_BEHIND };
  if (required !== null && !isEnough(verified, required)) {
    const were = laws.length === 1 ? 'law was' : 'laws were';
    const reason = `${triedOf(laws)} of ${laws.length} ${were} exercised, and --require asks for ${shownShare(required)}.`;
    const remedy = 'See what was not tried; more time, or no --law and --read-only, tries more.';
    return { verdict: 'unjudged', reason, remedy };
  }
  const without = verdictWithout(gapsOf(verified, facts), required);
  if (without?.verdict === 'unjudged') return without;
  const isWhole = untried.length === 0 && without === null;
  return { verdict: isWhole ? 'conforms' : 'partly', ...cut };
}

function curlOf(
  finding: ReportedFinding,
  facts: RunFacts,
  { service }: Session,
): readonly string[] {
  if (finding.curl.length > 0 || finding.trace.length === 0) return finding.curl;
  const { above, baseUrl, credentials, token } = facts;
  const { contract } = service;
  const options: ScriptOptions = {
    baseUrl,
    contract,
    toWire: wireShower(service),
    madeUp: requiredFields(service.schemas, contract),
    credentials,
    idAt: shownIdAt(service.traits.idAt),
    fresh: token,
    above,
  };
  return curlScript(finding.trace, options);
}

/** Returns what a generated test needs to know. */
export function testFacts({ token }: RunFacts, { service }: Session): TestFacts {
  return {
    contract: service.contract,
    schemas: service.schemas,
    token,
    idAt: shownIdAt(service.traits.idAt),
  };
}

/** Names what is judged by the first answers of the service, as the source says nothing of it. */
function shownNote({ taken, contract }: RunFacts): readonly string[] {
  const shown = taken.filter((one) => one.shown === true && one.resource === contract.resource);
  if (shown.length === 0) return [];
  const names = shown.map(({ method, path }) => `${method} ${path}`).join(' and ');
  return [
    `the document does not say what ${names} answers: the run expects what the service answered first`,
  ];
}

function waitNotes({ waits: { times, elapsedMs } }: RunFacts): readonly string[] {
  if (times === 0) return [];
  return [
    `the service made the run wait ${times === 1 ? 'once' : `${times} times`}, ${(elapsedMs / 1_000).toFixed(1)} s in all`,
  ];
}

/** If the result of the clean-up is unknown, everything that the run had not removed before. */
function leftoversOf(
  { left: owned, contract }: RunFacts,
  swept: RemovedOwnItems | null,
): readonly string[] {
  const addresses = (swept?.left ?? owned).map((key) => itemAddress(contract, key));
  const doubtful = (swept?.doubts ?? []).flatMap(({ keys }) =>
    keys.map((key) => `${itemAddress(contract, key)} (perhaps the run's)`),
  );
  const isMore = swept?.isSure === false && doubtful.length === 0;
  return [...addresses, ...doubtful, ...(isMore ? [UNSURE] : [])];
}

const UNSURE =
  'perhaps more: not every creation returned its id, and the last list did not show all items';

export interface ReplayOptions {
  readonly baseUrl: string;
  readonly contract: string;
  readonly profile: string | null;
  readonly pins: Partial<Profile>;
  /** Names of header fields of the command line; their values come from the environment. */
  readonly credentials: readonly string[];
  /** Options in the form of the command line: `--budget thorough`. */
  readonly others: readonly string[];
}

/** Returns the command that repeats the run. Variables stand for secrets of the command line. */
export function replayOf(options: ReplayOptions): string {
  const { baseUrl, contract, profile, pins, credentials, others } = options;
  // The same variables as in the curl commands.
  const fields = credentials.map((name) => {
    if (name.startsWith('?')) return `--query "${name.slice(1)}=$${secretVariable(name.slice(1))}"`;
    const title = name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
    return `--header "${title}: $${secretVariable(name)}"`;
  });
  return [
    'standin verify',
    quoted(baseUrl),
    ...(contract === 'contracts' ? [] : ['--contract', quoted(shownSource(contract))]),
    ...(profile === null ? [] : ['--profile', quoted(profile)]),
    ...Object.entries(pins).flatMap(([key, option]) => [
      '--pin',
      quoted(`${key}=${String(option)}`),
    ]),
    ...others,
    ...fields,
  ].join(' ');
}
