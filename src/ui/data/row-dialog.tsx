// One row as JSON text, checked while you type, and by the server when you save.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { DataPage } from '../../inspector/wire.ts';
import { Dialog } from '../parts/dialog.tsx';

export interface RowDialogProps {
  readonly page: DataPage;
  /** `null` for a new one. */
  readonly row: JsonObject | null;
  /** Returns whether it was saved. */
  readonly onSave: (row: JsonObject) => Promise<boolean>;
  readonly onClose: () => void;
}

export function RowDialog({ page, row, onSave, onClose }: RowDialogProps): JSX.Element {
  const [text, setText] = useState(() => JSON.stringify(row ?? blank(page), null, 2));
  const read = readRow(text);
  const save = async (event: Event) => {
    event.preventDefault();
    if (read.row !== null && (await onSave(read.row))) onClose();
  };
  return (
    <Dialog
      title={row === null ? `Add to ${page.resource}` : `Edit ${page.resource} ${row[page.id]}`}
      size="wide"
      onClose={onClose}
    >
      <form class="dialog-body" onSubmit={(event) => void save(event)}>
        <label>
          The row as JSON
          <textarea
            class="code"
            rows={16}
            spellcheck={false}
            aria-invalid={read.row === null}
            aria-describedby="row-told"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p id="row-told" role="status" class={read.row === null ? 'bad' : 'quiet'}>
          {read.fault ?? 'Valid JSON. The schema is checked when you save.'}
        </p>
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={read.row === null}>
            Save
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function readRow(text: string): { readonly row: JsonObject | null; readonly fault: string | null } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value)
      ? { row: value, fault: null }
      : { row: null, fault: 'A row must be an object: { … }' };
  } catch (error) {
    return { row: null, fault: error instanceof Error ? error.message : 'This is not JSON' };
  }
}

/** An empty row with the members of the first one, as a start. */
function blank(page: DataPage): JsonObject {
  const like = page.rows[0] ?? {};
  const empty = (value: JsonObject[string] | undefined): JsonObject[string] => {
    if (typeof value === 'number') return 0;
    if (typeof value === 'boolean') return false;
    if (Array.isArray(value)) return [];
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, empty(inner)]))
      : '';
  };
  return Object.fromEntries(
    page.fields.filter((field) => field !== page.id).map((field) => [field, empty(like[field])]),
  );
}
