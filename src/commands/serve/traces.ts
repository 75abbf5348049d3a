// Traces of a mock by OpenTelemetry, for a program that has registered a provider before the mock
// starts (`node --import ./tracing.mjs`). A span for each call, below that of the client, and one in
// it for the time that the call waited for the store. Loaded only then.

import type { Attributes, Span, TextMapGetter } from '@opentelemetry/api';
import { StandinError } from '../../base/errors.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { type Call, type Headers, header } from '../../model/message/call.ts';

export interface Traces {
  /** Notes how long a call waits for the store. Gives back what it waits for. */
  waits(call: Call, work: Promise<void>): Promise<void>;
  /** Makes the span of a call that was answered. */
  take(interaction: Interaction): void;
}

/** How long a call waited, in milliseconds since 1970. */
interface Wait {
  readonly from: number;
  readonly to: number;
}

/** Makes spans from now on. Rejects with a StandinError if the package is not installed. */
export async function startTraces(
  version: string,
  contracts: () => readonly Contract[],
  basePath: string,
): Promise<Traces> {
  const api = await import('@opentelemetry/api').catch(() => {
    const message = 'a provider of traces is registered, and @opentelemetry/api is not installed';
    const remedy = 'Install it next to Standin: npm install @opentelemetry/api.';
    throw new StandinError('package-missing', message, remedy);
  });
  const tracer = api.trace.getTracer('standin', version);
  const waited = new WeakMap<Call, Wait>();
  return {
    async waits(call, work) {
      const from = performance.timeOrigin + performance.now();
      await work;
      waited.set(call, { from, to: performance.timeOrigin + performance.now() });
    },
    take(interaction) {
      const { call, at, elapsedMs, reply } = interaction;
      const route = routeOf(interaction, contracts(), basePath);
      const parent = api.propagation.extract(api.context.active(), call.headers, GETTER);
      const span: Span = tracer.startSpan(
        route === null ? call.method : `${call.method} ${route}`,
        {
          kind: api.SpanKind.SERVER,
          startTime: at,
          attributes: attributesOf(interaction, route),
        },
        parent,
      );
      const wait = waited.get(call);
      if (wait !== undefined)
        tracer
          .startSpan(
            'store',
            { kind: api.SpanKind.CLIENT, startTime: wait.from },
            api.trace.setSpan(parent, span),
          )
          .end(wait.to);
      if (reply.status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(Math.max(at + elapsedMs, wait?.to ?? 0));
    },
  };
}

/** Nothing that may hold a secret: neither path nor query. */
function attributesOf(
  { call, reply, ruling, world }: Interaction,
  route: string | null,
): Attributes {
  const { situation, status, operation } = ruling;
  return {
    'http.request.method': call.method,
    'http.response.status_code': reply.status,
    ...(route === null ? {} : { 'http.route': route }),
    ...(operation === null ? {} : { 'standin.operation': operation }),
    'standin.situation': situation.value,
    'standin.decided_by': status.by,
    'standin.world': world ?? 'main',
  };
}

const OF_ITEMS: readonly unknown[] = ['read', 'replace', 'update', 'remove'];

/** The path as a contract has it: `/users/{id}`; `null` if no contract is for the call. */
function routeOf(
  { ruling }: Interaction,
  contracts: readonly Contract[],
  basePath: string,
): string | null {
  const contract = contracts.find(({ resource }) => resource === ruling.resource);
  if (contract === undefined) return null;
  const isItem = contract.isSingle !== true && OF_ITEMS.includes(ruling.operation);
  return `${basePath}${contract.path}${isItem ? `/{${contract.id}}` : ''}`;
}

const GETTER: TextMapGetter<Headers> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => header(headers, name),
};
