// The bar between list and detail, moved with the pointer or the arrow keys.

import type { JSX, TargetedPointerEvent } from 'preact';
import { SPLIT_MAX, SPLIT_MIN } from '../shared/reader-settings.ts';

export interface SplitterProps {
  /** Width of the detail in percent. */
  readonly split: number;
  readonly onSplit: (split: number) => void;
}

const STEP = 2;

export function Splitter({ split, onSplit }: SplitterProps): JSX.Element {
  const set = (wanted: number) =>
    onSplit(Math.round(Math.min(SPLIT_MAX, Math.max(SPLIT_MIN, wanted))));
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: split + STEP,
      ArrowRight: split - STEP,
      Home: SPLIT_MAX,
      End: SPLIT_MIN,
    };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(wanted);
  };
  const drag = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (frame === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    set(((frame.right - event.clientX) / frame.width) * 100);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>.
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Width of the detail"
      aria-orientation="vertical"
      aria-valuenow={split}
      aria-valuemin={SPLIT_MIN}
      aria-valuemax={SPLIT_MAX}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}
