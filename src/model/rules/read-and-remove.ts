// The rules for operations on one record; this file has reading and removing in full.

import type { Contract } from '../../contract/contract.ts';
import type { Ruling } from '../ruling/ruling.ts';
import type { StoredRecord } from '../state/state.ts';
import { isForgettable } from './assign-id.ts';
import { answerConditional, findStale, tagHeaders } from './conditional.ts';
import { notFound } from './not-found.ts';
import { replace, update } from './replace-and-update.ts';
import { changedContent } from './response-content.ts';
import { grant, NO_EFFECT, NO_HEADERS, refuse, type Scene } from './scene.ts';

export function ruleOnItem(scene: Scene, contract: Contract, key: string): Ruling {
  const collection = scene.book.state.collection(contract.resource);
  const record = collection.find(key);
  switch (scene.kind) {
    case 'read':
      return record === undefined
        ? refuse(scene, notFound(scene, contract, key))
        : read(scene, record);
    case 'replace':
      return replace(scene, contract, key, record);
    case 'update':
      return update(scene, contract, key, record);
    default:
      return remove(scene, contract, key, record);
  }
}

export function read(scene: Scene, record: StoredRecord): Ruling {
  const tag = scene.decisions['cache.validator'].value === 'etag' ? record.tag() : null;
  return (
    answerConditional(scene, tag) ??
    grant(
      scene,
      'read.status',
      { value: { kind: 'record', record }, by: 'contract' },
      tagHeaders(scene, tag),
      NO_EFFECT,
    )
  );
}

export function remove(
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
): Ruling {
  const rule = scene.decisions['remove.missing'];
  if (record === undefined) {
    const refusal = notFound(scene, contract, key);
    if (refusal.status === 'id.malformed') return refuse(scene, refusal);
    if (rule.value === 'refuse') return refuse(scene, { ...refusal, by: rule.by });
    const granted = grant(
      scene,
      'remove.status',
      changedContent(scene.decisions['remove.body'], null),
      NO_HEADERS,
      NO_EFFECT,
    );
    return { ...granted, situation: { value: 'ok', by: rule.by } };
  }
  const stale = findStale(scene, record);
  if (stale !== null) return refuse(scene, stale);
  const isForgotten =
    scene.decisions['removed.status'].value === 404 &&
    isForgettable(scene.book, contract, scene.decisions['id.texts'].value);
  const memory = isForgotten ? 'forget' : 'remember';
  const effect = { kind: 'remove', resource: contract.resource, key, memory } as const;
  return grant(
    scene,
    'remove.status',
    changedContent(scene.decisions['remove.body'], record),
    NO_HEADERS,
    effect,
  );
}
