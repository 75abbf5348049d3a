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
    steps: (lab) => put(lab, 'stale', { 'if-match': '"standin"' }),
  },
  { kind: 'steps', tells: ['content.type', 'unsupported.status'], steps: sendOtherTypes },
  { kind: 'steps', tells: ['content.duplicates'], steps: sendTwice },
  { kind: 'steps', tells: ['limit.body', 'oversized.status'], steps: sendLong },
  { kind: 'steps', tells: ['invalid.status'], steps: sendWrongType },
  { kind: 'steps', tells: ['malformed.status'], steps: sendMalformed },
];

/** Sends a whole replacement that is good in itself, with other header fields. */
async function put(
  lab: ProbeContext,
  trial: Trial,
  headers: Record<string, string>,
): Promise<readonly Observed[]> {
  lab.needs('replace');
  const item = lab.victim();
  const call = lab.put(item, JSON.stringify(lab.whole(item, lab.make.plain())));
  await lab.ask({
    trial,
    operation: 'replace',
    call: { ...call, headers: { ...call.headers, ...headers } },
  });
  return [];
}

function replaceWhole(lab: ProbeContext): Promise<readonly Observed[]> {
  return put(lab, 'plain', {});
}

/** Without an id, with the one of the path, and with that of another item of the run. */
async function replaceWithId(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  const { contract, traits } = lab.session;
  const [item, other] = [lab.victim(), lab.items[1]];
  if (other === undefined || other === item) throw new Untold('two items are needed');
  const outcomes: boolean[] = [];
  for (const id of [undefined, item.id, other.id]) {
    const whole = pick(lab.whole(item, lab.make.plain()), traits.replaceMembers);
    const text = JSON.stringify(id === undefined ? whole : { [contract.id]: id, ...whole });
    const { status } = await lab.ask({
      trial: 'other',
      operation: 'replace',
      call: lab.put(item, text),
    });
    outcomes.push(status < 300);
  }
  const [without, same, different] = outcomes;
  if (without !== true && same !== true) throw new Untold('no replacement was taken');
  const taken = different === true ? 'ignore' : same === true ? 'refuse' : 'left out';
  return [{ choice: 'replace.id', option: without === true ? taken : 'require' }];
}

/** Sends only what a creation must hold, and sees what became of the rest. */
async function replacePart(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  const { session } = lab;
  const item = lab.victim();
  const full = lab.put(
    item,
    JSON.stringify(lab.whole(item, lab.make.plain({ flag: true, count: 2 }))),
  );
  await lab.ask({ trial: 'plain', operation: 'replace', call: full });
  const before = await lab.read(item);
  const values = lab.make.plain();
  const needed = [
    session.contract.id,
    ...session.shownMembers('create'),
    ...session.traits.fixedMembers,
  ];
  const kept = [...needed, lab.markedMember(values)];
  const part = pick(lab.whole(item, values), kept);
  const left = session.traits.replaceMembers.filter(
    (member) => !kept.includes(member) && Object.hasOwn(before, member),
  );
  if (left.length === 0) throw new Untold('a replacement has no member that can be left out');
  const { status } = await lab.ask({
    trial: 'other',
    operation: 'replace',
    call: lab.put(item, JSON.stringify(part)),
  });
  if (status >= 300) throw new Untold(`a part alone was refused with ${status}`);
  const after = await lab.read(item);
  const stayed = left.filter((member) => agrees(own(before, member), own(after, member))).length;
  const option = stayed === left.length ? 'merge' : stayed === 0 ? 'replace' : 'in part';
  return [{ choice: 'replace.mode', option }];
}

async function sendOtherTypes(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  const item = lab.victim();
  for (const headers of [
    { accept: 'application/json', 'content-type': 'text/plain' },
    { accept: 'application/json' },
  ]) {
    const text = JSON.stringify(lab.whole(item, lab.make.plain()));
    await lab.ask({
      trial: 'media-type',
      operation: 'replace',
      call: lab.put(item, text, headers),
    });
  }
  return [];
}

/** The same key twice, with two values of which either would do. */
async function sendTwice(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  const item = lab.victim();
  const [first, last] = [lab.whole(item, lab.make.plain()), lab.make.plain()];
  const member = lab.markedMember(last);
  const text = `${JSON.stringify(first).slice(0, -1)},${JSON.stringify(member)}:${JSON.stringify(own(last, member))}}`;
  const { status } = await lab.ask({
    trial: 'duplicate-key',
    operation: 'replace',
    call: lab.put(item, text),
  });
  if (status >= 300) return [];
  const counts = own(await lab.read(item), member);
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
async function sendLong(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  for (const limit of LIMITS) {
    const beyond = await sendSized(lab, limit + 1);
    if (beyond < 300) continue;
    if ((await sendSized(lab, limit)) >= 300)
      throw new Untold(`the limit is below ${limit} bytes, and is no option`);
    return [
      { choice: 'limit.body', option: limit },
      { choice: 'oversized.status', option: beyond },
    ];
  }
  return [{ choice: 'limit.body', option: LIMIT_BEYOND }];
}

async function sendSized(lab: ProbeContext, bytes: number): Promise<number> {
  const item = lab.victim();
  const value = lab.whole(item, lab.make.plain());
  const text = JSON.stringify(value);
  const padded = text + ' '.repeat(bytes - utf8Bytes(text));
  const call = {
    ...lab.put(item, text),
    body: { kind: 'json', value, text: padded, duplicate: null },
  } as const;
  return (await lab.ask({ trial: 'other', operation: 'replace', call })).status;
}

async function sendWrongType(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  const item = lab.victim();
  const whole = lab.whole(item, lab.make.plain());
  const wrong = withWrongType(lab, whole);
  await lab.ask({
    trial: 'wrong-type',
    operation: 'replace',
    call: lab.put(item, JSON.stringify(wrong)),
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

async function sendMalformed(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('replace');
  const item = lab.victim();
  const text = JSON.stringify(lab.whole(item, lab.make.plain())).slice(0, -1);
  await lab.ask({ trial: 'malformed', operation: 'replace', call: lab.put(item, text) });
  return [];
}
