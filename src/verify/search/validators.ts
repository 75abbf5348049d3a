// Whether the validators of an item follow its state, where the source declares ETag or 304 for reads (RFC
// 9110 sections 8.8.3 and 13.1.2). Writes to an item that it makes.

import { equal } from '../../base/equal.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { validatorFinding } from '../../oracle/reply-findings.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import { broken, done, doneWith, type MoveResult } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';

/** Whether the source says that reads have validators. */
export function declaresValidators({ service: { contract } }: Session): boolean {
  const { answers = {} } = contract.operations.read ?? {};
  return answers['304'] !== undefined || answers['200']?.headers['etag'] !== undefined;
}

/** Reads an item before and after a change, also on the condition that it has changed. */
export async function checkValidators(session: Session, make: ItemFactory): Promise<MoveResult> {
  const { service } = session;
  const scenario = new Scenario(session);
  const declares304 = service.contract.operations.read?.answers?.['304'] !== undefined;
  try {
    const created: Move = { kind: 'create', item: 'a', values: make.plain(), manner: 'plain' };
    const made = await performMove(scenario, created);
    const item = scenario.items.get('a');
    if (made.kind !== 'done' || item === undefined) return made;
    const before = await readWith(scenario, item.key, null);
    if (before.kind !== 'done') return before;
    const tag = header(before.value.headers, 'etag');
    if (tag === undefined) return done;
    const same = await readWith(scenario, item.key, tag);
    if (same.kind !== 'done') return same;
    if (declares304 && same.value.status === 200 && isSame(same.value, before.value))
      return findingOf(session, same.value, { tag, is: 'never-matched' });
    for (const kind of (['replace', 'update'] as const).filter((one) => service.offers(one))) {
      const stale = await afterChange(scenario, make, kind);
      if (stale.kind !== 'done') return stale;
    }
    return done;
  } finally {
    await scenario.cleanUp();
  }
}

/** Changes the item, and reads it on the condition that it has changed. */
async function afterChange(
  scenario: Scenario,
  make: ItemFactory,
  kind: 'replace' | 'update',
): Promise<MoveResult> {
  const { session } = scenario;
  const item = scenario.items.get('a');
  if (item === undefined) return done;
  const before = await readWith(scenario, item.key, null);
  if (before.kind !== 'done') return before;
  const tag = header(before.value.headers, 'etag');
  const values = kind === 'replace' ? make.plain() : make.changes();
  const changed = await performMove(scenario, { kind, item: 'a', values, manner: 'plain' });
  if (changed.kind !== 'done') return changed;
  const after = await readWith(scenario, item.key, null);
  if (after.kind !== 'done' || tag === undefined || isSame(after.value, before.value)) return done;
  if (header(after.value.headers, 'etag') === tag)
    return findingOf(session, after.value, { tag, is: 'unchanged' });
  const old = await readWith(scenario, item.key, tag);
  return old.kind === 'done' && old.value.status === 304
    ? findingOf(session, old.value, { tag, is: 'always-matched' })
    : done;
}

function findingOf(
  { service: { contract } }: Session,
  received: Received,
  facts: Parameters<typeof validatorFinding>[1],
): MoveResult {
  return broken([validatorFinding({ contract, kind: 'read', received }, facts)]);
}

async function readWith(
  scenario: Scenario,
  key: string,
  tag: string | null,
): Promise<MoveResult<Received>> {
  const { service, sender } = scenario.session;
  const plain = service.call('read', key, null);
  const call: Call =
    tag === null ? plain : { ...plain, headers: { ...plain.headers, 'if-none-match': tag } };
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received') return scenario.receive('read', plain);
  sender.guard.failures.judge(exchange.received, 'open');
  return doneWith(exchange.received);
}

function isSame(one: Received, other: Received): boolean {
  return (
    one.body.kind === 'json' &&
    other.body.kind === 'json' &&
    equal(one.body.value, other.body.value)
  );
}
