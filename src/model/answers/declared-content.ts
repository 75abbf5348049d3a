// The body of an answer of an operation without rows: an example of the specification, else a sample
// that agrees with the call and has rows where it can.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Body } from '../../contract/declared.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { withoutSteps, writeOnlyIn } from '../../schema/walk/write-only.ts';
import { isStreamType } from '../media/streams.ts';
import { hasOwnForm, smallFile, writeExample } from '../media/write-body.ts';
import { type ChosenBody, isJsonType } from '../message/choose-body.ts';
import type { Content } from '../ruling/ruling.ts';
import { isValid, SAMPLE, type SchemaRules, specifiedContent } from '../ruling/specified-body.ts';
import { holds } from './members-set.ts';
import { type RowSources, resourceOfSchema, rowsOfSchema, withRows } from './rows-in-sample.ts';

export interface ContentSources extends RowSources {
  readonly rules: SchemaRules;
  /** What a sample may tell of the call and its item. */
  readonly told: JsonObject;
  /** What a sample may tell of the call alone, if it is about something else than the item. */
  readonly toldOfOther: JsonObject;
  /** `none`: the answer is about something new. */
  readonly placed: 'rows' | 'none';
}

/** Returns the content of an answer; its first example comes before a sample. */
export function declaredContent(chosen: ChosenBody, sources: ContentSources): Content {
  const { body } = chosen;
  const examples = Object.values(body.examples);
  for (const example of examples) {
    const content = exampleContent(chosen, example, sources);
    if (content !== null) return content;
  }
  const file = fileContent(chosen, sources.rules.schemas);
  if (file !== null) return file;
  if (isStreamType(chosen.type)) return { kind: 'json', value: itemsOf(body, sources) };
  return body.schema === null
    ? { kind: 'json', value: {} }
    : { kind: 'json', value: sampleOf(body.schema, sources) };
}

/** Returns an example as the content of an answer; `null` if it does not fit what is declared. */
function exampleContent(
  { body, type }: ChosenBody,
  example: Json,
  { rules }: ContentSources,
): Content | null {
  return isJsonType(type) && body.schema !== null && !isValid(rules, body.schema, example)
    ? null
    : contentOfExample(rules.schemas, { body, type }, example);
}

/** Returns an example as it is; `null` if it can be no body of the media type. */
export function contentOfExample(
  schemas: Schemas,
  { body, type }: ChosenBody,
  example: Json,
): Content | null {
  if (isJsonType(type)) return { kind: 'json', value: example };
  const bytes = writeExample(schemas, example, { type, schema: body.schema });
  return bytes === null ? null : { kind: 'bytes', bytes };
}

/** A small file, if the schema says no more than that there are bytes or a text. */
function fileContent({ body, type }: ChosenBody, schemas: Schemas): Content | null {
  if (!hasOwnForm(type)) return null;
  const schema = body.schema === null ? {} : mergedSchema(schemas, { $ref: `${body.schema}.json` });
  const isFree = Object.keys(schema).every((keyword) => SAYS_NOTHING.has(keyword));
  const isText = schema['type'] === undefined || schema['type'] === 'string';
  return isFree && isText ? { kind: 'bytes', bytes: smallFile(type) } : null;
}

const SAYS_NOTHING = new Set(
  'type format title description deprecated contentEncoding contentMediaType xml'.split(' '),
);

/** The items of a stream: those of its list, or some of its own schema. */
function itemsOf({ schema, itemSchema }: Body, sources: ContentSources): readonly Json[] {
  const name = itemSchema ?? schema;
  if (name === null) return [{}];
  const rows = sources.placed === 'rows' ? rowsOfSchema(sources, name) : null;
  if (rows !== null && rows.length > 0) return rows;
  const first = sampleOf(name, sources);
  if (Array.isArray(first)) return first as readonly Json[];
  const { schemas } = sources.rules;
  return Array.from({ length: ITEMS }, (_, index) => {
    const draft = { ...SAMPLE, serial: index + 1 };
    const other = index === 0 ? first : sampleOfSchema(schemas, name, draft);
    const item = other !== undefined && isValid(sources.rules, name, other) ? other : first;
    // Clients of events would connect anew after a time that is made up.
    const { retry: _made, ...rest } = isObject(item) ? item : {};
    return isObject(item) && isValid(sources.rules, name, rest) ? rest : item;
  });
}

/** Number of items in a stream whose schema is that of one. */
const ITEMS = 3;

function sampleOf(schema: SchemaName, sources: ContentSources): Json {
  const { rules, contracts, placed } = sources;
  const other = resourceOfSchema(contracts, schema);
  // What is new is not the item that it is made below, and does not have its id.
  const isOther =
    placed === 'none'
      ? rules.item !== null && !holds(rules.schemas, schema, rules.item)
      : other !== null && other.item !== rules.item;
  const told = isOther ? sources.toldOfOther : sources.told;
  const outcome = { body: schema, source: '' };
  const made = specifiedContent(rules, outcome, { kind: 'none' }, () => told);
  const sample =
    made.kind === 'json' ? withoutSteps(made.value, writeOnlyIn(rules.schemas, schema)) : null;
  if (placed === 'none') return sample;
  const withThem = withRows(sources, schema, sample);
  return withThem === sample || !isValid(rules, schema, withThem) ? sample : withThem;
}
