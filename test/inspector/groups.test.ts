import { describe, expect, it } from 'vitest';
import type { GroupsView } from '../../src/inspector/wire.ts';
import type { Unnumbered } from '../../src/journal/interaction/recorded.ts';
import { RecordedRing } from '../../src/journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../src/journal/memory/ring-archive.ts';
import { NOON, recordedOf, replyOf } from '../support/recorded.ts';
import { createInspectorClient, memberOf } from './inspector-client.ts';

const request = recordedOf().request;
const sentWith = (name: string, value: string): Partial<Unnumbered> => ({
  request: { ...request, headers: [[name, value]] },
});

function client(all: readonly Partial<Unnumbered>[]) {
  const ring = new RecordedRing();
  for (const one of all) ring.add(recordedOf(one));
  return createInspectorClient({ archive: createRingArchive(ring) });
}

describe('api/groups', () => {
  it('counts by world, largest first', async () => {
    const { ask } = client([
      { world: 'alice', at: NOON, elapsedMs: 5 },
      { world: 'alice', at: NOON + 100, elapsedMs: 7, verdict: 'violates' },
      { world: 'alice', at: NOON + 50, elapsedMs: 6, reply: replyOf({ status: 500 }) },
      { reply: null, trouble: 'reset' },
    ]);
    expect((await ask('GET api/groups?by=world')).json).toEqual({
      groups: [
        {
          value: 'alice',
          term: 'world:alice',
          count: 3,
          violating: 1,
          failed: 1,
          p50Ms: 6,
          from: NOON,
          to: NOON + 107,
        },
        expect.objectContaining({ value: 'main', term: 'world:main', count: 1, failed: 1 }),
      ],
      isCut: false,
    });
  });

  it.each([
    ['client', sentWith('user-agent', 'Mozilla/5.0 (a "b" \\c)')],
    ['page', sentWith('referer', 'http://a.test/users?page=2')],
    ['law', { law: 'created-can-be-read' }],
    ['world', { world: 'a-b' }],
  ])('gives a term for each %s that selects its interactions', async (by, one) => {
    const { ask } = client([one, { world: 'other' }, one]);
    const { groups } = (await ask(`GET api/groups?by=${by}`)).json as unknown as GroupsView;
    expect(groups.map(({ count, term }) => [count, term === null])).toEqual([
      [2, false],
      [1, by !== 'world'],
    ]);
    const query = new URLSearchParams({ by, q: groups[0]?.term ?? '' });
    const selected = (await ask(`GET api/groups?${query}`)).json as unknown as GroupsView;
    expect(selected.groups).toEqual([groups[0]]);
  });

  it('refuses other groups and filters with faults', async () => {
    const { ask } = client([]);
    expect(memberOf(await ask('GET api/groups?by=toString'), 'detail')).toBe(
      '"by" must be one of world, client, page, law.',
    );
    expect(memberOf(await ask('GET api/groups?by=law&q=statsu:1'), 'from')).toBe(0);
  });
});
