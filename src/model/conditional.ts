// Conditional requests by entity tag (RFC 9110 section 13).

import { header } from './call.ts';
import { namesTag } from './negotiate.ts';
import type { RuledHeader, Ruling } from './ruling.ts';
import { decide, NO_CONTENT, NO_EFFECT, NO_HEADERS, type Refused, type Scene } from './scene.ts';
import type { StoredRecord } from './state.ts';

/** Evaluates If-Match, and If-None-Match of a write (RFC 9110 sections 13.1.1, 13.1.2 and 13.2.2). */
export function findStale(scene: Scene, record: StoredRecord | undefined): Refused | null {
  const match = header(scene.call.headers, 'if-match');
  const noneMatch = header(scene.call.headers, 'if-none-match');
  if (match === undefined && noneMatch === undefined) return null;
  const rule = decide(scene, 'cache.validator');
  if (rule.value === 'none') return null;
  const isMatched = match === undefined || (record !== undefined && namesTag(match, record.tag(), 'strong'));
  const isOther = noneMatch === undefined || record === undefined || !namesTag(noneMatch, record.tag(), 'weak');
  if (isMatched && isOther) return null;
  const name = isMatched ? 'If-None-Match' : 'If-Match';
  return {
    situation: 'stale',
    by: rule.by,
    detail: `${name} does not hold for the record as it is now`,
    remedy: 'Read it again and send its ETag.',
  };
}

/** The answer 304 to a conditional read of what the client has already (RFC 9110 section 13.1.2). */
export function unchanged(scene: Scene, tag: string | null): Ruling | null {
  const noneMatch = header(scene.call.headers, 'if-none-match');
  if (tag === null || noneMatch === undefined || !namesTag(noneMatch, tag, 'weak')) return null;
  return {
    resource: scene.contract?.resource ?? null,
    operation: scene.kind,
    situation: { value: 'ok', by: decide(scene, 'cache.validator').by },
    status: { value: 304, by: decide(scene, 'cache.validator').by },
    headers: tagHeaders(scene, tag),
    content: { value: NO_CONTENT, by: 'http' },
    effect: NO_EFFECT,
    detail: null,
  };
}

export function tagHeaders(scene: Scene, tag: string | null): readonly RuledHeader[] {
  return tag === null ? NO_HEADERS : [{ name: 'etag', value: tag, by: decide(scene, 'cache.validator').by }];
}

export function recordTag(scene: Scene, record: StoredRecord): readonly RuledHeader[] {
  return decide(scene, 'cache.validator').value === 'etag' ? tagHeaders(scene, record.tagOnce()) : NO_HEADERS;
}
