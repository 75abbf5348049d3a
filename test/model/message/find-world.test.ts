import { describe, expect, it } from 'vitest';
import { findWorld, pathInWorld } from '../../../src/model/message/find-world.ts';
import { callOf } from '../../support/users.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;

const found = (path: string, headers: Fields = {}): ReturnType<typeof findWorld> =>
  findWorld(callOf(`GET ${path}`, { headers }));

/** `path:alice` or `subdomain:no name`. */
function told(path: string, headers: Fields = {}): string | null {
  const named = found(path, headers);
  return named === null ? null : `${named.place}:${named.name ?? 'no name'}`;
}

describe('findWorld', () => {
  it.each<[path: string, headers: Fields, world: string | null]>([
    ['/users', {}, null],
    ['/users/~alice', {}, null],
    ['/', {}, null],
    ['', {}, null],
    ['*', {}, null],
    ['/~alice/users', {}, 'path:alice'],
    ['/~alice', {}, 'path:alice'],
    ['/~Alice/', {}, 'path:alice'],
    ['/~main/users', {}, 'path:main'],
    ['/~/users', {}, 'path:no name'],
    ['/~al%69ce/users', {}, 'path:no name'],
    ['/~__proto__/users', {}, 'path:no name'],
    ['/~constructor/users', {}, 'path:constructor'],
    ['/users', { 'standin-world': 'alice' }, 'header:alice'],
    ['/users', { 'standin-world': 'A-b_9' }, 'header:a-b_9'],
    ['/users', { 'standin-world': 'main' }, 'header:main'],
    ['/users', { 'standin-world': '' }, 'header:no name'],
    ['/users', { 'standin-world': 'alice, bob' }, 'header:no name'],
    ['/users', { 'standin-world': ['alice', 'bob'] }, 'header:no name'],
    ['/users', { 'standin-world': '-alice' }, 'header:no name'],
    ['/users', { 'standin-world': 'älice' }, 'header:no name'],
    ['/users', { 'standin-world': 'a'.repeat(64) }, `header:${'a'.repeat(64)}`],
    ['/users', { 'standin-world': 'a'.repeat(65) }, 'header:no name'],
    ['/users', { baggage: 'standin.world=alice' }, 'baggage:alice'],
    [
      '/users',
      { baggage: 'user=1;p=2 , standin.world = alice ; standin.world=bob;x, z=3' },
      'baggage:alice',
    ],
    ['/users', { baggage: 'standin.world=%61lice' }, 'baggage:alice'],
    ['/users', { baggage: 'standin.world=a%zz' }, 'baggage:no name'],
    ['/users', { baggage: 'standin.world=a%20b' }, 'baggage:no name'],
    ['/users', { baggage: 'standin.world=' }, 'baggage:no name'],
    ['/users', { baggage: 'standin.world=alice,standin.world=bob' }, 'baggage:alice'],
    ['/users', { baggage: ['x=1', 'standin.world=alice'] }, 'baggage:alice'],
    ['/users', { baggage: 'Standin.World=alice, standin.worlds=bob, standin.world' }, null],
    ['/users', { cookie: 'standin-world=alice' }, 'cookie:alice'],
    ['/users', { cookie: 'a=b=c; standin-world="alice"; standin-world=bob' }, 'cookie:alice'],
    ['/users', { cookie: 'my-standin-world=alice; theme=dark' }, null],
    ['/users', { cookie: 'standin-world=a b' }, 'cookie:no name'],
    ['/users', { host: 'alice.localhost' }, 'subdomain:alice'],
    ['/users', { host: 'ALICE.Localhost:3000' }, 'subdomain:alice'],
    ['/users', { host: 'alice.localhost.:3000' }, 'subdomain:alice'],
    ['/users', { host: 'main.localhost:3000' }, 'subdomain:main'],
    ['/users', { host: 'a.b.localhost:3000' }, 'subdomain:no name'],
    ['/users', { host: 'localhost:3000' }, null],
    ['/users', { host: '127.0.0.1:3000' }, null],
    ['/users', { host: '[::1]:3000' }, null],
    ['/users', { host: '.localhost' }, null],
    ['/users', { host: 'alice.localhost.evil.example' }, null],
    ['/users', { host: 'alice.example' }, null],
    ['/users', { host: 'alicelocalhost' }, null],
    ['/users', { host: '' }, null],
  ])('finds in %s with %j the world %s', (path, headers, world) => {
    expect(told(path, headers)).toBe(world);
    // The last host is remembered: asked again, it is the same.
    expect(told(path, headers)).toBe(world);
  });

  it('uses the first of several: path, header, baggage, cookie, subdomain', () => {
    const all = {
      'standin-world': 'h',
      baggage: 'standin.world=b',
      cookie: 'standin-world=c',
      host: 's.localhost',
    };
    expect(told('/~p/users', all)).toBe('path:p');
    expect(told('/users', all)).toBe('header:h');
    const { 'standin-world': _header, ...noHeader } = all;
    expect(told('/users', noHeader)).toBe('baggage:b');
    const { baggage: _baggage, ...noBaggage } = noHeader;
    expect(told('/users', noBaggage)).toBe('cookie:c');
    expect(told('/users', { host: all.host })).toBe('subdomain:s');
    expect(told('/users', { ...all, baggage: 'x=1', 'standin-world': 'main' })).toBe('header:main');
    expect(told('/users', { ...noHeader, baggage: 'x=1', cookie: 'y=2' })).toBe('subdomain:s');
    // What is no name is not passed over: that would lead into a world that was not meant.
    expect(told('/users', { ...all, 'standin-world': '?' })).toBe('header:no name');
  });

  it('keeps the call, and the prefix as it was sent', () => {
    expect(found('/~Alice/users')).toEqual({
      place: 'path',
      name: 'alice',
      given: 'Alice',
      prefix: '/~Alice',
    });
    expect(found('/users', { cookie: 'standin-world=a!' })).toEqual({
      place: 'cookie',
      name: null,
      given: 'a!',
      prefix: '',
    });
  });
});

describe('pathInWorld', () => {
  it.each([
    ['/users', '/users'],
    ['/~alice/users/1', '/users/1'],
    ['/~alice/', '/'],
    ['/~alice', ''],
    ['', ''],
  ])('returns %s as %s', (path, inWorld) => {
    expect(pathInWorld(path)).toBe(inWorld);
  });
});
