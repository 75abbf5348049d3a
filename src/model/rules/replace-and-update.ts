// The rules for PUT and PATCH: find the record, compute the new one, check it, store it.

import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { idTypeOf, readKey, toKey } from '../ids/ids.ts';
import type { BodyType } from '../message/negotiate.ts';
import type { Ruling } from '../ruling/ruling.ts';
import { StoredRecord } from '../state/state.ts';
import { findStale, recordTag } from './conditional.ts';
import { fillDefaults } from './list-and-create.ts';
import { notFound } from './not-found.ts';
import { jsonPatch, mergePatch } from './patch.ts';
import {
  changedContent,
  createdContent,
  locationHeaders,
  storeEffect,
} from './response-content.ts';
import { decide, grant, NO_HEADERS, type Refused, refuse, type Scene } from './scene.ts';
import { findCollision, findOverflow } from './uniqueness.ts';
import {
  accepted,
  type BodyCheck,
  checkRecord,
  checkUnknownMembers,
  invalid,
  NOT_AN_OBJECT,
  readJson,
  readObject,
  refused,
  type SentObject,
  screenMembers,
  withoutId,
} from './validate-body.ts';

type Change = (
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
) => BodyCheck<Changed>;
interface Changed {
  /** What the client sent, as far as it is checked alone. */
  readonly sent: SentObject;
  readonly value: JsonObject;
}

/** Rules on PUT. */
export function replace(
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
): Ruling {
  return write(scene, contract, key, record, replacedRecord);
}

/** Rules on PATCH. */
export function update(
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
): Ruling {
  return write(scene, contract, key, record, patchedRecord);
}

function write(
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
  change: Change,
): Ruling {
  const missing = record === undefined ? findMissing(scene, contract, key) : null;
  if (missing !== null && scene.decisions['check.order'].value === 'missing-first')
    return refuse(scene, missing);
  const changed = change(scene, contract, key, record);
  if (changed.kind === 'refused') return refuse(scene, changed.refused);
  if (missing !== null) {
    // A record at an impossible path would match no schema, whatever was sent.
    const flaw =
      missing.status === 'id.malformed' ? null : findBodyFlaw(scene, contract, changed.value);
    return refuse(scene, flaw ?? missing);
  }
  const after = new StoredRecord(key, changed.value.value);
  const flaw =
    checkRecord(scene, contract, changed.value.sent, after.value) ??
    findOversizedRecord(scene, after) ??
    findCollision(scene, contract, after) ??
    findStale(scene, record);
  if (flaw !== null) return refuse(scene, flaw);
  const isUpdate = scene.kind === 'update';
  if (record === undefined) {
    const overflow = findOverflow(scene, contract, after);
    if (overflow !== null) return refuse(scene, overflow);
    const headers = locationHeaders(scene, contract, after);
    const granted = grant(
      scene,
      'create.status',
      createdContent(scene, contract, after),
      headers,
      storeEffect(contract, after),
    );
    return { ...granted, situation: { value: 'ok', by: scene.decisions['replace.missing'].by } };
  }
  const content = changedContent(decide(scene, isUpdate ? 'update.body' : 'replace.body'), after);
  // An entity tag in the reply to PUT would claim that the record is stored byte by byte as it was
  // sent (RFC 9110 section 9.3.4).
  const headers = isUpdate ? recordTag(scene, after) : NO_HEADERS;
  return grant(
    scene,
    isUpdate ? 'update.status' : 'replace.status',
    content,
    headers,
    storeEffect(contract, after),
  );
}

/**
 * Returns what is wrong with a body alone; of a patch, which needs a record, only the unknown
 * members are checked.
 */
function findBodyFlaw(scene: Scene, contract: Contract, changed: Changed): Refused | null {
  if (scene.kind === 'replace') return checkRecord(scene, contract, changed.sent, changed.value);
  return checkUnknownMembers(changed.sent);
}

/** Merging could let a record grow without end; the limit is that of a body. */
function findOversizedRecord(scene: Scene, after: StoredRecord): Refused | null {
  if (scene.kind === 'replace' && scene.decisions['replace.mode'].value === 'replace') return null;
  const most = scene.decisions['limit.body'];
  if (after.bytes() <= most.value) return null;
  return invalid(
    [{ pointer: '', detail: `would make the record larger than ${most.value} bytes` }],
    most.by,
    'Send less.',
  );
}

/** Returns why a write to an unknown id is refused; `null` if PUT creates it. */
function findMissing(scene: Scene, contract: Contract, key: string): Refused | null {
  const refusal = notFound(scene, contract, key);
  if (scene.kind !== 'replace' || refusal.status === 'id.malformed') return refusal;
  const rule = scene.decisions['replace.missing'];
  return rule.value === 'create' ? null : { ...refusal, by: rule.by };
}

