// Which normal forms a service stores values in, member by member, as far as its replies tell. Every
// observation rules out the combinations of forms that would have come out differently; a service
// that leaves none is not consistent. A value that would not fit its schema in a form may stay as it
// was sent.

import { isEmpty } from '../base/is-empty.ts';
import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import type { Profile } from '../contract/choices.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import {
  type Combination,
  classOf,
  combinationsOf,
  type FormName,
  formNames,
  isInert,
  type PlaceRules,
  type Rewrite,
  type ValueClass,
  withoutDuplicates,
  wordsOf,
} from '../schema/normal-forms.ts';
import {
  inOrder,
  isPermutation,
  openOrders,
  pairsOf,
  type SetOrder,
  setOrders,
  withTextsInOrder,
} from '../schema/set-orders.ts';

/** The operations that send values. */
export type WriteKind = Extract<Kind, 'create' | 'replace' | 'update'>;

/** What a value that was stored shows of one place. */
interface Evidence {
  /** `/address/city text`: the place with the class of its values. */
  readonly subject: string;
  /** The ids of the combinations that lead to the stored value. */
  readonly ids: ReadonlySet<string>;
  /** The order of a list that has one of its own, element by element. */
  readonly pairs?: readonly (readonly [string, string])[];
}

/**
 * How a stored value relates to the value that was sent. `other`: no known form of it. `unsteady`:
 * a known form, and not the one that this service was seen to use.
 */
export type FormMatch =
  | { readonly kind: 'equal' }
  | { readonly kind: 'other' }
  | { readonly kind: 'unsteady'; readonly unsteady: Unsteady };

/** A value in another form than before. */
export interface Unsteady {
  /** `/address/city`. */
  readonly place: string;
  /** The operation to blame: of two, the one that normalises. */
  readonly operation: WriteKind;
  /** Completes "the operation stores /name". */
  readonly words: string;
  /** The operation that stores it otherwise: the same one if it is not consistent. */
  readonly other: WriteKind;
  /** Completes "the other one stores /name". */
  readonly otherWords: string;
}

/** Returns the forms that an option of `fields.normal` admits; `null` for all. */
export function admittedForms(
  option: Profile['fields.normal'] | undefined,
): readonly FormName[] | null {
  if (option === undefined) return null;
  return option === 'as-sent' ? [] : [option];
}

/** The option of `fields.normal` that was seen, or several in one text; `null` if none was. */
export function optionOf(forms: StoredForms): string | null {
  if (!forms.hasEvidence()) return null;
  const seen = new Set([...forms.seen().values()].flat());
  return seen.size === 0 ? 'as-sent' : formNames.filter((name) => seen.has(name)).join(', ');
}

/**
 * `kept`: lists have the order in which they were sent, unless they are sets. `open`: nothing says
 * that the order of texts counts, and a service may show them in any.
 */
export type ListOrder = 'kept' | 'open';

/** How many lists of three texts or more an operation stored as they were sent, and how many not. */
interface Ordered {
  readonly asSent: number;
  readonly otherwise: number;
}

/** The forms of each subject that an operation may still have. */
type Known = Map<string, ReadonlySet<string>>;

export class StoredForms {
  private known: Known = new Map();
  /** Which of two elements comes first in a list that has an order of its own, by subject. */
  private first = new Map<string, string>();
  private ordered = new Map<string, Ordered>();
  readonly lists: ListOrder;
  /** The members within members that are described as read-only, and were not stored. */
  readonly passed = new Set<string>();
  private readonly rules: PlaceRules;
  private readonly admitted: readonly FormName[] | null;

  /** `admitted` are the only forms that the service may have; `null` for all. */
  constructor(
    rules: PlaceRules,
    admitted: readonly FormName[] | null = null,
    lists: ListOrder = 'kept',
  ) {
    this.rules = rules;
    this.admitted = admitted;
    this.lists = admitted === null ? lists : 'kept';
  }

