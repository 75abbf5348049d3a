// The options of `verify`, `merge` and `clean`, from the flags of the command line.

import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { toCleanOptions } from '../../../src/commands/clean/flags.ts';
import { readCredentials } from '../../../src/commands/shared/credentials.ts';
import {
  toVerifyOptions,
  type VerifyFlags,
  verifyCommand,
} from '../../../src/commands/verify/flags.ts';
import { toMergeOptions } from '../../../src/commands/verify/merge-flags.ts';

const FLAGS: VerifyFlags = {
  contract: 'contracts',
  timeout: 10,
  budget: 'standard',
  maxTime: 60,
  leave: 3,
  retries: 1,
};

describe('toVerifyOptions', () => {
  it('enables nothing that was not requested', () => {
    expect(toVerifyOptions(['http://h'], FLAGS, {}, '1.0.0')).toEqual({
      baseUrl: 'http://h',
      headers: [],
      environment: '',
      query: { given: [], environment: '' },
      timeoutSeconds: 10,
      ratePerSecond: null,
      record: null,
      redact: [],
      keep: [],
      inspect: null,
      version: '1.0.0',
      contract: 'contracts',
      profile: null,
      pins: {},
      budget: 'standard',
      timeMaxSeconds: 60,
      seed: null,
      mode: 'write',
      laws: [],
      skipLaws: [],
      skipOperations: [],
      skipMembers: [],
      values: [],
      sarif: null,
      codeQuality: null,
      required: null,
      shard: null,
      queue: null,
      leave: 3,
      requestsMax: null,
      retries: 1,
      unstable: 'told',
      singles: 'read',
      actions: 'read',
      pacts: 'verify',
      pactPlaces: [],
      stateHandler: null,
      broker: null,
      json: null,
      junit: null,
      html: null,
      summary: null,
      baseline: null,
      writeBaseline: null,
      tests: null,
      form: 'full',
      ci: 'none',
    });
  });

  it('reads an address after --json as the service, and a file as the report', () => {
    expect(toVerifyOptions([], { ...FLAGS, json: 'https://h/v1' }, {}, '')).toMatchObject({
      baseUrl: 'https://h/v1',
      json: 'print',
    });
    expect(toVerifyOptions(['http://h'], { ...FLAGS, json: true }, {}, '')).toMatchObject({
      json: 'print',
    });
    expect(toVerifyOptions(['http://h'], { ...FLAGS, json: 'a.json' }, {}, '')).toMatchObject({
      json: { file: 'a.json' },
    });
  });

  it('writes tests if --write-test was given', () => {
    const given = { ...FLAGS, writeTest: 'findings.test.ts' };
    expect(toVerifyOptions(['http://h'], given, {}, '')).toMatchObject({
      tests: 'findings.test.ts',
    });
  });

  it.each([
    ['all', { value: 'all' }],
    ['80%', { value: 0.8 }],
    ['0.8', { value: 0.8 }],
    ['100%', { value: 1 }],
  ])('reads what must be exercised, as %s', (text, read) => {
    expect(verifyCommand.options.require.read(text)).toEqual(read);
  });

  it.each(['0', '0%', '101%', '1.5', '-1', '8 of 23', 'most', ''])(
    'refuses %j as what must be exercised',
    (text) => {
      expect(verifyCommand.options.require.read(text)).toEqual({
        why: 'Name all, pacts, or a share of the laws above 0, as 80% or 0.8.',
      });
    },
  );

  it('records and inspects on request', () => {
    const given = {
      ...FLAGS,
      record: 'run.standin',
      redact: ['ssn'],
      keep: ['@example.com'],
      inspect: true,
      port: 4100,
    };
    expect(toVerifyOptions(['http://h'], given, {}, '')).toMatchObject({
      record: 'run.standin',
      redact: ['ssn'],
      keep: ['@example.com'],
      inspect: { port: 4100 },
    });
    expect(toVerifyOptions(['http://h'], { ...FLAGS, inspect: true }, {}, '')).toMatchObject({
      inspect: { port: 0 },
    });
  });

  it('leaves out pacts if --no-pacts was given', () => {
    const out = { ...FLAGS, noPacts: true, pacts: ['more'] };
    expect(toVerifyOptions(['http://h'], out, {}, '')).toMatchObject({
      pacts: 'leave-out',
      pactPlaces: ['more'],
    });
    expect(
      toVerifyOptions(['http://h'], { ...FLAGS, pacts: ['more', 'x.json'] }, {}, ''),
    ).toMatchObject({
      singles: 'read',
      actions: 'read',
      pacts: 'verify',
      pactPlaces: ['more', 'x.json'],
    });
  });

  it('writes the step summary in GitHub Actions, unless an option names a file', () => {
    const step = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/step.md' };
    const summaryOf = (given: VerifyFlags, environment: Readonly<Record<string, string>>) =>
      [
        toVerifyOptions(['http://h'], given, environment, ''),
        toMergeOptions(['a.json'], given, environment, ''),
      ].map(({ summary }) => summary);
    expect(summaryOf(FLAGS, step)).toEqual(Array(2).fill({ file: '/step.md', how: 'append' }));
    expect(summaryOf({ ...FLAGS, summary: 'own.md' }, step)).toEqual(
      Array(2).fill({ file: 'own.md', how: 'whole' }),
    );
    expect(summaryOf(FLAGS, { GITHUB_STEP_SUMMARY: '/step.md' })).toEqual([null, null]);
    expect(summaryOf(FLAGS, { ...step, GITHUB_STEP_SUMMARY: '' })).toEqual([null, null]);
  });

  it('reads a token that lacks scopes, and query parameters', () => {
    const read = (given: object, environment: Readonly<Record<string, string>> = {}) =>
      toVerifyOptions(['http://h'], { ...FLAGS, ...given }, environment, '');
    expect(read({ query: ['k=a'] }, { STANDIN_QUERY: 'k=b' }).query).toEqual({
      given: ['k=a'],
      environment: 'k=b',
    });
    expect(read({}).restrictedToken).toBeUndefined();
    expect(read({}, { STANDIN_RESTRICTED_TOKEN: ' t  a\tb\n' }).restrictedToken).toBe('t a b');
    expect(read({ restrictedToken: 'u' }, { STANDIN_RESTRICTED_TOKEN: 't' }).restrictedToken).toBe(
      'u',
    );
    expect(() => read({ restrictedToken: 'ü a' })).toThrow('--restricted-token is no token');
    for (const line of ['k', 'k=', '=x', 'a k=x'])
      expect(() =>
        readCredentials({
          headers: [],
          environment: '',
          baseUrl: 'http://h',
          query: { given: [], environment: line },
        }),
      ).toThrow('line 1 of STANDIN_QUERY holds no query parameter');
  });

  it('sends a token as the field Authorization, from the command line or the environment', () => {
    const read = (token: string | undefined, environment: Readonly<Record<string, string>>) => {
      const flags = token === undefined ? FLAGS : { ...FLAGS, token };
      const { headers, environment: fields } = toVerifyOptions(
        ['http://h'],
        flags,
        environment,
        '',
      );
      return [headers, fields];
    };
    expect(read('t0k', {})).toEqual([['Authorization: Bearer t0k'], '']);
    expect(read(undefined, { STANDIN_TOKEN: 't0k\n', STANDIN_HEADER: 'A: b' })).toEqual([
      [],
      'A: b\nAuthorization: Bearer t0k',
    ]);
    expect(read(undefined, { STANDIN_TOKEN: '' })).toEqual([[], '']);
    const both = { ...FLAGS, token: 't0k', header: ['authorization: Basic eDp5'] };
    expect(() => toVerifyOptions(['http://h'], both, {}, '')).toThrow(
      '--token and the field Authorization of --header exclude each other',
    );
    for (const token of ['Bearer s3cr3t', 's3cr3t\nX: y', 'ŝ3cr3t']) {
      const wrong = { ...FLAGS, token };
      expect(() => toVerifyOptions(['http://h'], wrong, {}, '')).toThrow(/^--token is no token$/);
    }
  });

  it('reads four environment variables', () => {
    const options = toVerifyOptions(
      ['http://h'],
      FLAGS,
      { GITHUB_ACTIONS: 'true', STANDIN_HEADER: 'A: b' },
      '',
    );
    expect(options).toMatchObject({ ci: 'github', environment: 'A: b' });
  });

  it.each([
    [[], 'the address of the service is missing'],
    [['http://h', 'Bearer', 's3cr3t'], '3 addresses are too many'],
    [['s3cr3t.har', 'http://h'], 'the first argument names no file and no folder'],
  ])('refuses %j without repeating it', (args, message) => {
    for (const read of [
      () => toVerifyOptions(args, FLAGS, {}, ''),
      () => toCleanOptions(args, FLAGS, {}),
    ]) {
      expect(read).toThrow(StandinError);
      expect(read).toThrow(message);
      expect(read).not.toThrow('s3cr3t');
    }
  });

  it.each([
    ['--read-only', { readOnly: true }],
    ['--law', { law: ['created-is-there'] }],
    ['--shard', { shard: { index: 1, count: 2 } }],
  ] as const)(
    'refuses %s beside a broker, since its pacts are verified completely',
    (flag, given) => {
      const flags = { ...FLAGS, ...given, broker: 'http://127.0.0.1:9292' };
      expect(() => toVerifyOptions(['http://h'], flags, {}, '1.0.0')).toThrow(
        `--broker and ${flag} exclude each other`,
      );
    },
  );
});
