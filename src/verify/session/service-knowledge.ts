// What the run knows of the service: its contract, and what the service was seen to do.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { parsePointer, toPointer, valueAt, withValueAt } from '../../base/pointer.ts';
import type { Option } from '../../contract/choice-row.ts';
import type { ChoiceKey, Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { declaresAccepted, isSpecified } from '../../contract/is-specified.ts';
import {
  itemMembers,
  ownMembers,
  requestMembers,
  requiredMembers,
  uniqueMembers,
  unlikeInList,
} from '../../contract/item-members.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { toKey } from '../../model/ids/ids.ts';
import { type Call, type Headers, noBody, readBody } from '../../model/message/call.ts';
import { isSayable, takesFormsAlone, throughForm } from '../../model/message/form-body.ts';
import type { Received } from '../../model/message/received.ts';
import { keyHeaderOf } from '../../model/ruling/repeated-answer.ts';
import { unshowableMembers } from '../../oracle/expect-after-update.ts';
import { type Habits, isMade, isTaken, learnHabits, type Match } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { isWhole, type Place } from '../../oracle/member-places.ts';
import { SentValues } from '../../oracle/sent-values.ts';
import { KnownLosses, StoredEvidence } from '../../oracle/stored-evidence.ts';
import { admittedForms, optionOf, StoredForms } from '../../oracle/stored-forms.ts';
import type { Checker } from '../../schema/check.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import { isSafeIntegerId } from '../guard/safe-integer-id.ts';
import { pagerOf } from '../pages/pagination.ts';
import type { Exchanged, NotVerified, UnstableCalls } from '../report.ts';
import { linkedId } from './issued-ids.ts';
import type { OwnedItem } from './owned-item.ts';
import type { ServiceTraits } from './service-traits.ts';

export interface ServiceKnowledgeOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly pins: Partial<Profile>;
  /** The ids that each reference can hold; absent if none are known. */
  readonly referable?: ReadonlyMap<string, readonly Json[]>;
  /** Whether the member of the id was taken for it, and is stated nowhere. Defaults to `false`. */
  readonly isIdAssumed?: boolean;
  /** Whether it is known to be the right member. Defaults to `false`. */
  readonly isIdProven?: boolean;
}

export class ServiceKnowledge {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly traits: ServiceTraits;
  /** Options that are known, because they are pinned or were seen. */
  settled: Partial<Profile>;
  readonly habits: Habits = new Map();
  /** The normal forms in which it stores values. */
  readonly forms: StoredForms;
  /** What became of the values that were sent for its items. */
  readonly stored = new StoredEvidence<readonly Exchanged[]>();
  /** The values that the run sent. */
  readonly sent = new SentValues();
  /** What reading an item changes in it, and no client can set: counters of views, for example. */
  readonly changedByReads = new Map<string, readonly Place[]>();
  /** Members of which it is known that reading does not change them, or that clients set them. */
  readonly notChangedByReads = new Set<string>();
  /** How often items were watched to find that out. */
  readsWatched = 0;
  private readonly madeByContract: readonly string[];
  /** The members that hold the address of their item. */
  private readonly links = new Set<string>();
  /** How often each option of a choice was seen. */
  readonly seen = new Map<ChoiceKey, Map<Option, number>>();
  /** The members that were seen to hold values of the right form. */
  readonly sound = new Set<string>();
  /**
   * How often the list showed another value of a member that the service makes than a read; minus
   * infinity once it showed the same.
   */
  readonly timesApart = new Map<string, number>();
  /** What the service does if an id is read that no item has. */
  unusedIds: 'untried' | 'refused' | 'answered' = 'untried';
  /** Whether the member of the id was taken for it, and is stated nowhere. */
  readonly isIdAssumed: boolean;
  /** Whether a created item was found by its id: then that is the right member. */
  isIdProven: boolean;
  /** The forms of the addresses in `Location` that were followed: `/parts/{id}`. */
  readonly followed = new Set<string>();
  /** Observations that are no faults. */
  readonly notes = new Set<string>();
  /** Calls that failed and did not fail again. */
  readonly unstable: UnstableCalls[] = [];
  /** What the service did without a parameter that a read requires; `null` if that was not tried. */
  unfitParameters: {
    readonly option: Profile['parameters.unfit'];
    readonly evidence: readonly Exchanged[];
  } | null = null;
  /** What is there and was not verified. */
  readonly gaps: NotVerified[] = [];
  /** What the service did with bodies that it may accept or refuse, with each body. */
  readonly leftOpen = new Map<string, Set<string>>();
  /** What was wrong with the list before the run wrote anything. */
  listFlaws: readonly Finding[] = [];
  /** Header fields of answers that were reported as missing or different: no law ends by them. */
  private readonly reportedFields = new Set<string>();
  readonly losses = new KnownLosses();
  /** Flaws of members and heads that were reported: no law ends by them either. */
  private readonly flawsBySign = new Map<string, Flaw>();
  /** Where such flaws are kept that end no step; `null` if they do. */
  private flaws: Flaw[] | null = null;
  /** The operation that changes items by reading them; `null` if none is known. */
  readingHarm: Kind | null = null;
  /** The reply to the first request, if it was for the list and nobody has judged it yet. */
  firstList: GuardedExchange | null = null;
  /** The elements of the list when it was last read; `null` before. */
  latestList: readonly JsonObject[] | null = null;
  /** The calls that last read the whole list, page by page. */
  pageCalls: readonly Call[] = [];
  private pagesRead = 0;
  /** The ids that each reference can hold: of items that are there. */
  readonly referable: Map<string, readonly Json[]>;

