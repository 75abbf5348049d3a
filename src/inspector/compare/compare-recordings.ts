// Compares two recordings operation by operation. What the two sides share by chance is no
// difference: a figure counts if chance explains it in fewer than 5 of 100 cases.

import type { Archive } from '../../journal/archive.ts';
import type { Filter } from '../../journal/filter/filter.ts';
import { percentile } from '../../journal/interaction/latency.ts';
import { templatesOf } from '../../source/traffic/path-templates.ts';
import type { Sighting } from './body-shape.ts';
import {
  type ComparedOperation,
  type Comparison,
  type Difference,
  differenceKinds,
  type OperationFigures,
} from './comparison.ts';
import { type CallGroup, mergeGroups, type RecordingSide, readSide } from './read-side.ts';
import { compareShapes } from './shape-differences.ts';

export interface ComparedRecording {
  readonly name: string;
  readonly archive: Archive;
  /** Which of its interactions are compared. */
  readonly filter: Filter;
}

/** Maximum number of differences of one operation that are listed. */
const DIFFERENCES_MAX = 50;

/** Compares two recordings, or two parts of one. */
export async function compareRecordings(
  older: ComparedRecording,
  newer: ComparedRecording,
): Promise<Comparison> {
  const before = await readSide(older.archive, older.filter);
  const after = await readSide(newer.archive, newer.filter);
  const templates = templatesOf([...before.exchanges, ...after.exchanges]);
  const nameOf = ({ method, path, name }: CallGroup): string =>
    `${method} ${templates.get(path)?.text ?? path}${name}`;
  const [left, right] = [byName(before, nameOf), byName(after, nameOf)];
  const operations = [...new Set([...right.keys(), ...left.keys()])]
    .sort()
    .map((name) => compareGroups(name, left.get(name) ?? null, right.get(name) ?? null));
  return {
    older: { name: older.name, count: before.count, isCut: before.isCut },
    newer: { name: newer.name, count: after.count, isCut: after.isCut },
    operations: operations.sort((one, other) => rankOf(one) - rankOf(other)),
  };
}

function byName(
  { groups }: RecordingSide,
  nameOf: (group: CallGroup) => string,
): ReadonlyMap<string, CallGroup> {
  const named = new Map<string, CallGroup>();
  for (const group of groups) {
    const known = named.get(nameOf(group));
    if (known === undefined) named.set(nameOf(group), group);
    else mergeGroups(known, group);
  }
  return named;
}

/** Those that differ first, by their most important difference. */
function rankOf({ differences: [first] }: ComparedOperation): number {
  return first === undefined ? differenceKinds.length : differenceKinds.indexOf(first.kind);
}

function compareGroups(
  operation: string,
  older: CallGroup | null,
  newer: CallGroup | null,
): ComparedOperation {
  const figures = {
    operation,
    older: older === null ? null : figuresOf(older),
    newer: newer === null ? null : figuresOf(newer),
  };
  const found = differencesOf(older, newer);
  const differences = found
    .sort((one, other) => differenceKinds.indexOf(one.kind) - differenceKinds.indexOf(other.kind))
    .slice(0, DIFFERENCES_MAX);
  return { ...figures, differences };
}

/** An older interaction with the same path and query as a newer one, so that few values differ. */
function alikeIn(
  older: CallGroup,
  { targets }: CallGroup,
  { seq, status }: { readonly seq: number | null; readonly status?: string },
): number | undefined {
  const target = seq === null ? undefined : targets.get(seq);
  return older.byTarget.get(status === undefined ? `${target}` : `${status} ${target}`);
}

function differencesOf(older: CallGroup | null, newer: CallGroup | null): Difference[] {
  if (older === null && newer !== null)
    return [{ kind: 'new', text: 'was not called before', older: null, newer: newer.seq }];
  if (newer === null && older !== null)
    return [{ kind: 'gone', text: 'is not called any more', older: older.seq, newer: null }];
  if (older === null || newer === null) return [];
  return [
    ...moreOften('status', [older.statuses, newer.statuses], [older, newer]),
    ...(older.judged === 0
      ? []
      : moreOften('finding', [older.findings, newer.findings], [older, newer])),
    ...[...newer.answers].flatMap(([status, shape]) => {
      const before = older.answers.get(status);
      if (before === undefined) return [];
      return compareShapes(before, shape, { kind: 'answer', where: `${status}: ` }).map((one) => ({
        ...one,
        older: alikeIn(older, newer, { seq: one.newer, status }) ?? one.older,
      }));
    }),
    ...compareShapes(older.request, newer.request, { kind: 'request', where: 'request: ' }),
    ...otherTimes(older, newer),
  ];
}

