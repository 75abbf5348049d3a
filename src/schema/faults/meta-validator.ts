// The validator of schemas themselves. A build has its compiled code in the place of this file: see
// toolchain/ahead.mjs.

import { createMetaValidator, type ValidateFunction } from '../validator.ts';

/** The dialect of schemas. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

let validate: ValidateFunction | undefined;

/** Returns the function that checks a schema against its meta-schema. */
export function metaValidator(): ValidateFunction {
  validate ??= createMetaValidator().getSchema(DIALECT) as ValidateFunction;
  return validate;
}
