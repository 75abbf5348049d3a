// Pages of a list: how clients ask for a part of it, and where an answer says what comes next. Reads
// them in contract files, and finds what the mock could not keep. Knows no rows.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer, toPointer } from '../../base/pointer.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';

/**
 * How clients ask for a part of a list: by a page, the items before it, what an answer shows, the id of
 * the item before it, or by its size alone.
 */
export interface Paging {
  readonly by: 'page' | 'offset' | 'cursor' | 'after' | 'size';
  /** The query parameter that counts, or has the cursor or the id, and the first number: 1, or 0. */
  readonly parameter: string;
  readonly first: number;
  /** The query parameter for the size of a part; absent if clients cannot choose it. */
  readonly size?: string;
  /** The query parameter with the id of the item after a part; absent if clients cannot go back. */
  readonly before?: string;
  /** The size if none is asked for, and the largest. */
  readonly usual: number;
  readonly most: number;
  /** Where an answer says what comes next; absent if clients count. */
  readonly next?: NextPlace;
  /** The query parameters for a number of items to skip, and for a size, beside those for a page. */
  readonly skip?: { readonly parameter: string; readonly size?: string };
}

/** Returns the names of the query parameters that ask for a part of a list. */
export function parametersOfPages(paging: Paging | undefined): readonly string[] {
  const { parameter, size, before, skip } = paging ?? {};
  const names = [parameter, size, before, skip?.parameter, skip?.size];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The place of what comes next: the address or the cursor in the body, or the field `Link`. */
export type NextPlace =
  | { readonly in: 'header' }
  | { readonly in: 'body'; readonly at: readonly string[]; readonly holds: 'address' | 'cursor' };

const text = { type: 'string', minLength: 1 } as const;
const place = { type: 'string', pattern: '^(/[^/]+)+$' } as const;
const count = { type: 'integer', minimum: 1 } as const;

/** The form of `pages` in a contract file. `pagesFaults` finds what this cannot say. */
export const pagesForm: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: text,
    offset: text,
    cursor: text,
    after: text,
    before: text,
    next: place,
    link: { anyOf: [{ const: 'Link' }, place] },
    size: text,
    limit: text,
    first: { enum: [0, 1] },
    usual: count,
    most: count,
  },
};

/** Reads how a list is cut into pages; `null` if it is not. */
export function readPages(given: Json | undefined): Paging | null {
  if (given === undefined || !isObject(given)) return null;
  const text = (member: string): string | undefined => own(given, member) as string | undefined;
  const number = (member: string): number | undefined => own(given, member) as number | undefined;
  const size = text('size');
  const way = WAYS.find((one) => text(one) !== undefined);
  const by = way ?? (text('link') === undefined && size !== undefined ? 'size' : 'cursor');
  const [skipped, limit] = [by === 'page' ? text('offset') : undefined, text('limit') ?? size];
  const isWhole = by === 'size' || by === 'after';
  const usual = number('usual') ?? (isWhole ? WHOLE : USUAL_SIZE);
  const next = nextPlace(text('next'), text('link'));
  const before = by === 'after' ? text('before') : undefined;
  return {
    by,
    parameter: text(by) ?? by,
    first: by === 'page' ? (number('first') ?? 1) : 0,
    ...(size === undefined ? {} : { size }),
    ...(before === undefined ? {} : { before }),
    usual,
    most: Math.max(number('most') ?? MOST_SIZE, usual),
    ...(next === null ? {} : { next }),
    ...(skipped === undefined
      ? {}
      : { skip: { parameter: skipped, ...(limit === undefined ? {} : { size: limit }) } }),
  };
}

const WAYS = ['page', 'offset', 'cursor', 'after'] as const;

/** How many items a page has, unless the contract says so. */
const USUAL_SIZE = 20;
const MOST_SIZE = 1_000;
/** More items than a list has. */
const WHOLE = 2 ** 31 - 1;

function nextPlace(cursor: string | undefined, link: string | undefined): NextPlace | null {
  if (link === 'Link') return { in: 'header' };
  const pointer = cursor ?? link;
  if (pointer === undefined) return null;
  const holds = cursor === undefined ? 'address' : 'cursor';
  return { in: 'body', at: parsePointer(pointer) ?? [], holds };
}

/** What is wrong with `pages`: the member, and what helps. */
export interface PagesFault {
  readonly member: string | null;
  readonly message: string;
  readonly remedy: string;
}

