// Whose item has an id now: the run's, someone else's, none, or unknown. Removes nothing.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { toKey } from '../../model/ids/ids.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import { holdsMark } from '../session/owned-item.ts';

export interface WhoseItemOptions {
  readonly send: (call: Call) => Promise<GuardedExchange>;
  readonly contract: Contract;
  readonly token: string;
  /** Whether a record is the run's; by its token if absent. */
  readonly isOurs?: (record: JsonObject) => boolean;
}

export type WhoseItem =
  /** `absent`: 404 or 410. `other`: an item of others. `crossed`: ours, but with another id. */
  | { readonly kind: 'ours' | 'absent' | 'other' | 'crossed' }
  /**
   * `blank`: a success without an item and without the token. `refused`: a status that may also
   * mean that nothing is there, such as 400 and 403. `why` is a clause.
   */
  | { readonly kind: 'blank' | 'refused' | 'unknown'; readonly why: string };

/** Finds out whose item has an id: the body must be one item with that id and the token. */
export async function whoseItem(
  { send, contract, token, isOurs = (record) => holdsMark(record, token) }: WhoseItemOptions,
  key: string,
): Promise<WhoseItem> {
  const path = `${contract.path}/${encodeURIComponent(key)}`;
  const answer = await send({
    method: 'GET',
    path,
    query: '',
    headers: { accept: 'application/json' },
    body: noBody,
  });
  if (answer.kind !== 'received') return { kind: 'unknown', why: `GET failed: ${answer.message}` };
  const { status, body } = answer.received;
  if (status === 404 || status === 410) return { kind: 'absent' };
  const isRefused = status >= 400 && status < 500 && !OF_THE_CALLER.has(status);
  if (status < 200 || status > 299)
    return { kind: isRefused ? 'refused' : 'unknown', why: `GET answered ${status}` };
  if (body.kind !== 'json' || !isObject(body.value)) {
    const isBlank = body.kind !== 'json' || !holdsMark(body.value, token);
    return { kind: isBlank ? 'blank' : 'unknown', why: `GET answered ${status} without an item` };
  }
  if (!isOurs(body.value)) return { kind: 'other' };
  const id = own(body.value, contract.id);
  const shown = typeof id === 'string' || typeof id === 'number' ? toKey(id) : null;
  return { kind: shown === null || shown === key ? 'ours' : 'crossed' };
}

/** Whether a removed item was seen gone, or was removed and nothing contradicts it. */
export function isGone({ kind }: WhoseItem, removal: GuardedExchange): boolean {
  if (kind === 'absent' || kind === 'other') return true;
  const isDone = removal.kind === 'received' && removal.received.status < 300;
  return isDone && (kind === 'blank' || kind === 'refused');
}

/** Whether a removal found nothing at the id. */
export function isMissing(removal: GuardedExchange): boolean {
  return removal.kind === 'received' && [404, 410].includes(removal.received.status);
}

/** Statuses about the client and its rate, not about the item. */
const OF_THE_CALLER: ReadonlySet<number> = new Set([401, 407, 408, 429]);
