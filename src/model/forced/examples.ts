// The examples of an operation by name: from the answers that it declares, from the outcomes in the
// contract, and from the schemas.

import { isObject, type Json, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Declared } from '../../contract/declared.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Situation, situationsByRank } from '../../contract/situations.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { type ChosenBody, usualBody } from '../message/choose-body.ts';

export interface Example {
  readonly name: string;
  readonly value: Json;
  readonly situation: Situation;
}

/** An example of a declared answer. */
export interface DeclaredExample {
  readonly name: string;
  readonly value: Json;
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly chosen: ChosenBody;
}

/** Returns the examples of the declared answers of an operation, those of successes first. */
export function declaredExamples({ answers = {} }: Declared): readonly DeclaredExample[] {
  return Object.entries(answers)
    .toSorted(([one], [other]) => Number(other.startsWith('2')) - Number(one.startsWith('2')))
    .flatMap(([status, { bodies }]) =>
      bodies.flatMap((body) =>
        Object.entries(body.examples).map(([name, value]) => ({
          name,
          value,
          status,
          chosen: usualBody([body]) ?? { body, type: body.type },
        })),
      ),
    );
}

/**
 * Returns the examples of an operation, those of a success first; within an outcome those of the
 * contract come before those of the schema (`0`, `1` ...).
 */
export function examplesOf(contract: Contract, kind: Kind, schemas: Schemas): readonly Example[] {
  return situationsByRank.flatMap((situation) => {
    const outcome = contract.operations[kind]?.outcomes[situation];
    const named = Object.entries(outcome?.examples ?? {});
    const schema = bodySchemaOf(contract, kind, situation);
    const plain = schema === null ? [] : schemaExamples(schemas, schema);
    return [...named, ...plain].map(([name, value]) => ({ name, value, situation }));
  });
}

/** Returns the schema of the body of an outcome: of the contract, list or item; or `null`. */
export function bodySchemaOf(
  contract: Contract,
  kind: Kind,
  situation: Situation,
): SchemaName | null {
  const outcome = contract.operations[kind]?.outcomes[situation];
  if (outcome?.body !== undefined) return outcome.body;
  if (situation !== 'ok') return null;
  return kind === 'list' ? contract.list : kind === 'read' ? contract.item : null;
}

function schemaExamples(schemas: Schemas, name: SchemaName): readonly (readonly [string, Json])[] {
  const schema = schemas.get(name);
  const examples = isObject(schema) ? own(schema, 'examples') : undefined;
  return Array.isArray(examples)
    ? (examples as readonly Json[]).map((value, index) => [String(index), value] as const)
    : [];
}
