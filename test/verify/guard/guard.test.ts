// What passes the guard, at what pace, what is noted before, and what never passes.

import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { Exchange } from '../../../src/http/client/client.ts';
import { type Call, type Headers, noBody, readBody } from '../../../src/model/message/call.ts';
import { createGuard, type Guard, type GuardOptions } from '../../../src/verify/guard/guard.ts';
import { type Ledger, noLedger } from '../../../src/verify/guard/ledger.ts';
import type { Exchanged } from '../../../src/verify/report.ts';
import { usersContract } from '../../support/users.ts';

function call(line: string, headers: Headers = {}): Call {
  const [method = '', path = ''] = line.split(' ');
  return { method, path, query: '', headers, body: noBody };
}

function received(status: number, headers: Headers = {}, text = ''): Exchange {
  return {
    kind: 'received',
    received: { status, headers, body: readBody(text) },
    elapsedMs: 5,
    requests: 1,
    redirected: false,
  };
}

const trouble: Exchange = {
  kind: 'trouble',
  trouble: 'reset',
  message: 'it ended',
  elapsedMs: 5,
  requests: 2,
  redirected: false,
};

interface Run {
  readonly guard: Guard;
  /** What happened, in order: `POST /users`, `wait 1000`, `ledger intend`. */
  readonly events: string[];
}

const START_MS = Date.UTC(2026, 0, 1);

/**
 * A guard of a service that gives some answers in turn, and 200 after them; the clock stands still
 * but for waits.
 */
