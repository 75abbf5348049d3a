// What each law finds on the bed, and what it costs: the table of docs/numbers.md.

import type { NumberTable } from '../../bench/numbers-page.ts';
import { median } from '../support/median.ts';
import type { BedService, TriedService } from './all-services.ts';

interface Tried extends TriedService {
  readonly service: BedService;
}

/** Names of what is no law. */
const STAGES: Readonly<Record<string, string>> = {
  laws: 'looks that laws share',
  walk: 'walks',
  probe: 'beginning',
  start: 'beginning',
  end: 'last look',
  'clean-up': 'clean-up',
};

/**
 * For each law the faults that it names first, and the median of its requests with the correct
 * services that it was tried on. The laws that find the most in a request come first.
 */
export function lawTable(tried: readonly Tried[]): NumberTable {
  const found = new Map<string, number>();
  const spent = new Map<string, number[]>();
  for (const { service, laws, spent: bySpender } of tried) {
    const [first] = laws;
    const isFaulty = service.row.startsWith('faulty');
    if (isFaulty && first !== undefined)
      found.set(nameOf(first), (found.get(nameOf(first)) ?? 0) + 1);
    if (isFaulty) continue;
    const byName = Map.groupBy(bySpender, ([name]) => nameOf(name));
    for (const [name, all] of byName)
      spent.set(name, [...(spent.get(name) ?? []), all.reduce((sum, [, count]) => sum + count, 0)]);
  }
  const rows = [...new Set([...found.keys(), ...spent.keys()])].map((name) => {
    const faults = found.get(name) ?? 0;
    const requests = median(spent.get(name) ?? [0]);
    return { name, values: [faults, requests, requests === 0 ? null : faults / requests] };
  });
  return {
    columns: [
      { title: 'faults named first', kind: 'count', noise: 3 },
      { title: 'requests', kind: 'count', noise: 3 },
      { title: 'faults a request', kind: 'ratio', noise: 3 },
    ],
    rows: rows.toSorted((a, b) => (b.values[2] ?? 0) - (a.values[2] ?? 0)),
  };
}

/** The median of the requests that were sent when the first finding was there. */
export function untilFirst(tried: readonly Tried[]): number {
  return median(tried.flatMap(({ untilFound }) => untilFound ?? []));
}

function nameOf(law: string): string {
  return STAGES[law] ?? law;
}
