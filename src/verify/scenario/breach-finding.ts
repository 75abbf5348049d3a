// The finding for a breach, after which the run writes nothing more.

import type { Kind } from '../../contract/operation-kinds.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import type { Breach } from '../guard/breach.ts';
import type { Session } from '../session/session.ts';

/** Returns the finding for a breach. */
export function breachFinding({ service, items }: Session, breach: Breach): Finding {
  const { contract } = service;
  const { key } = breach;
  const item = itemName(contract, key);
  switch (breach.kind) {
    case 'taken':
      return itemFinding(
        contract,
        { code: 'id-of-another', operation: 'create' },
        { key, actual: `${item}, which was there before the create` },
      );
    case 'other-item':
      return itemFinding(
        contract,
        { code: 'id-of-another', operation: 'create' },
        { key, actual: show(breach.shown) },
      );
    case 'crossed':
      return itemFinding(
        contract,
        { code: 'wrong-item', operation: 'read', at: `/${contract.id}` },
        { item, expected: show(key), actual: show(breach.shown[contract.id]) },
      );
    case 'overwritten': {
      const kinds = items.window.kinds;
      const operation = WRITING.find((kind) => kinds.has(kind)) ?? 'create';
      return itemFinding(contract, { code: 'overwrote-another', operation }, { item });
    }
    case 'removed': {
      const { operation } = breach;
      return itemFinding(
        contract,
        { code: 'removed-another', operation },
        { item, after: `after ${operation} of another item`, actual: 'it is not in the list' },
      );
    }
  }
}

/** The operations that write values, the one most likely to write to another item first. */
const WRITING: readonly Kind[] = ['replace', 'update', 'create'];
