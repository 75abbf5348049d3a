// Joins what several machines have tried of one contract into the report of a single run. The last
// part tells the findings: what the others found beside each other, it has tried again alone.

import { LEFT_BEHIND } from '../cleanup/remove-own-items.ts';
import type {
  BystandersReport,
  LawResult,
  Observation,
  Report,
  Share,
  SourceCoverage,
  WalkStage,
} from '../report.ts';
import { isWalked } from './run-part.ts';

/** Returns the report of the last part with what the earlier ones tell; itself if there are none. */
export function joinParts(last: Report, earlier: readonly Report[]): Report {
  if (earlier.length === 0) return last;
  const kept = withUnrepeated(last, earlier);
  const all = [...earlier, last];
  const leftovers = [...new Set(all.flatMap((one) => one.leftovers))];
  return {
    ...kept,
    ...verdictWith(kept, leftovers),
    startedAt: all.map(({ startedAt }) => startedAt).toSorted()[0] ?? last.startedAt,
    elapsedMs: sumOf(all.map(({ elapsedMs }) => elapsedMs)),
    requests: sumOf(all.map(({ requests }) => requests)),
    ...coverageOf(last, earlier),
    walks: walksOf(last.walks, earlier),
    observations: observationsOf(all),
    notes: [
      ...new Set([
        ...all.flatMap(({ notes }) => notes),
        ...contradictionsIn(all),
        ...unconfirmedIn(last, earlier),
      ]),
    ],
    bystanders: bystandersOf(all.map(({ bystanders }) => bystanders)),
    leftovers,
  };
}

/**
 * A law that broke beside other machines, and that could not be tried alone any more, is broken all
 * the same: nothing has shown that the others are to blame.
 */
function withUnrepeated(last: Report, earlier: readonly Report[]): Report {
  const untried = new Set(
    last.laws.filter(({ result }) => result === 'not-exercised').map(({ name }) => name),
  );
  const found = earlier.flatMap(({ findings }) => findings).filter(({ law }) => untried.has(law));
  if (found.length === 0 || last.verdict === 'unjudged') return last;
  const findings = [...last.findings, ...found];
  const laws = last.laws.map((law): LawResult => {
    const brokenBy = findings.flatMap((one, index) => (one.law === law.name ? [index + 1] : []));
    const isFound = found.some((one) => one.law === law.name);
    return isFound ? { ...law, result: 'broken', why: null, brokenBy } : law;
  });
  const broken = new Set(found.map(({ law }) => law));
  const left = last.untried.flatMap(({ why, laws: names }) => {
    const others = names.filter((name) => !broken.has(name));
    return others.length === 0 && names.length > 0 ? [] : [{ why, laws: others }];
  });
  return {
    ...last,
    verdict: 'violates',
    reason: null,
    remedy: null,
    findings,
    laws,
    untried: left,
  };
}

/** The walks that held beside other machines, and those of the last part. */
function walksOf(last: WalkStage, earlier: readonly Report[]): WalkStage {
  const all = [...earlier.filter(isWalked).map(({ walks }) => walks), last];
  return {
    planned: sumOf(all.map(({ planned }) => planned)),
    run: sumOf(all.map(({ run }) => run)),
    steps: sumOf(all.map(({ steps }) => steps)),
    why: last.why,
  };
}

/** What an earlier part left behind costs the verdict as in a single run. */
function verdictWith(
  { verdict, leftovers, leftoversFate }: Report,
  all: readonly string[],
): Partial<Pick<Report, 'verdict' | 'reason' | 'remedy'>> {
  const isFine = verdict === 'conforms' || verdict === 'partly';
  const isMore = all.length > leftovers.length && leftoversFate === 'to-clean';
  return isFine && isMore ? { verdict: 'unjudged', ...LEFT_BEHIND } : {};
}

function coverageOf(
  { coverage }: Report,
  earlier: readonly Report[],
): Partial<Pick<Report, 'coverage'>> {
  if (coverage === undefined) return {};
  const all = earlier.flatMap((one) => one.coverage ?? []);
  const joined = (what: keyof SourceCoverage): Share => {
    const { declared } = coverage[what];
    const missing = coverage[what].missing.filter((name) =>
      all.every((one) => one[what].missing.includes(name)),
    );
    return { declared, seen: declared - missing.length, missing };
  };
  return {
    coverage: {
      operations: joined('operations'),
      statuses: joined('statuses'),
      members: joined('members'),
    },
  };
}

type Option = Observation['option'];

/** How often each option of each choice was seen, by all machines. */
function observationsOf(all: readonly Report[]): readonly Observation[] {
  const seen = new Map<string, Map<Option, number>>();
  for (const { choice, option, seen: times, disputed } of all.flatMap((one) => one.observations)) {
    const options = seen.get(choice) ?? new Map<Option, number>();
    for (const one of [{ option, seen: times }, ...disputed])
      options.set(one.option, (options.get(one.option) ?? 0) + one.seen);
    seen.set(choice, options);
  }
  return [...seen].flatMap(([choice, options]) => {
    const counted = [...options].map(([option, times]) => ({ option, seen: times }));
    const [most, ...disputed] = counted.toSorted((one, other) =>
      choice === LAG ? Number(other.option) - Number(one.option) : other.seen - one.seen,
    );
    if (most === undefined) return [];
    // The longest lag is the one that the service has; a shorter one does not contradict it.
    return [{ choice, ...most, disputed: choice === LAG ? [] : disputed }];
  });
}

const LAG = 'consistency.within';

/** Sentences on choices of which one machine saw only one option, and another one only another. */
function contradictionsIn(all: readonly Report[]): readonly string[] {
  const choices = [...new Set(all.flatMap((one) => one.observations.map(({ choice }) => choice)))];
  return choices.flatMap((choice) => {
    const sure = all.flatMap(({ observations }) =>
      observations.filter((one) => one.choice === choice && one.disputed.length === 0),
    );
    const options = [...new Set(sure.map(({ option }) => option))];
    if (options.length < 2 || choice === LAG) return [];
    return [`machines saw different options of ${choice}: ${options.join(', ')}`];
  });
}

/** Sentences on what broke beside other machines, and held alone. */
function unconfirmedIn(
  { laws, walks, findings: found }: Report,
  earlier: readonly Report[],
): readonly string[] {
  const held = new Set(laws.filter(({ result }) => result === 'held').map(({ name }) => name));
  if (walks.why === null && !found.some(({ law }) => law === 'walk')) held.add('walk');
  return earlier
    .flatMap(({ findings }) => findings)
    .filter(({ law }) => held.has(law))
    .map(({ law, message }) => `${law} held alone; beside other machines it broke: ${message}`);
}

/** Each machine watches the same items: what one saw, the others may have missed. */
function bystandersOf(all: readonly BystandersReport[]): BystandersReport {
  const most = (member: 'watched' | 'changed' | 'vanished' | 'readSingly'): number =>
    Math.max(...all.map((one) => one[member]));
  const verdict =
    (['inconclusive', 'untouched'] as const).find((one) =>
      all.some((each) => each.verdict === one),
    ) ?? 'not-watched';
  return {
    watched: most('watched'),
    changed: most('changed'),
    vanished: most('vanished'),
    readSingly: most('readSingly'),
    verdict,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