  constructor({
    contract,
    schemas,
    checker,
    pins,
    referable = new Map(),
    isIdAssumed = false,
    isIdProven = false,
  }: ServiceKnowledgeOptions) {
    this.isIdAssumed = isIdAssumed;
    this.isIdProven = isIdProven;
    this.referable = new Map(referable);
    this.contract = contract;
    this.schemas = schemas;
    this.checker = checker;
    this.settled = { ...pins };
    const rules = placeRulesOf(schemas, contract.item);
    this.forms = new StoredForms(
      { ...rules, formatAt: (place) => rules.formatAt(place) ?? this.formatAskedAt(place) },
      admittedForms(contract.shown['fields.normal'] ?? pins['fields.normal']),
      isIdAssumed ? 'open' : 'kept',
    );
    this.madeByContract = ownMembers(contract, schemas);
    if (declaresAccepted(contract.operations.create)) this.expectNothingOf(this.madeByContract);
    this.traits = {
      createMembers: this.membersOf('create'),
      replaceMembers: this.membersOf('replace'),
      breaking: [],
      excluded: [],
      wording: {},
      isPicky: false,
      fixedMembers: [],
      replaceId: 'left-out',
      updateMembers: this.membersOf('update'),
      updateForms: [],
      updateId: 'left-out',
      idAt: { kind: 'list' },
      pager: pagerOf(contract),
      listed: new Set(),
      read: new Set(),
    };
  }

  /** Whether the contract has an operation, and shows how it works. */
  offers(kind: Kind): boolean {
    return isSpecified(this.contract, kind);
  }

  /**
   * The members that the service alone writes: by the contract, as items were seen to show them, or by
   * words of their description and a creation that did not take them.
   */
  get made(): readonly string[] {
    const changed = [...this.changedByReads].filter(([, places]) => places.some(isWhole));
    // Words alone do not say so: a member may be made only where nothing was sent.
    const said = this.members.filter(
      (one) => this.stored.isDoubtful('create', one) && this.saysMade(one),
    );
    return [
      ...new Set([
        ...this.madeByContract,
        ...this.links,
        ...changed.map(([member]) => member),
        ...said,
      ]),
    ];
  }

  /** Whether the description of a member says that the service alone writes it. */
  saysMade(member: string): boolean {
    const { saysReadOnly } = placeRulesOf(this.schemas, this.contract.item);
    return saysReadOnly?.(toPointer([member])) === true;
  }

  /** Learns which members of an item are the address at which it was read, whatever was sent. */
  learnLinks(record: JsonObject, sent: JsonObject, key: string): void {
    for (const [member, value] of Object.entries(record)) {
      const isOpen = this.isIdAssumed && this.members.includes(member) && !this.links.has(member);
      const id = isOpen && own(sent, member) !== value ? linkedId(this, value) : undefined;
      if (id === undefined || String(id) !== key) continue;
      this.links.add(member);
      this.notes.add(`${member}: the service writes the address of the item there`);
    }
  }

