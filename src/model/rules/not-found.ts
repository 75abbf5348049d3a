// The refusal for an item that never existed, was removed, or whose id in the path is invalid, and
// for everything below such an item.

import { truncate } from '../../base/truncate.ts';
import type { Contract } from '../../contract/contract.ts';
import { bindPath, parametersOf } from '../../contract/nested-path.ts';
import { methods } from '../../contract/operation-kinds.ts';
import { rowsKey } from '../../contract/rows.ts';
import { idTypeOf, readKey } from '../ids/ids.ts';
import { wirePath } from '../message/usual-call.ts';
import { allRowsOf, rowsOf } from '../state/rows-of.ts';
import type { Refused, Scene } from './scene.ts';

/** Returns the refusal for an id that no record has. */
export function notFound(scene: Scene, contract: Contract, key: string): Refused {
  const { book } = scene;
  const type = idTypeOf(contract, book.schemas);
  const shown = truncate(key, KEY_CHARS_SHOWN);
  const item = `${rowsKey(contract)}/${encodeURIComponent(shown.toWellFormed())}`;
  const remedy = whereRecordsAre(scene, contract);
  const missing = { situation: 'missing', by: 'contract', remedy } as const;
  if (readKey(key, type) === null) {
    const detail = `${JSON.stringify(shown)} cannot be the ${contract.id} of ${contract.resource}: its type is ${type}`;
    const malformedId = { name: contract.id, type };
    return { ...missing, status: 'id.malformed', detail, malformedId };
  }
  const removal = scene.decisions['removed.status'];
  if (removal.value !== 404 && allRowsOf(book.state, contract).wasRemoved(key))
    return { ...missing, status: 'removed.status', detail: `${item} was removed` };
  return { ...missing, detail: `there is no ${item}` };
}

const KEY_CHARS_SHOWN = 60;

/** Says how to find the records of a contract; without a list, which the first ones are. */
function whereRecordsAre({ book }: Scene, contract: Contract): string {
  const place = `${book.router.basePath}${wirePath(contract, 'list', contract.path)}`;
  if (contract.isSingle === true) return `Nothing is at ${place} yet.`;
  if (contract.operations.list !== undefined)
    return `${methods.list.method} ${place} lists all records.`;
  const keys: string[] = [];
  const rows = rowsOf(book.state, contract);
  rows.visit({ offset: 0, count: KEYS_SHOWN_MAX, order: 'oldest-first' }, ({ key }) => {
    keys.push(encodeURIComponent(truncate(key, KEY_CHARS_SHOWN).toWellFormed()));
  });
  if (keys.length === 0) return `There are no ${contract.resource} yet, and nothing lists them.`;
  const rest = rows.size - keys.length;
  return `There are ${keys.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}; nothing lists them.`;
}

const KEYS_SHOWN_MAX = 5;

/** Returns the refusal of a call below an item that is not there; `null` if all are. */
export function findMissingParent(scene: Scene, contract: Contract): Refused | null {
  const { scope } = contract;
  if (scope === undefined || scene.book.parents === 'assumed') return null;
  const values = new Map(
    scope.flatMap(({ parameter, value }) =>
      parameter === null ? [] : [[parameter, String(value)] as const],
    ),
  );
  for (const { parent, value } of scope) {
    const above = scene.book.router.contracts.find(({ resource }) => resource === parent);
    if (above === undefined || above.resource === contract.resource) continue;
    const bound = parametersOf(above.path).length === 0 ? above : bindPath(above, values);
    if (rowsOf(scene.book.state, bound).find(String(value)) !== undefined) continue;
    const rule = scene.decisions['parent.missing'];
    if (rule.value === 'ignore') return null;
    return {
      situation: 'missing',
      by: rule.by,
      detail: `there is no ${above.resource}/${encodeURIComponent(String(value))}`,
      remedy: whereRecordsAre(scene, bound),
    };
  }
  return null;
}
