import { describe, expect, it } from 'vitest';
import type { HeldAnswer, HeldRequest, HoldSlot } from '../../../src/base/hold.ts';
import { createRouter } from '../../../src/contract/route.ts';
import {
  BREAKPOINTS_MAX,
  Breakpoints,
  HELD_MAX,
  HELD_MS,
  type HoldClock,
  UNWATCHED_MS,
} from '../../../src/journal/breakpoints/breakpoints.ts';
import { usersContract } from '../../support/users.ts';

const router = createRouter([usersContract], '/api/v1');
const never = new AbortController().signal;

function requestOf(text = 'GET /api/v1/users', body = ''): HeldRequest {
  const [method = '', target = ''] = text.split(' ');
  return { method, target, fields: [['Accept', '*/*']], body: Buffer.from(body) };
}

function answerOf(status = 200, body = '{}'): HeldAnswer {
  return { status, fields: [['Content-Type', 'application/json']], body: Buffer.from(body) };
}

/** A clock that a test moves. */
function createClock(): HoldClock & { move(ms: number): void } {
  let now = 1_000;
  const alarms = new Set<{ readonly at: number; readonly act: () => void }>();
  return {
    now: () => now,
    after(ms, act) {
      const alarm = { at: now + ms, act };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    move(ms) {
      now += ms;
      for (const alarm of [...alarms]) if (alarm.at <= now && alarms.delete(alarm)) alarm.act();
    },
  };
}

interface Made {
  readonly slot: HoldSlot;
  readonly breakpoints: Breakpoints;
  readonly clock: ReturnType<typeof createClock>;
}

function make(): Made {
  const slot: HoldSlot = { current: null };
  const clock = createClock();
  const breakpoints = new Breakpoints(slot, () => router, clock);
  return { slot, breakpoints, clock };
}

/** With a reader who watches. */
function makeWatched(): Made {
  const made = make();
  made.breakpoints.watch();
  return made;
}

describe('Breakpoints', () => {
  it('are in the slot of the server only while there are some and somebody looks', () => {
    const { slot, breakpoints, clock } = make();
    expect(slot.current).toBeNull();
    breakpoints.add('request', 'method:post');
    expect(slot.current).toBeNull();
    const stop = breakpoints.watch();
    expect(slot.current).toBe(breakpoints);
    stop();
    stop();
    clock.move(UNWATCHED_MS - 1);
    breakpoints.look();
    clock.move(UNWATCHED_MS - 1);
    expect(slot.current).toBe(breakpoints);
    clock.move(1);
    expect(slot.current).toBeNull();
    breakpoints.look();
    expect(slot.current).toBe(breakpoints);
    breakpoints.remove('all');
    expect(slot.current).toBeNull();
  });

  it.each([
    ['method:get op:users.list path:/users', 'GET /api/v1/users', ''],
    ['op:create body:ada', 'POST /api/v1/users', '{"name":"Ada"}'],
    ['header:accept', 'GET /x', ''],
    ['world:alice', 'GET /~alice/api/v1/users', ''],
    ['-method:get ada', 'PUT /api/v1/users/1', 'Ada'],
    ['', 'GET /', ''],
  ])('hold requests that match %s', (filter, call, body) => {
    const { breakpoints } = makeWatched();
    breakpoints.add('request', filter);
    const request = requestOf(call, body);
    expect(breakpoints.mayHold(request, null)).toBe(true);
    expect(breakpoints.holdRequest(request, never)).not.toBeNull();
    expect(breakpoints.mayHold(request, answerOf())).toBe(false);
    expect(breakpoints.holdAnswer(request, answerOf(), never)).toBeNull();
  });

  it('hold answers by what is known only then', () => {
    const { breakpoints } = makeWatched();
    breakpoints.add('answer', 'status:5xx type:json reply:sorry');
    const request = requestOf();
    expect(breakpoints.mayHold(request, answerOf(200))).toBe(false);
    expect(breakpoints.mayHold(request, answerOf(500))).toBe(true);
    expect(breakpoints.holdAnswer(request, answerOf(500, 'other'), never)).toBeNull();
    expect(breakpoints.holdAnswer(request, answerOf(500, 'Sorry'), never)).not.toBeNull();
    expect(breakpoints.holdRequest(request, never)).toBeNull();
  });

  it.each([
    ['request', 'status:404', 'status: is known only with the answer. Hold the answer instead.'],
    ['request', 'reply:x', 'reply: is known only with the answer. Hold the answer instead.'],
    [
      'request',
      'a OR (size:>1kB b)',
      'size: is known only with the answer. Hold the answer instead.',
    ],
    [
      'answer',
      'dur:>5s',
      'dur: is known only when the call is over. Use method, op, path, query, header, world, status, type, size, body, regex, or words.',
    ],
    ['answer', 'statsu:1', expect.stringContaining('Did you mean status?')],
  ] as const)('refuse, for a %s, %s', (on, filter, message) => {
    const { breakpoints } = makeWatched();
    expect(breakpoints.add(on, filter)).toEqual({ message });
    expect(breakpoints.list()).toEqual([]);
  });

  it('let a call go, change it or drop it, and say so', async () => {
    const { breakpoints, clock } = makeWatched();
    const { id } = breakpoints.add('request', '') as { id: number };
    const passing = breakpoints.holdRequest(requestOf(), never);
    const changing = breakpoints.holdRequest(requestOf(), never);
    const dropping = breakpoints.holdRequest(requestOf(), never);
    const [first, second, third] = breakpoints.held();
    expect(first).toMatchObject({
      breakpoint: { id, on: 'request', filter: '' },
      since: 1_000,
      until: 1_000 + HELD_MS,
      request: requestOf(),
      answer: null,
    });
    clock.move(320);
    const message = requestOf('PUT /other');
    expect(breakpoints.decide(first?.id ?? 0, { kind: 'pass' })).toBe(true);
    expect(breakpoints.decide(second?.id ?? 0, { kind: 'change', message })).toBe(true);
    expect(breakpoints.decide(third?.id ?? 0, { kind: 'drop' })).toBe(true);
    expect(breakpoints.decide(third?.id ?? 0, { kind: 'drop' })).toBe(false);
    const note = 'request held 320 ms at a breakpoint';
    expect(await passing).toEqual({ kind: 'pass', heldMs: 320, note });
    expect(await changing).toEqual({
      kind: 'change',
      message,
      heldMs: 320,
      note: `${note} and changed`,
    });
    expect(await dropping).toEqual({ kind: 'drop', heldMs: 320, note: `${note} and dropped` });
    expect(breakpoints.held()).toEqual([]);
  });

  it('let calls go at the time limit, when nobody looks any more, and when they are removed', async () => {
    const { breakpoints, clock } = make();
    const stop = breakpoints.watch();
    const { id } = breakpoints.add('request', '') as { id: number };
    const late = breakpoints.holdRequest(requestOf(), never);
    clock.move(HELD_MS);
    expect(await late).toMatchObject({
      kind: 'pass',
      note: 'request held 300000 ms at a breakpoint, and let go at the time limit',
    });
    const lonely = breakpoints.holdRequest(requestOf(), never);
    stop();
    clock.move(UNWATCHED_MS);
    expect(await lonely).toMatchObject({
      kind: 'pass',
      note: 'request held 30000 ms at a breakpoint, and let go because no page was open',
    });
    breakpoints.look();
    const removed = breakpoints.holdRequest(requestOf(), never);
    expect(breakpoints.remove(id)).toBe(true);
    expect(await removed).toMatchObject({ kind: 'pass' });
    expect(breakpoints.remove(id)).toBe(false);
  });

  it('drop a call whose client left', async () => {
    const { breakpoints } = makeWatched();
    breakpoints.add('request', '');
    const gone = new AbortController();
    const left = breakpoints.holdRequest(requestOf(), gone.signal);
    gone.abort();
    expect(await left).toMatchObject({
      kind: 'drop',
      note: 'request held 0 ms at a breakpoint, the client left',
    });
    expect(breakpoints.holdRequest(requestOf(), gone.signal)).toBeNull();
  });

  it('hold a limited number of calls, and let further ones pass', () => {
    const { breakpoints } = makeWatched();
    breakpoints.add('request', '');
    for (let count = 0; count < HELD_MAX; count++)
      expect(breakpoints.holdRequest(requestOf(), never)).not.toBeNull();
    expect(breakpoints.holdRequest(requestOf(), never)).toBeNull();
    expect(breakpoints.passed).toBe(1);
    expect(breakpoints.held()).toHaveLength(HELD_MAX);
  });

  it('are limited in number', () => {
    const { breakpoints } = makeWatched();
    for (let count = 0; count < BREAKPOINTS_MAX; count++)
      breakpoints.add('request', `path:/${count}`);
    expect(breakpoints.add('request', '')).toEqual({
      message: 'There are 20 breakpoints already. Remove some.',
    });
  });

  it('tell followers of each change until they stop', () => {
    const { breakpoints } = makeWatched();
    let changes = 0;
    const stop = breakpoints.follow(() => changes++);
    breakpoints.add('request', '');
    expect(changes).toBe(1);
    void breakpoints.holdRequest(requestOf(), never);
    expect(changes).toBe(2);
    breakpoints.decide(breakpoints.held()[0]?.id ?? 0, { kind: 'pass' });
    expect(changes).toBe(3);
    stop();
    breakpoints.remove('all');
    expect(changes).toBe(3);
  });
});
