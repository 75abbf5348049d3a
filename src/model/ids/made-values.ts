// Values of the members that the service makes, besides the id: times, its own address, UUIDs,
// slugs, versions, and for all others a value that fits the schema.

import { equal } from '../../base/equal.ts';
import { hash32 } from '../../base/hash.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { bodiesSent, madeMembers, marksOf } from '../../contract/item-members.ts';
import { templateOf } from '../../contract/rows.ts';
import { admitsNull } from '../../schema/alternatives.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import { numberOf } from '../../schema/sample/number.ts';
import { sampleValue } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Draw } from './ids.ts';
import { mayHold, mayLack, withHeld, withNested } from './nested-values.ts';

export interface MakingOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly draw: Draw;
  /** Returns the address of the item, without and with its origin. */
  readonly addresses: () => { readonly path: string; readonly address: string };
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
  const filled =
    draw.ids === 'as-chosen'
      ? withKept(options, record)
      : withRequired(options, withHeldBelow(options, record));
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

/** Whether a write of a kind is stored without any value that the service makes, but for the id. */
export function makesNothing(
  contract: Contract,
  schemas: Schemas,
  kind: MakingOptions['kind'],
): boolean {
  return plansOf(schemas)(templateOf(contract))[kind].isNothing;
}

/** Adds what an item must have and a body need not: as it was, else an empty value, or one that fits. */
function withRequired(options: MakingOptions, record: JsonObject): JsonObject {
  const { contract, schemas, kind, before } = options;
  const { beyond, nested } = gapsOf(contract, schemas, kind);
  const whole = completed(options, nested, record);
  if (beyond.length === 0) return whole;
  const added = beyond.flatMap(([member, schema]) => {
    if (Object.hasOwn(record, member)) return [];
    const held = before === null ? undefined : own(before, member);
    const amount = amountOf(member, schema, own(record, contract.id));
    const value = held ?? amount ?? emptyValue(schemas, member, schema);
    return value === undefined ? [] : [[member, value] as const];
  });
  return added.length === 0 ? whole : objectOf([...Object.entries(whole), ...added]);
}

/** What only the service writes below a member is not taken from a request. */
function withHeldBelow(options: MakingOptions, record: JsonObject): JsonObject {
  const { contract, schemas, kind, before } = options;
  const { held } = gapsOf(contract, schemas, kind);
  return [...held].reduce((whole, [member, schema]) => {
    const value = own(whole, member);
    if (value === undefined) return whole;
    return withMember(whole, member, withHeld(schemas, schema, value, own(before ?? {}, member)));
  }, record);
}

/** A judge knows of what the service makes that it stays. */
function withKept({ contract, schemas, before }: MakingOptions, record: JsonObject): JsonObject {
  if (before === null) return record;
  const held = [...membersToMake(contract, schemas).keys()].flatMap((member) => {
    const value = Object.hasOwn(record, member) ? undefined : own(before, member);
    return value === undefined ? [] : [[member, value] as const];
  });
  return held.length === 0 ? record : objectOf([...Object.entries(record), ...held]);
}

type Members = readonly (readonly [member: string, schema: JsonObject])[];

/** What the writes of one kind may lack of an item. */
interface Gaps {
  /** The members that an item must have, and the body need not. */
  readonly beyond: Members;
  /** The members whose values may lack members of their own. */
  readonly nested: ReadonlyMap<string, JsonObject>;
  /** The members below whose values there are some that only the service writes. */
  readonly held: ReadonlyMap<string, JsonObject>;
}

/** Whether nothing has to be made for the writes of one kind, and what they may lack. */
interface Plan extends Gaps {
  readonly isNothing: boolean;
}

const plansOf = remember(
  (schemas: Schemas) =>
    remember((contract: Contract): Readonly<Record<MakingOptions['kind'], Plan>> => {
      const plan = (kind: MakingOptions['kind']): Plan => {
        const beyond = findMembersBeyond(contract, schemas, kind);
        const nested = findNested(contract, schemas, kind);
        const made = membersToMake(contract, schemas);
        const held = findHeld(contract, schemas);
        const isNothing = beyond.length + nested.size + made.size + held.size === 0;
        return { beyond, nested, held, isNothing };
      };
      return { create: plan('create'), replace: plan('replace'), update: plan('update') };
    }, new WeakMap()),
  new WeakMap(),
);

