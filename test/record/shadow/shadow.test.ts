// What the shadow reports: nothing for a correct service, and the clause of a fault that ordinary
// traffic shows.

import { describe, expect, it } from 'vitest';
import { correctServices } from '../../bed/correct/index.ts';
import { createClient } from '../../bed/faults/client.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { each, SEEDS } from '../../bed/hold.ts';
import { plain } from '../../bed/plain.ts';
import { startTroubled } from '../../support/troubled.ts';
import { ask, create, crowd, type Recording, recording, round, told } from '../recording.ts';

/**
 * Every eighth, others than are spared in `test/bed/spared.test.ts`, and those where others write
 * past the proxy.
 */
const spared = correctServices.filter(
  ({ slow, limited, busy }, index) =>
    slow !== true && limited !== true && (busy === true || index % 8 === 4),
);

describe('a correct service', () => {
  it('is not accused, also when several clients write at once', { timeout: 300_000 }, async () => {
    const accused: string[] = [];
    let judged = 0;
    await each(spared, 2, async (correct) => {
      const service = await correct.start(SEEDS);
      const one = await recording(service.baseUrl, correct.headers ?? []);
      await round(`${one.url}/users`, 'Ann');
      await crowd(`${one.url}/users`, 'crowd');
      await round(`${one.url}/users`, 'Zoe');
      const recorded = await one.recorded();
      judged += recorded.filter(({ verdict }) => verdict === 'conforms').length;
      accused.push(
        ...told(recorded).map((line) => `${correct.name}: ${line}`),
        ...one.failures.map(String),
      );
      await one[Symbol.asyncDispose]();
      await service.close();
    });
    expect(accused).toEqual([]);
    expect(judged).toBeGreaterThan(spared.length * 50);
  });

  it('is not accused if its PUT ignores the members that a client changes', async () => {
    const correct = correctServices.find(({ name }) => name === 'put-takes-flag-and-skills');
    const service = await correct?.start(SEEDS);
    if (service === undefined) throw new Error('there is no such service');
    await using one = await recording(service.baseUrl);
    const users = `${one.url}/users`;
    const first = { name: 'Ann', email: 'ann@example.com', isPremium: true, skills: ['reading'] };
    const id = await create(users, first);
    await ask(`${users}/${id}`, 'GET');
    for (const change of [{ name: 'Zoe' }, { skills: ['writing'] }, { name: 'Bob' }]) {
      await ask(`${users}/${id}`, 'PUT', { ...first, ...change });
      await ask(`${users}/${id}`, 'GET');
    }
    expect(told(await one.recorded())).toEqual([]);
    await service.close();
  });
});

/** The clauses of the bed, as the contract writes them. */
const CLAUSES: Readonly<Record<string, string>> = {
  'section 2, user': 'section 2, User',
  'section 2, list': 'section 2, a list of users',
};

describe('a fault that ordinary traffic shows', () => {
  const names = [
    'id-missing-when-read',
    'post-wants-a-charset',
    'delete-takes-the-next-too',
    'put-changes-equal-names',
    'list-omits-equal-names',
    'name-trimmed-and-cut',
    'email-lower-cased-and-tag-dropped',
    'name-cut-at-255',
    'put-does-nothing',
    'put-ignored-for-every-seventh-id',
    'put-seen-by-the-next-read-only',
    'second-delete-takes-the-newest',
    'list-has-one-email',
    'list-omits-the-third',
    'name-in-capitals-in-list',
  ];
  it.concurrent.each(names)('%s', { timeout: 30_000 }, async (name) => {
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    const service = await startFaulty(plain, fault, SEEDS);
    await using one = await recording(service.baseUrl);
    await round(`${one.url}/users`, 'Ann');
    await fault.witness(createClient(one.url));
    await round(`${one.url}/users`, 'Zoe');
    const clauses = (await one.recorded()).flatMap(({ findings }) =>
      findings.map(({ clause }) => clause),
    );
    await service.close();
    expect(fault.clauses.some((clause) => clauses.includes(CLAUSES[clause] ?? clause))).toBe(true);
  });

  it('is found for most of the planted faults', { timeout: 180_000 }, async () => {
    const tried = faults.filter(({ kind }, index) => kind !== 'concurrent' && index % 3 === 0);
    let [named, found] = [0, 0];
    await each(tried, 2, async (fault) => {
      const service = await startFaulty(plain, fault, SEEDS);
      const one = await recording(service.baseUrl);
      const patience = new Promise((resolve) => setTimeout(resolve, 5_000));
      await Promise.race([
        round(`${one.url}/users`, 'Ann').then(() => fault.witness(createClient(one.url))),
        patience,
      ]).catch(() => undefined);
      const clauses = (await one.recorded()).flatMap(({ findings }) =>
        findings.map(({ clause }) => clause),
      );
      if (clauses.length > 0) found++;
      if (fault.clauses.some((clause) => clauses.includes(CLAUSES[clause] ?? clause))) named++;
      expect(one.failures).toEqual([]);
      await one[Symbol.asyncDispose]();
      await service.close();
    });
    expect(named / tried.length).toBeGreaterThan(0.55);
    expect(found / tried.length).toBeGreaterThan(0.6);
  });
});

