// Links of resources.

import { describe, expect, it } from 'vitest';
import { embeddedIn, expand, linkOf, linksOf } from '../../../../src/verify/pacts/broker/hal.ts';

describe('linksOf', () => {
  it('returns one, several or no links, and nothing that is not a link', () => {
    const resource = {
      _links: {
        one: { href: '/1', name: 'n' },
        more: [{ href: '/2' }, { name: 'x' }, 3, null, { href: 4 }],
        odd: 'text',
      },
    };
    expect(linksOf(resource, 'one')).toEqual([{ href: '/1', name: 'n' }]);
    expect(linksOf(resource, 'more')).toEqual([{ href: '/2', name: null }]);
    expect([
      linkOf(resource, 'odd'),
      linkOf(resource, 'toString'),
      linkOf({ _links: [] }, 'x'),
      linkOf({}, 'x'),
    ]).toEqual([null, null, null, null]);
  });
});

describe('expand', () => {
  it('inserts each value as one segment of a path', () => {
    const values = { provider: "a/b?c#d é'()*", version: '1.0' };
    expect(expand('http://b/p/{provider}/v/{version}{none}', values)).toBe(
      'http://b/p/a%2Fb%3Fc%23d%20%C3%A9%27%28%29%2A/v/1.0',
    );
  });
});

describe('embeddedIn', () => {
  it('returns only objects', () => {
    expect(embeddedIn({ _embedded: { pacts: [{ a: 1 }] } }, 'pacts')).toEqual([{ a: 1 }]);
    for (const wrong of [
      {},
      { _embedded: 1 },
      { _embedded: { pacts: {} } },
      { _embedded: { pacts: [1] } },
    ]) {
      expect(embeddedIn(wrong, 'pacts')).toBeNull();
    }
  });
});
