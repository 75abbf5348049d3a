// Writes contracts in the form of contract files: one for each resource, with the operations that
// change no rows below the item that they are about, or in a contract of their own.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import type { AssertedFacet } from '../../contract/contract.ts';
import { ACTIONS } from '../../contract/define/action-key.ts';
import { countsThings, isCountName, isTotalName } from '../../contract/envelopes/count-names.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { kinds, mediaTypes, methods } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { NamedContract } from '../source-contracts.ts';
import { isParameter } from './api-paths.ts';
import { filtersOf, type PagesClues, pagesOf } from './list-query.ts';
import type { MediaBody } from './media.ts';
import type { ApiAnswer, ApiOperation } from './operations.ts';
import { outcomesOf, refusalsOf, successOf } from './outcomes.ts';
import { memberSent, takesText } from './recognition/answers.ts';
import { type ActionUse, type Recognised, type Resource, wordsOf } from './recognition/resource.ts';
import { saysNewestFirst } from './recognition/things-listed.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import { type ItemShape, isOfType, itemIn, type ListShape } from './shapes.ts';
import { asServed } from './usual-places.ts';

/** A contract, and what it was written for. */
export interface WrittenContract extends NamedContract {
  readonly name: string;
  readonly resource: Resource | null;
  readonly actions: readonly ActionUse[];
}

interface WrittenWith {
  readonly book: SchemaBook;
  readonly schemas: Schemas;
  /** What answers keep of their schemas; nothing of schemas that were made of what was seen. */
  readonly asserts: readonly AssertedFacet[];
  /** Whether what a document only suggests counts: for a mock. */
  readonly guesses: boolean;
}

/** Writes the contracts of what was recognised. `document` is the name of the document. */
export function writeContracts(
  recognised: Recognised,
  document: string,
  { book, schemas, asserts, guesses }: WrittenWith,
): readonly WrittenContract[] {
  const names = nameResources(recognised.resources);
  const byResource = Map.groupBy(recognised.actions, (action) => ownerOf(action, recognised));
  const written = recognised.resources.map((resource): WrittenContract => {
    const actions = byResource.get(resource) ?? [];
    const name = names.get(resource) ?? '';
    const place = `${document}#${toPointer(['paths', resource.path])}`;
    const rows = resource.rows === null ? undefined : names.get(resource.rows);
    const { item, operations } = withPlainId(resource, book, schemas);
    return {
      place,
      name,
      resource,
      actions,
      document: compact({
        title: name,
        resource: name,
        path: resource.path,
        rows,
        where: whereOf(resource),
        one: resource.isOne ? true : undefined,
        caller: resource.isCaller === true ? true : undefined,
        maker: resource.maker,
        embeds: embedsOf(resource, recognised.resources, names),
        id: resource.isOne && resource.isCaller !== true ? undefined : resource.id.member,
        source: document,
        item: resource.file === undefined ? itemOf(item) : undefined,
        file: resource.file,
        list: listOf(resource, { schemas, guesses, resource }),
        operations:
          operations.size === 0
            ? undefined
            : objectOf(
                kinds.flatMap((kind): [string, Json][] => {
                  const operation = operations.get(kind);
                  return operation === undefined
                    ? []
                    : [[kind, operationOf(operation, kind, resource, { document, schemas })]];
                }),
              ),
        asserts: asserts.length === 0 ? undefined : asserts,
        shown: shownOf(resource, recognised, { schemas, guesses }),
        [ACTIONS]:
          actions.length === 0
            ? undefined
            : actions.map((one) => actionOf(one, document, { book, schemas })),
      }),
    };
  });
  const rest = byResource.get(null) ?? [];
  return rest.length === 0
    ? written
    : [...written, restOf(rest, document, [...names.values()], { asserts, book, schemas })];
}

/** What the items show of others, by the names of the resources. */
function embedsOf(
  { embeds = new Map() }: Resource,
  resources: readonly Resource[],
  names: ReadonlyMap<Resource, string>,
): JsonObject | undefined {
  const found = [...embeds].flatMap(([member, path]): [string, Json][] => {
    const below = resources.find((one) => one.path === path);
    return below === undefined ? [] : [[member, names.get(below) ?? '']];
  });
  return found.length === 0 ? undefined : objectOf(found);
}