  /** Compares a stored value with the value that an operation sent for a member. */
  compare(kind: WriteKind, member: string, sent: Json, stored: Json | undefined): FormMatch {
    const shown = this.explain(`/${member}`, sent, stored);
    if (shown === null) return { kind: 'other' };
    for (const { subject, ids } of shown) {
      if (this.isTurned(kind, subject, ids)) return { kind: 'other' };
      const unsteady = this.unsteadyIn(kind, subject, ids) ?? this.unorderedIn(kind, subject, ids);
      if (unsteady !== null) return { kind: 'unsteady', unsteady };
    }
    return { kind: 'equal' };
  }

  /** Returns what two items must have in common to be the same: lists may come in any order. */
  comparable(value: JsonObject): JsonObject {
    return this.lists === 'open' ? withTextsInOrder(value) : value;
  }

  /** Learns from a stored value that is certain to be the value that was sent. */
  learn(kind: WriteKind, member: string, sent: Json, stored: Json | undefined): void {
    for (const { subject, ids, pairs = [] } of this.explain(`/${member}`, sent, stored) ?? []) {
      for (const [one, other] of pairs) this.first.set(pairKey(subject, one, other), one);
      const key = `${kind} ${subject}`;
      if (pairs.length >= PAIRS_TELLING) this.countOrder(key, ids);
      const before = this.known.get(key);
      const now = before === undefined ? ids : both(before, ids);
      if (now.size > 0) this.known.set(key, now);
    }
  }

  private countOrder(key: string, ids: ReadonlySet<string>): void {
    const { asSent, otherwise } = this.orderedBy(key);
    this.ordered.set(
      key,
      ids.has('') ? { asSent: asSent + 1, otherwise } : { asSent, otherwise: otherwise + 1 },
    );
  }

  private orderedBy(key: string): Ordered {
    return this.ordered.get(key) ?? { asSent: 0, otherwise: 0 };
  }

  /** Whether an operation turned every list around so far: no order of its own does that by chance. */
  private isTurned(kind: WriteKind, subject: string, ids: ReadonlySet<string>): boolean {
    const key = `${kind} ${subject}`;
    return (
      ids.has('turned') &&
      this.known.get(key)?.has('turned') === true &&
      this.orderedBy(key).otherwise >= ORDERS_TELLING
    );
  }

  /** A list in any order, where creations always keep it, and this operation never does. */
  private unorderedIn(kind: WriteKind, subject: string, ids: ReadonlySet<string>): Unsteady | null {
    const [made, own] = [`create ${subject}`, `${kind} ${subject}`].map((key) =>
      this.orderedBy(key),
    ) as [Ordered, Ordered];
    const isKept = made.otherwise === 0 && made.asSent >= ORDERS_TELLING;
    const isNever = own.asSent === 0 && own.otherwise >= ORDERS_TELLING;
    if (!isKept || !isNever || ids.has('')) return null;
    const place = placeOf(subject);
    return { place, operation: kind, words: SORTED, other: 'create', otherWords: wordsOf([]) };
  }

  /** Returns the value that the service most likely stores. */
  likely(member: string, sent: Json): Json {
    return this.known.size === 0 ? sent : this.formOf(`/${member}`, sent);
  }

  /** Returns the forms that the service was seen to use, by place. */
  seen(): ReadonlyMap<string, readonly FormName[]> {
    const found = new Map<string, readonly FormName[]>();
    for (const subject of this.subjects()) {
      const forms = formsIn(subject, this.joint(subject));
      const place = placeOf(subject);
      if (forms.length > 0) found.set(place, [...(found.get(place) ?? []), ...forms]);
    }
    return found;
  }

  /** Whether some value would have come out differently in a normal form, and did not. */
  hasEvidence(): boolean {
    return [...this.known.keys()].some((key) => !key.endsWith(' order'));
  }

  /** The places and their forms in words; `null` if all values are stored as they were sent. */
  words(): string | null {
    const ordered = this.subjects().filter((subject) => this.orderOf(subject) !== '');
    const told = [
      ...[...this.seen()].map(([place, forms]) => `${place} ${wordsOf(forms)}`),
      ...ordered.map((subject) => `${placeOf(subject)} ${SORTED}`),
    ];
    return told.length === 0 ? null : told.join(', ');
  }

