// `standin verify --broker`: pacts from a stand-in for a broker are verified on a service, and what
// came of them is published.

import { getEventListeners } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { BrokerFlagOptions } from '../../../src/commands/pact-broker/broker-flags.ts';
import {
  type BrokerRun,
  type BrokerRunOptions,
  openBrokerRun,
} from '../../../src/commands/pact-broker/broker-run.ts';
import type { Outlets, Outputs } from '../../../src/commands/shared/outlets.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import type { PactResult } from '../../../src/verify/report.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { BOOKS, createBooksProject, startMock } from '../../support/books.ts';
import { copyProject } from '../../support/cli.ts';
import { idOf } from '../../support/pact-broker/pages.ts';
import { type Interloper, type PactBroker, startPactBroker } from '../../support/pact-broker.ts';
import { usersContract, usersProject } from '../../support/users.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';
import { interactionOf, pactOf, requestOfOne } from '../../verify/pacts/texts.ts';

const TOKEN = 'tok-8c1d2e-secret';

const READ = interactionOf({
  description: 'a request for one user',
  providerStates: [{ name: 'a user exists' }],
  request: requestOfOne('GET'),
});
const LIST = interactionOf();
const MISSED = interactionOf({
  description: 'a request for a list with a total',
  response: { status: 200, headers: { 'X-Total': ['9'] } },
});
const UNKNOWN = interactionOf({
  description: 'a request on Mondays',
  providerStates: [{ name: 'it is Monday' }],
});
// The service refuses what the state wants, so that it cannot be set up.
const UNPREPARED = interactionOf({
  description: 'a request for a user who cannot be made',
  providerStates: [{ name: 'a user exists', params: { name: 7 } }],
  request: requestOfOne('GET'),
});

function documentOf(
  interactions: readonly JsonObject[],
  consumer = 'web',
  provider = 'users',
): JsonObject {
  return JSON.parse(
    pactOf(interactions, { consumer: { name: consumer }, provider: { name: provider } }).text,
  ) as JsonObject;
}

function optionsFor(broker: PactBroker, given: Partial<BrokerFlagOptions> = {}): BrokerFlagOptions {
  return {
    baseUrl: broker.baseUrl,
    authorization: `Bearer ${TOKEN}`,
    timeoutSeconds: 3,
    provider: null,
    selectors: [{ mainBranch: true }],
    pending: 'counted',
    wipSince: null,
    branch: null,
    tags: [],
    publish: null,
    ...given,
  };
}

const PUBLISH = { providerVersion: '2.0.0', buildUrl: 'https://ci.example.com/1' };

/** Verifies the plain service, with pacts of the broker alone. */
async function verified(
  broker: PactBroker,
  given: Partial<BrokerFlagOptions> = {},
  others: Partial<VerifyOptions> = {},
): Promise<CommandRun> {
  using folder = copyProject();
  await using service = await started(plain.start(USERS));
  const run = await runVerify(service.baseUrl, {
    mode: 'write',
    budget: 'quick',
    pacts: 'leave-out',
    ledgerFolder: folder.at('.standin'),
    broker: optionsFor(broker, given),
    ...others,
  });
  expect(service.stored()).toEqual(USERS);
  for (const told of [run.stdout, run.stderr]) expect(told).not.toContain(TOKEN);
  return run;
}

