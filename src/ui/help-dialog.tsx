// The keys and the settings of the reader.

import type { JSX } from 'preact';
import { Dialog } from './parts/dialog.tsx';
import { keyName, offeredActions } from './shared/actions.ts';
import { usePageServices } from './shared/page-services.ts';
import type { ReaderSettings } from './shared/reader-settings.ts';

const themes: readonly (readonly [ReaderSettings['theme'], string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function HelpDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { settings, setSettings, overview } = usePageServices();
  const groups = offeredActions().filter(({ actions }) => actions.length > 0);
  return (
    <Dialog title="Keys and settings" size="wide" onClose={onClose}>
      <div class="dialog-body">
        <div class="settings">
          <fieldset class="either">
            <legend>Theme</legend>
            {themes.map(([theme, word]) => (
              <button
                type="button"
                key={theme}
                aria-pressed={settings.theme === theme}
                onClick={() => setSettings({ ...settings, theme })}
              >
                {word}
              </button>
            ))}
          </fieldset>
          <label class="check">
            <input
              type="checkbox"
              checked={settings.keys === 'everywhere'}
              onChange={(event) =>
                setSettings({
                  ...settings,
                  keys: event.currentTarget.checked ? 'everywhere' : 'in-list',
                })
              }
            />
            Single-key shortcuts work everywhere (otherwise only in the list)
          </label>
        </div>
        <div class="keys">
          {groups.map(({ title, actions }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {actions
                  .filter((action) => action.keys.length > 0)
                  .map((action) => (
                    <div key={action.word}>
                      <dt>
                        {action.keys.map((key) => (
                          <kbd key={key}>{keyName(key)}</kbd>
                        ))}
                      </dt>
                      <dd>{action.word}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
        <p class="quiet">Standin {overview.version}</p>
      </div>
    </Dialog>
  );
}
