// What is wrong with the parameters of a call: one that the contract requires is missing, or a value
// does not fit its schema.

import type { Json } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import { truncate } from '../../base/truncate.ts';
import type { Parameter } from '../../contract/declared.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Facet } from '../../schema/violation.ts';
import { inWords } from '../../schema/violations-of.ts';
import { type ParameterTexts, parameterReader } from './read-parameter.ts';

/** What values of parameters are compared with. */
interface ParameterRules {
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** Whether what a schema says of a facet counts. */
  readonly counts: (facet: Facet) => boolean;
}

/** What is wrong with a parameter. */
export interface ParameterError {
  readonly in: string;
  readonly name: string;
  readonly detail: string;
}

/** Returns what is wrong with parameters, a clause each. */
export function flawsOfParameters(
  rules: ParameterRules,
  parameters: readonly Parameter[],
  texts: ParameterTexts,
): readonly ParameterError[] {
  return parameters.flatMap((one) => {
    const flaw = flawOf(rules, one, texts);
    if (flaw === null) return [];
    const detail = `the ${PLACES[one.in]} ${JSON.stringify(one.name)} ${flaw}`;
    return [{ in: one.in, name: one.name, detail }];
  });
}

const PLACES: Readonly<Record<Parameter['in'], string>> = {
  path: 'path parameter',
  query: 'query parameter',
  querystring: 'query',
  header: 'header field',
  cookie: 'cookie',
};

/** Returns what is wrong with a parameter, as a clause without its subject; `null` if nothing is. */
function flawOf(rules: ParameterRules, parameter: Parameter, texts: ParameterTexts): string | null {
  const found = readerOf(rules.schemas)(parameter)(texts);
  const { schema } = parameter;
  switch (found.kind) {
    case 'absent':
      return parameter.required ? 'is missing' : null;
    case 'empty':
      return null;
    case 'unreadable':
      return found.flaw;
    case 'values':
      return schema === null
        ? null
        : (found.values
            .map((readings) => unfitting(rules, schema, readings))
            .find((flaw) => flaw !== null) ?? null);
  }
}

const readerOf = remember(
  (schemas: Schemas) =>
    remember((parameter: Parameter) => parameterReader(parameter, schemas), new WeakMap()),
  new WeakMap(),
);

/** Returns what is wrong with a value, whatever it may mean; `null` if one of its meanings fits. */
function unfitting(
  rules: ParameterRules,
  schema: string,
  readings: readonly Json[],
): string | null {
  const all = readings.map((value) =>
    rules.checker.check(schema, value).filter(({ facet }) => rules.counts(facet)),
  );
  if (all.some((flaws) => flaws.length === 0)) return null;
  // A value of the right type tells more.
  const first = all.flatMap(([flaw]) => flaw ?? []);
  const told = first.find(({ keyword }) => keyword !== 'type') ?? first[0];
  if (told === undefined) return 'cannot be read';
  const at = told.at === '' ? '' : ` at ${truncate(told.at, AT_CHARS_MAX)}`;
  return `${inWords(told.plain)}${at}`;
}

const AT_CHARS_MAX = 100;