describe('verifyService with a broker', () => {
  it('verifies the pacts that the broker selects, publishes the results, and says where each pact came from', async () => {
    using folder = copyProject();
    await using broker = await startPactBroker({
      authorization: `Bearer ${TOKEN}`,
      basePath: '/pact',
    });
    // What a broker should not know of, and does.
    const peek = interactionOf({ description: `a request by ${TOKEN}` });
    broker.has('1.4.0', documentOf([LIST, READ, peek]));
    broker.has('3.0.0', documentOf([LIST, MISSED], 'app'));
    const files = {
      json: { file: folder.at('a.json') },
      junit: folder.at('a.xml'),
      html: folder.at('a.html'),
      record: folder.at('a.standin'),
    };
    const run = await verified(broker, { branch: 'main', tags: ['ci'], publish: PUBLISH }, files);
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(
      /^broker: The pact at \S+ is being verified because it matches:\n {12}\* \{"mainBranch":true\}$/m,
    );
    expect(run.stdout).toContain(
      '\n  4 of 5 interactions passed, 1 failed\n  ✗ failed: app 3.0.0: a request for a list with a total\n',
    );
    expect(run.stdout).toContain(
      'published: the pact of web 1.4.0 passed with users 2.0.0\npublished: the pact of app 3.0.0 failed with users 2.0.0\n',
    );
    const again = ` --broker ${broker.baseUrl} --consumer-selector '{"mainBranch":true}' --provider-branch main --provider-tag ci --seed 7`;
    expect(run.stdout).toContain(again);
    expect(broker.results().map(({ consumer, body }) => [consumer, body])).toEqual([
      [
        'web',
        {
          success: true,
          ...PUBLISHED,
          testResults: [
            good(LIST),
            good(READ),
            { ...good(peek), interactionDescription: 'a request by [redacted]' },
          ],
        },
      ],
      [
        'app',
        {
          success: false,
          ...PUBLISHED,
          testResults: [
            good(LIST),
            {
              ...good(MISSED),
              success: false,
              mismatches: [{ description: expect.stringContaining('X-Total') as string }],
            },
          ],
        },
      ],
    ]);
    const { branches, tags } = broker.store.version('users', '2.0.0');
    expect([[...branches], [...tags]]).toEqual([['main'], ['ci']]);
    const order = broker.asked
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path.replace(/.*\//, ''));
    expect(order).toEqual([
      'for-verification',
      '2.0.0',
      'ci',
      'verification-results',
      'verification-results',
    ]);
    const url = `${broker.baseUrl}/pacts/provider/users/consumer/app/version/3.0.0`;
    const report = JSON.parse(readFileSync(folder.at('a.json'), 'utf8')) as {
      pacts: { interactions: object[] };
    };
    const origin = { consumerVersion: '3.0.0', number: 1, index: 1, interactionId: idOf(MISSED) };
    expect(report.pacts.interactions[4]).toMatchObject({
      file: url,
      consumer: 'app',
      result: 'failed',
      origin,
    });
    const [junit, html] = [
      readFileSync(folder.at('a.xml'), 'utf8'),
      readFileSync(folder.at('a.html'), 'utf8'),
    ];
    expect(junit).toContain('<testsuite name="pacts: app 3.0.0" tests="2" failures="1"');
    expect(junit).toContain(`pact: ${url}`);
    expect(html).toContain(`<code>${url}</code>`);
    expect(html).toContain('app 3.0.0: a request for a list with a total');
    for (const file of ['a.json', 'a.xml', 'a.html', 'a.standin'])
      expect(readFileSync(folder.at(file)).includes(TOKEN)).toBe(false);
  });

  it('publishes failures, but no result of a pact that was not verified completely, says why, and ends with 2', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST, UNPREPARED]));
    broker.has('2', documentOf([LIST, UNKNOWN], 'app'));
    broker.has('4', documentOf([LIST], 'good'));
    broker.has('5', { consumer: { name: 'odd' }, provider: { name: 'users' }, messages: [] });
    const wanted = {
      selectors: [
        { mainBranch: true, consumer: 'web' },
        { latest: true, consumer: 'app' },
        { latest: true, consumer: 'good' },
        { latest: true, consumer: 'odd' },
      ],
    };
    const run = await verified(broker, { ...wanted, publish: PUBLISH });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(' could not be judged; not verified: ');
    expect(run.stdout).toContain('published: the pact of good 4 passed with users 2.0.0\n');
    const told = run.stdout.replaceAll(/\s+/g, ' ');
    expect(told).toContain('not verified: odd 5: the whole file it has no interactions');
    expect(told).toContain(
      '– not verified: app 2: a request on Mondays (given it is Monday) unknown',
    );
    const why = 'has no results to publish: 1 of 2 interactions were verified; ';
    expect(run.stderr).toContain(
      `standin: the pact of web 1 ${why}a request for a user who cannot be made: a user exists could not be set up: `,
    );
    expect(run.stderr).toContain(
      `standin: the pact of app 2 ${why}a request on Mondays: unknown provider state "it is Monday"`,
    );
    expect(broker.results().map(({ consumer }) => consumer)).toEqual(['good']);
  });

  it('reports mismatches of a pending pact without failing, and quotes the broker’s notice', async () => {
    await using broker = await startPactBroker();
    const missed = { ...MISSED, description: 'a request for a list with a total, hunter22' };
    broker.has('1', documentOf([missed]));
    broker.has('2', documentOf([UNKNOWN], 'app'));
    // A short password may be a word of a pact; it is hidden where the pact is told of.
    const authorization = `Basic ${Buffer.from('web:hunter22').toString('base64')}`;
    const wanted = {
      pending: 'reported',
      branch: 'main',
      publish: PUBLISH,
      authorization,
    } as const;
    const run = await verified(broker, wanted);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toContain(
      '0 of 2 interactions passed, 1 not verified, 1 pending\n  – pending: web 1: a request for a list with a total, [redacted]\n',
    );
    expect(run.stdout).toContain('  – not verified: app 2: a request on Mondays ');
    expect(run.stdout).toContain(
      'broker: This pact is still in pending state: the failure was published.\n',
    );
    expect(broker.results().map(({ consumer, body }) => [consumer, body['success']])).toEqual([
      ['web', false],
    ]);
  });

  it('splits a provider among its contracts, and publishes one result per pact', async () => {
    using project = createBooksProject();
    for (const name of ['contracts/users.json', 'schemas'])
      cpSync(name, join(project.folder, name), { recursive: true });
    writeFileSync(join(project.folder, 'db.json'), JSON.stringify({ books: BOOKS, users: USERS }));
    const shop = await startMock(project);
    await using broker = await startPactBroker();
    const products = interactionOf({
      description: 'a request for the books',
      request: { method: 'GET', path: '/library/books' },
    });
    const stray = interactionOf({
      description: 'a request for what is no contract',
      request: { method: 'GET', path: '/ghosts' },
    });
    broker.has('1', documentOf([LIST, products], 'web', 'shop'));
    broker.has('2', documentOf([products, stray], 'app', 'shop'));
    const run = await runVerify(shop.url, {
      mode: 'write',
      budget: 'quick',
      contract: project.contract,
      ledgerFolder: join(project.folder, '.standin'),
      broker: optionsFor(broker, { provider: 'shop', publish: PUBLISH }),
    });
    await shop.close();
    expect(run.code, run.stdout + run.stderr).toBe(2);
    expect(run.stderr).toContain(
      'the pact of app 2 has no results to publish: 1 of 2 interactions were verified; a request for what is no contract: no contract has GET /ghosts',
    );
    expect(
      broker
        .results()
        .map(({ consumer, body }) => [
          consumer,
          body['success'],
          (body['testResults'] as object[]).length,
        ]),
    ).toEqual([['web', true, 2]]);
  });

  it('reports the laws and ends with 2 if the broker returns nothing', async () => {
    await using broker = await startPactBroker();
    broker.interlope((_, response) => response.writeHead(500).end() !== undefined);
    const run = await verified(broker);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('answered 500 (reading its index)');
    expect(run.stdout).toContain(
      '\nPacts\n  not run: the broker returned none that can be verified\n  ✗ ',
    );
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /could not be judged; not verified: 5 pact interactions \([^)]+\), pacts of the broker Not verified: pacts of the broker: .* answered 500/,
    );
  });
});

