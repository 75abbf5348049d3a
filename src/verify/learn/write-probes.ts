// The probes of `learn` that replace one item of the run, with bodies of every kind. Bodies that
// may not be understood go to an existing item: a creation could leave an item that cannot be found
// again.

import { utf8Bytes } from '../../base/hash.ts';
import { type Json, type JsonObject, own, pick } from '../../base/json.ts';
import type { Trial } from '../../contract/choice-row.ts';
import { agrees } from '../../oracle/expectation.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { onlyReplies, type Probe, type Probed, spareProbe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';

export const writeProbes: readonly Probe[] = [
  spareProbe('replace', ['replace.status', 'replace.body'], (context, spare) =>
    put(context, spare, 'plain', {}),
  ),
  spareProbe('replace', ['replace.id'], replaceWithId),
  spareProbe('replace', ['replace.mode'], replacePart),
];

/** After these it is no longer known what the item holds. */
export const roughProbes: readonly Probe[] = [
  spareProbe('replace', ['cache.validator', 'stale.status'], (context, spare) =>
    put(context, spare, 'stale', { 'if-match': '"standin"' }),
  ),
  spareProbe('replace', ['content.type', 'unsupported.status'], sendOtherTypes),
  spareProbe('replace', ['content.duplicates'], sendTwice),
  spareProbe('replace', ['limit.body', 'oversized.status'], sendLong),
  spareProbe('replace', ['invalid.status'], sendWrongType),
  spareProbe('replace', ['malformed.status'], sendMalformed),
];

/** Sends a valid whole replacement with other header fields. */
async function put(
  context: ProbeContext,
  item: OwnedItem,
  trial: Trial,
  headers: Record<string, string>,
): Promise<Probed> {
  const call = context.put(item, JSON.stringify(context.whole(item, context.make.plain())));
  const changed = { ...call, headers: { ...call.headers, ...headers } };
  return onlyReplies(await context.ask({ trial, operation: 'replace', call: changed }));
}

/** Sends no id, the id of the path, and the id of another item of the run. */
async function replaceWithId(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  const { contract, traits } = context.session.service;
  const other = context.items[1];
  if (other === undefined || other === item) return notExercised('two items are needed');
  const outcomes: boolean[] = [];
  for (const id of [undefined, item.id, other.id]) {
    const whole = pick(context.whole(item, context.make.plain()), traits.replaceMembers);
    const text = JSON.stringify(id === undefined ? whole : { [contract.id]: id, ...whole });
    const call = context.put(item, text);
    const reply = await context.ask({ trial: 'other', operation: 'replace', call });
    if (reply.kind !== 'done') return reply;
    outcomes.push(reply.value.status < 300);
  }
  const [without, same, different] = outcomes;
  if (without !== true && same !== true) return notExercised('no replacement was accepted');
  const taken = different === true ? 'ignore' : same === true ? 'refuse' : 'left out';
  return doneWith([{ choice: 'replace.id', option: without === true ? taken : 'require' }]);
}

/** Sends only the required members, and checks what became of the others. */
async function replacePart(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  const { service } = context.session;
  const long = context.make.plain({ flag: true, count: 2 });
  const full = context.put(item, JSON.stringify(context.whole(item, long)));
  const whole = await context.ask({ trial: 'plain', operation: 'replace', call: full });
  if (whole.kind !== 'done') return whole;
  const before = await context.read(item);
  if (before.kind !== 'done') return before;
  const values = context.make.plain();
  const needed = [
    service.contract.id,
    ...service.requiredMembers('create'),
    ...service.traits.fixedMembers,
  ];
  const marked = context.markedMember(values);
  if (marked.kind !== 'done') return marked;
  const kept = [...needed, marked.value];
  const part = pick(context.whole(item, values), kept);
  const left = service.traits.replaceMembers.filter(
    (member) => !kept.includes(member) && Object.hasOwn(before.value, member),
  );
  if (left.length === 0) return notExercised('a replacement has no member that can be left out');
  const call = context.put(item, JSON.stringify(part));
  const reply = await context.ask({ trial: 'other', operation: 'replace', call });
  if (reply.kind !== 'done') return reply;
  const { status } = reply.value;
  if (status >= 300) return notExercised(`a partial replacement was refused with ${status}`);
  const after = await context.read(item);
  if (after.kind !== 'done') return after;
  const isKept = (member: string): boolean =>
    agrees(own(before.value, member), own(after.value, member));
  const stayed = left.filter(isKept).length;
  const option = stayed === left.length ? 'merge' : stayed === 0 ? 'replace' : 'in part';
  return doneWith([{ choice: 'replace.mode', option }]);
}

