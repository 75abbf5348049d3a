// Verifies a service of the document as the command does, with credentials.

import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import type { ContractOutcome } from '../../../src/commands/verify/verify-contract.ts';
import { complaintsOf as complaintsOfOne, createHold } from '../hold-project.ts';
import { loadDocument } from './document.ts';
import { TOKEN } from './service.ts';

const project = await loadDocument();
const holdOne = await createHold(project);

/** Verifies all contracts of the document, with the quick budget and writes if not told otherwise. */
export async function hold(
  baseUrl: string,
  given: Partial<VerifyOptions> = {},
): Promise<readonly ContractOutcome[]> {
  const headers = [`Authorization: Bearer ${TOKEN}`];
  const outcomes: ContractOutcome[] = [];
  for (const { resource } of project.contracts)
    outcomes.push(await holdOne({ baseUrl, resource, headers, ...given }));
  return outcomes;
}

/** What runs complain about, one line each. */
export function complaintsOf(outcomes: readonly ContractOutcome[]): readonly string[] {
  return outcomes.flatMap(complaintsOfOne);
}
