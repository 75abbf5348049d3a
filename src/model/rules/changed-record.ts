// What PUT and PATCH make of a record: the new record, or why the body cannot be applied to it.

import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { jsonPatch, mergePatch } from '../../base/patch.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Schemas } from '../../schema/schema.ts';
import { idTypeOf, readKey, toKey } from '../ids/ids.ts';
import type { Ruled } from '../ruling/ruling.ts';
import { inScope } from '../state/rows-of.ts';
import type { StoredRecord } from '../state/state.ts';
import { fillDefaults, withIdFirst } from './list-and-create.ts';
import { made } from './response-content.ts';
import type { Refused, Scene } from './scene.ts';
import { readJson, type SentBody, type SentJson, takeMembers, toNormalForm } from './sent-body.ts';
import {
  accepted,
  type BodyCheck,
  emptyBody,
  findAround,
  invalid,
  invalidAt,
  NOT_AN_OBJECT,
  readObject,
  refused,
  type SentObject,
  screenMembers,
  withoutId,
} from './validate-body.ts';

/** A call about an item, and the record that is there. */
export interface OnItem {
  readonly scene: Scene;
  readonly contract: Contract;
  readonly key: string;
  readonly record: StoredRecord | undefined;
}

/** A write to an item, with what was sent. */
export interface Target extends OnItem {
  readonly body: SentBody;
}

export type Change = (target: Target) => BodyCheck<Changed>;
export interface Changed {
  /** What the client sent, as far as it is checked alone. */
  readonly sent: SentObject;
  readonly value: JsonObject;
}

/** Returns what PUT makes of a record. */
export function replacedRecord({ scene, contract, key, record, body }: Target): BodyCheck<Changed> {
  const read = readObject(body, contract);
  if (read.kind === 'refused') return read;
  const isIdNeeded = scene.operation?.idInBody !== undefined;
  const rule = isIdNeeded ? 'require' : ruleOnId(scene, contract).value;
  // An id that is ignored counts as sent where the body has to have one.
  const sent = isIdRequired(scene, contract) ? read.value : withoutId(read.value, contract, rule);
  const clash = findIdClash(scene, contract, key, own(sent.value, contract.id));
  if (clash !== null) return { kind: 'refused', refused: clash };
  const isMerge = scene.decisions['replace.mode'].value === 'merge';
  const id = idOf(contract, scene.book.schemas, key, record);
  const taken = takeMembers(scene, contract, 'replace', sent.value);
  // No client can send back what no answer shows, or change what the service does not take.
  const isKept = (member: string): boolean =>
    isMerge ||
    contract.hidden?.includes(member) === true ||
    (Object.hasOwn(sent.value, member) && !Object.hasOwn(taken, member));
  const kept =
    isMerge || contract.hidden !== undefined || taken !== sent.value
      ? objectOf(Object.entries(record?.value ?? {}).filter(([member]) => isKept(member)))
      : NOTHING;
  const members = toNormalForm(scene, contract, taken);
  const value = withIdFirst(
    contract,
    id ?? key,
    kept === NOTHING ? members : { ...kept, ...members },
  );
  const whole = inScope(contract, value);
  const filled = isMerge && record !== undefined ? whole : fillDefaults(scene, contract, whole);
  const stored = { key, value: filled, before: record ?? null };
  return accepted({ sent, value: made(scene, contract, stored) });
}

const NOTHING: JsonObject = {};

/** Returns the id of the item at a path; `null` if none can be there. */
function idOf(
  contract: Contract,
  schemas: Schemas,
  key: string,
  record: StoredRecord | undefined,
): Json {
  // The path tells it without a look at the record, if it has the id, and the schema one type for it.
  const [type = 'any', ...others] = schemas.typesOf(contract.item, contract.id);
  const isCertain =
    contract.isSingle !== true &&
    others.length === 0 &&
    (type === 'number' || type === 'integer' || type === 'string');
  return record === undefined || isCertain
    ? readKey(key, idTypeOf(contract, schemas))
    : (own(record.value, contract.id) ?? null);
}

