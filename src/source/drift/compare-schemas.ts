// What changed between two schemas, in requests or in answers. Each pair of schemas is compared once,
// however many operations use it.

import { equal } from '../../base/equal.ts';
import type { Json } from '../../base/json.ts';
import { type Placed, placeText, type SourceFiles } from '../openapi/places.ts';
import {
  type Change,
  type Direction,
  type DriftVerdict,
  isSent,
  type Reach,
  verdictOn,
} from './change.ts';
import { reachOfBound, reachOfTypes } from './compare-bounds.ts';
import { keyOf, type Parts, type SchemaView, SchemaViews } from './schema-view.ts';

/** Two versions of one thing. */
export interface Versions<T> {
  readonly older: T;
  readonly newer: T;
}

/** A pair of schemas that was compared. */
export interface ComparedSchemas {
  readonly changes: Omit<Change, 'operations'>[];
  /** The pairs inside it. */
  readonly inside: Set<ComparedSchemas>;
}

/** Compares schemas of two documents. */
export class SchemaComparison {
  private readonly known = new Map<string, ComparedSchemas>();
  private readonly views: Versions<SchemaViews>;

  constructor({ older, newer }: Versions<SourceFiles>) {
    this.views = { older: new SchemaViews(older), newer: new SchemaViews(newer) };
  }

