// Conditional requests by entity tag (RFC 9110 section 13).

import { requiredCondition } from '../../contract/is-specified.ts';
import { header } from '../message/call.ts';
import { namesTag } from '../message/negotiate.ts';
import type { Effect, RuledHeader, Ruling } from '../ruling/ruling.ts';
import type { StoredRecord } from '../state/state.ts';
import {
  effectShown,
  NO_CONTENT,
  NO_EFFECT,
  NO_HEADERS,
  type Refused,
  refuse,
  type Scene,
  withShownHeaders,
} from './scene.ts';

/** Evaluates If-Match and If-None-Match of a write (RFC 9110 sections 13.1.1, 13.1.2, 13.2.2). */
export function findStale(scene: Scene, record: StoredRecord | undefined): Refused | null {
  const match = header(scene.call.headers, 'if-match');
  const noneMatch = header(scene.call.headers, 'if-none-match');
  const unconditional = record === undefined ? null : findUnconditional(scene);
  if (unconditional !== null) return unconditional;
  if (match === undefined && noneMatch === undefined) return null;
  const rule = scene.decisions['cache.validator'];
  if (rule.value === 'none') return null;
  const isMatched =
    match === undefined || (record !== undefined && namesTag(match, record.tag(), 'strong'));
  const isOther =
    noneMatch === undefined || record === undefined || !namesTag(noneMatch, record.tag(), 'weak');
  if (isMatched && isOther) return null;
  const name = isMatched ? 'If-None-Match' : 'If-Match';
  return {
    situation: 'stale',
    by: rule.by,
    detail: `${name} does not match the current record`,
    remedy: isMatched
      ? 'Leave out If-None-Match to change the record.'
      : 'Read it again and send its ETag.',
  };
}

/**
 * Returns why a write is refused without the condition that it needs. Where it is declared, 428 says so
 * (RFC 6585 section 3).
 */
function findUnconditional(scene: Scene): Refused | null {
  const { book, call, operation, decisions } = scene;
  const name = operation === undefined ? null : requiredCondition(operation);
  const rule = decisions['parameters.unfit'];
  if (name === null || book.parameters === 'added' || rule.value === 'ignore') return null;
  // If-Match takes precedence over a condition on the time (RFC 9110 section 13.2.2).
  if ([name.toLowerCase(), 'if-match'].some((one) => header(call.headers, one) !== undefined))
    return null;
  const detail = `the header field ${JSON.stringify(name)} is missing`;
  return {
    situation: 'unfit',
    by: rule.by,
    detail,
    parameters: [{ in: 'header', name, detail }],
    remedy: 'Read the item, and send its validator.',
    declared: 428,
  };
}

/** Evaluates If-Match of a read (RFC 9110 section 13.1.1). */
export function findStaleRead(scene: Scene, tag: string | null): Refused | null {
  const match = header(scene.call.headers, 'if-match');
  if (match === undefined) return null;
  const rule = scene.decisions['cache.validator'];
  if (rule.value === 'none' || namesTag(match, tag ?? '', 'strong')) return null;
  const detail = 'If-Match does not match the current state';
  return { situation: 'stale', by: rule.by, detail, remedy: 'Read it without If-Match.' };
}

/** Answers a read of the list if its condition fails (RFC 9110 section 13.1); otherwise `null`. */
export function answerConditional(scene: Scene, tag: string | null): Ruling | null {
  const stale = findStaleRead(scene, tag);
  return stale === null ? answerUnchanged(scene, tag) : refuse(scene, stale);
}

/** Answers a read whose If-None-Match fails (RFC 9110 section 13.1.2); otherwise `null`. */
export function answerUnchanged(scene: Scene, tag: string | null): Ruling | null {
  const noneMatch = header(scene.call.headers, 'if-none-match');
  if (tag === null || noneMatch === undefined || !namesTag(noneMatch, tag, 'weak')) return null;
  const { by } = scene.decisions['cache.validator'];
  const headers = withShownHeaders(scene, 'ok', tagHeaders(scene, tag));
  return {
    resource: scene.contract?.resource ?? null,
    operation: scene.kind,
    situation: { value: 'ok', by },
    status: { value: 304, by },
    headers: headers.filter((one) => FOR_CACHES.has(one.name)),
    content: { value: NO_CONTENT, by: 'http' },
    effect: NO_EFFECT,
    detail: null,
  };
}

/** Header fields of a reply 200 that a reply 304 repeats (RFC 9110 section 15.4.5). */
const FOR_CACHES = new Set([
  'cache-control',
  'content-location',
  'date',
  'etag',
  'expires',
  'vary',
]);

export function tagHeaders(scene: Scene, tag: string | null): readonly RuledHeader[] {
  return tag === null
    ? NO_HEADERS
    : [{ name: 'etag', value: tag, by: scene.decisions['cache.validator'].by }];
}

/** Returns the tag of the record that a change stores, as answers show it then; none if none are sent. */
export function tagAfter(scene: Scene, effect: Effect): readonly RuledHeader[] {
  if (effect.kind !== 'put' || scene.decisions['cache.validator'].value !== 'etag')
    return NO_HEADERS;
  const after = effectShown(scene, effect);
  return after.kind === 'put' ? tagHeaders(scene, after.record.tagOnce()) : NO_HEADERS;
}
