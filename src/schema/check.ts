// Checks values against JSON Schemas.

import { type Json, withDoubles } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import { quickTestOf } from './quick/quick-test.ts';
import { type Schema, type SchemaName, Schemas } from './schema.ts';
import { fileOf, type ValidateFunction } from './validator.ts';
import { validatorOf } from './validator-of.ts';
import type { Violation } from './violation.ts';
import { violationsOf } from './violations-of.ts';

export interface Checker {
  /** The schemas that it checks by. */
  readonly schemas: Schemas;
  /**
   * Returns the violations of a value, at most `VIOLATIONS_MAX`; none if it fits. With `within`, a
   * pointer, returns all of those at that place and below it. The schema must be one of the
   * compiled ones.
   */
  check(name: SchemaName, value: Json, within?: string): readonly Violation[];
  /** Like `check`, by a schema that stands inside one of the schemas, with whole references. */
  checkPart(part: Schema, value: Json): readonly Violation[];
}

/**
 * Makes a checker of schemas, which are taken to be sound: see `findSchemaFaults`. A schema is
 * compiled when a value first seems not to fit it.
 */
export function createChecker(schemas: Schemas): Checker {
  const quickOf = remember((name: SchemaName) => quickTestOf(schemas, name));
  const validateOf = remember(
    (name: SchemaName) => validatorOf(schemas).getSchema(fileOf(name)) as ValidateFunction,
  );
  const partOf = remember((part: Schema) =>
    createChecker(new Schemas(new Map([...schemas.all(), [PART, part]]))),
  );
  return {
    schemas,
    checkPart: (part, value) => partOf(part).check(PART, value),
    check(name, value, within) {
      if (quickOf(name)?.(value) === true) return NO_FLAWS;
      const validate = validateOf(name);
      // The validator knows doubles alone.
      const doubles = withDoubles(value);
      if (within === undefined) return violationsOf(validate, doubles);
      return violationsOf(validate, doubles, Number.POSITIVE_INFINITY).filter(
        ({ at }) => at === within || at.startsWith(`${within}/`),
      );
    },
  };
}

/** No file of a schema has this name. */
const PART = '~part';

const NO_FLAWS: readonly Violation[] = [];
