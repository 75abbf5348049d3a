// The list: draws only the visible rows and the selected one. All rows have the same height, so
// positions are calculated.

import type { JSX, RefObject, TargetedEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../../journal/interaction/row.ts';
import { Icon } from '../parts/icon.tsx';
import { statusTone, VerdictSign } from '../parts/verdict.tsx';
import { formatBytes, formatCount, formatMs, formatTime, visible } from '../shared/format.ts';
import type { RowStore } from './row-store.ts';
import { indexFrom } from './use-matches.ts';

export interface InteractionListProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly seqs: Int32Array;
  /** The filter that they match. */
  readonly query: string | null;
  readonly store: RowStore;
  readonly chosen: number | null;
  readonly marked: number | null;
  readonly isFollowing: boolean;
  /** Whether the rows show when they happened, in place of their problems. */
  readonly isTimed: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onChoose: (seq: number) => void;
  /** Adds a term to the filter, or removes it. */
  readonly onTerm: (term: string) => void;
}

/** Pixels; `--row` in style.css is the same. */
export const ROW_PX = 26;
/** Browsers refuse much higher elements; a longer list moves several pixels for each scrolled. */
const LIST_PX_MAX = 8_000_000;
/** Rows drawn before and after the visible ones. */
const SPARE = 8;
/** Number of rows in one fetch. */
const PAGE = 100;

export function InteractionList(props: InteractionListProps): JSX.Element {
  const {
    box,
    seqs,
    query,
    store,
    chosen,
    marked,
    isFollowing,
    isTimed,
    onFollow,
    onChoose,
    onTerm,
  } = props;
  const [view, setView] = useState({ top: 0, height: 600, bar: 0 });
  const seen = useRef(0);
  const seenOf = useRef(query);
  const whole = Math.min(seqs.length * ROW_PX, LIST_PX_MAX);
  const visibleRows = view.height / ROW_PX;
  const scale = whole > view.height ? (seqs.length - visibleRows) / (whole - view.height) : 0;
  const first = Math.max(0, Math.floor(view.top * scale) - SPARE);
  const last = Math.min(seqs.length, Math.ceil(view.top * scale + visibleRows) + SPARE);
  const offset = (index: number) => view.top + (index - view.top * scale) * ROW_PX;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView(viewOf(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isFollowing) return;
    element.scrollTop = element.scrollHeight;
    setView(viewOf(element));
    seen.current = seqs[seqs.length - 1] ?? 0;
  }, [box, isFollowing, seqs, view.height]);

  const chosenIndex = chosen === null ? -1 : indexFrom(seqs, chosen);
  const isChosenThere = chosen !== null && seqs[chosenIndex] === chosen;

  // Who scrolls away from the chosen row is not brought back.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isChosenThere || isFollowing || scale === 0) return;
    const [rows, top] = [element.clientHeight / ROW_PX, element.scrollTop * scale];
    const isFar = chosenIndex < top - rows || chosenIndex > top + rows * 2;
    if (isFar) element.scrollTop = (chosenIndex - rows / 2) / scale;
    else if (chosenIndex < top) element.scrollTop = chosenIndex / scale;
    else if (chosenIndex + 1 > top + rows) element.scrollTop = (chosenIndex + 1 - rows) / scale;
  }, [chosen, isChosenThere, query, isFollowing]);

  useEffect(() => {
    const from = Math.floor(first / PAGE) * PAGE;
    store.want([...seqs.subarray(from, Math.min(seqs.length, Math.ceil(last / PAGE) * PAGE))]);
  }, [store, seqs, first, last]);

  const scroll = (event: TargetedEvent<HTMLDivElement>) => {
    const element = event.currentTarget;
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - ROW_PX;
    if (isFollowing && !isAtEnd && element.scrollTop < view.top) onFollow(false);
    if (!isFollowing && isAtEnd && element.scrollTop > view.top) onFollow(true);
    setView(viewOf(element));
  };

  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  if (isChosenThere && (chosenIndex < first || chosenIndex >= last)) indexes.push(chosenIndex);
  const span = isTimed ? spanOf(indexes.map((index) => store.get(seqs[index] ?? 0))) : null;
  // What was there at first is not new, nor is what has come into view or what another filter shows.
  if (seenOf.current !== query) seen.current = 0;
  seenOf.current = query;
  const inView = Math.min(seqs.length, Math.round(view.top * scale + visibleRows));
  const newest = seqs[seqs.length - 1] ?? 0;
  seen.current = seen.current === 0 ? newest : Math.max(seen.current, seqs[inView - 1] ?? 0);
  const fresh = isFollowing ? 0 : seqs.length - indexFrom(seqs, seen.current + 1);

  return (
    <div class={isTimed ? 'list-frame timed' : 'list-frame'}>
      <div class="row heads" aria-hidden="true" style={{ marginRight: `${view.bar}px` }}>
        <span class="c-seq">#</span>
        <span class="c-time">Time</span>
        <span class="c-method">Method</span>
        <span class="c-path">Path</span>
        <span class="c-status">Status</span>
        <span class="c-verdict">Verdict</span>
        <span class="c-problem">
          {span === null ? 'Problem' : `Over ${formatMs(span.to - span.from)}`}
        </span>
        <span class="c-dur">Took</span>
        <span class="c-size">Size</span>
      </div>
      <div
        class="list"
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label="Interactions"
        aria-activedescendant={isChosenThere ? `row-${chosen}` : undefined}
        onScroll={scroll}
      >
        <div class="list-all" role="presentation" style={{ height: `${whole}px` }}>
          {indexes.map((index) => {
            const seq = seqs[index] ?? 0;
            return (
              <ListRow
                key={seq}
                seq={seq}
                row={store.get(seq)}
                top={
                  index >= first && index < last
                    ? offset(index)
                    : Math.min(whole - ROW_PX, index * ROW_PX)
                }
                index={index}
                count={seqs.length}
                isChosen={seq === chosen}
                isMarked={seq === marked}
                span={span}
                onChoose={onChoose}
                onTerm={onTerm}
              />
            );
          })}
        </div>
      </div>
      {fresh > 0 && (
        <button type="button" class="fresh" onClick={() => onFollow(true)}>
          <Icon name="down" />
          {formatCount(fresh)} new
        </button>
      )}
    </div>
  );
}