function replacedRecord(
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
): BodyCheck<Changed> {
  const read = readObject(scene, contract);
  if (read.kind === 'refused') return read;
  const sent = withoutId(read.value, contract, scene.decisions['replace.id'].value);
  const clash = findIdClash(scene, contract, key, own(sent.value, contract.id));
  if (clash !== null) return { kind: 'refused', refused: clash };
  const isMerge = scene.decisions['replace.mode'].value === 'merge';
  const id =
    record === undefined
      ? readKey(key, idTypeOf(contract, scene.book.schemas))
      : own(record.value, contract.id);
  const before = isMerge && record !== undefined ? Object.entries(record.value) : [];
  const members = Object.entries(sent.value).filter(([member]) => member !== contract.id);
  const value = objectOf([[contract.id, id ?? key], ...before, ...members]);
  return accepted({
    sent,
    value: isMerge && record !== undefined ? value : fillDefaults(scene, contract, value),
  });
}

function patchedRecord(
  scene: Scene,
  contract: Contract,
  key: string,
  record: StoredRecord | undefined,
): BodyCheck<Changed> {
  const json = readJson(scene);
  if (json.kind === 'refused') return json;
  const { value: patch, type } = json.value;
  const before = record?.value ?? {};
  const isWhole = type === 'json-patch' || scene.decisions['update.media'].value === 'json-patch';
  // Only with a record can a JSON Patch be tried.
  if (record === undefined && isWhole && Array.isArray(patch))
    return accepted({ sent: NOTHING_SENT, value: before });
  const patched = isWhole
    ? patchWhole(scene, contract, before, patch)
    : patchByMerge(scene, contract, key, before, json.value);
  if (patched.kind === 'refused' || record === undefined) return patched;
  const id = own(record.value, contract.id) as Json;
  const clash = isWhole
    ? findIdClash(scene, contract, key, own(patched.value.value, contract.id) ?? null)
    : null;
  if (clash !== null) return { kind: 'refused', refused: clash };
  return accepted({
    sent: patched.value.sent,
    value: withMember(patched.value.value, contract.id, id),
  });
}

interface PatchBody {
  readonly value: Json;
  readonly type: BodyType;
}

const NOTHING_SENT: SentObject = { value: {}, unknown: [], unknownBy: 'contract' };

function patchByMerge(
  scene: Scene,
  contract: Contract,
  key: string,
  before: JsonObject,
  body: PatchBody,
): BodyCheck<Changed> {
  const { value: patch, type } = body;
  if (!isObject(patch)) {
    const flaw = invalid(
      [{ pointer: '', detail: 'must be an object: a JSON Merge Patch (RFC 7396)' }],
      'contract',
    );
    return refused({ ...flaw, brief: NOT_AN_OBJECT });
  }
  const clash = findIdClash(scene, contract, key, own(patch, contract.id));
  if (clash !== null) return { kind: 'refused', refused: clash };
  const sent = screenMembers(scene, contract, patch);
  const isShallow = type !== 'merge-patch' && scene.decisions['update.merge'].value === 'shallow';
  if (isShallow)
    return accepted({
      sent,
      value: objectOf([...Object.entries(before), ...Object.entries(sent.value)]),
    });
  return accepted({ sent, value: mergePatch(before, sent.value) as JsonObject });
}

/** A JSON Patch has no members to check itself; those that it adds to the record are checked. */
function patchWhole(
  scene: Scene,
  contract: Contract,
  before: JsonObject,
  patch: Json,
): BodyCheck<Changed> {
  const patched = jsonPatch(before, patch);
  if (patched.kind === 'failed') return refused(patchFlaw(patched.at, patched.message));
  const after = patched.value;
  if (!isObject(after))
    return refused(
      invalid([{ pointer: '', detail: 'would leave something other than an object' }], 'contract'),
    );
  const sent = screenMembers(scene, contract, after, before);
  return accepted({ sent, value: sent.value });
}

function patchFlaw(at: number, message: string): Refused {
  return invalid(
    [{ pointer: at < 0 ? '' : toPointer([at]), detail: message }],
    'contract',
    'Nothing was changed; correct the patch (RFC 6902).',
  );
}

function findIdClash(
  scene: Scene,
  contract: Contract,
  key: string,
  given: Json | undefined,
): Refused | null {
  const rule = scene.decisions['replace.id'];
  const pointer = toPointer([contract.id]);
  if (given === undefined) {
    if (rule.value !== 'require') return null;
    return invalid(
      [{ pointer: '', detail: `"${contract.id}" is missing` }],
      rule.by,
      `Send the "${contract.id}" of the path.`,
    );
  }
  if (rule.value === 'ignore' || toKey(given) === key) return null;
  return invalid(
    [{ pointer, detail: 'differs from the id in the path' }],
    rule.by,
    `Send the "${contract.id}" of the path, or leave it out.`,
  );
}
