// Reads the body of a call, and checks the resulting record against the schemas.

import { describeType, isObject, type Json, type JsonObject } from '../../base/json.ts';
import { toPointer, valueAt } from '../../base/pointer.ts';
import type { ChoiceKey } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import {
  findUnknownMembers,
  type UnknownMember,
  withoutMembers,
} from '../../schema/unknown-members.ts';
import type { Facet, Violation } from '../../schema/violation.ts';
import { header } from '../message/call.ts';
import { type BodyType, readBodyType } from '../message/negotiate.ts';
import { readNonJson } from '../message/non-json-body.ts';
import type { ProblemError } from '../problems/problem-facts.ts';
import type { By } from '../ruling/ruling.ts';
import { patchTypes } from './preconditions.ts';
import { decide, type Refused, type Scene } from './scene.ts';

export type BodyCheck<T> =
  | { readonly kind: 'fits'; readonly value: T }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** Reads the body of a call as JSON, in a media type that the operation accepts. */
export function readJson(
  scene: Scene,
): BodyCheck<{ readonly value: Json; readonly type: BodyType }> {
  const { body, headers } = scene.call;
  const contentType = header(headers, 'content-type');
  const type = readBodyType(contentType);
  if (body.kind === 'oversized') {
    const detail = `the body has more than ${body.bytesMax} bytes`;
    return refused({
      situation: 'oversized',
      by: scene.decisions['limit.body'].by,
      detail,
      remedy: 'Send less.',
    });
  }
  const encoding = header(headers, 'content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    const remedy = 'Send it uncompressed, without Content-Encoding.';
    const accepts = { name: 'accept-encoding', value: 'identity', by: 'http' } as const;
    return refused({
      situation: 'unsupported',
      by: 'http',
      detail: 'compressed bodies are not supported',
      remedy,
      headers: [accepts],
    });
  }
  if (body.kind === 'none' && scene.decisions['error.shape'].value === 'prism')
    return refused(invalid([{ pointer: '', detail: 'is empty', keyword: 'body' }], 'contract'));
  if (body.kind === 'none') {
    const empty = scene.decisions['content.empty'];
    if (empty.value === 'empty-object') return accepted({ value: {}, type: 'json' });
    return refused({
      situation: 'malformed',
      by: empty.by,
      detail: 'the body is empty',
      remedy: 'Send a JSON object.',
    });
  }
  const unsupported = findTypeFlaw(scene, type, contentType);
  if (unsupported !== null) return { kind: 'refused', refused: unsupported };
  const isForeign =
    type !== 'json' && (scene.kind !== 'update' || type === 'other' || type === 'absent');
  if (isForeign && scene.decisions['content.foreign'].value === 'form-or-empty')
    return accepted({ value: readNonJson(contentType, body.text), type });
  switch (body.kind) {
    case 'broken':
      return refused({
        situation: 'malformed',
        by: 'contract',
        detail: body.message,
        remedy: 'Send well-formed JSON (RFC 8259) in UTF-8.',
      });
    case 'json': {
      const duplicates = scene.decisions['content.duplicates'];
      if (body.duplicate === null || duplicates.value === 'last-counts')
        return accepted({ value: body.value, type });
      return refused({
        situation: 'malformed',
        by: duplicates.by,
        detail: body.duplicate,
        remedy: 'Use each key once.',
      });
    }
  }
}

/**
 * A body that is a JSON object, without the members that a choice drops, and the members that a
 * choice refuses.
 */
export interface SentObject {
  readonly value: JsonObject;
  readonly unknown: readonly UnknownMember[];
  /** Who decided what happens to unknown members. */
  readonly unknownBy: By;
}

