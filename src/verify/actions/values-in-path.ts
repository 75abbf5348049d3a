// Values for parameters of paths that are no ids of items: `GET /convert/{amount}`.

import { type Json, own } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';
import type { Parameter } from '../../contract/declared.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { valueFor } from '../../model/parameters/required-parameters.ts';
import { pathText } from '../../model/parameters/write-parameter.ts';
import type { Schemas } from '../../schema/schema.ts';

/**
 * Fills a path with values that its parameters may have: with each value that the source names for
 * one, up to 12 paths. None if a parameter tells too little.
 */
export function filledWithValues(
  schemas: Schemas,
  { parameters = [] }: Action,
  path: string,
): readonly string[] {
  return parametersOf(path)
    .reduce(
      (paths: readonly string[], name) => {
        const found = parameters.find((one) => one.in === 'path' && one.name === name);
        const values = found === undefined ? [] : valuesFor(schemas, found);
        const texts = found === undefined ? [] : values.map((value) => pathText(found, value));
        return texts.flatMap((text) => paths.map((one) => one.replaceAll(`{${name}}`, () => text)));
      },
      [path],
    )
    .slice(0, PATHS_MAX);
}

const PATHS_MAX = 12;

/** The values that the source names for a parameter; one that fits if it names none. */
function valuesFor(schemas: Schemas, parameter: Parameter): readonly Json[] {
  if (!tellsValue(schemas, parameter)) return [];
  const parts = parameter.schema === null ? [] : schemas.partsByName(parameter.schema);
  const named = parts.map((part) => own(part, 'enum')).find((one) => Array.isArray(one));
  const first = valueFor(schemas, parameter);
  if (named === undefined) return [first];
  const others = (named as readonly Json[]).filter((one) => one !== null && one !== first);
  return [first, ...others];
}

/** Whether it is likely that a service knows a value: it is named, or is no id as a rule. */
function tellsValue(schemas: Schemas, { examples, schema }: Parameter): boolean {
  if (examples.length > 0) return true;
  const parts = schema === null ? [] : schemas.partsByName(schema);
  return parts.some(
    (part) =>
      ['enum', 'const', 'default'].some((keyword) => own(part, keyword) !== undefined) ||
      ['number', 'integer', 'boolean'].includes(String(own(part, 'type'))) ||
      ['date', 'date-time', 'time'].includes(String(own(part, 'format'))),
  );
}
