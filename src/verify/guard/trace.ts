// The calls of a run and their replies as evidence, limited in size and without credentials.

import { headerNamingOf } from '../../base/secrets/secret-names.ts';
import type { Exchange } from '../../http/client/client.ts';
import { type Body, type Call, type Headers, noBody } from '../../model/message/call.ts';
import type { Exchanged } from '../report.ts';

export interface Trace {
  /** Returns a call and its reply without credentials. */
  show(call: Call, exchange: Exchange): Exchanged;
  /** Returns the turn of a call that is sent now, for `add`. */
  turn(): number;
  /** Adds an exchange when its reply has come. */
  add(exchanged: Exchanged, turn: number): void;
  /** The current position in the trace. */
  mark(): number;
  /**
   * The exchanges whose replies came since a position, in the order in which they were sent: that
   * of the replies differs from run to run. Those that were dropped are not in it.
   */
  since(mark: number): readonly Exchanged[];
}

/** How many exchanges are kept, and how many characters of their bodies in all. */
export const EXCHANGES_MAX = 10_000;
export const CHARACTERS_MAX = 33_554_432;

/** Returns an empty trace. `secret` names header fields, in lower case, with credentials. */
export function createTrace(secret: readonly string[]): Trace {
  const hidden = new Set(secret);
  const kept: Kept[] = [];
  let turns = 0;
  let dropped = 0;
  let characters = 0;
  return {
    show: (call, exchange) => toExchanged(call, exchange, hidden),
    turn: () => turns++,
    add(exchanged, turn) {
      const size = sizeOf(exchanged.call.body) + sizeOf(exchanged.received?.body ?? noBody);
      kept.push({ exchanged, characters: size, turn });
      characters += size;
      // The last exchange stays, whatever its size.
      while (kept.length > 1 && (kept.length > EXCHANGES_MAX || characters > CHARACTERS_MAX)) {
        characters -= kept.shift()?.characters ?? 0;
        dropped++;
      }
    },
    mark: () => dropped + kept.length,
    since: (mark) =>
      kept
        .slice(Math.max(0, mark - dropped))
        .sort((one, other) => one.turn - other.turn)
        .map(({ exchanged }) => exchanged),
  };
}

interface Kept {
  readonly exchanged: Exchanged;
  readonly characters: number;
  readonly turn: number;
}

function toExchanged(call: Call, exchange: Exchange, hidden: ReadonlySet<string>): Exchanged {
  const shown = { ...call, headers: without(call.headers, hidden) };
  const { elapsedMs } = exchange;
  if (exchange.kind === 'trouble')
    return { call: shown, received: null, trouble: exchange.message, elapsedMs };
  const { received } = exchange;
  return {
    call: shown,
    received: { ...received, headers: without(received.headers, hidden) },
    trouble: null,
    elapsedMs,
  };
}

function without(headers: Headers, hidden: ReadonlySet<string>): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !hidden.has(name.toLowerCase()) && headerNamingOf(name) !== 'secret',
    ),
  );
}

function sizeOf(body: Body): number {
  return body.kind === 'json' || body.kind === 'broken' ? body.text.length : 0;
}
