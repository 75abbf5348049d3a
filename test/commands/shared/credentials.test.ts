// What goes with every request, and what of it is hidden.

import { describe, expect, it } from 'vitest';
import { hideIn, readCredentials } from '../../../src/commands/shared/credentials.ts';

const read = (
  headers: readonly string[],
  environment = '',
  baseUrl = 'http://h',
): ReturnType<typeof readCredentials> => readCredentials({ headers, environment, baseUrl });

describe('readCredentials', () => {
  it('reads fields from options and, one per line, from the environment; options win', () => {
    const credentials = read(
      ['X-Key: of the option', 'x-many: 1', 'X-Many:2'],
      'X-Key: of the environment\r\n\n Authorization:  Bearer t \n',
    );
    expect(credentials.headers).toEqual({
      'x-key': 'of the option',
      authorization: 'Bearer t',
      'x-many': ['1', '2'],
    });
    expect(credentials.names.toSorted()).toEqual(['authorization', 'x-key', 'x-many']);
    expect(credentials.given).toEqual(['x-key', 'x-many']);
  });

  it('treats credentials in the address as given', () => {
    const credentials = read([], '', 'http://ann:secret@h');
    expect(credentials.headers).toEqual({});
    expect(credentials.given).toEqual(['authorization']);
    expect(credentials.hide('Basic YW5uOnNlY3JldA== and secret')).toBe('[redacted] and [redacted]');
  });

  it('takes every value of the environment for a secret, also one that was cut', () => {
    const { hide } = read([], 'X-Tenant: k7-Qz9\nX-Office: 1f0e8d7c-4b6a-3928-1706-f5e4d3c2b1a0');
    expect(hide('for k7-Qz9, in 1f0e8d7c-4b6a-3928-1706-f5e4d3c2b1a0')).toBe(
      'for [redacted], in [redacted]',
    );
    expect(hide('1f0e8d7c-4b6a-3928-17…, and 1f0e8d7c-4b is at 1f0e8d7c-4b6a')).toBe(
      '[redacted]…, and 1f0e8d7c-4b is at [redacted]',
    );
    expect(read(['X-Tenant: k7-Qz9']).hide('for k7-Qz9')).toBe('for k7-Qz9');
  });

  it.each([
    ['Authorization: Bearer tok3n', 'the tok3n is bad', 'the [redacted] is bad'],
    ['Authorization: Bearer tok3n', '"Bearer tok3n"', '"[redacted]"'],
    ['Authorization: Basic dTpodW50ZXIy', 'hunter2 and dTpodW50ZXIy', '[redacted] and [redacted]'],
    ['Cookie: a=sess10n; b=x', 'sess10n of a', '[redacted] of a'],
    ['X-Api-Key: a"b\\c', JSON.stringify({ key: 'a"b\\c' }), '{"key":"[redacted]"}'],
    ['X-Api-Key: a b/c', 'at /a%20b%2Fc', 'at /[redacted]'],
    ['Accept-Language: en', 'then', 'then'],
    ['X-Tenant: users', 'GET /users', 'GET /users'],
    ['X-Tenant: users-of-berlin', 'GET /users-of-berlin', 'GET /[redacted]'],
  ])('redacts %j in %j', (header, text, hidden) => {
    expect(read([header]).hide(text)).toBe(hidden);
  });

  it('redacts every text in data and keeps its shape', () => {
    const credentials = read(['Authorization: Bearer tok3n']);
    const data = { list: ['tok3n', 1, null, true], inside: { text: 'a tok3n' } };
    expect(hideIn(data, credentials)).toEqual({
      list: ['[redacted]', 1, null, true],
      inside: { text: 'a [redacted]' },
    });
  });
});
