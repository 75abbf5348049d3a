// The rules for PUT and PATCH: check in the order of the table of situations, store the new record.

import type { Contract } from '../../contract/contract.ts';
import type { Step } from '../../contract/situation-order.ts';
import type { Ruling } from '../ruling/ruling.ts';
import { StoredRecord } from '../state/state.ts';
import {
  type Change,
  type Changed,
  type OnItem,
  patchedRecord,
  replacedRecord,
  type Target,
} from './changed-record.ts';
import { findStale, tagAfter } from './conditional.ts';
import { type Checks, inOrder } from './in-order.ts';
import { notFound } from './not-found.ts';
import {
  changedContent,
  createdContent,
  fittingRecord,
  locationHeaders,
  storeEffect,
} from './response-content.ts';
import { decide, grant, NO_HEADERS, type Refused, refuse, type Scene } from './scene.ts';
import { findMalformed, findOversized, findUnsupported, sentBodyOf } from './sent-body.ts';
import { findCollision, findOverflow } from './uniqueness.ts';
import { type BodyCheck, checkRecord, invalid, invalidAt, readObject } from './validate-body.ts';

/** Rules on PUT. */
export function replace(call: OnItem): Ruling {
  return store(new Write(targetOf(call), replacedRecord), refusalOfPut);
}

/** Rules on PATCH. */
export function update(call: OnItem): Ruling {
  return store(new Write(targetOf(call), patchedRecord), refusalOfPatch);
}

/** Returns why a write to the path of the collection names no item in its body. */
export function findKeyless(scene: Scene, contract: Contract): Refused {
  const body = sentBodyOf(scene);
  const flaw = findOversized(body) ?? findUnsupported(body) ?? findMalformed(body);
  if (flaw !== null) return flaw;
  const read = readObject(body, contract);
  return read.kind === 'refused'
    ? read.refused
    : invalidAt('', `"${contract.id}" is missing`, `Send the "${contract.id}" of the item.`);
}

function targetOf(call: OnItem): Target {
  return { ...call, body: sentBodyOf(call.scene) };
}

/** One write as its checks see it. Computes the new record when a check first asks for it. */
class Write {
  readonly scene: Scene;
  readonly target: Target;
  /** Why there is no record to write to; `null` if there is one, or PUT creates it. */
  readonly missing: Refused | null;
  private readonly change: Change;
  private computed: BodyCheck<Changed> | undefined;
  private stored: StoredRecord | undefined;

  constructor(target: Target, change: Change) {
    this.scene = target.scene;
    this.target = target;
    this.missing = target.record === undefined ? findMissing(target) : null;
    this.change = change;
  }

  changed(): BodyCheck<Changed> {
    this.computed ??= this.change(this.target);
    return this.computed;
  }

  /** Returns what is wrong with the new record. */
  check({ sent, value }: Changed): Refused | null {
    const { scene, target } = this;
    const flaw = checkRecord(scene, target.contract, sent, value);
    const fitting =
      flaw === null
        ? null
        : fittingRecord(scene, target.contract, flaw, { sent: sent.value, value });
    if (fitting === null || checkRecord(scene, target.contract, sent, fitting) !== null)
      return flaw;
    this.stored = new StoredRecord(target.key, fitting);
    return null;
  }

  /** Returns the record that `changed` would be stored as. */
  after({ value }: Changed): StoredRecord {
    this.stored ??= new StoredRecord(this.target.key, value);
    return this.stored;
  }
}

const checks: Checks<'replace' | 'update', Write> = {
  oversized: ({ target }) => findOversized(target.body),
  unsupported: ({ target }) => findUnsupported(target.body),
  malformed: ({ target }) => findMalformed(target.body),
  invalid: findInvalid,
  missing: ({ missing }) => missing,
  taken: findTaken,
  stale: ({ scene, target }) => findStale(scene, target.record),
};
const refusalOfPut = inOrder('replace', checks);
const refusalOfPatch = inOrder('update', checks);

function store(write: Write, findRefusal: (write: Write) => Refused | null): Ruling {
  const { scene, target } = write;
  const { contract, record } = target;
  const flaw = findRefusal(write);
  if (flaw !== null) return refuse(scene, flaw);
  const changed = write.changed();
  if (changed.kind === 'refused') return refuse(scene, changed.refused);
  const after = write.after(changed.value);
  const effect = storeEffect(contract, after);
  const isUpdate = scene.kind === 'update';
  if (record === undefined) {
    const headers = locationHeaders(scene, contract, after);
    const content = createdContent(scene, contract, after);
    const granted = grant(scene, 'create.status', content, headers, effect);
    return { ...granted, situation: { value: 'ok', by: scene.decisions['replace.missing'].by } };
  }
  const content = changedContent(decide(scene, isUpdate ? 'update.body' : 'replace.body'), after);
  // An entity tag in the reply to PUT would claim that the record is stored byte by byte as it was
  // sent (RFC 9110 section 9.3.4).
  const headers = isUpdate ? tagAfter(scene, effect) : NO_HEADERS;
  return grant(scene, isUpdate ? 'update.status' : 'replace.status', content, headers, effect);
}

function findInvalid(write: Write): Refused | null {
  const { scene, missing, target } = write;
  const changed = write.changed();
  if (changed.kind === 'refused') return changed.refused;
  // A record at an impossible path would match no schema, whatever was sent.
  if (missing !== null)
    return missing.status === 'id.malformed'
      ? null
      : findBodyFlaw(scene, target.contract, changed.value);
  return write.check(changed.value) ?? findOversizedRecord(scene, write.after(changed.value));
}

function findTaken(write: Write, place: Step['place']): Refused | null {
  const { scene, target } = write;
  const changed = write.changed();
  if (changed.kind === 'refused') return null;
  const after = write.after(changed.value);
  if (place !== 'last') return findCollision(scene, target.contract, after);
  return target.record === undefined ? findOverflow(scene, target.contract, after) : null;
}

/** Returns what is wrong with a body alone: a PATCH without a record leaves none to check. */
function findBodyFlaw(scene: Scene, contract: Contract, changed: Changed): Refused | null {
  return checkRecord(
    scene,
    contract,
    changed.sent,
    scene.kind === 'replace' ? changed.value : null,
  );
}

/** Merging could let a record grow without end; the limit is that of a body. */
function findOversizedRecord(scene: Scene, after: StoredRecord): Refused | null {
  if (scene.kind === 'replace' && scene.decisions['replace.mode'].value === 'replace') return null;
  const most = scene.decisions['limit.body'];
  if (after.bytes() <= most.value) return null;
  const detail = `would make the record larger than ${most.value} bytes`;
  return invalid([{ pointer: '', detail }], most.by, 'Send less.');
}

/** Returns why a write to an unknown id is refused; `null` if PUT creates it. */
function findMissing({ scene, contract, key }: Target): Refused | null {
  const refusal = notFound(scene, contract, key);
  if (scene.kind !== 'replace' || refusal.status === 'id.malformed') return refusal;
  const rule = scene.decisions['replace.missing'];
  return rule.value === 'create' ? null : { ...refusal, by: rule.by };
}
