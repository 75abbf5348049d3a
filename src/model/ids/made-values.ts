// Values of the members that the service makes, besides the id: times, its own address, UUIDs,
// slugs, versions, and for all others a value that fits the schema.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { madeMembers } from '../../contract/item-members.ts';
import { templateOf } from '../../contract/rows.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import { sampleValue } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Draw } from './ids.ts';
import { withNested } from './nested-values.ts';

export interface MakingOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly draw: Draw;
  /** The address of the item, without and with its origin. */
  readonly path: string;
  readonly address: string;
  /** The write. PATCH adds no member that it was not sent. */
  readonly kind: 'create' | 'replace' | 'update';
  /** The record before the write; `null` if it is new. */
  readonly before: JsonObject | null;
}

/**
 * Returns a record with the members that the service makes. Those of an existing record stay, except
 * for the time of the last change and the version. A judge has no clock, and makes none.
 */
export function withMadeValues(options: MakingOptions, record: JsonObject): JsonObject {
  const { contract, schemas, draw, before } = options;
  const filled = draw.ids === 'as-chosen' ? record : withRequired(options, record);
  const made = draw.time === undefined ? NONE : membersToMake(contract, schemas);
  if (made.size === 0) return filled;
  const values = [...made].flatMap(([member, schema]): readonly [string, Json][] => {
    const known = before === null ? undefined : own(before, member);
    const value =
      known === undefined
        ? newValue(options, member, schema, record)
        : changedValue(options, member, schema, known);
    return value === undefined ? [] : [[member, value]];
  });
  const sent = Object.entries(filled).filter(([member]) => !made.has(member));
  return objectOf([...sent, ...values]);
}

const NONE: ReadonlyMap<string, JsonObject> = new Map();

/** Adds what an item must have and a body need not: as it was, else an empty value, or one that fits. */
function withRequired(options: MakingOptions, record: JsonObject): JsonObject {
  const { contract, schemas, kind, before } = options;
  const body =
    kind === 'update' ? contract.item : (contract.operations[kind]?.body ?? contract.item);
  const demanded = schemas.requiredOf(body);
  const lacks = (member: string): boolean =>
    !Object.hasOwn(record, member) && !demanded.includes(member);
  const ofItems = [contract.item, ...(contract.views ?? [])]
    .filter((item) => item !== body)
    .map((item) => [schemas.requiredOf(item), schemas.membersOf(item)] as const);
  // What the list alone requires is the client's, if a request can have it.
  const sendable = schemas.membersOf(body);
  const ofElements = [
    schemas.requiredOfItems(contract.list).filter((member) => !sendable.has(member)),
    schemas.membersOfItems(contract.list),
  ] as const;
  const added = [...ofItems, ofElements]
    .flatMap(([required, members]) =>
      required.filter(lacks).map((member) => {
        const held = before === null ? undefined : own(before, member);
        return [member, held ?? emptyValue(schemas, member, members.get(member) ?? {})] as const;
      }),
    )
    .flatMap(([member, value]) => (value === undefined ? [] : [[member, value] as const]));
  const whole = completed(options, record);
  return added.length === 0 ? whole : objectOf([...Object.entries(whole), ...added]);
}

/** Adds what objects inside an item must have, and those in the body need not. */
function completed({ contract, schemas, kind }: MakingOptions, record: JsonObject): JsonObject {
  const body = contract.operations[kind]?.body ?? contract.item;
  if (body === contract.item) return record;
  const members = schemas.membersOf(contract.item);
  return objectOf(
    Object.entries(record).map(([member, value]) => [
      member,
      withNested(schemas, members.get(member) ?? true, value),
    ]),
  );
}

const known = new WeakMap<Contract, ReadonlyMap<string, JsonObject>>();