interface Opened {
  readonly run: BrokerRun;
  readonly said: { stdout: string; stderr: string };
}

/** Opens what a run has to do with a broker, without a service. */
async function opened(
  broker: PactBroker,
  given: Partial<BrokerFlagOptions> = {},
  outputs: Partial<Outputs> = {},
  stop = new AbortController().signal,
  project: BrokerRunOptions['project'] = usersProject,
): Promise<Opened> {
  const said = { stdout: '', stderr: '' };
  const screen = (stream: keyof typeof said): Outlets['output'] => ({
    write(text: string) {
      said[stream] += text;
    },
  });
  const run = await openBrokerRun({
    options: optionsFor(broker, given),
    outputs: { ci: 'none', form: 'full', json: null, ...outputs },
    version: '0.0.0',
    stop,
    outlets: { output: screen('stdout'), errors: screen('stderr') },
    handler: null,
    project,
  });
  return { run, said };
}

describe('openBrokerRun', () => {
  const contracts = ['users', 'orders', 'books'].map((resource) => ({
    ...usersContract,
    resource,
  }));

  it('reports an error once, though it affects several contracts', async () => {
    await using broker = await startPactBroker({ authorization: 'Bearer another' });
    const { run, said } = await opened(broker, {}, {}, undefined, { ...usersProject, contracts });
    expect(said.stderr.match(/answered 401/g)).toHaveLength(1);
    // Each report has it all the same.
    for (const contract of contracts)
      expect(run.troublesOf(contract)).toEqual([expect.stringContaining('answered 401')]);
    expect(await run.finish(0, 'whole')).toBe(2);
    run.close();
  });

  it('closes the broker connection if a request fails', async () => {
    await using broker = await startPactBroker({ authorization: `Bearer ${TOKEN}` });
    const stop = new AbortController();
    const flawed = {
      ...usersContract,
      get resource(): string {
        throw new RangeError('a bug');
      },
    };
    await expect(
      opened(broker, {}, {}, stop.signal, { ...usersProject, contracts: [flawed] }),
    ).rejects.toThrow('a bug');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});

/** What came of the interactions of a pact, all the same. */
function resultsFor(run: BrokerRun, result: PactResult['result']): readonly PactResult[] {
  return run.pacts.flatMap(({ file, consumer, interactions, origin }) =>
    interactions.map(({ index, description }): PactResult => {
      const own = origin === undefined ? {} : { origin: { ...origin, index, interactionId: null } };
      return {
        file,
        consumer,
        description,
        providerStates: [],
        result,
        elapsedMs: 1,
        mismatches: ['a told'],
        ...own,
      };
    }),
  );
}

describe('verifyService that is stopped', () => {
  it('publishes nothing, and says so', async () => {
    using folder = copyProject();
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST]));
    await using service = await started(plain.start(USERS));
    const given = {
      ledgerFolder: folder.at('.standin'),
      broker: optionsFor(broker, { publish: PUBLISH }),
    };
    const run = await runVerify(
      service.baseUrl,
      { mode: 'write', pacts: 'leave-out', ...given },
      AbortSignal.abort(),
    );
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(
      'standin: nothing was published to the broker: the run was interrupted\nRun it again to the end.\n',
    );
    expect([service.stored(), broker.results()]).toEqual([USERS, []]);
  });
});

