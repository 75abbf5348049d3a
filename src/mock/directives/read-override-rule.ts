// Reads a rule for a mock with known contracts. A rule for an unknown resource would never match.

import { suggestOr } from '../../base/suggest.ts';
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
  const remedy = suggestOr(resource, names, `The resources are ${names.join(', ')}.`);
  return { message: `no contract has the resource ${JSON.stringify(resource)}`, remedy };
}
