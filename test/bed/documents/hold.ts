// Verifies a service of the document as the command does, with credentials.

import { createProgressLine } from '../../../src/commands/shared/progress-line.ts';
import { openTarget } from '../../../src/commands/shared/target.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import {
  type ContractOutcome,
  verifyContract,
} from '../../../src/commands/verify/verify-contract.ts';
import { createLazyChecker } from '../../../src/schema/lazy-checker.ts';
import { verifyOptions } from '../../support/verifying.ts';
import { loadDocument } from './document.ts';
import { TOKEN } from './service.ts';

const project = await loadDocument();
const checker = createLazyChecker(project.schemas);
await checker.load();
const unseen = { write: () => undefined };

/** Verifies all contracts of the document, with the quick budget and writes if not told otherwise. */
export async function hold(
  baseUrl: string,
  given: Partial<VerifyOptions> = {},
): Promise<readonly ContractOutcome[]> {
  const options: VerifyOptions = {
    ...verifyOptions(baseUrl),
    headers: [`Authorization: Bearer ${TOKEN}`],
    mode: 'write',
    seed: 1,
    budget: 'quick',
    ...given,
  };
  const target = openTarget(options);
  const outcomes: ContractOutcome[] = [];
  try {
    for (const contract of project.contracts)
      outcomes.push(
        await verifyContract(
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
        ),
      );
  } finally {
    target.client.close();
  }
  return outcomes;
}

/** What runs complain about, one line each. */
export function complaintsOf(outcomes: readonly ContractOutcome[]): readonly string[] {
  return outcomes.flatMap(({ report, error }) => [
    ...(error === null ? [] : [`not judged: ${error.message}`]),
    ...report.findings.map(
      ({ code, law, message, expected, actual }) =>
        `${code} by ${law}: ${message}: ${actual}, not ${expected}`,
    ),
  ]);
}
