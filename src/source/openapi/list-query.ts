// The query parameters of a list: those that cut it into pages, those that filter its items, and those
// that change nothing.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { toPointer } from '../../base/pointer.ts';
import { pagesFault } from '../../contract/envelopes/pages.ts';
import { isNamed as asksByName } from '../../model/query/contract-filters.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { ApiOperation, ApiParameter } from './operations.ts';
import type { Resource } from './recognition/resource.ts';
import type { ListShape } from './shapes.ts';

/** What a parameter asks for, the letters of its usual names, and who writes them so. */
const PARAMETER_WORDS = [
  {
    role: 'page',
    words: 'page pagenumber pagenum pageno pageindex currentpage current',
    custom: 'Spring, Laravel, MyBatis',
  },
  { role: 'offset', words: 'offset start startindex startat pageoffset', custom: 'SQL, Jira' },
  { role: 'offset', words: 'skip', custom: 'OData 4 ($skip), MongoDB' },
  {
    role: 'size',
    words: 'limit perpage pagesize size pagelimit rows',
    custom: 'SQL, Rails, Spring',
  },
  { role: 'size', words: 'maxresults', custom: 'Google, Jira' },
  { role: 'size', words: 'take', custom: 'LINQ, Prisma' },
  { role: 'size', words: 'top', custom: 'OData 4 ($top)' },
  { role: 'size', words: 'first', custom: 'Relay, beside a cursor' },
] as const;

type WordRole = (typeof PARAMETER_WORDS)[number]['role'];

/** Roles by the letters of a name. `count` is none: it may ask for the number of all items. */
const ROLE_OF_WORD: ReadonlyMap<string, WordRole> = new Map(
  PARAMETER_WORDS.flatMap(({ role, words }) => words.split(' ').map((word) => [word, role])),
);

const CURSOR =
  /^(?:(?:page|next|pagination)?cursor|(?:next)?pagetoken|nexttoken|paginationtoken|continuation(?:token)?|(?:page)?after|marker|nextmarker)$/;

/** The names of the query parameters that cut a list into pages. */
function pageParameters(pages: JsonObject | null): readonly Json[] {
  return ['page', 'offset', 'cursor', 'after', 'before', 'size', 'limit'].flatMap(
    (key) => own(pages ?? {}, key) ?? [],
  );
}

interface PageParameters {
  readonly page: ApiParameter | undefined;
  readonly offset: ApiParameter | undefined;
  readonly size: ApiParameter | undefined;
  /** The size beside `offset`, where there are two. */
  readonly limit: ApiParameter | undefined;
  /** What an answer gave for the next page. */
  readonly cursor: ApiParameter | undefined;
}

function found({ parameters }: ApiOperation): PageParameters {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const named = (role: WordRole): ApiParameter | undefined =>
    inQuery.find((one) => ROLE_OF_WORD.get(lettersOf(one.name)) === role && !isTruth(one));
  const cursor = inQuery.find((one) => CURSOR.test(lettersOf(one.name)) && isText(one));
  const sizes = inQuery.filter((one) => ROLE_OF_WORD.get(lettersOf(one.name)) === 'size');
  const [page, offset] = [named('page'), named('offset')];
  const [first, second] = sizes.toSorted(
    (one, other) => Number(other.name.includes('age')) - Number(one.name.includes('age')),
  );
  const isBoth = page !== undefined && offset !== undefined && !isText(page) && !isText(offset);
  const size = isBoth ? first : named('size');
  return { page, offset, size, limit: isBoth ? (second ?? first) : undefined, cursor };
}

/** What is known where the pages of a list are looked for. */
export interface PagesClues {
  readonly schemas: Schemas;
  /** Whether what a document only suggests counts: for a mock. */
  readonly guesses: boolean;
  readonly resource: Pick<Resource, 'item'>;
}