function gapsOf(contract: Contract, schemas: Schemas, kind: MakingOptions['kind']): Gaps {
  return plansOf(schemas)(templateOf(contract))[kind];
}

function findNested(
  contract: Contract,
  schemas: Schemas,
  kind: MakingOptions['kind'],
): Gaps['nested'] {
  const { item } = contract;
  const [body = item] = bodiesSent(contract, kind);
  const held = findHeld(contract, schemas);
  const members = body === item ? [...held] : [...schemas.membersOf(item)];
  return new Map(members.filter(([, schema]) => mayLack(schemas, schema)));
}

function findHeld({ item }: Contract, schemas: Schemas): Gaps['held'] {
  return new Map([...schemas.membersOf(item)].filter(([, schema]) => mayHold(schemas, schema)));
}

function findMembersBeyond(
  contract: Contract,
  schemas: Schemas,
  kind: MakingOptions['kind'],
): Members {
  const { item, list, operations, views = [] } = contract;
  const [sent = item] = bodiesSent(contract, kind);
  const body = kind === 'update' ? item : sent;
  const demanded = schemas.requiredOf(body);
  const ofItems = [item, ...views]
    .filter((one) => one !== body)
    .map((one) => [schemas.requiredOf(one), schemas.membersOf(one)] as const);
  // A specification that declares the bodies of requests as a whole has said what they need. Else
  // what the list alone requires is the client's, if a request can have it.
  const isDeclared = body !== item && operations[kind]?.request !== undefined;
  const sendable = isDeclared ? NONE : schemas.membersOf(body);
  const ofElements = [
    schemas.requiredOfItems(list).filter((member) => !sendable.has(member)),
    schemas.membersOfItems(list),
  ] as const;
  const own = schemas.membersOf(item);
  const found = new Map<string, JsonObject>();
  // What several need is as the item has it: a list may be of things of another kind.
  for (const [required, members] of [...ofItems, ofElements])
    for (const member of required)
      if (!demanded.includes(member) && !found.has(member))
        found.set(member, own.get(member) ?? members.get(member) ?? {});
  return [...found];
}

/** Adds what objects inside an item must have, and those in the body need not. */
function completed(options: MakingOptions, nested: Gaps['nested'], record: JsonObject): JsonObject {
  if (nested.size === 0) return record;
  const { schemas } = options;
  const make = (name: string, schema: JsonObject): Json | undefined =>
    (own(schema, 'readOnly') === true ? timeOf(options, name, schema) : undefined) ??
    emptyValue(schemas, name, schema);
  const entries = Object.entries(record).map(([member, value]): [string, Json] => [
    member,
    withNested(schemas, nested.get(member) ?? true, value, make),
  ]);
  const isSame = entries.every(([member, value]) => value === own(record, member));
  return isSame ? record : objectOf(entries);
}

/** Members that no request may write, and that are read-only or required. */
export function membersToMake(
  contract: Contract,
  schemas: Schemas,
): ReadonlyMap<string, JsonObject> {
  return madeIn(schemas)(templateOf(contract));
}

const madeIn = remember(
  (schemas: Schemas) =>
    remember((contract: Contract) => findMembersToMake(contract, schemas), new WeakMap()),
  new WeakMap(),
);

function findMembersToMake(contract: Contract, schemas: Schemas): ReadonlyMap<string, JsonObject> {
  const ofScope = (contract.scope ?? []).map(({ at }) => at[0]);
  const { embeds = {} } = contract;
  const members = schemas.membersOf(contract.item);
  const required = [
    ...schemas.requiredOf(contract.item),
    ...schemas.requiredOfItems(contract.list),
  ];
  const ofElements = schemas.membersOfItems(contract.list);
  return new Map(
    madeMembers(contract, schemas).flatMap((member) => {
      const schema = common(members.get(member) ?? {}, ofElements.get(member));
      const isMade =
        !ofScope.includes(member) &&
        (required.includes(member) ||
          // Where no row is there to be shown, nothing is.
          (own(schema, 'readOnly') === true && !Object.hasOwn(embeds, member)));
      return isMade ? [[member, schema] as const] : [];
    }),
  );
}

