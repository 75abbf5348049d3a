// The rules for showing files: those of a project, or none.

import { defaultProfile } from '../../contract/choices.ts';
import type { RulesView } from '../../inspector/contract-view.ts';
import { readPactFiles } from '../../project/load/pact-files.ts';
import { loadContracts } from '../../project/load/project.ts';
import { Schemas } from '../../schema/schema.ts';

/** Without contracts, only the recording is shown. */
export async function readRulesView(contract: string | null): Promise<RulesView> {
  if (contract === null) {
    return {
      contracts: [],
      schemas: new Schemas(new Map()),
      profile: defaultProfile,
      profileName: 'standin',
      pins: {},
      pacts: [],
    };
  }
  const { contracts, schemas, profile, profileName } = await loadContracts(contract);
  const pacts = readPactFiles(contract).map(({ text }) => text);
  return { contracts, schemas, profile, profileName, pins: {}, pacts };
}
