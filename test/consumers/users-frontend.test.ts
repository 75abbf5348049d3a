// What a frontend depends on in the users interface. The resulting pact is written into a temporary
// folder and compared with the committed one. It leaves out what the specification does not require
// of a service: the bodies of answers to creation, replacement and removal, and how a missing user
// is refused.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { afterAll, describe, expect, it } from 'vitest';
import { UsersFrontend } from './users-frontend.ts';

const COMMITTED = 'contracts/pacts/users-frontend-users.json';
const WRITE =
  'Write it anew: STANDIN_PACTS=write npx vitest run test/consumers && npx biome check --write contracts/pacts';

/**
 * `application/json` with any parameters, or any type whose structure is JSON (RFC 6839), in
 * capitals or not (RFC 9110, 8.3.1).
 */
const JSON_TYPE = String.raw`^${either('application')}/(?:[\w.+-]+\+)?${either('json')}\s*(?:;.*)?$`;

process.env['PACT_DO_NOT_TRACK'] = 'true';

const { HTTPResponseStatusClass, eachLike, fromProviderState, matchStatus, number, regex, string } =
  MatchersV3;
const dir = mkdtempSync(join(tmpdir(), 'standin-pacts-'));
const pact = new PactV4({ consumer: 'users-frontend', provider: 'users', dir, logLevel: 'error' });
const ACCEPT = { Accept: 'application/json' };
const SEND = { ...ACCEPT, 'Content-Type': 'application/json' };
const success = matchStatus(200, HTTPResponseStatusClass.Success);
const json = { 'Content-Type': regex(JSON_TYPE, 'application/json') };
const onePath = fromProviderState(`/users/\${id}`, '/users/1');

function either(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Begins an interaction that names its clause. */
function interaction(
  state: string,
  description: string,
  clause: string,
): ReturnType<PactV4['addInteraction']> {
  return pact
    .addInteraction()
    .given(state)
    .uponReceiving(description)
    .reference('specification', 'clause', clause);
}

describe('the frontend', () => {
  it('lists the users, each with its id and name', async () => {
    await interaction(
      'a user exists',
      'a request for the users',
      'section 4, GET /users; section 2, a list of users',
    )
      .withRequest('GET', '/users', (request) => request.headers(ACCEPT))
      .willRespondWith(success, (response) =>
        response.headers(json).jsonBody(eachLike({ id: number(1), name: string('Ada Lovelace') })),
      )
      .executeTest(async ({ url }) => {
        expect(await new UsersFrontend(url).list()).toEqual([{ id: 1, name: 'Ada Lovelace' }]);
      });
  });

  it('creates a user from a name and an e-mail address', async () => {
    const example = { name: 'Ada Lovelace', email: 'ada@example.com' };
    await interaction('a user can be created', 'a creation of a user', 'section 4, POST /users')
      .withRequest('POST', '/users', (request) =>
        request.headers(SEND).jsonBody(fromProviderState(`\${creation}`, example)),
      )
      .willRespondWith(success)
      .executeTest(async ({ url }) => {
        await expect(new UsersFrontend(url).create(example)).resolves.toBeUndefined();
      });
  });

  it('reads a user', async () => {
    await interaction('a user exists', 'a request for one user', 'section 4, GET /users/{user_id}')
      .withRequest('GET', onePath, (request) => request.headers(ACCEPT))
      .willRespondWith(success, (response) =>
        response.headers(json).jsonBody({ id: number(1), name: string('Ada Lovelace') }),
      )
      .executeTest(async ({ url }) => {
        expect(await new UsersFrontend(url).read(1)).toEqual({ id: 1, name: 'Ada Lovelace' });
      });
  });

  it('replaces a user with the changed data', async () => {
    const example = { name: 'Ada King', email: 'ada@example.com' };
    await interaction('a user exists', 'a replacement of a user', 'section 4, PUT /users/{user_id}')
      .withRequest('PUT', onePath, (request) =>
        request.headers(SEND).jsonBody(fromProviderState(`\${replacement}`, example)),
      )
      .willRespondWith(success)
      .executeTest(async ({ url }) => {
        await expect(new UsersFrontend(url).replace(1, example)).resolves.toBeUndefined();
      });
  });

  it('removes a user', async () => {
    await interaction('a user exists', 'a removal of a user', 'section 4, DELETE /users/{user_id}')
      .withRequest('DELETE', onePath, (request) => request.headers(ACCEPT))
      .willRespondWith(success)
      .executeTest(async ({ url }) => {
        await expect(new UsersFrontend(url).remove(1)).resolves.toBeUndefined();
      });
  });
});

interface PactFile {
  readonly interactions: readonly { readonly description: string }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Reads a pact; versions of the tools are left out, and each interaction gets a key that stays as
 * long as its description does.
 */
function readPact(file: string): PactFile {
  const written = JSON.parse(readFileSync(file, 'utf8')) as PactFile;
  const interactions = written.interactions
    .map((one) => ({ ...one, key: one.description.replaceAll(/\W+/g, '-') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    ...written,
    interactions,
    metadata: { pactSpecification: written.metadata['pactSpecification'] },
  };
}

describe('the pact', () => {
  it('equals the committed one', () => {
    const written = readPact(join(dir, 'users-frontend-users.json'));
    if (process.env['STANDIN_PACTS'] === 'write')
      writeFileSync(COMMITTED, `${JSON.stringify(written, null, 2)}\n`);
    expect(JSON.parse(readFileSync(COMMITTED, 'utf8')), WRITE).toEqual(written);
  });
});
