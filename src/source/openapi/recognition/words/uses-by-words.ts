// What an operation does to the rows of a collection that its words name, and how it names its row. For a
// mock alone.

import { lettersOf } from '../../../../base/names.ts';
import type { Kind } from '../../../../contract/operation-kinds.ts';
import { isParameter } from '../../api-paths.ts';
import type { ApiOperation } from '../../operations.ts';
import { isLike, isReceipt } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { takesMembers, takesWhole } from '../answers.ts';
import { type ActionUse, type OperationIndex, type Resource, wordsOf } from '../resource.ts';
import { silentPlaceOf } from '../silence.ts';
import { saysList } from '../things-listed.ts';
import { changesPart, type Meant } from './meant-roles.ts';
import { saysCreation } from './verbs.ts';

/** What an operation does, and what tells so. */
export type Use = Pick<ActionUse, 'does' | 'why'>;

/** What an operation does to the rows of a resource. */
export function useOf(one: Meant, resource: Resource, index: OperationIndex): Use | null {
  const { kind, operation } = one;
  const why = whyOf(one, resource.path);
  if (kind === 'create')
    return takesItem(one, resource, index) ? { does: { role: 'create', resource }, why } : null;
  if (kind === 'list')
    return !(one.because !== undefined || mayList(operation, resource, index))
      ? null
      : { does: { role: 'list', resource }, why: why + listedAs(operation, resource, index) };
  const isChange = kind === 'replace' || kind === 'update';
  if (isChange && operation.body !== null && !takesMembers(index.schemas, operation)) return null;
  const isPatch = one.because !== undefined && kind === 'update';
  if (isChange && !isPatch && isSetAlone(operation, resource, index)) return null;
  if (kind === 'read' && showsOther(operation, resource, index)) return null;
  const by = namedIn(one, resource, index);
  const role = kind === 'replace' && isOfPart(one, resource, index) ? 'update' : kind;
  const told = whyOf({ ...one, kind: role }, resource.path);
  return by === null ? null : { does: { role, resource, ...by }, why: told };
}

/** Whether a likely PUT below an item has some of its members: the others stay as they are. */
function isOfPart(
  { operation, because }: Meant,
  resource: Resource,
  { schemas }: OperationIndex,
): boolean {
  const isBelow = !isParameter(asServed(operation).path.segments.at(-1));
  return because !== undefined && isBelow && !takesWhole(schemas, operation, resource);
}

/** Whether a path names a member that items are known to have: then it sets that one, and no others. */
function isSetAlone(
  operation: ApiOperation,
  { item }: Resource,
  { schemas }: OperationIndex,
): boolean {
  if (!changesPart(operation, schemas)) return false;
  const last = lettersOf(operation.path.segments.at(-1) ?? '');
  return [...item.members.keys()].some((one) => lettersOf(one) === last);
}

/** Whether an operation shows something that is declared, and unlike the items. */
function showsOther(operation: ApiOperation, { item }: Resource, { answers }: OperationIndex) {
  const shown = answers.itemOf(operation, wordsOf(operation.path.segments));
  return shown !== null && !isReceipt(shown) && !isLike(shown, item);
}

/** Whether a creation takes one item, in a form that is read. */
export function takesItem(
  { operation, verb, because }: Meant,
  resource: Resource,
  index: OperationIndex,
) {
  const { answers } = index;
  const words = wordsOf(resource.segments);
  const isNamed = verb === 'create' || saysCreation(operation);
  const isSaid = because !== undefined || isNamed;
  // What is elsewhere and is called so by its path alone takes what items have.
  if (!isSaid && operation.path.text !== resource.path) return false;
  if (operation.body !== null && !takesMembers(answers.schemas, operation)) return false;
  const isListed = answers.listOf(operation, words) !== null;
  if (isListed && !isNamed && takesOther(operation, resource, index)) return false;
  const isOne = answers.listSent(operation, words) === null && !isListed;
  return isOne || isSaid;
}