function run(answers: readonly Exchange[] = [], options: Partial<GuardOptions> = {}): Run {
  const events: string[] = [];
  const left = [...answers];
  let now = START_MS;
  const note = (what: string): Promise<void> => {
    events.push(`ledger ${what}`);
    return Promise.resolve();
  };
  const ledger: Ledger = {
    token: 'sk7f3q9x2',
    intend: () => note('intend'),
    own: (key, mark) => note(`own ${key} ${mark}`),
    release: (key) => note(`release ${key}`),
    spare: (keys) => note(`spare ${keys.join(' ')}`),
    keep: () => note('keep'),
    correctId: (member) => note(`id ${member}`),
    doubt: ({ why }) => note(`doubt ${why}`),
    close: () => note('close'),
    remove: () => note('remove'),
  };
  const guard = createGuard({
    send: ({ method, path }) => {
      events.push(`${method} ${path}`);
      return Promise.resolve(left.shift() ?? received(200));
    },
    ledger,
    contract: usersContract,
    mode: 'write',
    ratePerSecond: null,
    wait: (ms) => {
      events.push(`wait ${Math.round(ms)}`);
      now += ms;
      return Promise.resolve();
    },
    now: () => now,
    onWaiting: (seconds, why) => events.push(`${seconds} s: ${why}`),
    deadline: START_MS + 3_600_000,
    ...options,
  });
  return { guard, events };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function owning(key: string, answers: readonly Exchange[] = []): Promise<Run> {
  const made = run(answers);
  await made.guard.own(key, `mark-${key}`);
  made.events.length = 0;
  return made;
}

describe('writes', () => {
  it('are noted before they are sent if they create something', async () => {
    const { guard, events } = run([received(201)]);
    await guard.sendIfAllowed(call('POST /users'));
    await guard.own('7', 'Ann sk7f3q9x2');
    await guard.sendIfAllowed(call('DELETE /users/7'));
    await guard.release('7');
    expect(events).toEqual([
      'ledger intend',
      'POST /users',
      'ledger own 7 Ann sk7f3q9x2',
      'DELETE /users/7',
      'ledger release 7',
    ]);
  });

  it('are not sent if they cannot be noted', async () => {
    const error = new StandinError('file-unwritable', 'it cannot be written', 'Free some space.');
    const { guard, events } = run([], {
      ledger: { ...noLedger('sk7f3q9x2'), intend: () => Promise.reject(error) },
    });
    await expect(guard.sendIfAllowed(call('POST /users'))).rejects.toBe(error);
    await expect(guard.relay(call('POST /users'))).rejects.toBe(error);
    expect([guard.requests(), events]).toEqual([0, []]);
  });

  it('remove all only while no item of others was seen', async () => {
    const action = { method: 'DELETE', path: '/users', does: 'remove-all' } as const;
    const contract = {
      ...usersContract,
      actions: [{ ...action, summary: 'Remove all', source: 'section 4', outcomes: {} }],
    };
    const { guard, events } = run([], { contract, mayWriteActions: true });
    await guard.own('7', 'Ann sk7f3q9x2');
    expect(await guard.sendIfAllowed(call('DELETE /users'))).toMatchObject({ kind: 'received' });
    guard.protect(['1']);
    expect(await guard.sendIfAllowed(call('DELETE /users'))).toEqual({
      kind: 'withheld',
      message: 'DELETE /users is not sent: it would remove items that the run did not create',
    });
    expect(events.filter((one) => one === 'DELETE /users')).toHaveLength(1);
  });

  it.each([
    'PUT /users/1',
    'PATCH /users/1',
    'DELETE /users/1',
    'DELETE /users/70',
    'DELETE /users/7/',
    'DELETE /users/7/x',
    'DELETE /users/..',
    'DELETE /users/%2e%2e',
    'DELETE /users/',
    'DELETE /users',
    'PUT /users',
    'PATCH /users',
    'DELETE /',
    'DELETE /products/7',
    'POST /users/1',
    'POST /products',
    'PURGE /users/1',
    'TRACE /users',
  ])('are refused if the run does not own the item: %s', async (line) => {
    const { guard, events } = await owning('7');
    expect(await guard.sendIfAllowed(call(line))).toEqual({
      kind: 'withheld',
      message: `${line} is not sent: the run does not own what is there`,
    });
    expect(await guard.sendToReleased(call(line))).toMatchObject({ kind: 'withheld' });
    expect(await guard.relay(call(line))).toMatchObject({
      kind: 'received',
      received: { status: 403 },
      requests: 0,
    });
    expect([events, guard.since(0), guard.requests()]).toEqual([[], [], 0]);
  });

  it.each([
    'PUT /users/7',
    'PATCH /users/7',
    'DELETE /users/%37',
    'POST /users/7',
    'GET /users/1',
    'HEAD /users',
    'OPTIONS /users',
    'GET /',
  ])('and reads pass if the run owns the item, or they change nothing: %s', async (line) => {
    const { guard, events } = await owning('7');
    await guard.sendIfAllowed(call(line));
    expect(events.filter((event) => !event.startsWith('ledger'))).toEqual([line]);
  });

  it('pass to ids of any text', async () => {
    const { guard, events } = run();
    for (const key of ['a/b', 'é 漢', '%', '0', '__proto__', 'constructor']) {
      expect(await guard.own(key, 'm')).toBe(true);
      await guard.sendIfAllowed(call(`DELETE /users/${encodeURIComponent(key)}`));
    }
    expect(events.filter((event) => event.startsWith('DELETE'))).toHaveLength(6);
    expect(guard.owned()).toEqual(['a/b', 'é 漢', '%', '0', '__proto__', 'constructor']);
  });

  it.each(['', '.', '..'])(
    'are never to the id %j, which names something else in a path',
    async (key) => {
      const { guard, events } = run();
      expect(await guard.own(key, 'm')).toBe(false);
      expect([guard.owned(), events]).toEqual([[], []]);
      expect(await guard.sendIfAllowed(call(`DELETE /users/${key}`))).toMatchObject({
        kind: 'withheld',
      });
    },
  );

  it('are refused for protected ids, even if the service says that the run made the item', async () => {
    const { guard } = await owning('7');
    guard.protect(['1', '7']);
    expect(await guard.own('1', 'm')).toBe(false);
    expect(guard.owned()).toEqual(['7']);
    expect(await guard.sendIfAllowed(call('DELETE /users/1'))).toMatchObject({ kind: 'withheld' });
    await guard.sendIfAllowed(call('DELETE /users/7'));
  });

  it('are refused for released ids until the run owns them again', async () => {
    const { guard } = await owning('7');
    await guard.release('7');
    expect(await guard.sendIfAllowed(call('PUT /users/7'))).toMatchObject({ kind: 'withheld' });
    await guard.own('7', 'm');
    await guard.sendIfAllowed(call('PUT /users/7'));
  });
});

describe('a service that asks for a condition (428)', () => {
  const tagged = received(200, { etag: '"v1"' });
  /** A guard that owns 7, of a service that gives some answers, and the conditions that it sent. */
  async function conditional(answers: readonly Exchange[]): Promise<Run & { sent: Headers[] }> {
    const sent: Headers[] = [];
    const left = [...answers];
    const made = run([], {
      send: ({ method, path, headers }) => {
        made.events.push(`${method} ${path}`);
        if (method !== 'GET') sent.push(headers);
        return Promise.resolve(left.shift() ?? received(200));
      },
    });
    await made.guard.own('7', 'mark');
    made.events.length = 0;
    return { ...made, sent };
  }

  it('gets its own validator, also with every later write', async () => {
    const { guard, events, sent } = await conditional([
      received(428),
      tagged,
      received(200),
      received(200, { etag: 'W/"v2"' }),
      received(204),
    ]);
    expect(guard.precondition()).toBeNull();
    expect(await guard.sendIfAllowed(call('PUT /users/7'))).toEqual(received(200));
    expect(await guard.sendIfAllowed(call('DELETE /users/7'))).toEqual(received(204));
    expect(events).toEqual([
      'PUT /users/7',
      'GET /users/7',
      'PUT /users/7',
      'GET /users/7',
      'DELETE /users/7',
    ]);
    expect(sent).toEqual([{}, { 'if-match': '"v1"' }, { 'if-match': 'W/"v2"' }]);
    expect(guard.precondition()).toBe('If-Match');
  });

  it('gets the date of the last change if it shows no tag', async () => {
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const { guard, sent } = await conditional([
      received(428),
      received(200, { 'last-modified': date }),
    ]);
    await guard.sendIfAllowed(call('PATCH /users/7'));
    expect(sent).toEqual([{}, { 'if-unmodified-since': date }]);
  });

  it('gets the write again with a new validator if another write came between', async () => {
    const { guard, events } = await conditional([received(428), tagged, received(412), tagged]);
    expect(await guard.sendIfAllowed(call('PUT /users/7'))).toEqual(received(200));
    expect(events).toHaveLength(5);
  });

  it('has its refusal returned if it shows no validator, or refuses its own', async () => {
    const without = await conditional([received(428), received(404, { etag: '"none"' })]);
    expect(await without.guard.sendIfAllowed(call('PUT /users/7'))).toEqual(received(428));
    expect(without.guard.precondition()).toBeNull();
    const refusing = await conditional(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 1 ? tagged : received(412))).with(
        0,
        received(428),
      ),
    );
    expect(await refusing.guard.sendIfAllowed(call('PUT /users/7'))).toEqual(received(412));
    expect(refusing.events).toHaveLength(11);
  });

  it('gets a call that has a condition of its own unchanged, and no condition with a creation', async () => {
    const { guard, events } = await conditional([received(428), received(428)]);
    const stale = { 'if-match': '"stale"' };
    expect(await guard.sendIfAllowed(call('PUT /users/7', stale))).toEqual(received(428));
    expect(await guard.sendIfAllowed(call('POST /users'))).toEqual(received(428));
    expect(events).toEqual(['PUT /users/7', 'ledger intend', 'POST /users']);
  });
});

