// The team's own handler of provider states: a URL that gets each state as pact-js sends it, or a
// module that runs in this process.

import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import { createClient } from '../../http/client/client.ts';
import { type Call, readBody } from '../../model/message/call.ts';
import { type LoadedHandler, loadStateHandlers } from '../../project/load/load-state-handlers.ts';
import {
  HandlerFailed,
  type StateChange,
  type StateHandler,
} from '../../verify/pacts/state-handler.ts';
import { isHandlerUrl } from './handler-place.ts';

export interface OpenHandler extends StateHandler {
  close(): void;
}

/** Maximum time for one state, in milliseconds. */
const HANDLER_MS_MAX = 30_000;

/** Opens the handler at a URL or in a module. Rejects with a StandinError if there is none. */
export async function openStateHandler(
  place: string,
  msMax: number = HANDLER_MS_MAX,
): Promise<OpenHandler> {
  return isHandlerUrl(place)
    ? handlerAt(new URL(place), msMax)
    : handlerIn(await loadStateHandlers(place), msMax);
}

function handlerAt(url: URL, timeoutMs: number): OpenHandler {
  const client = createClient({ baseUrl: url.origin, headers: credentialsOf(url), timeoutMs });
  return {
    knows: () => true,
    async change({ name: state, params, action, consumer }) {
      // The members that Pact's core sends, and the consumer.
      const text = JSON.stringify({ consumer, state, params, action });
      const call: Call = {
        method: 'POST',
        path: url.pathname,
        query: url.search.slice(1),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: readBody(text),
      };
      const exchange = await client.send(call);
      if (exchange.kind === 'trouble') throw new HandlerFailed(exchange.message);
      const { status, body } = exchange.received;
      const said = body.kind === 'json' || body.kind === 'broken' ? body.text.trim() : '';
      if (status < 200 || status > 299) {
        const quoted = said === '' ? '' : `: ${truncate(said, CHARACTERS_MAX)}`;
        throw new HandlerFailed(`it answered ${status}${quoted}`);
      }
      return body.kind === 'json' && isObject(body.value) ? body.value : {};
    },
    close: () => client.close(),
  };
}

/** Maximum length of what a handler said, in characters. */
const CHARACTERS_MAX = 80;

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = [username, password].map(decodeURIComponent).join(':');
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function handlerIn(handlers: ReadonlyMap<string, LoadedHandler>, msMax: number): OpenHandler {
  return {
    knows: (name) => handlers.has(name),
    async change({ name, params, action }: StateChange) {
      const run = handlers.get(name)?.[action];
      if (run === undefined) return {};
      const late = new AbortController();
      try {
        const value = await Promise.race([
          Promise.resolve(run(params)),
          sleep(msMax, LATE, { signal: late.signal, ref: false }),
        ]);
        if (value === LATE) throw new HandlerFailed(`it took longer than ${msMax / 1_000} s`);
        return valuesOf(value);
      } catch (error) {
        if (error instanceof HandlerFailed) throw error;
        throw new HandlerFailed(error instanceof Error ? error.message : String(error));
      } finally {
        late.abort();
      }
    },
    close: () => undefined,
  };
}

const LATE = Symbol('late');

/** What a function returns counts as far as JSON can hold it. */
function valuesOf(value: unknown): JsonObject {
  const text = JSON.stringify(value) as string | undefined;
  const json = text === undefined ? null : (JSON.parse(text) as Json);
  return json !== null && isObject(json) ? json : {};
}
