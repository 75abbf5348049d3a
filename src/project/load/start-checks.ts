// What the checks at start need to know of schemas, and the quick way to it, which knows only that all
// is well: loading the validator and compiling take longer than the rest of a start.

import type { Fault } from '../../base/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import { contractSchema } from '../../contract/file/contract-schema.ts';
import type { Checker } from '../../schema/check.ts';
import { quickTestOf, quickTestOfSound } from '../../schema/quick/quick-test.ts';
import { type SchemaName, Schemas } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';

export interface StartChecks {
  /** Finds the faults of schemas with some names. */
  readonly schemaFaults: (
    schemas: Schemas,
    fileName: (name: SchemaName) => string,
    names: readonly SchemaName[],
  ) => readonly Fault[];
  /** Returns the violations of the form of contract files. */
  readonly formFlaws: (contract: Json) => readonly Violation[];
  readonly checker: (schemas: Schemas) => Checker;
}

/** Finds something where all is not surely well, but not what. */
export const quickChecks: StartChecks = {
  schemaFaults: (schemas, _fileName, names) =>
    names.every((name) => quickTestOf(schemas, name) !== null) ? [] : [UNSURE],
  formFlaws: (contract) => (formTest(contractSchema)(contract) ? [] : [UNSURE_VALUE]),
  checker: (schemas) => ({
    schemas,
    checkPart: () => UNSURE_VALUES,
    check: (name, value) =>
      quickTestOf(schemas, name)?.(value) === true ? NO_FLAWS : UNSURE_VALUES,
  }),
};

/** A document may give hundreds of contracts: their form is read once. */
const formTest = remember(
  (form: JsonObject) => quickTestOfSound(new Schemas(new Map([['contract', form]])), 'contract'),
  new WeakMap(),
);

const UNSURE: Fault = { file: '', at: '', message: 'may be wrong', remedy: '' };
/** At an element: of a list with one row, only what is wrong with the row counts. */
const UNSURE_VALUE: Violation = {
  at: '/0',
  keyword: '',
  facet: 'shape',
  message: UNSURE.message,
  plain: UNSURE.message,
};
const UNSURE_VALUES: readonly Violation[] = [UNSURE_VALUE];
const NO_FLAWS: readonly Violation[] = [];