  /** Records what reading changes and no client can set. */
  noteChangedByReads(member: string, places: readonly Place[]): void {
    this.changedByReads.set(member, [...(this.changedByReads.get(member) ?? []), ...places]);
    for (const place of places)
      this.notes.add(`reading changes ${toPointer([member, ...place])}, which no client can set`);
  }

  /** What a creation has started goes on (RFC 9110 section 15.3.3): a state, a result. */
  private expectNothingOf(members: readonly string[]): void {
    for (const member of members) this.changedByReads.set(member, [WHOLE]);
    if (members.length > 0)
      this.notes.add(
        `POST is answered with 202: ${members.join(', ')} may change until it is done, and nothing is expected there`,
      );
  }

  /** How many places in items reading was seen to change so far. */
  countChangedByReads(): number {
    return [...this.changedByReads.values()].flat().length;
  }

  /** Whether elements of the list show a member in another type than items do. */
  isUnlikeInList(member: string): boolean {
    return unlikeInList(this.contract, this.schemas).has(member);
  }

  /** The members of an item, without its id. */
  get members(): readonly string[] {
    return itemMembers(this.contract, this.schemas);
  }

  /** The members that a request may hold, without the id. */
  membersOf(kind: 'create' | 'replace' | 'update'): readonly string[] {
    return requestMembers(this.contract, this.schemas, kind);
  }

  /** The members that the contract requires in a request. */
  requiredMembers(kind: 'create' | 'replace' | 'update'): readonly string[] {
    return requiredMembers(this.contract, this.schemas, kind);
  }

  /** The members whose values must differ between items. */
  get uniqueMembers(): readonly string[] {
    return uniqueMembers(this.contract, this.schemas);
  }

  /** The values that a replacement of an item must not change. */
  fixedOf(item: OwnedItem): JsonObject {
    const { fixedMembers } = this.traits;
    return Object.fromEntries(
      Object.entries(item.sent).filter(([member]) => fixedMembers.includes(member)),
    );
  }

  /** The members that a client cannot set, as far as is known: a PATCH may change them. */
  get unsettableMembers(): readonly string[] {
    const made = this.madeMembers().filter((member) => !isTaken(member, this.habits));
    const unset = [...made, ...this.ignoredMembers()];
    return [...new Set([...this.members, ...this.madeByContract])].filter(
      (member) => unset.includes(member) || this.habits.get(`create ${member} sent`) === 'hidden',
    );
  }

  /**
   * The members of a request that an item may not show as they were sent, though the request may
   * hold them: the service has to show something else.
   */
  unshowableMembers(kind: 'create' | 'replace' | 'update', sent: JsonObject): readonly string[] {
    return unshowableMembers(this.contract, this.checker, kind, sent);
  }

  /** The members that a creation was seen not to take. */
  ignoredMembers(): readonly string[] {
    return this.members.filter(
      (member) => this.habits.get(`create ${member} sent`)?.startsWith('constant') === true,
    );
  }

  /** Whether elements of the list show every member that reads show; of others, nothing can differ. */
  isListWhole(): boolean {
    const { listed, read } = this.traits;
    return this.members.every(
      (member) => listed.has(member) || (read.size > 0 && !read.has(member)),
    );
  }

  /** Whether the list may be read again: one of many pages is not read each time. */
  isListAffordable(): boolean {
    return this.pagesRead < PAGES_READ_MAX;
  }

  countPages(pages: number): void {
    if (pages > PAGES_CHEAP) this.pagesRead += pages;
  }

  /** Returns the call of an operation. The media type of its body defaults to JSON. */
  call(kind: Kind, key: string | null, text: string | null, mediaType = JSON_TYPE): Call {
    const { path, isSingle } = this.contract;
    return {
      method: methods[kind].method,
      path: key === null || isSingle === true ? path : `${path}/${encodeURIComponent(key)}`,
      query: '',
      headers: text === null ? this.accepts(kind) : this.headersOfBody(kind, mediaType),
      body: text === null ? noBody : readBody(this.asRead(kind, text)),
    };
  }

  private accepts(kind: Kind): Headers {
    return { accept: acceptOf(this.contract.operations[kind] ?? {}) };
  }

  /** A creation has a key of its own if the contract requires one. */
  private headersOfBody(kind: Kind, mediaType: string): Headers {
    const headers = { ...this.accepts(kind), 'content-type': mediaType };
    const isKeyed = kind === 'create' && this.contract.shown['create.idempotency'] === 'require';
    return isKeyed ? { ...headers, ...this.keyFields(crypto.randomUUID()) } : headers;
  }

