// The two servers on the loopback interface that the core of Pact uses: one serves the pact and the
// values to inject, the other forwards requests to the service through the guard. The run owns what
// a request creates. Judges nothing.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import type { Exchange } from '../../http/client/client.ts';
import { createRelay, type Relayed } from '../../http/server/relay.ts';
import type { Body, Call, Headers } from '../../model/message/call.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { claimItem, isGone, keysNow } from './claim-items.ts';
import { memberAt, textAt } from './members.ts';
import type { PactJob } from './native-core.ts';
import { injectsPath, type PactInteraction } from './read-interaction.ts';

/** The interaction that the servers work on. */
export interface ServedInteraction {
  readonly stage: Scenario;
  /** The `law` of its finding. */
  readonly law: string;
  readonly interaction: PactInteraction;
  /** A pact that holds the one interaction. */
  readonly document: JsonObject;
  /** The values of the provider states. */
  readonly values: JsonObject;
}

/** What happened to the request of an interaction. */
export interface Forwarded {
  /** The request; `null` if none came. */
  call: Call | null;
  /** The reply of the service, or why there is none; `null` without a request. */
  exchange: Exchange | null;
  /** An error of Standin itself; `null` if there was none. */
  failure: unknown;
}

export interface PactRelay {
  readonly job: Omit<PactJob, 'redirections'>;
  /** Serves an interaction from now on. Writes what happens to its request into the result. */
  begin(served: ServedInteraction): Forwarded;
  close(): Promise<void>;
}

/** Starts both servers. */
export async function createPactRelay(): Promise<PactRelay> {
  let current: { readonly served: ServedInteraction; readonly forwarded: Forwarded } | null = null;
  const control = await createRelay({
    answer: (call) =>
      Promise.resolve(
        okJson(call.method === 'GET' ? current?.served.document : current?.served.values),
      ),
  });
  const service = await createRelay({
    async answer(call) {
      if (current === null) return badGateway('nothing is being verified');
      const { served, forwarded } = current;
      if (forwarded.call !== null && !isSafeMethod(call.method))
        return badGateway('an interaction has one request');
      forwarded.call = call;
      // A request over a socket has no activity of its own.
      forwarded.exchange = await served.stage.session.sender.during(served.law, () =>
        forward(served, call),
      );
      return relayed(forwarded.exchange);
    },
    onFailure(error) {
      if (current !== null) current.forwarded.failure = error;
    },
  });
  return {
    job: {
      pactUrl: `${control.baseUrl}/pact.json`,
      statesUrl: `${control.baseUrl}/states`,
      serviceUrl: service.baseUrl,
    },
    begin(served) {
      const forwarded: Forwarded = { call: null, exchange: null, failure: null };
      current = { served, forwarded };
      return forwarded;
    },
    async close() {
      current = null;
      await Promise.all([control.close(), service.close()]);
    },
  };
}

async function forward({ stage, interaction }: ServedInteraction, asked: Call): Promise<Exchange> {
  const { items, sender } = stage.session;
  const call: Call = {
    ...asked,
    headers: withoutOwn(asked.headers),
    sending: {
      varied: [],
      parameters: 'as-given',
      ...(expectsRedirection(interaction) ? { redirection: 'kept' } : {}),
    },
  };
  // What the handler of the team has set up is the team's, and so is what the request makes.
  if (isOfTeam(interaction, call)) return sender.guard.relayForTeam(call);
  const operation = interaction.action === null ? interaction.kind : null;
  const sent = call.body.kind === 'json' && isObject(call.body.value) ? call.body.value : {};
  // An item without the token of the run is recognised only by not having been in the list before.
  const isMarked = JSON.stringify(sent).includes(items.token);
  const known = operation === 'create' && !isMarked ? await keysNow(stage) : null;
  const before = known?.kind === 'done' ? known.value : null;
  const exchange = await sender.guard.relay(call);
  if (exchange.requests === 0) return exchange;
  const received = exchange.kind === 'received' ? exchange.received : null;
  const isRefused = received !== null && received.status >= 400 && received.status < 500;
  if (isRefused) return exchange;
  // The reply may redirect to the new item (303, RFC 9110 section 15.4.4).
  const isDone = received !== null && (received.status < 300 || received.status === 303);
  const answer = isDone ? received : null;
  if (operation === 'create') {
    stage.wrote('create', null);
    await claimItem(stage, sent, answer, before);
  }
  const item = stage.alive.find(({ key }) => asked.path.endsWith(`/${encodeURIComponent(key)}`));
  if (item === undefined || operation === null || !WRITES.has(operation)) return exchange;
  stage.wrote(operation, item);
  if (operation === 'remove') await isGone(stage, item);
  return exchange;
}

/** Whether the consumer wants to see a redirection; otherwise its client may follow it, too. */
export function expectsRedirection({ json }: Pick<PactInteraction, 'json'>): boolean {
  const status = memberAt(own(json, 'response'), 'status');
  return typeof status === 'number' && status >= 300 && status < 400;
}

/** Whether a call is exactly the request of an interaction that the team has set up. */
function isOfTeam({ setUpBy, json }: PactInteraction, { method, path }: Call): boolean {
  const request = own(json, 'request');
  if (setUpBy !== 'handler' || textAt(request, 'method')?.toUpperCase() !== method) return false;
  return injectsPath(json) || textAt(request, 'path') === path;
}

const WRITES: ReadonlySet<Kind> = new Set(['replace', 'update', 'remove']);

/** Standin's client sets these fields itself. */
function withoutOwn(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CORE.has(name)));
}

const OF_THE_CORE: ReadonlySet<string> = new Set([
  'accept-encoding',
  'user-agent',
  'connection',
  'host',
  'content-length',
]);

function relayed(exchange: Exchange): Relayed {
  if (exchange.kind === 'trouble') return badGateway(exchange.message);
  const { status, headers, body } = exchange.received;
  return { status, headers, body: contentOf(body) };
}

function contentOf(body: Body): string | Uint8Array {
  if (body.kind === 'broken') return body.bytes ?? body.text;
  return body.kind === 'json' ? body.text : '';
}

/** A failure that the core does not retry. */
function badGateway(detail: string): Relayed {
  return {
    status: 502,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ detail }),
  };
}

function okJson(json: JsonObject | undefined): Relayed {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json ?? {}),
  };
}
