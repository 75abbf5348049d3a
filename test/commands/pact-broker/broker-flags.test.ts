// What is made of the options and the environment that are about a Pact Broker.

import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { toAccess } from '../../../src/commands/pact-broker/access-flags.ts';
import { brokerOptions, toBrokerOptions } from '../../../src/commands/pact-broker/broker-flags.ts';
import { brokerReplay } from '../../../src/commands/pact-broker/broker-in-verify.ts';
import { toPublishOptions } from '../../../src/commands/pact-broker/publish-flags.ts';
import type { OptionDeclaration } from '../../../src/commands/shared/option.ts';
import { toVerifyOptions, type VerifyFlags } from '../../../src/commands/verify/flags.ts';
import { recommendedSelectors } from '../../../src/verify/pacts/broker/selectors.ts';

const URL_ONLY = { broker: 'https://b.example.com' };

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof StandinError) return `${error.code}: ${error.message}\n${error.remedy}`;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('toBrokerOptions', () => {
  it('contacts no broker if only the environment names one', () => {
    expect(
      toBrokerOptions({}, { PACT_BROKER_BASE_URL: 'http://b', PACT_BROKER_TOKEN: 't' }),
    ).toBeNull();
  });

  it('uses the selectors that Pact recommends by default, and publishes nothing', () => {
    expect(toBrokerOptions(URL_ONLY, {})).toEqual({
      baseUrl: 'https://b.example.com',
      authorization: null,
      timeoutSeconds: 30,
      provider: null,
      selectors: recommendedSelectors,
      pending: 'counted',
      wipSince: null,
      branch: null,
      tags: [],
      publish: null,
    });
    expect(recommendedSelectors).toEqual([{ mainBranch: true }, { deployedOrReleased: true }]);
  });

  it('treats work-in-progress pacts as pending', () => {
    expect(toBrokerOptions({ ...URL_ONLY, wipSince: '2026-01-31' }, {})).toMatchObject({
      pending: 'reported',
      wipSince: '2026-01-31',
    });
  });

  it('publishes the given version, and guesses none', () => {
    const ci = { GITHUB_SHA: 'abc', CI_COMMIT_SHA: 'abc', GIT_COMMIT: 'abc' };
    expect(refusal(() => toBrokerOptions({ ...URL_ONLY, publish: true }, ci))).toBe(
      'option-invalid: --publish requires the version of the service\nGive it, for example: --provider-version "$(git rev-parse HEAD)".',
    );
    const given = { ...URL_ONLY, publish: true, providerVersion: '1', buildUrl: 'https://ci/1' };
    expect(toBrokerOptions(given, {})?.publish).toEqual({
      providerVersion: '1',
      buildUrl: 'https://ci/1',
    });
    expect(toBrokerOptions({ ...given, publish: false }, {})?.publish).toBeNull();
  });

  it('refuses options that need a broker without one, and a branch match without a branch', () => {
    expect(refusal(() => toBrokerOptions({ publish: true }, {}))).toContain(
      '--publish has no effect without a broker',
    );
    expect(refusal(() => toBrokerOptions({ brokerToken: 'secret' }, {}))).toBe(
      'option-invalid: --broker-token has no effect without a broker\nName one with --broker, or leave it out.',
    );
    const matching = { ...URL_ONLY, consumerSelector: [{ matchingBranch: true }] };
    expect(refusal(() => toBrokerOptions(matching, {}))).toContain(
      'matchingBranch has no branch to match',
    );
  });
});

