// `standin verify`, `standin learn` and `standin clean` in this process: what they print, and the
// code they end with.

import { StandinError } from '../../src/base/errors.ts';
import { cleanService } from '../../src/commands/clean/clean.ts';
import type { CleanServiceOptions } from '../../src/commands/clean/flags.ts';
import type { LearnServiceOptions } from '../../src/commands/learn/flags.ts';
import { learnService } from '../../src/commands/learn/learn.ts';
import type { Outlets } from '../../src/commands/shared/outlets.ts';
import type { TargetOptions } from '../../src/commands/shared/target.ts';
import type { VerifyOptions } from '../../src/commands/verify/flags.ts';
import { verifyService } from '../../src/commands/verify/verify.ts';

export interface CommandRun {
  /** 2 also if it could not begin. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Defaults of both if only the address is given. A test that creates something names a folder for
 * its ledgers.
 */
function targetOptions(baseUrl: string): TargetOptions & { readonly contract: string } {
  return {
    baseUrl,
    contract: 'contracts',
    headers: [],
    environment: '',
    timeoutSeconds: 10,
    ratePerSecond: null,
    ledgerFolder: 'node_modules/.cache/standin-tests/ledgers',
  };
}

/** Defaults if only the address is given; read-only. */
export function verifyOptions(baseUrl: string): VerifyOptions {
  return {
    ...targetOptions(baseUrl),
    version: '0.0.0',
    profile: null,
    pins: {},
    budget: 'standard',
    timeMaxSeconds: 60,
    seed: 7,
    mode: 'read-only',
    laws: [],
    required: null,
    shard: null,
    singles: 'read',
    actions: 'read',
    pacts: 'verify',
    broker: null,
    json: null,
    junit: null,
    html: null,
    summary: null,
    tests: null,
    form: 'full',
    ci: 'none',
    record: null,
    redact: [],
    keep: [],
    inspect: null,
  };
}

/** Verifies; read-only by default. */
export function runVerify(
  baseUrl: string,
  given: Partial<VerifyOptions> = {},
  stop: AbortSignal = new AbortController().signal,
): Promise<CommandRun> {
  const options: VerifyOptions = { ...verifyOptions(baseUrl), ...given };
  return runToEnd((outlets) => verifyService(options, outlets, stop));
}

/** Learns; a test that does not fail at once names its own folder of contracts. */
export function runLearn(
  baseUrl: string,
  given: Partial<LearnServiceOptions> = {},
  stop: Parameters<typeof learnService>[2] = new AbortController().signal,
): Promise<CommandRun> {
  const options: LearnServiceOptions = {
    ...targetOptions(baseUrl),
    resource: null,
    name: null,
    file: null,
    existing: 'refuse',
    form: 'text',
    ...given,
  };
  return runToEnd((outlets) => learnService(options, outlets, stop));
}

export function runClean(
  baseUrl: string,
  given: Partial<CleanServiceOptions> = {},
): Promise<CommandRun> {
  return runToEnd((outlets) =>
    cleanService({ ...targetOptions(baseUrl), running: 'refuse', ...given }, outlets),
  );
}

async function runToEnd(command: (outlets: Outlets) => Promise<number>): Promise<CommandRun> {
  const texts = { stdout: '', stderr: '' };
  const outletTo = (stream: 'stdout' | 'stderr'): Outlets['output'] => ({
    write: (text: string) => {
      texts[stream] += text;
    },
  });
  try {
    const code = await command({ output: outletTo('stdout'), errors: outletTo('stderr') });
    return { code, ...texts };
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    return {
      code: 2,
      stdout: texts.stdout,
      stderr: `${texts.stderr}standin: ${error.message}\n${error.remedy}\n`,
    };
  }
}
