// Reads a rule for a mock with known contracts. A rule for an unknown resource would never match.

import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { type OverrideRuleReading, parseOverride } from './override-rule.ts';

/** Reads a rule as `parseOverride` does, for the resources of these contracts alone. */
export function readOverrideRule(
  text: string,
  contracts: readonly Contract[],
): OverrideRuleReading {
  const read = parseOverride(text);
  const resource = 'rule' in read ? read.rule.on.resource : null;
  const names = contracts.map((contract) => contract.resource);
  if (resource === null || names.includes(resource)) return read;
  const near = suggest(resource, names);
  const remedy =
    near === null ? `The resources are ${names.join(', ')}.` : `Did you mean "${near}"?`;
  return { message: `no contract has the resource ${JSON.stringify(resource)}`, remedy };
}
