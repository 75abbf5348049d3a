// Filters that the reader has saved by name. The browser keeps them; the server never sees them.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { IconButton } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { SAVED_MAX } from '../shared/reader-settings.ts';

export interface SavedFiltersProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

export function SavedFilters({ query, onQuery }: SavedFiltersProps): JSX.Element {
  const { settings, setSettings, notify } = usePageServices();
  const [name, setName] = useState('');
  const { saved } = settings;
  const save = (event: Event) => {
    event.preventDefault();
    const others = saved.filter((one) => one.name !== name.trim());
    if (others.length >= SAVED_MAX)
      return notify({ text: `${SAVED_MAX} filters are saved: remove one`, tone: 'bad' });
    setSettings({ ...settings, saved: [...others, { name: name.trim(), query }] });
    notify({ text: `Saved ${name.trim()}`, tone: 'done' });
    setName('');
  };
  return (
    <Menu label="My filters" title="Filters that you saved in this browser" side="right">
      {(close) => (
        <div class="fields saved">
          {saved.length === 0 && <p class="quiet">No filter is saved in this browser.</p>}
          {saved.map((one) => (
            <div key={one.name} class="data-tools">
              <button
                type="button"
                class="link"
                title={one.query}
                aria-pressed={one.query === query}
                onClick={() => {
                  onQuery(one.query);
                  close();
                }}
              >
                {visible(one.name)}
              </button>
              <code class="quiet">{visible(one.query)}</code>
              <IconButton
                icon="trash"
                label={`Remove ${visible(one.name)}`}
                onClick={() =>
                  setSettings({ ...settings, saved: saved.filter((other) => other !== one) })
                }
              />
            </div>
          ))}
          <form class="data-tools" onSubmit={save}>
            <input
              type="text"
              aria-label="Name of the filter"
              placeholder="Name"
              maxLength={60}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button type="submit" disabled={name.trim() === '' || query.trim() === ''}>
              Save this filter
            </button>
          </form>
        </div>
      )}
    </Menu>
  );
}