describe('an owned id whose item is not known', () => {
  const SENT = { values: { name: 'Ann sk7f3q9x2', email: 'ann@example.com' } };
  const item = (value: object): Exchange => received(200, {}, JSON.stringify(value));
  const ours = item({ id: 7, name: 'Ann SK7F3Q9X2' });
  const other = item({ id: 7, name: 'Bob', email: 'bob@example.com' });
  const writing = async (
    answers: readonly Exchange[],
    sent: Parameters<Guard['own']>[2] = SENT,
  ): Promise<Run & { readonly put: Awaited<ReturnType<Guard['sendIfAllowed']>> }> => {
    const made = run([received(201), ...answers]);
    await made.guard.sendIfAllowed(call('POST /users'));
    await made.guard.own('7', 'm', sent);
    const put = await made.guard.sendIfAllowed(call('PUT /users/7'));
    return { ...made, put };
  };

  it('is read before the first write, and not again', async () => {
    const { guard, events } = await writing([ours]);
    await guard.sendIfAllowed(call('PUT /users/7'));
    const sent = events.filter((event) => event.includes('/'));
    expect(sent).toEqual(['POST /users', 'GET /users/7', 'PUT /users/7', 'PUT /users/7']);
  });

  it.each([
    ['another item', other],
    ['nothing', received(404)],
    ['an item that this client may not see', received(403)],
  ])('is not written to if it shows %s', async (_what, answer) => {
    const { put, events } = await writing([answer, answer]);
    expect(put).toMatchObject({ kind: 'withheld' });
    expect(events).not.toContain('PUT /users/7');
  });

  it('ends all writing if it shows another item, and is spared by the clean-up', async () => {
    const { guard, events, put } = await writing([other]);
    const why =
      'the run writes nothing more, because a creation was answered with the id 7, and the item there is another one';
    expect(put).toEqual({ kind: 'withheld', message: `PUT /users/7 is not sent: ${why}` });
    expect(await guard.sendIfAllowed(call('POST /users'))).toMatchObject({ kind: 'withheld' });
    expect(await guard.own('7', 'm')).toBe(false);
    expect(guard.owned()).toEqual([]);
    expect(events.slice(-2)).toEqual(['ledger release 7', 'ledger spare 7']);
    guard.beginCleanUp();
    expect(await guard.sendIfAllowed(call('DELETE /users/7'))).toMatchObject({ kind: 'withheld' });
  });

  it('is written to if a service that cannot read items shows nothing to the contrary', async () => {
    for (const answer of [received(405), received(500), received(200, {}, 'a page'), trouble])
      expect((await writing([answer])).put).toMatchObject({ kind: 'received' });
  });

  it('is known by the other values if no mark is shown', async () => {
    const hidden = { values: { name: 'Ann', email: 'sk7f3q9x2@example.com' } };
    const shown = item({ id: 7, name: ' ann' });
    expect((await writing([shown], hidden)).put).toMatchObject({ kind: 'received' });
    expect((await writing([item({ id: 7, name: 'Bob' })], hidden)).put).toMatchObject({
      kind: 'withheld',
    });
  });

  it('is known by the list, unless its form is odd', async () => {
    for (const [key, reads] of [
      ['7', 0],
      ['a b', 1],
    ] as const) {
      const list = item([{ id: key, name: 'Ann sk7f3q9x2' }]);
      const { guard, events } = run([received(201), list, item({ name: 'sk7f3q9x2' })]);
      await guard.sendIfAllowed(call('POST /users'));
      await guard.own(key, 'm', SENT);
      await guard.sendIfAllowed(call('GET /users'));
      await guard.sendIfAllowed(call(`DELETE /users/${encodeURIComponent(key)}`));
      expect(events.filter((event) => event.startsWith('GET /users/'))).toHaveLength(reads);
    }
  });

  it('is known by what a JSON Patch made of it', async () => {
    const shown = (size: string): Exchange => item({ id: 7, size, kind: 'z' });
    const list = item([{ id: 7, kind: 'z' }]);
    const { guard } = run([received(201), shown('a'), received(200), list, shown('b'), shown('b')]);
    await guard.sendIfAllowed(call('POST /users'));
    await guard.own('7', 'm', { values: { name: 'sk7f3q9x2', size: 'a', kind: 'z' } });
    const patch = readBody('[{"op":"replace","path":"/size","value":"b"}]');
    await guard.sendIfAllowed({ ...call('PATCH /users/7'), body: patch });
    for (const line of ['GET /users', 'GET /users/7']) await guard.sendIfAllowed(call(line));
    expect(await guard.sendIfAllowed(call('DELETE /users/7'))).toMatchObject({ kind: 'received' });
  });

  it('is known after a refused PUT by what it held before', async () => {
    const mark = 'Ann sk7f3q9x2';
    const after = { id: 7, name: '', kind: 'y' };
    const { guard } = run([
      received(201),
      item({ id: 7, name: mark, kind: 'y' }),
      received(422),
      received(200),
      item([{ id: 7, name: '' }]),
      item(after),
      item(after),
    ]);
    await guard.sendIfAllowed(call('POST /users'));
    await guard.own('7', 'm', { values: { name: mark, kind: 'y' } });
    const put = readBody(JSON.stringify({ name: `Bob ${mark}`, kind: 'z' }));
    await guard.sendIfAllowed({ ...call('PUT /users/7'), body: put });
    await guard.sendIfAllowed({ ...call('PATCH /users/7'), body: readBody('{"name":""}') });
    for (const line of ['GET /users', 'GET /users/7']) await guard.sendIfAllowed(call(line));
    expect(await guard.sendIfAllowed(call('DELETE /users/7'))).toMatchObject({ kind: 'received' });
  });

  it('is new if nothing was there before the creation', async () => {
    const { guard, events } = run([received(404), received(201)]);
    await guard.sendIfAllowed(call('GET /users/7'));
    await guard.sendIfAllowed(call('POST /users'));
    await guard.own('7', 'm', SENT);
    await guard.sendIfAllowed(call('PUT /users/7'));
    expect(events.slice(-1)).toEqual(['PUT /users/7']);
  });

  it('is compared with an id that differs only in form', async () => {
    const list = item([{ id: 'abc', name: 'Bob' }]);
    const mine = item({ id: 'ABC', name: 'Ann sk7f3q9x2' });
    for (const [atTwin, kind] of [
      [item({ id: 'abc', name: 'Bob' }), 'received'],
      [mine, 'withheld'],
    ] as const) {
      const { guard, events } = run([list, received(201), mine, atTwin]);
      await guard.sendIfAllowed(call('GET /users'));
      await guard.sendIfAllowed(call('POST /users'));
      await guard.own('ABC', 'm', SENT);
      expect(await guard.sendIfAllowed(call('DELETE /users/ABC'))).toMatchObject({ kind });
      expect(events).toContain('GET /users/abc');
    }
  });
});

