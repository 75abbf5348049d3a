// The only item at a path, as an item that the run may write to: because it belongs to an item of
// the run, or because you said so.

import { isObject, type JsonObject } from '../../base/json.ts';
import { keyOfOne } from '../../contract/rows.ts';
import { broken, doneWith, type MoveResult } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** Reads the single item, which need not be there: each law begins with what it shows. */
export async function takeSingle(scenario: Scenario): Promise<MoveResult<OwnedItem>> {
  const { service, items } = scenario.session;
  const key = keyOfOne(service.contract);
  const call = service.call('read', key, null);
  const reply = await scenario.receive('read', call);
  if (reply.kind !== 'done') return reply;
  const { status, body } = reply.value;
  const record = status < 300 && body.kind === 'json' && isObject(body.value) ? body.value : null;
  const item = items.single ?? newItem(key, items.nextSerial());
  items.single = item;
  Object.assign(item, seen(record));
  items.keep(item);
  const isGone = record === null && (status === 404 || status === 410);
  const findings = isGone ? [] : scenario.findings('read', reply.value, scenario.rulings(call));
  return findings.length > 0 ? broken(findings) : doneWith(item);
}

function newItem(key: string, serial: number): OwnedItem {
  const id = null;
  const lastWrite = 'create';
  return { label: key, key, id, mark: '', serial, lastWrite, before: null, ...seen(null) };
}

type Seen = Pick<OwnedItem, 'sent' | 'expectation' | 'patched' | 'rivals' | 'touched' | 'isAlive'>;

/** What is known of an item that was only read. */
function seen(record: JsonObject | null): Seen {
  const values = Object.entries(record ?? {}).map(
    ([member, value]) => [member, [{ value, by: 'service' }]] as const,
  );
  return {
    sent: record ?? {},
    expectation: new Map(values),
    patched: null,
    rivals: [],
    touched: [],
    isAlive: record !== null,
  };
}
