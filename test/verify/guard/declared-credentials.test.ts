// A request without credentials that is led away was refused, whatever is shown where it ends.

import { describe, expect, it } from 'vitest';
import type { Received } from '../../../src/model/message/received.ts';
import {
  lackingCredentials,
  leadsElsewhere,
} from '../../../src/verify/guard/declared-credentials.ts';

describe('lackingCredentials', () => {
  const key = { scheme: 'api-key', in: 'header', name: 'X-Api-Key' } as const;
  const inQuery = { scheme: 'api-key', in: 'query', name: 'key' } as const;
  const bearer = { scheme: 'bearer' } as const;

  it.each([
    ['none of one', [key], ['authorization'], ['x-api-key']],
    ['none of two', [key, inQuery], ['cookie'], ['x-api-key', '?key']],
    ['one of two', [key, bearer], ['authorization'], []],
    ['nothing, and none are declared', [], [], []],
  ])('names what a run lacks that has %s', (_case, security, names, lacking) => {
    expect(lackingCredentials({ security }, names)).toEqual(lacking);
  });

  it('names nothing of an operation that leaves it open', () => {
    expect(lackingCredentials(undefined, [])).toEqual([]);
    expect(lackingCredentials({}, [])).toEqual([]);
  });
});

describe('leadsElsewhere', () => {
  const at = (redirected: boolean, target?: string): boolean =>
    leadsElsewhere(
      {
        kind: 'received',
        received: { status: 200, headers: {}, body: { kind: 'none' } } as unknown as Received,
        elapsedMs: 1,
        requests: 1,
        redirected,
        ...(target === undefined ? {} : { target }),
      },
      { method: 'GET', path: '/users/7', query: '', headers: {}, body: { kind: 'none' } },
    );

  it('is true of a page to log in', () => {
    expect(at(true, '/login?next=%2Fusers%2F7')).toBe(true);
  });

  it('is false of the same thing at another address, and of an answer', () => {
    expect(at(true, '/users/7/')).toBe(false);
    expect(at(true, '/v2/users/7?a=/login')).toBe(false);
    expect(at(false)).toBe(false);
  });
});
