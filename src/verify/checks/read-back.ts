// How items look from outside: each by its own address, and all of them in the list.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Finding } from '../../oracle/finding.ts';
import { type ListRead, readListIfSound } from '../scenario/read-list.ts';
import { Broken, type Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** How one item looks by its own address. */
export type ReadBack =
  /**
   * `flaws` are those of its form; whether reading or a write is to blame for them, takes the list
   * to tell.
   */
  | { readonly kind: 'there'; readonly record: JsonObject; readonly flaws: readonly Finding[] }
  | { readonly kind: 'missing'; readonly status: number };

export interface ReadBacks {
  /** `null` where the list itself is at fault, as `listFlaw` says, or was not read. */
  readonly list: ListRead | null;
  readonly listFlaw: Broken | null;
  readonly items: Map<OwnedItem, ReadBack>;
}

/** Looks at the list and at some items, all at once. */
export async function readBack(
  scenario: Scenario,
  items: readonly OwnedItem[],
  expected: readonly OwnedItem[],
): Promise<ReadBacks> {
  const sights = new Map<OwnedItem, ReadBack>();
  const isMissed = (elements: readonly JsonObject[]): boolean => {
    const keys = new Set(elements.map((element) => scenario.session.keyOf(element)));
    return expected.some((item) => !keys.has(item.key));
  };
  const [list, ...reads] = await Promise.allSettled([
    scenario.session.offers('list') && scenario.session.isListAffordable()
      ? readListIfSound(scenario, isMissed)
      : null,
    ...(scenario.session.offers('read') ? items : []).map(async (item) => {
      sights.set(item, await readBackItem(scenario, item));
    }),
  ]);
  const failed = reads.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (list.status === 'rejected' && !(list.reason instanceof Broken)) throw list.reason;
  return {
    list: list.status === 'fulfilled' ? list.value : null,
    listFlaw: list.status === 'rejected' ? (list.reason as Broken) : null,
    items: sights,
  };
}

/**
 * Reads one item. That it is missing, or not of the right form, is for whoever sees the list too.
 */
export async function readBackItem(scenario: Scenario, item: OwnedItem): Promise<ReadBack> {
  const { session } = scenario;
  const call = session.call('read', item.key, null);
  const received = await scenario.exchange('read', call);
  const { status, body } = received;
  if (status >= 400 && status < 500) return { kind: 'missing', status };
  const findings = item.isAlive ? scenario.findings('read', received, session.rulings(call)) : [];
  const isThere = status < 300 && body.kind === 'json' && isObject(body.value);
  if (isThere && findings.every(({ at }) => at !== null && at !== ''))
    return { kind: 'there', record: body.value, flaws: findings };
  if (findings.length > 0) throw new Broken(findings);
  return { kind: 'missing', status };
}