/** Returns the `pages` of a list in a contract; `null` if clients cannot ask for a part of it. */
export function pagesOf(
  operation: ApiOperation,
  list: Pick<ListShape, 'schema' | 'at'>,
  clues: PagesClues,
): JsonObject | null {
  const { schemas, guesses } = clues;
  const { page, offset, size, limit } = found(operation);
  const counter = page ?? offset;
  const usual = countOf([size, limit], 'default');
  const most = countOf([size, limit], 'maximum');
  if (counter === undefined || isText(counter)) {
    const isCount = size !== undefined && !isText(size);
    const cursor =
      cursorOf(operation, list, schemas) ??
      (guesses ? suggestedPages(operation, isCount ? size : undefined, clues) : null);
    if (cursor === null) return null;
    return {
      ...cursor,
      ...(isCount ? { size: size.name } : {}),
      ...(isCount && usual !== undefined ? { usual } : {}),
      ...(isCount && most !== undefined ? { most } : {}),
    };
  }
  const isFromZero =
    own(counter.schema, 'default') === 0 ||
    own(counter.schema, 'minimum') === 0 ||
    FROM_ZERO.test(counter.words ?? '') ||
    isSpringPage(list, schemas);
  return {
    ...(page === undefined ? { offset: counter.name } : { page: page.name }),
    ...(size === undefined ? {} : { size: size.name }),
    ...(page === undefined || limit === undefined || offset === undefined
      ? {}
      : {
          offset: offset.name,
          ...(limit === size ? {} : { limit: limit.name }),
        }),
    ...(page !== undefined && isFromZero ? { first: 0 } : {}),
    ...(usual === undefined ? {} : { usual }),
    ...(most === undefined ? {} : { most }),
    ...(guesses && hasLink(operation) ? LINKED : linkOf(list, schemas)),
  };
}

/** Words that say where pages begin. */
const FROM_ZERO =
  /\b(?:zero|0)[- ](?:based|indexed)|\b0 ?\.\.|\b(?:start|begin|count)\w* (?:at|from|with) (?:0|zero)\b/i;

/** The page of Spring Data, whose numbers begin at 0. */
function isSpringPage({ schema, at }: Pick<ListShape, 'schema' | 'at'>, schemas: Schemas): boolean {
  const around = [at.slice(0, -1), ['page']].map((steps) => membersAt(schemas, schema, steps));
  return around.some((members) => members.has('totalElements') && members.has('number'));
}

const LINKED = { link: 'Link' } as const;

/** Whether a list declares the header field that leads to other pages. */
function hasLink({ declared }: ApiOperation): boolean {
  const answers = own(declared, 'answers') ?? null;
  return Object.values(isObject(answers) ? answers : {}).some((answer) => {
    const headers = isObject(answer) ? (own(answer, 'headers') ?? null) : null;
    return isObject(headers) && Object.keys(headers).some(isLink);
  });
}

function isLink(name: string): boolean {
  return name.toLowerCase() === 'link';
}

/** By the id of the item before a page, or by a number of items alone, which is no member of them. */
function suggestedPages(
  operation: ApiOperation,
  size: ApiParameter | undefined,
  { resource: { item } }: PagesClues,
): JsonObject | null {
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const isMember = ({ name }: ApiParameter): boolean =>
    [...item.members.keys()].some((member) => lettersOf(member) === lettersOf(name));
  const after = inQuery.find((one) => AFTER.test(lettersOf(one.name)) && !isDay(one));
  const link = hasLink(operation) ? LINKED : {};
  const before = inQuery.find((one) => BEFORE.test(lettersOf(one.name)) && !isDay(one));
  if (after !== undefined && !isMember(after))
    return {
      after: after.name,
      ...(before === undefined || isMember(before) ? {} : { before: before.name }),
      ...link,
    };
  return size === undefined || isMember(size) ? null : link;
}

const BEFORE = /^(?:(?:end(?:ing)?)?before(?:id)?)$/;
const AFTER = /^(?:(?:start(?:ing)?)?after(?:id)?|sinceid|lastid)$/;

/** Moments come after others, too. */
function isDay({ schema }: ApiParameter): boolean {
  return own(schema, 'format') === 'date' || own(schema, 'format') === 'date-time';
}

