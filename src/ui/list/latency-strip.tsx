// Response times by operation: median and tail as numbers, and over time as a small chart. The
// table replaces the charts for screen readers.

import type { JSX } from 'preact';
import type { Totals } from '../../journal/archive.ts';
import type { Latency } from '../../journal/interaction/latency.ts';
import { Failure } from '../parts/empty.tsx';
import { type Column, TableHead } from '../parts/table-head.tsx';
import { askLatency } from '../shared/api.ts';
import { formatCount, formatMs } from '../shared/format.ts';
import { useFetched } from '../shared/use-fetched.ts';

const [WIDTH, HEIGHT] = [220, 24];
/** Changes when the number of interactions has grown by a tenth. */
export const roundOf = (totals: Totals): number =>
  Math.floor(Math.log(totals.total + 1) / Math.log(1.1));

const columns: readonly Column[] = [
  'Operation',
  ...['Calls', 'p50', 'p95', 'p99', 'Longest'].map((number) => ({ number })),
  'Over time (line: median, bars: longest)',
];

export interface LatencyStripProps {
  readonly query: string;
  readonly totals: Totals;
  readonly onOperation: (operation: string) => void;
}

export function LatencyStrip({ query, totals, onOperation }: LatencyStripProps): JSX.Element {
  const asked = useFetched(`${query}\n${roundOf(totals)}`, () => askLatency(query));
  if (asked.failure !== null) return <Failure text={asked.failure} again={asked.again} />;
  return (
    <section class="latency" aria-label="Latency by operation">
      <table>
        <TableHead columns={columns} />
        <tbody>
          {(asked.value ?? []).map((latency) => (
            <tr key={latency.operation}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  onClick={() => onOperation(latency.operation)}
                  title="Show only these"
                >
                  {latency.operation}
                </button>
              </th>
              <td class="number">{formatCount(latency.count)}</td>
              <td class="number">{formatMs(latency.p50Ms)}</td>
              <td class="number">{formatMs(latency.p95Ms)}</td>
              <td class="number">{formatMs(latency.p99Ms)}</td>
              <td class="number">{formatMs(latency.maxMs)}</td>
              <td>
                <Strip latency={latency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Strip({ latency }: { readonly latency: Latency }): JSX.Element {
  const points = latency.strip;
  const step = WIDTH / Math.max(points.length, 1);
  const height = (ms: number) =>
    (Math.log1p(ms) / Math.log1p(Math.max(latency.maxMs, 1))) * (HEIGHT - 2);
  const bars = points
    .map((point, index) => `M${(index + 0.5) * step} ${HEIGHT}v${-height(point.maxMs)}`)
    .join('');
  const line = points
    .map(
      (point, index) =>
        `${index === 0 ? 'M' : 'L'}${(index + 0.5) * step} ${HEIGHT - height(point.p50Ms)}`,
    )
    .join('');
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path class="bars" d={bars} stroke-width={Math.min(8, Math.max(1, step * 0.6))} />
      <path class="line" d={line} />
    </svg>
  );
}
