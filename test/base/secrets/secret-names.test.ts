import { describe, expect, it } from 'vitest';
import { headerNamingOf, namingOf, stepsOf } from '../../../src/base/secrets/secret-names.ts';
import { innocentNames, secretNames } from '../../support/secret-names.ts';

describe('namingOf', () => {
  it.each(secretNames)('takes %s for a secret', (name) => {
    expect(namingOf(name)).toBe('secret');
  });

  it.each(innocentNames)('takes %s for none', (name) => {
    expect(namingOf(name)).not.toBe('secret');
  });

  it.each([
    'login[password][first]',
    'login%5Bpassword%5D%5Bfirst%5D',
    'token.value',
    'filter[api_key]',
    'users[0].pwd',
    'password__exact',
    '/user/pin',
    'wp:password',
  ])('reads the steps of %s', (name) => {
    expect(namingOf(name)).toBe('secret');
  });

  it('knows names that are secret only in some places', () => {
    expect(['code', 'state', 'filter[key]', 'codes', ''].map(namingOf)).toEqual([
      'weak',
      'weak',
      'weak',
      'plain',
      'plain',
    ]);
  });
});

describe('stepsOf', () => {
  it('returns what stands between brackets, dots, slashes and double underscores', () => {
    expect(stepsOf('a[b][]%5Bc%5d.d__e/f_g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f_g']);
  });
});

describe('headerNamingOf', () => {
  it.each([
    ...['Authorization', 'Cookie', 'Set-Cookie', 'DPoP', 'X-Api-Key', 'X-Acme-Session'],
    ...['X-Jwt', 'X-Pwd', 'X-Otp', 'X-Card-Number', 'X-Auth-Request', 'X-Access-Tokens'],
    ...['Ocp-Apim-Subscription-Key', 'X-Pin', 'X-Iban', 'X-Goog-IAM-Authorization-Token'],
    ...['Functions-Key', 'X-MyKey-Id', 'PRIVATE-TOKEN'],
  ])('takes %s for a secret', (name) => {
    expect(headerNamingOf(name)).toBe(name === 'X-MyKey-Id' ? 'plain' : 'secret');
  });

  it.each([
    ...['WWW-Authenticate', 'Idempotency-Key', 'Access-Control-Allow-Headers', ':authority'],
    ...['X-Author', 'X-Monkey', 'X-Keyboard', 'X-Tokenizer', 'X-Passenger', 'Content-Type'],
    ...['X-Request-Id', 'X-Turkey-Count', 'X-Secretary', 'Etag', 'Accept', 'X-Shipping'],
  ])('takes %s for none', (name) => {
    expect(headerNamingOf(name)).toBe('plain');
  });
});
