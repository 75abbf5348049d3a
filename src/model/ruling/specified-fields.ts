// The header fields that the contract specifies for an outcome: their values, or values that match
// their schemas.

import type { Outcome } from '../../contract/contract.ts';
import { fieldTextOf, flawOfField } from '../../schema/header-values.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { RuledHeader } from './ruling.ts';
import { SAMPLE, type SchemaRules } from './specified-body.ts';

/** Returns the fields of an outcome. A field that the mock sends anyway is kept if it matches. */
export function specifiedFields(
  { schemas, checker }: SchemaRules,
  { headers = {}, headerSchemas = {} }: Partial<Outcome> = {},
  usual: readonly RuledHeader[],
): readonly RuledHeader[] {
  const fields = Object.entries(headerSchemas).map(([name, schema]): readonly [string, string] => {
    const sent = usual.find((one) => one.name === name.toLowerCase())?.value;
    if (sent !== undefined && flawOfField(checker, schema, sent) === null) return [name, sent];
    return [name, fieldTextOf(sampleOfSchema(schemas, schema, SAMPLE) ?? sent ?? '')];
  });
  return [...Object.entries(headers), ...fields].map(
    ([name, value]): RuledHeader => ({ name: name.toLowerCase(), value, by: 'contract' }),
  );
}