/** The place of the address of the next page, beside parameters that count. */
function linkOf({ schema, at }: Pick<ListShape, 'schema' | 'at'>, schemas: Schemas): JsonObject {
  if (at.length === 0) return {};
  for (const steps of [at.slice(0, -1), ...AROUND_LINKS.map((name) => [name])]) {
    const members = membersAt(schemas, schema, steps);
    const neighbours = [...members.keys()].some((name) => /^prev(?:ious)?$/i.test(name));
    for (const [name, member] of members) {
      if (!/^next(?:_?page)?(?:_?(?:url|link|uri|href))?$/i.test(name)) continue;
      const inside = own(schemas.memberAt(schema, [...steps, name, 'href']) ?? {}, 'type');
      const place = [...steps, name, ...(inside === undefined ? [] : ['href'])];
      const isAddress =
        inside !== undefined ||
        neighbours ||
        /(?:url|link|uri|href)$/i.test(name) ||
        (isObject(member) && /^(?:uri|url|iri)/.test(String(own(member, 'format'))));
      const link = toPointer(place);
      if (isAddress && pagesFault(schemas, schema, { link }) === null) return { link };
    }
  }
  return {};
}

/** The parameter of a cursor, and the place where an answer has the next one; `null` without both. */
function cursorOf(
  operation: ApiOperation,
  { schema, at }: Pick<ListShape, 'schema' | 'at'>,
  schemas: Schemas,
): JsonObject | null {
  const { page, offset, cursor } = found(operation);
  const parameter = cursor ?? page ?? offset;
  if (parameter === undefined || at.length === 0) return null;
  const around = [at.slice(0, -1), ...AROUND.map((name) => [name])];
  for (const steps of around) {
    const members = membersAt(schemas, schema, steps);
    const next = [...members.keys()].find((name) => NEXT.test(lettersOf(name)));
    if (next === undefined) continue;
    const pages = { cursor: parameter.name, next: toPointer([...steps, next]) };
    // An address is followed, and sent as no parameter.
    const isAddress = own(schemas.memberAt(schema, [...steps, next]) ?? {}, 'format') !== undefined;
    if (!isAddress && pagesFault(schemas, schema, pages) === null) return pages;
  }
  return null;
}

function membersAt(
  schemas: Schemas,
  schema: SchemaName,
  steps: readonly string[],
): ReadonlyMap<string, Json> {
  if (steps.length === 0) return schemas.membersOf(schema);
  const properties = own(schemas.memberAt(schema, steps) ?? {}, 'properties');
  return new Map(
    properties !== undefined && isObject(properties) ? Object.entries(properties) : [],
  );
}

const AROUND = ['meta', '_meta', 'metadata', 'response_metadata', 'pagination', 'paging', 'page'];
const AROUND_LINKS = ['links', '_links', ...AROUND];
const NEXT =
  /^(?:next(?:page)?(?:cursor|token|marker)|(?:end|after|next)?cursor|continuationtoken|pagetoken|after|next)$/;

function countAt(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : undefined;
}

/** The number that the first of some parameters names. */
function countOf(all: readonly (ApiParameter | undefined)[], keyword: string): number | undefined {
  return all
    .map((one) => (one === undefined ? undefined : countAt(one.schema, keyword)))
    .find((count) => count !== undefined);
}

/** `?first=true` asks for something else. */
function isTruth({ schema }: ApiParameter): boolean {
  return own(schema, 'type') === 'boolean';
}

/** A cursor is a text. */
function isText({ schema }: ApiParameter): boolean {
  return own(schema, 'type') === 'string' && own(schema, 'format') === undefined;
}

/**
 * Returns the `filters` of a list in a contract; `undefined` if no parameter is like a member. For a
 * mock, those that only elements of the list have count, too: it keeps what creations send.
 */
export function filtersOf(
  operation: ApiOperation,
  resource: Resource,
  { pages, guesses }: { readonly pages: JsonObject | null; readonly guesses: boolean },
): JsonObject | undefined {
  const { item, list, suggested = {} } = resource;
  const ofElements = guesses && list !== null ? list.element.members : [];
  const members = new Map([...ofElements, ...item.members]);
  const found = othersOf(operation, pages).flatMap((parameter): readonly [string, Json][] => {
    const filter = filterOf(parameter, members, suggested);
    return filter === undefined ? [] : [[parameter.name, filter]];
  });
  return found.length === 0 ? undefined : objectOf(found);
}

/** Returns the names of the parameters that neither filter a `list` of a contract nor cut it into pages. */
export function idleParameters(operation: ApiOperation, list: JsonObject): readonly string[] {
  const pages = own(list, 'pages') ?? null;
  const filters = own(list, 'filters') ?? null;
  const filtering = isObject(filters) ? Object.keys(filters) : [];
  return othersOf(operation, isObject(pages) ? pages : null)
    .map(({ name }) => name)
    .filter((name) => !filtering.includes(name) && !asksByName(name));
}

