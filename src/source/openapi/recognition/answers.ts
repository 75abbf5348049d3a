// What the operations of a document take and answer: lists, items, or nothing that tells. Knows no
// roles.

import { equal } from '../../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';
import { remember } from '../../../base/remember.ts';
import { closingKeywords } from '../../../schema/keywords/keyword-table.ts';
import type { SchemaName, Schemas } from '../../../schema/schema.ts';
import { type FoundId, typeOfId, withId } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { isRefusal, successOf } from '../outcomes.ts';
import type { SchemaBook } from '../schemas/schema-book.ts';
import {
  type ItemShape,
  isOfType,
  itemIn,
  keyedList,
  type ListShape,
  listIn,
  listOfAny,
  listOfLike,
  listOfNames,
} from '../shapes.ts';
import { isSilent } from './silence.ts';

/** Types of values that have no members. */
const SIMPLE = ['string', 'integer', 'number', 'boolean'] as const;

const isUsualId = (name: string): boolean => /^_?u?u?id$/i.test(name);

/** The shapes in the bodies of operations. */
export class Answers {
  readonly schemas: Schemas;
  private readonly book: SchemaBook;

  constructor({ book, schemas }: { readonly book: SchemaBook; readonly schemas: Schemas }) {
    this.book = book;
    this.schemas = schemas;
  }

  /** The list that an operation answers; `null` if it answers none. */
  listOf(operation: ApiOperation | undefined, words: readonly string[]): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : listIn(this.schemas, schema, words);
  }

  /** The list of items in an answer, whatever its name is. */
  listOfItems(operation: ApiOperation | undefined, item: ItemShape): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : listOfLike(this.schemas, schema, item);
  }

  /** A list of objects of which nothing is said. */
  listOfAny(operation: ApiOperation | undefined, words: readonly string[]): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : listOfAny(this.schemas, schema, words);
  }

  /** A list of the ids of items, or one that a service showed empty: it may be one. */
  listOfNames(operation: ApiOperation | undefined, words: readonly string[]): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    if (schema === null) return null;
    const open = operation?.shown === true ? listOfAny(this.schemas, schema, words) : null;
    return open === null ? listOfNames(this.schemas, schema, words) : { ...open, isOfNames: true };
  }

  /** An object of items by their ids in an answer. */
  keyedList(
    operation: ApiOperation | undefined,
    items: { readonly item: ItemShape; readonly any: boolean },
  ): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : keyedList(this.schemas, schema, items);
  }

  /** The item that an operation answers. */
  itemOf(operation: ApiOperation | undefined, words: readonly string[]): ItemShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    if (schema === null || listIn(this.schemas, schema, words)?.at.length === 0) return null;
    return itemIn(this.schemas, schema, words);
  }

  /** Whether an operation answers the item in one of its members, whatever its name is. */
  holdsItem(operation: ApiOperation, { name }: Pick<ItemShape, 'name'>): boolean {
    const schema = this.shown(operation);
    if (schema === null || name === null) return false;
    const members = [...this.schemas.membersOf(schema).keys()];
    return members.filter((one) => this.schemas.fileAt(schema, [one]) === name).length === 1;
  }

  /** What an operation takes, with the id that its path has; `null` if it takes no item. */
  itemNamed(operation: ApiOperation, words: readonly string[]): ItemShape | null {
    const sent = this.itemSent(operation, words);
    const { lastParameter: name } = operation.path;
    if (sent?.name == null || name === null || sent.members.has(name)) return sent;
    const type = typeOfId(new Map([['PUT', operation]]));
    const schema = this.book.add(`${sent.name}.item`, withId(sent.name, { name, type }, this.book));
    return { schema, at: [], name: schema, members: this.schemas.membersOf(schema) };
  }

  /** The item that an operation takes. */
  itemSent(operation: ApiOperation, words: readonly string[]): ItemShape | null {
    return itemIn(this.schemas, operation.body?.schema ?? '', words);
  }

  /** The only member of a body that is a list of ids or names, `*` if that is the body; `null` if none is. */
  namesSent(operation: ApiOperation): string | null {
    const schema = operation.body?.schema ?? null;
    if (schema === null) return null;
    const isNames = (one: JsonObject | undefined): boolean => {
      const items = one === undefined ? null : (own(one, 'items') ?? null);
      const type = isObject(items) ? own(items, 'type') : null;
      return type === 'string' || type === 'integer' || type === 'number';
    };
    if (isNames(this.schemas.memberAt(schema, []))) return '*';
    const [only, second] = [...this.schemas.membersOf(schema).keys()].filter((name) =>
      isNames(this.schemas.memberAt(schema, [name])),
    );
    return second === undefined ? (only ?? null) : null;
  }

  /** The list that an operation takes. */
  listSent(operation: ApiOperation, words: readonly string[]): ListShape | null {
    return listIn(this.schemas, operation.body?.schema ?? '', words);
  }

  /** The element of a list as an item; one without a name gets one. */
  elementOf({ schema, at, element }: ListShape, [word = 'element']: readonly string[]): ItemShape {
    const items = own(this.schemas.memberAt(schema, at) ?? {}, 'items');
    const wish = `${word}.item`;
    const shape = isObject(items) ? items : true;
    const isKnown = equal(this.book.schemas.get(wish) ?? null, shape);
    const name = element.name ?? (isKnown ? wish : this.book.add(wish, shape));
    return { schema: name, at: [], name, members: element.members };
  }

  /** The schema of a list of items; `null` if the item has no name of its own. */
  listSchemaOf({ name }: Pick<ItemShape, 'name'>): SchemaName | null {
    if (name === null) return null;
    return this.book.add(`${name}.list`, { type: 'array', items: { $ref: `${name}.json` } });
  }

  /** Whether an operation answers a text in JSON. */
  isText(operation: ApiOperation): boolean {
    const schema = successOf(operation, 200).body?.schema ?? null;
    return schema !== null && isOfType(this.schemas.memberAt(schema, []) ?? {}, 'string') === true;
  }

  /** A thing of which nothing is known but that it has an id. */
  anyItem(words: readonly string[], type: 'integer' | 'string' = 'integer'): ItemShape {
    const name = this.book.add(
      words.at(-1) ?? 'item',
      withId(undefined, { name: 'id', type }, this.book),
    );
    return { schema: name, at: [], name, members: this.schemas.membersOf(name) };
  }

  /** The schema of the success of an operation, if it is JSON. */
  readonly shown = remember((operation: ApiOperation): SchemaName | null => {
    const { body } = successOf(operation, operation.method === 'POST' ? 201 : 200);
    if (body?.format !== 'json' || body.schema === null) return null;
    // A thing with an id is no refusal: generators declare the answer of a success for 404, too.
    if (!isRefusal(operation, body.schema)) return body.schema;
    const things =
      listIn(this.schemas, body.schema, [])?.element ?? itemIn(this.schemas, body.schema, []);
    return [...(things?.members.keys() ?? [])].some(isUsualId) ? body.schema : null;
  });

  /** The schema of an object of which nothing is known. */
  anyObject(): SchemaName {
    return this.book.add('any.object', { type: 'object' });
  }

  /** Whether an item may have no members that its schema does not name. */
  isClosed({ schema, at }: ItemShape): boolean {
    const parts = [
      ...this.schemas.mentionsByName(schema),
      ...this.schemas.mentionsOf(this.schemas.memberAt(schema, at)),
    ];
    return parts.some((part) => closingKeywords.some((keyword) => own(part, keyword) === false));
  }

  /** Why the body of an operation cannot be that of an item; `null` if it can. */
  flawOfBody({ body }: ApiOperation): string | null {
    if (body === null) return 'it has no body';
    if (body.format === 'other') return `its body is ${body.mediaType}`;
    if (body.schema === null) return 'its body has no schema';
    return this.schemas.membersOf(body.schema).size === 0 && !this.isAnyObject(body.schema)
      ? 'its body is no object of members'
      : null;
  }

  /** Whether the body of an operation is one of several kinds of objects. */
  takesKinds({ body }: ApiOperation): boolean {
    if (body?.format !== 'json' || body.schema === null) return false;
    const [part, other] = this.schemas.partsByName(body.schema);
    const kinds = part === undefined || other !== undefined ? [] : optionsOf(part);
    return kinds.length > 0 && kinds.every((one) => this.hasMembers(one));
  }

  private hasMembers(kind: Json): boolean {
    return this.schemas.partsOf(kind).some((part) => isObject(own(part, 'properties') ?? null));
  }

  /** Whether a schema is that of an object, or of anything: generators leave members out. */
  private isAnyObject(name: SchemaName): boolean {
    const parts = this.schemas.partsByName(name);
    return parts.length > 0 && parts.every((part) => isOfType(part, 'object') ?? isSilent(part));
  }
}

