// Breakpoints: which calls wait for a reader. The calls that wait are shown on every tab.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HoldSide } from '../../base/hold.ts';
import type { Breakpoint } from '../../journal/breakpoints/breakpoint.ts';
import { Failure } from '../parts/empty.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { addBreakpoint, askBreakpoints, removeBreakpoint } from '../shared/api.ts';
import { visible } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';

/** `suggested` is the filter to begin with. */
export function Breakpoints({ suggested }: { readonly suggested: string }): JSX.Element {
  const { attempt } = usePageServices();
  const asked = useFetched('breakpoints', askBreakpoints);
  const [on, setOn] = useState<HoldSide>('request');
  const [filter, setFilter] = useState(suggested);
  const [flaw, setFlaw] = useState<string | null>(null);
  const all = asked.value?.breakpoints ?? [];
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      await addBreakpoint(on, filter);
      setFlaw(null);
      setFilter('');
      asked.again();
    } catch (error) {
      setFlaw(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section aria-labelledby="breakpoints">
      <h2 id="breakpoints">Breakpoints</h2>
      <p class="quiet">
        Calls that match wait here: look at them (h), change them, let them go (g) or drop them.
        Each continues after five minutes, and all do when no page is open.
      </p>
      <form class="rule" onSubmit={(event) => void add(event)}>
        <label>
          Hold
          <select
            aria-label="Hold"
            value={on}
            onChange={(event) => setOn(event.currentTarget.value as HoldSide)}
          >
            <option value="request">requests</option>
            <option value="answer">answers</option>
          </select>
        </label>
        <label class="grow">
          Filter
          <input
            id="breakpoint-filter"
            class="code"
            type="text"
            value={filter}
            spellcheck={false}
            placeholder="method:post path:/users; empty for every call"
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          <Icon name="plus" />
          Breakpoint
        </button>
        {flaw !== null && (
          <p class="bad wide" role="alert">
            {flaw}
          </p>
        )}
      </form>
      {asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {all.length > 0 && (
        <BreakpointTable
          all={all}
          onRemove={(id) => void attempt(() => removeBreakpoint(id), 'Removed').then(asked.again)}
        />
      )}
    </section>
  );
}

interface TableProps {
  readonly all: readonly Breakpoint[];
  readonly onRemove: (id: number) => void;
}

function BreakpointTable({ all, onRemove }: TableProps): JSX.Element {
  return (
    <table class="plain overrides">
      <TableHead columns={['Holds', 'Filter', { unseen: 'Change' }]} />
      <tbody>
        {all.map(({ id, on, filter }) => (
          <tr key={id}>
            <th scope="row">{on === 'request' ? 'requests' : 'answers'}</th>
            <td>{filter === '' ? 'every call' : <code>{visible(filter)}</code>}</td>
            <td>
              <IconButton
                icon="trash"
                label={`Remove breakpoint ${filter}`}
                onClick={() => onRemove(id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
