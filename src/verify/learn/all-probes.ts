// The probes of `learn` in their order, and those of them that only read.

import { idTypeOf } from '../../model/ids/ids.ts';
import { type Call, header, noBody } from '../../model/message/call.ts';
import { inferListChoices, type Observed } from '../../oracle/infer-choices.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import { fieldProbes } from './field-probes.ts';
import { idProbes } from './id-probes.ts';
import { patchProbe } from './patch-probe.ts';
import { onlyReplies, type Probe, type ProbeCall } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { roughProbes, writeProbes } from './write-probes.ts';

const listCall = (context: ProbeContext): Call => context.session.service.call('list', null, null);
const readCall = (context: ProbeContext): MoveResult<Call> => {
  const key = context.readable();
  return key.kind === 'done'
    ? doneWith(context.session.service.call('read', key.value, null))
    : key;
};
const both = (
  context: ProbeContext,
  change: (call: Call) => Call,
): MoveResult<readonly ProbeCall[]> => {
  const call = readCall(context);
  if (call.kind !== 'done') return call;
  return doneWith([
    ['read', change(call.value)],
    ['list', change(listCall(context))],
  ]);
};

/** An origin that no page has. */
const ORIGIN = 'https://standin.invalid';

const askingProbes: readonly Probe[] = [
  {
    kind: 'calls',
    tells: ['missing.status', 'error.shape', 'error.code'],
    trial: 'unknown-id',
    calls: (context) =>
      doneWith([['read', context.session.service.call('read', unknownKey(context), null)]]),
  },
  {
    kind: 'calls',
    tells: ['list.status', 'list.order', 'list.fields', 'read.status', 'version.header'],
    trial: 'plain',
    calls: (context) => both(context, (call) => call),
  },
  { kind: 'steps', tells: ['list.order'], steps: readPages },
  {
    kind: 'calls',
    tells: ['id.malformed'],
    trial: 'malformed-id',
    calls: malformedCalls,
  },
  {
    kind: 'calls',
    tells: ['unrouted.status'],
    trial: 'nowhere',
    calls: (context) =>
      doneWith([[null, { ...listCall(context), path: `/${context.session.items.token}` }]]),
  },
  {
    kind: 'calls',
    tells: ['path.slash'],
    trial: 'slash',
    calls: (context) => both(context, (call) => ({ ...call, path: `${call.path}/` })),
  },
  {
    kind: 'calls',
    tells: ['path.root'],
    trial: 'root',
    calls: (context) => doneWith([[null, { ...listCall(context), path: '/' }]]),
  },
  {
    kind: 'calls',
    tells: ['query.parameters'],
    trial: 'parameters',
    calls: (context) =>
      both(context, (call) => ({ ...call, query: `${context.session.items.token}=1` })),
  },
  {
    kind: 'calls',
    tells: ['accept.unmet'],
    trial: 'accept',
    calls: (context) => both(context, (call) => ({ ...call, headers: { accept: 'image/png' } })),
  },
  {
    kind: 'calls',
    tells: ['cors.origin'],
    trial: 'other',
    calls(context) {
      const call = readCall(context);
      if (call.kind !== 'done') return call;
      return doneWith([
        ['read', withOrigin(call.value)],
        [null, preflight(listCall(context))],
      ]);
    },
  },
  { kind: 'steps', tells: ['cache.validator'], steps: readAgain },
  { kind: 'steps', tells: ['auth.scheme', 'unauthorized.status'], steps: askBare },
];

export const probes: readonly Probe[] = [
  ...askingProbes,
  ...writeProbes,
  patchProbe,
  ...roughProbes,
  ...fieldProbes,
  ...idProbes,
];

function withOrigin(call: Call): Call {
  return { ...call, headers: { ...call.headers, origin: ORIGIN } };
}

function preflight(call: Call): Call {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  return { ...call, method: 'OPTIONS', headers, body: noBody };
}

/** Reads all pages of a list: together they show its order. */
async function readPages(context: ProbeContext): Promise<MoveResult<readonly Observed[]>> {
  if (context.seen('list.order') !== null) return doneWith([]);
  const { scenario } = context;
  const { service } = context.session;
  const key = context.readable();
  if (key.kind !== 'done') return key;
  const isMissed = (elements: readonly { readonly [key: string]: unknown }[]): boolean =>
    !elements.some((element) => String(element[service.contract.id]) === key.value);
  const list = await readList(scenario, isMissed);
  if (list.kind !== 'done') return list;
  return doneWith(inferListChoices(list.value.elements, context.known()));
}

/** Reads again, on the condition that the item has changed. */
async function readAgain(context: ProbeContext): Promise<MoveResult<readonly Observed[]>> {
  const call = readCall(context);
  if (call.kind !== 'done') return call;
  const first = await context.ask({ trial: 'plain', operation: 'read', call: call.value });
  if (first.kind !== 'done') return first;
  const tag = header(first.value.headers, 'etag');
  if (tag === undefined) return doneWith([]);
  const headers = { ...call.value.headers, 'if-none-match': tag };
  return onlyReplies(
    await context.ask({
      trial: 'not-modified',
      operation: null,
      call: { ...call.value, headers },
    }),
  );
}

async function askBare(context: ProbeContext): Promise<MoveResult<readonly Observed[]>> {
  const { bare } = context;
  if (bare === null) return doneWith([]);
  return onlyReplies(
    await context.ask({
      trial: 'bare',
      operation: null,
      call: listCall(context),
      send: (call) => bare.sendIfAllowed(call),
    }),
  );
}

/** An id far above all others: it is unused, and stays so while this runs. */
function unknownKey({ session, items }: ProbeContext): string {
  const { contract, schemas } = session.service;
  const { bystanders } = session;
  const { token } = session.items;
  if (idTypeOf(contract, schemas) === 'string') return `${token}-none`;
  const ids = [...bystanders.keys(), ...items.map(({ key }) => key)].map(Number);
  return String(Math.max(0, ...ids.filter((id) => Number.isSafeInteger(id))) + FAR);
}

const FAR = 1_000_003;

function malformedCalls({ session }: ProbeContext): MoveResult<readonly ProbeCall[]> {
  return idTypeOf(session.service.contract, session.service.schemas) === 'string'
    ? notExercised('every text can be an id')
    : doneWith([['read', session.service.call('read', session.items.token, null)]]);
}
