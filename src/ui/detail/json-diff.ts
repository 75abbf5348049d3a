// The differences of two JSON values by structure, not by lines of text: the order of members does
// not matter, and elements with an `id` are compared with the element of the same `id`. Pure.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { LINES_MAX } from './json-lines.ts';

export interface DiffLine {
  readonly kind: 'same' | 'left' | 'right';
  readonly depth: number;
  readonly text: string;
}

export interface Diff {
  readonly lines: readonly DiffLine[];
  /** Number of differences. */
  readonly places: number;
  readonly isCut: boolean;
}

/** Maximum number of pairs of elements that are compared to find the longest common subsequence. */
const PAIRS_MAX = 40_000;

/** Returns the lines of both values. Long equal parts are folded into one line. */
export function diffJson(left: Json, right: Json): Diff {
  const lines: DiffLine[] = [];
  let places = 0;
  let isCut = false;
  const add = (kind: DiffLine['kind'], depth: number, text: string): void => {
    if (lines.length < LINES_MAX) lines.push({ kind, depth, text });
    else isCut = true;
  };

  const addWhole = (kind: DiffLine['kind'], depth: number, name: string, value: Json): void => {
    for (const line of JSON.stringify(value, null, 2).split('\n').slice(0, LINES_MAX)) {
      const indent = line.length - line.trimStart().length;
      add(
        kind,
        depth + indent / 2,
        (indent === 0 && !/^[\]}]/.test(line) ? name : '') + line.trimStart(),
      );
    }
  };

  const walk = (
    depth: number,
    name: string,
    one: Json | undefined,
    other: Json | undefined,
  ): void => {
    if (one !== undefined && other !== undefined) {
      if (equal(one, other)) {
        add('same', depth, name + folded(one));
        return;
      }
      const pairs = pairsOf(one, other);
      if (pairs !== null) {
        add('same', depth, name + (Array.isArray(one) ? '[' : '{'));
        for (const pair of pairs) walk(depth + 1, pair.name, pair.left, pair.right);
        add('same', depth, Array.isArray(one) ? ']' : '}');
        return;
      }
    }
    places += 1;
    if (one !== undefined) addWhole('left', depth, name, one);
    if (other !== undefined) addWhole('right', depth, name, other);
  };

  walk(0, '', left, right);
  return { lines, places, isCut };
}

/** Returns the lines of two texts that are not JSON, without what both start and end with. */
export function diffText(left: string, right: string): Diff {
  const [one, other] = [left.split('\n'), right.split('\n')];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(one.length, other.length) - head &&
    one.at(-1 - tail) === other.at(-1 - tail)
  )
    tail += 1;
  const lines = (side: readonly string[], kind: DiffLine['kind']) =>
    side.slice(head, side.length - tail).map((text) => ({ kind, depth: 0, text }));
  const all = [...lines(one, 'left'), ...lines(other, 'right')];
  return {
    lines: all.slice(0, LINES_MAX),
    places: all.length === 0 ? 0 : 1,
    isCut: all.length > LINES_MAX,
  };
}

interface Pair {
  readonly name: string;
  readonly left: Json | undefined;
  readonly right: Json | undefined;
}

/** Returns the pairs to compare inside two values; `null` for leaves or different kinds. */
function pairsOf(left: Json, right: Json): readonly Pair[] | null {
  if (Array.isArray(left) && Array.isArray(right)) return pairElements(left, right);
  return isObject(left) && isObject(right) ? pairMembers(left, right) : null;
}

function pairMembers(left: JsonObject, right: JsonObject): readonly Pair[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].map((name) => ({
    name: `${JSON.stringify(name)}: `,
    left: own(left, name),
    right: own(right, name),
  }));
}

function pairElements(left: readonly Json[], right: readonly Json[]): readonly Pair[] {
  const byId = pairById(left, right);
  if (byId !== null) return byId;
  const pair = (one: Json | undefined, other: Json | undefined): Pair => ({
    name: '',
    left: one,
    right: other,
  });
  if (left.length * right.length > PAIRS_MAX) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
      pair(left[index], right[index]),
    );
  }
  const pairs: Pair[] = [];
  let [from, fromOther] = [0, 0];
  for (const [index, indexOther] of [
    ...commonRun(left, right),
    [left.length, right.length] as const,
  ]) {
    const [only, onlyOther] = [left.slice(from, index), right.slice(fromOther, indexOther)];
    for (let at = 0; at < Math.max(only.length, onlyOther.length); at++)
      pairs.push(pair(only[at], onlyOther[at]));
    if (index < left.length) pairs.push(pair(left[index], right[indexOther]));
    [from, fromOther] = [index + 1, indexOther + 1];
  }
  return pairs;
}

function pairById(left: readonly Json[], right: readonly Json[]): readonly Pair[] | null {
  const [one, other] = [indexById(left), indexById(right)];
  if (one === null || other === null) return null;
  const ids = new Set([...one.keys(), ...other.keys()]);
  return [...ids].map((id) => ({ name: '', left: one.get(id), right: other.get(id) }));
}

function indexById(elements: readonly Json[]): ReadonlyMap<string, Json> | null {
  const found = new Map<string, Json>();
  for (const element of elements) {
    const id = isObject(element) ? own(element, 'id') : undefined;
    if (id === undefined || found.has(JSON.stringify(id))) return null;
    found.set(JSON.stringify(id), element);
  }
  return found;
}

/** Returns the positions of the longest common subsequence. */
function commonRun(
  left: readonly Json[],
  right: readonly Json[],
): readonly (readonly [number, number])[] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const same = new Uint8Array(left.length * right.length);
  const at = (table: Uint16Array, row: number, column: number): number =>
    table[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const isSame = equal(left[row] as Json, right[column] as Json);
      same[row * right.length + column] = Number(isSame);
      lengths[row * width + column] = isSame
        ? at(lengths, row + 1, column + 1) + 1
        : Math.max(at(lengths, row + 1, column), at(lengths, row, column + 1));
    }
  }
  const run: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (same[row * right.length + column] === 1) run.push([row++, column++]);
    else if (at(lengths, row + 1, column) >= at(lengths, row, column + 1)) row += 1;
    else column += 1;
  }
  return run;
}

function folded(value: Json): string {
  if (Array.isArray(value) && value.length > 0) return `[ ${value.length} equal ]`;
  if (isObject(value) && Object.keys(value).length > 0)
    return `{ ${Object.keys(value).length} equal }`;
  return JSON.stringify(value);
}
