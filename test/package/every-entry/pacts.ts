// Pacts that the consumer's side of Pact writes, in version 3 and 4, verified by the package.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readJson } from '../installed.ts';
import type { Place } from './place.ts';

/**
 * A consumer's tests: with matchers, a provider state, and a value that the state gives. With
 * WRONG, it expects a member that the service does not have.
 */
const CONSUMER = `
import process from 'node:process';
import { MatchersV3, PactV3, PactV4, SpecificationVersion } from '@pact-foundation/pact';
const { eachLike, fromProviderState, integer, like, string } = MatchersV3;
const { VERSION, WRONG } = process.env;
const provider = { provider: 'users', dir: process.env.PACTS, logLevel: 'error', consumer: WRONG ? 'wrong-' + VERSION : 'web-' + VERSION };
const user = { id: integer(1), name: string('Ada'), ...(WRONG ? { nickname: string('A') } : {}) };
const json = { 'Content-Type': 'application/json' };
const created = { name: 'Grace', email: 'grace@example.com' };
const ask = async (mock, path, init) => void (await (await fetch(mock.url + path, init)).text());
const post = { method: 'POST', headers: json, body: JSON.stringify(created) };
if (VERSION === '3') {
  const pact = new PactV3({ ...provider, spec: SpecificationVersion.SPECIFICATION_VERSION_V3 });
  pact.given('a user exists').uponReceiving('a request for the users')
    .withRequest({ method: 'GET', path: '/users' }).willRespondWith({ status: 200, body: eachLike(user) });
  await pact.executeTest((mock) => ask(mock, '/users'));
  pact.given('a user exists').uponReceiving('a request for one user')
    .withRequest({ method: 'GET', path: fromProviderState('/users/\${id}', '/users/1') }).willRespondWith({ status: 200, body: like(user) });
  await pact.executeTest((mock) => ask(mock, '/users/1'));
} else {
  const pact = new PactV4({ ...provider, spec: SpecificationVersion.SPECIFICATION_VERSION_V4 });
  await pact.addInteraction().given('a user exists').uponReceiving('a request for the users')
    .withRequest('GET', '/users').willRespondWith(200, (reply) => reply.jsonBody(eachLike(user)))
    .executeTest((mock) => ask(mock, '/users'));
  await pact.addInteraction().uponReceiving('a creation')
    .withRequest('POST', '/users', (request) => request.headers(json).jsonBody(created))
    .willRespondWith(201, (reply) => reply.jsonBody(like({ ...user, name: string('Grace') })))
    .executeTest((mock) => ask(mock, '/users', post));
}
`;

export function eachPact(place: Place): void {
  it.each([
    ['3', 'right', 0],
    ['4', 'right', 0],
    ['3', 'wrong', 1],
    ['4', 'wrong', 1],
  ] as const)('verify finds a pact of version %s %s', async (version, how, code) => {
    const pacts = place.at('contracts/pacts');
    rmSync(pacts, { recursive: true, force: true });
    mkdirSync(pacts, { recursive: true });
    writeFileSync(place.at('consumer.mjs'), CONSUMER);
    const env = { VERSION: version, WRONG: how === 'wrong' ? '1' : '', PACTS: pacts };
    const written = await place.script(['consumer.mjs'], env);
    expect([written.code, written.stderr]).toEqual([0, expect.any(String)]);
    const consumer = `${how === 'wrong' ? 'wrong' : 'web'}-${version}`;
    const made = readFileSync(`${pacts}/${consumer}-users.json`, 'utf8');
    expect(JSON.parse(made)).toHaveProperty(
      'metadata.pactSpecification.version',
      `${version}.0${version === '3' ? '.0' : ''}`,
    );

    await using service = await place.service('correct');
    const told = await place.standin(
      ...['verify', service.url, '--budget', 'quick', '--seed', '1', '--json', 'pacts.json'],
    );
    rmSync(pacts, { recursive: true });
    const { pacts: stage } = readJson<{
      pacts: { interactions: { consumer: string; result: string; mismatches: string[] }[] };
    }>(place.at('pacts.json'));
    expect(stage.interactions.map((one) => [one.consumer, one.result])).toEqual([
      [consumer, how === 'right' ? 'passed' : 'failed'],
      [consumer, how === 'right' ? 'passed' : 'failed'],
    ]);
    if (how === 'wrong') expect(JSON.stringify(stage)).toContain('nickname');
    expect([told.code, told.stdout]).toEqual([
      code,
      expect.stringContaining(how === 'right' ? 'conforms' : 'nickname'),
    ]);
  });
}