/** Narrows the options of a member to those that elements of the list have, too. */
function common(schema: JsonObject, ofElement: JsonObject | undefined): JsonObject {
  const [options, others] = [optionsOf(schema), optionsOf(ofElement)];
  const both = others.filter((one) => options.length === 0 || options.some((is) => equal(is, one)));
  return both.length === 0 ? schema : { ...schema, enum: both };
}

function optionsOf(schema: JsonObject | undefined): readonly Json[] {
  const options = schema === undefined ? undefined : own(schema, 'enum');
  const constant = schema === undefined ? undefined : own(schema, 'const');
  if (constant !== undefined) return [constant];
  return Array.isArray(options) ? (options as readonly Json[]) : [];
}

function newValue(
  options: MakingOptions,
  member: string,
  schema: JsonObject,
  record: JsonObject,
): Json | undefined {
  const { draw, addresses, schemas, contract } = options;
  // Nobody has marked it yet.
  if (marksOf(contract).includes(member)) return false;
  const format = own(schema, 'format');
  const isText = own(schema, 'type') === 'string';
  if (isText && format === 'uuid') return draw.uuid();
  if (isText && (format === 'uri' || format === 'url')) return addresses().address;
  if (isText && (format === 'uri-reference' || OWN_ADDRESS.test(member))) return addresses().path;
  const slug = isText && member === 'slug' ? slugFrom(record) : '';
  if (slug !== '') return slug;
  if (VERSION.test(member) && isNumber(schema)) return 1;
  const isLater = contract.actions?.some(({ times }) => times?.includes(member));
  if (isLater === true && admitsNull(schemas, schema)) return null;
  const fixed = timeOf(options, member, schema) ?? own(schema, 'default');
  // Null says that nothing happened yet.
  if (fixed === undefined && admitsNull(schemas, schema)) return null;
  if (fixed !== undefined) return fixed;
  // Nothing belongs to a new item yet.
  if (own(schema, 'type') === 'array' && own(schema, 'minItems') === undefined) return [];
  if (isNumber(schema) && own(schema, 'x-unique') !== true)
    return (
      amountOf(member, schema, own(record, contract.id)) ?? emptyValue(schemas, member, schema)
    );
  const serial = draw.time?.().ms ?? 1;
  return (
    firstState(schema) ??
    sampleValue(schemas, member, schema, {
      serial,
      token: '',
      marked: [],
      readOnly: 'made',
      optional: 'left-out',
    })
  );
}

/** What a thing costs is not nothing; the same item costs the same in each run. */
function amountOf(member: string, schema: JsonObject, id: Json | undefined): number | undefined {
  const words = member
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/)
    .map((one) => one.toLowerCase());
  const isAmount = words.some((one) => AMOUNTS.has(one)) && !words.some((one) => NOT_YET.has(one));
  if (!isAmount || own(schema, 'default') !== undefined) return undefined;
  const type = own(schema, 'type') === 'integer' ? 'integer' : 'number';
  const place = hash32(`${member} ${jsonText(id ?? null)}`) >>> 0;
  const usual = { minimum: 1, maximum: 100, ...(type === 'integer' ? {} : { multipleOf: CENT }) };
  return isNumber(schema)
    ? (numberOf({ ...usual, ...schema }, type, place) ?? numberOf(schema, type, place))
    : undefined;
}

const AMOUNTS = new Set(['price', 'cost', 'fee', 'fare', 'salary', 'wage', 'rent', 'amount']);
/** Of these there is nothing before something happens. */
const NOT_YET = new Set([
  'paid',
  'refunded',
  'refund',
  'discount',
  'discounted',
  'total',
  'tax',
  'spent',
]);
const CENT = 0.01;

/** The states of a new item, if only the service sets them. */
export function firstStates(contract: Contract, schemas: Schemas): JsonObject {
  const states = [...membersToMake(contract, schemas)].flatMap(([member, schema]) => {
    const state = firstState(schema);
    return state === undefined ? [] : [[member, state] as const];
  });
  return objectOf(states);
}

/** The default of a state, or the first of its values; a flag says that nothing happened yet. */
function firstState(schema: JsonObject): Json | undefined {
  const [first] = optionsOf(schema).filter((one) => one !== null);
  const isFlag = own(schema, 'type') === 'boolean' && first === undefined;
  return own(schema, 'default') ?? (isFlag ? false : first);
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
export function timeOf(
  { draw }: Pick<MakingOptions, 'draw'>,
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
