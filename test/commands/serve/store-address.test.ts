import { describe, expect, it } from 'vitest';
import { toServeOptions } from '../../../src/commands/serve/flags.ts';
import { readStoreAddress } from '../../../src/commands/serve/store-address.ts';

describe('readStoreAddress', () => {
  it.each([
    [
      'postgres://ann:secret@db.example.com/mocks?schema=staging&sslmode=require',
      'staging',
      'postgres://ann:***@db.example.com/mocks?sslmode=require',
    ],
    ['postgresql://ann@localhost:5433/mocks', 'standin', 'postgresql://ann@localhost:5433/mocks'],
    [
      'postgres://ann@/mocks?host=/run/pg',
      'standin',
      'postgres://ann@localhost/mocks?host=%2Frun%2Fpg',
    ],
    ['postgres:///mocks', 'standin', 'postgres:///mocks'],
  ])('reads %s', (text, schema, shown) => {
    const connectionString = shown.replace('***', 'secret');
    expect(readStoreAddress(text)).toEqual({ value: { schema, shown, connectionString } });
  });

  it.each(['', 'db.example.com', 'mysql://db/mocks', 'postgres', 'http://db.example.com/mocks'])(
    'refuses %j',
    (text) => {
      expect(readStoreAddress(text)).toEqual({
        why: 'A store is a PostgreSQL database: postgres://user@host/database.',
      });
    },
  );

  it.each(['Staging', 'a-b', '1a', 'a"b', 'x'.repeat(41), ''])(
    'refuses the schema %j',
    (schema) => {
      const read = readStoreAddress(`postgres://a@b/c?schema=${encodeURIComponent(schema)}`);
      expect(read).toHaveProperty('why', expect.stringContaining('A schema has up to 40'));
    },
  );
});

describe('STANDIN_STORE', () => {
  const optionsWith = (STANDIN_STORE: string, flags: object = {}): unknown =>
    toServeOptions(
      {
        host: '127.0.0.1',
        contract: 'contracts',
        db: 'db.json',
        profile: 'standin',
        undefined: 'profile',
        ...flags,
      } as never,
      [],
      { STANDIN_STORE },
      '1.2.3',
    ).store;

  it('is the store if no option names one', () => {
    expect(optionsWith('postgres://a@b/c')).toMatchObject({ shown: 'postgres://a@b/c' });
    const store = { shown: 'other' };
    expect(optionsWith('postgres://a@b/c', { store })).toBe(store);
    expect(optionsWith('')).toBeNull();
  });

  it('is passed over with --save', () => {
    expect(optionsWith('postgres://a@b/c', { save: true })).toBeNull();
  });

  it('is refused if it names none', () => {
    expect(() => optionsWith('mysql://b/c')).toThrow('A store is a PostgreSQL database');
  });
});