/** Members that no request may write, and that are read-only or required. */
export function membersToMake(given: Contract, schemas: Schemas): ReadonlyMap<string, JsonObject> {
  const contract = templateOf(given);
  const ofScope = (contract.scope ?? []).map(({ at }) => at[0]);
  const found = known.get(contract);
  if (found !== undefined) return found;
  const members = schemas.membersOf(contract.item);
  const required = [
    ...schemas.requiredOf(contract.item),
    ...schemas.requiredOfItems(contract.list),
  ];
  const made = new Map(
    madeMembers(contract, schemas).flatMap((member) => {
      const schema = members.get(member) ?? {};
      const isMade =
        !ofScope.includes(member) &&
        (own(schema, 'readOnly') === true || required.includes(member));
      return isMade ? [[member, schema] as const] : [];
    }),
  );
  known.set(contract, made);
  return made;
}

function newValue(
  options: MakingOptions,
  member: string,
  schema: JsonObject,
  record: JsonObject,
): Json | undefined {
  const { draw, path, address, schemas } = options;
  const format = own(schema, 'format');
  const isText = own(schema, 'type') === 'string';
  if (isText && format === 'uuid') return draw.uuid();
  if (isText && (format === 'uri' || format === 'url')) return address;
  if (isText && (format === 'uri-reference' || OWN_ADDRESS.test(member))) return path;
  const slug = isText && member === 'slug' ? slugFrom(record) : '';
  if (slug !== '') return slug;
  if (VERSION.test(member) && isNumber(schema)) return 1;
  const fixed = timeOf(options, member, schema) ?? own(schema, 'default');
  // Null says that nothing happened yet.
  if (fixed === undefined && admitsNull(schema)) return null;
  if (fixed !== undefined) return fixed;
  // Nothing belongs to a new item yet.
  if (own(schema, 'type') === 'array' && own(schema, 'minItems') === undefined) return [];
  if (isNumber(schema) && own(schema, 'x-unique') !== true)
    return emptyValue(schemas, member, schema);
  const serial = draw.time?.().ms ?? 1;
  return sampleValue(schemas, member, schema, {
    serial,
    token: '',
    marked: [],
    readOnly: 'made',
    optional: 'left-out',
  });
}

/** Only the time of the last change and the version follow a write. */
function changedValue(
  options: MakingOptions,
  member: string,
  schema: JsonObject,
  before: Json,
): Json {
  if (VERSION.test(member) && isNumber(schema) && typeof before === 'number') return before + 1;
  return LAST_CHANGE.test(member) ? (timeOf(options, member, schema) ?? before) : before;
}

const OWN_ADDRESS = /^(?:self|href|url|uri|link)$/i;
const VERSION = /^(?:version|revision|rev)$/i;
const LAST_CHANGE = /updat|modif|chang|edit/i;
const TIME = /(?:At|_at|On|_on|[Tt]ime|[Tt]imestamp|[Dd]ate)$/;

const NEVER = { ms: 0, iso: '1970-01-01T00:00:00.000Z' };

/** The time of day, in the form that the schema asks for; `undefined` if it is no time. */
function timeOf(
  { draw }: MakingOptions,
  member: string,
  schema: JsonObject,
): string | number | undefined {
  const { ms, iso } = draw.time?.() ?? NEVER;
  const format = own(schema, 'format');
  if (!isNumber(schema) && format === 'date-time') return iso;
  if (!isNumber(schema) && format === 'date') return iso.slice(0, 10);
  if (!TIME.test(member) && format !== 'date-time') return undefined;
  if (isNumber(schema)) return /ms$|millis/i.test(member) ? Math.floor(ms) : Math.floor(ms / 1_000);
  return own(schema, 'type') === 'string' && own(schema, 'pattern') === undefined ? iso : undefined;
}

function admitsNull(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  return Array.isArray(type) && (type as readonly Json[]).includes('null');
}

function isNumber(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  return type === 'integer' || type === 'number';
}

function isFullText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && !isObject(value);
}

/** Returns the title or name of a record as part of an address; empty if it has none. */
export function slugFrom(record: JsonObject): string {
  const text = ['title', 'name', 'label'].map((name) => own(record, name)).find(isFullText);
  return text === undefined ? '' : slugOf(text);
}

function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