type Members = Resource['item']['members'];

const PLAIN = ['integer', 'number', 'boolean', 'string'];

function inQuery({ parameters }: ApiOperation): readonly ApiParameter[] {
  return parameters.filter((one) => one.in === 'query');
}

function othersOf(operation: ApiOperation, pages: JsonObject | null): readonly ApiParameter[] {
  const names = pageParameters(pages);
  return inQuery(operation).filter(({ name }) => !names.includes(name));
}

/**
 * What a parameter asks for: what the document says of it, else the member of its name, if both are
 * texts, numbers or truth values. A service may search for a text, or compare a time.
 */
function filterOf(
  { name, schema, filter, words }: ApiParameter,
  members: Members,
  suggested: JsonObject,
): Json | undefined {
  if (filter !== undefined) return filter;
  const meant = own(suggested, name);
  if (meant !== undefined) return meant;
  const found = [...members].find(([member]) => lettersOf(member) === lettersOf(name));
  if (found === undefined) return borderOf(name, schema, members, words ?? '');
  const [member, shown] = found;
  const type = typeOf(shown);
  if (type === null || type !== typeOf(schema)) return undefined;
  if (type === 'boolean' && INCLUDES.test(words ?? '')) return undefined;
  const isExact = type !== 'string' || isNamed(schema) || isNamed(shown);
  return isExact ? member : { member, finds: 'similar' };
}

/** "Whether to include the dnssec fields", "Include archived items": it adds to what is shown; "only" filters. */
const INCLUDES = /^(?!.*\bonly\b).*\binclud(?:es?|ing)\b/is;

/**
 * The member of which a parameter names the least or the greatest number: `minPrice`, `price_lte`,
 * `yearFrom`.
 */
function borderOf(
  name: string,
  schema: JsonObject,
  members: Members,
  words: string,
): Json | undefined {
  const [word] = BORDER.exec(name) ?? [];
  if (word === undefined || WITHOUT_BORDER.test(words)) return undefined;
  const rest = lettersOf(name.replace(BORDER, ''));
  const found = [...members].find(([member]) => lettersOf(member) === rest);
  if (found === undefined || typeOf(found[1]) !== 'number' || typeOf(schema) !== 'number')
    return undefined;
  return { member: found[0], finds: /min|gte|from/i.test(word) ? 'least' : 'most' };
}

/** Words for borders that are within: not `gt` and `after`. */
const BORDER =
  /^(?:(?:min|max)(?:imum)?|from|to)(?=[A-Z_.-])|(?:Min|Max|Gte|Lte|From|To|[_.[-](?:min|max|gte|lte|from|to)\]?)$/;

/** Words that say that a border is without. */
const WITHOUT_BORDER =
  /\bexclusive|\bexcluding|\b(?:more|greater|less|later|earlier|larger|smaller|higher|lower) than\b(?! or\b)/i;

/** Whether a schema has few values, or values that are compared as a whole. */
function isNamed(schema: JsonObject): boolean {
  return (
    Object.hasOwn(schema, 'enum') ||
    Object.hasOwn(schema, 'const') ||
    own(schema, 'format') === 'uuid'
  );
}

/** The types that a schema names, in its branches and by its values, too. */
function typesOf(schema: JsonObject): readonly Json[] {
  const type = own(schema, 'type');
  if (type !== undefined) return Array.isArray(type) ? (type as readonly Json[]) : [type];
  const branches = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  if (Array.isArray(branches))
    return (branches as readonly Json[]).flatMap((one) => (isObject(one) ? typesOf(one) : [null]));
  const values = own(schema, 'enum');
  const named = Array.isArray(values) ? (values as readonly Json[]) : [];
  return [...new Set(named.map((one) => (one === null ? 'null' : typeof one)))];
}

function typeOf(schema: JsonObject): string | null {
  const types = typesOf(schema);
  const [only, second] = types.filter((one) => one !== 'null');
  if (second !== undefined || !PLAIN.includes(String(only))) return null;
  return only === 'integer' ? 'number' : String(only);
}
