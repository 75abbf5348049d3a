// Whether a body is valid: an object of known members that makes a record which fits the schemas.

import { equal } from '../../base/equal.ts';
import { describeType, isObject, type JsonObject, jsonText, own } from '../../base/json.ts';
import { type Pointer, parsePointer, toPointer, valueAt } from '../../base/pointer.ts';
import type { ChoiceKey } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { bodyOfType } from '../../contract/declared.ts';
import { wrap } from '../../contract/envelope.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import {
  findUnknownMembers,
  type UnknownMember,
  withoutMembers,
} from '../../schema/unknown-members.ts';
import type { Facet, Violation } from '../../schema/violation.ts';
import { membersToMake } from '../ids/made-values.ts';
import { asListed } from '../ids/shown-values.ts';
import { isJsonType } from '../message/choose-body.ts';
import { INVALID_BODY, type ProblemError } from '../problems/problem-facts.ts';
import { withRowsNamed } from '../relations/ids-beside.ts';
import { findUnknownReferences } from '../relations/unknown-references.ts';
import type { By } from '../ruling/ruling.ts';
import { itemInRow } from '../state/rows-of.ts';
import { type Book, decide, type Refused, type Scene } from './scene.ts';
import {
  findCoding,
  findMalformed,
  findOversized,
  lackedEnvelope,
  readJson,
  type SentBody,
  unsupported,
} from './sent-body.ts';

export type BodyCheck<T> =
  | { readonly kind: 'fits'; readonly value: T }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** A JSON object without dropped members, and the members that a choice refuses. */
export interface SentObject {
  readonly value: JsonObject;
  readonly unknown: readonly UnknownMember[];
  /** Who decided what happens to unknown members. */
  readonly unknownBy: By;
  /** The members that a JSON Patch leaves. No schema of a request describes them. */
  readonly isLeft?: true;
}

const NOTHING_SENT: SentObject = { value: {}, unknown: [], unknownBy: 'contract' };

/** Reads the body of a call as a JSON object. */
export function readObject(body: SentBody, contract: Contract): BodyCheck<SentObject> {
  const { scene } = body;
  const json = readJson(body);
  if (json === 'empty') return refused(emptyBody());
  const outside = findAround(body);
  if (outside !== null) return refused(outside);
  const { value } = json;
  if (isObject(value)) return accepted(screenMembers(scene, contract, value));
  const error = {
    pointer: '',
    detail: `must be an object, is ${describeType(value)}`,
    keyword: 'type',
    plain: 'must be object',
  };
  const detail = `the body must be a JSON object, is ${describeType(value)}`;
  return refused({
    situation: 'invalid',
    by: 'contract',
    detail,
    remedy: 'Send {...} with the fields.',
    errors: [error],
    brief: NOT_AN_OBJECT,
  });
}

/** Returns what is wrong around the item in a body; `null` if nothing is. */
export function findAround(body: SentBody): Refused | null {
  const lacking = lackedEnvelope(body);
  return lacking === null ? findForeign(body) : withoutEnvelope(lacking);
}

/**
 * Refuses an item of another type than those of the collection: 409, also if it has no type
 * (jsonapi.org/format/1.1, sections 9.1.2 and 9.2.1).
 */
function findForeign({ scene }: SentBody): Refused | null {
  const { at = [], form } = scene.operation?.bodyEnvelope ?? {};
  const { body } = scene.call;
  if (form === undefined || body.kind !== 'json' || body.whole === undefined) return null;
  const wire = valueAt(body.whole, at);
  const wrong = form.fixed.find((one) => !equal(valueAt(wire ?? null, one.at) ?? null, one.value));
  if (wrong === undefined) return null;
  const named = toPointer([...at, ...wrong.at]);
  const given = valueAt(wire ?? null, wrong.at);
  return {
    situation: 'taken',
    by: 'contract',
    title: 'The body is of another type',
    detail: `${named} is ${given === undefined ? 'missing' : jsonText(given)}, and the items here have ${JSON.stringify(wrong.value)}`,
    remedy: `Send ${JSON.stringify(wrong.value)} there.`,
  };
}

/** Refuses a missing body, if that makes it invalid. */
export function emptyBody(): Refused {
  return invalid([{ pointer: '', detail: 'is empty', keyword: 'body' }], 'contract');
}

/** Refuses a body without the envelope that the contract has around the item. */
function withoutEnvelope(at: Pointer): Refused {
  const example = JSON.stringify(wrap({}, { at: parsePointer(at) ?? [] })).replace('{}', '{...}');
  const refusal = invalid([{ pointer: '', detail: 'is missing' }], 'contract');
  return { ...refusal, remedy: `Send ${example}, with the fields inside.` };
}

