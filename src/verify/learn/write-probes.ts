// The probes of `learn` that replace one item of the run, with bodies of every kind. What is not
// understood is sent to an item that exists already: as a creation it might leave something behind
// that nobody could find again.

import { utf8Bytes } from '../../base/hash.ts';
import { type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { agrees } from '../../oracle/expectation.ts';
import type { Observed, Trial } from '../../oracle/infer-choices.ts';
import type { Probe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { Untold } from './probe-request.ts';

export const writeProbes: readonly Probe[] = [
  { kind: 'steps', tells: ['replace.status', 'replace.body'], steps: replaceWhole },
  { kind: 'steps', tells: ['replace.id'], steps: replaceWithId },
  { kind: 'steps', tells: ['replace.mode'], steps: replacePart },
];

/** After these nobody can say what the item holds. */
export const roughProbes: readonly Probe[] = [
  {
    kind: 'steps',
    tells: ['cache.validator', 'stale.status'],
    steps: (context) => put(context, 'stale', { 'if-match': '"standin"' }),
  },
  { kind: 'steps', tells: ['content.type', 'unsupported.status'], steps: sendOtherTypes },
  { kind: 'steps', tells: ['content.duplicates'], steps: sendTwice },
  { kind: 'steps', tells: ['limit.body', 'oversized.status'], steps: sendLong },
  { kind: 'steps', tells: ['invalid.status'], steps: sendWrongType },
  { kind: 'steps', tells: ['malformed.status'], steps: sendMalformed },
];

/** Sends a whole replacement that is good in itself, with other header fields. */
async function put(
  context: ProbeContext,
  trial: Trial,
  headers: Record<string, string>,
): Promise<readonly Observed[]> {
  context.needs('replace');
  const item = context.victim();
  const call = context.put(item, JSON.stringify(context.whole(item, context.make.plain())));
  await context.ask({
    trial,
    operation: 'replace',
    call: { ...call, headers: { ...call.headers, ...headers } },
  });
  return [];
}

function replaceWhole(context: ProbeContext): Promise<readonly Observed[]> {
  return put(context, 'plain', {});
}

/** Without an id, with the one of the path, and with that of another item of the run. */
async function replaceWithId(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  const { contract, traits } = context.session;
  const [item, other] = [context.victim(), context.items[1]];
  if (other === undefined || other === item) throw new Untold('two items are needed');
  const outcomes: boolean[] = [];
  for (const id of [undefined, item.id, other.id]) {
    const whole = pick(context.whole(item, context.make.plain()), traits.replaceMembers);
    const text = JSON.stringify(id === undefined ? whole : { [contract.id]: id, ...whole });
    const { status } = await context.ask({
      trial: 'other',
      operation: 'replace',
      call: context.put(item, text),
    });
    outcomes.push(status < 300);
  }
  const [without, same, different] = outcomes;
  if (without !== true && same !== true) throw new Untold('no replacement was taken');
  const taken = different === true ? 'ignore' : same === true ? 'refuse' : 'left out';
  return [{ choice: 'replace.id', option: without === true ? taken : 'require' }];
}

/** Sends only what a creation must hold, and sees what became of the rest. */
async function replacePart(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  const { session } = context;
  const item = context.victim();
  const full = context.put(
    item,
    JSON.stringify(context.whole(item, context.make.plain({ flag: true, count: 2 }))),
  );
  await context.ask({ trial: 'plain', operation: 'replace', call: full });
  const before = await context.read(item);
  const values = context.make.plain();
  const needed = [
    session.contract.id,
    ...session.shownMembers('create'),
    ...session.traits.fixedMembers,
  ];
  const kept = [...needed, context.markedMember(values)];
  const part = pick(context.whole(item, values), kept);
  const left = session.traits.replaceMembers.filter(
    (member) => !kept.includes(member) && Object.hasOwn(before, member),
  );
  if (left.length === 0) throw new Untold('a replacement has no member that can be left out');
  const { status } = await context.ask({
    trial: 'other',
    operation: 'replace',
    call: context.put(item, JSON.stringify(part)),
  });
  if (status >= 300) throw new Untold(`a part alone was refused with ${status}`);
  const after = await context.read(item);
  const stayed = left.filter((member) => agrees(own(before, member), own(after, member))).length;
  const option = stayed === left.length ? 'merge' : stayed === 0 ? 'replace' : 'in part';
  return [{ choice: 'replace.mode', option }];
}

async function sendOtherTypes(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  const item = context.victim();
  for (const headers of [
    { accept: 'application/json', 'content-type': 'text/plain' },
    { accept: 'application/json' },
  ]) {
    const text = JSON.stringify(context.whole(item, context.make.plain()));
    await context.ask({
      trial: 'media-type',
      operation: 'replace',
      call: context.put(item, text, headers),
    });
  }
  return [];
}

/** The same key twice, with two values of which either would do. */
async function sendTwice(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  const item = context.victim();
  const [first, last] = [context.whole(item, context.make.plain()), context.make.plain()];
  const member = context.markedMember(last);
  const text = `${JSON.stringify(first).slice(0, -1)},${JSON.stringify(member)}:${JSON.stringify(own(last, member))}}`;
  const { status } = await context.ask({
    trial: 'duplicate-key',
    operation: 'replace',
    call: context.put(item, text),
  });
  if (status >= 300) return [];
  const counts = own(await context.read(item), member);
  if (counts !== own(last, member) && counts !== own(first, member))
    throw new Untold('neither of two values was stored');
  return [
    {
      choice: 'content.duplicates',
      option: counts === own(last, member) ? 'last-counts' : 'first-counts',
    },
  ];
}

/** The limits that are tried; what is larger is not sent. In bytes. */
const LIMITS = [65_536, 1_048_576] as const;
/** The only option that is left where those are no limits. */
const LIMIT_BEYOND = 10_485_760;

/**
 * A good body behind which spaces make up the size: what counts as too large is the message, not
 * what it says.
 */
async function sendLong(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  for (const limit of LIMITS) {
    const beyond = await sendSized(context, limit + 1);
    if (beyond < 300) continue;
    if ((await sendSized(context, limit)) >= 300)
      throw new Untold(`the limit is below ${limit} bytes, and is no option`);
    return [
      { choice: 'limit.body', option: limit },
      { choice: 'oversized.status', option: beyond },
    ];
  }
  return [{ choice: 'limit.body', option: LIMIT_BEYOND }];
}

async function sendSized(context: ProbeContext, bytes: number): Promise<number> {
  const item = context.victim();
  const value = context.whole(item, context.make.plain());
  const text = JSON.stringify(value);
  const padded = text + ' '.repeat(bytes - utf8Bytes(text));
  const call = {
    ...context.put(item, text),
    body: { kind: 'json', value, text: padded, duplicate: null },
  } as const;
  return (await context.ask({ trial: 'other', operation: 'replace', call })).status;
}

async function sendWrongType(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  const item = context.victim();
  const whole = context.whole(item, context.make.plain());
  const wrong = withWrongType(context, whole);
  await context.ask({
    trial: 'wrong-type',
    operation: 'replace',
    call: context.put(item, JSON.stringify(wrong)),
  });
  return [];
}

/** Puts a value of another type in the place of the first that has only one. */
export function withWrongType({ session }: ProbeContext, whole: JsonObject): JsonObject {
  const { schemas, contract, traits } = session;
  const member = traits.replaceMembers.find(
    (one) => Object.hasOwn(whole, one) && schemas.typesOf(contract.item, one).length === 1,
  );
  if (member === undefined) throw new Untold('the schema binds no member to a type');
  const wrong: Json =
    typeof own(whole, member) === 'string' ? { not: 'a text' } : 'not of this type';
  return { ...whole, [member]: wrong };
}

async function sendMalformed(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('replace');
  const item = context.victim();
  const text = JSON.stringify(context.whole(item, context.make.plain())).slice(0, -1);
  await context.ask({ trial: 'malformed', operation: 'replace', call: context.put(item, text) });
  return [];
}
