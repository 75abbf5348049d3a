import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { withMember } from '../../../src/verify/scenario/id-from-evidence.ts';
import { lastStep, linkedId, shownIdAt } from '../../../src/verify/session/issued-ids.ts';
import type { Session } from '../../../src/verify/session/session.ts';

function session(read: string | undefined, types: readonly string[]): Session {
  const operations = { read: read === undefined ? {} : { path: read } };
  return {
    service: {
      contract: { path: '/todos', id: 'id', item: 'Todo', operations },
      schemas: {
        typesOf: () => types,
        memberAt: (_: string, [name = '']: readonly string[]) =>
          name === 'grade' ? { enum: [4, 5] } : undefined,
      },
    },
  } as unknown as Session;
}

describe('linkedId', () => {
  it.each<[string | undefined, Json | undefined, Json | undefined]>([
    [undefined, 'http://a.example/todos/3', 3],
    [undefined, 'http://a.example/base/todos/3/', 3],
    [undefined, '/todos/x%20y?z=1', undefined],
    [undefined, '/todos/xy?z=1', 'xy'],
    [undefined, 'http://a.example/jars/3', undefined],
    [undefined, 'http://a.example/todos', undefined],
    ['/{id}', 'http://a.example/3', 3],
    [undefined, 'no address', undefined],
    [undefined, 'http://[', undefined],
    [undefined, 5, undefined],
    [undefined, undefined, undefined],
  ])('at %s, of %j is %j', (path, value, id) => {
    expect(linkedId(session(path, ['integer']).service, value)).toBe(id);
  });

  it('has the type of the id', () => {
    expect(linkedId(session(undefined, ['string']).service, '/todos/3')).toBe('3');
  });
});

describe('withMember', () => {
  const shown = { ...session(undefined, []).service, isIdAssumed: true, showsIds: true };
  const open = { service: shown } as Session;
  const hidden = { service: { ...shown, showsIds: false } } as Session;
  it.each([
    ['the id of an address is in no member', { isLink: true } as const, undefined],
    ['another value may be the id', {}, 'order'],
  ])('%s', (_, link, member) => {
    const found = { id: 4, at: { kind: 'body', steps: ['url'], ...link } } as const;
    expect(withMember(open, found, { order: 4 }).member).toBe(member);
  });

  it('the id of an address is in a member that was not sent, if no schema names an id', () => {
    const found = { id: 4, at: { kind: 'body', steps: ['url'], isLink: true } } as const;
    expect(withMember(hidden, found, { order: 4 }).member).toBe('order');
    expect(withMember(hidden, found, { order: 4 }, { order: 4 }).member).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject, string | undefined]>([
    ['a number that was sent is none', { size: 4 }, { size: 4 }, undefined],
    ['a number of a few is none', { grade: 4 }, {}, undefined],
    ['a text that was sent may be it', { name: '4' }, { name: '4' }, 'name'],
    ['what the service changed may be it', { size: 4 }, { size: 3 }, 'size'],
  ])('%s', (_, record, sent, member) => {
    const found = { id: 4, at: { kind: 'location' } } as const;
    expect(withMember(open, found, record, sent).member).toBe(member);
  });
});

describe('a link as the place of ids', () => {
  it('is kept for those who print it', () => {
    expect(shownIdAt({ kind: 'body', steps: ['url'], isLink: true })).toEqual({
      kind: 'body',
      pointer: '/url',
      isLink: true,
    });
    expect([lastStep('/todos/3#x'), lastStep('/')]).toEqual(['3', undefined]);
  });
});