  compare(parts: Versions<Parts>, direction: Direction): ComparedSchemas {
    const key = `${direction}\n${keyOf(parts.older)}\n\n${keyOf(parts.newer)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const node: ComparedSchemas = { changes: [], inside: new Set() };
    this.known.set(key, node);
    const views = {
      older: this.views.older.of(parts.older),
      newer: this.views.newer.of(parts.newer),
    };
    if (hasSeveral(views.older) || hasSeveral(views.newer))
      this.compareAlternatives(parts, views, direction, node);
    else new PairComparison(this, views, direction, node).compare();
    return node;
  }

  /** Whether a member is left out of a direction: what only the service or only the client sets. */
  isLeftOut(version: keyof Versions<unknown>, member: Parts, direction: Direction): boolean {
    const mark = isSent(direction) ? 'readOnly' : 'writeOnly';
    return this.views[version].of(member).words.get(mark) === true;
  }

  private compareAlternatives(
    parts: Versions<Parts>,
    views: Versions<SchemaView>,
    direction: Direction,
    node: ComparedSchemas,
  ): void {
    const reach = reachOfTypes(nullOf(views.older), nullOf(views.newer));
    if (reach !== null)
      node.changes.push({
        verdict: verdictOn(reach, direction),
        message: `${where(direction)}: the value may ${reach === 'wider' ? '' : 'not '}be null now`,
        from: placeText(views.older.place),
        to: placeText(views.newer.place),
      });
    if (!equal(hintOf(views.older), hintOf(views.newer)))
      node.changes.push({
        verdict: 'neutral',
        message: 'the discriminator changed',
        from: placeText(views.older.place),
        to: placeText(views.newer.place),
      });
    const older = alternativesOf(parts.older, views.older);
    const newer = alternativesOf(parts.newer, views.newer);
    const { pairs, gone, added } = this.match({ older, newer }, direction);
    for (const pair of pairs) node.inside.add(this.compare(pair, direction));
    const tell = (one: Parts, reachOfOne: Reach, words: string): void => {
      const place = placeText(endOf(one));
      node.changes.push({
        verdict: verdictOn(reachOfOne, direction),
        message: `${where(direction)}: the alternative ${nameOf(one)} ${words}`,
        from: reachOfOne === 'narrower' ? place : placeText(views.older.place),
        to: reachOfOne === 'wider' ? place : placeText(views.newer.place),
      });
    };
    for (const one of gone) tell(one, 'narrower', 'is gone');
    for (const one of added) tell(one, 'wider', 'is new');
    if (views.newer.isOneAlone && isSent(direction) && older.length === 1)
      this.compareWithAll({ older: parts.older, newer }, direction, node);
  }

  /** What was one schema may fit several of those of which exactly one may fit. */
  private compareWithAll(
    { older, newer }: { readonly older: Parts; readonly newer: readonly Parts[] },
    direction: Direction,
    node: ComparedSchemas,
  ): void {
    const fitting = newer.filter(
      (one) => this.costOf({ older, newer: one }, direction) < BREAKING_COST,
    );
    const [first, second] = fitting;
    if (first === undefined || second === undefined) return;
    node.changes.push({
      verdict: 'breaking',
      message: `${where(direction)}: what fitted before fits ${nameOf(first)} and ${nameOf(second)} now, and may fit one alone`,
      from: placeText(endOf(older)),
      to: placeText(endOf(first)),
    });
  }

  /** Finds the alternatives that belong together: those of one name, then those most alike. */
  private match(
    { older, newer }: Versions<readonly Parts[]>,
    direction: Direction,
  ): {
    readonly pairs: readonly Versions<Parts>[];
    readonly gone: readonly Parts[];
    readonly added: readonly Parts[];
  } {
    const pairs: Versions<Parts>[] = [];
    const left = [...newer];
    const take = (one: Parts, index: number): void => {
      const [taken] = left.splice(index, 1);
      if (taken !== undefined) pairs.push({ older: one, newer: taken });
    };
    const unnamed = older.filter((one) => {
      const index = left.findIndex((other) => signOf(one) === signOf(other));
      if (index >= 0) take(one, index);
      return index < 0;
    });
    const gone = unnamed.filter((one) => {
      const costs = left.map((other) => this.costOf({ older: one, newer: other }, direction));
      const least = Math.min(...costs);
      const index = costs.indexOf(least);
      const isAlike = least === 0 || (least < BREAKING_COST && !isNamed(one));
      if (isAlike) take(one, index);
      return !isAlike;
    });
    return { pairs, gone, added: left };
  }

  /** How much changed between two alternatives, if they belong together. */
  private costOf(parts: Versions<Parts>, direction: Direction): number {
    const costs = allInside(this.compare(parts, direction)).flatMap(({ changes }) =>
      changes.map(({ verdict }) => COSTS[verdict]),
    );
    return costs.reduce((sum, one) => sum + one, 0);
  }
}

const BREAKING_COST = 1_000;
const COSTS: Readonly<Record<DriftVerdict, number>> = {
  breaking: BREAKING_COST,
  compatible: 1,
  neutral: 0,
};

/** Returns a pair and all pairs inside it. */
export function allInside(start: ComparedSchemas): readonly ComparedSchemas[] {
  const seen = new Set([start]);
  for (const node of seen) for (const one of node.inside) seen.add(one);
  return [...seen];
}

function hasSeveral({ alternatives }: SchemaView): boolean {
  return alternatives.length > 0;
}

function alternativesOf(parts: Parts, view: SchemaView): readonly Parts[] {
  return hasSeveral(view) ? view.alternatives : [parts];
}

/** Whether null is allowed besides, as types. */
function nullOf({ types }: SchemaView): readonly string[] {
  return types?.includes('null') === true ? ['any', 'null'] : ['any'];
}

function hintOf({ words }: SchemaView): Json {
  return words.get('discriminator') ?? null;
}

function endOf(parts: Parts): Placed['place'] {
  return parts.at(-1)?.place ?? { file: '', steps: [] };
}

function refIn(parts: Parts): string | null {
  const last = parts.at(-1)?.value;
  const ref = typeof last === 'object' && last !== null && '$ref' in last ? last['$ref'] : null;
  return typeof ref === 'string' ? ref : null;
}

function isNamed(parts: Parts): boolean {
  return refIn(parts) !== null;
}

function signOf(parts: Parts): string {
  const ref = refIn(parts);
  return ref === null
    ? JSON.stringify(parts.at(-1)?.value ?? null)
    : (ref.split('/').at(-1) ?? ref);
}

function nameOf(parts: Parts): string {
  const ref = refIn(parts);
  if (ref !== null) return ref.split('/').at(-1) ?? ref;
  const last = parts.at(-1)?.value;
  const title = typeof last === 'object' && last !== null && 'title' in last ? last['title'] : null;
  return typeof title === 'string' ? title : `at ${endOf(parts).steps.slice(-2).join('/')}`;
}

export function where(direction: Direction): string {
  return WHERE[direction];
}

const WHERE: Readonly<Record<Direction, string>> = {
  request: 'in requests',
  answer: 'in answers',
  event: 'in what the service sends',
  reply: 'in what clients answer',
};

/** Compares two schemas without alternatives. */
class PairComparison {
  private readonly all: SchemaComparison;
  private readonly views: Versions<SchemaView>;
  private readonly direction: Direction;
  private readonly node: ComparedSchemas;

  constructor(
    all: SchemaComparison,
    views: Versions<SchemaView>,
    direction: Direction,
    node: ComparedSchemas,
  ) {
    this.all = all;
    this.views = views;
    this.direction = direction;
    this.node = node;
  }

  compare(): void {
    const { older, newer } = this.views;
    const types = reachOfTypes(older.types, newer.types);
    if (types !== null)
      this.tell(types, `the type was ${typesText(older.types)}, is ${typesText(newer.types)} now`);
    this.compareValues();
    this.compareMembers();
    this.compareOthers();
    if (mayBeList(older) && mayBeList(newer)) {
      this.into(older.elements, newer.elements);
      for (let index = 0; index < Math.max(older.first.length, newer.first.length); index++)
        this.into(older.first[index] ?? older.elements, newer.first[index] ?? newer.elements);
    }
    const keywords = new Set([...older.bounds.keys(), ...newer.bounds.keys()]);
    for (const keyword of keywords) {
      const [was, is] = [older.bounds.get(keyword), newer.bounds.get(keyword)];
      const reach = reachOfBound(keyword, was, is);
      if (reach !== null) this.tell(reach, boundText(keyword, was, is));
    }
    this.compareWords();
  }

  private into(older: Parts, newer: Parts): void {
    if (older.length === 0 && newer.length === 0) return;
    this.node.inside.add(this.all.compare({ older, newer }, this.direction));
  }

  private compareValues(): void {
    this.compareUsual();
    const [was, is] = [valuesOf(this.views.older), valuesOf(this.views.newer)];
    if (was === null && is === null) return;
    if (was === null || is === null) {
      const all = shownValues(was ?? is ?? []);
      if (was === null) this.tell('narrower', `only these values are left: ${all}`);
      else this.tell('wider', `any value may come, not only ${all}`);
      return;
    }
    const gone = was.filter((one) => !is.some((other) => equal(one, other)));
    const added = is.filter((one) => !was.some((other) => equal(one, other)));
    if (gone.length > 0) this.tell('narrower', `${valueWords(gone)} gone`);
    if (added.length > 0) this.tell('wider', `${valueWords(added)} new`);
  }

  /** Clients expect others beside the values of `x-extensible-enum`. */
  private compareUsual(): void {
    const [was, is] = [this.views.older.usual ?? [], this.views.newer.usual ?? []];
    const gone = was.filter((one) => !is.some((other) => equal(one, other)));
    const added = is.filter((one) => !was.some((other) => equal(one, other)));
    if (gone.length > 0 && is.length > 0) this.tell('narrower', `${valueWords(gone)} gone`);
    if (added.length > 0 && was.length > 0) this.add('compatible', `${valueWords(added)} new`);
  }

  private compareMembers(): void {
    const { older, newer } = this.views;
    const names = new Set([
      ...older.members.keys(),
      ...newer.members.keys(),
      ...older.required,
      ...newer.required,
    ]);
    for (const name of names) {
      const was = this.shown('older', name);
      const is = this.shown('newer', name);
      const member = `the member ${JSON.stringify(name)}`;
      if (was === null && is !== null) this.tellMember(member, is, newer.required.has(name));
      else if (was !== null && is === null) {
        const verdict = 'breaking';
        this.add(verdict, `${member} is gone`, { from: was, to: newer.place });
      } else if (was !== null && is !== null) {
        this.compareRequired(name, { older: was, newer: is });
        const [before, after] = [older.members.get(name), newer.members.get(name)];
        if (before !== undefined && after !== undefined) this.into(before, after);
      }
    }
  }

  /** The place of a member; `null` if this direction does not have it. */
  private shown(version: keyof Versions<unknown>, name: string): Placed['place'] | null {
    const view = this.views[version];
    const member = view.members.get(name);
    if (member === undefined) return view.required.has(name) ? view.place : null;
    return this.all.isLeftOut(version, member, this.direction) ? null : endOf(member.slice(0, 1));
  }

  private tellMember(member: string, to: Placed['place'], isRequired: boolean): void {
    const from = this.views.older.place;
    const isNeeded = isRequired && isSent(this.direction);
    if (isNeeded) this.add('breaking', `${member} is new, and required`, { from, to });
    else this.add('compatible', `${member} is new`, { from, to });
  }

  private compareRequired(name: string, places: Versions<Placed['place']>): void {
    const [was, is] = [this.views.older.required.has(name), this.views.newer.required.has(name)];
    if (was === is) return;
    const member = `the member ${JSON.stringify(name)}`;
    const verdict = verdictOn(is ? 'narrower' : 'wider', this.direction);
    const words = is ? 'is required now' : 'is optional now';
    this.add(verdict, `${member} ${words}`, { from: places.older, to: places.newer });
  }

  /** Members that a schema does not name. Clients ignore those that they do not know. */
  private compareOthers(): void {
    const [was, is] = [this.views.older.others, this.views.newer.others];
    if (was === false && is === false) return;
    if (was !== false && is !== false) this.into(was, is);
    else if (is === false) this.tell('narrower', 'members that the schema does not name are gone');
    else this.add('compatible', 'members that the schema does not name are allowed now');
  }

  private compareWords(): void {
    const { older, newer } = this.views;
    for (const word of new Set([...older.words.keys(), ...newer.words.keys()])) {
      const [was, is] = [older.words.get(word), newer.words.get(word)];
      if (was !== undefined && is !== undefined && equal(was, is)) continue;
      // The schema around the member says which directions have it.
      if (word === 'readOnly' || word === 'writeOnly') continue;
      const isAssumed = word === 'default' && isSent(this.direction);
      if (isAssumed) this.add('breaking', defaultText(was, is));
      else this.add('neutral', `the ${word} changed`);
    }
  }

  private tell(reach: Reach, words: string): void {
    this.add(verdictOn(reach, this.direction), words);
  }

  private add(
    verdict: DriftVerdict,
    words: string,
    places: { readonly from: Placed['place']; readonly to: Placed['place'] } = {
      from: this.views.older.place,
      to: this.views.newer.place,
    },
  ): void {
    this.node.changes.push({
      verdict,
      message: verdict === 'neutral' ? words : `${where(this.direction)}: ${words}`,
      from: placeText(places.from),
      to: placeText(places.to),
    });
  }
}

function mayBeList({ types }: SchemaView): boolean {
  return types?.includes('array') ?? true;
}

/** Types tell whether null is allowed, where they are given. */
function valuesOf({ values, types }: SchemaView): readonly Json[] | null {
  return types === null ? values : (values?.filter((one) => one !== null) ?? null);
}

function typesText(types: SchemaView['types']): string {
  return types === null ? 'any' : types.join(' or ');
}

function boundText(keyword: string, was: Json | undefined, is: Json | undefined): string {
  const name = JSON.stringify(keyword);
  if (was === undefined) return `${name} is ${shown(is)} now, and was not there`;
  if (is === undefined) return `${name} was ${shown(was)}, and is gone`;
  return `${name} was ${shown(was)}, is ${shown(is)} now`;
}

function defaultText(was: Json | undefined, is: Json | undefined): string {
  if (was === undefined) return `without a value, ${shown(is)} counts now`;
  if (is === undefined) return `without a value, ${shown(was)} no longer counts`;
  return `without a value, ${shown(is)} counts in place of ${shown(was)}`;
}

function valueWords(values: readonly Json[]): string {
  return values.length === 1
    ? `the value ${shownValues(values)} is`
    : `the values ${shownValues(values)} are`;
}

function shownValues(values: readonly Json[]): string {
  const rest = values.length - VALUES_SHOWN_MAX;
  const all = values.slice(0, VALUES_SHOWN_MAX).map(shown);
  return rest > 0 ? `${all.join(', ')} and ${rest} more` : all.join(', ');
}

const VALUES_SHOWN_MAX = 8;

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}…` : text;
}

const VALUE_CHARS_MAX = 80;
