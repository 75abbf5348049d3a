// Random sequences of calls, as data. `$0` is the first id that was made at random, a different one
// on each side. Leaves out calls that would give the two sides different rows; the deviations show
// those one by one.

import fc from 'fast-check';
import { differences } from './compare.ts';
import { deviations } from './deviations.ts';
import type { Line, Side, WireAnswer, WireCall } from './sides.ts';

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, 1.5, '', 'text', 'Zażółć 漢字', [], {}),
  fc.record({ x: fc.nat(3), y: fc.constantFrom(null, 'y') }, { requiredKeys: [] }),
  fc.array(fc.nat(3), { maxLength: 2 }),
);
const members = { title: value, views: value, meta: value };
const number = fc.integer({ min: 1, max: 12 });
const text = fc.constantFrom('n1', 'n2', 'k1', 'k 2', 'ü');

function bodyOf(id: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const json = fc
    .record({ ...members, id }, { requiredKeys: [] })
    .map((body) => JSON.stringify(body));
  const odd = fc.constantFrom('{', '5', 'null', '"text"', ' ', '{"title":1,"title":2}', '[1');
  return fc.oneof({ weight: 6, arbitrary: json }, { weight: 1, arbitrary: odd });
}

const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
];
const foreign = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', null];

/** What surrounds a call: who asks, and what for. */
const around = fc.record(
  {
    origin: fc.constantFrom('http://app.test', 'https://other.test:8443'),
    accept: fc.constantFrom('application/json', 'text/html', '*/*'),
  },
  { requiredKeys: [] },
);

interface Place {
  readonly path: string;
  readonly queries: readonly string[];
  readonly ids: fc.Arbitrary<string>;
  readonly sent: fc.Arbitrary<unknown>;
}

/**
 * The dialects have their own tests; this checks their headers, and their behaviour among writes.
 */
const zeroQueries = [
  'id=1&id=2',
  'title=text',
  'q=TE',
  'nope=1',
  '_sort=id&_order=DESC',
  '_start=1&_end=3',
  '_start=1',
  '_limit=2',
  '_page=1&_limit=2',
  '_page=2&_limit=2',
  '_page=9&_limit=2',
  '_page=1',
  '_sort=id&_order=desc&_page=2&_limit=1',
];
const oneQueries = [
  'title=text',
  'title:contains=TE',
  'title:ne=text',
  'nope=1',
  '_page=1&_per_page=2',
  '_page=2&_per_page=2',
  '_page=9&_per_page=2',
  '_page=1',
  '_per_page=1',
];

const posts: Place = {
  path: '/posts',
  queries: zeroQueries,
  ids: fc.oneof(number.map(String), fc.constantFrom('99', 'abc', '007', '1.0', '0', '-1')),
  sent: fc.oneof({ weight: 4, arbitrary: number }, { weight: 1, arbitrary: fc.constant(null) }),
};
const notes: Place = {
  path: '/notes',
  queries: ['id=n1', '_start=0&_end=1', '_page=1&_limit=1'],
  ids: fc.oneof(text.map(encodeURIComponent), fc.constantFrom('$0', '$1', '$2', 'none')),
  sent: text,
};

