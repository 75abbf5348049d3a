import { describe, expect, it } from 'vitest';
import { findLogIn, withToken } from '../../../src/model/accounts/log-in.ts';
import { accountIn, isTokenName, tokenOf } from '../../../src/model/accounts/token.ts';
import { Collection, StoredRecord } from '../../../src/model/state/state.ts';

describe('tokenOf', () => {
  it.each(['jake', '7', 'Zoë / Ünal', ''])('names the account %j, as accountIn reads it', (key) => {
    const token = tokenOf(key);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.standin$/);
    expect(accountIn(token)).toBe(key);
  });

  it('names none in what is no token of an account', () => {
    expect(accountIn('abc')).toBeNull();
    expect(accountIn('a.b.c')).toBeNull();
    expect(accountIn(`a.${btoa('{"sub":7}')}.c`)).toBeNull();
    expect(accountIn(`a.${btoa('{}')}.c`)).toBeNull();
  });
});

describe('isTokenName', () => {
  it.each(['token', 'access_token', 'accessToken', 'jwt', 'authToken', 'idToken'])(
    'knows %s',
    (name) => expect(isTokenName(name)).toBe(true),
  );
  it.each(['tokens', 'refreshToken', 'tokenType', 'name'])('does not take %s for one', (name) =>
    expect(isTokenName(name)).toBe(false),
  );
});

describe('withToken', () => {
  it('sets each member with the name of a token, and nothing else', () => {
    const token = tokenOf('jo');
    const body = { data: { accessToken: 'x', expires: 7 }, token: 3, list: ['token'] };
    expect(withToken(body, 'jo')).toEqual({
      data: { accessToken: token, expires: 7 },
      token: 3,
      list: ['token'],
    });
    expect(withToken('token', 'jo')).toBe('token');
  });
});

describe('findLogIn', () => {
  const rows = new Collection();
  const jo = { id: 'jo', email: 'jo@x.test', age: 7, password: 'secret' };
  rows.put(new StoredRecord('jo', jo));
  rows.put(new StoredRecord('al', { id: 'al', email: 'al@x.test' }));

  it.each([
    [{ email: 'jo@x.test', password: 'secret' }, 'known'],
    [{ user: 'jo', pwd: 'any' }, 'known'],
    [{ email: 'jo@x.test', password: 'other' }, 'wrong-password'],
    [{ email: 'al@x.test', password: 'any' }, 'known'],
    [{ email: 'secret', password: 'secret' }, 'unknown'],
    [{ email: '', age: 7 }, 'unknown'],
  ])('takes %j for %s', (sent, kind) => {
    expect(findLogIn(rows, sent).kind).toBe(kind);
  });
});
