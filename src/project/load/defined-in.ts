// The contracts that files define. No modules of Node.

import { type Defined, defineContracts } from '../../contract/define/define-contracts.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { ProjectFiles } from '../source/project-files.ts';

/** Returns the contracts of files that have no fault in their form: defining hundreds takes long. */
export function definedIn(
  { contracts, defined }: Pick<ProjectFiles, 'contracts' | 'defined'>,
  given: Schemas,
): Defined {
  return (
    defined ??
    defineContracts(
      contracts.map(({ json }) => json),
      given,
    )
  );
}