/**
 * The members of an item that have the ids of what it is below, if they have no name of the path:
 * `ownerId` below `/owners/{id}`.
 */
function whereOf({ segments, item, id, follows }: Resource): JsonObject | undefined {
  const followed: [string, Json][] = follows === undefined ? [] : [[toPointer(follows), true]];
  const names = [...item.members.keys()].filter((name) => name !== id.member);
  const found = segments.flatMap((segment, index): [string, Json][] => {
    const before = segments[index - 1];
    if (!isParameter(segment) || before === undefined || isParameter(before)) return [];
    const parameter = lettersOf(segment);
    if (names.some((name) => lettersOf(name) === parameter)) return [];
    const [, singular = lettersOf(before)] = wordsOf([before]);
    const name = names.find((one) => lettersOf(one) === `${singular}id`);
    const isIt = parameter === singular || isShortFor(parameter, singular);
    return name === undefined || !isIt ? [] : [[name, segment]];
  });
  const where = [...found, ...followed];
  return where.length === 0 ? undefined : objectOf(where);
}

/** Whether a name is that of an id, with what a word begins with or nothing: `id`, `uid`, `custId`. */
function isShortFor(name: string, word: string): boolean {
  return name.endsWith('id') && word.startsWith(name.slice(0, -'id'.length));
}

/** Operations that are about no item of a resource. */
function restOf(
  actions: readonly ActionUse[],
  document: string,
  taken: readonly string[],
  { asserts, ...sources }: Omit<WrittenWith, 'guesses'>,
): WrittenContract {
  const isFree = (one: string): boolean =>
    !taken.includes(one) && !actions.some(({ operation }) => operation.path.segments[0] === one);
  const name = ['operations', 'actions', 'all-actions'].find(isFree);
  const resource = name ?? 'operations';
  return {
    place: `${document}#/paths`,
    name: resource,
    resource: null,
    actions,
    document: compact({
      title: 'Actions',
      resource,
      path: `/${resource}`,
      source: document,
      asserts: asserts.length === 0 ? undefined : asserts,
      [ACTIONS]: actions.map((one) => actionOf(one, document, sources)),
    }),
  };
}

/** The resource whose item an operation is about: that with the longest path. */
function ownerOf({ operation, does }: ActionUse, { resources }: Recognised): Resource | null {
  if (does !== undefined) return does.resource;
  const { text } = operation.path;
  const above = resources
    .filter(({ path, isOne }) => !isOne && text.startsWith(`${path}/{`))
    .toSorted((one, other) => other.path.length - one.path.length);
  return above[0] ?? null;
}

/** Gives each resource a name that no other has, also where names of files have no capitals. */
function nameResources(resources: readonly Resource[]): ReadonlyMap<Resource, string> {
  const taken = new Set<string>();
  const isTaken = (name: string): boolean => taken.has(name.toLowerCase());
  // Those with rows of their own, and the shortest paths, have the plain names.
  const ordered = resources.toSorted(
    (one, other) =>
      Number(one.rows !== null) - Number(other.rows !== null) ||
      one.segments.length - other.segments.length,
  );
  return new Map(
    ordered.map((resource) => {
      const literals = resource.segments.filter((segment) => !isParameter(segment));
      let count = 1;
      let name = literals.at(-1) ?? 'items';
      while (isTaken(name) && count < literals.length) {
        count++;
        name = literals.slice(-count).join('-');
      }
      let free = name;
      for (let number = 2; isTaken(free); number++) free = `${name}-${number}`;
      taken.add(free.toLowerCase());
      return [resource, free];
    }),
  );
}

function itemOf({ schema, at }: ItemShape): Json {
  return at.length === 0 ? schema : { schema, at: toPointer(at) };
}

