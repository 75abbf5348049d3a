// The examples of an operation by name: from the outcomes in the contract, and from the schemas.

import { isObject, type Json, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Situation, situationsByRank } from '../../contract/situations.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';

export interface Example {
  readonly name: string;
  readonly value: Json;
  readonly situation: Situation;
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
