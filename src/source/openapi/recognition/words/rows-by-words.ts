// Rows for operations of which schemas tell nothing and words do: `POST /posts` that answers a message,
// `PUT /products/change`. Those about one thing, by the name in their paths, are of one collection: of
// one that is known, else of a new one. For a mock alone.

import type { Kind } from '../../../../contract/operation-kinds.ts';
import type { Schemas } from '../../../../schema/schema.ts';
import { isParameter } from '../../api-paths.ts';
import { type FoundId, identify, parameterSchema } from '../../identify.ts';
import type { ApiOperation } from '../../operations.ts';
import { jsonBody, withSuccessBody } from '../../outcomes.ts';
import {
  type ItemShape,
  isLike,
  isOfType,
  isReceipt,
  type ListShape,
  thingCalled,
} from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { elementsOfMany } from '../lone-things.ts';
import { type OperationIndex, onlyOne, type Resource, saysViewer, wordsOf } from '../resource.ts';
import { silentPlaceOf } from '../silence.ts';
import { isAsking, saysList } from '../things-listed.ts';
import { type Meant, meantBy } from './meant-roles.ts';
import { takesItem, type Use, useOf, whyOf } from './uses-by-words.ts';

/** Collections that words show, and what operations do to the rows of one of them or of known ones. */
export interface FoundByWords {
  readonly resources: readonly Resource[];
  readonly uses: ReadonlyMap<ApiOperation, Use>;
}

const byRules = (one: ApiOperation, { schemas }: OperationIndex) => meantBy(one, schemas);

/** Finds what some operations do that belong to no resource. */
export function rowsByWords(
  free: readonly ApiOperation[],
  resources: readonly Resource[],
  index: OperationIndex,
  by: (one: ApiOperation, index: OperationIndex) => Meant | null = byRules,
): FoundByWords {
  const isOfAny = elementsOfMany(index);
  const meant = free
    .flatMap((one) => by(one, index) ?? [])
    .filter(
      (one) =>
        one.because !== undefined ||
        one.kind !== 'list' ||
        !isOfAny(listIn(one, index)?.element.name ?? null),
    );
  const found: Resource[] = [];
  const uses = new Map<ApiOperation, Use>();
  const groups = Map.groupBy(meant, (one) => knownOwner(one, resources) ?? signOf(one));
  for (const [owner, all] of groups) {
    const known = typeof owner === 'string' ? null : owner;
    const members = all.filter(
      (one) =>
        one.needsOwner !== true || known !== null || all.some((other) => other.needsOwner !== true),
    );
    const made = typeof owner === 'string' ? newResource(members, resources, index) : null;
    const resource = typeof owner === 'string' ? made : owner;
    if (resource === null) continue;
    const does = usesOf(members, resource, index);
    const isUnfilled = made !== null && !does.used.some((one) => fillsRows(one, made, index));
    const others = does.used.filter(({ kind }) => kind !== 'list' && kind !== 'create');
    const isAtItems = isUnfilled && others.length > 0 && others.every(isLikelyAtItem);
    // Nothing would ever fill what is changed and removed alone.
    if (made !== null && !isAtItems && !does.used.some(hasRows)) continue;
    found.push(...(made === null ? [] : [made]), ...does.views);
    for (const [operation, use] of does.uses) uses.set(operation, isAtItems ? atAnyId(use) : use);
    for (const one of members.filter((other) => isLoneRead(other, does.used))) {
      if (isOnlyListed(resource)) {
        uses.set(one.operation, readOfListed(one, resource));
        continue;
      }
      const other = otherThing(one, [...resources, ...found], index);
      if (other === null) continue;
      found.push(other);
      const does = { role: 'read', resource: other } as const;
      uses.set(one.operation, atAnyId({ does, why: whyOf(one, other.path) }));
    }
  }
  return { resources: found, uses };
}

/** Whether a likely read shows nothing that is listed: what is described of it is unlike that. */
function isLoneRead(one: Meant, used: readonly Meant[]): boolean {
  const { path } = asServed(one.operation);
  const isAtItem = isParameter(path.segments.at(-1));
  return one.because !== undefined && one.kind === 'read' && isAtItem && !used.includes(one);
}

function isOnlyListed({ isOne, rows, operations }: Resource): boolean {
  return !isOne && rows === null && [...operations.keys()].join() === 'list';
}

