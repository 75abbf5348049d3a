// Gives the single item of a service its values again, at the end of a run or after a crash.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { type Call, noBody, readBody } from '../../model/message/call.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import type { KeptSingle } from '../guard/ledger.ts';

export interface Restoring {
  readonly send: (call: Call) => Promise<GuardedExchange>;
  readonly path: string;
  readonly kept: KeptSingle;
}

/** Returns why the item does not have its values again, in a clause; `null` if it does. */
export async function restoreSingle(restoring: Restoring): Promise<string | null> {
  const { send, kept } = restoring;
  const before = await read(restoring);
  if (before !== null && isAsKept(before, kept)) return null;
  let why = '';
  // A service may take plain JSON alone for a change.
  for (const type of kept.by === 'replace'
    ? [JSON_TYPE]
    : ['application/merge-patch+json', JSON_TYPE]) {
    const exchange = await send(writeOf(restoring, before ?? {}, type));
    const after = await read(restoring);
    if (after !== null && isAsKept(after, kept)) return null;
    why =
      exchange.kind === 'received'
        ? `it has other values; the write was answered ${exchange.received.status}`
        : exchange.message;
  }
  return why;
}

const JSON_TYPE = 'application/json';

function writeOf({ path, kept }: Restoring, now: JsonObject, type: string): Call {
  const { values, by, members } = kept;
  const added = members.filter((one) => Object.hasOwn(now, one) && !Object.hasOwn(values, one));
  const body =
    by === 'replace'
      ? pick(values, members)
      : { ...Object.fromEntries(added.map((one) => [one, null])), ...pick(values, members) };
  return {
    method: by === 'replace' ? 'PUT' : 'PATCH',
    path,
    query: '',
    headers: { accept: 'application/json', 'content-type': type },
    body: readBody(JSON.stringify(body)),
  };
}

async function read({ send, path }: Restoring): Promise<JsonObject | null> {
  const headers = { accept: 'application/json' };
  const exchange = await send({ method: 'GET', path, query: '', headers, body: noBody });
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}

function isAsKept(record: JsonObject, { values, members }: KeptSingle): boolean {
  const same = (one: Json | undefined, other: Json | undefined): boolean =>
    one === other || (one !== undefined && other !== undefined && equal(one, other));
  return members.every((member) => same(own(record, member), own(values, member)));
}
