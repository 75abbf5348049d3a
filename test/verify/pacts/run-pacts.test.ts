// The stage of pacts on real services: what passes, what is found, and that nothing is left of it.
// Pact's core is the real one.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { openPactProcess } from '../../../src/commands/verify/pact-process.ts';
import { CoreFailed, CoreMissing, type PactCore } from '../../../src/verify/pacts/native-core.ts';
import type { PactResult } from '../../../src/verify/report.ts';
import { correctServices } from '../../bed/correct/index.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { odd } from '../../bed/odd.ts';
import type { Base, Parts } from '../../bed/parts.ts';
import { plain } from '../../bed/plain.ts';
import type { Service, StoredUser } from '../../bed/service.ts';
import { serveProject } from '../../support/served.ts';
import { stateText } from '../../support/users.ts';
import { COMMITTED, type PactRunOptions, type PactRunSeen, runPactsOn } from './runs.ts';
import { anySuccess, fixedCreation, interactionOf, pactOf, requestOfOne } from './texts.ts';

const USERS: readonly StoredUser[] = [
  {
    id: 1,
    name: 'Ada',
    email: 'ada@example.com',
    isPremium: true,
    skills: ['sql'],
    address: { city: 'Rome', district: 'Monti' },
  },
  {
    id: 2,
    name: 'Bo',
    email: 'bo@example.com',
    isPremium: false,
    skills: [],
    address: { city: 'Lund', district: 'Norr' },
  },
];

const ALL = [
  'a creation of a user',
  'a removal of a user',
  'a replacement of a user',
  'a request for one user',
  'a request for the users',
];

/** One core for all, since each takes a while to load. */
const shared = openPactProcess();
afterAll(() => shared.close());

async function startShared(): Promise<PactCore> {
  const { verify } = await shared.start();
  return { verify, close: () => Promise.resolve() };
}

/** Runs on a service, and ends it; its own users must be as they were and none beside them. */
async function runOn(
  start: Promise<Service>,
  options: Partial<PactRunOptions> = {},
): Promise<PactRunSeen> {
  const service = await start;
  try {
    const before = service.stored();
    const seen = await runPactsOn({ baseUrl: service.baseUrl, startCore: startShared, ...options });
    expect(service.stored()).toEqual(before);
    expect(seen.left).toEqual([]);
    return seen;
  } finally {
    await service.close();
  }
}

/**
 * Runs on a service that answers otherwise while its pacts are verified, and neither before nor
 * after.
 */
function runTurned(
  base: Base,
  around: Parts['around'],
  options: Partial<PactRunOptions> = {},
): Promise<PactRunSeen> {
  let state: 'whole' | 'turned' = 'whole';
  const turn = (to: typeof state): void => {
    state = to;
  };
  const start = base.startPlanted(USERS, (parts) => ({
    ...parts,
    around: (call, next) => (state === 'turned' ? around(call, next) : next(call)),
  }));
  return runOn(start, {
    ...options,
    onProbed: () => turn('turned'),
    onVerified: () => turn('whole'),
  });
}

const resultsOf = ({ stage }: PactRunSeen): readonly string[] =>
  stage.interactions.map(({ description, result }) => `${description}: ${result}`);
const found = ({ stage }: PactRunSeen, description: string): PactResult | undefined =>
  stage.interactions.find((one) => one.description === description);