describe('ids that were there before', () => {
  const list = received(200, {}, JSON.stringify([{ id: 1, name: 'Bob' }]));
  const overwritten = received(200, {}, '[{"id":1,"name":"sk7f3q9x2"}]');
  const atItself = received(200, {}, '{"id":1,"name":"sk7f3q9x2"}');

  it('may become the run’s if another machine of the run had them', async () => {
    // The tokens of its machines begin alike.
    const ofOther = received(200, {}, '[{"id":1,"name":"sk7f3q9zz"}]');
    const mine = received(200, {}, '{"id":1,"name":"Ann sk7f3q9x2"}');
    const { guard } = run([ofOther, received(201), mine]);
    await guard.sendIfAllowed(call('GET /users'));
    await guard.sendIfAllowed(call('POST /users'));
    expect(guard.isForeign('1')).toBe(false);
    expect(await guard.own('1', 'm', { values: { name: 'Ann sk7f3q9x2' } })).toBe(true);
    expect(await guard.sendIfAllowed(call('DELETE /users/1'))).toMatchObject({ kind: 'received' });
    expect(guard.breach()).toBeNull();
  });

  it('are never the run’s, and are noted before the first creation', async () => {
    const { guard, events } = run([list, received(201)]);
    await guard.sendIfAllowed(call('GET /users'));
    await guard.sendIfAllowed(call('POST /users'));
    expect(events).toEqual(['GET /users', 'ledger spare 1', 'ledger intend', 'POST /users']);
    expect(guard.isForeign('1')).toBe(true);
    expect(await guard.own('1', 'm', { values: {} })).toBe(false);
    guard.vanished(['1']);
    expect(guard.isForeign('1')).toBe(false);
    expect(await guard.own('1', 'm', { values: {} })).toBe(false);
  });

  it('end all writing if their items hold values of the run, in the list and by themselves', async () => {
    const { guard } = run([list, received(201), overwritten, atItself]);
    for (const line of ['GET /users', 'POST /users', 'GET /users'])
      await guard.sendIfAllowed(call(line));
    expect(guard.breach()).toEqual({ kind: 'overwritten', key: '1' });
    const mixed = run([list, received(201), overwritten, received(200, {}, '{"id":1}')]);
    for (const line of ['GET /users', 'POST /users', 'GET /users'])
      await mixed.guard.sendIfAllowed(call(line));
    expect(mixed.guard.breach()).toBeNull();
  });
});