/** Finds what the mock could not keep; `schema` is that of the whole body of the list. */
export function pagesFault(
  schemas: Schemas,
  schema: SchemaName,
  given: JsonObject,
): PagesFault | null {
  const has = (member: string): boolean => own(given, member) !== undefined;
  const ways = WAYS.filter(has);
  const [first] = ways;
  const second = ways.find((way, index) => index > 0 && (way === 'cursor' || way === 'after'));
  if (first !== undefined && second !== undefined)
    return {
      member: second,
      message: `a list is cut by "${first}" or by "${second}", not by both`,
      remedy: 'Keep one of them.',
    };
  if (has('limit') && !(has('page') && has('offset')))
    return {
      member: 'limit',
      message: '"limit" is the size beside "offset", where a list is cut by "page" as well',
      remedy: 'Name the size of a page: "size".',
    };
  if (has('before') && !has('after'))
    return {
      member: 'before',
      message: '"before" has the id of an item, and no parameter takes the one before a page',
      remedy: 'Name it, too: "after": "starting_after".',
    };
  if (has('next') && !has('cursor'))
    return {
      member: 'next',
      message: '"next" is the place of a cursor, and no parameter takes it',
      remedy: 'Name the parameter: "cursor": "after". The place of an address is "link".',
    };
  if (has('next') && has('link'))
    return {
      member: 'link',
      message: '"next" and "link" both say what comes next',
      remedy: 'Keep the one that clients follow. The envelopes "json:api" and "hal" have "link".',
    };
  if (has('cursor') && !has('next') && !has('link'))
    return {
      member: 'cursor',
      message: 'nothing shows the cursor of the next page',
      remedy: 'Name the place of the cursor, "next": "/next", or of the address, "link": "Link".',
    };
  if (first === undefined && !has('link') && !has('size'))
    return {
      member: null,
      message: 'nothing says how clients ask for a page',
      remedy: 'Name one of "page", "offset", "cursor", "after", "size" and "link".',
    };
  const next = readPages(given)?.next;
  return next?.in === 'body' ? placeFault(schemas, schema, next) : null;
}

/** The place is there, takes a text, and on the last page can say that nothing comes. */
function placeFault(
  schemas: Schemas,
  schema: SchemaName,
  { at, holds }: Extract<NextPlace, { in: 'body' }>,
): PagesFault | null {
  const member = holds === 'cursor' ? 'next' : 'link';
  const found = schemas.memberAt(schema, at);
  if (found === undefined) {
    const members = [...schemas.membersOf(schema).keys()];
    return {
      member,
      message: `the schema ${schema}.json has nothing at ${toPointer(at)}`,
      remedy: `Its members are ${members.join(', ') || 'none'}.`,
    };
  }
  const types = typesOf(found);
  if (types.length > 0 && !types.includes('string'))
    return {
      member,
      message: `${toPointer(at)} in ${schema}.json is no text`,
      remedy: `${holds === 'cursor' ? 'A cursor' : 'An address'} is a text.`,
    };
  return absentAs(schemas, schema, at) === 'nothing'
    ? {
        member,
        message: `${toPointer(at)} in ${schema}.json must be there, so no page can be the last`,
        remedy: 'Let it be null, or do not require it.',
      }
    : null;
}

/** How a body says that a member has no value: by null, without it, or by an empty text. */
export function absentAs(
  schemas: Schemas,
  schema: SchemaName,
  at: readonly string[],
): 'null' | 'absent' | 'empty' | 'nothing' {
  const member = schemas.memberAt(schema, at) ?? {};
  if (typesOf(member).includes('null')) return 'null';
  const isRequired = (length: number): boolean => {
    const holder = schemas.memberAt(schema, at.slice(0, length - 1)) ?? {};
    const required = own(holder, 'required');
    return Array.isArray(required) && required.includes(at[length - 1] ?? '');
  };
  if (!isRequired(at.length)) return 'absent';
  if (LIMITS.every((keyword) => own(member, keyword) === undefined)) return 'empty';
  // What stands around it may be left out.
  return at.every((_, index) => isRequired(index + 1)) ? 'nothing' : 'absent';
}

/** Keywords that an empty text may violate. */
const LIMITS = ['minLength', 'pattern', 'format', 'enum', 'const'];

function typesOf(schema: JsonObject): readonly Json[] {
  const type = own(schema, 'type');
  if (type !== undefined) return (Array.isArray(type) ? type : [type]) as readonly Json[];
  const either = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  return Array.isArray(either)
    ? (either as readonly Json[]).flatMap((one) => (isObject(one) ? typesOf(one) : []))
    : [];
}
