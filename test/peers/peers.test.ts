// Witnesses that no one here wrote: json-server before and after its ids became strings, and a mock
// that keeps nothing.

import { beforeAll, describe, expect, it } from 'vitest';
import type { LawResult, ReportedFinding } from '../../src/verify/report.ts';
import { compareFiles } from './left.ts';
import { peers } from './peers.ts';
import { tell } from './told.ts';
import { type Testimony, witness } from './witness.ts';

const told = ({ clause, code, at }: ReportedFinding): string => `${clause}: ${code} at ${at}`;
const resultOf = ({ verified }: Testimony, name: string): LawResult['result'] | undefined =>
  verified.laws.find((law) => law.name === name)?.result;

describe('verify', { timeout: 60_000 }, () => {
  let stored: Testimony;
  let stringly: Testimony;
  let invented: Testimony;

  beforeAll(async () => {
    [stored, stringly, invented] = await Promise.all([
      witness(peers['json-server-0']),
      witness(peers['json-server-1']),
      witness(peers.prism),
    ]);
  }, 60_000);

  it('finds that json-server 0.17 conforms', () => {
    expect(stored.verified.findings.map(told)).toEqual([]);
    expect(stored.verdict).toBe('conforms');
    const others = stored.verified.laws.filter(
      ({ result, why }) => result !== 'held' && why !== 'no time was left',
    );
    // Its next id is the highest plus one: whether one id begins with another depends on the number
    // of users.
    expect(
      others.map(({ name }) => name).filter((name) => name !== 'ids-that-begin-alike'),
    ).toEqual([]);
  });

  it('leaves nothing behind in json-server 0.17, and the rows of others as they were', () => {
    expect(stored.left.made).toEqual([]);
    expect(stored.left.after).toEqual(stored.left.before);
    expect(stored.left).toMatchObject({ changes: 0, rest: 'same' });
    expect(stored.verified.swept).toEqual({ left: [], isSure: true });
  });

  it('catches json-server 1 for ids that are strings, and for nothing else', () => {
    const { findings } = stringly.verified;
    expect(stringly.verdict).toBe('violates');
    expect(findings.map(told)).toContain('section 2, User: member-type at /id');
    expect(
      findings.filter(({ at }) => at === null || !/^(\/\d+)?\/id$/.test(at)).map(told),
    ).toEqual([]);
    expect(
      findings.every(
        ({ expected, actual }) => expected === 'a number' && actual.endsWith('(a string)'),
      ),
    ).toBe(true);
  });

  it('leaves nothing behind in json-server 1, which itself writes all ids as strings', () => {
    expect(stringly.left.made).toEqual([]);
    expect(stringly.left.after).toEqual(
      stringly.left.before.map((row) => row.replace(/"id":(\d+)/, '"id":"$1"')),
    );
  });

  it('finds that the mock of Prism breaks the laws that take a state', () => {
    const { findings } = invented.verified;
    expect(invented.verdict).toBe('violates');
    expect(findings.map(told)).toContain('section 4, POST /users: not-created at null');
    const laws = ['created-is-there', 'replaced-is-there', 'removed-is-gone'];
    expect(laws.map((name) => resultOf(invented, name))).toEqual(['broken', 'broken', 'broken']);
    // It answers with users as the specification shows them: what is wrong is only that it keeps
    // none.
    expect(
      findings.filter(({ code }) => code === 'member-type' || code === 'body-type').map(told),
    ).toEqual([]);
  });

  it('are reported as one table', () => {
    const lines = tell([stored, stringly, invented], 'findings').split('\n');
    expect(lines[0]).toMatch(
      /^peer +verdict +expected +held +broken +not exercised +findings +requests +s +left behind/,
    );
    expect(
      lines
        .filter((line) => /^(json-server|Prism)/.test(line))
        .map((line) => line.split(/ {2,}/).slice(0, 2)),
    ).toEqual([
      ['json-server 0.17.4', 'conforms'],
      ['json-server 1.0.0-beta.15', 'violates'],
      ['Prism 5.16.0 mock', 'violates'],
    ]);
    expect(lines.find((line) => line.includes('not-created'))).toMatch(
      /^ {4}section 4, POST \/users: not-created: create succeeded/,
    );
  });
});

describe('compareFiles', () => {
  const before = '{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}],"more":[1]}';
  const compare = (after: string): [made: number, changes: number, rest: string] => {
    const { made, changes, rest } = compareFiles({
      before,
      after,
      resource: 'users',
      token: 'snx',
    });
    return [made.length, changes, rest];
  };

  it.each<[what: string, after: string, made: number, changes: number, rest?: string]>([
    [
      'another layout',
      '{ "users": [ {"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"} ], "more": [ 1 ] }',
      0,
      0,
    ],
    [
      'a row of the run',
      '{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"},{"id":3,"name":"snxa"}],"more":[1]}',
      1,
      0,
    ],
    [
      'another order of members',
      '{"users":[{"name":"Ann","id":1},{"id":2,"name":"Bob"}],"more":[1]}',
      0,
      1,
    ],
    ['another type', '{"users":[{"id":1,"name":"Ann"},{"id":"2","name":"Bob"}],"more":[1]}', 0, 1],
    ['a row of others that is gone', '{"users":[{"id":1,"name":"Ann"}],"more":[1]}', 0, 1],
    [
      'a row of others that the run overwrote',
      '{"users":[{"id":1,"name":"snxb"},{"id":2,"name":"Bob"}],"more":[1]}',
      1,
      2,
    ],
    [
      'something else',
      '{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}],"more":[2]}',
      0,
      0,
      'changed',
    ],
  ])('tells %s', (_what, after, made, changes, rest = 'same') => {
    expect(compare(after)).toEqual([made, changes, rest]);
  });
});