/** Gives the id of the items one plain type, in all answers that show an item. */
function withPlainId(
  resource: Resource,
  book: SchemaBook,
  schemas: Schemas,
): Pick<Resource, 'item' | 'operations'> {
  const { item, id, isOne, operations } = resource;
  if (id.member === null || isOne) return resource;
  const named = schemas.memberAt(item.schema, [...item.at, id.member]);
  const member = named ?? item.members.get(id.member);
  const type = member === undefined ? undefined : own(member, 'type');
  const isPlain = type === 'string' || type === 'integer' || type === 'number';
  const format = type === 'string' && isFree(member ?? {}) ? formatInPath(resource) : null;
  if (isPlain && named !== undefined && format === null) return resource;
  const types = (Array.isArray(type) ? type : [type ?? 'string']) as readonly Json[];
  const plain = types.find((one) => one === 'integer' || one === 'number') ?? 'string';
  const typed = [...item.at, id.member].reduceRight<JsonObject>(
    (inner, step) => ({ properties: { [step]: inner } }),
    { type: plain, ...(format === null ? {} : { format }) },
  );
  const schema = book.add(`${item.schema}.identified`, {
    allOf: [{ $ref: `${item.schema}.json` }, typed],
  });
  const answering = ({ body, ...answer }: ApiAnswer): ApiAnswer =>
    body?.schema === item.schema ? { ...answer, body: { ...body, schema } } : { ...answer, body };
  return {
    item: { ...item, schema },
    operations: new Map(
      [...operations].map(([kind, operation]) => [
        kind,
        { ...operation, answers: operation.answers.map(answering) },
      ]),
    ),
  };
}

/** Whether nothing is said of the values of a member but their type. */
function isFree(member: JsonObject): boolean {
  return ['format', 'pattern', 'enum', 'const'].every((one) => own(member, one) === undefined);
}

/** The form of ids that the path of an item declares: UUIDs; `null` if it declares none. */
function formatInPath({ operations }: Resource): string | null {
  for (const operation of operations.values()) {
    const { path, parameters } = asServed(operation);
    const last = parameters.find((one) => one.in === 'path' && one.name === path.lastParameter);
    if (last !== undefined && own(last.schema, 'format') === 'uuid') return 'uuid';
  }
  return null;
}

function listOf(resource: Resource, clues: PagesClues): Json | undefined {
  const { list, operations } = resource;
  const operation = operations.get('list');
  if (list === null || operation === undefined) return undefined;
  const { schemas, guesses } = clues;
  const pages = pagesOf(operation, list, clues);
  const filters = filtersOf(operation, resource, { pages, guesses });
  const { isOfNames: names, isKeyed: keyed } = list;
  const isPlain = names === undefined && keyed === undefined;
  if (list.at.length === 0 && pages === null && filters === undefined && isPlain)
    return list.schema;
  const [total, count] = [totalBeside(list, schemas), countBeside(list, schemas)];
  return compact({
    schema: list.schema,
    at: list.at.length === 0 ? undefined : toPointer(list.at),
    total,
    count: count === total ? undefined : count,
    names,
    keyed,
    pages: pages ?? undefined,
    filters,
  });
}

/** The place of the number of all items beside a list; `undefined` if no member is certain to be it. */
function totalBeside({ schema, at }: ListShape, schemas: Schemas): Pointer | undefined {
  if (at.length === 0) return undefined;
  const around = [at.slice(0, -1), ...AROUND_TOTALS.map((member) => [member])];
  for (const steps of around) {
    const holder = schemas.memberAt(schema, steps);
    const members = steps.length === 0 ? schemas.membersOf(schema) : membersIn(holder);
    const found = [...members].find(
      ([name, member]) =>
        isTotalName(name) && ['integer', 'number'].some((type) => isOfType(member, type) === true),
    );
    if (found !== undefined) return toPointer([...steps, found[0]]);
  }
  // Django REST counts all items between the addresses of the neighbours of a page.
  const [beside = []] = around;
  const steps = [...beside, 'count'];
  const hasNeighbours = ['next', 'previous'].every(
    (name) => schemas.memberAt(schema, [...beside, name]) !== undefined,
  );
  const count = schemas.memberAt(schema, steps);
  if (hasNeighbours && count !== undefined && isOfType(count, 'integer') === true)
    return toPointer(steps);
  return undefined;
}