/** The read of what is only listed: of a row by its id, if the list surely shows that, else of a sample. */
function readOfListed(one: Meant, resource: Resource): Use {
  const { member, isGuess } = resource.id;
  const does = { role: 'read', resource } as const;
  const why = whyOf(one, resource.path);
  if (member !== null && !isGuess) return { does, why };
  const told = `${why}; no member is surely its id, so it answers a sample where no row is`;
  return { does: { ...does, missing: 'sample' }, why: told };
}

/** What a read shows that is unlike what is listed above it: a thing of its own. */
function otherThing(
  { operation, segments, noun }: Meant,
  resources: readonly Resource[],
  { answers }: OperationIndex,
): Resource | null {
  const words = [...wordsOf(segments), noun];
  const item = answers.itemOf(operation, words);
  const own = [...segments.slice(0, -1), noun];
  const path = `/${own.join('/')}`;
  if (item === null || resources.some((one) => one.path === path)) return null;
  const { lastParameter: parameter } = operation.path;
  const schema = parameterSchema(operation);
  const id = identify({ members: item.members, parameter, schema, words, isCalled: true });
  return {
    path,
    segments: own,
    isOne: false,
    item,
    list: null,
    id,
    operations: new Map(),
    rows: null,
  };
}

/**
 * Whether an operation makes rows of a new collection, or a list of them shows which there are. If a
 * creation answers a text, nobody learns which row it made.
 */
function fillsRows(one: Meant, { list }: Resource, index: OperationIndex): boolean {
  if (one.kind === 'create') return !index.answers.isText(one.operation);
  return one.kind === 'list' && (list ?? listIn(one, index)) !== null;
}

function isLikelyAtItem({ because, operation }: Meant): boolean {
  return because !== undefined && isParameter(asServed(operation).path.segments.at(-1));
}

/** Nobody can learn the ids of rows that nothing lists or makes: where there is none, a sample is answered. */
function atAnyId({ does, why }: Use): Use {
  if (does?.role === 'list' || does?.role === 'create') return { does, why };
  const told = `${why}; nothing lists or makes these, so it answers a sample where no row is`;
  return does === undefined ? { why } : { does: { ...does, missing: 'sample' }, why: told };
}

/** Whether an operation makes, lists or reads rows. Of a read of which nothing is said there are none. */
function hasRows({ kind, operation }: Meant): boolean {
  if (kind === 'read') return asServed(operation).assumed === undefined;
  return kind === 'create' || kind === 'list';
}

/** What operations do to the rows of a resource, or list of them, and those that belong to it. */
function usesOf(members: readonly Meant[], resource: Resource, index: OperationIndex) {
  const views: Resource[] = [];
  const uses = new Map<ApiOperation, Use>();
  const own = new Set([...resource.operations.values()].map(asServed));
  const used = members.filter((one) => {
    if (own.has(asServed(one.operation))) return true;
    const view = viewOf(one, resource, index);
    if (view !== null) views.push(view);
    const use = view === null ? useOf(one, resource, index) : null;
    if (use !== null) uses.set(one.operation, use);
    return view !== null || use !== null;
  });
  return { views, uses, used };
}

/** Operations that nothing is known of, by what they are about. */
export function groupsByWords(
  operations: readonly ApiOperation[],
  schemas: Schemas,
): readonly (readonly Meant[])[] {
  const meant = operations
    .flatMap((one) => meantBy(one, schemas) ?? [])
    .filter(({ isNamedInBody }) => !isNamedInBody);
  return [...Map.groupBy(meant, signOf).values()];
}

/**
 * The resource that has the name of what an operation is about: at its path, else the only one; else
 * the only one whose items are called so.
 */
function knownOwner({ noun, segments }: Meant, resources: readonly Resource[]): Resource | null {
  // What is listed there may be made elsewhere.
  const shown = resources.find((one) => !one.isOne && one.path === `/${segments.join('/')}`);
  if (shown !== undefined && shown.rows !== null && !shown.rows.isOne) return shown.rows;
  const owners = resources.filter((one) => !one.isOne && one.rows === null);
  const named = owners.filter((one) => wordsOf(one.segments).at(-1) === noun);
  const isBound = (one: Resource): boolean =>
    one.segments.every((step) => !isParameter(step) || segments.includes(step));
  const bound = named.filter((one) => isBound(one) && isBeside(one.segments, segments));
  const near = bound.find(
    (one) => one.segments.slice(0, -1).join('/') === segments.slice(0, -1).join('/'),
  );
  const called = owners.filter(({ item }) => thingCalled(item.name ?? '') === noun);
  const alike = named.length > 0 || called.some((one) => !isBound(one)) ? [] : called;
  const [only] = onlyOne(bound.length > 0 ? bound : alike);
  return near ?? only ?? null;
}

