// JSON as foldable lines, with findings marked at their place.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Pointer } from '../../base/pointer.ts';
import type { Finding } from '../../oracle/finding.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../shared/format.ts';
import {
  CHILDREN_SHOWN,
  LINES_MAX,
  nearestPlace,
  placesToFold,
  type TreeLine,
  toLines,
} from './json-lines.ts';
import type { Tree } from './json-text.ts';

export interface JsonViewProps {
  readonly tree: Tree;
  readonly findings: readonly Finding[];
  /** The place to scroll to; `null` for none. */
  readonly at: Pointer | null;
  /** If set, shows only this many lines around the marks, without folding. */
  readonly around?: number;
}

export function JsonView({ tree, findings, at, around }: JsonViewProps): JSX.Element {
  const [folded, setFolded] = useState<ReadonlySet<Pointer>>(new Set());
  const [more, setMore] = useState<ReadonlyMap<Pointer, number>>(new Map());
  const root = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => placeFindings(tree, findings), [tree, findings]);
  const target = useMemo(() => (at === null ? null : nearestPlace(tree, at)), [tree, at]);
  const marked = useMemo(
    () => [...marks.keys(), ...(target === null ? [] : [target])],
    [marks, target],
  );
  const all = useMemo(() => toLines(tree, { folded, more, marked }), [tree, folded, more, marked]);
  const lines = around === undefined ? all.lines : linesAround(all.lines, marked, around);
  const depth = around === undefined ? 0 : Math.min(...lines.map((line) => line.depth));

  useEffect(() => {
    if (target !== null)
      root.current?.querySelector('.target')?.scrollIntoView({ block: 'nearest' });
  }, [target]);

  const fold = (pointer: Pointer) => {
    const next = new Set(folded);
    if (!next.delete(pointer)) next.add(pointer);
    setFolded(next);
  };
  const showMore = (pointer: Pointer) =>
    setMore(new Map(more).set(pointer, (more.get(pointer) ?? CHILDREN_SHOWN) + CHILDREN_SHOWN * 5));

  return (
    <div class="json" ref={root}>
      {around === undefined && all.lines.length > 20 && (
        <div class="json-tools">
          <button type="button" class="bare" onClick={() => setFolded(new Set(placesToFold(tree)))}>
            Fold all
          </button>
          <button type="button" class="bare" onClick={() => setFolded(new Set())}>
            Unfold all
          </button>
        </div>
      )}
      {lines.map((line, index) => (
        <JsonLine
          key={`${line.pointer} ${line.kind} ${index}`}
          line={line}
          depth={line.depth - depth}
          findings={
            line.kind === 'close' || line.kind === 'gap' ? [] : (marks.get(line.pointer) ?? [])
          }
          isTarget={line.pointer === target && line.kind !== 'close' && line.kind !== 'gap'}
          onFold={around === undefined ? fold : null}
          onMore={showMore}
        />
      ))}
      {all.isCut && around === undefined && (
        <p class="cut">
          <Icon name="warning" /> Cut here: more than {LINES_MAX.toLocaleString('en-US')} lines or
          200 KB are not shown at once. Fold some parts, or download the body.
        </p>
      )}
    </div>
  );
}

interface JsonLineProps {
  readonly line: TreeLine;
  readonly depth: number;
  readonly findings: readonly Finding[];
  readonly isTarget: boolean;
  readonly onFold: ((pointer: Pointer) => void) | null;
  readonly onMore: (pointer: Pointer) => void;
}

function JsonLine({ line, depth, findings, isTarget, onFold, onMore }: JsonLineProps): JSX.Element {
  const isBad = findings.length > 0;
  const isFoldable = onFold !== null && (line.kind === 'open' || line.kind === 'folded');
  return (
    <div
      class={`line${isBad ? ' wrong' : ''}${isTarget ? ' target' : ''}`}
      style={{ paddingLeft: `${24 + depth * 16}px` }}
    >
      {isFoldable && (
        <button
          type="button"
          class="fold"
          style={{ left: `${depth * 16}px` }}
          aria-label={`${line.kind === 'open' ? 'Fold' : 'Unfold'} ${line.pointer || 'all'}`}
          aria-expanded={line.kind === 'open'}
          onClick={() => onFold(line.pointer)}
        >
          <Icon name={line.kind === 'open' ? 'open' : 'shut'} />
        </button>
      )}
      {line.kind === 'gap' ? (
        <button type="button" class="link" onClick={() => onMore(line.pointer)}>
          … {line.text}: show
        </button>
      ) : (
        <span class="code">
          {line.name !== null && <span class="j-name">{visible(line.name)}: </span>}
          <span class={`j-${line.tone}`}>{visible(line.text)}</span>
        </span>
      )}
      {findings.map((finding) => (
        <span class="beside" key={finding.code}>
          <Icon name="cross" />
          {visible(onFold === null ? `expected ${finding.expected}` : finding.message)}
        </span>
      ))}
    </div>
  );
}

function placeFindings(
  tree: Tree,
  findings: readonly Finding[],
): ReadonlyMap<Pointer, readonly Finding[]> {
  const marks = new Map<Pointer, readonly Finding[]>();
  for (const finding of findings) {
    if (finding.at === null) continue;
    const place = nearestPlace(tree, finding.at);
    marks.set(place, [...(marks.get(place) ?? []), finding]);
  }
  return marks;
}

function linesAround(
  lines: readonly TreeLine[],
  marked: readonly Pointer[],
  around: number,
): readonly TreeLine[] {
  const index = lines.findIndex((line) => marked.includes(line.pointer));
  return lines.slice(Math.max(0, index - around), index + around + 1);
}
