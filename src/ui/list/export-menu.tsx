// Exports the matching interactions as a file.

import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

export function ExportMenu({ query }: { readonly query: string }): JSX.Element {
  const forms = [
    ['har', 'HAR 1.2', 'interactions.har'],
    ['html', 'Page to send to somebody', 'interactions.html'],
    ['curl', 'curl commands', 'interactions.sh'],
    ['fetch', 'fetch calls', 'interactions.mjs'],
    ['pact', 'Pact contract', 'pact.json'],
    ['rows', 'Rows for db.json', 'db.json'],
  ] as const;
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
          <a
            key={form}
            href={`api/export?${new URLSearchParams({ q: query.toWellFormed(), form })}`}
            download={file}
            onClick={close}
          >
            {word}
          </a>
        ))
      }
    </Menu>
  );
}