/** Whether the whole body of an operation is a text: it has no members that a row could keep. */
export function takesText(schemas: Schemas, { body }: Pick<ApiOperation, 'body'>): boolean {
  if (body?.format !== 'json' || body.schema === null) return false;
  const parts = schemas.partsByName(body.schema);
  return parts.some((part) => isOfType(part, 'string') === true);
}

/** Whether a body has members that a row could keep: no list, text or number, in a form that is read. */
export function takesMembers(schemas: Schemas, { body }: Pick<ApiOperation, 'body'>): boolean {
  if (body === null || body.format === 'other') return false;
  const sent = (body.schema === null ? undefined : schemas.memberAt(body.schema, [])) ?? {};
  return !takesText(schemas, { body }) && !NOT_OBJECTS.some((one) => isOfType(sent, one) === true);
}

const NOT_OBJECTS = ['array', 'number', 'integer', 'boolean'];

/** Whether a body has all members of an item but its id: what lacks some says nothing of those. */
export function takesWhole(
  schemas: Schemas,
  { body }: Pick<ApiOperation, 'body'>,
  { item: { members }, id }: { readonly item: ItemShape; readonly id: FoundId },
): boolean {
  const sent = body?.schema == null ? null : schemas.membersOf(body.schema);
  return [...members.keys()].every((name) => name === id.member || sent?.has(name) === true);
}

function optionsOf(part: JsonObject): readonly Json[] {
  return [own(part, 'oneOf') ?? own(part, 'anyOf') ?? []].flat() as readonly Json[];
}

/**
 * Returns the member of an item that is the whole body of an operation: `"admin"` where the document
 * calls the body `role`, and so does the item; `null` if none is.
 */
export function memberSent(
  schemas: Schemas,
  { body, bodyName = '' }: ApiOperation,
  { members }: Pick<ItemShape, 'members'>,
): string | null {
  const member = members.get(bodyName);
  if (body?.format !== 'json' || body.schema === null || member === undefined) return null;
  const sent = schemas.memberAt(body.schema, []) ?? {};
  const type = SIMPLE.find((one) => isOfType(sent, one) === true);
  return type !== undefined && isOfType(member, type) === true ? bodyName : null;
}