/** Statuses or findings that are new, or that come more often than chance explains. */
function moreOften(
  kind: 'status' | 'finding',
  [before, after]: readonly [ReadonlyMap<string, Sighting>, ReadonlyMap<string, Sighting>],
  [older, newer]: readonly [CallGroup, CallGroup],
): Difference[] {
  const [countBefore, count] = [older.elapsedMs.length, newer.elapsedMs.length];
  return [...after].flatMap(([name, seen]): Difference[] => {
    const known = before.get(name);
    if (known !== undefined && !isRisen([known.count, countBefore], [seen.count, count])) return [];
    const what =
      kind === 'finding'
        ? `violates the contract (${name})`
        : name === 'none'
          ? 'gets no answer'
          : `answers ${name}`;
    // One that shows it already would show no difference.
    const alike = known === undefined ? alikeIn(older, newer, seen) : undefined;
    const example = alike ?? commonest(older).seq;
    const text = `${what} in ${seen.count} of ${count}, before in ${known?.count ?? 'none'} of ${countBefore}`;
    return [{ kind, text, older: example, newer: seen.seq }];
  });
}

/** An interaction with the commonest status. */
function commonest({ statuses, seq }: CallGroup): Pick<Sighting, 'seq'> {
  const [most] = [...statuses.values()].sort((one, other) => other.count - one.count);
  return most ?? { seq };
}

type Share = readonly [count: number, of: number];

/** Whether a share is larger by more than three standard errors of the difference. */
function isRisen([before, ofBefore]: Share, [now, of]: Share): boolean {
  const both = (before + now) / (ofBefore + of);
  const error = Math.sqrt(both * (1 - both) * (1 / ofBefore + 1 / of));
  return now / of - before / ofBefore > 3 * error;
}

/** Calls that each side needs for its times to be compared. */
const TIMED_MIN = 5;
const TIMES_MIN = 1.5;
const DIFFERENCE_MS_MIN = 5;

function otherTimes(older: CallGroup, newer: CallGroup): Difference[] {
  const [before, after] = [sorted(older), sorted(newer)];
  if (Math.min(before.length, after.length) < TIMED_MIN) return [];
  if (isSlower(before, after)) return [timeDifference('slower', [older, newer], [before, after])];
  if (isSlower(after, before)) return [timeDifference('faster', [older, newer], [before, after])];
  return [];
}

/** Three quarters of the second times must be above the median of the first, too. */
function isSlower(before: Float64Array, after: Float64Array): boolean {
  const [median, later] = [percentile(before, 0.5), percentile(after, 0.5)];
  const isFar = later >= median * TIMES_MIN && later - median >= DIFFERENCE_MS_MIN;
  return isFar && percentile(after, 0.25) > median;
}

function timeDifference(
  kind: 'slower' | 'faster',
  [older, newer]: readonly [CallGroup, CallGroup],
  [before, after]: readonly [Float64Array, Float64Array],
): Difference {
  const [median, later] = [percentile(before, 0.5), percentile(after, 0.5)];
  const [more, less] = kind === 'slower' ? [later, median] : [median, later];
  const times =
    less === 0
      ? ''
      : `, ${(more / less).toFixed(1)} times as ${kind === 'slower' ? 'long' : 'fast'}`;
  const text = `takes ${later.toFixed(0)} ms (median), before ${median.toFixed(0)} ms${times}`;
  return { kind, text, older: alikeIn(older, newer, newer) ?? older.seq, newer: newer.seq };
}

function sorted({ elapsedMs }: CallGroup): Float64Array {
  return Float64Array.from(elapsedMs).sort();
}

function figuresOf(group: CallGroup): OperationFigures {
  const times = sorted(group);
  return {
    count: times.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    statuses: [...group.statuses]
      .map(([status, { count }]) => [status, count] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    seq: group.seq,
  };
}
