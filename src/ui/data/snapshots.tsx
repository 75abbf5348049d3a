// Snapshots of all rows: save, restore, delete.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/empty.tsx';
import { askSnapshots, removeSnapshot, restoreSnapshot, saveSnapshot } from '../shared/api.ts';
import { formatCount, formatTime, visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';

export interface SnapshotsProps {
  readonly onRestored: () => void;
}

export function Snapshots({ onRestored }: SnapshotsProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Snapshots
      </button>
      {isOpen && <SnapshotDialog onRestored={onRestored} onClose={() => setOpen(false)} />}
    </>
  );
}

function SnapshotDialog({
  onRestored,
  onClose,
}: SnapshotsProps & { readonly onClose: () => void }): JSX.Element {
  const { attempt } = usePageServices();
  const [name, setName] = useState('');
  const asked = useFetched('snapshots', askSnapshots);
  const save = async (event: Event) => {
    event.preventDefault();
    if (await attempt(() => saveSnapshot(name.trim()), `Saved ${name.trim()}`)) setName('');
    asked.again();
  };
  const restore = async (which: string) => {
    if (await attempt(() => restoreSnapshot(which), `Restored ${which}`)) onRestored();
  };
  return (
    <Dialog title="Snapshots" onClose={onClose}>
      <div class="dialog-body">
        <form class="columns" onSubmit={(event) => void save(event)}>
          <label>
            Name of the new snapshot
            <input
              type="text"
              required
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary" disabled={name.trim() === ''}>
            Save all rows
          </button>
        </form>
        {asked.failure !== null && <Failure text={asked.failure} />}
        {asked.value?.length === 0 && (
          <p class="quiet">
            No snapshots yet. They take almost no memory: save one before you try something.
          </p>
        )}
        <ul class="snapshots">
          {(asked.value ?? []).map((snapshot) => (
            <li key={snapshot.name}>
              <b>{visible(snapshot.name)}</b>
              <span class="quiet">
                {formatCount(snapshot.records)} rows, {formatTime(snapshot.at)}
              </span>
              <button type="button" onClick={() => void restore(snapshot.name)}>
                Restore
              </button>
              <button
                type="button"
                aria-label={`Delete ${snapshot.name}`}
                onClick={() => void attempt(() => removeSnapshot(snapshot.name)).then(asked.again)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