describe('openBrokerRun', () => {
  it.each<[string, (broker: PactBroker) => void, string]>([
    [
      'asks for other credentials',
      (broker) => broker.interlope((_, response) => response.writeHead(401).end() !== undefined),
      'answered 401',
    ],
    ['has no pacts', () => undefined, "No provider with name 'users' found"],
    [
      'selects none',
      (broker) => broker.has('1', documentOf([LIST]), 'feature/x'),
      'selects no pact of users',
    ],
  ])('reports at once, and does not end with 0, if the broker %s', async (_, spoil, told) => {
    await using broker = await startPactBroker();
    spoil(broker);
    const { run, said } = await opened(broker);
    expect(said.stderr).toContain(told);
    expect(run.troublesOf(usersContract)).toEqual([expect.stringContaining(told)]);
    expect([
      await run.finish(0, 'whole'),
      await run.finish(1, 'whole'),
      await run.finish(2, 'whole'),
    ]).toEqual([2, 1, 2]);
    run.close();
  });

  it('asks for each contract under its own name if no provider is named', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST]));
    const { run } = await opened(broker);
    expect(run.pacts.map(({ provider, interactions }) => [provider, interactions.length])).toEqual([
      ['users', 1],
    ]);
    run.collect(resultsFor(run, 'passed'));
    expect(await run.finish(0, 'whole')).toBe(0);
    run.close();
  });

  it('ends with 2 if a pact that is not pending has no result to publish, or was not tried', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST, READ]));
    for (const [given, tried, code] of [
      [{}, 1, 0],
      [{}, 0, 2],
      [{ publish: PUBLISH }, 1, 2],
      [{ pending: 'reported' }, 0, 0],
      [{ pending: 'reported', publish: PUBLISH }, 1, 0],
    ] as const) {
      const { run } = await opened(broker, given);
      run.collect(resultsFor(run, 'passed').slice(0, tried));
      expect([given, tried, await run.finish(0, 'whole')]).toEqual([given, tried, code]);
      run.close();
    }
    expect(broker.results()).toEqual([]);
  });

  it('publishes nothing of a run that was stopped', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST]));
    const { run, said } = await opened(broker, { publish: PUBLISH, branch: 'main' });
    run.collect(resultsFor(run, 'passed'));
    expect(await run.finish(2, 'interrupted')).toBe(2);
    expect(said.stderr).toContain(
      'standin: nothing was published to the broker: the run was interrupted\n',
    );
    expect(broker.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    run.close();
  });

  it('fetches nothing more once the run is stopped, and says so', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST]));
    broker.has('2', documentOf([READ], 'app'));
    const stop = new AbortController();
    broker.interlope(({ path }) => {
      if (path.includes('/pact-version/')) stop.abort();
      return path.includes('/pact-version/');
    });
    const { run, said } = await opened(broker, {}, {}, stop.signal);
    run.close();
    expect(said.stderr).toMatch(
      /^standin: the broker \S+ gets no more requests \(fetching a pact of users\): the run was stopped\nRun it again to the end\.\n$/,
    );
    expect(broker.asked.filter(({ path }) => path.includes('/pact-version/'))).toHaveLength(1);
  });

  it('publishes no result for a version without its branch or tags, and says so once', async () => {
    await using broker = await startPactBroker({ without: ['pb:pacticipant-branch-version'] });
    broker.has('1', documentOf([LIST]));
    broker.has('2', documentOf([READ], 'app'));
    const { run, said } = await opened(broker, { branch: 'main', publish: PUBLISH });
    run.collect(resultsFor(run, 'passed'));
    expect([await run.finish(0, 'whole'), broker.results()]).toEqual([2, []]);
    expect(said.stderr.match(/has no pb:pacticipant-branch-version in its index\n/g)).toHaveLength(
      1,
    );
    run.close();
  });

  it('publishes the others if the broker refuses one result', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST]));
    broker.has('2', documentOf([READ], 'app'));
    const { run, said } = await opened(broker, { publish: PUBLISH }, { form: 'quiet' });
    run.collect(resultsFor(run, 'passed'));
    broker.interlope(({ path }, response) => {
      if (!path.includes('/consumer/web/')) return false;
      response
        .writeHead(403, { 'content-type': 'application/hal+json' })
        .end(`{"error":"${TOKEN} may not"}`);
      return true;
    });
    expect(await run.finish(0, 'whole')).toBe(2);
    expect(said).toEqual({
      stdout: '',
      stderr: expect.stringContaining(
        '(publishing results of the pact of web 1): [redacted] may not\n',
      ) as string,
    });
    expect(broker.results().map(({ consumer }) => consumer)).toEqual(['app']);
    run.close();
  });

  it('escapes what a broker says for terminals and runners, and keeps standard output for JSON', async () => {
    await using broker = await startPactBroker();
    broker.has('1', documentOf([LIST]));
    broker.interlope(withPact(broker, documentOf([LIST])));
    const { run, said } = await opened(broker, {}, { ci: 'github', json: 'print' });
    run.close();
    expect(said.stdout).toBe('');
    expect(said.stderr).toMatch(
      /^::stop-commands::(\S+)\nbroker: \\u001b\[2J\[redacted\]\n {8}::error::x\n::\1::\n$/,
    );
  });
});

/** A broker that gives one pact, with a notice that does harm. */
function withPact(broker: PactBroker, document: JsonObject): Interloper {
  return ({ path }, response) => {
    if (path === '/') return false;
    const notices = [
      { when: 'before_verification', text: `\u001b[2J${TOKEN}\n::error::x` },
      { when: 3 },
    ];
    const listed = {
      verificationProperties: { notices },
      _links: { self: { href: `${broker.baseUrl}/one` } },
    };
    const body = path === '/one' ? document : { _embedded: { pacts: [listed] } };
    response.writeHead(200, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
    return true;
  };
}

const PUBLISHED = {
  providerApplicationVersion: '2.0.0',
  buildUrl: 'https://ci.example.com/1',
  verifiedBy: { implementation: 'Standin', version: '0.0.0' },
};

function good(interaction: JsonObject): JsonObject {
  return {
    interactionId: idOf(interaction),
    interactionDescription: interaction['description'] ?? '',
    success: true,
  };
}