describe('the clean-up after a breach', () => {
  const mine = received(200, {}, '{"id":7,"name":"sk7f3q9x2"}');
  const breached = async (answers: readonly Exchange[], key = '1'): Promise<Run> => {
    const made = run(answers);
    await made.guard.own('7', 'm', { values: null });
    await made.guard.halt(
      key === '1' ? { kind: 'taken', key } : { kind: 'removed', key, operation: 'remove' },
    );
    made.guard.beginCleanUp();
    return made;
  };

  it('removes an item after a read at its own address', async () => {
    const { guard, events } = await breached([mine]);
    expect(await guard.sendIfAllowed(call('PUT /users/7'))).toMatchObject({ kind: 'withheld' });
    await guard.sendIfAllowed(call('DELETE /users/7'));
    expect(events.slice(-2)).toEqual(['GET /users/7', 'DELETE /users/7']);
    const other = await breached([received(500)]);
    expect(await other.guard.sendIfAllowed(call('DELETE /users/7'))).toMatchObject({
      kind: 'withheld',
    });
  });

  it('removes nothing if removals are what takes items of others', async () => {
    const { guard } = await breached([mine], '2');
    expect(await guard.sendIfAllowed(call('DELETE /users/7'))).toMatchObject({ kind: 'withheld' });
  });
});

