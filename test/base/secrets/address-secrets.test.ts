import { describe, expect, it } from 'vitest';
import {
  secretsInAddress,
  withoutAddressSecrets,
} from '../../../src/base/secrets/address-secrets.ts';

const SECRET = 'S3cr/e@t:x';

describe('withoutAddressSecrets', () => {
  it.each([
    'postgres://boss:hunter22@db/mocks?schema=Staging',
    'postgress://boss:hunter22@db/mocks',
    'postgres://boss:hunter22@db:99999/mocks',
    'POSTGRES://boss:hunter22@db',
    'pg://boss:hunter22@',
    'host=db user=boss password=hunter22',
    "host=db password = 'hunter22' user=boss",
    'postgres://boss@db/mocks?password=hunter22&schema=x',
    'postgres://boss:hunter%322@db/x',
  ])('hides it in an error about %s', (address) => {
    const text = `error: option '--store <url>' argument '${address}' is invalid`;
    const shown = withoutAddressSecrets(text, ['serve', '--store', address]);
    expect(shown).not.toMatch(/hunter/);
    expect(shown).toContain('***');
  });

  it('hides one with the signs of an address in it', () => {
    const address = `postgres://boss:${SECRET}@db/mocks`;
    expect(withoutAddressSecrets(`no ${address}, ${SECRET}`, [address])).toBe(
      'no postgres://boss:***@db/mocks, ***',
    );
  });

  it('hides a short one only in its place', () => {
    expect(withoutAddressSecrets('a postgres://b:a@c and a', ['postgres://b:a@c'])).toBe(
      'a postgres://b:***@c and a',
    );
  });

  it.each(['db.json', 'http://127.0.0.1:3000/users', 'a@b.example', '--port=80'])(
    'finds none in %s',
    (text) => {
      expect(secretsInAddress(text)).toEqual([]);
    },
  );
});
