// Verifies a service of the contracts with shapes as the command does: parents are made first.

import { createProgressLine } from '../../../src/commands/shared/progress-line.ts';
import { openTarget } from '../../../src/commands/shared/target.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import {
  type ContractOutcome,
  verifyContract,
} from '../../../src/commands/verify/verify-contract.ts';
import { createLazyChecker } from '../../../src/schema/lazy-checker.ts';
import { verifyOptions } from '../../support/verifying.ts';
import { loadShapes } from './contracts.ts';

const project = await loadShapes();
const checker = createLazyChecker(project.schemas);
await checker.load();
const unseen = { write: () => undefined };

export interface Hold {
  readonly baseUrl: string;
  readonly resource: string;
  readonly seed?: number;
  readonly budget?: VerifyOptions['budget'];
}

/** Verifies one contract, with the quick budget if none is given. */
export async function hold({
  baseUrl,
  resource,
  seed = 1,
  budget = 'quick',
}: Hold): Promise<ContractOutcome> {
  const contract = project.contracts.find((one) => one.resource === resource);
  if (contract === undefined) throw new Error(`there is no contract of ${resource}`);
  const options = { ...verifyOptions(baseUrl), mode: 'write', seed, budget } as const;
  const target = openTarget(options);
  try {
    return await verifyContract(
      {
        options,
        target,
        project,
        checker,
        pacts: [],
        broker: null,
        recording: null,
        outlets: { output: unseen, errors: unseen },
        stop: new AbortController().signal,
      },
      contract,
      createProgressLine(unseen, 'quiet'),
    );
  } finally {
    target.client.close();
  }
}

/** What a run complains about, one line each. */
export function complaintsOf({ report, error }: ContractOutcome): readonly string[] {
  return [
    ...(error === null ? [] : [`not judged: ${error.message}`]),
    ...report.findings.map(
      ({ code, law, message, expected, actual }) =>
        `${code} by ${law}: ${message}: ${actual}, not ${expected}`,
    ),
  ];
}
