// Does one move: sends it, judges the answer, and takes down what should be there now.

import { shortened } from '../base/cut.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import type { Received } from '../model/received.ts';
import { clauseOf } from '../oracle/clause.ts';
import { type Expectation, expect } from '../oracle/expectation.ts';
import type { Finding } from '../oracle/finding.ts';
import type { Admissible } from '../oracle/rulings.ts';
import { markPattern } from '../schema/sample.ts';
import { findingOf } from './blame.ts';
import { damageOf } from './damage.ts';
import { findId } from './find-id.ts';
import { look } from './look.ts';
import { type Move, needsOf } from './move.ts';
import { holdsMark, type Own, recordOf } from './own.ts';
import { readList } from './read-list.ts';
import { readForeign, readUnknown } from './read-others.ts';
import { readOver } from './read-over.ts';
import { seeOne } from './sight.ts';
import { Broken, NotExercised, type Stage } from './stage.ts';

/** Does a move on a stage. Throws `Broken` with what it found, and `NotExercised` where the service does not let it be done. */
export async function act(stage: Stage, move: Move): Promise<void> {
  // What a contract does not have is left out; laws that say nothing without it are not tried.
  if (!needsOf(move).every((kind) => stage.session.offers(kind))) return;
  switch (move.kind) {
    case 'create':
      return counted(stage, () => create(stage, move));
    case 'replace':
      return replace(stage, move);
    case 'replace-some':
      return replaceSome(stage, move);
    case 'remove':
      return remove(stage, stage.item(move.item));
    case 'replace-removed':
      return counted(stage, () => replaceRemoved(stage, move));
    case 'remove-removed':
      return removeRemoved(stage, stage.item(move.item));
    case 'write-flawed':
      return counted(stage, () => writeFlawed(stage, move));
    case 'read':
      return read(stage, stage.item(move.item));
    case 'read-over':
      return readOver(stage, stage.item(move.item), move.between);
    case 'list':
      return list(stage, move.times ?? 1);
    case 'look':
      return look(stage, move.scope ?? 'touched');
    case 'read-unknown':
      return readUnknown(stage);
    case 'read-foreign':
      return readForeign(stage);
    case 'pause':
      stage.since.isPaused = true;
      return stage.session.wait(move.ms);
    case 'together':
      return together(stage, move.moves);
  }
}

/** As long as it is not known which id a creation gave out, an item that nobody owns is not to be wondered at. */
async function counted(stage: Stage, make: () => Promise<void>): Promise<void> {
  const { session } = stage;
  session.creating++;
  session.created++;
  try {
    await make();
  } finally {
    session.creating--;
  }
}

async function create(stage: Stage, move: Extract<Move, { kind: 'create' }>): Promise<void> {
  const { session } = stage;
  const sent = pick(move.values, session.traits.createMembers);
  const serial = session.nextSerial();
  const mark = markIn(sent, session.token);
  const call = session.call('create', null, JSON.stringify(sent));
  const rulings = session.rulings(call);
  const received = await stage.exchange('create', call);
  if (isQuota(received, session.owns.size)) {
    session.notes.add(
      `no more than ${session.owns.size} ${session.contract.resource} of the run were taken: status ${received.status}`,
    );
    throw new NotExercised(`the service takes no more than ${session.owns.size} at a time`);
  }
  const judgement = stage.judge('create', received, rulings, move.manner);
  if (judgement.answer === 'refused') return refused(stage, 'create', received, sent, move.manner);
  stage.wrote('create', null);
  const found = await findId(stage, sent, mark, received);
  if (found === null && !session.offers('list'))
    throw new NotExercised('the answer to POST does not tell the id, and there is no list');
  if (found === null) throw new Broken([lost(stage, received)]);
  const key = String(found.id);
  const isTaken = session.owns.has(key) || (session.everOwned.has(key) && !session.offers('remove'));
  if (isTaken) throw new Broken([notUnique(stage, key)]);
  if (!(await session.claim(key, mark)) && !(await inherit(stage, key, mark))) throw new Broken([notUnique(stage, key)]);
  session.traits.idAt = found.at;
  const item: Own = {
    label: move.item,
    key,
    id: found.id,
    mark,
    serial,
    sent,
    expectation: expectationAfter(stage, 'create', sent, null, rulings),
    before: null,
    lastWrite: 'create',
    rivals: [],
    touched: ['create'],
    isAlive: true,
  };
  stage.items.set(move.item, item);
  session.owns.set(key, item);
  session.keep(item);
  const last = stage.since.writes.findLast((write) => write.kind === 'create' && write.item === null);
  if (last !== undefined) stage.since.writes[stage.since.writes.indexOf(last)] = { kind: 'create', item };
  const other = move.manner === 'plain' ? otherIn(received, mark, session.token) : null;
  if (other !== null) throw new Broken([describesAnother(stage, key, other)]);
}

