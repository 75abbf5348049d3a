// A body that matches the schema which the contract names for an outcome, if the usual body does
// not: an example of the contract, else a sample that tells what is known of the item or the refusal.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Contract, Outcome } from '../../contract/contract.ts';
import type { Checker } from '../../schema/check.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Content, Effect } from './ruling.ts';
import { shownRecord } from './shown-record.ts';

export interface SchemaRules {
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** The schema of an item, which every record matches. */
  readonly item: SchemaName | null;
  /** The members of a row that no answer shows. */
  readonly hidden: readonly string[];
}

/** Whether answers without a body in the request may be checked against a schema, too. */
export function checksAnswers(contracts: readonly Contract[]): boolean {
  return contracts.some(
    ({ operations, others = [], item, list }) =>
      [...Object.values(operations), ...others].some(({ outcomes, refusals = {} }) =>
        [...Object.values(outcomes), ...Object.values(refusals)].some(
          ({ body, headerSchemas }) =>
            headerSchemas !== undefined ||
            (typeof body === 'string' && body !== item && body !== list),
        ),
      ) ||
      others.length > 0 ||
      operations.remove?.outcomes.ok?.body !== undefined,
  );
}

/**
 * Returns the content if it matches the schema of the outcome, else one that does. `tellable` returns
 * what the body may tell: the members of an item, or the words of a refusal.
 */
export function specifiedContent(
  rules: SchemaRules,
  outcome: Outcome | undefined,
  content: Content,
  tellable: () => JsonObject,
): Content {
  const schema = outcome?.body;
  if (typeof schema !== 'string' || fits(rules, schema, content)) return content;
  const [example] = Object.values(outcome?.examples ?? {}).filter((one) =>
    isValid(rules, schema, one),
  );
  if (example !== undefined) return { kind: 'json', value: example };
  const sample = sampleFor(rules, schema);
  if (sample === undefined) return content;
  const told = isObject(sample) ? telling(shownRecord(sample, rules), tellable()) : sample;
  return { kind: 'json', value: isValid(rules, schema, told) ? told : sample };
}

/**
 * Returns the record that a write stores, if the schema of the outcome names members and admits it:
 * then no choice says what the answer shows. `null` otherwise.
 */
export function storedContent(
  rules: SchemaRules,
  { body }: Outcome,
  effect: Effect,
): Content | null {
  if (typeof body !== 'string' || effect.kind !== 'put') return null;
  if (rules.schemas.membersOf(body).size === 0) return null;
  const content: Content = { kind: 'record', record: effect.record };
  return fits(rules, body, content) ? content : null;
}

/** Makes a sample that fits if one is found: of the first branches, or of what is needed alone. */
function sampleFor(rules: SchemaRules, schema: SchemaName): Json | undefined {
  let first: Json | undefined;
  for (const draft of SAMPLES) {
    const sample = sampleOfSchema(rules.schemas, schema, draft);
    if (sample !== undefined && isValid(rules, schema, sample)) return sample;
    first ??= sample;
  }
  return first;
}

/** What a sample of an answer is made of. */
export const SAMPLE = { serial: 1, token: '', marked: [], readOnly: 'made' } as const;
const SAMPLES: readonly Draft[] = [
  SAMPLE,
  { ...SAMPLE, branch: 1 },
  { ...SAMPLE, branch: 2 },
  { ...SAMPLE, optional: 'left-out' },
];

function fits(rules: SchemaRules, schema: SchemaName, content: Content): boolean {
  switch (content.kind) {
    case 'none':
      return false;
    case 'record':
      return schema === rules.item || isValid(rules, schema, content.record.value);
    case 'json':
    case 'problem':
      return isValid(rules, schema, content.value);
    case 'list':
    case 'state':
    case 'bytes':
      return true;
  }
}

/** Formats and bounds are choices. */
function isValid({ checker }: SchemaRules, schema: SchemaName, value: Json): boolean {
  return checker
    .check(schema, value)
    .every(({ facet }) => facet === 'format' || facet === 'bounds');
}

/** Puts what is known in place of the members of a sample that have its name and type. */
function telling(sample: JsonObject, tellable: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sample).map(([member, value]) => {
      const known = own(tellable, member);
      if (known !== undefined && typeof known === typeof value) return [member, known];
      if (typeof known === 'number' && typeof value === 'string') return [member, String(known)];
      if (Array.isArray(value)) return [member, tellingEach(value as readonly Json[], tellable)];
      return [member, tellingOne(value, tellable)];
    }),
  );
}

function tellingOne(value: Json, tellable: JsonObject): Json {
  return isObject(value) ? telling(value, tellable) : value;
}

/** Elements that tell the same are one. */
function tellingEach(values: readonly Json[], tellable: JsonObject): readonly Json[] {
  const told = values.map((one) => tellingOne(one, tellable));
  return told.filter((one, index) => told.findIndex((other) => equal(one, other)) === index);
}