/** The place of a number beside a list that counts its items, all or those of the page. */
function countBeside({ schema, at }: ListShape, schemas: Schemas): Pointer | undefined {
  const [beside, thing = ''] = [at.slice(0, -1), at.at(-1)];
  const holder = at.length === 0 ? undefined : schemas.memberAt(schema, beside);
  const found = [...membersIn(holder).keys()].find((name) => {
    const member = schemas.memberAt(schema, [...beside, name]) ?? {};
    const isNumber = ['integer', 'number'].some((type) => isOfType(member, type) === true);
    return isNumber && (isCountName(name) || countsThings(name, thing));
  });
  return found === undefined ? undefined : toPointer([...beside, found]);
}

function membersIn(schema: JsonObject | undefined): ReadonlyMap<string, JsonObject> {
  const properties = schema === undefined ? undefined : own(schema, 'properties');
  const all = properties !== undefined && isObject(properties) ? Object.entries(properties) : [];
  return new Map(all.filter((one): one is [string, JsonObject] => isObject(one[1])));
}

const AROUND_TOTALS = ['meta', '_meta', 'metadata', 'pagination', 'paging', 'page'];

/** What the document decides of the choices. */
function shownOf(
  resource: Resource,
  recognised: Recognised,
  { schemas, guesses }: { readonly schemas: Schemas; readonly guesses: boolean },
): JsonObject | undefined {
  const list = resource.operations.get('list');
  const patch = resource.operations.get('update');
  const key = resource.operations.get('create')?.idempotencyKey ?? null;
  const isJsonPatch =
    patch?.method === 'PATCH' && patch.body?.mediaType.includes('json-patch') === true;
  const shown = {
    ...(choosesIds(resource, recognised, schemas) ? { 'create.id': 'keep' } : {}),
    ...(hasNumericIds(resource, recognised, schemas) ? { 'id.texts': 'sequence' } : {}),
    // A mock keeps to the words of a document; what a service means by them is not certain.
    ...(guesses && list !== undefined && saysNewestFirst(list)
      ? { 'list.order': 'newest-first' }
      : {}),
    ...(isJsonPatch ? { 'update.media': 'json-patch' } : {}),
    // What else would the key be for?
    ...(key === null ? {} : { 'create.idempotency': key.isRequired ? 'require' : 'replay' }),
    // Nothing else puts a file there.
    ...(resource.file !== undefined ||
    isMadeByPost(resource) ||
    (guesses && saysThatPutCreates(resource))
      ? { 'replace.missing': 'create' }
      : {}),
  };
  return Object.keys(shown).length === 0 ? undefined : shown;
}

/** Whether PUT answers 200 or 201, and never that nothing is there. */
function saysThatPutCreates({ isOne, operations }: Resource): boolean {
  const put = operations.get('replace');
  if (put?.method !== 'PUT' || isOne) return false;
  const declared = new Set(put.answers.map(({ status }) => status));
  return declared.has('200') && declared.has('201') && !declared.has('404');
}

/** Whether POST makes a single item, which DELETE removes. */
function isMadeByPost({ isOne, operations }: Resource): boolean {
  return isOne && operations.get('replace')?.method === 'POST';
}

/**
 * Whether ids that are texts in the item are numbers elsewhere: in a path, in the answer to the
 * creation, in what is below the item. Then they are texts of digits.
 */
function hasNumericIds(resource: Resource, all: Recognised, schemas: Schemas): boolean {
  const { id, isOne, item, operations, path, segments } = resource;
  const member = id.member === null ? undefined : item.members.get(id.member);
  if (id.member === null || isOne || own(member ?? {}, 'type') !== 'string') return false;
  const below = [
    ...all.resources.flatMap((one) => [...one.operations.values()]),
    ...all.actions.map(({ operation }) => operation),
  ].filter((one) => one.path.text.startsWith(`${path}/{`));
  const parameterOf = (one: ApiOperation) =>
    one.parameters.find(
      ({ name, in: where }) =>
        where === 'path' && `{${name}}` === one.path.segments[segments.length],
    );
  if (below.some((one) => isNumber(parameterOf(one)?.schema))) return true;
  const create = operations.get('create');
  const made = create === undefined ? null : (successOf(create, 201).body?.schema ?? null);
  if (made !== null && isNumber(schemas.memberAt(made, [...item.at, id.member]))) return true;
  const names = new Set(
    below.flatMap(({ path: { segments: steps } }) => lettersOf(steps[segments.length] ?? '')),
  );
  return all.resources.some(
    (one) =>
      one.path.startsWith(`${path}/{`) &&
      [...one.item.members].some(
        ([name, schema]) =>
          name !== one.id.member && names.has(lettersOf(name)) && isNumber(schema),
      ),
  );
}

