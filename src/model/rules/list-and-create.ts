// The rules for reading the list and for creating a record.

import { type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { sendsIds, unlikeMembers } from '../../contract/item-members.ts';
import type { Schemas } from '../../schema/schema.ts';
import { accountsOf } from '../accounts/accounts.ts';
import { madeBy } from '../accounts/seen-by.ts';
import { idTypeOf, readKey, toKey, UNROUTABLE } from '../ids/ids.ts';
import {
  answerKept,
  idempotencyKeyIn,
  type KeyedRequest,
  keyedRequest,
  keyHeaderOf,
  repeatedAnswer,
} from '../ruling/repeated-answer.ts';
import type { By, ListContent, Ruling } from '../ruling/ruling.ts';
import type { KeptAnswer } from '../state/kept-answers.ts';
import { inScope, rowsOf } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import { assignId, noIdFor, slugId } from './assign-id.ts';
import { tagAfter } from './conditional.ts';
import { inOrder } from './in-order.ts';
import { credentialsSent } from './preconditions.ts';
import { dialectOf, listByContract, listByQuery } from './query-list.ts';
import {
  createdContent,
  fittingRecord,
  locationHeaders,
  made,
  storeEffect,
} from './response-content.ts';
import { decide, grant, type Refused, refuse, type Scene } from './scene.ts';
import {
  findMalformed,
  findOversized,
  findUnsupported,
  type SentBody,
  sentBodyOf,
  takeMembers,
  toNormalForm,
} from './sent-body.ts';
import { findCollision, findOverflow } from './uniqueness.ts';
import {
  accepted,
  type BodyCheck,
  checkRecord,
  invalid,
  invalidAt,
  readObject,
  refused,
  type SentObject,
  withoutId,
} from './validate-body.ts';

/** Rules on reading the list. */
export function list(scene: Scene, contract: Contract): Ruling {
  const content = listContent(scene, contract);
  const dialect = dialectOf(scene);
  if (dialect !== null) return listByQuery(scene, dialect, content);
  return listByContract(scene, content);
}

/** Returns the whole list, as the choices ask for it. */
export function listContent(scene: Scene, contract: Contract): ListContent {
  const { schemas } = scene.book;
  const isWhole = scene.decisions['list.fields'].value === 'all';
  const fields = isWhole ? placesInList(schemas)(contract) : briefOf(schemas, contract);
  return {
    collection: rowsOf(scene.book.state, contract),
    order: scene.decisions['list.order'].value,
    fields,
  };
}

/** Without its id an element leads nowhere, even if the schema does not require it. */
function briefOf(schemas: Schemas, { list, id }: Contract): readonly string[] {
  const required = schemas.requirableOfItems(list);
  return required.includes(id) ? required : [id, ...required];
}

/** The members for which a closed list has places; `null` if it may show all that items have. */
const placesInList = remember(
  (schemas: Schemas) =>
    remember((contract: Contract): readonly string[] | null => {
      const parts = schemas.partsByName(contract.list);
      const elements = parts.flatMap((part) => schemas.partsOf(own(part, 'items')));
      const isClosed = elements.some((part) =>
        ['additionalProperties', 'unevaluatedProperties'].some((one) => own(part, one) === false),
      );
      const places = [...schemas.membersOfItems(contract.list).keys()];
      const isWhole = [...schemas.membersOf(contract.item).keys()].every((one) =>
        places.includes(one),
      );
      return isClosed && !isWhole ? places : null;
    }, new WeakMap()),
  new WeakMap(),
);

/** Rules on a creation. */
export function create(scene: Scene, contract: Contract): Ruling {
  const once = onceOnly(scene);
  const before = once?.before;
  if (before !== undefined && before.request === once?.keyed.request)
    return repeatedAnswer(before, contract.resource, once.by);
  const creation = new Creation(scene, contract, once);
  const flaw = findRefusal(creation);
  if (flaw !== null) return refuse(scene, flaw);
  const made = creation.made();
  if (made.kind === 'refused') return refuse(scene, made.refused);
  const { record } = made.value;
  const effect = storeEffect(contract, record);
  const headers = [...locationHeaders(scene, contract, record), ...tagAfter(scene, effect)];
  const content = createdContent(scene, contract, record);
  const ruling = grant(scene, 'create.status', content, headers, effect);
  if (once === null || effect.kind !== 'put') return ruling;
  return { ...ruling, effect: { ...effect, answer: answerKept(ruling, once.keyed, once.at) } };
}

/** A creation that is done once, however often it is sent. */
interface OnceOnly {
  readonly keyed: KeyedRequest;
  readonly at: number;
  /** What was answered when the key came first. */
  readonly before: KeptAnswer | undefined;
  readonly by: By;
}

/** Returns what is known by the idempotency key of a creation; `null` if it has none that counts. */
function onceOnly(scene: Scene): OnceOnly | null {
  const { value, by } = scene.decisions['create.idempotency'];
  const { book, call, operation } = scene;
  // A judge asks about calls without the keys that they are sent with.
  if (value === 'ignore' || book.bodies === 'bare') return null;
  const key = idempotencyKeyIn(call, keyHeaderOf(operation));
  if (key === undefined) return null;
  const keyed = keyedRequest(call, key, credentialsSent(scene));
  const at = book.draw.time?.().ms ?? 0;
  return { keyed, at, before: book.state.answers.find(keyed.key, at), by };
}

/** A record that a creation would store, and what of it was sent. */
interface NewRecord {
  readonly sent: SentObject;
  readonly record: StoredRecord;
}

/** One creation as its checks see it. Makes the record when a check first asks for it. */
class Creation {
  readonly scene: Scene;
  readonly contract: Contract;
  readonly body: SentBody;
  readonly once: OnceOnly | null;
  private drafted: BodyCheck<NewRecord> | undefined;
  private found: Refused | null | undefined;

  constructor(scene: Scene, contract: Contract, once: OnceOnly | null) {
    this.scene = scene;
    this.contract = contract;
    this.once = once;
    this.body = sentBodyOf(scene);
  }

  made(): BodyCheck<NewRecord> {
    this.drafted ??= draftRecord(this.body, this.contract);
    return this.drafted;
  }

  /** Returns what is wrong with the record itself: it is invalid, or there is no id for it. */
  flaw(): Refused | null {
    if (this.found === undefined) {
      const made = this.made();
      this.found = made.kind === 'refused' ? made.refused : this.check(made.value);
    }
    return this.found;
  }

  private check({ sent, record }: NewRecord): Refused | null {
    const { scene, contract } = this;
    const flaw = checkNewRecord(scene, contract, { sent, record });
    const fitting =
      flaw === null
        ? null
        : fittingRecord(scene, contract, flaw, { sent: sent.value, value: record.value });
    if (fitting === null) return flaw;
    const changed = { sent, record: new StoredRecord(record.key, fitting) };
    const again = checkNewRecord(scene, contract, changed);
    if (again === null) this.drafted = accepted(changed);
    return again === null ? null : flaw;
  }
}

const findRefusal = inOrder<'create', Creation>('create', {
  oversized: ({ body }) => findOversized(body),
  unsupported: ({ body }) => findUnsupported(body),
  malformed: ({ body }) => findMalformed(body),
  reused: ({ once }) => findReused(once),
  invalid: (creation) => {
    const flaw = creation.flaw();
    return flaw?.situation === 'invalid' ? flaw : null;
  },
  taken: (creation, place) => {
    const { scene, contract } = creation;
    const flaw = creation.flaw();
    if (flaw?.situation === 'taken') return flaw;
    const made = creation.made();
    if (made.kind === 'refused') return null;
    const { record } = made.value;
    return place === 'last'
      ? findOverflow(scene, contract, record)
      : findCollision(scene, contract, record);
  },
});

function findReused(once: OnceOnly | null): Refused | null {
  if (once?.before === undefined) return null;
  return {
    situation: 'reused',
    by: once.by,
    detail: 'the idempotency key was used for a request with another target or body',
    remedy: 'Send a new key with each request, and the same one only if you send it again.',
  };
}

/** Checks a new record. If only an id that the mock assigned is invalid, the body is not. */
function checkNewRecord(
  scene: Scene,
  contract: Contract,
  { sent, record }: NewRecord,
): Refused | null {
  const flaw = checkRecord(scene, contract, sent, record.value);
  const isMade = !Object.hasOwn(sent.value, contract.id) && scene.book.draw.ids !== 'as-chosen';
  if (flaw === null || flaw.errors === undefined || !isMade) return flaw;
  const at = toPointer([contract.id]);
  return flaw.errors.every(({ pointer }) => pointer === at) ? noIdFor(scene.book, contract) : flaw;
}

/** Makes the record that a creation would store, unless the body or the lack of an id prevents it. */
function draftRecord(body: SentBody, contract: Contract): BodyCheck<NewRecord> {
  const { scene } = body;
  const read = readObject(body, contract);
  if (read.kind === 'refused') return read;
  const rule = scene.decisions['create.id'].value;
  // A null id counts as absent: a form with a field for it has nothing to send yet.
  const isNull = rule === 'keep' && own(read.value.value, contract.id) === null;
  const sent = withoutId(read.value, contract, isNull ? 'ignore' : rule);
  const made = newRecord(scene, contract, sent.value);
  return made.kind === 'refused' ? made : accepted({ sent, record: made.value });
}

/** Returns the record that a creation would store: the id, the sent members, then defaults. */
function newRecord(scene: Scene, contract: Contract, sent: JsonObject): BodyCheck<StoredRecord> {
  const { book } = scene;
  const type = idTypeOf(contract, book.schemas);
  const given = own(sent, contract.id);
  const rule = scene.decisions['create.id'];
  if (given !== undefined && rule.value === 'refuse' && !sendsIds(contract, book.schemas)) {
    const flaw = { pointer: toPointer([contract.id]), detail: 'is assigned by the service' };
    return refused(invalid([flaw], rule.by, 'Leave it out.'));
  }
  const isKept = given !== undefined && rule.value === 'keep';
  if (
    isKept &&
    (readKey(toKey(given), type) !== given || (typeof given === 'string' && UNROUTABLE.test(given)))
  ) {
    const detail = `cannot be an id here: ids have the type ${type}`;
    return refused(invalidAt(toPointer([contract.id]), detail));
  }
  const id = isKept
    ? given
    : (slugId(book, contract, sent) ?? assignId(book, contract, (key) => decide(scene, key).value));
  if (id === null) return refused(noIdFor(book, contract));
  const values = toNormalForm(scene, contract, takeMembers(scene, contract, 'create', sent));
  const record = withIdFirst(contract, id, values);
  const key = toKey(id);
  const value = fillDefaults(scene, contract, inScope(contract, record));
  const whole = made(scene, contract, { key, value, before: null });
  const { caller, state, router, schemas } = book;
  const accounts = caller === undefined ? null : accountsOf(router.contracts, schemas);
  if (accounts === null || caller === undefined) return accepted(new StoredRecord(key, whole));
  const row = madeBy(accounts, { state, caller }, contract, { key, value: whole });
  return accepted(new StoredRecord(key, row));
}

/** Returns a record of some members, which begins with its id. */
export function withIdFirst({ id: name }: Contract, id: Json, members: JsonObject): JsonObject {
  return { [name]: id, ...members, [name]: id };
}

/** The defaults of items, and of what a creation may leave out of one. */
function defaultsIn(
  { book: { schemas }, operation, kind }: Scene,
  contract: Contract,
): readonly (readonly [string, Json])[] {
  const { item, id } = contract;
  const ofItem = schemas.defaultsOf(item);
  const body = operation?.body ?? item;
  const given = kind !== 'create' || body === item ? ofItem : schemas.defaultsOf(body);
  if (given === ofItem || given.length === 0) return ofItem;
  const members = schemas.membersOf(item);
  const unlike = unlikeMembers(contract, schemas);
  const ofRequest = given.filter(([name]) => name !== id && members.has(name) && !unlike.has(name));
  return [...new Map([...ofItem, ...ofRequest])];
}

/** Fills absent members of a new record with the defaults of its schema, if chosen. */
export function fillDefaults(scene: Scene, contract: Contract, record: JsonObject): JsonObject {
  if (scene.decisions['fields.defaults'].value === 'ignore') return record;
  const defaults = defaultsIn(scene, contract);
  if (defaults.length === 0) return record;
  const absent = defaults.filter(([key]) => !Object.hasOwn(record, key));
  return absent.length === 0 ? record : objectOf([...Object.entries(record), ...absent]);
}
