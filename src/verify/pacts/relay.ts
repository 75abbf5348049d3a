// The two servers on the loopback interface that the core of Pact talks to: one tells it what to
// verify and what to inject, the other takes its requests to the service, through the guard. What a
// request makes is taken as the run's; nothing is judged here.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Exchange } from '../../http/client/client.ts';
import { createRelay, type Relayed } from '../../http/server/relay.ts';
import type { Body, Call, Headers } from '../../model/message/call.ts';
import { Broken, NotExercised, type Scenario } from '../scenario/scenario.ts';
import { claimItem, isGone, keysNow } from './claim-items.ts';
import type { PactJob } from './native-core.ts';

/** What the servers have to do with while one interaction is verified. */
export interface ServedInteraction {
  readonly stage: Scenario;
  /** As its finding would name it. */
  readonly law: string;
  readonly operation: Kind;
  /** A pact that holds the one interaction. */
  readonly document: JsonObject;
  /** What the provider states give. */
  readonly values: JsonObject;
}

/** What happened to the request of an interaction. */
export interface Forwarded {
  /** What was asked; `null` where nothing was. */
  call: Call | null;
  /** What the service answered, or that it did not; `null` where nothing was asked. */
  exchange: Exchange | null;
  /** What went wrong on our side; `null` where nothing did. */
  failure: unknown;
}

export interface PactRelay {
  readonly job: PactJob;
  /**
   * Serves one interaction from now on. What becomes of its request is written into what it gives.
   */
  begin(scene: ServedInteraction): Forwarded;
  close(): Promise<void>;
}

/** Starts both servers. */
export async function createPactRelay(): Promise<PactRelay> {
  let current: { readonly scene: ServedInteraction; readonly forwarded: Forwarded } | null = null;
  const control = await createRelay({
    answer: (call) =>
      Promise.resolve(
        told(call.method === 'GET' ? current?.scene.document : current?.scene.values),
      ),
  });
  const service = await createRelay({
    async answer(call) {
      if (current === null) return trouble('nothing is being verified');
      const { scene, forwarded } = current;
      forwarded.call = call;
      // What comes over a socket belongs to nothing that is under way here.
      forwarded.exchange = await scene.stage.session.during(scene.law, () => forward(scene, call));
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
    begin(scene) {
      const forwarded: Forwarded = { call: null, exchange: null, failure: null };
      current = { scene, forwarded };
      return forwarded;
    },
    async close() {
      current = null;
      await Promise.all([control.close(), service.close()]);
    },
  };
}

async function forward({ stage, operation }: ServedInteraction, asked: Call): Promise<Exchange> {
  const { session } = stage;
  const call = { ...asked, headers: withoutOwn(asked.headers) };
  const sent = call.body.kind === 'json' && isObject(call.body.value) ? call.body.value : {};
  // What holds the token of the run is found by it; anything else is known only by not having been
  // there before.
  const isMarked = JSON.stringify(sent).includes(session.token);
  const before = operation === 'create' && !isMarked ? await quietly(() => keysNow(stage)) : null;
  const exchange = await session.guard.relay(call);
  if (exchange.requests === 0) return exchange;
  const received = exchange.kind === 'received' ? exchange.received : null;
  const isRefused = received !== null && received.status >= 400 && received.status < 500;
  if (isRefused) return exchange;
  // What was made may stand elsewhere (303, RFC 9110 section 15.4.4).
  const isDone = received !== null && (received.status < 300 || received.status === 303);
  const answer = isDone ? received : null;
  if (operation === 'create') {
    stage.wrote('create', null);
    await quietly(() => claimItem(stage, sent, answer, before));
  }
  const item = stage.alive.find(({ key }) => asked.path.endsWith(`/${encodeURIComponent(key)}`));
  if (item === undefined || !WRITES.has(operation)) return exchange;
  stage.wrote(operation, item);
  if (operation === 'remove') await quietly(() => isGone(stage, item));
  return exchange;
}

const WRITES: ReadonlySet<Kind> = new Set(['replace', 'update', 'remove']);

/** What a stage finds wrong here is for the laws to tell. */
async function quietly<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Broken || error instanceof NotExercised) return null;
    throw error;
  }
}

/** The client has encodings and a name of its own. */
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
  if (exchange.kind === 'trouble') return trouble(exchange.message);
  const { status, headers, body } = exchange.received;
  return { status, headers, bodyText: textOf(body) };
}

function textOf(body: Body): string {
  return body.kind === 'json' || body.kind === 'broken' ? body.text : '';
}

/** Not of a kind that the core would send again. */
function trouble(detail: string): Relayed {
  return {
    status: 502,
    headers: { 'content-type': 'application/problem+json' },
    bodyText: JSON.stringify({ detail }),
  };
}

function told(json: JsonObject | undefined): Relayed {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    bodyText: JSON.stringify(json ?? {}),
  };
}