/** Whether most of what an operation takes is no member of the items: what answers a list then asks. */
function takesOther({ body }: ApiOperation, { item }: Resource, { schemas }: OperationIndex) {
  const names = body?.schema == null ? [] : [...schemas.membersOf(body.schema).keys()];
  const common = names.filter((name) => item.members.has(name)).length;
  return common * 2 < names.length;
}

/** Whether the words alone tell that an operation lists: its answer has one item, or nothing that tells. */
function mayList(
  operation: ApiOperation,
  { item, path, operations }: Resource,
  { answers }: OperationIndex,
): boolean {
  const shown = answers.itemOf(operation, wordsOf(operation.path.segments));
  const isOne = shown !== null && (isLike(shown, item) || isReceipt(shown));
  // What stands above the items of a collection lists them, whatever its schema is.
  const isAbove = operation.path.text === path && operations.has('read');
  const isAtItem = isParameter(operation.path.segments.at(-1));
  const isOpen = silentPlaceOf(operation, answers.schemas) !== null || answers.isText(operation);
  return (isAbove || saysList(operation)) && (isOne || (isOpen && !isAtItem));
}

/** What a list shows whose declared answer is none. */
function listedAs(
  operation: ApiOperation,
  { item }: Resource,
  { answers }: OperationIndex,
): string {
  const shown = answers.itemOf(operation, wordsOf(operation.path.segments));
  return shown !== null && isLike(shown, item)
    ? '; its declared answer is one item: it shows one of them'
    : '; its declared answer has no such items: it shows none of them';
}

/** How an operation names its item: by the id in its path, its query or its body; `null` if it does not. */
function namedIn(
  { operation, noun, kind, because }: Meant,
  { id, item, segments: above }: Resource,
  { answers }: OperationIndex,
): { readonly by?: Readonly<Record<string, string>> } | null {
  const { path, parameters } = asServed(operation);
  const last = path.segments.findLast((one) => isParameter(one) && !above.includes(one));
  const memberOf = (name: string): string | null =>
    [...item.members.keys()].find((one) => lettersOf(one) === lettersOf(name)) ?? null;
  if (last !== undefined) {
    const name = last.slice(1, -1);
    const member = memberOf(name);
    return member === null || member === id.member ? {} : { by: { [name]: member } };
  }
  const isId = (name: string): boolean =>
    ['id', lettersOf(id.member ?? 'id'), `${noun}id`].includes(lettersOf(name));
  const asked = parameters.find((given) => given.in === 'query' && isId(given.name));
  const only = parameters.filter((given) => given.in === 'query');
  if (id.member !== null && asked !== undefined) return { by: { [asked.name]: id.member } };
  const sent = [...(answers.itemSent(operation, [])?.members.keys() ?? [])];
  const named = sent.find(isId);
  if (id.member !== null && named !== undefined)
    return named === id.member ? {} : { by: { [named]: id.member } };
  const member = only.length === 1 ? memberOf(only[0]?.name ?? '') : null;
  const isChange = kind === 'replace' || kind === 'update';
  const isOpen = because !== undefined && isChange && id.member !== null && operation.body === null;
  if (member === null) return isOpen ? {} : null;
  return { by: { [only[0]?.name ?? '']: member } };
}

/** What tells the role, in words, and what becomes of the rows. */
export function whyOf(
  { kind, operation, because }: Pick<Meant, 'kind' | 'operation' | 'because'>,
  of: string,
): string {
  const { method, summary, path } = asServed(operation);
  if (because !== undefined) return `${because}: ${SAYS[kind]} of ${of}`;
  const said = summary === null ? `${method} ${path.text}` : `"${summary}"`;
  return `only its words say so (${said}): ${SAYS[kind]} of ${of}`;
}

const SAYS: Readonly<Record<Kind, string>> = {
  list: 'it lists the rows',
  create: 'what it is sent is kept as a row',
  read: 'it reads a row',
  replace: 'it replaces a row',
  update: 'it updates a row',
  remove: 'it removes a row',
};
