// Services that strangers wrote: json-server before and after its ids became strings, and a mock
// that keeps nothing. Some of the services that are built with frameworks: those that need no
// installation, each skipped if its runtime is missing. `npm run peers` verifies all.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LawResult, ReportedFinding } from '../../src/verify/report.ts';
import { root } from '../support/root.ts';
import { compareFiles } from './compare-files.ts';
import { peers } from './peers.ts';
import { peersTable } from './table.ts';
import { type PeerResult, verifyPeer } from './verify-peer.ts';
import { openWitness, tryWitness } from './verify-witness.ts';
import { setupsOf } from './witness-table.ts';
import { witnesses } from './witnesses.ts';

const told = ({ clause, code, at }: ReportedFinding): string => `${clause}: ${code} at ${at}`;
const resultOf = ({ verified }: PeerResult, name: string): LawResult['result'] | undefined =>
  verified.laws.find((law) => law.name === name)?.result;

describe('verify', { timeout: 60_000 }, () => {
  let stored: PeerResult;
  let textIds: PeerResult;
  let examples: PeerResult;

  beforeAll(async () => {
    [stored, textIds, examples] = await Promise.all([
      verifyPeer(peers['json-server-0']),
      verifyPeer(peers['json-server-1']),
      verifyPeer(peers.prism),
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

  it('leaves nothing behind in json-server 0.17, and the rows of others unchanged', () => {
    expect(stored.left.made).toEqual([]);
    expect(stored.left.after).toEqual(stored.left.before);
    expect(stored.left).toMatchObject({ changes: 0, rest: 'same' });
    expect(stored.verified.swept).toEqual({ left: [], isSure: true });
  });

  it('finds that the ids of json-server 1 are strings, and nothing else', () => {
    const { findings } = textIds.verified;
    expect(textIds.verdict).toBe('violates');
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

  it('leaves nothing behind in json-server 1, which writes all ids as strings', () => {
    expect(textIds.left.made).toEqual([]);
    expect(textIds.left.after).toEqual(
      textIds.left.before.map((row) => row.replace(/"id":(\d+)/, '"id":"$1"')),
    );
  });

  it('finds that the mock of Prism breaks the laws that need a state', () => {
    const { findings } = examples.verified;
    expect(examples.verdict).toBe('violates');
    // Each creation is answered with the id of the example, which is in the list: nothing more is written.
    expect(findings.map(told)).toEqual(['section 4, POST /users: id-of-another at null']);
    const laws = ['created-is-there', 'replaced-is-there', 'removed-is-gone'];
    expect(laws.map((name) => resultOf(examples, name))).toEqual([
      'broken',
      'broken',
      'not-exercised',
    ]);
    // Its answers are valid users.
    expect(
      findings.filter(({ code }) => code === 'member-type' || code === 'body-type').map(told),
    ).toEqual([]);
  });

  it('are reported as one table', () => {
    const lines = peersTable([stored, textIds, examples], 'findings').split('\n');
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
    expect(lines.find((line) => line.includes('id-of-another'))).toMatch(
      /^ {4}section 4, POST \/users: id-of-another: /,
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
      'another format',
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
    ['a missing row of others', '{"users":[{"id":1,"name":"Ann"}],"more":[1]}', 0, 1],
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
  ])('notices %s', (_what, after, made, changes, rest = 'same') => {
    expect(compare(after)).toEqual([made, changes, rest]);
  });
});

describe('tryWitness', { timeout: 120_000 }, () => {
  const users = { what: 'users', service: 'correct', proxy: null, seed: 1 } as const;

  it.each([
    ['Go, net/http', ['decoded-into-stored', 'append-in-listed', 'error-ignored']],
    ['Flask', ['mutable-default', 'is-for-equals', 'get-or']],
  ])('passes %s, and finds faults that are usual there', async (title, faults) => {
    const witness = witnesses.find((one) => one.title === title);
    const opened = openWitness(witness ?? expect.fail('there is no such witness'));
    if (typeof opened === 'string') return;
    using open = opened;
    expect(await tryWitness(open, users)).toMatchObject({ verdict: 'conforms', findings: [] });
    for (const service of faults)
      expect(await tryWitness(open, { ...users, service })).toMatchObject({ verdict: 'violates' });
  });

  it('passes a service behind a proxy that compresses, and finds faults of proxies', async () => {
    const witness = witnesses.find(({ runtime }) => runtime.kind === 'server');
    const opened = openWitness(witness ?? expect.fail('there is no such witness'));
    using open = typeof opened === 'string' ? expect.fail(opened) : opened;
    const through = async (proxy: string): Promise<string> =>
      (await tryWitness(open, { ...users, proxy })).verdict;
    expect(await through('correct-with-gzip')).toBe('conforms');
    for (const proxy of ['stale-item', 'post-twice', 'two-instances', 'gzip-named-only'])
      expect([proxy, await through(proxy)]).toEqual([proxy, 'violates']);
  });
});

describe('witnesses', () => {
  const textOf = (file: string): string =>
    readFileSync(join(root, 'test/peers/witnesses', file), 'utf8');

  it.each(witnesses)('have each fault in the file of $title', (witness) => {
    const { runtime } = witness;
    const [service, proxy] = [
      runtime.kind === 'server' ? '' : textOf(runtime.file),
      textOf('proxy.mjs'),
    ];
    const isIn = (text: string, fault: string): boolean =>
      fault === 'correct' || text.includes(`'${fault}'`) || text.includes(`"${fault}"`);
    const unknown = setupsOf(witness, [1]).filter(
      (setup) =>
        !(isIn(service, setup.service) || setup.purpose === 'correct') ||
        !isIn(proxy, setup.proxy ?? 'correct'),
    );
    expect(unknown).toEqual([]);
  });
});
