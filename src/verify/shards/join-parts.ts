// Joins what several machines have tried of one contract into the report of a single run. The last
// part tells the findings as a rule: what the others found beside each other, it has tried again alone.

import { LEFT_BEHIND } from '../cleanup/remove-own-items.ts';
import type {
  BystandersReport,
  LawResult,
  Observation,
  Report,
  ReportedFinding,
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
      ...new Set([...[...earlier, kept].flatMap(({ notes }) => notes), ...contradictionsIn(all)]),
    ],
    ...unstableOf(all),
    bystanders: bystandersOf(all.map(({ bystanders }) => bystanders)),
    leftovers,
  };
}

/**
 * What broke beside other machines, and whose writes do not explain it, is a finding, too, if nothing
 * alone shows what is wrong, or the law could not be tried alone.
 */
function withUnrepeated(last: Report, earlier: readonly Report[]): Report {
  if (last.verdict === 'unjudged' && last.laws.length === 0) return last;
  const results = new Map(last.laws.map(({ name, result }) => [name, result]));
  const found = earlier
    .flatMap(({ findings }) => findings)
    .filter(({ law }) => last.findings.length === 0 || results.get(law) === 'not-exercised')
    .map((one): ReportedFinding => ({ ...one, reproduced: 'no' }));
  if (found.length === 0) return last;
  const findings = [...last.findings, ...found];
  const laws = last.laws.map((law): LawResult => {
    const brokenBy = findings.flatMap((one, index) => (one.law === law.name ? [index + 1] : []));
    return brokenBy.length === 0 ? law : { ...law, result: 'broken', why: null, brokenBy };
  });
  const broken = new Set(found.map(({ law }) => law));
  const untried = last.untried.flatMap(({ why, laws: names }) => {
    const others = names.filter((name) => !broken.has(name));
    return others.length === 0 && names.length > 0 ? [] : [{ why, laws: others }];
  });
  const verdict = { verdict: 'violates', reason: null, remedy: null } as const;
  return { ...last, ...verdict, findings, laws, untried, notes: [...last.notes, DOUBTFUL_BLAME] };
}

function unstableOf(all: readonly Report[]): Pick<Report, 'unstable'> {
  const unstable = all.flatMap((one) => one.unstable ?? []);
  return unstable.length === 0 ? {} : { unstable };
}

const DOUBTFUL_BLAME =
  'some findings showed only beside other machines: another operation than they name may be to blame';

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
