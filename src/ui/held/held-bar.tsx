// Says on every tab that calls wait at breakpoints, and leads to them.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HeldLine } from '../../inspector/wire.ts';
import { useActions } from '../shared/actions.ts';
import { askBreakpoints, decideHeld } from '../shared/api.ts';
import { shorten, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { HeldDialog } from './held-dialog.tsx';

const TARGET_CHARS_MAX = 80;

export function HeldBar(): JSX.Element | null {
  const { totals, attempt } = usePageServices();
  const { held } = totals;
  const asked = useFetched(`held ${held.join()}`, async () =>
    held.length === 0 ? null : await askBreakpoints(),
  );
  const [open, setOpen] = useState<number | null>(null);
  const waiting = (asked.value?.held ?? []).filter(({ id }) => held.includes(id));
  const [first] = waiting;
  const letGo = (what: readonly HeldLine[]) =>
    void attempt(
      () => Promise.all(what.map(({ id }) => decideHeld(id, { do: 'pass' }))),
      what.length === 1 ? 'Let go' : `Let go: ${what.length} calls`,
    );
  useActions(
    'Breakpoints',
    first === undefined
      ? []
      : [
          { keys: ['h'], word: 'Look at the call that waits', run: () => setOpen(first.id) },
          { keys: ['g'], word: 'Let the call that waits go', run: () => letGo([first]) },
        ],
  );
  return (
    <>
      <div class={first === undefined ? 'held none' : 'held'} role="status">
        {first !== undefined && (
          <>
            <b>{waiting.length === 1 ? '1 call waits' : `${waiting.length} calls wait`}</b>
            <code>
              {first.method} {visible(shorten(first.target, TARGET_CHARS_MAX))}
              {first.status === null ? '' : `: ${first.status}`}
            </code>
            <button type="button" title="Look at it (h)" onClick={() => setOpen(first.id)}>
              Look
            </button>
            <button type="button" title="Let it go (g)" onClick={() => letGo([first])}>
              Let go
            </button>
            {waiting.length > 1 && (
              <button type="button" onClick={() => letGo(waiting)}>
                Let all go
              </button>
            )}
          </>
        )}
      </div>
      {open !== null && <HeldDialog key={open} id={open} onClose={() => setOpen(null)} />}
    </>
  );
}