describe('runPacts', () => {
  it('passes the mock, reports each interaction at once, and leaves nothing behind', async () => {
    await using served = await serveProject();
    const before = stateText(served.mock.state);
    const seen = await runPactsOn({ baseUrl: `http://127.0.0.1:${served.port}` });
    expect(resultsOf(seen)).toEqual(ALL.map((description) => `${description}: passed`));
    expect(seen.stage).toMatchObject({ state: 'ran', why: null });
    expect(seen.stage.interactions[1]).toMatchObject({
      file: COMMITTED,
      consumer: 'users-frontend',
      providerStates: ['a user exists'],
      mismatches: [],
    });
    expect(seen.told).toEqual(seen.stage.interactions);
    expect(seen.findings).toEqual([]);
    const users = (text: string): unknown =>
      (JSON.parse(text) as readonly (readonly unknown[])[]).map((one) => [one[1], one[4]]);
    expect(users(stateText(served.mock.state))).toEqual(users(before));
  });

  const chosen = [
    'post-204-put-204-delete-200',
    'odd-charset',
    'both-need-all-fields',
    'put-needs-all-and-id',
    'name-and-email-strictly',
    'see-other',
    ...correctServices
      .filter(({ headers }) => headers !== undefined)
      .slice(0, 1)
      .map(({ name }) => name),
  ];

  it.each([plain, odd, ...correctServices.filter(({ name }) => chosen.includes(name))])(
    'passes the correct service $name',
    async (one) => {
      const seen = await runOn(
        one.start(USERS),
        one.headers === undefined ? {} : { headers: one.headers },
      );
      expect(resultsOf(seen)).toEqual(ALL.map((description) => `${description}: passed`));
      expect(seen.findings).toEqual([]);
    },
  );

  const found1 = 'a request for one user';
  const listed = 'a request for the users';
  it.each([
    ['id-is-text-when-read', found1, 'read', '/id', "/id was 'N', expected a number"],
    ['user-in-an-envelope', found1, 'read', '', 'the body has no id and no name'],
    ['user-called-html', found1, 'read', null, 'the header field Content-Type was text/html'],
    ['user-with-trailing-comma', found1, 'read', '', 'the body is not JSON'],
    ['list-in-an-object', listed, 'list', '', 'the body was {'],
    ['last-name-missing-in-list', listed, 'list', '/N', '/N has no name'],
  ])('finds %s', async (name, description, operation, at, message) => {
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    const seen = await runOn(startFaulty(plain, fault, USERS));
    expect(seen.findings).toHaveLength(1);
    const [finding] = seen.findings;
    expect(finding).toMatchObject({
      law: `pact: users-frontend: ${description}`,
      code: 'pact-mismatch',
      breach: 'unkept',
      operation,
    });
    expect(finding?.at?.replace(/\d+/, 'N') ?? null).toBe(at);
    expect(finding?.message.replaceAll(/\d+/g, 'N')).toContain(message);
    expect(finding?.clause).toBe(`the pact of users-frontend: ${description}`);
    expect(finding?.by).toBe('the pact of users-frontend');
    expect(finding?.remedy).toMatch(/section 4, GET \/users/);
    expect(finding?.trace.length).toBeGreaterThan(1);
    expect(found(seen, description)?.result).toBe('failed');
  });

  it('sends nothing if a provider state cannot be set up', async () => {
    const seen = await runTurned(plain, (call, next) =>
      call.operation === 'create' ? Promise.resolve({ status: 500 }) : next(call),
    );
    expect(resultsOf(seen)).toEqual([
      'a creation of a user: failed',
      ...ALL.slice(1).map((description) => `${description}: not-verified`),
    ]);
    expect(found(seen, 'a removal of a user')?.mismatches[0]).toMatch(
      /^a user exists could not be set up: /,
    );
    expect([...new Set(seen.sent.filter((one) => !one.startsWith('GET /users')))]).toEqual([
      'POST /users',
    ]);
    expect(seen.findings.map(({ message }) => message)).toEqual([
      'the status was 500, expected success (200 to 299)',
    ]);
  });

  it('reports a service that resets a connection or hangs, and continues', async () => {
    const fail: Parts['around'] = (call, next) => {
      if (call.operation === 'update')
        return Promise.resolve({ status: 200, headers: { 'bad header': 'resets' } });
      return call.operation === 'read' ? new Promise(() => {}) : next(call);
    };
    const seen = await runTurned(plain, fail, { timeoutMs: 600 });
    expect(found(seen, 'a replacement of a user')?.mismatches[0]).toMatch(
      /^the service sent no reply: /,
    );
    expect(found(seen, 'a request for one user')?.mismatches[0]).toMatch(
      /^the service sent no reply: /,
    );
    expect(found(seen, 'a request for the users')?.result).toBe('passed');
    expect(seen.findings.map(({ operation }) => operation)).toEqual(['replace', 'read']);
  });

  it.each([plain, odd])(
    'removes what a pact with a fixed body made on $name, and not the users who are called the same',
    async (base) => {
      const twin = { id: 7, name: 'Fixed Name', email: 'fixed@example.com' };
      const seen = await runOn(base.start([...USERS, twin]), {
        files: [pactOf([fixedCreation(twin.name, twin.email)])],
      });
      expect(resultsOf(seen)).toEqual(['a creation of the same user: passed']);
    },
  );

  it('reports a pending failure without a finding', async () => {
    const wish = interactionOf({ description: 'a wish', response: { status: 418 }, pending: true });
    const seen = await runOn(plain.start(USERS), { files: [pactOf([wish])] });
    expect(seen.stage.interactions).toMatchObject([
      { result: 'pending', mismatches: ['the status was 200, expected 418'] },
    ]);
    expect(seen.findings).toEqual([]);
  });

  it('does not blame the service for a matcher that Pact does not know', async () => {
    const content = { content: [{ id: 1 }], contentType: 'application/json', encoded: false };
    const matchingRules = {
      body: { '$[0].id': { combine: 'AND', matchers: [{ match: 'no-such-matcher' }] } },
    };
    const strange = interactionOf({ response: { status: 200, body: content, matchingRules } });
    const seen = await runOn(plain.start(USERS), { files: [pactOf([strange])] });
    expect(seen.stage.interactions[0]?.result).toBe('not-verified');
    expect(seen.findings).toEqual([]);
  });

  it('sets members of the state to its parameters, unless the item would lose the mark of the run', async () => {
    const states = (params: JsonObject): JsonObject => ({
      providerStates: [{ name: 'a user exists', params }],
      request: requestOfOne('GET'),
    });
    const premium = {
      content: { isPremium: true },
      contentType: 'application/json',
      encoded: false,
    };
    const seen = await runOn(plain.start(USERS), {
      files: [
        pactOf([
          interactionOf({
            ...states({ isPremium: true }),
            response: { ...anySuccess, body: premium },
          }),
          interactionOf(states({ name: 'Ada', email: 'ada@example.org' })),
        ]),
      ],
    });
    expect(resultsOf(seen)).toEqual([
      'a request for the users: passed',
      'a request for the users: not-verified',
    ]);
    expect(seen.stage.interactions[1]?.mismatches).toEqual([
      'a user exists could not be set up: its parameters set every text, so that Standin cannot mark the item as its own',
    ]);
  });

  it('verifies pacts of version 3', async () => {
    const interaction = {
      description: 'one user',
      providerStates: [{ name: 'a user exists' }],
      request: requestOfOne('GET'),
      response: {
        status: 200,
        body: { name: 'Ada' },
        matchingRules: { body: { '$.name': { combine: 'AND', matchers: [{ match: 'type' }] } } },
      },
    };
    const metadata = { pactSpecification: { version: '3.0.0' } };
    const seen = await runOn(plain.start(USERS), { files: [pactOf([interaction], { metadata })] });
    expect(resultsOf(seen)).toEqual(['one user: passed']);
  });

  it('stops on request, and its items can still be removed', async () => {
    let done = 0;
    const seen = await runOn(plain.start(USERS), {
      isStopped: () => done >= 2,
      onResult: () => void done++,
    });
    expect(seen.stage.interactions).toEqual([]);
    expect(seen.told.map(({ result }) => result)).toEqual(['passed', 'passed']);
  });

  it('prints nothing', async () => {
    await using served = await serveProject();
    const script = join(import.meta.dirname, 'printing.ts');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      script,
      `http://127.0.0.1:${served.port}`,
    ]);
    expect({ stdout, stderr }).toEqual({ stdout: '5 passed\n', stderr: '' });
  });
});