/** A service whose storage the test holds. */
async function hand(): Promise<
  { readonly url: string; readonly users: Map<string, Record<string, unknown>> } & AsyncDisposable
> {
  const users = new Map<string, Record<string, unknown>>();
  let last = 0;
  const service = await startTroubled((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const [, , key] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
      const answer = (status: number, body?: unknown): void => {
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(body === undefined ? '' : JSON.stringify(body));
      };
      if (key === undefined && request.method === 'GET') return answer(200, [...users.values()]);
      if (key === undefined && request.method === 'POST') {
        const user = { id: ++last, ...(JSON.parse(text) as Record<string, unknown>) };
        users.set(String(last), user);
        return answer(201, user);
      }
      const user = users.get(key ?? '');
      if (user === undefined) return answer(404, {});
      if (request.method === 'DELETE') users.delete(key ?? '');
      if (request.method === 'PUT')
        users.set(key ?? '', { ...user, ...(JSON.parse(text) as Record<string, unknown>) });
      return answer(200, users.get(key ?? '') ?? {});
    });
  });
  return { url: service.url, users, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

const ANN = { name: 'Ann', email: 'ann@example.com' };

async function last(one: Recording): Promise<unknown> {
  const recorded = (await one.recorded()).at(-1);
  const [finding] = recorded?.findings ?? [];
  return {
    verdict: recorded?.verdict,
    code: finding?.code,
    actual: finding?.actual,
    message: finding?.message,
    history: recorded?.history,
  };
}

describe('the shadow', () => {
  it('names the requests that created, showed and removed an item', async () => {
    await using service = await hand();
    await using one = await recording(service.url);
    const users = `${one.url}/users`;
    const id = await create(users, ANN);
    await ask(`${users}/${id}`, 'GET');
    await ask(`${users}/${id}`, 'DELETE');
    await one.recorded();
    service.users.set('1', { id: 1, ...ANN });
    await ask(`${users}/${id}`, 'GET');
    expect(await last(one)).toEqual({
      verdict: 'violates',
      code: 'not-removed',
      actual: 'the removed item: {"id":1,"name":"Ann","email":"ann@example.com"}',
      message:
        'users/1 was removed by request 3 but is still there, unless someone bypassed this proxy, or its reads lag behind writes',
      history: [
        'id 1 was created by request 1',
        'id 1 was last seen in request 2 as {"id":1,"name":"Ann","email":"ann@example.com"}',
        'id 1 was removed by request 3',
      ],
    });
  });

  it('treats another item at a removed id as created by someone else', async () => {
    await using service = await hand();
    await using one = await recording(service.url);
    const users = `${one.url}/users`;
    await create(users, ANN);
    await ask(`${users}/1`, 'DELETE');
    service.users.set('1', { id: 1, name: 'Bob', email: 'bob@example.com' });
    await ask(`${users}/1`, 'GET');
    expect(await last(one)).toMatchObject({ verdict: 'conforms', code: undefined });
  });

  it('reports no change without a write in between, and none of items written elsewhere', async () => {
    await using service = await hand();
    service.users.set('7', { id: 7, ...ANN });
    await using one = await recording(service.url);
    const users = `${one.url}/users`;
    await create(users, ANN);
    for (const id of [1, 7]) await ask(`${users}/${id}`, 'GET');
    for (const id of ['1', '7'])
      service.users.set(id, { id: Number(id), name: 'Zoe', email: 'zoe@example.com' });
    for (const id of [1, 7]) await ask(`${users}/${id}`, 'GET');
    service.users.clear();
    for (const id of [1, 7]) await ask(`${users}/${id}`, 'GET');
    await ask(users, 'GET');
    expect(told(await one.recorded())).toEqual([]);
  });

  it('reports nothing across users, or after a request that may have changed anything', async () => {
    await using service = await hand();
    await using one = await recording(service.url);
    const users = `${one.url}/users`;
    await ask(users, 'POST', ANN, { authorization: 'Bearer a' });
    service.users.clear();
    await ask(`${users}/1`, 'GET', undefined, { authorization: 'Bearer b' });
    await create(users, ANN);
    await ask(`${one.url}/reset/now`, 'POST', {});
    service.users.clear();
    await ask(`${one.url}/other`, 'PUT', {});
    expect(told(await one.recorded())).toEqual([]);
  });

  const parted: readonly [by: string, Record<string, string>, Record<string, string>][] = [
    ['credentials', { authorization: 'Bearer a' }, { authorization: 'Bearer b' }],
    ['a header field', { 'standin-world': 'alice' }, { 'standin-world': 'bob' }],
    [
      'baggage',
      { baggage: 'trace=1,standin.world=alice' },
      { baggage: 'trace=2,standin.world=bob' },
    ],
    ['a cookie', { cookie: 'standin-world=alice' }, { cookie: 'standin-world=bob' }],
    ['the world that all share', { 'standin-world': 'alice' }, { 'standin-world': 'main' }],
  ];
  it.each(parted)(
    'treats one id as two items if callers are separated by %s',
    async (_by, one, other) => {
      await using service = await startTroubled((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const user = {
            id: 6,
            ...(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>),
          };
          response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(user));
        });
      });
      await using recorder = await recording(service.url);
      const users = `${recorder.url}/users`;
      await ask(users, 'POST', ANN, one);
      await ask(users, 'POST', { ...ANN, name: 'Bob' }, other);
      expect(told(await recorder.recorded())).toEqual([]);
      await ask(users, 'POST', { ...ANN, name: 'Zoe' }, other);
      expect(await last(recorder)).toMatchObject({ code: 'id-not-unique' });
    },
  );

  it('treats the shared world as no world', async () => {
    await using service = await hand();
    await using one = await recording(service.url);
    const users = `${one.url}/users`;
    await ask(users, 'POST', ANN, { 'standin-world': 'main' });
    service.users.clear();
    await ask(`${users}/1`, 'GET');
    expect(await last(one)).toMatchObject({ code: 'not-created' });
  });

  it('records what the mock would have answered, if it is known', async () => {
    await using service = await hand();
    await using one = await recording(service.url);
    const users = `${one.url}/users`;
    await ask(`${users}/5`, 'GET');
    await create(users, ANN);
    await ask(`${users}/1`, 'GET');
    await ask(`${users}/1`, 'DELETE');
    await ask(`${users}/1`, 'GET');
    const mocked = (await one.recorded()).map(({ mock, ruled }) => [
      mock?.status ?? null,
      ruled?.situation.value,
    ]);
    expect(mocked).toEqual([
      [null, 'missing'],
      [201, 'ok'],
      [200, 'ok'],
      [204, 'ok'],
      [404, 'missing'],
    ]);
    expect((await one.recorded())[2]?.mock?.body).toMatchObject({
      text: '{"id":1,"name":"Ann","email":"ann@example.com"}',
    });
  });
});
