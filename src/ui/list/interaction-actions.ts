// The keys of the list and the detail, and their names.

import { type CopyForm, copyForms } from '../detail/copies.ts';
import { type Pane, panes } from '../detail/detail.tsx';
import type { Action } from '../shared/actions.ts';

export interface InteractionHandlers {
  readonly move: (rows: number) => void;
  readonly page: (pages: number) => void;
  /** -1 for the first, 1 for the last. */
  readonly toEnd: (side: -1 | 1) => void;
  readonly nextViolation: () => void;
  readonly goBack: () => void;
  readonly filter: () => void;
  readonly follow: () => void;
  readonly waterfall: () => void;
  readonly hold: () => void;
  readonly resend: () => void;
  readonly edit: () => void;
  readonly copyAs: (form: CopyForm) => void;
  readonly copyLink: () => void;
  readonly mark: () => void;
  readonly pane: (pane: Pane) => void;
}

/** Returns the actions of the list and of the detail. */
export function interactionActions(deeds: InteractionHandlers): readonly Action[] {
  return [
    { keys: ['j', 'ArrowDown'], word: 'Next interaction', run: () => deeds.move(1), where: 'list' },
    {
      keys: ['k', 'ArrowUp'],
      word: 'Previous interaction',
      run: () => deeds.move(-1),
      where: 'list',
    },
    { keys: ['PageDown'], word: 'A page down', run: () => deeds.page(1), where: 'list' },
    { keys: ['PageUp'], word: 'A page up', run: () => deeds.page(-1), where: 'list' },
    { keys: ['Home'], word: 'First interaction', run: () => deeds.toEnd(-1), where: 'list' },
    { keys: ['End'], word: 'Last interaction', run: () => deeds.toEnd(1), where: 'list' },
    { keys: ['v'], word: 'Next violation', run: deeds.nextViolation },
    {
      keys: ['Enter', 'ArrowRight'],
      word: 'Go to the detail',
      run: () => document.getElementById('detail-panel')?.focus(),
      where: 'list',
    },
    {
      keys: ['Escape'],
      word: 'Back to the list; close the detail; clear the filter',
      run: deeds.goBack,
    },
    { keys: ['/'], word: 'Write a filter', run: deeds.filter },
    { keys: ['f'], word: 'Follow new interactions', run: deeds.follow },
    { keys: ['w'], word: 'Waterfall: when calls happened', run: deeds.waterfall },
    { keys: ['b'], word: 'Hold calls like this at a breakpoint', run: deeds.hold },
    { keys: ['r'], word: 'Resend', run: deeds.resend },
    { keys: ['e'], word: 'Edit and resend', run: deeds.edit },
    ...copyForms.map(({ form, word }) => ({
      keys: form === 'curl' ? ['c'] : [],
      word: `Copy as ${word}`,
      run: () => deeds.copyAs(form),
    })),
    { keys: ['y'], word: 'Copy a link to this view', run: deeds.copyLink },
    { keys: ['m'], word: 'Mark for diff', run: deeds.mark },
    ...panes.map((id, index) => ({
      keys: id === 'diff' ? ['d', String(index + 1)] : [String(index + 1)],
      word: `Show ${id}`,
      run: () => deeds.pane(id),
    })),
  ];
}
