// The validator of a set of schemas, one for all who ask: the checks at start, of rows and of requests
// share what it has compiled.

import { remember } from '../base/remember.ts';
import type { Schemas } from './schema.ts';
import { createValidator } from './validator.ts';

type Validator = ReturnType<typeof createValidator>;

/** Returns the validator of some schemas, which is kept with them. */
export const validatorOf: (schemas: Schemas) => Validator = remember(
  (schemas: Schemas) => createValidator(schemas),
  new WeakMap<Schemas, Validator>(),
);
