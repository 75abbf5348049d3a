// With which media types a run asks, after it saw those of other answers.

import { describe, expect, it } from 'vitest';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import { Variation } from '../../../src/verify/session/variation.ts';
import { usersContract } from '../../support/users.ts';

const TYPE = 'application/vnd.users+json';

function get(path: string): Call {
  return { method: 'GET', path, query: '', headers: { accept: 'application/json' }, body: noBody };
}

/** Returns with which Accept a path is read after the answer of another path had a media type. */
async function acceptAfter(seen: string, path: string): Promise<unknown> {
  const actions = ['/users/count', '/users/oldest'].map((other) => ({
    path: other,
    method: 'GET',
    summary: '',
    source: '',
    outcomes: {},
  }));
  const variation = new Variation({ ...usersContract, actions }, 1, 'usual');
  const headers = { 'content-type': TYPE };
  variation.see(get(seen), { status: 200, headers, body: readBody('{}') });
  const call = await variation.during({ only: `with Accept: ${TYPE}` }, async () =>
    variation.apply(get(path)),
  );
  return call.headers['accept'];
}

describe('Variation, of Accept', () => {
  it.each([
    ['/users', '/users'],
    ['/users/1', '/users/2'],
    ['/users/count', '/users/count'],
    ['/reports/first', '/reports/first'],
  ])('asks for the type that %s had at %s', async (seen, path) => {
    expect(await acceptAfter(seen, path)).toBe(TYPE);
  });

  it.each([
    ['/users', '/users/1'],
    ['/users/count', '/users/oldest'],
    ['/users/count', '/users/1'],
    ['/users/1', '/users/count'],
    ['/reports/first', '/reports/second'],
  ])('does not ask for the type that %s had at %s, another operation', async (seen, path) => {
    expect(await acceptAfter(seen, path)).toBe('application/json');
  });
});
