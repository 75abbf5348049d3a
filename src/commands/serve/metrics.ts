// What a mock has done so far, as numbers in the text form of Prometheus.

import type { StoreFigures } from '../../store/measured-store.ts';

export interface MetricFacts {
  /** How many calls were answered. */
  readonly requests: number;
  /** Answers by status; empty if they are not counted. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Calls by what the rule book found; empty if they are not counted. */
  readonly situations: ReadonlyMap<string, number>;
  readonly worlds: number;
  /** `null` without a store. */
  readonly store: StoreFigures | null;
  /** Interactions that could not be recorded; `null` without a recording. */
  readonly lost: number | null;
}

type Sample = readonly [labels: string, value: number];

/** Returns the numbers, each with what it is. */
export function metricsText(facts: MetricFacts): string {
  const { requests, statuses, situations, worlds, store, lost } = facts;
  const parts = [
    metric('standin_requests_total', 'counter', 'Calls that were answered.', [['', requests]]),
    metric('standin_worlds', 'gauge', 'Worlds that this mock has in memory.', [['', worlds]]),
  ];
  if (statuses.size > 0)
    parts.push(
      metric(
        'standin_answers_total',
        'counter',
        'Answers by status.',
        [...statuses].map(([status, count]) => [`{status="${status}"}`, count]),
      ),
    );
  if (situations.size > 0)
    parts.push(
      metric(
        'standin_situations_total',
        'counter',
        'Calls by what the rule book found in them.',
        [...situations].map(([situation, count]) => [`{situation="${situation}"}`, count]),
      ),
    );
  if (lost !== null)
    parts.push(
      metric('standin_recording_lost_total', 'counter', 'Calls that were not recorded.', [
        ['', lost],
      ]),
    );
  if (store !== null) parts.push(...storeMetrics(store));
  return parts.join('');
}

function storeMetrics(store: StoreFigures): readonly string[] {
  const asked = Object.entries(store.answers);
  const samples = asked.flatMap(([what, { count, ms }]): readonly Sample[] => [
    [`_sum{ask="${what}"}`, ms / 1_000],
    [`_count{ask="${what}"}`, count],
  ]);
  const silent = (performance.now() - store.answeredAt) / 1_000;
  return [
    metric('standin_store_seconds', 'summary', 'How long the store took.', samples),
    metric('standin_store_failures_total', 'counter', 'Times that the store did not answer.', [
      ['', store.failures],
    ]),
    metric('standin_store_conflicts_total', 'counter', 'Writes that were ruled again.', [
      ['', store.conflicts],
    ]),
    metric('standin_store_taken_total', 'counter', 'Changes of other mocks taken in.', [
      ['', store.taken],
    ]),
    metric('standin_store_silent_seconds', 'gauge', 'Time since the store last answered.', [
      ['', silent],
    ]),
  ];
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
