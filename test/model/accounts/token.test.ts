import { describe, expect, it } from 'vitest';
import {
  accountSent,
  findLogIn,
  tokenPlaces,
  withTokens,
} from '../../../src/model/accounts/log-in.ts';
import { accountIn, isTokenName, tokenOf } from '../../../src/model/accounts/token.ts';
import { Collection, StoredRecord } from '../../../src/model/state/state.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const text = { type: 'string' };
const inside = { type: 'object', properties: { accessToken: text, count: { type: 'integer' } } };
const schemas = new Schemas(
  new Map([
    ['answer', { type: 'object', properties: { user: inside, token: text, data: inside } }],
    ['numbers', { type: 'object', properties: { token: { type: 'integer' }, any: true } }],
  ]),
);
const open = { schemas, schema: null };

describe('tokenPlaces', () => {
  it('finds the texts with the name of a token, outside of the item', () => {
    const places = tokenPlaces(schemas, { schema: 'answer', at: ['user'] });
    expect(places).toEqual([['token'], ['data', 'accessToken']]);
    expect(tokenPlaces(schemas, { schema: 'numbers', at: [] })).toEqual([]);
  });

  it('are filled where a body leaves them out', () => {
    const body = withTokens({ user: { id: 1 } }, { schemas, schema: 'answer' }, 'jo');
    const accessToken = tokenOf('jo');
    expect(body).toEqual({
      user: { id: 1, accessToken },
      token: accessToken,
      data: { accessToken },
    });
  });
});

describe('accountSent', () => {
  it('is that of a token in a body', () => {
    const rows = new Collection();
    rows.put(new StoredRecord('jo', { id: 'jo' }));
    expect(accountSent({ count: 3, refreshToken: tokenOf('jo') }, rows)).toBe('jo');
    expect(accountSent({ refreshToken: tokenOf('ann'), note: 'x' }, rows)).toBeNull();
  });
});

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
  it.each(['token', 'access_token', 'accessToken', 'jwt', 'authToken', 'idToken', 'refresh_token'])(
    'knows %s',
    (name) => expect(isTokenName(name)).toBe(true),
  );
  it.each(['tokens', 'tokenType', 'name'])('does not take %s for one', (name) =>
    expect(isTokenName(name)).toBe(false),
  );
});

describe('withTokens', () => {
  it('sets each member with the name of a token, and nothing else', () => {
    const token = tokenOf('jo');
    const body = { data: { accessToken: 'x', expires: 7 }, token: 3, list: ['token'] };
    expect(withTokens(body, open, 'jo')).toEqual({
      data: { accessToken: token, expires: 7 },
      token: 3,
      list: ['token'],
    });
    expect(withTokens('token', open, 'jo')).toBe('token');
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