/** Refuses a body that the contract does not allow in one place. */
export function invalidAt(pointer: Pointer, detail: string, remedy?: string): Refused {
  return invalid([{ pointer, detail }], 'contract', remedy);
}

/** The brief text for a body that is not an object. */
export const NOT_AN_OBJECT = 'Body must be a JSON object';

/** Separates members that the request schema lacks, as chosen. Those in `before` stay. */
export function screenMembers(
  scene: Scene,
  contract: Contract,
  given: JsonObject,
  before: JsonObject | null = null,
): SentObject {
  const schema = scene.operation?.body;
  // A judge has no rows of others.
  const value =
    scene.book.draw.ids === 'as-chosen'
      ? given
      : withRowsNamed(scene.book, contract, schema ?? contract.item, given);
  const named = schema === undefined ? NONE : findUnknownMembers(scene.book.schemas, schema, value);
  if (named.length === 0) return { value, unknown: NONE, unknownBy: 'contract' };
  // `create.id` and `replace.id` decide what happens to an id.
  const found = named.filter(({ steps }) => steps.length > 1 || steps[0] !== contract.id);
  const unknown =
    before === null || found.length === 0
      ? found
      : found.filter((member) => valueAt(before, member.steps) === undefined);
  if (unknown.length === 0) return { value, unknown: NONE, unknownBy: 'contract' };
  const rule = scene.decisions['fields.unknown'];
  switch (rule.value) {
    case 'keep':
      return { value, unknown: NONE, unknownBy: rule.by };
    case 'drop':
      return { value: withoutMembers(value, unknown), unknown: NONE, unknownBy: rule.by };
    case 'refuse':
      return { value, unknown, unknownBy: rule.by };
    case 'refuse-misspelt':
      return {
        value,
        unknown: unknown.filter((member) => member.near !== null),
        unknownBy: rule.by,
      };
  }
}

const NONE: readonly UnknownMember[] = [];

/**
 * Checks a record against the schemas of the request, of an item and of a list element; `null`
 * stands for none, and only what was sent is checked. A choice
 * decides about errors that the contract leaves open; members that the list schema requires are
 * required, because every record is in the list.
 */
export function checkRecord(
  scene: Scene,
  contract: Contract,
  sent: SentObject,
  record: JsonObject | null,
): Refused | null {
  const { checker, schemas } = scene.book;
  const ofRequest = flawsOfRequest(scene, contract, sent);
  if (record === null) return refusalOf(scene, sent, ofRequest, [], []);
  const unknown = findUnknownReferences(scene.book, contract, record);
  const row = itemInRow(contract, schemas, record);
  const ofItem = schemas.listIncludes(contract.list, contract.item)
    ? NO_FLAWS
    : withoutAdded(scene, contract, checker.check(contract.item, row));
  const ofLists = checker.check(contract.list, [asListed(schemas, contract, row)]);
  const ofList =
    ofLists.length === 0
      ? NO_FLAWS
      : withoutAdded(
          scene,
          contract,
          ofLists.filter((flaw) => flaw.at.startsWith('/0') && !isLeftOut(scene, contract, flaw)),
        );
  return refusalOf(scene, sent, ofRequest, ofItem, ofList, unknown);
}

/** Whether a closed list has no place for a member that items have: it shows less of them. */
function isLeftOut({ book }: Scene, contract: Contract, { keyword, at }: Violation): boolean {
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties') return false;
  const [, member = '', ...below] = parsePointer(at) ?? [];
  return below.length === 0 && book.schemas.membersOf(contract.item).has(member);
}

/** What is wrong with a row. */
export interface RowFlaw {
  readonly pointer: Pointer;
  readonly detail: string;
  readonly facet: Facet;
}

/** Returns what is wrong with a row as an item and as an element of the list, each flaw once. */
export function flawsOfRow(
  { checker, schemas }: Pick<Book, 'checker' | 'schemas'>,
  contract: Contract,
  given: JsonObject,
): readonly RowFlaw[] {
  const row = itemInRow(contract, schemas, given);
  const ofItem = checker.check(contract.item, row);
  const ofList = checker
    .check(contract.list, [asListed(schemas, contract, row)])
    .map((flaw) => ({ ...flaw, at: flaw.at.replace(/^\/0(?=\/|$)/, '') }));
  const all = [...ofItem, ...ofList].map(
    ({ at, message, facet }): RowFlaw => ({ pointer: at, detail: message, facet }),
  );
  return [...new Map(all.map((flaw) => [`${flaw.pointer} ${flaw.detail}`, flaw])).values()];
}

