// Exports the matching interactions as a file.

import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import type { Action } from '../shared/actions.ts';

const forms = [
  ['har', 'HAR 1.2', 'interactions.har'],
  ['html', 'Page to send to somebody', 'interactions.html'],
  ['curl', 'curl commands', 'interactions.sh'],
  ['fetch', 'fetch calls', 'interactions.mjs'],
  ['pact', 'Pact contract', 'pact.json'],
  ['rows', 'Rows for db.json', 'db.json'],
] as const;

const addressOf = (query: string, form: string): string =>
  `api/export?${new URLSearchParams({ q: query.toWellFormed(), form })}`;

/** Returns the exports as actions of the palette. */
export function exportActions(query: string): readonly Action[] {
  return forms.map(([form, word, file]) => ({
    keys: [],
    word: `Export: ${word}`,
    run: () => {
      const link = document.createElement('a');
      link.href = addressOf(query, form);
      link.download = file;
      link.click();
    },
  }));
}

export function ExportMenu({ query }: { readonly query: string }): JSX.Element {
  return (
    <Menu
      side="right"
      label={
        <>
          Export
          <Icon name="open" />
        </>
      }
      title="Export the matching interactions, without secrets"
    >
      {(close) =>
        forms.map(([form, word, file]) => (
          <a key={form} href={addressOf(query, form)} download={file} onClick={close}>
            {word}
          </a>
        ))
      }
    </Menu>
  );
}
