// Things that one operation makes or lists, and that nothing else reads or changes at the usual paths.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { type ApiPath, isParameter } from '../api-paths.ts';
import { type IdClues, identify } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { asServed } from '../usual-places.ts';
import { isSame, type OperationIndex, type Resource, wordsOf } from './resource.ts';
import { isComputed, whyOfThings } from './things-listed.ts';

/** Creations of things that only lists at other paths show: `GET /visits/patient/{patientId}`. */
export function madeAlone(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const { answers, isUsed } = index;
  const lists = freeLists(index);
  return index.candidates().flatMap(({ segments, path, at, ofItem, words }) => {
    const post = at.get('POST');
    if (post === undefined || isUsed(post) || at.has('GET') || ofItem.size > 0) return [];
    const item = answers.itemOf(post, words);
    const list = lists.find(
      (one) => item?.name === one.name && one.path.text.startsWith(`${path}/`),
    );
    if (item?.name == null || list === undefined) return [];
    if (isComputed(post) || answers.flawOfBody(post) !== null) return [];
    if (resources.some((one) => one.rows === null && isSame(item, one))) return [];
    const id = identify({ ...NO_PARAMETER, members: item.members, words });
    const operations = new Map<Kind, ApiOperation>([['create', post]]);
    const seen = new Map<Kind, string>([['create', `${list.path.text} lists what it answers`]]);
    const known = { path, segments, isOne: false, item, list: null, id, operations, seen };
    return [{ ...known, rows: null }];
  });
}

/** The operations that list things and do nothing known, with the name of the things. */
function freeLists({
  operations,
  answers,
  isUsed,
}: OperationIndex): readonly { readonly name: string | null; readonly path: ApiPath }[] {
  return operations.flatMap((one) => {
    const isFree = one.method === 'GET' && !isUsed(one) && !isComputed(one);
    const list = isFree ? answers.listOf(one, wordsOf(one.path.segments)) : null;
    return list === null ? [] : [{ name: list.element.name, path: asServed(one).path }];
  });
}

/** Lists of things that nothing else reads or changes, if they are things: they keep their rows. */
export function listsAlone(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const { answers, isUsed } = index;
  const found: Resource[] = [];
  const named = Map.groupBy(freeLists(index), ({ name }) => name);
  const all = index
    .candidates()
    .toSorted(
      (one, other) =>
        one.segments.filter(isParameter).length - other.segments.filter(isParameter).length,
    );
  for (const { segments, path, at, words } of all) {
    const only = at.get('GET');
    if (only === undefined || isUsed(only) || isParameter(segments.at(-1))) continue;
    if (isComputed(only) || resources.some((one) => one.path === path)) continue;
    const list = answers.listOf(only, words);
    if (list === null) continue;
    const item = answers.elementOf(list, words);
    const isKnown = [...resources, ...found].some(
      (one) => !one.isOne && one.rows === null && isSame(item, one),
    );
    if (isKnown) continue;
    const id = identify({ ...NO_PARAMETER, members: item.members, words });
    const saw = whyOfThings(id, { segments, list: asServed(only) });
    // What several lists show, and nothing tells apart, may be anything: the answers of a data base.
    const { name } = list.element;
    const isAny = name !== null && (named.get(name) ?? []).length > 1;
    if (saw === null || (id.member === null && (isAny || at.size > 1))) continue;
    const operations = new Map<Kind, ApiOperation>([['list', only]]);
    const seen = new Map<Kind, string>([['list', saw]]);
    const resource = { path, segments, isOne: false, item, list, id, operations, seen };
    found.push({ ...resource, rows: null });
  }
  return found;
}

/** An item that no path names. */
const NO_PARAMETER: Omit<IdClues, 'members' | 'words'> = {
  parameter: null,
  schema: {},
  isCalled: true,
};
