// Reads what is not the run's: ids that nobody has, and items of others. Nothing of it is written.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { idTypeOf } from '../../model/ids/ids.ts';
import { agrees, show } from '../../oracle/expectation.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { notAnObject, type OperationReply, schemaFinding } from '../../oracle/reply-findings.ts';
import { readList } from '../scenario/read-list.ts';
import { Broken, NotExercised, type Scenario } from '../scenario/scenario.ts';

/** Reads ids that nobody has: what comes back must not be an item. */
export async function readUnknownItem(scenario: Scenario): Promise<void> {
  const { session } = scenario;
  const { elements } = await readList(scenario, () => false);
  for (const key of unknownKeys(scenario, elements)) {
    const received = await scenario.exchange('read', session.call('read', key, null));
    const { status, body } = received;
    if (status >= 300 || body.kind !== 'json' || !isObject(body.value)) continue;
    const found = session.keyOf(body.value);
    if (found === null) continue;
    const actual = show(body.value);
    const { contract } = session;
    const finding =
      found === key
        ? itemFinding(contract, { code: 'made-up', operation: 'read' }, { key, actual })
        : itemFinding(
            contract,
            { code: 'wrong-item', operation: 'read' },
            { item: `the unused id ${key}`, expected: 'a refusal', actual },
          );
    throw new Broken([finding]);
  }
}

/** Just above what there is, and far above. */
function unknownKeys(scenario: Scenario, elements: readonly JsonObject[]): readonly string[] {
  const { contract, schemas, token } = scenario.session;
  if (idTypeOf(contract, schemas) === 'string') return [token, `${token}-0`];
  const taken = new Set(elements.map((element) => scenario.session.keyOf(element)));
  const highest = Math.max(
    0,
    ...elements
      .map((element) => Number(own(element, contract.id)))
      .filter((id) => Number.isSafeInteger(id)),
  );
  // Without a list nobody knows what is there: only what is far off is likely to be nobody's.
  if (!scenario.session.offers('list')) return ['1000000007', '999999937'];
  return [highest + 1_009, 1_000_000_007, 999_983].map(String).filter((key) => !taken.has(key));
}

/**
 * Reads some items of others, from both ends of the list, and compares them with what the list
 * shows.
 */
export async function readForeignItems(scenario: Scenario): Promise<void> {
  const { session } = scenario;
  const { elements } = await readList(scenario, () => false);
  const foreign = elements.filter(
    (element) => !session.everOwned.has(session.keyOf(element) ?? ''),
  );
  if (foreign.length === 0) throw new NotExercised('there are no items but those of the run');
  const chosen = new Set([
    ...foreign.slice(0, 2),
    ...foreign.slice(Math.floor(foreign.length / 2)).slice(0, 1),
    ...foreign.slice(-3),
  ]);
  for (const element of chosen) await compare(scenario, element, 1);
}

/**
 * How often list and item are compared before they are said to disagree: others may write
 * meanwhile.
 */
const TRIES = 3;

async function compare(scenario: Scenario, element: JsonObject, attempt: number): Promise<void> {
  const { session } = scenario;
  const { contract } = session;
  const key = session.keyOf(element) ?? '';
  const item = itemName(contract, key);
  const before = await readItem(scenario, key);
  if (before !== null && session.keyOf(before) !== key && session.keyOf(before) !== null) {
    const actual = show(own(before, contract.id));
    const blame = { code: 'wrong-item', operation: 'read' } as const;
    throw new Broken([itemFinding(contract, blame, { item, expected: key, actual })]);
  }
  const member = before === null ? null : disagreement(scenario, element, before);
  if (before !== null && member === null) return;
  const again = (await readList(scenario, () => false)).elements.find(
    (one) => session.keyOf(one) === key,
  );
  const after = await readItem(scenario, key);
  // Gone meanwhile, or written to: nothing can be said of it.
  if (
    again === undefined ||
    (before !== null && (after === null || JSON.stringify(after) !== JSON.stringify(before)))
  )
    return;
  if (attempt < TRIES) return compare(scenario, again, attempt + 1);
  if (before === null) {
    const blame = { code: 'not-readable', operation: 'read' } as const;
    throw new Broken([itemFinding(contract, blame, { item, actual: 'a refusal' })]);
  }
  const differs = disagreement(scenario, again, before);
  if (differs === null) return;
  const blame = { code: 'list-differs', operation: 'list' } as const;
  const values = { expected: show(own(before, differs)), actual: show(own(again, differs)) };
  throw new Broken([itemFinding(contract, blame, { item, ...values })]);
}

/** Returns the item, or `null` if the service refuses to show it. */
async function readItem(scenario: Scenario, key: string): Promise<JsonObject | null> {
  const { session } = scenario;
  const received = await scenario.exchange('read', session.call('read', key, null));
  if (received.status >= 400) return null;
  const { checker, contract } = session;
  const reply: OperationReply = { contract, kind: 'read', received };
  const { body } = received;
  if (body.kind !== 'json' || !isObject(body.value)) throw new Broken([notAnObject(reply)]);
  const schema = contract.operations.read?.outcomes.ok?.body;
  const violation =
    typeof schema === 'string'
      ? checker.check(schema, body.value).find(({ facet }) => facet === 'shape')
      : undefined;
  if (typeof schema === 'string' && violation !== undefined)
    throw new Broken([schemaFinding(reply, schema, violation, body.value)]);
  return body.value;
}

/** A member that both show, and show differently. */
function disagreement(scenario: Scenario, element: JsonObject, record: JsonObject): string | null {
  const shared = scenario.session.members.filter(
    (member) => Object.hasOwn(element, member) && Object.hasOwn(record, member),
  );
  return (
    shared.find((member) => !agrees(own(element, member) as Json, own(record, member) as Json)) ??
    null
  );
}
