// The body of a call as it was sent: its size, its media type, its JSON. Knows no schemas, but the
// formats of the values that a choice brings into a normal form.

import { equal } from '../../base/equal.ts';
import { type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { leavesTakenOpen, membersNotTaken } from '../../contract/item-members.ts';
import { inForm } from '../../schema/normal-forms.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import { asShown } from '../ids/shown-values.ts';
import { XML } from '../media/read-xml.ts';
import { header } from '../message/call.ts';
import { DECODED, isDecoded } from '../message/content-coding.ts';
import { takesFormsAlone } from '../message/form-body.ts';
import { type BodyType, readBodyType } from '../message/negotiate.ts';
import { readNonJson } from '../message/non-json-body.ts';
import { shownById } from '../relations/embedded.ts';
import { withIdsBeside } from '../relations/ids-beside.ts';
import type { By } from '../ruling/ruling.ts';
import { isPatch, patchTypes } from './preconditions.ts';
import type { Refused, Scene } from './scene.ts';

/** A call that brings a body, and the media type of the body. */
export interface SentBody {
  readonly scene: Scene;
  readonly contentType: string | undefined;
  readonly type: BodyType;
}

export function sentBodyOf(scene: Scene): SentBody {
  const contentType = header(scene.call.headers, 'content-type');
  return { scene, contentType, type: readBodyType(contentType) };
}

export function findOversized({ scene }: SentBody): Refused | null {
  const { body } = scene.call;
  if (body.kind !== 'oversized') return null;
  return {
    situation: 'oversized',
    by: scene.decisions['limit.body'].by,
    detail: `the body has more than ${body.bytesMax} bytes`,
    remedy: 'Send less.',
  };
}

export function findUnsupported({ scene, type, contentType }: SentBody): Refused | null {
  const coding = findCoding(scene);
  if (coding !== null) return coding;
  const { body } = scene.call;
  if (body.kind === 'json' && body.form !== undefined) return null;
  // A judge has JSON in place of a form.
  const isFormAlone = scene.book.bodies !== 'bare' && takesFormsAlone(scene.operation);
  const isPatched = scene.kind === 'update' && isPatch(scene);
  // Only a change of an item takes the formats of PATCH apart.
  const isJson = type === 'json' || (scene.kind === null && type.endsWith('patch'));
  if (body.kind === 'none' || (isJson && !isPatched && !isFormAlone)) return null;
  const taken = isPatched ? patchTypes(scene) : typesTaken(scene);
  const known = {
    json: 'application/json',
    'merge-patch': 'application/merge-patch+json',
    'json-patch': 'application/json-patch+json',
  };
  if (type !== 'other' && type !== 'absent' && taken.includes(known[type])) return null;
  const rule = scene.decisions['content.type'];
  if (rule.value === 'assume-json' && (!isPatched || type === 'absent' || type === 'other'))
    return null;
  const by =
    isPatched && type !== 'other' && type !== 'absent'
      ? scene.decisions['update.media'].by
      : rule.by;
  const field = isPatched ? 'accept-patch' : 'accept';
  const inUtf8 = type === 'other' && !isFile(scene) ? ', in UTF-8' : '';
  return unsupported(contentType, taken, { by, field, inUtf8 });
}

/** Returns the refusal of a media type that is none of those that are taken. */
export function unsupported(
  contentType: string | undefined,
  taken: readonly string[],
  { by, field = 'accept', inUtf8 = '' }: { by: By; field?: string; inUtf8?: string },
): Refused {
  return {
    situation: 'unsupported',
    by,
    detail:
      contentType === undefined
        ? 'the body has no Content-Type'
        : `bodies of the type ${JSON.stringify(contentType)} are not supported here`,
    remedy: `Send Content-Type: ${taken.join(' or ')}${inUtf8}.`,
    headers: [{ name: field, value: taken.join(', '), by: 'http' }],
  };
}

/** The media types of bodies that an operation takes: an operation without rows takes all declared ones. */
function typesTaken({ operation, kind }: Scene): readonly string[] {
  const bodies = operation?.request?.bodies ?? [];
  const declared = bodies.map(({ type }) => type);
  if (kind === null && bodies.length > 0) return declared;
  const read = operation?.media ?? ['application/json'];
  return [...new Set([...read, ...declared.filter((type) => XML.test(type))])];
}

/** Returns the refusal of a content coding that is not decoded (RFC 9110 section 15.5.16). */
export function findCoding({ call, decisions }: Scene): Refused | null {
  const coding = header(call.headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  const { value, by } = decisions['content.coding'];
  if (coding === 'identity' || (value === 'decode' && isDecoded(coding))) return null;
  const isNone = value === 'refuse';
  return {
    situation: 'unsupported',
    by,
    detail: isNone
      ? 'compressed bodies are not supported'
      : `the content coding ${JSON.stringify(coding)} is not supported`,
    remedy: isNone
      ? 'Send it uncompressed, without Content-Encoding.'
      : `Send it with ${DECODED.join(' or ')}, or uncompressed.`,
    headers: [
      { name: 'accept-encoding', value: isNone ? 'identity' : DECODED.join(', '), by: 'http' },
    ],
  };
}

export function findMalformed({ scene, type }: SentBody): Refused | null {
  const { body } = scene.call;
  switch (body.kind) {
    case 'oversized':
      return null;
    case 'none': {
      if (isInvalidIfEmpty(scene)) return null;
      const empty = scene.decisions['content.empty'];
      if (empty.value === 'empty-object') return null;
      return {
        situation: 'malformed',
        by: empty.by,
        detail: 'the body is empty',
        remedy: isFile(scene) ? 'Send the file as the body.' : bodyRemedy(scene),
      };
    }
    case 'broken':
      if (isReadAsForm(scene, type)) return null;
      return {
        situation: 'malformed',
        by: 'contract',
        detail: body.message,
        remedy: wellFormed(body.form),
      };
    case 'json': {
      if (body.duplicate === null || isReadAsForm(scene, type)) return null;
      const duplicates = scene.decisions['content.duplicates'];
      if (duplicates.value === 'last-counts') return null;
      return {
        situation: 'malformed',
        by: duplicates.by,
        detail: body.duplicate,
        remedy: 'Use each key once.',
      };
    }
  }
}

function bodyRemedy({ operation }: Scene): string {
  const [first] = operation?.body === undefined ? (operation?.request?.bodies ?? []) : [];
  return first === undefined ? 'Send a JSON object.' : `Send a body of the type ${first.type}.`;
}

function wellFormed(form: string | undefined): string {
  if (form === undefined) return 'Send well-formed JSON (RFC 8259) in UTF-8.';
  return form === 'application/xml'
    ? 'Send well-formed XML in UTF-8, without a document type.'
    : `Send ${form}, and let the client make its boundary.`;
}

function isFile({ operation }: Scene): boolean {
  return operation?.file !== undefined;
}

/** The JSON of a body, and how to read it. */
export interface SentJson {
  readonly value: Json;
  readonly type: BodyType;
}

/** Returns the JSON of a body; `empty` if it lacks one. Refused bodies are read as `{}`. */
export function readJson({ scene, contentType, type }: SentBody): SentJson | 'empty' {
  const { body } = scene.call;
  if (body.kind === 'none') return isInvalidIfEmpty(scene) ? 'empty' : { value: {}, type: 'json' };
  if (body.kind === 'oversized') return { value: {}, type };
  if (isReadAsForm(scene, type)) return { value: readNonJson(contentType, body.text), type };
  return { value: body.kind === 'json' ? body.value : {}, type };
}

/** Returns the envelope that a body lacks, as a pointer; `null` if it has all it needs. */
export function lackedEnvelope({ scene }: SentBody): string | null {
  const { body } = scene.call;
  return body.kind === 'json' ? (body.lacks ?? null) : null;
}

/** To Prism a missing body is an invalid one. */
function isInvalidIfEmpty(scene: Scene): boolean {
  return scene.decisions['error.shape'].value === 'prism';
}

function isReadAsForm(scene: Scene, type: BodyType): boolean {
  const isForeign =
    type !== 'json' && (scene.kind !== 'update' || type === 'other' || type === 'absent');
  return isForeign && scene.decisions['content.foreign'].value === 'form-or-empty';
}

/** Returns the values that were sent as they are stored. Those that `before` has already stay. */
export function toNormalForm(
  scene: Scene,
  contract: Contract,
  sent: JsonObject,
  before: JsonObject | null = null,
): JsonObject {
  const form = scene.decisions['fields.normal'].value;
  const { router, schemas } = scene.book;
  const shown = asShown(
    schemas,
    contract,
    withIdsBeside({ contracts: router.contracts, schemas }, contract, sent, before),
    before,
    shownById(scene.book, contract),
  );
  if (form === 'as-sent') return shown;
  const rules = placeRulesOf(schemas, contract.item);
  return objectOf(
    Object.entries(shown).map(([member, value]) => {
      const old = before === null ? undefined : own(before, member);
      const isOld = member === contract.id || (old !== undefined && equal(old, value));
      return [member, isOld ? value : inForm(value, form, rules, `/${member}`)];
    }),
  );
}

/**
 * Returns the values that a creation or PUT stores, of those that were sent: all, if the contract
 * names the members of the request.
 */
export function takeMembers(
  scene: Scene,
  contract: Contract,
  kind: 'create' | 'replace',
  sent: JsonObject,
): JsonObject {
  const key = `${kind}.takes` as const;
  if (scene.decisions[key].value === 'all') return sent;
  if (contract.shown[key] === undefined && !leavesTakenOpen(contract, kind)) return sent;
  const left = membersNotTaken(scene.book.schemas)(contract);
  return objectOf(Object.entries(sent).filter(([member]) => !left.has(member)));
}