/** Returns what PATCH makes of a record. */
export function patchedRecord({ scene, contract, key, record, body }: Target): BodyCheck<Changed> {
  const json = readJson(body);
  if (json === 'empty') return refused(emptyBody());
  const outside = findAround(body);
  if (outside !== null) return refused(outside);
  const { value: patch, type } = json;
  const before = record?.value ?? {};
  const isWhole = type === 'json-patch' || scene.decisions['update.media'].value === 'json-patch';
  // Only with a record can a JSON Patch be tried.
  if (record === undefined && isWhole && Array.isArray(patch))
    return accepted({ sent: NOTHING_SENT, value: before });
  const patched = isWhole
    ? patchWhole(scene, contract, before, patch)
    : patchByMerge(scene, contract, key, before, json);
  if (patched.kind === 'refused' || record === undefined) return patched;
  const id = own(record.value, contract.id) as Json;
  const clash = isWhole
    ? findIdClash(scene, contract, key, own(patched.value.value, contract.id) ?? null)
    : null;
  if (clash !== null) return { kind: 'refused', refused: clash };
  const { sent, value } = patched.value;
  const stored = toNormalForm(scene, contract, value, before);
  const row = inScope(contract, withMember(stored, contract.id, id));
  const whole = { key, value: row, before: record };
  return accepted({ sent, value: made(scene, contract, whole) });
}

const NOTHING_SENT: SentObject = { value: {}, unknown: [], unknownBy: 'contract', isLeft: true };

function patchByMerge(
  scene: Scene,
  contract: Contract,
  key: string,
  before: JsonObject,
  body: SentJson,
): BodyCheck<Changed> {
  const { value: patch, type } = body;
  if (!isObject(patch)) {
    const flaw = invalidAt('', 'must be an object: a JSON Merge Patch (RFC 7396)');
    return refused({ ...flaw, brief: NOT_AN_OBJECT });
  }
  const clash = findIdClash(scene, contract, key, own(patch, contract.id));
  if (clash !== null) return { kind: 'refused', refused: clash };
  const sent = screenMembers(scene, contract, patch);
  const isShallow = type !== 'merge-patch' && scene.decisions['update.merge'].value === 'shallow';
  const value = isShallow
    ? objectOf([...Object.entries(before), ...Object.entries(sent.value)])
    : (mergePatch(before, sent.value) as JsonObject);
  return accepted({ sent, value });
}

/** A JSON Patch has no members to check itself; those that it adds to the record are checked. */
function patchWhole(
  scene: Scene,
  contract: Contract,
  before: JsonObject,
  patch: Json,
): BodyCheck<Changed> {
  const patched = jsonPatch(before, patch);
  if (patched.kind === 'failed') {
    const pointer = patched.at < 0 ? '' : toPointer([patched.at]);
    return refused(invalidAt(pointer, patched.message, PATCH_REMEDY));
  }
  const after = patched.value;
  if (!isObject(after)) return refused(invalidAt('', 'would leave something other than an object'));
  const sent: SentObject = {
    ...screenMembers(scene, contract, after, before),
    isLeft: true,
  };
  return accepted({ sent, value: sent.value });
}

const PATCH_REMEDY = 'Nothing was changed; correct the patch (RFC 6902).';

/** What happens to an id in the body: none is required that the schema of the request lacks. */
function ruleOnId(scene: Scene, contract: Contract): Ruled<Profile['replace.id']> {
  const rule = scene.decisions['replace.id'];
  const body = scene.operation?.body;
  if (rule.value !== 'require' || body === undefined) return rule;
  const members = scene.book.schemas.membersOf(body);
  const isLacking = members.size > 0 && !members.has(contract.id);
  return isLacking ? { value: 'refuse', by: rule.by } : rule;
}

function isIdRequired({ operation, book }: Scene, { id }: Contract): boolean {
  const body = operation?.body;
  return body !== undefined && book.schemas.requiredOf(body).includes(id);
}

function findIdClash(
  scene: Scene,
  contract: Contract,
  key: string,
  given: Json | undefined,
): Refused | null {
  // The path of a single item names no id.
  if (contract.isSingle === true) return null;
  const rule = ruleOnId(scene, contract);
  const remedy = `Send the "${contract.id}" of the path`;
  if (given === undefined) {
    if (rule.value !== 'require') return null;
    const flaw = { pointer: '', detail: `"${contract.id}" is missing` };
    return invalid([flaw], rule.by, `${remedy}.`);
  }
  if (rule.value === 'ignore' || toKey(given) === key) return null;
  const flaw = { pointer: toPointer([contract.id]), detail: 'differs from the id in the path' };
  return invalid([flaw], rule.by, `${remedy}, or leave it out.`);
}