/** Whether one path has all words of the other, or words of who sees the things: `/admin/books` and `/books`. */
function isBeside(one: readonly string[], other: readonly string[]): boolean {
  const above = (all: readonly string[]) => all.slice(0, -1).filter((step) => !isParameter(step));
  const [shown, meant] = [above(one), above(other)];
  return shown.every((step) => meant.includes(step) || saysViewer(step));
}

/** What operations of one collection have in common. */
function signOf({ segments, noun }: Meant): string {
  const above = segments.slice(0, -1).filter((one) => !isParameter(one));
  return [...above, noun].join('/');
}

/** A collection of what some operations are about. */
function newResource(
  members: readonly Meant[],
  resources: readonly Resource[],
  index: OperationIndex,
): Resource | null {
  const { answers } = index;
  const lists = members.flatMap((one) => {
    const list = one.kind === 'list' ? listIn(one, index) : null;
    return list === null ? [] : [{ one, list }];
  });
  const [first] = members.toSorted((one, other) => depthOf(one) - depthOf(other));
  if (first === undefined) return null;
  if (first.because === undefined && !showsRows(members, index)) return null;
  const list = lists.toSorted((one, other) => depthOf(one.one) - depthOf(other.one))[0] ?? null;
  const segments = first.segments.some(isParameter)
    ? (list?.one.operation.path.segments ?? first.segments)
    : first.segments;
  const path = `/${segments.join('/')}`;
  if (segments.length === 0 || resources.some((one) => one.path === path)) return null;
  const words = [...wordsOf(segments), first.noun];
  const item = itemOf(members, list?.list ?? null, words, index);
  if (item === null) return null;
  const id = idOf(item, members, words);
  const operations = new Map<Kind, ApiOperation>();
  const seen = new Map<Kind, string>();
  const put = (kind: Kind, operation: ApiOperation): void => {
    operations.set(kind, operation);
    const one = members.find(
      (other) => other.operation === operation || asServed(other.operation) === asServed(operation),
    );
    seen.set(kind, whyOf(one ?? { kind, operation }, path));
  };
  const listed = list?.one.operation;
  if (listed !== undefined && !(isMovable(listed) || listed.path.text === path)) return null;
  if (listed !== undefined)
    put('list', listed.path.text === path ? listed : movedTo(listed, path, segments));
  const silent = members.find(
    ({ kind, because, operation }) =>
      kind === 'list' && because !== undefined && operation.path.text === path,
  );
  const shown =
    listed === undefined && silent !== undefined ? silentList(silent, { item, path }, index) : null;
  if (shown !== null) put('list', shown.operation);
  const create = members.find(
    ({ kind, operation }) =>
      kind === 'create' && asServed(operation).path.text === path && operation.method === 'POST',
  );
  const ofSilent = shown === null ? null : answers.listOf(shown.operation, words);
  const known = {
    path,
    segments,
    isOne: false,
    item,
    list: list?.list ?? ofSilent,
    id,
    rows: null,
  };
  const made = { ...known, operations, seen };
  const isMade = create?.because === undefined || takesItem(create, made, index);
  if (create !== undefined && isMade && answers.flawOfBody(create.operation) === null)
    put('create', create.operation);
  return made;
}

/** Whether some operations make or list things, or read and change them: others act on what nothing shows. */
function showsRows(members: readonly Meant[], index: OperationIndex): boolean {
  const has = (...kinds: readonly Kind[]): boolean =>
    members.some((one) => kinds.includes(one.kind) && one.operation.body?.format !== 'other');
  const changes = has('replace', 'update');
  if (
    has('create') ||
    (has('read') && changes) ||
    (has('list') && (changes || has('remove', 'read')))
  )
    return true;
  // A list alone of which something is said was looked at by other rules.
  return members.some(
    ({ kind, operation }) =>
      kind === 'list' &&
      (isAsking(operation) ||
        index.answers.listOfAny(operation, wordsOf(operation.path.segments)) !== null),
  );
}

function isMovable({ path: { segments } }: ApiOperation): boolean {
  return !segments.some(isParameter);
}

