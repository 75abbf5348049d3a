// Checks values against JSON Schemas.

import type { Json } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import type { SchemaName, Schemas } from './schema.ts';
import { fileOf, type ValidateFunction } from './validator.ts';
import { validatorOf } from './validator-of.ts';
import type { Violation } from './violation.ts';
import { violationsOf } from './violations-of.ts';

export interface Checker {
  /**
   * Returns the violations of a value, at most `VIOLATIONS_MAX`; none if it fits. With `within`, a
   * pointer, returns all of those at that place and below it. The schema must be one of the
   * compiled ones.
   */
  check(name: SchemaName, value: Json, within?: string): readonly Violation[];
}

/** Compiles schemas for checking. They are taken to be sound: see `findSchemaFaults`. */
export function createChecker(schemas: Schemas): Checker {
  const ajv = validatorOf(schemas);
  const validateOf = remember(
    (name: SchemaName) => ajv.getSchema(fileOf(name)) as ValidateFunction,
  );
  return {
    check(name, value, within) {
      const validate = validateOf(name);
      if (within === undefined) return violationsOf(validate, value);
      return violationsOf(validate, value, Number.POSITIVE_INFINITY).filter(
        ({ at }) => at === within || at.startsWith(`${within}/`),
      );
    },
  };
}
