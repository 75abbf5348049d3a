// The flags of the benchmark, and how much work they ask for.

import { parseArgs } from 'node:util';
import { type ServerName, serverNames } from './servers.ts';

export interface Options {
  readonly effort: Effort;
  /** The servers, in the order in which they take turns; `bare` is always among them. */
  readonly names: readonly ServerName[];
  readonly form: 'text' | 'json';
  /**
   * `publish`, the default of a full run, writes the tables of docs/numbers.md; `check` measures
   * the numbers of the first quickly and compares them with it.
   */
  readonly page: 'publish' | 'check' | 'leave';
}

/** How many rounds each part has. */
export interface Effort {
  readonly rounds: number;
  readonly startRounds: number;
  readonly growthRounds: number;
  readonly longListRounds: number;
  readonly pageRounds: number;
  /** The most users that a server holds. */
  readonly usersMax: number;
}

const FULL: Effort = {
  rounds: 9,
  startRounds: 9,
  growthRounds: 9,
  longListRounds: 5,
  pageRounds: 9,
  usersMax: 1_000_000,
};
const QUICK: Effort = {
  rounds: 3,
  startRounds: 3,
  growthRounds: 3,
  longListRounds: 2,
  pageRounds: 3,
  usersMax: 100_000,
};

const USAGE = `Usage: npm run bench -- [flags]
  --quick        few rounds, and at most 100,000 users instead of 1,000,000
  --only <a,b>   only these servers, and bare: ${serverNames.join(', ')}
  --json         print the result as JSON
  --check        few rounds of the numbers in docs/numbers.md; ends with 1 if three runs disagree with them by more than the noise
Without --quick and --only, it writes the tables of docs/numbers.md.`;

/** Reads the flags. Returns the usage as text if you asked for it, or if a flag is wrong. */
export function readOptions(
  args: readonly string[],
): Options | { readonly usage: string; readonly status: 0 | 2 } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { usage: USAGE, status: 0 };
    const wanted = values.only?.split(',') ?? serverNames;
    const unknown = wanted.filter((name) => !serverNames.some((known) => known === name));
    if (unknown.length > 0)
      return { usage: `There is no server ${unknown.join(', ')}.\n${USAGE}`, status: 2 };
    if (values.check && (values.only !== undefined || values.json))
      return {
        usage: `--check measures the numbers of docs/numbers.md and nothing else.\n${USAGE}`,
        status: 2,
      };
    const isWhole = !values.quick && values.only === undefined;
    return {
      effort: values.quick || values.check ? QUICK : FULL,
      names: serverNames.filter((name) => name === 'bare' || wanted.includes(name)),
      form: values.json ? 'json' : 'text',
      page: values.check ? 'check' : isWhole ? 'publish' : 'leave',
    };
  } catch (error) {
    return {
      usage: `${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
      status: 2,
    };
  }
}
