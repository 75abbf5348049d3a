import { describe, expect, it } from 'vitest';
import { matches } from '../../../src/journal/filter/matches.ts';
import { parseFilter } from '../../../src/journal/filter/parse-filter.ts';
import { noAnnotation } from '../../../src/journal/interaction/annotation.ts';
import { findingOf, NOON, numbered, replyOf, textOf } from '../../support/recorded.ts';

const request = {
  method: 'POST',
  path: '/Users/Straße',
  query: 'Sort=Name',
  headers: [['x-trace', 'Abc-Def']],
  body: textOf('{"name":"Half a Loaf"}'),
} as const;
const recorded = numbered(12, {
  operation: 'create',
  request,
  reply: replyOf({ status: 503, body: textOf('Ὀδυσσεύς is AWAY') }),
  elapsedMs: 600,
  verdict: 'violates',
  findings: [findingOf()],
  law: 'created is read',
  original: replyOf(),
  world: 'alice',
});
const annotation = { tags: ['bug'], note: 'ask Grace' };

function isMatch(text: string, given = recorded): boolean {
  const parsed = parseFilter(text, NOON);
  if (parsed.kind === 'flawed') throw new Error(parsed.flaw.detail);
  return matches(parsed.filter, given, given === recorded ? annotation : noAnnotation);
}

describe('matches', () => {
  it.each([
    [
      '',
      'status:5xx',
      'status:503',
      'method:post',
      'op:create',
      'op:users.create',
      'is:violating',
      'is:noted',
      'is:altered',
    ],
    [
      'path:users',
      'path:/USERS/STRAß',
      'path:/users/*',
      'path:*straße',
      'path:/*/*',
      'query:sort=',
      'dur:>500',
      'dur:0.5-0.7s',
    ],
    [
      'body:"half a loaf"',
      'request:HALF',
      'reply:away',
      'reply:ὈΔΥΣΣΕΎΣ',
      'body:ὀδυς',
      'header:x-trace',
      'header:x-trace=DEF',
    ],
    [
      'header:content-type=json',
      'source:proxy',
      'tag:bug',
      'finding:body-not-json',
      'finding:"section 4"',
      'law:READ',
    ],
    [
      'seq:10-20',
      'seq:12',
      'after:2026-11-20T12:00Z',
      'before:2026-11-20T12:00Z',
      'away loaf',
      '"post /users"',
      'grace',
      '"x-trace: abc"',
    ],
    ['-status:200', '-is:failed -path:/health', 'world:alice', 'world:ALICE', '-world:main'],
  ])('matches: %s %s %s %s %s %s %s %s %s', (...texts) => {
    for (const text of texts) expect([text, isMatch(text)]).toEqual([text, true]);
  });

  it.each([
    [
      'status:4xx',
      'status:none',
      'method:get',
      'op:read',
      'op:other',
      'op:posts.create',
      'is:conforming',
      'is:failed',
      'path:users*',
    ],
    [
      'path:/users/*/x',
      'path:*users',
      'dur:<599',
      'request:away',
      'reply:loaf',
      'header:x-trac',
      'header:x-trace=xyz',
    ],
    ['world:main', 'world:bob', 'world:alic'],
    [
      'source:mock',
      'tag:bu',
      'finding:body-not',
      'law:deleted',
      'seq:13',
      'after:2026-11-20T12:01Z',
      'grace nobody',
      '-tag:bug',
    ],
  ])('does not match: %s %s %s %s %s %s %s %s', (...texts) => {
    for (const text of texts) expect([text, isMatch(text)]).toEqual([text, false]);
  });

  it('finds interactions without an answer or an operation', () => {
    const failed = numbered(1, {
      reply: null,
      trouble: 'connection reset',
      resource: null,
      operation: null,
    });
    for (const text of ['is:failed', 'status:none', 'op:other', 'reset'])
      expect(isMatch(text, failed)).toBe(true);
    expect(isMatch('reply:x', failed)).toBe(false);
    expect(isMatch('world:main', failed)).toBe(true);
  });
});