/** Returns the refusal of what is wrong with a request, with the record and with the list. */
function refusalOf(
  scene: Scene,
  sent: SentObject,
  ofRequest: readonly Violation[],
  ofItem: readonly Violation[],
  ofList: readonly Violation[],
  unknown: readonly ProblemError[] = [],
): Refused | null {
  if (
    ofRequest.length === 0 &&
    ofItem.length === 0 &&
    ofList.length === 0 &&
    unknown.length === 0 &&
    sent.unknown.length === 0
  )
    return null;
  const errors = new Map<string, ProblemError>();
  const deciders: By[] = [];
  const note = (flaw: Violation, pointer: string, by: By): void => {
    errors.set(`${pointer} ${flaw.keyword} ${flaw.missing ?? ''}`, {
      pointer,
      detail: flaw.message,
      keyword: flaw.keyword,
      plain: flaw.plain,
      missing: flaw.missing,
    });
    deciders.push(by);
  };
  for (const flaw of [...ofRequest, ...ofItem]) {
    const rule = decideFacet(scene, flaw.facet);
    if (rule.isRefused) note(flaw, flaw.at, rule.by);
  }
  for (const flaw of ofList) {
    const rule =
      flaw.facet === 'required'
        ? { isRefused: true, by: 'contract' as const }
        : decideFacet(scene, flaw.facet);
    const pointer = flaw.at.replace(/^\/0(?=\/|$)/, '');
    const isReported = errors.has(`${pointer} ${flaw.keyword} ${flaw.missing ?? ''}`);
    if (rule.isRefused && !isReported) note(flaw, pointer, rule.by);
    else if (rule.isRefused) deciders.push(rule.by);
  }
  for (const member of sent.unknown) {
    errors.set(`${toPointer(member.steps)} unknown `, unknownError(member));
    deciders.push(sent.unknownBy);
  }
  for (const error of unknown) {
    errors.set(`${error.pointer} reference `, error);
    deciders.push(scene.decisions['reference.unknown'].by);
  }
  if (errors.size === 0) return null;
  const by = deciders.includes('contract') ? 'contract' : (deciders[0] ?? 'contract');
  return invalid([...errors.values()], by, scene.kind === 'replace' ? REPLACE_REMEDY : undefined);
}

const NO_FLAWS: readonly Violation[] = [];

/**
 * Checks what was sent against the schema of the request. A PATCH need not hold what a whole item
 * must, and null in it stands for the removal of a member (RFC 7396): what it leaves is checked as
 * a record.
 */
function flawsOfRequest(scene: Scene, contract: Contract, sent: SentObject): readonly Violation[] {
  const { value, isLeft } =
    scene.kind === 'update' ? withoutId(sent, contract, scene.decisions['replace.id'].value) : sent;
  const schema = scene.operation?.body;
  if (schema === undefined || isLeft === true) return NO_FLAWS;
  const { checker } = scene.book;
  if (scene.kind !== 'update') return withoutMade(scene, contract, checker.check(schema, value));
  return checker
    .check(schema, value)
    .filter(
      ({ at, missing }) => missing === undefined && valueAt(value, parsePointer(at) ?? []) !== null,
    );
}

/** Checks the body of an operation that stores nothing; it need not be an object. */
export function checkSent(body: SentBody): Refused | null {
  const { scene } = body;
  const json = readJson(body);
  const outside = findAround(body);
  if (json === 'empty') return emptyBody();
  if (outside !== null) return outside;
  const schema = scene.operation?.body;
  const flaws = schema === undefined ? NO_FLAWS : scene.book.checker.check(schema, json.value);
  return refusalOf(scene, NOTHING_SENT, flaws, [], []);
}

/**
 * Finds what is wrong with a body that is declared, and is neither JSON nor a form; `fits` if nothing
 * is, `null` if it is to be read as JSON or a form, or nothing is declared of it.
 */
