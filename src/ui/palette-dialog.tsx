// Finds an action by typing; a number leads to the interaction.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './parts/dialog.tsx';
import { type Action, keyName, offeredActions } from './shared/actions.ts';
import { formatRoute, go } from './shared/route.ts';

export function PaletteDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const [offered] = useState(() => offeredActions().flatMap((group) => group.actions));
  const seq = /^#?(\d+)$/.exec(text.trim())?.[1];
  const jump: Action[] =
    seq === undefined
      ? []
      : [
          {
            keys: [],
            word: `Go to interaction ${seq}`,
            run: () => go(formatRoute(['i', seq]), 'push'),
          },
        ];
  const found = [
    ...jump,
    ...offered.filter((action) => action.word.toLowerCase().includes(text.trim().toLowerCase())),
  ];
  useEffect(
    () => document.getElementById(`palette-${index}`)?.scrollIntoView({ block: 'nearest' }),
    [index],
  );
  const run = (action: Action | undefined) => {
    onClose();
    if (action !== undefined) setTimeout(action.run);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setIndex(Math.min(found.length - 1, Math.max(0, index + step)));
    else if (event.key === 'Enter') run(found[index]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <div class="dialog-body palette">
        <input
          type="text"
          role="combobox"
          aria-label="Find a command, or type a number"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length > 0 ? `palette-${index}` : undefined}
          placeholder="Find a command, or type a number"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={press}
        />
        <div id="palette-list" role="listbox" aria-label="Commands" tabIndex={-1}>
          {found.map((action, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the chosen one (aria-activedescendant).
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
            <div
              key={action.word}
              id={`palette-${at}`}
              role="option"
              aria-selected={at === index}
              onClick={() => run(action)}
            >
              {action.word}
              {action.keys[0] !== undefined && <kbd>{keyName(action.keys[0])}</kbd>}
            </div>
          ))}
          {found.length === 0 && <p class="quiet pad">No command has this text.</p>}
        </div>
      </div>
    </Dialog>
  );
}
