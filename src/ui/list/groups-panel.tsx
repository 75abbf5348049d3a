// The matching interactions in groups: by world, client, page or law. A group is a term of the filter.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Totals } from '../../journal/archive.ts';
import { Failure } from '../parts/empty.tsx';
import { type Column, TableHead } from '../parts/table-head.tsx';
import { askGroups } from '../shared/api.ts';
import { formatCount, formatMs, formatTime, shorten, visible } from '../shared/format.ts';
import { useFetched } from '../shared/use-fetched.ts';
import { roundOf } from './latency-strip.tsx';

const groupings = [
  ['world', 'World (each parallel test has one)'],
  ['client', 'Client (User-Agent)'],
  ['page', 'Page (Referer)'],
  ['law', 'Law of verify'],
] as const;

const columns: readonly Column[] = [
  'Group',
  ...['Calls', 'Violating', 'Failed', 'p50'].map((number) => ({ number })),
  'From',
  'To',
];

const VALUE_CHARS_SHOWN = 120;

export interface GroupsPanelProps {
  readonly query: string;
  readonly totals: Totals;
  readonly onTerm: (term: string) => void;
}

export function GroupsPanel({ query, totals, onTerm }: GroupsPanelProps): JSX.Element {
  const [by, setBy] = useState<string>('world');
  const asked = useFetched(`${by}\n${query}\n${roundOf(totals)}`, () => askGroups(query, by));
  return (
    <section class="latency" aria-label="Groups of interactions">
      <label class="find">
        Group by
        <select value={by} onChange={(event) => setBy(event.currentTarget.value)}>
          {groupings.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      </label>
      {asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {asked.value === null && asked.failure === null && <p class="quiet">Loading…</p>}
      {asked.value?.isCut === true && <p class="quiet">The newest 20,000 are grouped.</p>}
      <table hidden={asked.value === null}>
        <TableHead columns={columns} />
        <tbody>
          {(asked.value?.groups ?? []).map(
            ({ value, term, count, violating, failed, p50Ms, from, to }) => (
              <tr key={value}>
                <th scope="row">
                  {value === null || term === null ? (
                    <span class="quiet">none</span>
                  ) : (
                    <button
                      type="button"
                      class="link"
                      title={`Show only ${visible(term)}`}
                      onClick={() => onTerm(term)}
                    >
                      {visible(shorten(value, VALUE_CHARS_SHOWN))}
                    </button>
                  )}
                </th>
                <td class="number">{formatCount(count)}</td>
                <td class={violating > 0 ? 'number bad' : 'number'}>{formatCount(violating)}</td>
                <td class={failed > 0 ? 'number bad' : 'number'}>{formatCount(failed)}</td>
                <td class="number">{formatMs(p50Ms)}</td>
                <td>{formatTime(from)}</td>
                <td>{formatTime(to)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
