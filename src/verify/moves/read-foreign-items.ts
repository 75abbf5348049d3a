// Reads what is not the run's: ids that nobody has, and items of others. Nothing of it is written.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { idTypeOf } from '../../model/ids/ids.ts';
import { clauseOf } from '../../oracle/clause.ts';
import { agrees, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { readList } from '../scenario/read-list.ts';
import { Broken, NotExercised, type Scenario } from '../scenario/scenario.ts';

/** Reads ids that nobody has: what comes back must not be an item. */
export async function readUnknownItem(stage: Scenario): Promise<void> {
  const { session } = stage;
  const { elements } = await readList(stage, () => false);
  for (const key of unknownKeys(stage, elements)) {
    const received = await stage.exchange('read', session.call('read', key, null));
    const { status, body } = received;
    if (status >= 300 || body.kind !== 'json' || !isObject(body.value)) continue;
    const found = session.keyOf(body.value);
    if (found === null) continue;
    const facts = { expected: 'nothing: a refusal', actual: show(body.value) };
    const message =
      found === key
        ? `reading the id ${key}, which nobody has, gave an item`
        : `reading the id ${key}, which nobody has, gave ${found}`;
    throw brokenRead(stage, found === key ? 'made-up' : 'wrong-item', message, facts);
  }
}

/** Just above what there is, and far above. */
function unknownKeys(stage: Scenario, elements: readonly JsonObject[]): readonly string[] {
  const { contract, schemas, token } = stage.session;
  if (idTypeOf(contract, schemas) === 'string') return [token, `${token}-0`];
  const taken = new Set(elements.map((element) => stage.session.keyOf(element)));
  const highest = Math.max(
    0,
    ...elements
      .map((element) => Number(own(element, contract.id)))
      .filter((id) => Number.isSafeInteger(id)),
  );
  // Without a list nobody knows what is there: only what is far off is likely to be nobody's.
  if (!stage.session.offers('list')) return ['1000000007', '999999937'];
  return [highest + 1_009, 1_000_000_007, 999_983].map(String).filter((key) => !taken.has(key));
}

/**
 * Reads some items of others, from both ends of the list, and compares them with what the list
 * shows.
 */
export async function readForeignItems(stage: Scenario): Promise<void> {
  const { session } = stage;
  const { elements } = await readList(stage, () => false);
  const foreign = elements.filter(
    (element) => !session.everOwned.has(session.keyOf(element) ?? ''),
  );
  if (foreign.length === 0) throw new NotExercised('there are no items but those of the run');
  const chosen = new Set([
    ...foreign.slice(0, 2),
    ...foreign.slice(Math.floor(foreign.length / 2)).slice(0, 1),
    ...foreign.slice(-3),
  ]);
  for (const element of chosen) await compare(stage, element, 1);
}

/**
 * How often list and item are compared before they are said to disagree: others may write
 * meanwhile.
 */
const TRIES = 3;

async function compare(stage: Scenario, element: JsonObject, attempt: number): Promise<void> {
  const { session } = stage;
  const key = session.keyOf(element) ?? '';
  const before = await readItem(stage, key);
  if (before !== null && session.keyOf(before) !== key && session.keyOf(before) !== null) {
    const facts = { expected: key, actual: show(own(before, session.contract.id)) };
    throw brokenRead(
      stage,
      'wrong-item',
      `reading ${session.contract.resource} ${key} gave another item`,
      facts,
    );
  }
  const member = before === null ? null : disagreement(stage, element, before);
  if (before !== null && member === null) return;
  const again = (await readList(stage, () => false)).elements.find(
    (one) => session.keyOf(one) === key,
  );
  const after = await readItem(stage, key);
  // Gone meanwhile, or written to: nothing can be said of it.
  if (
    again === undefined ||
    (before !== null && (after === null || JSON.stringify(after) !== JSON.stringify(before)))
  )
    return;
  if (attempt < TRIES) return compare(stage, again, attempt + 1);
  if (before === null) {
    const facts = { expected: 'the item', actual: 'a refusal' };
    throw brokenRead(
      stage,
      'not-readable',
      `${session.contract.resource} ${key} stands in the list and cannot be read`,
      facts,
    );
  }
  const differs = disagreement(stage, again, before);
  if (differs === null) return;
  const facts = { expected: show(own(before, differs)), actual: show(own(again, differs)) };
  throw broken(
    stage,
    'list',
    'list-differs',
    `the list shows ${session.contract.resource} ${key} otherwise than reading it does`,
    facts,
  );
}

/** Gives the item, or `null` where it is refused. */
async function readItem(stage: Scenario, key: string): Promise<JsonObject | null> {
  const { session } = stage;
  const received = await stage.exchange('read', session.call('read', key, null));
  if (received.status >= 400) return null;
  const { checker, contract } = session;
  const schema = contract.operations.read?.outcomes.ok?.body;
  if (received.body.kind !== 'json' || !isObject(received.body.value)) {
    throw brokenRead(
      stage,
      'body-type',
      `reading ${contract.resource} ${key} gave no JSON object`,
      {
        expected: 'an object',
        actual: `status ${received.status}`,
      },
    );
  }
  const flaw =
    typeof schema === 'string'
      ? checker.check(schema, received.body.value).find((one) => one.facet === 'shape')
      : undefined;
  if (flaw === undefined) return received.body.value;
  const finding = findingOf(
    stage,
    'read',
    'member-type',
    `${contract.resource} ${key} does not fit ${schema}.json at ${flaw.at}: it ${flaw.message}`,
    {
      expected: flaw.message,
      actual: show(received.body.value),
    },
  );
  throw new Broken([{ ...finding, clause: clauseOf(contract, 'item'), at: flaw.at }]);
}

/** A member that both show, and show differently. */
function disagreement(stage: Scenario, element: JsonObject, record: JsonObject): string | null {
  const shared = stage.session.members.filter(
    (member) => Object.hasOwn(element, member) && Object.hasOwn(record, member),
  );
  return (
    shared.find((member) => !agrees(own(element, member) as Json, own(record, member) as Json)) ??
    null
  );
}

interface Facts {
  readonly expected: string;
  readonly actual: string;
}

function brokenRead(stage: Scenario, code: Finding['code'], message: string, facts: Facts): Broken {
  return broken(stage, 'read', code, message, facts);
}

function broken(
  stage: Scenario,
  operation: Kind,
  code: Finding['code'],
  message: string,
  facts: Facts,
): Broken {
  return new Broken([findingOf(stage, operation, code, message, facts)]);
}

function findingOf(
  stage: Scenario,
  operation: Kind,
  code: Finding['code'],
  message: string,
  facts: Facts,
): Finding {
  return {
    code,
    breach: 'violates',
    operation,
    clause: clauseOf(stage.session.contract, operation),
    at: null,
    message,
    ...facts,
    by: 'contract',
    remedy:
      operation === 'list'
        ? 'Show the same item everywhere as it is stored.'
        : 'Answer with the item that the path names, or refuse.',
  };
}
