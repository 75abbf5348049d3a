// What the service shows of items: each at its own address, and all in the list.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { learnLinks } from '../scenario/learn-links.ts';
import { type Broken, broken, doneWith, type MoveResult } from '../scenario/move-result.ts';
import type { ListRead } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { readSharedList } from '../scenario/shared-list.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** What the service shows at the address of an item. */
export type ReadBack =
  /** `flaws` violate the schema; the list tells whether reading or a write is to blame. */
  | { readonly kind: 'there'; readonly record: JsonObject; readonly flaws: readonly Finding[] }
  | { readonly kind: 'missing'; readonly status: number };

export interface ReadBacks {
  /** `null` if the list is at fault (see `listFlaw`) or was not read. */
  readonly list: ListRead | null;
  readonly listFlaw: Broken | null;
  readonly items: Map<OwnedItem, ReadBack>;
}

/** Reads the list and some items, all at once. `expected` are the items that the list must show. */
export async function readListAndItems(
  scenario: Scenario,
  items: readonly OwnedItem[],
  expected: readonly OwnedItem[],
): Promise<MoveResult<ReadBacks>> {
  const { service, bystanders } = scenario.session;
  // A list of pages with the newest first shows the run's items, and the others no more.
  const isMissed = (elements: readonly JsonObject[]): boolean =>
    service.missingIn(elements, expected).length > 0 || bystanders.firstLost(elements) !== null;
  const seen = new Map<OwnedItem, ReadBack>();
  const [list, ...reads] = await Promise.allSettled([
    service.offers('list') && service.isListAffordable()
      ? readSharedList(scenario, isMissed)
      : doneWith(null),
    ...(service.offers('read') ? items : []).map(async (item) => {
      const read = await readBackItem(scenario, item);
      if (read.kind === 'done') seen.set(item, read.value);
      return read;
    }),
  ]);
  for (const read of reads) {
    if (read.status === 'rejected') throw read.reason;
    if (read.value.kind !== 'done') return read.value;
  }
  if (list.status === 'rejected') throw list.reason;
  if (list.value.kind === 'not-exercised') return list.value;
  return doneWith(
    list.value.kind === 'done'
      ? { list: list.value.value, listFlaw: null, items: seen }
      : { list: null, listFlaw: list.value, items: seen },
  );
}

/**
 * Reads one item. A missing or malformed item is not a finding yet: the caller compares it with the
 * list.
 */
export async function readBackItem(
  scenario: Scenario,
  item: OwnedItem,
): Promise<MoveResult<ReadBack>> {
  const { service } = scenario.session;
  const call = service.call('read', item.key, null);
  const reply = await scenario.receive('read', call);
  if (reply.kind !== 'done') return reply;
  const { status, body } = reply.value;
  if (status >= 400 && status < 500) return doneWith({ kind: 'missing', status });
  const flaws = item.isAlive ? [] : flawsOfSuccess(scenario, reply.value);
  if (flaws.length > 0) return broken(flaws);
  const findings = item.isAlive
    ? scenario.findings('read', reply.value, scenario.rulings(call))
    : [];
  const isThere = status < 300 && body.kind === 'json' && isObject(body.value);
  if (isThere) {
    learnLinks(scenario.session, body.value, item.sent, item.key);
    for (const member of Object.keys(body.value)) service.traits.read.add(member);
  }
  if (isThere && findings.every(({ at }) => at !== null && at !== ''))
    return doneWith({ kind: 'there', record: body.value, flaws: findings });
  return findings.length > 0 ? broken(findings) : doneWith({ kind: 'missing', status });
}

/** Where nothing is, a success has to be one that is declared, if the source says which there are. */
function flawsOfSuccess({ session }: Scenario, received: Received): readonly Finding[] {
  const { contract, checker } = session.service;
  if (received.status >= 300 || contract.operations.read?.answers === undefined) return [];
  return shownFindings({ contract, kind: 'read', received }, 'ok', checker);
}
