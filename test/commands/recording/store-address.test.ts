import { describe, expect, it } from 'vitest';
import {
  readRecordingPlace,
  readStoreAddress,
} from '../../../src/commands/recording/store-address.ts';
import { toServeOptions } from '../../../src/commands/serve/flags.ts';

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
    [
      'postgres://ann:secret@one.example.com,two.example.com:5433/mocks?schema=a',
      'a',
      'postgres://ann:***@one.example.com,two.example.com:5433/mocks',
    ],
  ])('reads %s', (text, schema, shown) => {
    const connectionString = shown.replace('***', 'secret');
    expect(readStoreAddress(text)).toEqual({ value: { schema, shown, connectionString, text } });
  });

  it.each(['', 'db.example.com', 'mysql://db/mocks', 'postgres', 'http://db.example.com/mocks'])(
    'refuses %j',
    (text) => {
      expect(readStoreAddress(text)).toEqual({
        why: 'A store is a PostgreSQL database: postgres://user@host/database.',
      });
    },
  );

  it('reads the run that machines share', () => {
    expect(readStoreAddress('postgres://a@b/c?run=4711&lease=60')).toMatchObject({
      value: { connectionString: 'postgres://a@b/c', run: { name: '4711', leaseSeconds: 60 } },
    });
    expect(readStoreAddress('postgres://a@b/c?run=a/b')).toHaveProperty('why');
    expect(readStoreAddress('postgres://a@b/c?run=x&lease=1')).toHaveProperty('why');
  });

  it.each(['Staging', 'a-b', '1a', 'a"b', 'x'.repeat(41), ''])(
    'refuses the schema %j',
    (schema) => {
      const read = readStoreAddress(`postgres://a@b/c?schema=${encodeURIComponent(schema)}`);
      expect(read).toHaveProperty('why', expect.stringContaining('A schema has up to 40'));
    },
  );
});

describe('a parameter of an address', () => {
  it.each([
    ['schmea=staging', '"schmea". Did you mean "schema"?'],
    ['Schema=staging', '"Schema". Did you mean "schema"?'],
    ['recordng=calls', '"recordng". Did you mean "recording"?'],
    ['sslmod=require', '"sslmod". Did you mean "sslmode"?'],
    ['colour=red', '"colour". Standin reads schema, recording, days, megabytes, run, lease.'],
  ])('that nothing reads is refused: %s', (parameter, told) => {
    expect(readStoreAddress(`postgres://a@b/c?${parameter}`)).toEqual({
      why: `An address has no parameter ${told}`,
    });
  });

  it.each(['sslmode=require', 'application_name=mocks', 'connect_timeout=5', 'password=x'])(
    'of PostgreSQL is taken: %s',
    (parameter) => {
      expect(readStoreAddress(`postgres://a@b/c?${parameter}`)).toHaveProperty('value');
    },
  );
});

describe('readRecordingPlace', () => {
  it.each(['host=db password=s3cret', 'postgress://a:s3cret@b/c'])(
    'refuses what is no file: %s',
    (text) => {
      expect(() => readRecordingPlace(text)).toThrow(/neither a file nor an address/);
      expect(() => readRecordingPlace(text)).not.toThrow(/s3cret/);
    },
  );

  it('reads what is recorded where, and what is kept', () => {
    const text = 'postgres://a:secret@b/c?schema=staging&recording=calls&days=30&megabytes=0.5';
    expect(readRecordingPlace(text)).toEqual({
      connectionString: 'postgres://a:secret@b/c',
      schema: 'staging',
      shown: 'postgres://a:***@b/c',
      recording: 'calls',
      days: 30,
      megachars: 0.5,
    });
    expect(readRecordingPlace('postgres://a@b/c?recording=x&password=secret')).toMatchObject({
      shown: 'postgres://a@b/c?password=***',
      days: null,
    });
  });

  it('leaves files alone', () => {
    expect(readRecordingPlace('postgres.standin')).toBeNull();
  });

  it.each([
    ['postgres://a@b/c', 'Name it at the end of the address: ?recording=<name>.'],
    ['postgres://a@b/c?recording=', 'A recording has up to 60 letters'],
    ['postgres://a@b/c?recording=a%20b', 'A recording has up to 60 letters'],
    ['postgres://a@b/c?recording=a&days=0', 'What a recording keeps is a number above 0'],
    ['postgres://a@b/c?recording=a&megabytes=all', 'What a recording keeps is a number above 0'],
    ['postgres://[', 'A store is a PostgreSQL database'],
  ])('refuses %s', (text, remedy) => {
    expect(() => readRecordingPlace(text)).toThrow(
      expect.objectContaining({
        code: 'option-invalid',
        remedy: expect.stringContaining(remedy),
      }),
    );
  });
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

  it('names what is recorded, too, unless --record does', () => {
    const text = 'postgres://a@b/c?recording=calls';
    const recordOf = (flags: object): string | null =>
      toServeOptions(
        {
          host: '127.0.0.1',
          contract: 'contracts',
          db: 'db.json',
          profile: 'standin',
          ...flags,
        } as never,
        [],
        { STANDIN_STORE: text },
        '1.2.3',
      ).record;
    expect(recordOf({})).toBe(text);
    expect(recordOf({ record: 'a.standin' })).toBe('a.standin');
    expect(recordOf({ save: true })).toBeNull();
  });

  it('is passed over with --save', () => {
    expect(optionsWith('postgres://a@b/c', { save: true })).toBeNull();
  });

  it('is refused if it names none', () => {
    expect(() => optionsWith('mysql://b/c')).toThrow('A store is a PostgreSQL database');
  });
});