function callsOn({ path, queries, ids, sent }: Place, line: Line): fc.Arbitrary<WireCall> {
  const slash = fc.constantFrom('', '', '', '/');
  const item = fc.tuple(ids, slash).map(([id, end]) => `${path}/${id}${end}`);
  const list = slash.map((end) => path + end);
  const queried = fc.constantFrom(...queries).map((query) => `${path}?${query}`);
  const type =
    line === 'json-server'
      ? fc.constantFrom<string | null>(...types, ...foreign)
      : fc.constantFrom<string | null>(...types);
  const body = fc.option(bodyOf(sent), { nil: undefined, freq: 9 });
  const asking = (
    at: fc.Arbitrary<string>,
    ...methods: readonly string[]
  ): fc.Arbitrary<WireCall> =>
    fc.record({ method: fc.constantFrom(...methods), path: at, headers: around });
  const writing = (
    at: fc.Arbitrary<string>,
    ...methods: readonly string[]
  ): fc.Arbitrary<WireCall> =>
    fc
      .record({ method: fc.constantFrom(...methods), path: at, headers: around, type, body })
      .map(({ method, path: target, headers, type: given, body: written }) => ({
        method,
        path: target,
        headers: { ...headers, ...(given === null ? {} : { 'content-type': given }) },
        ...(written === undefined ? {} : { body: written }),
      }));
  const preflights = fc
    .record({
      path: fc.oneof(item, list),
      method: fc.constantFrom('GET', 'PUT', 'DELETE'),
      more: fc.constantFrom({}, asked),
    })
    .map(({ path: target, method, more }) => ({
      method: 'OPTIONS',
      path: target,
      headers: { origin: 'http://app.test', 'access-control-request-method': method, ...more },
    }));
  return fc.oneof(
    { weight: 3, arbitrary: asking(list, 'GET', 'GET', 'HEAD', 'OPTIONS') },
    { weight: 2, arbitrary: asking(queried, 'GET', 'GET', 'HEAD') },
    { weight: 3, arbitrary: asking(item, 'GET', 'GET', 'HEAD', 'OPTIONS') },
    { weight: 5, arbitrary: writing(list, 'POST') },
    { weight: 5, arbitrary: writing(item, 'PUT', 'PATCH') },
    { weight: 2, arbitrary: asking(item, 'DELETE') },
    { weight: 1, arbitrary: asking(list, 'DELETE', 'PUT', 'PATCH', 'PURGE') },
    { weight: 1, arbitrary: asking(item, 'POST', 'PURGE') },
    { weight: 1, arbitrary: preflights },
  );
}

const asked = { 'access-control-request-headers': 'x-token,content-type' };

const nowhere: fc.Arbitrary<WireCall> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'),
  path: fc.constantFrom('/nope', '/nope/1', '/posts/1/nope', '/db', '/db/1'),
  headers: around,
});

/** Any walk of a line: the second one knows text ids alone. */
export function walks(line: Line): fc.Arbitrary<readonly WireCall[]> {
  const call =
    line === 'json-server'
      ? fc.oneof(
          { weight: 6, arbitrary: callsOn(posts, line) },
          { weight: 4, arbitrary: callsOn(notes, line) },
          { weight: 1, arbitrary: nowhere },
        )
      : fc.oneof(
          { weight: 8, arbitrary: callsOn({ ...notes, queries: oneQueries }, line) },
          { weight: 1, arbitrary: nowhere },
        );
  return fc.array(call, { minLength: 5, maxLength: 25 });
}

/**
 * Takes the same walk on both sides. Describes the differences that no deviation excuses, call by
 * call.
 */
export async function compareWalk(
  line: Line,
  walk: readonly WireCall[],
  real: Side,
  preset: Side,
): Promise<readonly string[]> {
  const given: { theirs: string[]; ours: string[] } = { theirs: [], ours: [] };
  const found: string[] = [];
  for (const call of walk) {
    const theirs = anonymous(await real.ask(named(call, given.theirs)), given.theirs, call);
    const ours = anonymous(await preset.ask(named(call, given.ours)), given.ours, call);
    for (const { facet, theirs: one, ours: other } of differences(call, theirs, ours)) {
      if (
        deviations.some(
          (deviation) =>
            deviation.line === line && deviation.excuses?.(call, theirs, ours, facet) === true,
        )
      )
        continue;
      found.push(
        `${JSON.stringify(call)}: ${facet} ${JSON.stringify(one)}, here ${JSON.stringify(other)}`,
      );
    }
  }
  return found;
}

/** Puts the ids of one side into a call. */
function named(call: WireCall, given: readonly string[]): WireCall {
  return {
    ...call,
    path: call.path.replace(/\$(\d)/, (_, place: string) => given[Number(place)] ?? 'none'),
  };
}

/** Takes the ids of one side out of an answer, also the one that it has just given out. */
function anonymous(answer: WireAnswer, given: string[], call: WireCall): WireAnswer {
  const made =
    call.method === 'POST' && answer.status === 201
      ? /"id": "([\w-]{7,11})"/.exec(answer.text)?.[1]
      : undefined;
  if (made !== undefined) given.push(made);
  const without = (text: string): string =>
    given.reduce((before, id, place) => before.replaceAll(id, `$${place}`), text);
  const { location } = answer.headers;
  return {
    ...answer,
    text: without(answer.text),
    headers: {
      ...answer.headers,
      ...(location === undefined ? {} : { location: without(location) }),
    },
  };
}
