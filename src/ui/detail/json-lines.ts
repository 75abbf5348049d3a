// A JSON value as lines to draw one by one, each with the pointer to its place. Pure: the caller
// says what is folded or shown in full.

import { type Pointer, parsePointer, toPointer } from '../../base/pointer.ts';
import { shorten } from '../shared/format.ts';
import { childrenOf, leafText, type Tree, WrittenNumber } from './json-text.ts';

export interface TreeLine {
  readonly kind: 'open' | 'close' | 'leaf' | 'folded' | 'gap';
  readonly pointer: Pointer;
  readonly depth: number;
  /** The name of the member, as in JSON; `null` for an element and for the whole. */
  readonly name: string | null;
  readonly text: string;
  readonly tone: 'text' | 'number' | 'word' | 'mark';
}

export interface TreeDisplay {
  readonly folded: ReadonlySet<Pointer>;
  /** Number of children to show of a container, if more than the default. */
  readonly more: ReadonlyMap<Pointer, number>;
  /** Places that are always shown. */
  readonly marked: readonly Pointer[];
}

export interface TreeLines {
  readonly lines: readonly TreeLine[];
  /** Whether lines are left out. */
  readonly isCut: boolean;
}

export const LINES_MAX = 2000;
export const CHARS_MAX = 200_000;
/** Number of children of one container that are shown at first, and of each further step. */
export const CHILDREN_SHOWN = 100;
/** Maximum number of characters of one string. */
const STRING_CHARS_MAX = 2000;
const DEPTH_MAX = 60;

/** Returns the lines of a value. Marked places are never inside a gap. */
export function toLines(tree: Tree, shown: TreeDisplay): TreeLines {
  const lines: TreeLine[] = [];
  const open = ancestorsOf(shown.marked);
  let chars = 0;
  let isCut = false;

  const add = (line: TreeLine): boolean => {
    if (lines.length >= LINES_MAX || chars > CHARS_MAX) isCut = true;
    else {
      lines.push(line);
      chars += line.text.length + (line.name?.length ?? 0) + line.depth;
    }
    return !isCut;
  };

  const walk = (
    value: Tree,
    steps: readonly string[],
    name: string | null,
    end: string,
  ): boolean => {
    const pointer = toPointer(steps);
    const depth = steps.length;
    const children = childrenOf(value);
    if (children === null)
      return add({
        kind: 'leaf',
        pointer,
        depth,
        name,
        text: textOf(value) + end,
        tone: toneOf(value),
      });
    const [before, after] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    if (children.length === 0)
      return add({ kind: 'leaf', pointer, depth, name, text: before + after + end, tone: 'mark' });
    const isFolded = shown.folded.has(pointer) || (depth >= DEPTH_MAX && !open.has(pointer));
    if (isFolded) {
      const count = `${children.length} ${Array.isArray(value) ? 'elements' : 'members'}`;
      return add({
        kind: 'folded',
        pointer,
        depth,
        name,
        text: `${before} ${count} ${after}${end}`,
        tone: 'mark',
      });
    }
    if (!add({ kind: 'open', pointer, depth, name, text: before, tone: 'mark' })) return false;
    const isShown = whichChildren(children, shown.more.get(pointer) ?? CHILDREN_SHOWN, (step) =>
      open.has(toPointer([...steps, step])),
    );
    let hidden = 0;
    const gap = () =>
      hidden === 0 ||
      add({
        kind: 'gap',
        pointer,
        depth: depth + 1,
        name: null,
        text: `${hidden} more`,
        tone: 'mark',
      });
    for (const [index, [step, child]] of children.entries()) {
      if (!isShown(index)) {
        hidden += 1;
        continue;
      }
      if (!gap()) return false;
      hidden = 0;
      const childName = Array.isArray(value) ? null : JSON.stringify(step);
      if (!walk(child, [...steps, step], childName, index < children.length - 1 ? ',' : ''))
        return false;
    }
    return (
      gap() && add({ kind: 'close', pointer, depth, name: null, text: after + end, tone: 'mark' })
    );
  };

  walk(tree, [], null, '');
  return { lines, isCut };
}

/** Returns the nearest existing place to a pointer: itself, or the closest parent. */
export function nearestPlace(tree: Tree, pointer: Pointer): Pointer {
  const found: string[] = [];
  let value = tree;
  for (const step of parsePointer(pointer) ?? []) {
    const child = childrenOf(value)?.find(([name]) => name === step);
    if (child === undefined) break;
    found.push(step);
    value = child[1];
  }
  return toPointer(found);
}

/** Returns all containers, to fold them at once. */
export function placesToFold(tree: Tree): readonly Pointer[] {
  const places: Pointer[] = [];
  const walk = (value: Tree, steps: readonly string[]): void => {
    const children = childrenOf(value);
    if (children === null || places.length >= LINES_MAX || steps.length > DEPTH_MAX) return;
    if (steps.length > 0) places.push(toPointer(steps));
    for (const [step, child] of children.slice(0, LINES_MAX)) walk(child, [...steps, step]);
  };
  walk(tree, []);
  return places;
}

function ancestorsOf(pointers: readonly Pointer[]): ReadonlySet<Pointer> {
  return new Set(
    pointers.flatMap((pointer) => {
      const steps = parsePointer(pointer) ?? [];
      return steps.map((_, index) => toPointer(steps.slice(0, index + 1)));
    }),
  );
}

function whichChildren(
  children: readonly (readonly [string, Tree])[],
  first: number,
  isOpen: (step: string) => boolean,
): (index: number) => boolean {
  if (children.length <= first) return () => true;
  return (index) => index < first || isOpen(children[index]?.[0] ?? '');
}

function textOf(value: Tree): string {
  if (typeof value !== 'string' || value.length <= STRING_CHARS_MAX) return leafText(value);
  return `${JSON.stringify(value.slice(0, STRING_CHARS_MAX)).slice(0, -1)}${shorten(value, STRING_CHARS_MAX).slice(STRING_CHARS_MAX)}`;
}

function toneOf(value: Tree): TreeLine['tone'] {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' || value instanceof WrittenNumber ? 'number' : 'word';
}
