// The rules for showing files: those of a project, or none.

import type { RulesView } from '../../inspector/contract-view.ts';
import { readPactFiles } from '../../project/load/pact-files.ts';
import { loadContracts, withoutContracts } from '../../project/load/project.ts';

/** Without contracts, only the recording is shown. */
export async function readRulesView(contract: string | null): Promise<RulesView> {
  const { contracts, schemas, profile, profileName } =
    contract === null ? withoutContracts() : await loadContracts(contract);
  const pacts = contract === null ? [] : readPactFiles(contract).map(({ text }) => text);
  return { contracts, schemas, profile, profileName, pins: {}, pacts };
}