describe('runPacts without a core', () => {
  it('does not run without Pact, and says so', async () => {
    const why = 'the package @pact-foundation/pact is not installed';
    const seen = await runOn(plain.start(USERS), {
      startCore: () => Promise.reject(new CoreMissing(why)),
    });
    expect(seen).toMatchObject({
      stage: { state: 'not-run', why },
      findings: [],
      sent: [],
    });
  });

  it('verifies nothing without pacts', async () => {
    const seen = await runOn(plain.start(USERS), { files: [] });
    expect(seen.stage).toEqual({ state: 'ran', why: null, interactions: [] });
  });

  it('continues if the core fails, without blaming the service', async () => {
    const core = {
      verify: (): Promise<string> =>
        Promise.reject(
          new CoreFailed('the native core of Pact returned no verdict: its process ended'),
        ),
      close: (): Promise<void> => Promise.resolve(),
    };
    const seen = await runOn(plain.start(USERS), { startCore: () => Promise.resolve(core) });
    expect(seen.stage.interactions.map(({ result }) => result)).toEqual(
      ALL.map(() => 'not-verified'),
    );
    expect(seen.stage.interactions[0]?.mismatches).toEqual([
      'the native core of Pact returned no verdict: its process ended',
    ]);
    expect(seen.findings).toEqual([]);
  });
});