/** The mark of another item in an answer that does not hold the one of its own; `null` where there is none. */
function otherIn({ body }: Received, mark: string, token: string): string | null {
  if (body.kind !== 'json') return null;
  const marks = [...body.text.matchAll(new RegExp(markPattern(token).source, 'gi'))].map(([found]) => found.toLowerCase());
  return marks.includes(mark) ? null : (marks[0] ?? null);
}

/** An id that somebody else had may be given out again once that is gone: what is there now holds the mark, and is the run's. */
async function inherit(stage: Stage, key: string, mark: string): Promise<boolean> {
  const { session } = stage;
  const { body } = await stage.exchange('read', session.call('read', key, null));
  const { elements } = await readList(stage, () => false);
  const holders = elements.filter((element) => session.keyOf(element) === key);
  if (body.kind !== 'json' || !holdsMark(body.value, mark) || holders.length > 1) return false;
  session.bystanders.forget(key);
  session.guard.unprotect(key);
  return session.claim(key, mark);
}

async function replace(stage: Stage, move: Extract<Move, { kind: 'replace' }>): Promise<void> {
  const { session } = stage;
  const item = stage.item(move.item);
  const whole = { ...item.sent, ...recordOf(item, session.contract.id), ...move.values, ...session.fixedOf(item) };
  await put(stage, item, pick(whole, session.traits.replaceMembers), move.manner);
}

async function replaceSome(stage: Stage, move: Extract<Move, { kind: 'replace-some' }>): Promise<void> {
  const item = stage.item(move.item);
  const sent = pick(move.values, stage.session.traits.replaceMembers);
  if (Object.keys(sent).length === 0) throw new NotExercised('the service takes no such member');
  await put(stage, item, sent, 'unusual');
}

async function put(stage: Stage, item: Own, sent: JsonObject, manner: 'plain' | 'unusual'): Promise<void> {
  const { session } = stage;
  const body = session.traits.replaceId === 'sent' ? { [session.contract.id]: item.id, ...sent } : sent;
  const call = session.call('replace', item.key, JSON.stringify(body));
  const rulings = session.rulings(call);
  const before = recordOf(item, session.contract.id);
  const received = await stage.exchange('replace', call);
  const judgement = stage.judge('replace', received, rulings, manner);
  stage.wrote('replace', item);
  if (judgement.answer === 'refused') return refused(stage, 'replace', received, sent, manner);
  const after = expectationAfter(
    stage,
    'replace',
    sent,
    before,
    rulings.filter(({ ruling }) => ruling.situation.value === 'ok'),
  );
  item.before = before;
  item.sent = { ...item.sent, ...sent };
  item.expectation = after;
  item.lastWrite = 'replace';
  session.keep(item);
}

async function remove(stage: Stage, item: Own): Promise<void> {
  const { session } = stage;
  const call = session.call('remove', item.key, null);
  const received = await stage.exchange('remove', call);
  const judgement = stage.judge('remove', received, session.rulings(call));
  stage.wrote('remove', item);
  if (judgement.answer === 'refused') return;
  item.isAlive = false;
  item.lastWrite = 'remove';
  session.keep(item);
  session.owns.delete(item.key);
  await session.guard.release(item.key);
}