  /** Returns a function that restores what is known now. */
  keep(): () => void {
    const [kept, first, ordered] = [this.known, this.first, this.ordered].map(
      (one) => new Map<string, unknown>(one),
    ) as [Known, Map<string, string>, Map<string, Ordered>];
    return () => {
      this.known = new Map(kept);
      this.first = new Map(first);
      this.ordered = new Map(ordered);
    };
  }

  forget(): void {
    this.known = new Map();
    this.first = new Map();
    this.ordered = new Map();
  }

  private unsteadyIn(kind: WriteKind, subject: string, ids: ReadonlySet<string>): Unsteady | null {
    const place = placeOf(subject);
    for (const other of [kind, ...OTHERS[kind]]) {
      const before = this.known.get(`${other} ${subject}`);
      if (before === undefined || both(before, ids).size > 0) continue;
      const [now, then] = [wordsIn(subject, ids), wordsIn(subject, before)];
      return ids.has('')
        ? { place, operation: other, words: then, other: kind, otherWords: now }
        : { place, operation: kind, words: now, other, otherWords: then };
    }
    const joint = this.joint(subject);
    if (joint === null || both(joint, ids).size > 0) return null;
    const [words, otherWords] = [wordsIn(subject, ids), wordsIn(subject, joint)];
    return { place, operation: kind, words, other: kind, otherWords };
  }

  private subjects(): readonly string[] {
    return [...new Set([...this.known.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))];
  }

  /** What all operations leave; `null` if nothing was observed. */
  private joint(subject: string): ReadonlySet<string> | null {
    const sets = KINDS.flatMap((kind) => this.known.get(`${kind} ${subject}`) ?? []);
    return sets.length === 0 ? null : sets.reduce(both);
  }

  private combinations(value: TextClass): readonly Combination[] {
    const all = combinationsOf(value);
    const { admitted } = this;
    return admitted === null
      ? all
      : all.filter(({ forms }) => forms.every((form) => admitted.includes(form)));
  }

  private get listForms(): readonly string[] {
    return this.admitted === null || this.admitted.includes('sets') ? ['', SETS] : [''];
  }

  /** Returns what a stored value shows; `null` if no known form leads to it. */
  private explain(
    place: string,
    sent: Json | undefined,
    stored: Json | undefined,
  ): readonly Evidence[] | null {
    if (typeof sent === 'string') {
      const value = classOf(sent, this.rules.formatAt(place)) as TextClass;
      return typeof stored === 'string' ? this.explainText(place, value, [sent, stored]) : null;
    }
    if (typeof sent === 'number' && typeof stored === 'number')
      return this.explainText(place, 'number', [String(sent), String(stored)]);
    if (Array.isArray(sent)) {
      return Array.isArray(stored)
        ? this.explainList(place, sent as readonly Json[], stored as readonly Json[])
        : null;
    }
    if (!isObject(sent)) return sent === stored ? NONE : null;
    if (!isObject(stored)) return null;
    const found: Evidence[] = [];
    for (const [key, value] of Object.entries(sent)) {
      // An empty member may be omitted.
      if (!Object.hasOwn(stored, key) && (isEmpty(value) || this.passesOver(`${place}/${key}`)))
        continue;
      const below = this.explain(`${place}/${key}`, value, own(stored, key));
      if (below === null) return null;
      found.push(...below);
    }
    return found;
  }

  /** Whether a member that is not stored need not be: words say so, though the schema does not. */
  private passesOver(place: string): boolean {
    const saysSo = this.rules.saysReadOnly?.(place) === true;
    if (saysSo) this.passed.add(place);
    return saysSo;
  }

  private explainText(
    place: string,
    value: TextClass,
    [sent, stored]: readonly [string, string],
  ): readonly Evidence[] | null {
    if (sent === stored && isInert(sent, value)) return NONE;
    const fitting = this.combinations(value).filter(
      ({ apply }) =>
        apply(sent) === stored || this.formOfText(place, value, sent, apply) === stored,
    );
    if (fitting.length === 0) return null;
    if (fitting.length === this.combinations(value).length) return NONE;
    return [{ subject: `${place} ${value}`, ids: new Set(fitting.map(({ id }) => id)) }];
  }

