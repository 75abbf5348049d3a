// Generated bodies, for requests that no record can answer. The same seed gives the same body.

import { hash32 } from '../../base/hash.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import type { AnswerKind } from '../../schema/sample/outcome-members.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { SchemaName } from '../../schema/schema.ts';
import { idTypeOf, readKey, toKey } from '../ids/ids.ts';
import { changedContent, createdContent } from '../rules/response-content.ts';
import type { Scene } from '../rules/scene.ts';
import type { Content, Ruled } from '../ruling/ruling.ts';
import { StoredRecord } from '../state/state.ts';

/** Generates a value for a schema; `null` if that is impossible. */
export function sampleValue(
  scene: Scene,
  name: SchemaName,
  seed: string,
  answers: AnswerKind = 'success',
): Json {
  return sampleOfSchema(scene.book.schemas, name, { ...draftOf(seed), answers }) ?? null;
}

/** Generates a record of a contract, with the requested key if there is one. */
export function sampleRecord(
  scene: Scene,
  contract: Contract,
  key: string | null,
  seed: string,
): StoredRecord {
  const { schemas } = scene.book;
  const made = sampleValue(scene, contract.item, seed);
  const members: JsonObject = isObject(made) ? made : {};
  const asked = key === null ? null : readKey(key, idTypeOf(contract, schemas));
  const id = asked ?? own(members, contract.id) ?? 1;
  return new StoredRecord(toKey(id), { ...members, [contract.id]: id });
}

/** Returns a record, or the list, as an operation returns it on success. */
export function contentOf(scene: Scene, contract: Contract, record: StoredRecord): Ruled<Content> {
  const { decisions } = scene;
  switch (scene.kind) {
    case 'create':
      return createdContent(scene, contract, record);
    case 'replace':
      return changedContent(decisions['replace.body'], record);
    case 'update':
      return changedContent(decisions['update.body'], record);
    case 'remove':
      return changedContent(decisions['remove.body'], record);
    default:
      return { value: { kind: 'record', record }, by: 'contract' };
  }
}

function draftOf(seed: string): Draft {
  return { serial: hash32(seed) & SERIAL_MAX, token: 'someone', marked: [], readOnly: 'made' };
}

const SERIAL_MAX = 0x3fffffff;
