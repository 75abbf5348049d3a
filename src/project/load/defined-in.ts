// The contracts that files define. No modules of Node.

import { type Defined, defineContracts } from '../../contract/define/define-contracts.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { ProjectFiles } from '../source/project-files.ts';

/** Returns the contracts that sound files define. A document has defined them: hundreds take long. */
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