describe('sendToReleased', () => {
  it('keeps an id that was owned again since a claim', async () => {
    const { guard, events } = await owning('7');
    const claim = guard.claimOf('7');
    await guard.own('7', 'Bea sk7f3q9x2');
    await guard.release('7', claim);
    expect(guard.owned()).toEqual(['7']);
    await guard.release('7', guard.claimOf('7'));
    expect(guard.owned()).toEqual([]);
    expect(events).toEqual(['ledger own 7 Bea sk7f3q9x2', 'ledger release 7']);
  });

  it('sends to a released id, and notes what might be created there', async () => {
    const { guard, events } = await owning('7');
    await guard.release('7');
    await guard.sendToReleased(call('DELETE /users/7'));
    await guard.sendToReleased(call('PUT /users/7'));
    expect(events).toEqual([
      'ledger release 7',
      'DELETE /users/7',
      'ledger intend',
      'PUT /users/7',
    ]);
  });

  it.each([
    ['is owned', 'DELETE /users/7', []],
    ['was never owned', 'DELETE /users/9', []],
    ['is protected by now', 'DELETE /users/8', ['8']],
    ['is not written to', 'POST /users/8', []],
  ])('refuses an id that %s', async (_why, line, foreign) => {
    const { guard } = await owning('7');
    await guard.own('8', 'm');
    await guard.release('8');
    guard.protect(foreign);
    expect(await guard.sendToReleased(call(line))).toEqual({
      kind: 'withheld',
      message: `${line} is not sent: the run never owned and released this id`,
    });
  });

  it('repeats the call after a wait only if there is still no item', async () => {
    const limited = received(429, { 'retry-after': '1' });
    const still = await owning('7', [limited, received(404), received(404)]);
    await still.guard.release('7');
    expect(await still.guard.sendToReleased(call('DELETE /users/7'))).toMatchObject({
      received: { status: 404 },
    });
    expect(still.events.filter((event) => event.includes('/'))).toEqual([
      'DELETE /users/7',
      'GET /users/7',
      'DELETE /users/7',
    ]);
    const given = await owning('7', [limited, received(200)]);
    await given.guard.release('7');
    expect(await given.guard.sendToReleased(call('DELETE /users/7'))).toMatchObject({
      received: { status: 429 },
    });
    expect(given.events.filter((event) => event.includes('/'))).toEqual([
      'DELETE /users/7',
      'GET /users/7',
    ]);
  });
});

describe('read-only', () => {
  it('allows GET and HEAD only', async () => {
    const { guard, events } = run([], { mode: 'read-only' });
    await guard.own('7', 'm');
    for (const line of ['GET /users', 'HEAD /users/1']) await guard.sendIfAllowed(call(line));
    for (const line of ['POST /users', 'PUT /users/7', 'DELETE /users/7', 'OPTIONS /users']) {
      expect(await guard.sendIfAllowed(call(line))).toEqual({
        kind: 'withheld',
        message: `${line} is not sent: the run only reads`,
      });
      expect(await guard.relay(call(line))).toMatchObject({
        received: { status: 403, body: { kind: 'json' } },
      });
    }
    await guard.release('7');
    expect(await guard.sendToReleased(call('DELETE /users/7'))).toEqual({
      kind: 'withheld',
      message: 'DELETE /users/7 is not sent: the run only reads',
    });
    expect(events.filter((event) => !event.startsWith('ledger'))).toEqual([
      'GET /users',
      'HEAD /users/1',
    ]);
  });
});