/** A period, in milliseconds since 1970. */
interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The period of some rows: one millisecond at least. */
function spanOf(rows: readonly (Row | undefined)[]): TimeSpan {
  const known = rows.filter((row) => row !== undefined);
  const from = Math.min(...known.map(({ at }) => at));
  const to = Math.max(...known.map(({ at, elapsedMs }) => at + elapsedMs));
  return known.length === 0 ? { from: 0, to: 1 } : { from, to: Math.max(to, from + 1) };
}

/** What is seen of the list, and how wide its bar is: the heads of the columns have none. */
function viewOf(element: HTMLElement): {
  readonly top: number;
  readonly height: number;
  readonly bar: number;
} {
  return {
    top: element.scrollTop,
    height: element.clientHeight,
    bar: element.offsetWidth - element.clientWidth,
  };
}

interface ListRowProps {
  readonly seq: number;
  readonly row: Row | undefined;
  readonly top: number;
  readonly index: number;
  readonly count: number;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
  readonly span: TimeSpan | null;
  readonly onChoose: (seq: number) => void;
  readonly onTerm: (term: string) => void;
}

function ListRow(props: ListRowProps): JSX.Element {
  const { seq, row, top, index, count, isChosen, isMarked, span, onChoose, onTerm } = props;
  const tone = row?.verdict === 'violates' ? ' violating' : row?.status === null ? ' failed' : '';
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the chosen row (aria-activedescendant).
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list.
    <div
      id={`row-${seq}`}
      class={`row${tone}`}
      role="option"
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onChoose(seq)}
    >
      <span class="c-seq">
        {isMarked && <b title="Marked for diff">◆ </b>}
        {seq}
      </span>
      {row === undefined ? (
        <span class="c-path quiet">…</span>
      ) : (
        <Cells row={row} span={span} onTerm={onTerm} />
      )}
    </div>
  );
}

function Cells({
  row,
  span,
  onTerm,
}: { readonly row: Row } & Pick<ListRowProps, 'span' | 'onTerm'>): JSX.Element {
  const target = visible(row.target);
  const [, code, problem = ''] = /^([a-z-]+: )?(.*)$/s.exec(visible(row.problem ?? '')) ?? [];
  return (
    <>
      <span class="c-time">{formatTime(row.at)}</span>
      <span class="c-method">{visible(row.method)}</span>
      <span class="c-path" title={target}>
        {target}
      </span>
      <span class={`c-status ${statusTone(row.status)}`}>{row.status ?? 'none'}</span>
      <span class="c-verdict">
        <VerdictSign verdict={row.verdict} />
      </span>
      {span !== null && <TimeBar row={row} span={span} />}
      <span class="c-problem" hidden={span !== null} title={row.problem ?? undefined}>
        {row.isAltered && <em class="altered">altered</em>}
        {row.world !== null && <WorldChip world={row.world} onTerm={onTerm} />}
        {row.tags.map((tag) => (
          <em key={tag}>{visible(tag)}</em>
        ))}
        {row.hasNote && <em>note</em>}
        {/* Where there is no room for both, what happened tells more than the code. */}
        <i class="c-code">{code}</i>
        {problem}
      </span>
      <span class={`c-dur${row.elapsedMs > 500 ? ' warn' : ''}`}>{formatMs(row.elapsedMs)}</span>
      <span class="c-size">{formatBytes(row.replyBytes)}</span>
    </>
  );
}

/**
 * When an interaction happened within the period of the rows around it, and how much of it passed
 * before the first byte.
 */
function TimeBar({
  row: { at, elapsedMs, firstByteMs = elapsedMs, status },
  span: { from, to },
}: {
  readonly row: Row;
  readonly span: TimeSpan;
}): JSX.Element {
  const share = (ms: number) => (Math.max(0, ms) / (to - from)) * 100;
  const received = elapsedMs - firstByteMs;
  const phases = received > 0 ? `, of which ${formatMs(received)} to receive the answer` : '';
  return (
    <span
      class="c-problem"
      title={`${formatMs(at - from)} after the first row here, for ${formatMs(elapsedMs)}${phases}`}
    >
      <i
        class={`bar ${statusTone(status)}`}
        style={{ marginLeft: `${share(at - from)}%`, width: `${share(firstByteMs)}%` }}
      />
      {received > 0 && <i class="bar received" style={{ width: `${share(received)}%` }} />}
    </span>
  );
}

function WorldChip({
  world,
  onTerm,
}: { readonly world: string } & Pick<ListRowProps, 'onTerm'>): JSX.Element {
  const term = `world:${world}`;
  const press = (event: Event) => {
    event.stopPropagation();
    onTerm(term);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a row holds nothing that takes the focus; the detail has the same as a button.
    <em class="term" title={`Show only ${visible(term)}`} onClick={press}>
      {visible(term)}
    </em>
  );
}