async function replaceRemoved(stage: Stage, move: Extract<Move, { kind: 'replace-removed' }>): Promise<void> {
  const { session } = stage;
  const item = stage.item(move.item);
  const sent = pick(move.values, session.traits.replaceMembers);
  const body = session.traits.replaceId === 'sent' ? { [session.contract.id]: item.id, ...sent } : sent;
  const call = session.call('replace', item.key, JSON.stringify(body));
  if (!(await isGone(stage, item))) throw new NotExercised('the id was given out again');
  const received = await stage.exchange('replace', call, (one) => session.guard.sendToGone(one));
  stage.wrote('replace', null);
  if (received.status >= 300) return session.observe('replace.missing', 'refuse');
  session.observe('replace.missing', 'create');
  const made = await stage.exchange('read', session.call('read', item.key, null));
  if (made.status >= 300 || made.body.kind !== 'json') return;
  // It made one at this id: it is the run's again, and what it holds is judged as after a creation.
  await session.claim(item.key, markIn(sent, session.token));
  const again: Own = {
    ...item,
    expectation: expectationAfter(stage, 'create', sent, null, []),
    before: null,
    isAlive: true,
    touched: ['replace'],
    lastWrite: 'replace',
  };
  stage.items.set(move.item, again);
  session.owns.set(item.key, again);
  session.keep(again);
}

async function removeRemoved(stage: Stage, item: Own): Promise<void> {
  const { session } = stage;
  if (!(await isGone(stage, item))) throw new NotExercised('the id was given out again');
  const call = session.call('remove', item.key, null);
  const received = await stage.exchange('remove', call, (one) => session.guard.sendToGone(one));
  stage.wrote('remove', null);
  session.observe('remove.missing', received.status < 300 ? 'succeed' : 'refuse');
}

/** A write to an id that was removed is sent only where nothing is there now. */
async function isGone(stage: Stage, item: Own): Promise<boolean> {
  const { session } = stage;
  if (session.owns.has(item.key)) return false;
  const exchange = await session.send(session.call('read', item.key, null));
  if (exchange.kind !== 'received') return false;
  const { status, body } = exchange.received;
  return (
    (status >= 400 && status < 500 && status !== 401 && status !== 429) ||
    (status < 300 && (body.kind !== 'json' || !isObject(body.value)))
  );
}

async function writeFlawed(stage: Stage, move: Extract<Move, { kind: 'write-flawed' }>): Promise<void> {
  const { session } = stage;
  const item = move.item === null ? null : stage.item(move.item);
  const kind = item === null ? 'create' : 'replace';
  const call = session.call(kind, item === null ? null : item.key, move.text);
  const received = await stage.exchange(kind, call);
  const judgement = stage.judge(kind, received, session.rulings(call), 'unusual');
  stage.wrote(kind, item);
  if (judgement.answer === 'refused') return;
  session.notes.add(`${kind} took ${shortened(move.text, 60)}`);
  // What a service makes of a body that the contract does not show is its own; it goes before anyone looks at it.
  if (item !== null) {
    item.expectation = unknown(item.expectation);
    return put(stage, item, pick(item.sent, session.traits.replaceMembers), 'unusual');
  }
  const mark = markIn(move.text, session.token);
  const found = await findId(stage, {}, mark, received);
  const key = found === null ? null : String(found.id);
  if (key === null || session.owns.has(key) || !(await session.claim(key, mark))) return;
  if (!session.offers('remove')) return;
  await session.send(session.call('remove', key, null));
  await session.guard.release(key);
}

async function list(stage: Stage, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await readList(stage, () => false);
  stage.since.reads.push('list');
}

async function read(stage: Stage, item: Own): Promise<void> {
  const sight = await seeOne(stage, item);
  if (damageOf(stage, item, null, sight) !== null) {
    // The list tells whether reading is at fault or what was written.
    const damage = damageOf(stage, item, await readList(stage, () => false), sight);
    if (damage !== null) throw new Broken([findingOf(stage, damage)]);
  }
  item.touched = [];
  stage.since.reads.push('read');
}

