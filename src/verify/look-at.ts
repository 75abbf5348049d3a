// Whose the item with an id is now, for whoever removes: gone, the run's, somebody else's, or not known. Removes and judges nothing.

import { isObject, own } from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import type { Exchange } from '../http/client.ts';
import { type Call, noBody } from '../model/call.ts';
import { toKey } from '../model/identify.ts';
import { holdsMark } from './own.ts';

export interface LookAtOptions {
  readonly send: (call: Call) => Promise<Exchange>;
  readonly contract: Contract;
  readonly token: string;
}

export type LookedAt =
  /** `absent`: 404 or 410. `other`: an item that the run did not make. `crossed`: one that the run made and that has another id. */
  | { readonly kind: 'ours' | 'absent' | 'other' | 'crossed' }
  /** `blank`: a success that shows no item, and nothing of the run. `why` is a clause. */
  | { readonly kind: 'blank' | 'unknown'; readonly why: string };

/** Sees whose the item with an id is. The token alone does not tell: it must be the item that was asked for, and one item. */
export async function lookAt({ send, contract, token }: LookAtOptions, key: string): Promise<LookedAt> {
  const path = `${contract.path}/${encodeURIComponent(key)}`;
  const answer = await send({ method: 'GET', path, query: '', headers: { accept: 'application/json' }, body: noBody });
  if (answer.kind === 'trouble') return { kind: 'unknown', why: `GET failed: ${answer.message}` };
  const { status, body } = answer.received;
  if (status === 404 || status === 410) return { kind: 'absent' };
  if (status < 200 || status > 299) return { kind: 'unknown', why: `GET answered ${status}` };
  if (body.kind !== 'json' || !isObject(body.value)) {
    const isBlank = body.kind !== 'json' || !holdsMark(body.value, token);
    return { kind: isBlank ? 'blank' : 'unknown', why: `GET answered ${status} without an item` };
  }
  if (!holdsMark(body.value, token)) return { kind: 'other' };
  const id = own(body.value, contract.id);
  const shown = typeof id === 'string' || typeof id === 'number' ? toKey(id) : null;
  return { kind: shown === null || shown === key ? 'ours' : 'crossed' };
}