async function sendOtherTypes(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  for (const headers of [
    { accept: 'application/json', 'content-type': 'text/plain' },
    { accept: 'application/json' },
  ]) {
    const text = JSON.stringify(context.whole(item, context.make.plain()));
    const call = context.put(item, text, headers);
    const reply = await context.ask({ trial: 'media-type', operation: 'replace', call });
    if (reply.kind !== 'done') return reply;
  }
  return doneWith([]);
}

/** Sends the same key twice, with two valid values. */
async function sendTwice(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  const [first, last] = [context.whole(item, context.make.plain()), context.make.plain()];
  const marked = context.markedMember(last);
  if (marked.kind !== 'done') return marked;
  const member = marked.value;
  const text = `${JSON.stringify(first).slice(0, -1)},${JSON.stringify(member)}:${JSON.stringify(own(last, member))}}`;
  const call = context.put(item, text);
  const reply = await context.ask({ trial: 'duplicate-key', operation: 'replace', call });
  if (reply.kind !== 'done') return reply;
  if (reply.value.status >= 300) return doneWith([]);
  const record = await context.read(item);
  if (record.kind !== 'done') return record;
  const counts = own(record.value, member);
  if (counts !== own(last, member) && counts !== own(first, member))
    return notExercised('neither of two values was stored');
  const option = counts === own(last, member) ? 'last-counts' : 'first-counts';
  return doneWith([{ choice: 'content.duplicates', option }]);
}

/** The limits that are tried, in bytes; nothing larger is sent. */
const LIMITS = [65_536, 1_048_576] as const;
/** The only remaining option if none of those is the limit. */
const LIMIT_BEYOND = 10_485_760;

/** Sends a valid body followed by spaces: the size of the message counts, not its content. */
async function sendLong(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  for (const limit of LIMITS) {
    const beyond = await sendSized(context, item, limit + 1);
    if (beyond.kind !== 'done') return beyond;
    if (beyond.value < 300) continue;
    const within = await sendSized(context, item, limit);
    if (within.kind !== 'done') return within;
    if (within.value >= 300)
      return notExercised(`the limit is below ${limit} bytes, which is not an option`);
    return doneWith([
      { choice: 'limit.body', option: limit },
      { choice: 'oversized.status', option: beyond.value },
    ]);
  }
  return doneWith([{ choice: 'limit.body', option: LIMIT_BEYOND }]);
}

async function sendSized(
  context: ProbeContext,
  item: OwnedItem,
  bytes: number,
): Promise<MoveResult<number>> {
  const value = context.whole(item, context.make.plain());
  const text = JSON.stringify(value);
  const padded = text + ' '.repeat(bytes - utf8Bytes(text));
  const call = {
    ...context.put(item, text),
    body: { kind: 'json', value, text: padded, duplicate: null },
  } as const;
  const reply = await context.ask({ trial: 'other', operation: 'replace', call });
  return reply.kind === 'done' ? doneWith(reply.value.status) : reply;
}

async function sendWrongType(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  const whole = context.whole(item, context.make.plain());
  const wrong = withWrongType(context, whole);
  if (wrong.kind !== 'done') return wrong;
  const call = context.put(item, JSON.stringify(wrong.value));
  return onlyReplies(await context.ask({ trial: 'wrong-type', operation: 'replace', call }));
}

/** Puts a value of another type in place of the first member that has only one type. */
export function withWrongType(
  { session }: ProbeContext,
  whole: JsonObject,
): MoveResult<JsonObject> {
  const { schemas, contract, traits } = session.service;
  const member = traits.replaceMembers.find(
    (one) => Object.hasOwn(whole, one) && schemas.typesOf(contract.item, one).length === 1,
  );
  if (member === undefined) return notExercised('the schema gives no member a single type');
  const wrong: Json =
    typeof own(whole, member) === 'string' ? { not: 'a text' } : 'not of this type';
  return doneWith({ ...whole, [member]: wrong });
}

async function sendMalformed(context: ProbeContext, item: OwnedItem): Promise<Probed> {
  const text = JSON.stringify(context.whole(item, context.make.plain())).slice(0, -1);
  const call = context.put(item, text);
  return onlyReplies(await context.ask({ trial: 'malformed', operation: 'replace', call }));
}
