// Findings about items. Each assumes that no one else writes to the service, and says so.

import type { JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Mismatch, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import type { ContractRules } from './contract-rules.ts';
import type { ItemKnowledge } from './item-knowledge.ts';

/** Names what else may have caused a finding. */
function unlessBypassed(finding: Finding): Finding {
  const message = `${finding.message}, unless someone bypassed this proxy`;
  return { ...finding, message };
}

export function wrongItem(rules: ContractRules, key: string, id: Finding['actual']): Finding {
  const { contract } = rules;
  return itemFinding(
    contract,
    { code: 'wrong-item', operation: 'read', at: `/${contract.id}` },
    { item: itemName(rules.contract, key), expected: key, actual: id },
  );
}

export function listedTwice(rules: ContractRules, key: string, times: number): Finding {
  const facts = { item: itemName(rules.contract, key), times };
  return itemFinding(rules.contract, { code: 'listed-twice', operation: 'list' }, facts);
}

export function idNotUnique({ contract }: ContractRules, { key }: ItemKnowledge): Finding {
  const blame = { code: 'id-not-unique', operation: 'create', about: 'item' } as const;
  return unlessBypassed(itemFinding(contract, blame, { key }));
}

type AbsentCode =
  | 'not-created'
  | 'lost'
  | 'removed-another'
  | 'not-readable'
  | 'not-listed'
  | 'refused';

interface AbsentBlame {
  readonly operation: Kind;
  readonly code: AbsentCode;
  /** What the operation was done to. */
  readonly target?: 'it' | 'another item';
}

/** An item that should be there is not. */
export function absent(
  rules: ContractRules,
  known: ItemKnowledge,
  { operation, code, target = 'another item' }: AbsentBlame,
  actual: string,
): Finding {
  const after = `after ${operation} of ${target}`;
  const facts = {
    item: itemName(rules.contract, known.key),
    request: known.history.created,
    after,
    actual,
  };
  return unlessBypassed(itemFinding(rules.contract, { code, operation }, facts));
}

type StillThereCode = 'not-removed' | 'came-back' | 'still-readable' | 'still-listed';

export interface StillThereBlame {
  readonly operation: Kind;
  readonly code: StillThereCode;
}

/** A removed item is there: `record` is what was shown of it. */
export function stillThere(
  rules: ContractRules,
  known: ItemKnowledge,
  { operation, code }: StillThereBlame,
  record: JsonObject,
): Finding {
  const after = `after ${operation} of another item`;
  const facts = {
    item: itemName(rules.contract, known.key),
    request: known.history.deleted,
    after,
    shown: show(record),
  };
  return unlessBypassed(itemFinding(rules.contract, { code, operation }, facts));
}

export type ChangedCode =
  | 'not-replaced'
  | 'value-changed'
  | 'changed-unsent'
  | 'changed-another'
  | 'refused-and-changed'
  | 'read-differs'
  | 'list-differs';

/** An item holds other values than it should. */
export function changed(
  rules: ContractRules,
  known: ItemKnowledge,
  operation: Kind,
  code: ChangedCode,
  mismatches: readonly Mismatch[],
): Finding {
  const [first] = mismatches;
  const unsteady = mismatches.find((one) => one.unsteady !== undefined)?.unsteady;
  const facts = {
    item: itemName(rules.contract, known.key),
    after: `after ${operation} of another item`,
    expected: first?.expected ?? show(undefined),
    actual: first?.actual ?? show(undefined),
  };
  if (code === 'value-changed' && unsteady !== undefined) {
    const blame = { code: 'normalised-sometimes', operation: unsteady.operation } as const;
    return unlessBypassed(
      itemFinding(rules.contract, { ...blame, at: first?.at ?? '' }, { ...facts, unsteady }),
    );
  }
  const blame = { code, operation, at: first?.at ?? '' };
  return unlessBypassed(itemFinding(rules.contract, blame, facts));
}
