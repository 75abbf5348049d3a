// Which path a call meant that leads nowhere.

import { describe, expect, it } from 'vitest';
import { nearPath } from '../../src/contract/near-path.ts';

const KNOWN = [
  '/v1/telescopes',
  '/v1/telescopes/<id>',
  '/v1/telescopes/{telescopeId}/lenses',
  '/v1/me',
];

describe('nearPath', () => {
  it.each([
    ['/v1/telescope', '/v1/telescopes'],
    ['/v1/telescops/', '/v1/telescopes'],
    ['/v1/telescope/7', '/v1/telescopes/<id>'],
    ['/v1/telescopes/7/lense', '/v1/telescopes/{telescopeId}/lenses'],
    ['/telescopes', '/v1/telescopes'],
    ['/api/v1/telescopes', '/v1/telescopes'],
    ['/v1/Me', '/v1/me'],
  ])('takes %s for %s', (path, near) => {
    expect(nearPath(path, KNOWN)).toBe(near);
  });

  it.each(['/v1/lamps', '/v1/lamps/7', '/', '', '/v1/telescopes/7/8/9', '/v2/other/things'])(
    'has none for %j',
    (path) => {
      expect(nearPath(path, KNOWN)).toBeNull();
    },
  );

  it('has none among no paths, or beside the root alone', () => {
    expect(nearPath('/lamps', [])).toBeNull();
    expect(nearPath('/lamps', ['/'])).toBeNull();
  });
});
