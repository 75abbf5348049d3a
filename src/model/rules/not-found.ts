// The refusal for an item that never existed, was removed, or whose id in the path is invalid.

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
  const remedy = `${methods.list.method} ${book.router.basePath}${contract.path} lists all records.`;
  const missing = { situation: 'missing', by: 'contract', remedy } as const;
  if (readKey(key, type) === null) {
    const detail = `${JSON.stringify(shown)} cannot be the ${contract.id} of ${contract.resource}: its type is ${type}`;
    const malformedId = { name: contract.id, type };
    return { ...missing, status: 'id.malformed', detail, malformedId };
  }
  const removal = scene.decisions['removed.status'];
  if (removal.value !== 404 && book.state.collection(contract.resource).wasRemoved(key))
    return { ...missing, status: 'removed.status', detail: `${item} was removed` };
  return { ...missing, detail: `there is no ${item}` };
}

const KEY_CHARS_SHOWN = 60;
