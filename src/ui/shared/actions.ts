// What can be done by key: the parts of the page that are shown say what they offer; the keys, the
// palette and the help use the same list.

import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { ReaderSettings } from './reader-settings.ts';

export interface Action {
  /**
   * Names of keys as the browser has them; the first is the one that is shown. `Mod+k` is with Ctrl
   * or ⌘.
   */
  readonly keys: readonly string[];
  readonly word: string;
  readonly run: () => void;
  /** `list`: only while nothing else has the focus, since the key means something there. */
  readonly where?: 'list';
}

export interface ActionGroup {
  readonly title: string;
  readonly actions: readonly Action[];
}

const groups = new Map<string, readonly Action[]>();

/** Offers some actions as long as the part of the page is there. */
export function useActions(title: string, actions: readonly Action[]): void {
  useLayoutEffect(() => {
    groups.set(title, actions);
  });
  useEffect(() => () => void groups.delete(title), [title]);
}

/** Gives what is offered now. */
export function offeredActions(): readonly ActionGroup[] {
  return [...groups].map(([title, actions]) => ({ title, actions }));
}

/**
 * Listens to keys for the whole page. Single letters do nothing in fields, and only in the list
 * where that is set.
 */
export function useKeyboard(settings: ReaderSettings): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.altKey ||
        isWriting(event.target) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
      const isModified = event.ctrlKey || event.metaKey;
      const key = `${isModified ? 'Mod+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
      const action = offeredActions()
        .flatMap((group) => group.actions)
        .find(
          (offered) => offered.keys.includes(key) && isHeard(offered, key, event.target, settings),
        );
      if (action === undefined) return;
      event.preventDefault();
      action.run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [settings]);
}

/** How a key is called to people. */
export function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    ArrowDown: '↓',
    ArrowUp: '↑',
    ArrowRight: '→',
    Escape: 'Esc',
    'Mod+k': 'Ctrl K',
  };
  return names[key] ?? key;
}

function isHeard(
  action: Action,
  key: string,
  target: EventTarget | null,
  settings: ReaderSettings,
): boolean {
  const isInList = target instanceof Element && target.closest('[role=listbox]') !== null;
  if (isInList) return true;
  if (action.where === 'list' && target !== document.body) return false;
  return settings.keys === 'everywhere' || key.length > 1;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox')
  );
}