function isNumber(schema: JsonObject | undefined): boolean {
  const type = own(schema ?? {}, 'type');
  return type === 'integer' || type === 'number';
}

const ITEM_KINDS = ['read', 'replace', 'update', 'remove'] as const;

/** Ids that services make of a title, also where the schema of the item has them. */
const MADE_OF_OTHERS = /^slug$/i;

/**
 * Clients choose the id if they must send it, or if the body has the name that the path has. Where a
 * request has all that an item has, it may be the schema of the item, which requires what the service
 * makes: then the id must be a name, or that of another thing.
 */
function choosesIds(resource: Resource, { actions }: Recognised, schemas: Schemas): boolean {
  const { id, item, operations, segments } = resource;
  const create = operations.get('create');
  const elsewhere = actions.find(
    ({ does }) => does?.resource === resource && /^create/.test(does.role),
  );
  const isMany = create === undefined && elsewhere?.does?.role === 'create-many';
  const body = (create ?? elsewhere?.operation)?.body?.schema ?? null;
  if (body === null || id.member === null) return false;
  const sent = schemas.memberAt(body, item.at) ?? schemas.memberAt(body, []) ?? {};
  const members = isMany ? schemas.membersOfItems(body) : membersIn(sent);
  const member = members.get(id.member);
  const required = isMany ? schemas.requiredOfItems(body) : own(sent, 'required');
  const isRequired = Array.isArray(required) && required.includes(id.member);
  const isWhole = [...item.members.keys()].every((name) => members.has(name));
  // No service makes the id of a student for a favourite: `/favourites/{student_id}`.
  const letters = lettersOf(id.member);
  const isOfPath = [...operations.values()].some(
    ({ path: { lastParameter } }) => lettersOf(lastParameter ?? '') === letters,
  );
  const thing = letters.replace(/u?u?id$/, '');
  const isOfAnother =
    isOfPath &&
    ![...wordsOf(segments), lettersOf(item.name ?? '')].some((word) => word.includes(thing));
  const isName = !/(?:^|_)u?u?id$|[a-z]Id$/.test(id.member);
  if (member === undefined || own(member, 'readOnly') === true) return false;
  const isText = isOfType(member, 'string') === true && own(member, 'format') === undefined;
  const isSure = !id.isGuess || ITEM_KINDS.every((kind) => !operations.has(kind));
  const isNamed = isName && isText && isSure && !MADE_OF_OTHERS.test(id.member);
  return isNamed || (isRequired && (isName || !isWhole || isOfAnother));
}

function operationOf(
  operation: ApiOperation,
  kind: Kind,
  resource: Resource,
  { document, schemas }: { readonly document: string; readonly schemas: Schemas },
): JsonObject {
  const { path, isOne, file, isMadeAtItem = false } = resource;
  const { body, summary, method } = operation;
  const isWrite = kind === 'create' || kind === 'replace' || kind === 'update';
  const hasBody = isWrite && file === undefined;
  const isInBody = !isOne && kind === 'replace' && operation.path.text === path;
  const isAtItem = kind === 'create' && isMadeAtItem;
  const isBelow = kind === 'create' && !isMadeAtItem && operation.path.text !== path;
  return compact({
    summary: summary ?? undefined,
    source: clauseTextOf(operation, document),
    method: method === methods[kind].method ? undefined : method,
    path: isOne
      ? undefined
      : (operation.served?.path.text ?? (isBelow ? operation.path.text : undefined)),
    on: isInBody ? 'collection' : isAtItem ? 'item' : undefined,
    body: hasBody ? (body?.schema ?? undefined) : undefined,
    bodyAt: hasBody ? bodyAtOf(operation, resource, schemas) : undefined,
    bodyIs:
      kind === 'create' ? (memberSent(schemas, operation, resource.item) ?? undefined) : undefined,
    media: hasBody ? takenMedia(body) : undefined,
    security: operation.security ?? undefined,
    idempotencyKey: kind === 'create' ? operation.idempotencyKey?.name : undefined,
    outcomes: outcomesOf(operation, USUAL_STATUS[kind], 'left-open'),
    refusals: refusalsOf(operation),
    ...(asServed(operation).path.endsInSlash === true ? { endsInSlash: true } : {}),
    ...operation.declared,
  });
}

