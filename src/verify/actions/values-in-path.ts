// Values for parameters of paths that are no ids of items: `GET /convert/{amount}`.

import { own } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';
import type { Parameter } from '../../contract/declared.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { valueFor } from '../../model/parameters/required-parameters.ts';
import { pathText } from '../../model/parameters/write-parameter.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Fills a path with values that its parameters may have; `null` if one tells too little. */
export function filledWithValues(
  schemas: Schemas,
  { parameters = [] }: Action,
  path: string,
): string | null {
  const texts = new Map(
    parametersOf(path).map((name) => {
      const found = parameters.find((one) => one.in === 'path' && one.name === name);
      const isTold = found !== undefined && tellsValue(schemas, found);
      return [name, isTold ? pathText(found, valueFor(schemas, found)) : null] as const;
    }),
  );
  return [...texts.values()].includes(null)
    ? null
    : path.replaceAll(/\{([^{}/]+)\}/g, (_, name: string) => texts.get(name) ?? '');
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
