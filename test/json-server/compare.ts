// What must be alike of two answers to the same call: status, the headers that matter, and the body
// with its layout.

import { isDeepStrictEqual } from 'node:util';
import type { WireAnswer, WireCall } from './sides.ts';

/** A facet of an answer in which the two sides differ. */
export interface Difference {
  readonly facet: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/**
 * Headers that a client may act on, in the form that is compared; `null` if absent or of no use
 * here.
 */
const facets: Readonly<Record<string, (answer: WireAnswer, call: WireCall) => unknown>> = {
  status: ({ status }) => status,
  'content-type': ({ status, headers }) =>
    status === 204 ? null : (headers['content-type'] ?? null),
  'cache-control': ({ headers }) => headers['cache-control'] ?? null,
  pragma: ({ headers }) => headers['pragma'] ?? null,
  expires: ({ headers }) => headers['expires'] ?? null,
  location: ({ headers }) =>
    headers.location?.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'http://<host>') ?? null,
  'x-total-count': ({ headers }) => headers['x-total-count'] ?? null,
  link: ({ headers }) =>
    headers['link']?.toString().replaceAll(/127\.0\.0\.1:\d+/g, '<host>') ?? null,
  // A client needs a validator to be there; its value does not matter.
  etag: ({ status, headers }, { method }) =>
    status === 200 && /^(?:GET|HEAD)$/.test(method) ? headers.etag !== undefined : null,
  // Only a page of another origin looks at the following.
  'allow-origin': ofCross(({ headers }) => headers['access-control-allow-origin'] ?? null),
  'allow-credentials': ofCross(
    ({ headers }) => headers['access-control-allow-credentials'] ?? null,
  ),
  vary: ofCross(({ headers }) => /\borigin\b/i.test(headers.vary ?? '')),
  'allow-methods': ofPreflight(({ headers }) => namesIn(headers['access-control-allow-methods'])),
  'allow-headers': ({ headers }, call) =>
    call.headers?.['access-control-request-headers'] === undefined
      ? null
      : namesIn(headers['access-control-allow-headers']),
};

function ofCross(
  read: (answer: WireAnswer) => unknown,
): (answer: WireAnswer, call: WireCall) => unknown {
  return (answer, call) => (call.headers?.['origin'] === undefined ? null : read(answer));
}

function ofPreflight(
  read: (answer: WireAnswer) => unknown,
): (answer: WireAnswer, call: WireCall) => unknown {
  return (answer, call) =>
    call.headers?.['access-control-request-method'] === undefined ? null : read(answer);
}

/** The headers that are compared. */
export const headersCompared: readonly string[] = Object.keys(facets).filter(
  (facet) => facet !== 'status',
);

/** Finds every facet in which two answers differ. */
export function differences(
  call: WireCall,
  theirs: WireAnswer,
  ours: WireAnswer,
): readonly Difference[] {
  const found = Object.entries(facets).map(([facet, read]): Difference => {
    return { facet, theirs: read(theirs, call), ours: read(ours, call) };
  });
  const body = { facet: 'body', theirs: read(theirs), ours: read(ours) };
  const layout = { facet: 'layout', theirs: isInLines(theirs), ours: isInLines(ours) };
  const exposed = { facet: 'expose-headers', theirs: [], ours: hidden(call, theirs, ours) };
  return [...found, body, layout, exposed].filter(
    (one) => !isDeepStrictEqual(one.theirs, one.ours),
  );
}

function read({ text }: WireAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether the text is formatted as JSON.stringify does it with two spaces. */
function isInLines({ text }: WireAnswer): boolean {
  try {
    return text === JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return false;
  }
}

/** Headers that a page may read of their answer and not of ours. */
function hidden(call: WireCall, theirs: WireAnswer, ours: WireAnswer): readonly string[] {
  if (call.headers?.['origin'] === undefined) return [];
  const shown = namesIn(ours.headers['access-control-expose-headers']);
  return namesIn(theirs.headers['access-control-expose-headers']).filter(
    (name) => !shown.includes(name),
  );
}

/** The names in a list of methods or header fields, in order of the alphabet. */
function namesIn(field: string | undefined): readonly string[] {
  const names = (field ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '').toSorted();
}
