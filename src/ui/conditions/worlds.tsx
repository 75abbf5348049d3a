// Worlds: private copies of the seed rows by name, to create, fork, reset and remove.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { WorldView } from '../../inspector/wire.ts';
import { Command, Failure } from '../parts/empty.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { type Column, TableHead } from '../parts/table-head.tsx';
import { askWorlds, makeWorld, removeWorld, resetWorld } from '../shared/api.ts';
import { formatCount, formatTime } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { formatRoute } from '../shared/route.ts';
import { useFetched } from '../shared/use-fetched.ts';

/** Maximum number of worlds that are shown; the most recently used ones. */
const SHOWN_MAX = 200;

export function Worlds(): JSX.Element {
  const { attempt, overview } = usePageServices();
  const asked = useFetched('worlds', askWorlds);
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const worlds = asked.value?.worlds ?? [];
  const make = async (event: Event) => {
    event.preventDefault();
    if (
      await attempt(
        () => makeWorld(name.trim(), from === '' ? null : from),
        `Created the world ${name.trim()}`,
      )
    )
      setName('');
    asked.again();
  };
  const act = (work: () => Promise<unknown>, done: string) =>
    void attempt(work, done).then(asked.again);
  return (
    <section aria-labelledby="worlds">
      <h2 id="worlds">
        Worlds <span class="badge">{formatCount(worlds.length)}</span>
      </h2>
      <p class="quiet">
        A world is a private copy of the rows, so that parallel tests do not see each other's
        writes. A call that names a new world creates it.
      </p>
      <Command
        text={`curl -H 'Standin-World: alice' ${overview.subject}${overview.resources[0]?.path ?? '/'}`}
      />
      <form class="rule" onSubmit={(event) => void make(event)}>
        <label>
          Name
          <input
            type="text"
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          Rows of
          <select
            aria-label="Rows of"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          >
            <option value="">the seed</option>
            <option value="main">the shared world</option>
            {worlds.slice(-SHOWN_MAX).map((world) => (
              <option key={world.name} value={world.name}>
                {world.name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary" disabled={name.trim() === ''}>
          <Icon name="plus" />
          Create
        </button>
        <button type="button" onClick={asked.again}>
          Refresh
        </button>
      </form>
      {asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {worlds.length > SHOWN_MAX && <p class="quiet">The {SHOWN_MAX} most recently used:</p>}
      {worlds.length > 0 && <WorldTable worlds={worlds.slice(-SHOWN_MAX).toReversed()} act={act} />}
    </section>
  );
}

const columns: readonly Column[] = [
  'World',
  { number: 'Rows' },
  { number: 'Calls' },
  'Last used',
  { unseen: 'Change' },
];

interface TableProps {
  readonly worlds: readonly WorldView[];
  readonly act: (work: () => Promise<unknown>, done: string) => void;
}

function WorldTable({ worlds, act }: TableProps): JSX.Element {
  return (
    <table class="plain">
      <TableHead columns={columns} />
      <tbody>
        {worlds.map(({ name, records, calls, usedAt }) => (
          <tr key={name}>
            <th scope="row">
              <a href={formatRoute(['i'], { q: `world:${name}` })} title="Its interactions">
                {name}
              </a>
            </th>
            <td class="number">{formatCount(records)}</td>
            <td class="number">{formatCount(calls)}</td>
            <td>{formatTime(usedAt)}</td>
            <td class="row-tools">
              <button type="button" onClick={() => act(() => resetWorld(name), `Reset ${name}`)}>
                Reset
              </button>
              <IconButton
                icon="trash"
                label={`Remove ${name}`}
                onClick={() => act(() => removeWorld(name), `Removed ${name}`)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
