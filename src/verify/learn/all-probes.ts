// The probes of `learn` in their order, and those of them that only read.

import { idTypeOf } from '../../model/ids/ids.ts';
import { type Call, header, noBody } from '../../model/message/call.ts';
import { inferListChoices } from '../../oracle/infer-choices.ts';
import { isPublic } from '../guard/declared-credentials.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import { fieldProbes } from './field-probes.ts';
import { formProbes } from './form-probes.ts';
import { idProbes } from './id-probes.ts';
import { keyProbe } from './key-probe.ts';
import { patchProbe } from './patch-probe.ts';
import { callsProbe, onlyReplies, type Probe, type ProbeCall, type Probed } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { roughProbes, writeProbes } from './write-probes.ts';

const listCall = (context: ProbeContext): Call => context.session.service.call('list', null, null);
const readCall = (context: ProbeContext): MoveResult<Call> => {
  const key = context.readable();
  return key.kind === 'done'
    ? doneWith(context.session.service.call('read', key.value, null))
    : key;
};
/** Reads the list; an item if the contract has no list, since its path may not even be there. */
const anyRead = (context: ProbeContext): MoveResult<Call> =>
  context.session.service.offers('list') ? doneWith(listCall(context)) : readCall(context);
const both = (
  context: ProbeContext,
  change: (call: Call) => Call,
): MoveResult<readonly ProbeCall[]> => {
  const call = readCall(context);
  if (call.kind !== 'done') return call;
  const list: readonly ProbeCall[] = context.session.service.offers('list')
    ? [['list', change(listCall(context))]]
    : [];
  return doneWith([['read', change(call.value)], ...list]);
};

/** An origin that no page has. */
const ORIGIN = 'https://standin.invalid';

const askingProbes: readonly Probe[] = [
  callsProbe('unknown-id', ['missing.status', 'error.shape', 'error.code'], (context) =>
    doneWith([['read', context.session.service.call('read', unknownKey(context), null)]]),
  ),
  callsProbe(
    'plain',
    ['list.status', 'list.order', 'list.fields', 'read.status', 'version.header'],
    (context) => both(context, (call) => call),
  ),
  { kind: 'steps', tells: ['list.order'], steps: readPages },
  callsProbe('malformed-id', ['id.malformed'], malformedCalls),
  callsProbe('nowhere', ['unrouted.status'], (context) =>
    doneWith([[null, { ...listCall(context), path: `/${context.session.items.token}` }]]),
  ),
  callsProbe('slash', ['path.slash'], (context) =>
    both(context, (call) => ({ ...call, path: `${call.path}/` })),
  ),
  callsProbe('root', ['path.root'], (context) =>
    doneWith([[null, { ...listCall(context), path: '/' }]]),
  ),
  callsProbe('parameters', ['query.parameters'], (context) =>
    both(context, (call) => ({ ...call, query: `${context.session.items.token}=1` })),
  ),
  callsProbe('accept', ['accept.unmet'], (context) =>
    both(context, (call) => ({ ...call, headers: { accept: 'image/png' } })),
  ),
  callsProbe('other', ['cors.origin'], callsOfOtherOrigin),
  { kind: 'steps', tells: ['cache.validator'], steps: readAgain },
  { kind: 'steps', tells: ['auth.scheme', 'unauthorized.status'], steps: askBare },
];

export const probes: readonly Probe[] = [
  ...askingProbes,
  ...writeProbes,
  patchProbe,
  ...roughProbes,
  ...fieldProbes,
  ...formProbes,
  keyProbe,
  ...idProbes,
];

function callsOfOtherOrigin(context: ProbeContext): MoveResult<readonly ProbeCall[]> {
  const read = readCall(context);
  const any = anyRead(context);
  if (read.kind !== 'done') return read;
  if (any.kind !== 'done') return any;
  const withOrigin = { ...read.value, headers: { ...read.value.headers, origin: ORIGIN } };
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  const preflight = { ...any.value, method: 'OPTIONS', headers, body: noBody };
  return doneWith([
    ['read', withOrigin],
    [null, preflight],
  ]);
}

/** Reads all pages of a list: together they show its order. */
async function readPages(context: ProbeContext): Promise<Probed> {
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
async function readAgain(context: ProbeContext): Promise<Probed> {
  const call = readCall(context);
  if (call.kind !== 'done') return call;
  const first = await context.ask({ trial: 'plain', operation: 'read', call: call.value });
  if (first.kind !== 'done') return first;
  const tag = header(first.value.headers, 'etag');
  if (tag === undefined) return doneWith([]);
  const headers = { ...call.value.headers, 'if-none-match': tag };
  const again = { ...call.value, headers };
  return onlyReplies(await context.ask({ trial: 'not-modified', operation: null, call: again }));
}

async function askBare(context: ProbeContext): Promise<Probed> {
  const send = context.session.sender.guard.sendBare;
  if (send === null) return doneWith([]);
  const { service } = context.session;
  const { list, read } = service.contract.operations;
  // What is public says nothing of the credentials that other operations need.
  const call =
    service.offers('list') && !isPublic(list)
      ? doneWith(listCall(context))
      : isPublic(read)
        ? notExercised('the reads need no credentials')
        : readCall(context);
  if (call.kind !== 'done') return call;
  const bare = { trial: 'bare', operation: null, call: call.value, send } as const;
  return onlyReplies(await context.ask(bare));
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
