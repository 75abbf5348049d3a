// The refusal for an item that does not exist: it never did, it was removed, or the path holds an
// invalid id.

import { truncate } from '../../base/truncate.ts';
import type { Contract } from '../../contract/contract.ts';
import { methods } from '../../contract/operation-kinds.ts';
import { idTypeOf, readKey } from '../ids/ids.ts';
import type { Refused, Scene } from './scene.ts';

/** Returns the refusal for an id that no record has. */
export function notFound(scene: Scene, contract: Contract, key: string): Refused {
  const { book } = scene;
  const type = idTypeOf(contract, book.schemas);
  const shown = truncate(key, KEY_CHARS_SHOWN);
  const item = `${contract.resource}/${encodeURIComponent(shown.toWellFormed())}`;
  if (readKey(key, type) === null) {
    const detail = `${JSON.stringify(shown)} cannot be the ${contract.id} of ${contract.resource}: its type is ${type}`;
    const malformedId = { name: contract.id, type };
    return {
      situation: 'missing',
      by: 'contract',
      status: 'id.malformed',
      detail,
      remedy: listRemedy(scene, contract),
      malformedId,
    };
  }
  const removal = scene.decisions['removed.status'];
  if (removal.value !== 404 && book.state.collection(contract.resource).wasRemoved(key)) {
    const detail = `${item} was removed`;
    return {
      situation: 'missing',
      by: 'contract',
      status: 'removed.status',
      detail,
      remedy: listRemedy(scene, contract),
    };
  }
  return {
    situation: 'missing',
    by: 'contract',
    detail: `there is no ${item}`,
    remedy: listRemedy(scene, contract),
  };
}

const KEY_CHARS_SHOWN = 60;

function listRemedy(scene: Scene, contract: Contract): string {
  return `${methods.list.method} ${scene.book.router.basePath}${contract.path} lists all records.`;
}