  private explainList(
    place: string,
    sent: readonly Json[],
    stored: readonly Json[],
  ): readonly Evidence[] | null {
    if (sent.some((item) => (typeof item === 'object' && item !== null) || isDecimal(item)))
      return this.explainObjects(place, sent, stored);
    const format = this.rules.formatAt(`${place}/*`);
    const texts = sent.filter((item) => typeof item === 'string');
    const value = classOf('', format) as TextClass;
    const isPlain = texts.every((text) => isInert(text, value));
    const combinations = isPlain ? this.combinations(value).slice(0, 1) : this.combinations(value);
    const [listIds, textIds, orderIds] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const orders = this.ordersAt(place, sent);
    const itemIn = (apply: Rewrite, item: Json): Json =>
      typeof item === 'string' ? this.formOfText(`${place}/*`, value, item, apply) : item;
    for (const { id, apply } of combinations) {
      const all = [
        sent.map((item) => (typeof item === 'string' ? apply(item) : item)),
        sent.map((item) => itemIn(apply, item)),
      ];
      for (const form of this.listForms) {
        const results =
          form === SETS
            ? all.flatMap((items) => [withoutDuplicates(items), this.setOf(place, items)])
            : all;
        const fitting = orders.filter((order) =>
          results.some((items) => this.isInOrder(place, items, stored, order)),
        );
        if (fitting.length === 0) continue;
        for (const order of fitting) orderIds.add(order);
        listIds.add(form);
        textIds.add(id);
      }
    }
    if (textIds.size === 0) return null;
    const found: Evidence[] = [];
    if (listIds.size < this.listForms.length)
      found.push({ subject: `${place} list`, ids: listIds });
    if (textIds.size < combinations.length)
      found.push({ subject: `${place}/* ${value}`, ids: textIds });
    if (orderIds.size < orders.length && sent.length > 1)
      found.push({ subject: `${place} order`, ids: orderIds, pairs: pairsOf(stored) });
    return found;
  }

  private ordersAt(place: string, sent: readonly Json[]): readonly SetOrder[] {
    if (this.lists === 'open' && sent.every((item) => typeof item === 'string')) return openOrders;
    const isAsSent = this.admitted !== null || this.rules.setAt?.(place) == null;
    return isAsSent ? AS_SENT_ALONE : setOrders;
  }

  private isInOrder(
    place: string,
    items: readonly Json[],
    stored: readonly Json[],
    order: SetOrder,
  ): boolean {
    const named = this.rules.setAt?.(place) ?? [];
    if (order === 'any') return isPermutation(items, stored);
    if (order !== 'fixed') {
      const ordered = inOrder(items, order, named);
      return ordered !== null && isSame(ordered, stored);
    }
    const subject = `${place} order`;
    const came = items.map((one) => JSON.stringify(one));
    return (
      isPermutation(items, stored) &&
      items.every((item) => named.includes(item)) &&
      // In a hash set, two that fall into one place are in the order in which they came.
      pairsOf(stored).every(
        ([one, other]) =>
          (this.first.get(pairKey(subject, one, other)) ?? one) === one ||
          came.indexOf(one) < came.indexOf(other),
      )
    );
  }

  /** The first order that is left of a list; as it was sent if none was seen. */
  private orderOf(subject: string): string {
    const left = subject.endsWith(' order') ? this.joint(subject) : null;
    return left === null ? '' : (openOrders.find((order) => left.has(order)) ?? '');
  }

  /** Elements that are objects, lists or decimals are compared one by one. */
  private explainObjects(
    place: string,
    sent: readonly Json[],
    stored: readonly Json[],
  ): readonly Evidence[] | null {
    for (const form of this.listForms) {
      const items = form === SETS ? withoutDuplicates(sent) : sent;
      if (items.length !== stored.length) continue;
      const found: Evidence[] =
        this.setOf(place, sent).length === sent.length
          ? []
          : [{ subject: `${place} list`, ids: new Set([form]) }];
      const all = items.map((item, at) => this.explain(`${place}/*`, item, stored[at]));
      if (all.every((one) => one !== null)) return [...found, ...all.flat()];
    }
    return this.explainSet(place, sent, stored);
  }

