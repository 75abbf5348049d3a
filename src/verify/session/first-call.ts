// The call that a run sends first, and again to learn whether its credentials are still good. It reads,
// at a path that the source has.

import { parametersOf } from '../../contract/nested-path.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import { isActionRead } from '../move.ts';
import type { ServiceKnowledge } from './service-knowledge.ts';

/** Whether the contract has an operation on items, not only others. */
export function hasItems(service: ServiceKnowledge): boolean {
  return kinds.some((kind) => service.offers(kind));
}

/** Returns the call; `null` if the source has none that needs nothing. `token` is an id that no item has. */
export function firstCall(service: ServiceKnowledge, token: string): Call | null {
  if (service.offers('list')) return service.call('list', null, null);
  if (hasItems(service)) return service.call('read', token, null);
  const action = service.contract.actions?.find(
    (one) =>
      isActionRead(one) &&
      one.method === 'GET' &&
      parametersOf(one.path).length === 0 &&
      one.parameters?.some(({ required }) => required) !== true,
  );
  if (action === undefined) return null;
  const { method, path } = action;
  return { method, path, query: '', headers: { accept: acceptOf(action) }, body: noBody };
}
