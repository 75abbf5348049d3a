// The check of examples at start: each fits the schema of the body that it is an example of.

import type { Fault } from '../../base/errors.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import type { Situation } from '../../contract/situations.ts';
import { bodySchemaOf } from '../../model/forced/examples.ts';
import type { Checker } from '../../schema/check.ts';

/** Finds the examples of a contract that do not fit. */
export function findExampleFaults(
  contract: Contract,
  file: string,
  checker: Checker,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (const kind of kinds) {
    for (const [situation, outcome] of Object.entries(contract.operations[kind]?.outcomes ?? {})) {
      const schema = bodySchemaOf(contract, kind, situation as Situation);
      for (const [name, value] of Object.entries(outcome.examples ?? {})) {
        const at = toPointer(['operations', kind, 'outcomes', situation, 'examples', name]);
        if (outcome.body === null) {
          const message = 'a reply without a body cannot have an example';
          faults.push({ file, at, message, remedy: 'Remove the example, or "body": null.' });
          continue;
        }
        const flaws = schema === null ? [] : checker.check(schema, value);
        const remedy = `Correct the example, or ${schema}.json.`;
        faults.push(
          ...flaws.map((flaw) => ({ file, at: at + flaw.at, message: flaw.message, remedy })),
        );
      }
    }
  }
  return faults;
}
