// The output of `record`: one line for each interaction, and at the end a summary with the number
// of each verdict and the findings by clause.

import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Recorded, Verdict } from '../../journal/interaction/recorded.ts';
import {
  createColumn,
  type LogStyle,
  paint,
  printableStart,
  styleOf,
  toJsonLine,
} from '../shared/log.ts';

const STYLES: Readonly<Record<Verdict, LogStyle>> = {
  conforms: 'green',
  violates: 'red',
  'not-shown': 'dim',
  unjudged: 'yellow',
};

/** The verdicts in print, in the singular and the plural. */
const WORDS: Readonly<Record<Verdict, readonly [one: string, many: string]>> = {
  conforms: ['conforms', 'conform'],
  violates: ['violates', 'violate'],
  'not-shown': ['unspecified', 'unspecified'],
  unjudged: ['unjudged', 'unjudged'],
};

const VERDICTS = ['conforms', 'violates', 'not-shown', 'unjudged'] as const;

/** Width of the longest word. */
const WORD_COLUMNS = 11;

/** Writes an interaction as one line, with its verdict and the first finding or the trouble. */
export function toPassageLine(
  recorded: Recorded,
  colour: boolean,
  column: (target: string) => string = createColumn(),
): string {
  const { request, reply, elapsedMs, verdict, findings, trouble } = recorded;
  const time = paint(new Date(recorded.at).toTimeString().slice(0, 8), 'dim', colour);
  const target = printableStart(targetOf(recorded));
  const status =
    reply === null ? '-  ' : paint(String(reply.status), styleOf(reply.status), colour);
  const duration = paint(`${elapsedMs.toFixed(1)} ms`.padStart(8), 'dim', colour);
  const [first] = findings;
  const why = first === undefined ? (trouble ?? '') : `${first.message} (${first.clause})`;
  const judged = paint(WORDS[verdict][0].padEnd(WORD_COLUMNS), STYLES[verdict], colour);
  const number = paint(`#${recorded.seq}`.padEnd(NUMBER_COLUMNS), 'dim', colour);
  return `${time} ${number} ${printableStart(request.method).padEnd(7)} ${column(target)} ${status} ${duration}  ${judged}${why === '' ? '' : `  ${printable(why)}`}`.trimEnd();
}

/** The number that findings name, and the page: `#1234`. */
const NUMBER_COLUMNS = 5;

/** Returns an interaction as a line of JSON, without headers and bodies. */
export function toPassageJson(recorded: Recorded): string {
  const { seq, at, elapsedMs, request, reply, resource, operation, verdict, findings, trouble } =
    recorded;
  return toJsonLine({
    event: 'interaction',
    seq,
    at: new Date(at).toISOString(),
    elapsedMs: Math.round(elapsedMs * 1_000) / 1_000,
    method: request.method,
    target: targetOf(recorded),
    status: reply?.status ?? null,
    resource,
    operation,
    verdict,
    findings,
    trouble,
  });
}

function targetOf({ request }: Recorded): string {
  return request.query === '' ? request.path : `${request.path}?${request.query}`;
}

export interface VerdictTally {
  add(recorded: Recorded): void;
  facts(): Summary;
}

export interface Summary {
  readonly interactions: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** By clause, those with the most findings first. */
  readonly findings: readonly {
    readonly clause: string;
    readonly count: number;
    readonly codes: readonly string[];
  }[];
}

/** Counts the recorded interactions. */
export function createVerdictTally(): VerdictTally {
  const verdicts = { conforms: 0, violates: 0, 'not-shown': 0, unjudged: 0 };
  const clauses = new Map<string, { count: number; codes: Set<string> }>();
  return {
    add({ verdict, findings }) {
      verdicts[verdict]++;
      for (const { clause, code } of findings) {
        const entry = clauses.get(clause) ?? { count: 0, codes: new Set() };
        entry.count++;
        entry.codes.add(code);
        clauses.set(clause, entry);
      }
    },
    facts: () => ({
      interactions: Object.values(verdicts).reduce((sum, count) => sum + count, 0),
      verdicts: { ...verdicts },
      findings: [...clauses]
        .map(([clause, { count, codes }]) => ({ clause, count, codes: [...codes] }))
        .sort((a, b) => b.count - a.count),
    }),
  };
}

/** Writes the summary. */
export function toSummaryText({ interactions, verdicts, findings }: Summary): string {
  const counts = VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) => {
    const [one, many] = WORDS[verdict];
    return `${verdicts[verdict]} ${verdicts[verdict] === 1 ? one : many}`;
  });
  const head = `${pluralize(interactions, 'interaction')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`;
  const lines = findings.map(
    ({ clause, count, codes }) => `  ${String(count).padStart(5)}  ${clause}: ${codes.join(', ')}`,
  );
  return `\n${[head, ...lines].join('\n')}\n`;
}
