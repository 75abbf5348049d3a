// Refusals whose specification declares no JSON for them: the reason as a text, or in the members that
// the schema names.

import type { JsonObject } from '../../base/json.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import type { ChosenBody } from '../message/choose-body.ts';
import { wordsOf } from '../problems/problem.ts';
import { type ProblemFacts, sentenceOf } from '../problems/problem-facts.ts';
import type { Content } from '../ruling/ruling.ts';
import { type SchemaRules, specifiedContent } from '../ruling/specified-body.ts';

/** Returns a refusal as the value that is written in the declared media type. */
export function refusalInText(
  rules: SchemaRules,
  { body }: ChosenBody,
  usual: Content,
  facts: ProblemFacts,
): Content {
  const schema: JsonObject =
    body.schema === null ? {} : mergedSchema(rules.schemas, { $ref: `${body.schema}.json` });
  if (body.schema === null || schema['type'] === 'string')
    return { kind: 'json', value: sentenceOf(facts) };
  return specifiedContent(rules, { body: body.schema, source: '' }, usual, () => wordsOf(facts));
}