/** An operation as if it were at the path of its collection. */
function movedTo(given: ApiOperation, text: string, segments: readonly string[]): ApiOperation {
  const served = asServed(given);
  return { ...given, path: { text, segments, lastParameter: null }, served };
}

function depthOf({ operation, segments }: Meant): number {
  return operation.path.segments.filter(isParameter).length * 100 + segments.length;
}

/** The list in the answer of an operation, of things or of anything. */
function listIn({ operation, segments }: Meant, { answers }: OperationIndex): ListShape | null {
  const words = [...wordsOf(segments), ...wordsOf(operation.path.segments)];
  return answers.listOf(operation, words) ?? answers.listOfAny(operation, words);
}

/** What the items are: what a read or a list shows, else what a creation or a change takes. */
function itemOf(
  members: readonly Meant[],
  list: ListShape | null,
  words: readonly string[],
  { answers }: OperationIndex,
): ItemShape | null {
  const of = (...kinds: readonly Kind[]) =>
    members.flatMap(({ kind, operation }) => (kinds.includes(kind) ? operation : []));
  const isItem = (one: ItemShape | null): one is ItemShape => one !== null && !isReceipt(one);
  const shown = of('read', 'create', 'replace', 'update').map((one) => answers.itemOf(one, words));
  const sent = of('create', 'replace', 'update').map((one) => answers.itemSent(one, words));
  const listed =
    list === null || list.element.members.size === 0 ? null : answers.elementOf(list, words);
  return [listed, ...shown, ...sent].find(isItem) ?? answers.anyItem(words);
}

function idOf(item: ItemShape, members: readonly Meant[], words: readonly string[]): FoundId {
  const one = members.find(({ operation }) => isParameter(operation.path.segments.at(-1)));
  const parameter = one?.operation.path.lastParameter ?? null;
  const schema = parameterSchema(one?.operation);
  return identify({ members: item.members, parameter, schema, words, isCalled: true });
}

/** A list of rows at a path of its own. */
function viewOf(one: Meant, owner: Resource, index: OperationIndex): Resource | null {
  if (one.kind !== 'list') return null;
  const silent = listIn(one, index) === null ? silentList(one, owner, index) : null;
  const { operation } = silent ?? one;
  const list = listIn({ ...one, operation }, index);
  if (list === null) return null;
  const { element } = list;
  const isAny = element.members.size === 0;
  // At the path of the collection other rules have looked at it.
  const isApart = operation.path.text !== owner.path;
  if (!isAny && !(isApart && isLike(element, owner.item, owner.id.member))) return null;
  const { text: path, segments } = operation.path;
  // What GET lists at one path is not listed by POST there, too: one path has one list.
  const isSecond =
    operation.method === 'POST' &&
    index.operations.some((other) => other.method === 'GET' && other.path.text === path);
  if (isSecond) return null;
  const seen = new Map([['list', whyOf({ ...one, operation }, owner.path)] as const]);
  const operations = new Map([['list', askedInBody(operation, index)] as const]);
  return { ...owner, path, segments, list, operations, seen, rows: owner };
}

/** A list by POST, as if the plain members of its body were in its query. */
function askedInBody(operation: ApiOperation, { schemas }: OperationIndex): ApiOperation {
  const { method, body, parameters } = operation;
  if (method !== 'POST' || body?.format !== 'json' || body.schema === null) return operation;
  const asked = [...schemas.membersOf(body.schema)].flatMap(([name, schema]) =>
    isOfType(schema, 'object') === true ? [] : [{ name, in: 'query' as const, schema }],
  );
  const served = asServed(operation);
  return { ...operation, parameters: [...parameters, ...asked], served };
}

/** A list of which nothing is said, as one of the items of its collection. */
function silentList(
  { operation, because }: Meant,
  { item, path }: Pick<Resource, 'item' | 'path'>,
  { answers, schemas }: OperationIndex,
): Pick<Meant, 'operation'> | null {
  const isApart = operation.path.text !== path && !isParameter(operation.path.segments.at(-1));
  const isMeant = because !== undefined || (isApart && saysList(operation));
  const place = isMeant ? silentPlaceOf(operation, schemas) : null;
  if (place === null || place.at.length > 0 || place.isObject) return null;
  const schema = answers.listSchemaOf(item);
  if (schema === null) return null;
  const served = asServed(operation);
  return { operation: { ...withSuccessBody(operation, jsonBody(schema)), served } };
}