  /** Returns the header field of an idempotency key. */
  keyFields(key: string): Headers {
    return { [keyHeaderOf(this.contract.operations.create).toLowerCase()]: key };
  }

  /**
   * Returns the values that a request can hold: a form has no null, and little that is empty. A PATCH
   * sends no value that its own schema excludes, though a creation may have it.
   */
  sendable(kind: Kind, values: JsonObject): JsonObject {
    const operation = this.contract.operations[kind];
    const schema = kind === 'update' ? operation?.body : undefined;
    const flaws = schema === undefined ? [] : this.checker.check(schema, values);
    const flawed = new Set(flaws.map(({ at }) => parsePointer(at)?.[0]));
    const isForm = takesFormsAlone(operation);
    const entries = Object.entries(values).filter(
      ([member, value]) => !flawed.has(member) && (!isForm || isSayable(value, operation)),
    );
    return Object.fromEntries(entries);
  }

  /**
   * Returns some members of a body, with those that conditions of its schema require beside their
   * values; the id is sent by a choice of its own.
   */
  withConditions(kind: Kind, whole: JsonObject, members: readonly string[]): JsonObject {
    const schema = this.contract.operations[kind]?.body ?? this.contract.item;
    const chosen = new Set(members);
    for (let size = -1; size < chosen.size; ) {
      size = chosen.size;
      for (const { at, missing } of this.checker.check(schema, pick(whole, [...chosen])))
        if (at === '' && missing !== undefined && missing !== this.contract.id) chosen.add(missing);
    }
    return pick(whole, [...chosen]);
  }