export function checkDeclared(sent: SentBody): Refused | 'fits' | null {
  const { scene, contentType = '' } = sent;
  const { body } = scene.call;
  const { bodies = [], required = false } = scene.operation?.request ?? {};
  const isReadElse = scene.operation?.body !== undefined;
  if (bodies.length === 0) return null;
  if (body.kind === 'none') return isReadElse ? null : required ? findMalformed(sent) : 'fits';
  const declared = bodyOfType(bodies, contentType);
  if (isReadElse && (declared === null || isValueType(contentType))) return null;
  const types = bodies.map(({ type }) => type);
  const { by } = scene.decisions['content.type'];
  if (declared === null) return unsupported(sent.contentType, types, { by });
  const flaw = findOversized(sent) ?? findCoding(scene);
  if (flaw !== null || body.kind === 'oversized') return flaw ?? 'fits';
  if (body.form !== undefined && body.kind === 'broken') return findMalformed(sent);
  const value = body.kind === 'json' && body.form !== undefined ? body.value : body.text;
  const isJudged =
    declared.schema !== null &&
    (typeof value !== 'string' || isTextSchema(scene.book.schemas, declared.schema));
  const flaws = isJudged ? scene.book.checker.check(declared.schema, value) : NO_FLAWS;
  return refusalOf(scene, NOTHING_SENT, flaws, [], []) ?? 'fits';
}

function isTextSchema(schemas: Schemas, name: SchemaName): boolean {
  const types = schemas.partsByName(name).map((part) => own(part, 'type'));
  return types.some((type) => type === 'string');
}

/** Whether a body of a media type is a value: JSON or a form. */
function isValueType(contentType: string): boolean {
  const [type = ''] = contentType.split(';');
  return isJsonType(type.trim().toLowerCase()) || FORM.test(type);
}

const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*$/i;

/** Leaves out missing members that the mock makes: a body need not have them. */
function withoutMade(
  { book, kind, decisions }: Scene,
  contract: Contract,
  flaws: readonly Violation[],
): readonly Violation[] {
  if (flaws.length === 0) return flaws;
  const made = membersToMake(contract, book.schemas);
  const id = book.schemas.membersOf(contract.item).get(contract.id) ?? {};
  const isIdMade =
    kind === 'create' ? decisions['create.id'].value !== 'keep' : own(id, 'readOnly') === true;
  return flaws.filter(
    ({ missing, at }) =>
      at !== '' ||
      missing === undefined ||
      !(made.has(missing) || (isIdMade && missing === contract.id)),
  );
}

/**
 * Leaves out the missing members that a service adds itself, if a judge asks: read-only ones, and
 * in a creation all that the request schema does not require.
 */
function withoutAdded(
  { book, kind }: Scene,
  contract: Contract,
  flaws: readonly Violation[],
): readonly Violation[] {
  if (flaws.length === 0 || book.draw.ids !== 'as-chosen') return flaws;
  const { schemas } = book;
  const sendable = kind === 'create' ? contract.operations.create?.body : undefined;
  const needed = sendable === undefined ? null : schemas.requiredOf(sendable);
  const members = schemas.membersOf(contract.item);
  const body = kind === null ? undefined : contract.operations[kind]?.body;
  const isOther = body !== undefined && body !== contract.item;
  return flaws.filter(({ missing, at }) => {
    if (missing === undefined) return true;
    if (!/^(\/0)?$/.test(at)) return !isOther;
    const isReadOnly = own(members.get(missing) ?? {}, 'readOnly') === true;
    return !isReadOnly && (needed?.includes(missing) ?? true);
  });
}

/** Removes the id from the sent members, if a choice ignores it. */
export function withoutId(sent: SentObject, contract: Contract, rule: string): SentObject {
  if (rule !== 'ignore' || !Object.hasOwn(sent.value, contract.id)) return sent;
  return { ...sent, value: withoutMembers(sent.value, [{ steps: [contract.id], near: null }]) };
}

const REPLACE_REMEDY =
  'PUT replaces the whole record; send every field, or use PATCH to change some.';

/** Refuses a body, with all its errors. */
export function invalid(
  errors: readonly ProblemError[],
  by: By,
  remedy = 'Correct what "errors" lists; each pointer names a place in the body.',
): Refused {
  return { situation: 'invalid', by, detail: INVALID_BODY, remedy, errors };
}

export function refused(what: Refused): { readonly kind: 'refused'; readonly refused: Refused } {
  return { kind: 'refused', refused: what };
}

export function accepted<T>(value: T): { readonly kind: 'fits'; readonly value: T } {
  return { kind: 'fits', value };
}

function decideFacet(scene: Scene, facet: Facet): { readonly isRefused: boolean; readonly by: By } {
  if (facet === 'shape') return { isRefused: true, by: 'contract' };
  const rule = decide(scene, `fields.${facet}` as const satisfies ChoiceKey);
  return { isRefused: rule.value === 'refuse', by: rule.by };
}

function unknownError(member: UnknownMember): ProblemError {
  const hint = member.near === null ? '' : `; did you mean "${member.near}"?`;
  return { pointer: toPointer(member.steps), detail: `is not a known field${hint}` };
}
