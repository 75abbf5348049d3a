// Creations with an idempotency key.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import {
  KEPT_ANSWER_MS,
  KEPT_ANSWERS_MAX,
  KEPT_CHARS_MAX,
  KeptAnswers,
} from '../../../src/model/state/kept-answers.ts';
import {
  createWorld,
  projectWith,
  type Sent,
  usersContract,
  usersWith,
} from '../../support/users.ts';

const replay: Partial<Profile> = { 'create.idempotency': 'replay' };
const fay: JsonObject = { name: 'Fay', email: 'fay@example.com' };
const gil: JsonObject = { name: 'Gil', email: 'gil@example.com' };

function keyed(json: JsonObject, key = 'k', headers: Sent['headers'] = {}): Sent {
  return { json, headers: { 'idempotency-key': key, ...headers } };
}

describe('create with an idempotency key', () => {
  it('answers the same request as the first time and creates nothing', () => {
    const world = createWorld({ profile: replay });
    const first = world.ask('POST /users', keyed(fay));
    const again = world.ask('POST /users', keyed(fay));
    expect(first.status).toBe(201);
    expect([again.status, again.headers, again.text]).toEqual([201, first.headers, first.text]);
    expect(again.ruling).toMatchObject({
      situation: { value: 'ok', by: 'create.idempotency' },
      status: { by: 'create.idempotency' },
      effect: { kind: 'none' },
      isReplay: true,
    });
    expect(world.state.collection('users').size).toBe(6);
  });

  it('answers as the first time even if the item was changed or removed since', () => {
    const world = createWorld({ profile: replay });
    const first = world.ask('POST /users', keyed(fay));
    world.ask('DELETE /users/6');
    expect(world.ask('POST /users', keyed(fay)).text).toBe(first.text);
    expect(world.ask('GET /users/6').status).toBe(404);
  });

  it('repeats a creation whose values must be unique', () => {
    const project = projectWith({ mail: { type: 'string', 'x-unique': true } });
    const world = createWorld({ project, profile: replay });
    const statuses = [1, 2].map(() => world.ask('POST /things', keyed({ mail: 'a' })).status);
    expect(statuses).toEqual([201, 201]);
    expect(world.ask('POST /things', keyed({ mail: 'a' }, 'other')).status).toBe(409);
  });

  it('refuses another request with the key, and creates nothing', () => {
    const world = createWorld({ profile: replay });
    world.ask('POST /users', keyed(fay));
    for (const json of [gil, { name: 1 }]) {
      const refused = world.ask('POST /users', keyed(json));
      expect([refused.status, refused.ruling.situation.value]).toEqual([422, 'reused']);
    }
    expect(world.ask('POST /users?a=b', keyed(fay)).status).toBe(422);
    expect(world.state.collection('users').size).toBe(6);
  });

  it('does not keep the answer of a refusal', () => {
    const world = createWorld({ profile: replay });
    expect(world.ask('POST /users', keyed({ name: 1 })).status).toBe(422);
    expect(world.ask('POST /users', keyed(fay)).status).toBe(201);
  });

  it('takes an empty key for none', () => {
    const world = createWorld({ profile: replay });
    for (const _ of [1, 2]) world.ask('POST /users', keyed(fay, ' '));
    expect(world.state.collection('users').size).toBe(7);
  });

  it('knows clients apart by the credentials that they need', () => {
    const world = createWorld({ profile: { ...replay, 'auth.scheme': 'bearer' } });
    const ids = ['a', 'b', 'a'].map(
      (token) =>
        (
          world.ask('POST /users', keyed(fay, 'k', { authorization: `Bearer ${token}` }))
            .json as JsonObject
        )['id'],
    );
    expect(ids).toEqual([6, 7, 6]);
  });

  it('reads the header that the contract names', () => {
    const { create } = usersContract.operations;
    if (create === undefined) throw new Error('users can be created');
    const named = { ...create, idempotencyKey: 'PayPal-Request-Id' };
    const project = usersWith({ operations: { ...usersContract.operations, create: named } });
    const world = createWorld({ project, profile: { 'create.idempotency': 'require' } });
    const other = world.ask('POST /users', keyed(fay));
    expect([other.status, (other.json as JsonObject)['detail']]).toEqual([
      400,
      'the header PayPal-Request-Id is missing',
    ]);
    const sent = { json: fay, headers: { 'paypal-request-id': 'k' } };
    for (const _ of [1, 2]) expect(world.ask('POST /users', sent).status).toBe(201);
    expect(world.state.collection('users').size).toBe(6);
  });

  it('forgets a key after a day', () => {
    let ms = 1_000;
    const draw = { time: () => ({ ms, iso: new Date(ms).toISOString() }) };
    const world = createWorld({ profile: replay, draw });
    world.ask('POST /users', keyed(fay));
    ms += KEPT_ANSWER_MS - 1;
    world.ask('POST /users', keyed(fay));
    expect(world.state.collection('users').size).toBe(6);
    ms += 1;
    world.ask('POST /users', keyed(fay));
    expect(world.state.collection('users').size).toBe(7);
  });
});

describe('KeptAnswers', () => {
  const answer = (key: string, at = 0, body = '') =>
    ({ key, request: 'r', at, status: 201, headers: [['etag', '"x"']], body }) as const;
  const keys = (answers: KeptAnswers): readonly string[] => answers.all().map(({ key }) => key);

  it('keeps a bounded number of answers, and the newest ones', () => {
    const answers = new KeptAnswers();
    for (let count = 0; count < KEPT_ANSWERS_MAX + 2; count++) answers.keep(answer(`${count}`));
    expect(answers.all().length).toBe(KEPT_ANSWERS_MAX);
    expect([answers.find('1', 0), answers.find('2', 0)?.key]).toEqual([undefined, '2']);
  });

  it('keeps a bounded number of characters, and at least the newest answer', () => {
    const answers = new KeptAnswers();
    for (const key of ['a', 'b', 'c']) answers.keep(answer(key, 0, 'x'.repeat(KEPT_CHARS_MAX / 2)));
    expect(keys(answers)).toEqual(['b', 'c']);
    answers.keep(answer('d', 0, 'x'.repeat(KEPT_CHARS_MAX + 1)));
    expect(keys(answers)).toEqual(['d']);
  });

  it('forgets expired answers when it keeps another one', () => {
    const answers = new KeptAnswers();
    answers.keep(answer('a'));
    answers.keep(answer('b', KEPT_ANSWER_MS));
    expect(keys(answers)).toEqual(['b']);
  });

  it('is independent of its forks', () => {
    const answers = new KeptAnswers();
    answers.keep(answer('a'));
    const fork = answers.fork();
    fork.keep(answer('b'));
    answers.keep(answer('c'));
    expect([keys(answers), keys(fork)]).toEqual([
      ['a', 'c'],
      ['a', 'b'],
    ]);
  });
});