/**
 * Where a body has the item, if not where answers have it: `{"post": {...}}`, answered with the post
 * alone. `undefined` if it is at the same place, or no member inside is one of the item.
 */
export function bodyAtOf(
  { body }: Pick<ApiOperation, 'body'>,
  { item, id, segments }: Pick<Resource, 'item' | 'id' | 'segments'>,
  schemas: Schemas,
): Pointer | undefined {
  const sent = body?.schema == null ? null : itemIn(schemas, body.schema, wordsOf(segments));
  const [holder = ''] = sent?.at ?? [];
  if (sent === null || sent.at.length === 0 || item.members.has(holder)) return undefined;
  const around = item.at.length === 0 ? undefined : schemas.memberAt(sent.schema, item.at);
  const isInside = [...sent.members.keys()].some(
    (name) => item.members.has(name) || name === id.member,
  );
  return around === undefined && isInside ? toPointer(sent.at) : undefined;
}

/** The statuses that the mock answers if a document names none. */
const USUAL_STATUS: Readonly<Record<Kind, number>> = {
  list: 200,
  create: 201,
  read: 200,
  replace: 200,
  update: 200,
  remove: 204,
};

function actionOf(
  { operation, does, effect }: ActionUse,
  document: string,
  { book, schemas }: Pick<WrittenWith, 'book' | 'schemas'>,
): JsonObject {
  const { method, path, body, summary } = operation;
  // What takes no members makes or changes an item with nothing, or with what is sent all the same.
  const isWrite = ['create', 'replace', 'update'].includes(does?.role ?? '');
  const ofNothing = () =>
    does !== undefined && isWrite ? book.add('anything.sent', openItem(does.resource)) : undefined;
  const isOfText = does?.role === 'create' && takesText(schemas, operation);
  return compact({
    method,
    path: path.text,
    summary: summary ?? undefined,
    source: clauseTextOf(operation, document),
    body: body === null || isOfText ? ofNothing() : (body.schema ?? undefined),
    media: takenMedia(body),
    security: operation.security ?? undefined,
    does: does?.role === 'list' ? undefined : does?.role,
    by: does?.by,
    missing: does?.missing,
    member: does?.member,
    counts: does?.counts ?? effect?.counts,
    sets: effect?.sets,
    times: effect?.times,
    suggests: effect?.suggests,
    outcomes: outcomesOf(operation, 200, 'chosen'),
    refusals: refusalsOf(operation),
    ...(asServed(operation).path.endsInSlash === true ? { endsInSlash: true } : {}),
    ...operation.declared,
  });
}

/** An item that may lack any member. */
function openItem({ item: { members }, id }: Resource): JsonObject {
  return {
    type: 'object',
    properties: objectOf([...members].filter(([one]) => one !== id.member)),
  };
}

/** The media types of a request body that may be a form. */
function takenMedia(body: MediaBody | null): Json | undefined {
  if (body === null || body.schema === null) return undefined;
  const forms = mediaTypes.filter(
    (one) => body.mediaTypes.includes(one) && one !== 'application/json',
  );
  if (forms.length === 0) return undefined;
  return body.format === 'json' ? ['application/json', ...forms] : forms;
}

/**
 * Names an operation as people do, and where it is for tools:
 * `GET /lamps/{lampId}, lamps.yaml#/paths/~1lamps~1{lampId}/get`.
 */
function clauseTextOf(operation: ApiOperation, document: string): string {
  const { method, path, at } = asServed(operation);
  return `${method} ${path.text}, ${document}#${at}`;
}

/** Returns an object without the members that are not there. */
function compact(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return objectOf(
    Object.entries(members).filter((one): one is [string, Json] => one[1] !== undefined),
  );
}
