// A slow service whose answers nobody waits for: its time passes as soon as nothing else is going on.
// How long a run takes is then the same on every machine.

import { setImmediate as turn } from 'node:timers/promises';
import { type Client, SOCKETS_MAX } from '../../src/http/client/client.ts';

/** The time of a run, and a client that takes this time. */
export interface SlowTime {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly client: Pick<Client, 'send' | 'allow'>;
}

/**
 * The time of a run whose service takes so long for each answer, or real time for `null`. `really`: the
 * time passes as clocks have it, for services that do something by themselves meanwhile.
 */
export function timeOf(
  client: Client,
  answerMs: number | null,
  { places, passes = 'at-once' }: SlowOptions = {},
): SlowTime {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  if (answerMs === null) return { now: Date.now, wait, client };
  if (passes === 'at-once') return createSlowTime(client, answerMs, places);
  const send: Client['send'] = async (call) => {
    await wait(answerMs);
    const exchange = await client.send(call);
    return { ...exchange, elapsedMs: exchange.elapsedMs + answerMs };
  };
  return { now: Date.now, wait, client: { send, allow: (calls) => client.allow(calls) } };
}

export interface SlowOptions {
  /** How many calls the service works on at once; any number if absent. */
  readonly places?: number | undefined;
  readonly passes?: 'at-once' | 'really';
}

/**
 * Delays each answer of a client by `answerMs`, as a service does that works on so many calls at
 * once and lets the others wait.
 */
function createSlowTime(client: Client, answerMs: number, places = SOCKETS_MAX * 8): SlowTime {
  const due: { readonly at: number; readonly wake: () => void }[] = [];
  const waiting: (() => void)[] = [];
  let [time, active, taken, most] = [0, 0, 0, SOCKETS_MAX];
  /** When each of its places is free again. */
  const freeAt = Array.from({ length: places }, () => 0);
  let isPassing = false;
  const pass = async (): Promise<void> => {
    if (isPassing) return;
    isPassing = true;
    while (due.length > 0) {
      for (let turns = 0; turns < TURNS; turns = active > 0 ? 0 : turns + 1) await turn();
      time = Math.max(time, Math.min(...due.map(({ at }) => at)));
      for (const one of due.splice(0)) {
        if (one.at > time) due.push(one);
        else one.wake();
      }
    }
    isPassing = false;
  };
  const wait = async (ms: number): Promise<void> => {
    const woken = new Promise<void>((wake) => due.push({ at: time + ms, wake }));
    void pass();
    await woken;
  };
  const send: Client['send'] = async (call) => {
    if (taken >= most) await new Promise<void>((go) => waiting.push(go));
    taken++;
    const sentAt = time;
    const place = freeAt.indexOf(Math.min(...freeAt));
    const endsAt = Math.max(time, freeAt[place] ?? 0) + answerMs;
    freeAt[place] = endsAt;
    try {
      if (endsAt - answerMs > time) await wait(endsAt - answerMs - time);
      active++;
      const exchange = await client.send(call).finally(() => active--);
      await wait(endsAt - time);
      return { ...exchange, elapsedMs: time - sentAt };
    } finally {
      taken--;
      waiting.shift()?.();
    }
  };
  const allow = (calls: number): void => {
    client.allow(calls);
    most = calls;
  };
  return { now: () => time, wait, client: { send, allow } };
}

/** After how many turns of the event loop nothing else is going on. */
const TURNS = 4;