/** Reads the body of a call as a JSON object. */
export function readObject(scene: Scene, contract: Contract): BodyCheck<SentObject> {
  const json = readJson(scene);
  if (json.kind === 'refused') return json;
  const { value } = json.value;
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

/** The brief text for a body that is not an object. */
export const NOT_AN_OBJECT = 'Body must be a JSON object';

/**
 * Separates the members that the request schema does not name, as chosen. Members that were in
 * `before` stay.
 */
export function screenMembers(
  scene: Scene,
  contract: Contract,
  value: JsonObject,
  before: JsonObject | null = null,
): SentObject {
  const schema = scene.kind === null ? undefined : contract.operations[scene.kind]?.body;
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
 * Checks a record against the schemas of the request, of an item and of a list element. A choice
 * decides about errors that the contract leaves open; members that the list schema requires are
 * required, because every record is in the list.
 */
export function checkRecord(
  scene: Scene,
  contract: Contract,
  sent: SentObject,
  record: JsonObject,
): Refused | null {
  const { checker, schemas } = scene.book;
  const schema =
    scene.kind === 'update' || scene.kind === null
      ? undefined
      : contract.operations[scene.kind]?.body;
  const ofRequest = schema === undefined ? NO_FLAWS : checker.check(schema, sent.value);
  const ofItem = schemas.listIncludes(contract.list, contract.item)
    ? NO_FLAWS
    : checker.check(contract.item, record);
  const ofLists = checker.check(contract.list, [record]);
  const ofList =
    ofLists.length === 0 ? NO_FLAWS : ofLists.filter((flaw) => flaw.at.startsWith('/0'));
  if (
    ofRequest.length === 0 &&
    ofItem.length === 0 &&
    ofList.length === 0 &&
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
  if (errors.size === 0) return null;
  const by = deciders.includes('contract') ? 'contract' : (deciders[0] ?? 'contract');
  return invalid([...errors.values()], by, scene.kind === 'replace' ? REPLACE_REMEDY : undefined);
}

const NO_FLAWS: readonly Violation[] = [];

/** Removes the id from the sent members, if a choice ignores it. */
export function withoutId(sent: SentObject, contract: Contract, rule: string): SentObject {
  if (rule !== 'ignore' || !Object.hasOwn(sent.value, contract.id)) return sent;
  return { ...sent, value: withoutMembers(sent.value, [{ steps: [contract.id], near: null }]) };
}

/** Returns the refusal of members that a choice refuses, and of nothing else. */
export function checkUnknownMembers(sent: SentObject): Refused | null {
  return sent.unknown.length === 0 ? null : invalid(sent.unknown.map(unknownError), sent.unknownBy);
}

const REPLACE_REMEDY =
  'PUT replaces the whole record; send every field, or use PATCH to change some.';

/** Refuses a body, with all its errors. */
export function invalid(
  errors: readonly ProblemError[],
  by: By,
  remedy = 'Correct what "errors" lists; each pointer names a place in the body.',
): Refused {
  const count = errors.length === 1 ? 'one error' : `${errors.length} errors`;
  return { situation: 'invalid', by, detail: `the body is invalid: ${count}`, remedy, errors };
}

export function refused(what: Refused): { readonly kind: 'refused'; readonly refused: Refused } {
  return { kind: 'refused', refused: what };
}

export function accepted<T>(value: T): { readonly kind: 'fits'; readonly value: T } {
  return { kind: 'fits', value };
}

function findTypeFlaw(
  scene: Scene,
  type: BodyType,
  contentType: string | undefined,
): Refused | null {
  const isPatch = scene.kind === 'update';
  if (type === 'json' && !isPatch) return null;
  const taken = isPatch ? patchTypes(scene) : ['application/json'];
  const known = {
    json: 'application/json',
    'merge-patch': 'application/merge-patch+json',
    'json-patch': 'application/json-patch+json',
  };
  if (type !== 'other' && type !== 'absent' && taken.includes(known[type])) return null;
  const rule = scene.decisions['content.type'];
  if (rule.value === 'assume-json' && (!isPatch || type === 'absent' || type === 'other'))
    return null;
  const accept = isPatch
    ? ({ name: 'accept-patch', value: taken.join(', '), by: 'http' } as const)
    : ({ name: 'accept', value: taken.join(', '), by: 'http' } as const);
  return {
    situation: 'unsupported',
    by:
      isPatch && type !== 'other' && type !== 'absent'
        ? scene.decisions['update.media'].by
        : rule.by,
    detail:
      contentType === undefined
        ? 'the body has no Content-Type'
        : `bodies of the type ${JSON.stringify(contentType)} are not supported here`,
    remedy: `Send Content-Type: ${taken.join(' or ')}${type === 'other' ? ', in UTF-8' : ''}.`,
    headers: [accept],
  };
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
