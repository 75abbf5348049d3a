// Profiles and pins: what is read, and what is said of one that cannot be.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { choiceKeys, choices, defaultProfile } from '../../src/contract/choices.ts';
import { nonDefaultChoices, readPin, readProfile } from '../../src/contract/profile.ts';

const FILE = 'contracts/profiles/mine.json';

describe('readProfile', () => {
  it('returns the choices of the file, and the defaults for the rest', () => {
    const document = {
      $schema: 'x',
      profile: 'mine',
      about: 'y',
      choices: { 'create.status': 200, 'limit.requests': 60 },
    };
    expect(readProfile(document, FILE)).toEqual({
      profile: { ...defaultProfile, 'create.status': 200, 'limit.requests': 60 },
      faults: [],
    });
  });

  it('returns the defaults for a profile without choices', () => {
    expect(readProfile({ choices: {} }, FILE)).toEqual({ profile: defaultProfile, faults: [] });
  });

  it.each<[string, Json]>([
    ['null', null],
    ['an array', []],
    ['a text', 'strict'],
    ['an object without choices', { profile: 'mine' }],
    ['choices that are an array', { choices: [] }],
    ['choices that are null', { choices: null }],
    ['inherited choices', JSON.parse('{"__proto__":{"choices":{}}}')],
  ])('refuses %s', (_, document) => {
    expect(readProfile(document, FILE)).toEqual({
      profile: defaultProfile,
      faults: [
        {
          file: FILE,
          at: '',
          message: 'a profile must be an object with a member "choices"',
          remedy: 'Write {"profile": "<name>", "choices": {}}.',
        },
      ],
    });
  });

  it.each<[string, string, Json, string, string]>([
    [
      'an unknown member',
      '/choises',
      { choices: {}, choises: {} },
      '"choises" is not a member of a profile',
      'The members are $schema, profile, about, choices.',
    ],
    [
      'a slip in a key',
      '/choices/create.statsu',
      { choices: { 'create.statsu': 200 } },
      'there is no choice "create.statsu"',
      'Did you mean "create.status"?',
    ],
    [
      'a key like none',
      '/choices/colour',
      { choices: { colour: 'red' } },
      'there is no choice "colour"',
      '"standin contract --choices" lists them all.',
    ],
    [
      'a key with a slash',
      '/choices/a~1b',
      { choices: { 'a/b': 1 } },
      'there is no choice "a/b"',
      '"standin contract --choices" lists them all.',
    ],
    [
      '"__proto__" as a key',
      '/choices/__proto__',
      JSON.parse('{"choices":{"__proto__":{"a":1}}}'),
      'there is no choice "__proto__"',
      '"standin contract --choices" lists them all.',
    ],
    [
      'a bad option',
      '/choices/create.status',
      { choices: { 'create.status': 299 } },
      '299 is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'a number as a text',
      '/choices/create.status',
      { choices: { 'create.status': '201' } },
      '"201" is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'a bad word',
      '/choices/create.id',
      { choices: { 'create.id': 'reject' } },
      '"reject" is not an option of create.id',
      'The options are "ignore", "keep", "refuse".',
    ],
    [
      'null as an option',
      '/choices/create.id',
      { choices: { 'create.id': null } },
      'null is not an option of create.id',
      'The options are "ignore", "keep", "refuse".',
    ],
    [
      'an object as an option',
      '/choices/create.id',
      { choices: { 'create.id': { a: 1 } } },
      '{"a":1} is not an option of create.id',
      'The options are "ignore", "keep", "refuse".',
    ],
  ])('reports %s', (_, at, document, message, remedy) => {
    expect(readProfile(document, FILE).faults).toEqual([{ file: FILE, at, message, remedy }]);
  });

  it('reports all faults at once, in the order of the file', () => {
    const { faults } = readProfile({ extra: 1, choices: { 'read.status': 500, nothing: 1 } }, FILE);
    expect(faults.map(({ at }) => at)).toEqual([
      '/extra',
      '/choices/read.status',
      '/choices/nothing',
    ]);
  });
});

describe('readPin', () => {
  it('reads every option of every choice', () => {
    for (const key of choiceKeys)
      for (const option of choices[key].options)
        expect(readPin(`${key}=${option}`)).toEqual({ pins: { [key]: option } });
  });

  it.each([
    [
      'create.status=299',
      '"299" is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'create.status= 200',
      '" 200" is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'create.status=2e2',
      '"2e2" is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'create.status=200=200',
      '"200=200" is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    ['create.status=', '"" is not an option of create.status', 'The options are 201, 200, 202.'],
    ['create.status', '"" is not an option of create.status', 'The options are 201, 200, 202.'],
    [
      'create.id=Keep',
      '"Keep" is not an option of create.id',
      'The options are "ignore", "keep", "refuse".',
    ],
    ['creat.status=200', 'there is no choice "creat.status"', 'Did you mean "create.status"?'],
    ['Create.Status=200', 'there is no choice "Create.Status"', 'Did you mean "create.status"?'],
    ['colour=red', 'there is no choice "colour"', '"standin contract --choices" lists them all.'],
    ['', 'there is no choice ""', '"standin contract --choices" lists them all.'],
    ['=200', 'there is no choice ""', '"standin contract --choices" lists them all.'],
    [
      '__proto__=1',
      'there is no choice "__proto__"',
      '"standin contract --choices" lists them all.',
    ],
  ])('reports what is wrong with %j', (text, message, remedy) => {
    expect(readPin(text)).toEqual({ message, remedy });
  });
});

describe('nonDefaultChoices', () => {
  it('returns the choices with another option than the default', () => {
    expect(nonDefaultChoices(defaultProfile)).toEqual([]);
    expect(
      nonDefaultChoices({
        ...defaultProfile,
        'create.status': 200,
        'access.writes': 'refuse',
        'read.status': 200,
      }),
    ).toEqual(['create.status', 'access.writes']);
  });
});
