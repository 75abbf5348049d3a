// The validator of the form of contract files. A build has its compiled code in the place of this
// file: see toolchain/ahead.mjs.

import { Schemas } from '../../schema/schema.ts';
import { createValidator, fileOf, type ValidateFunction } from '../../schema/validator.ts';
import { contractSchema } from './contract-schema.ts';

let validate: ValidateFunction | undefined;

/** Returns the function that checks the form of a contract file. */
export function formValidator(): ValidateFunction {
  const schemas = new Schemas(new Map([['contract', contractSchema]]));
  validate ??= createValidator(schemas).getSchema(fileOf('contract')) as ValidateFunction;
  return validate;
}