  /**
   * Returns some members for a PATCH, with those that its schema requires beside and within them, as
   * the item has them: what the source forbids is not sent.
   */
  withRequired(some: JsonObject, whole: JsonObject): JsonObject {
    const schema = this.contract.operations.update?.body;
    if (schema === undefined) return some;
    let filled: Json = some;
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
      const lacking = this.checker.check(schema, filled).flatMap(({ at, missing }) => {
        const place = missing === undefined ? null : [...(parsePointer(at) ?? []), missing];
        const value = place === null ? undefined : valueAt(whole, place);
        return place === null || value === undefined ? [] : [{ place, value }];
      });
      if (lacking.length === 0) break;
      for (const { place, value } of lacking) filled = withValueAt(filled, place, value);
    }
    return filled as JsonObject;
  }

  /** Returns the body as a service reads it, which gets a form: the same text for `5` and `"5"`. */
  private asRead(kind: Kind, text: string): string {
    const operation = this.contract.operations[kind];
    const body = readBody(text);
    if (!takesFormsAlone(operation) || body.kind !== 'json' || !isObject(body.value)) return text;
    const schema = operation?.body ?? this.contract.item;
    return JSON.stringify(throughForm(this.schemas, operation, schema, body.value));
  }

  /** The members whose values the service makes, by the contract or as it was seen to do. */
  madeMembers(): readonly string[] {
    const seen = this.members.filter((member) => isMade(member, this.habits));
    return seen.length === 0 ? this.made : [...new Set([...this.made, ...seen])];
  }

  /** Records what a record that is as expected shows of the service. */
  learn({ habits, assumed, stored }: Pick<Match, 'habits' | 'assumed' | 'stored'>): void {
    learnHabits(this.habits, habits);
    for (const one of stored) this.forms.learn(one.kind, one.member, one.sent, one.stored);
    for (const options of assumed) {
      for (const [key, option] of Object.entries(options)) this.observe(key as ChoiceKey, option);
    }
  }

  /** Records a finding about a header field: it says all about each answer of the operation. */
  noteReported(finding: Finding): void {
    if (isOfField(finding)) this.reportedFields.add(signOf(finding));
    this.losses.note(finding);
  }

  /** Whether a finding is about a header field, and was reported before. */
  isReported(finding: Finding): boolean {
    return this.reportedFields.has(signOf(finding));
  }

  /**
   * Does something during which a flaw of one member of an answer, or of its head, ends no step: what
   * else the answer says can be judged. Returns these flaws, each once. A contract of your own is
   * exact: with one, a flaw ends its step.
   */
  async passingOverFlaws<T>(
    use: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly flaws: readonly Flaw[] }> {
    const flaws: Flaw[] = [];
    const before = this.flaws;
    this.flaws = this.isIdAssumed ? flaws : null;
    try {
      return { value: await use(), flaws };
    } finally {
      this.flaws = before;
    }
  }

  /** Does something as if no such flaw were known: a replay has to show it again. */
  async withoutKnownFlaws<T>(use: () => Promise<T>): Promise<T> {
    const known = [...this.flawsBySign];
    this.flawsBySign.clear();
    try {
      return await use();
    } finally {
      this.flawsBySign.clear();
      for (const [sign, flaw] of known) this.flawsBySign.set(sign, flaw);
    }
  }

  /** The format of a text that the service asked for, though its schema names none; `null` if none. */
  private formatAskedAt(place: string): 'date-time' | null {
    const form = this.traits.wording.textForms?.[place.slice(place.lastIndexOf('/') + 1)];
    return form === 'date-time' ? form : null;
  }

  private isAboutId({ at, expected }: Finding): boolean {
    const { id } = this.contract;
    // Of the item itself, not of what stands in it.
    const steps = (at ?? '')
      .split('/')
      .slice(1)
      .filter((step) => !/^\d+$/.test(step));
    if (steps.length === 0) return expected === `a member ${JSON.stringify(id)}`;
    return steps.length === 1 && steps[0] === id;
  }

  /** An answer without the id of the item shows something else: its other members are no more findings. */
  private ofOneCause(findings: readonly Finding[]): readonly Finding[] {
    const lacking = findings.find((one) => one.code === 'member-missing' && this.isAboutId(one));
    if (lacking === undefined) return findings;
    const item = (lacking.at ?? '').length;
    const others = findings.filter(
      ({ code, expected, at }) =>
        code === 'member-type' &&
        expected === NOT_KNOWN &&
        at?.startsWith(lacking.at ?? '') === true &&
        !at.slice(item + 1).includes('/'),
    );
    if (others.length === 0) return findings;
    const names = others.map(({ at }) => JSON.stringify(at?.slice(item + 1))).join(' and ');
    const message = lacking.message.replace(/(?= \()/, `; it has ${names}, which no schema names`);
    const actual = `${lacking.actual}; it has ${names}`;
    return findings
      .filter((one) => !others.includes(one))
      .map((one) => (one === lacking ? { ...one, message, actual } : one));
  }

  /** Returns the findings about an answer that end its step; keeps the others. */
  decisive(findings: readonly Finding[], received: Received): readonly Finding[] {
    return this.ofOneCause(findings).filter((finding) => {
      if (this.isReported(finding)) return false;
      // Without its id an item cannot be judged.
      const mayPass = isOfMember(finding) ? !this.isAboutId(finding) : isOfHead(finding, received);
      if (!mayPass) return true;
      const sign = this.signOfFlaw(finding);
      const known = this.flawsBySign.get(sign);
      known?.operations.add(finding.operation);
      if (known !== undefined || this.flaws === null) return known === undefined;
      const flaw = { finding, received, operations: new Set([finding.operation]) };
      this.flawsBySign.set(sign, flaw);
      this.flaws.push(flaw);
      return false;
    });
  }

  /**
   * The same member has one sign in all answers: alone, in an envelope, and in each element of a list.
   * A status is that of one operation.
   */
  private signOfFlaw({ code, operation, expected, at, route = '' }: Finding): string {
    if (code === 'status') return `${code} ${operation} ${expected} ${route}`;
    const around = toPointer(this.contract.operations[operation]?.envelope?.at ?? []);
    const inside = at?.startsWith(`${around}/`) === true ? at.slice(around.length) : (at ?? '');
    const place = inside.replace(/^\/\d+(?=\/|$)/, '').replaceAll(/\/\d+(?=\/|$)/g, '/*');
    return `${code} ${expected} ${place} ${route}`;
  }

  /** Notes what the service did with a body where the contract leaves that open. */
  noteLeftOpen(kind: Kind, body: string, did: 'accepted' | 'refused', example: string): void {
    const what = `The contract leaves open whether ${kind} accepts ${body}. The service ${did}`;
    this.leftOpen.set(what, (this.leftOpen.get(what) ?? new Set()).add(example));
  }

  /** All observations that are no faults; those about bodies of one sort in one sentence. */
  get sentences(): readonly string[] {
    const open = [...this.leftOpen].map(([what, examples]) => {
      const [first = ''] = examples;
      return examples.size === 1
        ? `${what} one: ${first}`
        : `${what} ${examples.size}, for example ${first}`;
    });
    return [...this.notes, ...open];
  }

  /** Returns a function that forgets what is learned of values from now on. */
  keepLearned(): () => void {
    const habits = [...this.habits];
    const restoreForms = this.forms.keep();
    return () => {
      restoreForms();
      this.habits.clear();
      for (const [about, way] of habits) this.habits.set(about, way);
    };
  }

  /** Notes in which normal forms the service stores values. */
  noteForms(): void {
    const [words, option] = [this.forms.words(), optionOf(this.forms)];
    if (words !== null) this.notes.add(`the service stores ${words}`);
    for (const place of this.forms.passed)
      this.notes.add(
        `${place}: described as read-only, and not stored. Mark it readOnly in its schema`,
      );
    if (option !== null) this.observe('fields.normal', option);
  }

  observe(key: ChoiceKey, option: Option): void {
    const options = this.seen.get(key) ?? new Map<Option, number>();
    options.set(option, (options.get(option) ?? 0) + 1);
    this.seen.set(key, options);
  }

  /** The key of a record or an element of the list; `null` if it has no id for a path. */
  keyOf(record: JsonObject): string | null {
    if (this.contract.isSingle === true) return null;
    const id = own(record, this.contract.id) ?? this.idByLink(record);
    return id === undefined || id === null || typeof id === 'object' || !isSafeIntegerId(id)
      ? null
      : toKey(id);
  }

  /** The id in the address that an item shows of itself. */
  private idByLink(record: JsonObject): Json | undefined {
    const ids = [...this.links].map((member) => linkedId(this, own(record, member)));
    return ids.find((id) => id !== undefined);
  }

  /** Whether items show their ids, or their addresses: without, only their paths tell them apart. */
  get showsIds(): boolean {
    return this.contract.hidden?.includes(this.contract.id) !== true || this.links.size > 0;
  }

  /** Whether a record has a place where items show their ids. */
  hasPlaceOfId(record: JsonObject): boolean {
    const isStated = this.contract.hidden?.includes(this.contract.id) !== true;
    return isStated || [...this.links].some((member) => own(record, member) !== undefined);
  }

  /** Whether the list tells items apart: by the ids that they show, or because it holds ids itself. */
  get listsIds(): boolean {
    const { names, keyed } = this.contract.operations.list?.envelope ?? {};
    return this.showsIds || names !== undefined || keyed !== undefined;
  }

  /** The items that a list should show and lacks; none if it shows no ids. */
  missingIn<Item extends Pick<OwnedItem, 'key'>>(
    elements: readonly JsonObject[],
    items: readonly Item[],
  ): readonly Item[] {
    if (!this.listsIds) return [];
    const keys = new Set(elements.map((element) => this.keyOf(element)));
    return items.filter(({ key }) => !keys.has(key));
  }

  sameId(a: Json | undefined, b: Json): boolean {
    return a !== undefined && equal(a, b);
  }
}