describe('relay', () => {
  it('sends what is allowed, and answers the rest with 403 and a problem', async () => {
    const { guard, events } = await owning('7', [received(204)]);
    expect(await guard.relay(call('DELETE /users/7'))).toMatchObject({ received: { status: 204 } });
    const refused = await guard.relay(call('DELETE /users/1'));
    expect(refused).toMatchObject({
      received: {
        headers: { 'content-type': 'application/problem+json' },
        body: {
          value: {
            status: 403,
            detail: 'DELETE /users/1 is not sent: the run does not own what is there',
          },
        },
      },
    });
    await guard.relay(call('POST /users'));
    expect(events).toEqual(['DELETE /users/7', 'ledger intend', 'POST /users']);
  });
});

describe('waits that the service asks for', () => {
  const waits = ({ events }: Run): readonly string[] =>
    events.filter((event) => event.startsWith('wait'));
  const answered = async (
    answers: readonly Exchange[],
    options: Partial<GuardOptions> = {},
  ): Promise<[number, Run]> => {
    const made = run(answers, options);
    const exchange = await made.guard.sendIfAllowed(call('GET /users'));
    return [exchange.kind === 'received' ? exchange.received.status : 0, made];
  };

  it.each([
    ['429 with seconds', 429, { 'retry-after': '3' }, 3_000],
    ['503 with seconds', 503, { 'retry-after': '2' }, 2_000],
    ['429 with a date', 429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT' }, 4_000],
    [
      '429 with a date by another clock',
      429,
      { 'retry-after': 'Thu, 01 Jan 1970 00:00:04 GMT', date: 'Thu, 01 Jan 1970 00:00:01 GMT' },
      3_000,
    ],
    ['429 with a date that is past', 429, { 'retry-after': 'Mon, 01 Jan 2024 00:00:00 GMT' }, 50],
    ['429 with none', 429, { 'retry-after': '0' }, 50],
    ['429 that does not say', 429, {}, 1_000],
    ['429 with an invalid time', 429, { 'retry-after': '-1' }, 1_000],
  ])('are obeyed: %s', async (_what, status, headers, ms) => {
    const [last, made] = await answered([received(status, headers), received(200)]);
    expect(last).toBe(200);
    expect(waits(made)).toEqual([`wait ${ms}`]);
    expect(made.events).toContain(
      `${ms / 1_000} s: the service answered ${status} and asks to wait`,
    );
    expect(made.guard.waits()).toEqual({ times: 1, elapsedMs: ms });
    expect([made.guard.requests(), made.guard.since(0).length]).toEqual([2, 1]);
  });

  it.each([
    ['503 that does not say', received(503)],
    ['503 with an invalid time', received(503, { 'retry-after': 'later' })],
    ['500 that says', received(500, { 'retry-after': '1' })],
    ['an hour', received(429, { 'retry-after': '3600' })],
  ])('are ignored if absent or too long: %s', async (_what, answer) => {
    const [last, made] = await answered([answer]);
    expect(last).not.toBe(200);
    expect(waits(made)).toEqual([]);
  });

  it('grow if the service does not say how long', async () => {
    const [last, made] = await answered(Array.from({ length: 9 }, () => received(429)));
    expect(waits(made)).toEqual(['wait 1000', 'wait 2000', 'wait 4000', 'wait 8000', 'wait 16000']);
    expect(last).toBe(429);
  });

  it('end, even if the service always asks for none', async () => {
    const [last, made] = await answered(
      Array.from({ length: 99 }, () => received(429, { 'retry-after': '0' })),
    );
    expect(last).toBe(429);
    expect(made.guard.requests()).toBe(11);
  });

  it('end with the deadline, which can be moved', async () => {
    const limited = received(429, { 'retry-after': '2' });
    const [last, made] = await answered([limited, limited, limited], {
      deadline: START_MS + 5_000,
    });
    expect([last, waits(made)]).toEqual([429, ['wait 2000', 'wait 2000']]);
    made.guard.extend(START_MS + 60_000);
    const late = run([limited, received(200)], { deadline: START_MS });
    late.guard.extend(START_MS + 2_000);
    expect(await late.guard.sendIfAllowed(call('GET /users'))).toMatchObject({
      received: { status: 200 },
    });
  });

  it('apply to all calls: a refused POST is repeated, noted once, and others wait with it', async () => {
    const begun: [ms: number, go: () => void][] = [];
    const wait = (ms: number): Promise<void> => new Promise((resolve) => begun.push([ms, resolve]));
    const { guard, events } = run([received(429, { 'retry-after': '1' })], { wait });
    const pending = [guard.sendIfAllowed(call('POST /users'))];
    await settle();
    pending.push(guard.sendIfAllowed(call('GET /users/1')));
    await settle();
    expect(begun.map(([ms]) => ms)).toEqual([1_000, 1_000]);
    expect(events.filter((event) => event.includes('/'))).toEqual(['POST /users']);
    // The clock stands still, so each waits once more before it goes; none goes without.
    while (begun.length > 0) {
      begun.shift()?.[1]();
      await settle();
    }
    await Promise.all(pending);
    expect(events.filter((event) => event === 'ledger intend')).toHaveLength(1);
    expect(events.filter((event) => event.includes('/')).sort()).toEqual([
      'GET /users/1',
      'POST /users',
      'POST /users',
    ]);
  });

  it('are no reason to repeat a call without a reply', async () => {
    const { guard } = run([trouble]);
    expect(await guard.sendIfAllowed(call('GET /users'))).toBe(trouble);
    expect(guard.requests()).toBe(2);
  });
});

describe('the rate', () => {
  it('spaces calls, also concurrent ones', async () => {
    const { guard, events } = run([], { ratePerSecond: 4 });
    await Promise.all(
      ['GET /a', 'GET /b', 'GET /c'].map((line) => guard.sendIfAllowed(call(line))),
    );
    await guard.sendIfAllowed(call('GET /d'));
    expect(events.filter((event) => event.startsWith('GET'))).toHaveLength(4);
    // The clock goes on with each wait, so that each is as long as the gap.
    expect(events.filter((event) => event.startsWith('wait'))).toEqual([
      'wait 250',
      'wait 250',
      'wait 250',
    ]);
  });
});

describe('the trace', () => {
  it('returns the calls since a position, also failed ones, without credentials', async () => {
    const { guard } = run(
      [
        received(200),
        received(200, { 'set-cookie': 'session=secret', etag: '"1"' }, '[]'),
        trouble,
      ],
      {
        secretHeaders: ['x-token'],
      },
    );
    await guard.sendIfAllowed(call('GET /users'));
    const mark = guard.mark();
    const headers = {
      Authorization: 'Bearer secret',
      'X-Token': 'secret',
      cookie: 'secret',
      accept: '*/*',
    };
    await guard.sendIfAllowed(call('GET /users', headers));
    await guard.sendIfAllowed(call('GET /users/1'));
    const [first, second, ...none] = guard.since(mark);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      call: { headers: { accept: '*/*' } },
      received: { status: 200, headers: { etag: '"1"' } },
      elapsedMs: 5,
    });
    expect(second).toEqual({
      call: call('GET /users/1'),
      received: null,
      trouble: 'it ended',
      elapsedMs: 5,
    });
    expect(JSON.stringify(guard.since(0))).not.toContain('secret');
    expect(guard.since(0)).toHaveLength(3);
    expect(guard.since(guard.mark())).toEqual([]);
  });
});

describe('watch', () => {
  it('sees every request with its reply, also repeated and failed ones', async () => {
    const told: string[] = [];
    const watched: Exchanged[] = [];
    const { guard } = run([received(429, { 'retry-after': '1' }), received(200), trouble], {
      watch: ({ method, path }) => {
        told.push(`${method} ${path}`);
        return (exchange, exchanged) => {
          told.push(
            exchange.kind === 'received' ? `${exchange.received.status}` : exchange.message,
          );
          watched.push(exchanged);
        };
      },
    });
    await guard.sendIfAllowed(call('GET /users'));
    await guard.sendIfAllowed(call('GET /users/1'));
    expect(await guard.sendIfAllowed(call('DELETE /users/1'))).toMatchObject({ kind: 'withheld' });
    expect(told).toEqual(['GET /users', '429', 'GET /users', '200', 'GET /users/1', 'it ended']);
    // What the trace holds are the very same.
    expect(guard.since(0)).toEqual([
      expect.toSatisfy((one) => one === watched[1]),
      expect.toSatisfy((one) => one === watched[2]),
    ]);
  });
});
