// Recorded interactions and filters: made by hand, and made up by fast-check out of few words, so
// that some filters match.

import fc from 'fast-check';
import { sources, states } from '../../src/journal/filter/fields.ts';
import type { Filter, FilterCondition, FilterTerm } from '../../src/journal/filter/filter.ts';
import { ENDLESS } from '../../src/journal/filter/ranges.ts';
import type {
  Annotation,
  Recorded,
  RecordedBody,
  RecordedReply,
  Unnumbered,
} from '../../src/journal/interaction/recorded.ts';
import type { Finding } from '../../src/oracle/finding.ts';
import { anyText } from './any-text.ts';

export const NOON: number = Date.UTC(2026, 10, 20, 12);

/** Makes an interaction: a user is read and found, but for what is given. */
export function recordedOf(given: Partial<Unnumbered> = {}): Unnumbered {
  return {
    at: NOON,
    elapsedMs: 1.5,
    source: 'proxy',
    resource: 'users',
    operation: 'read',
    request: {
      method: 'GET',
      path: '/users/7',
      query: '',
      headers: [['accept', 'application/json']],
      body: { kind: 'none' },
    },
    reply: replyOf(),
    trouble: null,
    verdict: 'conforms',
    findings: [],
    ruled: null,
    mock: null,
    history: [],
    law: null,
    original: null,
    world: null,
    service: null,
    ...given,
  };
}

export function replyOf(given: Partial<RecordedReply> = {}): RecordedReply {
  return {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: textOf('{"id":7,"name":"Ada"}'),
    ...given,
  };
}

export function textOf(text: string): RecordedBody {
  return text === ''
    ? { kind: 'none' }
    : { kind: 'text', text, bytes: Buffer.byteLength(text), cut: false };
}

export function findingOf(given: Partial<Finding> = {}): Finding {
  return {
    code: 'body-not-json',
    breach: 'violates',
    operation: 'read',
    clause: 'section 4, GET /users/{user_id}',
    at: null,
    message: 'The body is no JSON.',
    expected: 'JSON',
    actual: '<html>',
    by: 'contract',
    remedy: 'Send JSON.',
    ...given,
  };
}

/**
 * Words that have a part of one another, differ in case, and are hostile to quotes, patterns,
 * indexes and encodings.
 */
const words = [
  'a',
  'users',
  'USER',
  'er',
  'Straße',
  'STRASSE',
  'ΟΔΟΣ',
  'οδος',
  'ΟΔΟΣΑ',
  'İz',
  'i̇z',
  '😀',
  '\ud83d',
  '\ude00',
  'nul\u0000l',
  '\u0000',
  '"',
  'half "a\\ loaf"',
  '%_',
  '[a]',
  '?',
  '*',
  'a*',
  '[a]*',
  '*?',
  '-x',
  'a:b',
  "'",
  '__proto__',
  ' ',
  'and',
  'or not',
  '\n',
  'é',
  'É',
  '中文字',
  'NEAR(',
];

export const wordArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
  anyText({ maxLength: 6 }),
);

const names = ['etag', 'x-a', '__proto__', 'accept'];
const resources = ['users', 'Users', 'a.b'];
const kinds = ['list', 'create', 'read'] as const;
const tags = ['bug', 'later', '中文'];
const laws = ['created is read', 'CREATED again'];
const worlds = ['alice', 'bob-2'];
const codes = ['body-not-json', 'value-changed'] as const;

const bodyArbitrary: fc.Arbitrary<RecordedBody> = fc.oneof(
  { weight: 3, arbitrary: wordArbitrary.map(textOf) },
  fc.constantFrom<RecordedBody>(
    { kind: 'bytes', base64: 'YWJj/w==', bytes: 4, cut: false },
    { kind: 'unkept', bytes: null },
    { kind: 'unkept', bytes: 5 },
  ),
);

const headersArbitrary = fc.array(fc.tuple(fc.constantFrom(...names), wordArbitrary), {
  maxLength: 3,
});

const replyArbitrary: fc.Arbitrary<RecordedReply> = fc.record({
  status: fc.constantFrom(200, 201, 404, 500, 503),
  headers: headersArbitrary,
  body: bodyArbitrary,
});

const nullable = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { nil: null });

const untimedArbitrary: fc.Arbitrary<Unnumbered> = fc.record({
  at: fc.nat(50).map((seconds) => NOON + seconds * 1_000),
  elapsedMs: fc.oneof(fc.nat(20), fc.double({ min: 0, max: 20, noNaN: true })),
  source: fc.constantFrom(...sources),
  resource: nullable(fc.constantFrom(...resources)),
  operation: nullable(fc.constantFrom(...kinds)),
  request: fc.record({
    method: fc.constantFrom('GET', 'POST', 'get'),
    path: wordArbitrary.map((word) => `/${word}`),
    query: fc.oneof(fc.constant(''), wordArbitrary),
    headers: headersArbitrary,
    body: bodyArbitrary,
  }),
  reply: nullable(replyArbitrary),
  trouble: nullable(wordArbitrary),
  verdict: fc.constantFrom('conforms', 'violates', 'not-shown', 'unjudged'),
  findings: fc.array(
    fc
      .record({ code: fc.constantFrom(...codes), clause: wordArbitrary, message: wordArbitrary })
      .map(findingOf),
    { maxLength: 2 },
  ),
  ruled: fc.constant(null),
  mock: nullable(replyArbitrary),
  history: fc.constant([]),
  law: nullable(fc.constantFrom(...laws)),
  original: nullable(replyArbitrary),
  world: nullable(fc.constantFrom(...worlds)),
  service: nullable(fc.constant('https://api.example.com')),
});