describe('toAccess', () => {
  const address = { PACT_BROKER_BASE_URL: 'http://b' };

  it.each([
    ['a token of the environment', {}, { ...address, PACT_BROKER_TOKEN: 't' }, 'Bearer t'],
    [
      'a name and a password',
      {},
      { ...address, PACT_BROKER_USERNAME: 'Zoë', PACT_BROKER_PASSWORD: 'p:w' },
      `Basic ${Buffer.from('Zoë:p:w').toString('base64')}`,
    ],
    [
      'what is written, before the environment',
      { brokerToken: 'x' },
      { ...address, PACT_BROKER_USERNAME: 'u' },
      'Bearer x',
    ],
    [
      'what stands in the address',
      {},
      { PACT_BROKER_BASE_URL: 'http://u:p%20w@b', PACT_BROKER_TOKEN: 't' },
      `Basic ${Buffer.from('u:p w').toString('base64')}`,
    ],
    [
      'nobody, where variables are empty',
      {},
      { ...address, PACT_BROKER_TOKEN: '', PACT_BROKER_USERNAME: '', PACT_BROKER_PASSWORD: '' },
      null,
    ],
  ])('reads %s', (_, flags, environment, authorization) => {
    expect(toAccess({ broker: true, ...flags }, environment).authorization).toBe(authorization);
  });

  it.each([
    [{}, {}, 'the address of the broker is missing'],
    [{}, { PACT_BROKER_BASE_URL: '' }, 'the address of the broker is missing'],
    [{ broker: 'b.example.com' }, {}, 'b.example.com is no address of a service'],
    [
      { broker: 'http://b', brokerToken: 't', brokerUsername: 'u' },
      {},
      '--broker-token and --broker-username are both given',
    ],
    [
      { broker: 'http://b' },
      { PACT_BROKER_TOKEN: 't', PACT_BROKER_USERNAME: 'u' },
      'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME are both given',
    ],
    [
      { broker: 'http://b' },
      { PACT_BROKER_PASSWORD: 'sesame' },
      'there is a password for the broker, but no user name',
    ],
  ])('refuses %j with %j, and prints no secret', (flags, environment, told) => {
    const message = refusal(() => toAccess(flags, environment));
    expect(message).toContain(told);
    expect(message).not.toContain('sesame');
  });
});

describe('toVerifyOptions with a broker', () => {
  const FLAGS: VerifyFlags = {
    contract: 'contracts',
    timeout: 10,
    budget: 'standard',
    maxTime: 60,
    leave: 3,
    retries: 1,
  };

  it('treats an empty environment variable as unset', () => {
    const given = { ...FLAGS, broker: 'http://b' };
    const none = refusal(() => toVerifyOptions([], given, { PACT_BROKER_BASE_URL: '' }, ''));
    expect(none).toContain('the address of the service is missing');
    const known = toVerifyOptions([], given, { PACT_BROKER_BASE_URL: 'http://c' }, '');
    expect([known.baseUrl, known.broker?.baseUrl]).toEqual(['http://b', 'http://c']);
  });
  const known = { PACT_BROKER_BASE_URL: 'http://b' };

  it('reads the only address after --broker as the service if the environment names the broker', () => {
    expect(toVerifyOptions([], { ...FLAGS, broker: 'http://h' }, known, '')).toMatchObject({
      baseUrl: 'http://h',
      broker: { baseUrl: 'http://b' },
    });
    expect(
      toVerifyOptions(['http://h'], { ...FLAGS, broker: 'http://x' }, known, ''),
    ).toMatchObject({
      baseUrl: 'http://h',
      broker: { baseUrl: 'http://x' },
    });
    expect(refusal(() => toVerifyOptions([], { ...FLAGS, broker: 'http://b' }, {}, ''))).toContain(
      'the address of the service is missing',
    );
  });

  it.each([
    [{ readOnly: true }, '--read-only'],
    [{ law: ['created-is-there'] }, '--law'],
  ])('refuses %j beside it, since no pact is verified', (given, name) => {
    const told = refusal(() =>
      toVerifyOptions(['http://h'], { ...FLAGS, ...given, broker: 'http://b' }, {}, ''),
    );
    expect(told).toContain(`--broker and ${name} exclude each other`);
  });
});

