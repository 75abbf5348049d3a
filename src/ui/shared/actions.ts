// Actions by key: the visible parts of the page register their actions; the keys, the palette and
// the help use the same list.

import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { ReaderSettings } from './reader-settings.ts';

export interface Action {
  /** Names of keys in the browser's terms; the help shows the first. `Mod+k` is with Ctrl or ⌘. */
  readonly keys: readonly string[];
  readonly word: string;
  readonly run: () => void;
  /** `list`: only if nothing else has the focus, because the key has another meaning there. */
  readonly where?: 'list';
}

export interface ActionGroup {
  readonly title: string;
  readonly actions: readonly Action[];
}

const groups = new Map<string, readonly Action[]>();

/** Registers actions while the part of the page exists. */
export function useActions(title: string, actions: readonly Action[]): void {
  useLayoutEffect(() => {
    groups.set(title, actions);
  });
  useEffect(() => () => void groups.delete(title), [title]);
}

/** Returns the registered actions. */
export function offeredActions(): readonly ActionGroup[] {
  return [...groups].map(([title, actions]) => ({ title, actions }));
}

/**
 * Listens to keys. In fields only those with Ctrl or ⌘ do something; single letters work elsewhere,
 * if the reader wants.
 */
export function useKeyboard(settings: ReaderSettings): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey;
      if (
        event.defaultPrevented ||
        event.altKey ||
        (isWriting(event.target) && !isModified) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
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

/** The name of a key for people. */
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