/** The time of the first byte is not always known. */
export const recordedArbitrary: fc.Arbitrary<Unnumbered> = fc
  .tuple(untimedArbitrary, nullable(fc.double({ min: 0, max: 20, noNaN: true })))
  .map(([recorded, firstByteMs]) =>
    firstByteMs === null ? recorded : { ...recorded, firstByteMs },
  );

export const annotationArbitrary: fc.Arbitrary<Annotation> = fc.record({
  tags: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 2 }),
  note: fc.oneof(fc.constant(''), wordArbitrary),
});

const rangeOf = (least: number, most: number): fc.Arbitrary<{ from: number; to: number }> =>
  fc
    .tuple(
      fc.integer({ min: least, max: most }),
      fc.oneof(fc.integer({ min: least, max: most }), fc.constant(ENDLESS)),
    )
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

const conditionArbitrary: fc.Arbitrary<FilterCondition> = fc.oneof(
  fc
    .constantFrom(
      { from: 0, to: 0 },
      { from: 404, to: 404 },
      { from: 500, to: 599 },
      { from: 201, to: 450 },
      { from: 404, to: 999 },
    )
    .map((range) => ({ kind: 'status', ...range }) as const),
  fc.constantFrom('GET', 'POST', 'GET*').map((method) => ({ kind: 'method', method }) as const),
  fc.record({
    kind: fc.constant('operation' as const),
    resource: nullable(fc.constantFrom(...resources)),
    operation: fc.constantFrom(...kinds, 'other'),
  }),
  fc.constantFrom(...states).map((state) => ({ kind: 'is', state }) as const),
  wordArbitrary.map((pattern) => ({ kind: 'path', pattern }) as const),
  wordArbitrary.map((text) => ({ kind: 'query', text }) as const),
  rangeOf(0, 20).map(({ from, to }) => ({ kind: 'duration', fromMs: from, toMs: to }) as const),
  fc.record({
    kind: fc.constant('body' as const),
    side: fc.constantFrom('request', 'reply', 'either'),
    text: wordArbitrary,
  }),
  fc.record({
    kind: fc.constant('header' as const),
    name: fc.constantFrom(...names),
    text: fc.oneof(fc.constant(''), wordArbitrary),
  }),
  fc.constantFrom(...sources).map((source) => ({ kind: 'source', source }) as const),
  fc.constantFrom(...worlds, 'main', 'nobody').map((world) => ({ kind: 'world', world }) as const),
  fc.constantFrom(...tags, 'none').map((tag) => ({ kind: 'tag', tag }) as const),
  fc
    .oneof(fc.constantFrom(...codes, 'body'), wordArbitrary)
    .map((text) => ({ kind: 'finding', text }) as const),
  fc.constantFrom('created', 'AGAIN', 'x').map((text) => ({ kind: 'law', text }) as const),
  rangeOf(1, 12).map((range) => ({ kind: 'seq', ...range }) as const),
  rangeOf(0, 50).map(({ from, to }) => ({
    kind: 'time' as const,
    from: NOON + from * 1_000,
    to: to === ENDLESS ? to : NOON + to * 1_000,
  })),
  wordArbitrary.map((text) => ({ kind: 'text', text }) as const),
  fc
    .oneof(fc.constantFrom('json', 'tion/', 'charset'), wordArbitrary)
    .map((text) => ({ kind: 'type', text: text.toLowerCase() }) as const),
  rangeOf(0, 20).map((range) => ({ kind: 'size', ...range }) as const),
  fc.constantFrom('a.', '^get', 'x|y').map((pattern) => ({ kind: 'regex', pattern }) as const),
);

const termArbitrary: fc.Arbitrary<FilterTerm> = fc
  .tuple(conditionArbitrary, fc.boolean())
  .map(([condition, isNegated]) => ({ ...condition, isNegated }));

const allArbitrary: fc.Arbitrary<FilterTerm> = fc
  .tuple(fc.array(termArbitrary, { minLength: 2, maxLength: 3 }), fc.boolean())
  .map(([of, isNegated]) => ({ kind: 'all', of, isNegated }));

const anyArbitrary: fc.Arbitrary<FilterTerm> = fc
  .array(fc.oneof({ weight: 3, arbitrary: termArbitrary }, allArbitrary), {
    minLength: 2,
    maxLength: 3,
  })
  .map((of) => ({ kind: 'any', of, isNegated: false }));

export const filterArbitrary: fc.Arbitrary<Filter> = fc.record({
  terms: fc.array(fc.oneof({ weight: 4, arbitrary: termArbitrary }, anyArbitrary, allArbitrary), {
    maxLength: 3,
  }),
});

/** An interaction as it comes out of an archive. */
export function numbered(seq: number, given: Partial<Unnumbered> = {}): Recorded {
  return { seq, ...recordedOf(given) };
}

/** An interaction whose members all follow from its number. */
export function endlessOf(seq: number): Unnumbered {
  const body = textOf(
    JSON.stringify({ id: seq, name: `user number ${seq} `.repeat(1 + (seq % 50)) }),
  );
  return recordedOf({ at: NOON + seq, elapsedMs: seq % 7, reply: replyOf({ body }) });
}
