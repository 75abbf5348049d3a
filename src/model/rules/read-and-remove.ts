// The rules for operations on one record; this file has reading and removing in full.

import { isObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { namedRefusal } from '../../contract/is-specified.ts';
import { rowsKey } from '../../contract/rows.ts';
import { accountsOf } from '../accounts/accounts.ts';
import { tokensSent } from '../accounts/caller.ts';
import { aftermathOf, type Obstacle } from '../relations/removal.ts';
import type { Ruling } from '../ruling/ruling.ts';
import { rowsOf } from '../state/rows-of.ts';
import type { StoredRecord } from '../state/state.ts';
import { isForgettable } from './assign-id.ts';
import type { OnItem } from './changed-record.ts';
import { answerUnchanged, findStale, findStaleRead, tagHeaders } from './conditional.ts';
import { inOrder } from './in-order.ts';
import { notFound } from './not-found.ts';
import { checkAcceptOfFile } from './preconditions.ts';
import { withRelated } from './query-list.ts';
import { replace, update } from './replace-and-update.ts';
import { changedContent } from './response-content.ts';
import { grant, NO_EFFECT, NO_HEADERS, type Refused, refuse, type Scene } from './scene.ts';

export function ruleOnItem(scene: Scene, contract: Contract, key: string): Ruling {
  const record = rowsOf(scene.book.state, contract).find(key);
  const foreign = record === undefined ? null : findForeign(scene, contract, record);
  if (foreign !== null) return refuse(scene, foreign);
  const call = { scene, contract, key, record };
  switch (scene.kind) {
    case 'read':
      return read(call);
    case 'replace':
      return replace(call);
    case 'update':
      return update(call);
    default:
      return remove(call);
  }
}

/** A write to what another account made, where the contract names a refusal for that. */
function findForeign(scene: Scene, contract: Contract, record: StoredRecord): Refused | null {
  const { book, operation, kind } = scene;
  if (book.caller === undefined || book.caller === null || kind === 'read') return null;
  if (namedRefusal(operation, 'forbidden', 403) === undefined) return null;
  const accounts = accountsOf(book.router.contracts, book.schemas);
  // Without credentials access is open.
  if (accounts === null || tokensSent(book.router.contracts, scene.call).length === 0) return null;
  const [maker] = accounts.personal.get(rowsKey(contract))?.makers ?? [];
  const made = maker === undefined ? null : (own(record.value, maker.member) ?? null);
  const id = isObject(made) ? (own(made, accounts.contract.id) ?? null) : made;
  const isAccount = book.state.collection(rowsKey(accounts.contract)).find(String(id));
  if (maker === undefined || isAccount === undefined || String(id) === book.caller) return null;
  return {
    situation: 'forbidden',
    by: 'contract',
    detail: `${contract.resource}/${record.key} is that of another account: "${maker.member}" says so`,
    remedy: 'Log in as that account, or write to an item of your own.',
  };
}

const refusalOfRead = inOrder<'read', OnItem>('read', {
  missing: ({ scene, contract, key, record }) =>
    record === undefined ? notFound(scene, contract, key) : null,
  stale: ({ scene, record }) => findStaleRead(scene, tagOf(scene, record)),
});

function read(call: OnItem): Ruling {
  const { scene, contract, key, record } = call;
  const flaw = refusalOfRead(call);
  if (flaw !== null || record === undefined)
    return refuse(scene, flaw ?? notFound(scene, contract, key));
  const unmet = checkAcceptOfFile(scene, record.value);
  if (unmet !== null) return refuse(scene, unmet);
  const [shown = record] = withRelated(scene, [record]);
  const tag = tagOf(scene, shown);
  const by = shown === record ? 'contract' : scene.decisions['query.dialect'].by;
  const content = { value: { kind: 'record', record: shown }, by } as const;
  return (
    answerUnchanged(scene, tag) ??
    grant(scene, 'read.status', content, tagHeaders(scene, tag), NO_EFFECT)
  );
}

function tagOf(scene: Scene, record: StoredRecord | undefined): string | null {
  return record !== undefined && scene.decisions['cache.validator'].value === 'etag'
    ? record.tag()
    : null;
}

const refusalOfRemoval = inOrder<'remove', OnItem>('remove', {
  missing: ({ scene, contract, key, record }) => {
    if (record !== undefined) return null;
    const refusal = notFound(scene, contract, key);
    if (refusal.status === 'id.malformed') return refusal;
    const rule = scene.decisions['remove.missing'];
    return rule.value === 'refuse' ? { ...refusal, by: rule.by } : null;
  },
  stale: ({ scene, record }) => (record === undefined ? null : findStale(scene, record)),
});

function remove(call: OnItem): Ruling {
  const { scene, contract, key, record } = call;
  const flaw = refusalOfRemoval(call);
  if (flaw !== null) return refuse(scene, flaw);
  const content = changedContent(scene.decisions['remove.body'], record ?? null);
  if (record === undefined) {
    const granted = grant(scene, 'remove.status', content, NO_HEADERS, NO_EFFECT);
    return { ...granted, situation: { value: 'ok', by: scene.decisions['remove.missing'].by } };
  }
  const isForgotten =
    scene.decisions['removed.status'].value === 404 &&
    isForgettable(scene.book, contract, scene.decisions['id.texts'].value);
  const memory = isForgotten ? 'forget' : 'remember';
  const aftermath = aftermathOf(scene.book, contract, record, scene.call.query);
  if ('obstacle' in aftermath) return refuse(scene, stillNeeded(aftermath.obstacle));
  const effect = {
    kind: 'remove',
    resource: rowsKey(contract),
    key,
    memory,
    ...aftermath,
  } as const;
  return grant(scene, 'remove.status', content, NO_HEADERS, effect);
}

function stillNeeded({ resource, key, by, how }: Obstacle): Refused {
  return {
    situation: 'taken',
    by,
    detail: `there are records ${how}: ${resource}/${encodeURIComponent(key)}`,
    remedy: 'Remove them first.',
  };
}
