// Single items: what is read and changed at one path without a parameter at its end.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { methods } from '../../../contract/operation-kinds.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { successOf } from '../outcomes.ts';
import { type ItemShape, isLike } from '../shapes.ts';
import { asServed } from '../usual-places.ts';
import { isOfCaller, isOneByWords, wordsOfCaller } from './callers.ts';
import type { Candidate, OperationIndex, Resource } from './resource.ts';
import { flawOfRead } from './role-rules.ts';
import { isComputed, isPlural, namesNoThings, saysList } from './things-listed.ts';
import { saysCreation } from './words/verbs.ts';

/** Returns the single item, or the single file, at a path; `null` if there is none. */
export function singleItemAt(candidate: Candidate, index: OperationIndex): Resource | null {
  return single(candidate, index) ?? file(candidate, index);
}

/** A single item: read at a path without parameter at its end, and changed there. */
function single(
  { segments, path, at, ofItem, words: named }: Candidate,
  index: OperationIndex,
): Resource | null {
  const { answers } = index;
  const read = at.get('GET');
  if (read === undefined || index.isUsed(read)) return null;
  const words = [...named, ...wordsOfCaller(read)];
  if (ofItem.size > 0 && !isOneByWords(read)) return null;
  if (isParameter(segments.at(-1)) || answers.listOf(read, words) !== null) return null;
  const item = answers.itemOf(read, words);
  if (item === null) return null;
  const operations = new Map<Kind, ApiOperation>([['read', read]]);
  const post = at.get('POST');
  const remove = at.get('DELETE');
  const isKept = index.guesses && isKeptAt({ segments, at, ofItem }, read);
  for (const kind of ['replace', 'update'] as const) {
    const operation = at.get(methods[kind].method);
    if (operation === undefined) continue;
    const isChange = isKept && answers.flawOfBody(operation) === null;
    if (isChange || isChangeOf(item, operation, index, words)) operations.set(kind, operation);
  }
  // What the document calls a list is no single item, whatever its schema is.
  const isMany = saysList(read) && post !== undefined && saysCreation(post);
  const isSet = isKept && remove !== undefined && post?.body != null && !saysCreation(post);
  if (
    operations.size === 1 &&
    !isMany &&
    post !== undefined &&
    (isSet || isChangeOf(item, post, index, words))
  )
    operations.set(remove === undefined ? 'update' : 'replace', post);
  // What an account sees of itself may be read alone.
  const isSaid = isOfCaller(read) || isOneByWords(read);
  if (operations.size === 1 && !(index.guesses && isSaid)) return null;
  if (remove !== undefined) operations.set('remove', remove);
  const id = { member: null, isGuess: false, why: 'there is one item at this path' };
  return { path, segments, isOne: true, item, list: null, id, operations, rows: null };
}

/** Whether what is read at a path is one thing by its name, and no list: PUT there changes it, whatever it takes. */
function isKeptAt(
  { segments, at, ofItem }: Pick<Candidate, 'segments' | 'at' | 'ofItem'>,
  read: ApiOperation,
): boolean {
  if (!at.has('DELETE') && !isOfCaller(read)) return false;
  const isMany = isPlural(segments.at(-1) ?? '') || saysList(read);
  return ofItem.size === 0 && !isMany && !isComputed(read) && !namesNoThings(read);
}

/** Whether an operation takes members of a single item; of POST, whether it is all about the item. */
function isChangeOf(
  item: ItemShape,
  operation: ApiOperation | undefined,
  { answers, guesses }: OperationIndex,
  words: readonly string[],
): operation is ApiOperation {
  if (operation === undefined) return false;
  // One of several kinds of things has no members that all have.
  if (operation.method !== 'POST' && guesses && answers.takesKinds(operation)) return true;
  if (answers.flawOfBody(operation) !== null) return false;
  const sent = answers.itemSent(operation, words);
  const answersItem = flawOfRead(operation, { answers, item, words }) === null;
  if (operation.method === 'POST') return answersItem && sent !== null && isLike(sent, item);
  const names = [...(sent?.members.keys() ?? [])];
  const isOpen = guesses && names.length === 0;
  return isOpen || answersItem || names.some((name) => item.members.has(name));
}

/** A single item that is a file: GET answers what PUT or POST sends. */
function file(
  { segments, path, at, ofItem }: Candidate,
  { isUsed }: OperationIndex,
): Resource | null {
  const read = at.get('GET');
  const write = at.get('PUT') ?? at.get('POST');
  if (read === undefined || write === undefined || ofItem.size > 0) return null;
  if (isParameter(segments.at(-1)) || isUsed(read)) return null;
  const shown = successOf(read, 200).body?.files ?? [];
  const file = write.body?.files ?? [];
  const isShown = (one: string): boolean => shown.includes(one) || shown.includes('*/*');
  if (file.length === 0 || !file.every(isShown)) return null;
  const remove = at.get('DELETE');
  const operations = new Map<Kind, ApiOperation>([
    ['read', read],
    ['replace', write],
    ...(remove === undefined ? [] : [['remove', remove] as const]),
  ]);
  const id = { member: null, isGuess: false, why: 'there is one file at this path' };
  const item = { schema: '', at: [], name: null, members: new Map() };
  return { path, segments, isOne: true, file, item, list: null, id, operations, rows: null };
}

/** A single item is at the path that the document has it at. */
export function servedAt(resource: Resource): Resource {
  const operations = new Map([...resource.operations].map(([kind, one]) => [kind, asServed(one)]));
  const [first] = operations.values();
  const { text: path, segments } = first?.path ?? { text: resource.path, segments: [] };
  return first === undefined ? resource : { ...resource, path, segments, operations };
}
