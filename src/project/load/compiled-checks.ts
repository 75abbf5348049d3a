// The checks at start that know what is wrong: they load the validator.

import { formValidator } from '../../contract/file/form-validator.ts';
import { createChecker } from '../../schema/check.ts';
import { findSchemaFaults } from '../../schema/faults/schema-faults.ts';
import { violationsOf } from '../../schema/violations-of.ts';
import type { StartChecks } from './start-checks.ts';

export const compiledChecks: StartChecks = {
  schemaFaults: findSchemaFaults,
  formFlaws: (contract) => violationsOf(formValidator(), contract),
  checker: createChecker,
};
