// Reads Content-Type, Accept and entity-tag lists (RFC 9110 sections 8.3, 12.5.1, 13.1).

/** The kind of a media type: JSON, one of the patch formats, something else, or absent. */
export type BodyType = 'json' | 'merge-patch' | 'json-patch' | 'other' | 'absent';

/** Reads a Content-Type in any case. With a charset other than UTF-8 it is not JSON. */
export function readBodyType(contentType: string | undefined): BodyType {
  if (contentType === undefined || contentType.trim() === '') return 'absent';
  if (contentType === 'application/json') return 'json';
  const [type = '', ...parameters] = contentType
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    return 'other';
  // A media type with this suffix can be read as JSON (RFC 6839 section 3.1).
  return BODY_TYPES.get(type) ?? (type.endsWith('+json') ? 'json' : 'other');
}

const BODY_TYPES: ReadonlyMap<string, BodyType> = new Map<string, BodyType>([
  ['application/json', 'json'],
  ['application/merge-patch+json', 'merge-patch'],
  ['application/json-patch+json', 'json-patch'],
]);

/**
 * Tells whether an Accept header allows JSON: without a header everything is allowed, `;q=0`
 * excludes, the most specific range decides. `own` are media types of JSON that answers have.
 */
export function acceptsJson(accept: string | undefined, own: readonly string[] = []): boolean {
  if (
    accept === undefined ||
    accept === '*/*' ||
    accept === 'application/json' ||
    accept.trim() === ''
  )
    return true;
  let best = { rank: 0, quality: 0 };
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const rank = own.includes(type) ? RANKS.size : (RANKS.get(type) ?? 0);
    const quality = readQuality(parameters);
    // A client that rejects problem details may still accept JSON.
    if (quality === 0 && type === 'application/problem+json') continue;
    if (rank > best.rank || (rank === best.rank && quality > best.quality))
      best = { rank, quality };
  }
  return best.rank > 0 && best.quality > 0;
}

const RANKS: ReadonlyMap<string, number> = new Map([
  ['*/*', 1],
  ['application/*', 2],
  ['application/problem+json', 3],
  ['application/json', 4],
]);

function readQuality(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = written === undefined ? 1 : Number(written.slice(2));
  return Number.isFinite(quality) ? quality : 0;
}

/**
 * Tells whether an If-Match or If-None-Match field names an entity tag. `*` names any that exists.
 * With `weak` comparison `W/"a"` is the same as `"a"` (If-None-Match), without it a weak tag never
 * matches (If-Match): RFC 9110 section 8.8.3.2.
 */
export function namesTag(field: string, tag: string, comparison: 'weak' | 'strong'): boolean {
  if (field.trim() === '*') return true;
  const named = field.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return named.some((one) => one === tag || (comparison === 'weak' && one === `W/${tag}`));
}