/** Sends several at once; where they write to one item, what either leaves whole is admitted. */
async function together(stage: Stage, moves: readonly Move[]): Promise<void> {
  const writes = new Map<Own, Expectation[]>();
  await settle(
    moves.map(async (move) => {
      await act(stage, move);
      const item = move.kind === 'replace' || move.kind === 'create' ? stage.items.get(move.item) : undefined;
      if (item !== undefined) writes.set(item, [...(writes.get(item) ?? []), item.expectation]);
    }),
  );
  for (const [item, rivals] of writes) if (rivals.length > 1) item.rivals = rivals;
}

/** Waits for all, so that nothing is under way when the first finding is told. */
async function settle(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const worst = failed.find((reason) => reason instanceof Broken) ?? failed[0];
  if (worst !== undefined) throw worst;
}

function refused(
  stage: Stage,
  kind: 'create' | 'replace',
  received: Received,
  sent: JsonObject,
  manner: 'plain' | 'unusual',
): void {
  if (manner === 'plain') return;
  const text = JSON.stringify(sent);
  stage.session.notes.add(`${kind} refused ${shortened(text, 120)}: status ${received.status}`);
}

/** With a few items there already, a refusal of one more is a limit, which the specification leaves open. */
function isQuota(received: Received, owned: number): boolean {
  const { status } = received;
  return owned > QUOTA_LEAST && (status === 507 || (status >= 400 && status < 500 && status !== 404 && status !== 405));
}

const QUOTA_LEAST = 3;

function expectationAfter(
  stage: Stage,
  kind: 'create' | 'replace',
  sent: JsonObject,
  before: JsonObject | null,
  rulings: readonly Admissible[],
): Expectation {
  const { session } = stage;
  return expect(
    { kind, sent, before, rulings, members: session.members, shown: kind === 'create' ? session.shownMembers('create') : [] },
    session.habits,
  );
}

function unknown(expectation: Expectation): Expectation {
  return new Map([...expectation.keys()].map((member) => [member, [{ value: undefined, isAny: true, by: 'service' }]]));
}

function pick(values: JsonObject, members: readonly string[]): JsonObject {
  return objectOf(
    members.flatMap((member) => (Object.hasOwn(values, member) ? [[member, own(values, member) as Json] as const] : [])),
  );
}

/** The mark of an item stands in what is sent: the token of the run and a number of its own. */
export function markIn(sent: Json, token: string): string {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return markPattern(token).exec(text)?.[0].toLowerCase() ?? token;
}

function lost(stage: Stage, received: Received): Finding {
  return {
    code: 'not-created',
    breach: 'violates',
    operation: 'create',
    clause: clauseOf(stage.session.contract, 'create'),
    at: null,
    message: 'a creation was answered with a success, and what was created is nowhere to be found',
    expected: 'an item with what was sent, in the list or where the answer points to',
    actual: `status ${received.status}; neither the body nor Location nor the list leads to it`,
    by: 'contract',
    remedy: 'Store what was sent before a success is answered.',
  };
}

function describesAnother(stage: Stage, key: string, other: string): Finding {
  return {
    code: 'describes-another',
    breach: 'violates',
    operation: 'create',
    clause: clauseOf(stage.session.contract, 'create'),
    at: null,
    message: `the answer to a creation, of ${stage.session.contract.resource} ${key}, describes another item`,
    expected: 'what was created, or nothing of any item',
    actual: `an item with ${other}, which an earlier creation sent`,
    by: 'contract',
    remedy: 'Answer with the item that was created.',
  };
}

function notUnique(stage: Stage, key: string): Finding {
  return {
    code: 'id-not-unique',
    breach: 'violates',
    operation: 'create',
    clause: clauseOf(stage.session.contract, 'item'),
    at: null,
    message: `a creation gave out the id ${key}, which another item has`,
    expected: 'an id that no other item has',
    actual: `the id ${key} again`,
    by: 'contract',
    remedy: 'Give out each id once as long as its item is there.',
  };
}
