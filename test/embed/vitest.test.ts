import { describe, expect, it } from 'vitest';
import { createEmbeddedMock, type EmbeddedMock } from '../../src/embed/embedded-mock.ts';
import { extendExpect, standinTest } from '../../src/embed/vitest.ts';
import { documents } from '../support/documents.ts';
import { JSON_HEADERS } from '../support/project.ts';

const origin = createEmbeddedMock(documents);
const test = standinTest(origin);
const SEEDED = documents.rows.users.length;
const zoe = {
  method: 'POST',
  headers: JSON_HEADERS,
  body: JSON.stringify({ name: 'Zoë', email: 'zoe@example.com' }),
};

async function failureOf(run: Promise<void>): Promise<string> {
  try {
    await run;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'passed';
}

const json = (value: unknown, status = 200, type = 'application/json'): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': type } });

describe.concurrent('standinTest', () => {
  for (const name of ['one', 'another'])
    test(`gives ${name} test a mock in its initial state`, async ({ mock, expect: own }) => {
      const before = (await (await mock.fetch('/users')).json()) as [];
      await mock.fetch('/users', zoe);
      await new Promise((resolve) => setTimeout(resolve));
      const after = (await (await mock.fetch('/users')).json()) as [];
      own([before.length, after.length, mock.journal.total]).toEqual([SEEDED, SEEDED + 1, 3]);
    });

  test('does not change the mock that it forks', async ({ mock, expect: own }) => {
    await mock.fetch('/users/1', { method: 'DELETE' });
    own(origin.journal.total).toBe(0);
  });
});

describe('toConform', () => {
  test('accepts every answer of the mock that the contract admits', async ({ mock }) => {
    const answers = ['/users', '/users/1', '/users/999'].map((path) => mock.fetch(path));
    const writes = [mock.fetch('/users', zoe), mock.fetch('/users', { ...zoe, body: '{' })];
    for (const response of await Promise.all([...answers, ...writes]))
      await expect(response).toConform();
  });

  test('reports an answer changed by an override', async ({ mock }) => {
    mock.override('users.list code=503');
    expect(await failureOf(expect(await mock.fetch('/users')).toConform())).toContain(
      'list failed with status 503',
    );
  });

  test('leaves the body unread', async ({ mock }) => {
    const response = await mock.fetch('/users/1');
    await expect(response).toConform('users.read');
    expect(await response.json()).toMatchObject({ id: 1 });
  });

  it('reports clause, place, expected and received value', async () => {
    const flawed = { ...documents.rows.users[0], name: 7 };
    expect(await failureOf(expect(json([flawed])).toConform('users.list'))).toBe(
      [
        'users.list does not conform to the contract: one finding',
        '',
        '/0/name must be a string, but is a number (the answer to list does not match users.json)',
        '  clause    section 2, User',
        '  at        /0/name',
        '  expected  a string',
        '  actual    7 (a number)',
        '  remedy    Answer with data that matches users.json.',
      ].join('\n'),
    );
  });

  it.each([
    ['an object in place of a list', json({}), 'list', 'at        the whole body'],
    [
      'a page',
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'list',
      'is a page, not JSON',
    ],
    ['no body', new Response(null), 'read', 'read succeeded without a body'],
    ['a failure', json({}, 500), 'list', 'list failed with status 500'],
  ])('reports %s', async (_what, response, operation, message) => {
    expect(await failureOf(expect(response).toConform(operation))).toContain(message);
  });

  it('accepts a refusal by another service, since it cannot know the cause', async () => {
    await expect(json({ error: 'no' }, 404)).toConform('users.read');
  });

  it('can be negated', async () => {
    await expect(json({})).not.toConform('list');
    expect(await failureOf(expect(json([])).not.toConform('list'))).toBe(
      'users.list conforms to the contract, but the test expected otherwise',
    );
  });

  it.each<[string, unknown, string | undefined, string]>([
    ['a response of no mock', json([]), undefined, 'this Response did not come from a mock.'],
    [
      'an unknown operation',
      json([]),
      'users.lst',
      'there is no operation "users.lst". Did you mean "users.list"?',
    ],
    ['what is no response', [], 'list', 'expected a Response, received a value of type object.'],
  ])('fails for %s, also if negated', async (_what, value, operation, message) => {
    expect(await failureOf(expect(value).toConform(operation))).toContain(message);
    expect(await failureOf(expect(value).not.toConform(operation))).toContain(message);
  });

  test('fails for an unknown operation, and for a body that was read', async ({ mock }) => {
    expect(await failureOf(expect(await mock.fetch('/nothing')).toConform())).toContain(
      'GET /nothing is not an operation of a contract',
    );
    const read = await mock.fetch('/users');
    await read.text();
    expect(await failureOf(expect(read).toConform())).toContain(
      'the body of the response was already read',
    );
  });

  describe('of an operation without rows', () => {
    const [contract] = documents.contracts;
    const outcomes = { ok: { status: 200, body: 'user', source: 's' } };
    const actions = [{ method: 'GET', path: '/status/{area}', source: 's', outcomes }];
    const mocks = (basePath: string): EmbeddedMock =>
      createEmbeddedMock({
        ...documents,
        basePath,
        contracts: [{ ...contract, resource: 'areas', actions }] as never,
        rows: {},
      });
    it.each(['', '/api/v1'])('judges what a mock answered below "%s"', async (basePath) => {
      const response = await mocks(basePath).fetch(`${basePath}/status/north`);
      await expect(response).toConform();
    });

    it('judges other responses by its name', async () => {
      extendExpect(mocks(''));
      const name = 'GET /status/{area}';
      await expect(json(documents.rows.users[0])).toConform(name);
      expect(await failureOf(expect(json([])).toConform(name))).toContain(
        'GET /status/{area} does not conform to the contract: one finding',
      );
      expect(await failureOf(expect(json({}, 503)).toConform(name))).toContain(
        'failed with status 503',
      );
      expect(await failureOf(expect(json({}, 201)).toConform(name))).toContain('status 201');
    });
  });

  it('requires the status that the contract states for success', async () => {
    const [contract] = documents.contracts;
    if (contract === undefined) throw new Error('there is no contract');
    const { create } = contract.operations;
    const operations = {
      ...contract.operations,
      create: { ...create, outcomes: { ok: { ...create.outcomes.ok, status: 201 } } },
    };
    extendExpect(
      createEmbeddedMock({
        ...documents,
        contracts: [{ ...contract, resource: 'people', operations }],
        rows: {},
      }),
    );
    const told = await failureOf(
      expect(json(documents.rows.users[0], 200)).toConform('people.create'),
    );
    expect(told).toContain('create succeeded with status 200 instead of 201');
    expect(told).toContain('expected  status 201');
  });
});

describe('toMatchSchema', () => {
  test('checks values and bodies against a schema', async ({ mock }) => {
    await expect(documents.rows.users).toMatchSchema('users');
    await expect(await mock.fetch('/users/1')).toMatchSchema('user');
    expect(await failureOf(expect({ id: 'x', name: 1 }).toMatchSchema('user'))).toBe(
      'the value does not fit user.json:\n\n  /id must be a number, is a string\n  /name must be a string, is a number',
    );
  });

  it('fails for an unknown schema, also if negated', async () => {
    expect(await failureOf(expect({}).not.toMatchSchema('usr'))).toContain(
      'there is no schema "usr". Did you mean "user"?',
    );
  });
});
