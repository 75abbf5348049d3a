// A creation may make several items, one for each element of a list that it sent. Those that its
// answer names beside the first, or that the list shows with another element, are the run's. They are
// removed at once: no law needs them.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Received } from '../../model/message/received.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import { holdsToken, whoseRecord } from '../guard/whose-record.ts';
import { offersOf } from '../scenario/find-created-id.ts';
import type { Found } from '../scenario/id-from-evidence.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { Scenario } from '../scenario/scenario.ts';

/** Claims and removes what an answer names beside the item that was found. */
export async function claimCompanions(
  scenario: Scenario,
  received: Received,
  found: Found,
  { sent, mark }: { readonly sent: JsonObject; readonly mark: string },
): Promise<void> {
  const { session } = scenario;
  const { service, items, sender, bystanders } = session;
  const named = companionsIn(scenario, received, found);
  const isOne = items.removal !== 'untried' && items.perCreation === 1;
  const listed = named.length > 0 || isOne ? [] : await listedWith(scenario, found, sent);
  const all = [...named, ...listed];
  if (all.length > 0) items.perCreation = all.length + 1;
  items.areListed ||= listed.length > 0;
  const rules = placeRulesOf(service.schemas, service.contract.item);
  for (const { id, holder } of all) {
    const key = String(id);
    const isKnown =
      items.everOwned.has(key) || bystanders.knows(key) || sender.guard.isForeign(key);
    if (isKnown) continue;
    const record = service.offers('read') ? await readOne(scenario, key) : holder;
    const { [service.contract.id]: _, ...values } = sent;
    if (record === null || whoseRecord(record, items.token, values, { rules }) === 'other')
      continue;
    if (!(await items.claimBeside(key, mark))) continue;
    service.notes.add('one POST makes several items: the run removes those that the answer names');
    if (!service.offers('remove')) continue;
    const removal = await sender.sendUnlessStopped(service.call('remove', key, null));
    if (removal.kind === 'received' && removal.received.status < 300)
      await sender.guard.release(key);
  }
}

/** The elements of the list that show another element of a list of texts that was sent. */
async function listedWith(
  { session }: Scenario,
  found: Found,
  sent: JsonObject,
): Promise<readonly Companion[]> {
  const { service, items } = session;
  const elements = Object.values(sent)
    .filter((value) => Array.isArray(value))
    .flatMap((value) => value.filter((one) => typeof one === 'string'))
    .filter((text) => holdsToken(text, items.token));
  const texts = new Set(elements);
  if (elements.length < 2 || !service.offers('list')) return [];
  const read = await readListIfSound(new Scenario(session), () => false);
  if (read.kind !== 'done') return [];
  return (read.value?.elements ?? []).flatMap((element) => {
    const key = service.keyOf(element);
    const isShown = Object.values(element).some((value) => texts.has(value as string));
    if (key === null || key === String(found.id) || !isShown) return [];
    return [{ id: own(element, service.contract.id) ?? key, holder: element }];
  });
}

interface Companion {
  readonly id: Json;
  /** What the answer shows of it. */
  readonly holder: JsonObject | null;
}

/** The ids at the same place as the one found, in other elements. */
function companionsIn(
  { session }: Scenario,
  received: Received,
  { at, id }: Found,
): readonly Companion[] {
  const { body } = received;
  if (at.kind !== 'body' || body.kind !== 'json' || !at.steps.some(isIndex)) return [];
  const place = placeOf(at.steps);
  return offersOf(session, received).flatMap((one) => {
    if (one.at.kind !== 'body' || placeOf(one.at.steps) !== place || one.id === id) return [];
    const holder = valueAt(body.value, one.at.steps.slice(0, -1));
    return [{ id: one.id, holder: holder !== undefined && isObject(holder) ? holder : null }];
  });
}

function placeOf(steps: readonly string[]): string {
  return steps.map((step) => (isIndex(step) ? '#' : step)).join('/');
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step);
}

async function readOne({ session }: Scenario, key: string): Promise<JsonObject | null> {
  const { service, sender } = session;
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}