  /** Objects that are a set may come in any order: each is there once, and no other is. */
  private explainSet(
    place: string,
    sent: readonly Json[],
    stored: readonly Json[],
  ): readonly Evidence[] | null {
    if (this.admitted !== null || this.rules.setAt?.(place) == null) return null;
    if (sent.length !== stored.length) return null;
    const left = [...stored];
    const found = sent.map((item) => {
      const at = left.findIndex((one) => this.explain(`${place}/*`, item, one) !== null);
      return at < 0 ? null : this.explain(`${place}/*`, item, left.splice(at, 1)[0]);
    });
    return found.every((one) => one !== null) ? found.flat() : null;
  }

  private textOf(place: string, value: TextClass, text: string): string {
    const left = this.joint(`${place} ${value}`);
    const found = left === null ? undefined : combinationsOf(value).find(({ id }) => left.has(id));
    return found === undefined ? text : this.formOfText(place, value, text, found.apply);
  }

  /** A text in a form that fits its schema; as it is if there is none. */
  private formOfText(place: string, value: TextClass, text: string, apply: Rewrite): string {
    const form = apply(text);
    const [from, to] = value === 'number' ? [Number(text), Number(form)] : [text, form];
    return this.rules.fitsAt(place, from, to) ? form : text;
  }

  /** A list without duplicates; as it is if it would have too few elements. */
  private setOf(place: string, items: readonly Json[]): readonly Json[] {
    const set = withoutDuplicates(items);
    return this.rules.fitsAt(place, items, set) ? set : items;
  }

  /** The value in the simplest combination that is left of each place. */
  private formOf(place: string, value: Json): Json {
    if (typeof value === 'string')
      return this.textOf(place, classOf(value, this.rules.formatAt(place)) as TextClass, value);
    if (isDecimal(value)) return Number(this.textOf(place, 'number', String(value)));
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map((item) => this.formOf(`${place}/*`, item));
      const left = this.joint(`${place} list`);
      const whole = left === null || left.has('') ? items : this.setOf(place, items);
      const order = this.orderOf(`${place} order`) as SetOrder;
      const named = this.rules.setAt?.(place) ?? [];
      const isUnknown = order === 'fixed' || order === 'any';
      return (isUnknown ? null : inOrder(whole, order, named)) ?? whole;
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.formOf(`${place}/${key}`, item)]),
    );
  }
}

/** The classes of values whose forms are made of their text. */
type TextClass = Exclude<ValueClass, 'list' | 'order'>;

function isSame(items: readonly Json[], others: readonly Json[]): boolean {
  return items.length === others.length && items.every((item, at) => item === others[at]);
}

function isDecimal(value: Json): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}

const SETS = 'sets';
/** Lists of three texts or more tell orders apart; that many do not come so by chance. */
const PAIRS_TELLING = 3;
const ORDERS_TELLING = 4;
/** Completes "the service stores /tags". */
const SORTED = 'in an order of its own';
const AS_SENT_ALONE: readonly SetOrder[] = [''];
const NONE: readonly Evidence[] = [];
const KINDS: readonly WriteKind[] = ['create', 'replace', 'update'];
const OTHERS: Readonly<Record<WriteKind, readonly WriteKind[]>> = {
  create: ['replace', 'update'],
  replace: ['create', 'update'],
  update: ['replace', 'create'],
};

function both(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((id) => other.has(id)));
}

function pairKey(subject: string, one: string, other: string): string {
  return [subject, ...[one, other].toSorted()].join('\n');
}

function placeOf(subject: string): string {
  return subject.slice(0, subject.lastIndexOf(' '));
}

/** The forms of the simplest combination among some. */
function formsIn(subject: string, ids: ReadonlySet<string> | null): readonly FormName[] {
  if (ids === null || ids.has('')) return [];
  const value = subject.slice(subject.lastIndexOf(' ') + 1) as ValueClass;
  if (value === 'list') return [SETS];
  if (value === 'order') return [];
  return combinationsOf(value).find(({ id }) => ids.has(id))?.forms ?? [];
}

function wordsIn(subject: string, ids: ReadonlySet<string>): string {
  if (subject.endsWith(' order') && !ids.has('')) return SORTED;
  return wordsOf(formsIn(subject, ids));
}
