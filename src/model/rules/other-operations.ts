// Operations that are none of the six kinds: answered with an example that fits, or with a sample
// that repeats what the request and the item say. They change nothing but the members that they set.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { OtherOperation } from '../../contract/contract.ts';
import type { Route } from '../../contract/route.ts';
import type { Ruling } from '../ruling/ruling.ts';
import { rowsOf } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import { notFound } from './not-found.ts';
import { storeEffect } from './response-content.ts';
import { grant, NO_CONTENT, NO_EFFECT, NO_HEADERS, refuse, type Scene } from './scene.ts';
import {
  findMalformed,
  findOversized,
  findUnsupported,
  readJson,
  sentBodyOf,
} from './sent-body.ts';
import { checkSent } from './validate-body.ts';

/** Rules on an operation that is none of the six kinds. */
export function ruleOnOther(scene: Scene, route: Extract<Route, { kind: 'other' }>): Ruling {
  const { contract, key } = route;
  const before = key === null ? undefined : rowsOf(scene.book.state, contract).find(key);
  if (key !== null && before === undefined && contract.operations.read !== undefined)
    return refuse(scene, notFound(scene, contract, key));
  const body = sentBodyOf(scene);
  const hasBody = scene.operation?.body !== undefined;
  const flaw = hasBody
    ? (findOversized(body) ?? findUnsupported(body) ?? findMalformed(body) ?? checkSent(body))
    : null;
  if (flaw !== null) return refuse(scene, flaw);
  const record = before === undefined ? undefined : recordAfter(before, route.operation);
  const shown = scene.operation?.outcomes.ok?.body;
  const content =
    record !== undefined && shown === contract.item
      ? ({ kind: 'record', record } as const)
      : NO_CONTENT;
  const sent = hasBody ? readJson(body) : 'empty';
  const told: JsonObject = {
    ...record?.value,
    ...(sent !== 'empty' && isObject(sent.value) ? sent.value : {}),
  };
  return grant(
    { ...scene, told },
    'read.status',
    { value: content, by: 'contract' },
    NO_HEADERS,
    record === undefined || record === before ? NO_EFFECT : storeEffect(contract, record),
  );
}

/** Times of change stay: whether an action counts as a change is not shown. */
function recordAfter(before: StoredRecord, { sets }: OtherOperation): StoredRecord {
  if (sets === undefined) return before;
  return new StoredRecord(before.key, { ...before.value, ...sets });
}