describe('toPublishOptions', () => {
  it('reads an argument that is no address as a pact file, and the address from the environment', () => {
    const options = toPublishOptions(
      ['b.json'],
      { broker: 'a.json', consumerVersion: '1' },
      { PACT_BROKER_BASE_URL: 'http://b' },
    );
    expect(options).toMatchObject({
      baseUrl: 'http://b',
      places: ['a.json', 'b.json'],
      consumerVersion: '1',
    });
    expect(
      toPublishOptions(['b.json'], { consumerVersion: '1' }, { PACT_BROKER_BASE_URL: 'http://b' })
        .places,
    ).toEqual(['b.json']);
  });

  it.each([{}, { PACT_BROKER_BASE_URL: '' }])(
    'does not read a host without a scheme as a pact: %j',
    (environment) => {
      const told = refusal(() =>
        toPublishOptions(
          ['p.json'],
          { broker: 'broker.example.com', consumerVersion: '1' },
          environment,
        ),
      );
      expect(told).toBe(
        'option-invalid: the value of --broker is not an address of a broker\nWrite it with http:// or https://, for example --broker https://broker.example.com, or set PACT_BROKER_BASE_URL.',
      );
    },
  );

  it('reads the word after --broker as a pact, and refuses if there is no pact', () => {
    const environment = { PACT_BROKER_BASE_URL: 'http://b' };
    expect(
      toPublishOptions([], { broker: 'p.json', consumerVersion: '1' }, environment).places,
    ).toEqual(['p.json']);
    for (const broker of [true, 'http://b'] as const)
      expect(
        refusal(() => toPublishOptions([], { broker, consumerVersion: '1' }, environment)),
      ).toBe(
        'option-invalid: no pacts were named\nName files or folders of pacts: standin publish <pacts...>',
      );
  });

  it('guesses no version', () => {
    expect(refusal(() => toPublishOptions(['a.json'], URL_ONLY, { GITHUB_SHA: 'abc' }))).toContain(
      'the version of the consumer is missing',
    );
  });
});

describe('brokerReplay', () => {
  it('repeats the same request, without secrets, and publishes nothing', () => {
    const flags = {
      ...URL_ONLY,
      brokerToken: 'secret',
      publish: true,
      providerVersion: '1',
      providerBranch: 'a b',
      pending: true,
      provider: 'shop',
    };
    const options = toBrokerOptions(flags, {});
    if (options === null) throw new Error('there is a broker');
    const words = brokerReplay(options, 'https://b.example.com').join(' ');
    expect(words).toBe(
      "--broker https://b.example.com --provider shop --pending --provider-branch 'a b'",
    );
    const others = {
      ...options,
      pending: 'reported',
      wipSince: '2026-01-31',
      selectors: [{ branch: 'x' }],
      tags: ['t'],
    } as const;
    expect(brokerReplay(others, 'http://b')).toEqual(
      expect.arrayContaining([
        `--consumer-selector '{"branch":"x"}'`,
        '--wip-since 2026-01-31',
        '--provider-tag t',
      ]),
    );
  });
});

describe('brokerOptions', () => {
  const read = (flags: string, text: string, before?: unknown): unknown => {
    const declared: readonly OptionDeclaration[] = Object.values(brokerOptions);
    const found = declared.find((option) => option.flags.startsWith(`${flags} `));
    if (found?.read === undefined) throw new Error(`there is no ${flags}`);
    return found.read(text, before);
  };

  it.each([
    ['--provider', 'shop', 'shop'],
    ['--provider-branch', 'feature/ä', 'feature/ä'],
    ['--provider-tag', 'a', ['a']],
    ['--wip-since', '2026-01-31', '2026-01-31'],
    ['--build-url', 'https://ci/1', 'https://ci/1'],
    ['--broker-timeout', '0.5', 0.5],
    ['--consumer-selector', 'mainBranch', [{ mainBranch: true }]],
  ])('reads %s %s', (flags, text, value) => {
    expect(read(flags, text)).toEqual({ value });
  });

  it('collects options that may be repeated', () => {
    expect(read('--provider-tag', 'b', ['a'])).toEqual({ value: ['a', 'b'] });
    expect(read('--consumer-selector', 'latest', [{ branch: 'x' }])).toEqual({
      value: [{ branch: 'x' }, { latest: true }],
    });
  });

  it.each([
    ['--provider', ''],
    ['--provider-branch', '..'],
    ['--provider-version', '1\n2'],
    ['--provider-tag', '.'],
    ['--wip-since', '2026-02-30'],
    ['--wip-since', 'yesterday'],
    ['--build-url', 'ci/1'],
    ['--build-url', 'javascript:alert(1)'],
    ['--broker-timeout', '0'],
    ['--consumer-selector', 'main'],
  ])('refuses %s %j', (flags, text) => {
    expect(read(flags, text)).toEqual({ why: expect.stringMatching(/[.?]$/) as string });
  });
});