/** What the finding about a member says that no schema has. */
export const NOT_KNOWN = 'is not a known field';

/** How many pages of longer lists a run reads, and up to how many pages a list is short. */
const PAGES_READ_MAX = 250;
const PAGES_CHEAP = 4;

/** Whether a finding is about a header field alone: the rest of the answer can be judged. */
export function isOfField({ code }: Finding): boolean {
  return code === 'header';
}

/** Whether a finding is about one member of an answer. */
function isOfMember({ code }: Finding): boolean {
  return code === 'member-type' || code === 'member-missing' || code === 'wrong-link';
}

/** Whether a finding is about another success than the declared one, or the wrong name of JSON. */
function isOfHead({ code }: Finding, { status, body }: Received): boolean {
  const isSuccess = status >= 200 && status < 300;
  return isSuccess && (code === 'status' || (code === 'media-type' && body.kind === 'json'));
}

/** A finding that ends no step, and the operations whose answers have that flaw. */
export interface Flaw {
  readonly finding: Finding;
  readonly received: Received;
  readonly operations: Set<Finding['operation']>;
}

function signOf({ operation, clause, expected }: Finding): string {
  return `${operation} ${clause} ${expected}`;
}

/** How often members that others require are added. */
const ROUNDS_MAX = 4;

const WHOLE: Place = [];
const JSON_TYPE = 'application/json';
