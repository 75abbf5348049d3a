// Makes seed rows for one resource: plausible values if they fit the schemas, samples of the schema
// otherwise. Checks each row.

import { StandinError } from '../base/errors.ts';
import { type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { parsePointer } from '../base/pointer.ts';
import type { Contract } from '../contract/contract.ts';
import { idTypeOf } from '../model/ids/ids.ts';
import type { Checker } from '../schema/check.ts';
import { plausibleValue } from '../schema/plausible/plausible.ts';
import type { Position } from '../schema/plausible/position.ts';
import { subjectOf, topicOf, wordsOf } from '../schema/plausible/topics.ts';
import { createValues, type Topic } from '../schema/plausible/values.ts';
import { sampleValue } from '../schema/sample/sample.ts';
import type { Schemas } from '../schema/schema.ts';
import type { Violation } from '../schema/violation.ts';

export interface RowsRequest {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly count: number;
  /** The same seed gives the same rows. */
  readonly seed: number;
}

/** Makes rows. Throws a StandinError if the schemas do not allow that many, or any. */
export function makeRows(wish: RowsRequest): readonly JsonObject[] {
  const maker = new RowMaker(wish);
  const rows = Array.from({ length: wish.count }, (_, index) => maker.make(index + 1));
  const { contract, schemas, checker, count } = wish;
  const flaw = schemas.limitsList(contract.list)
    ? checker.check(contract.list, rows)[0]
    : undefined;
  if (flaw !== undefined)
    throw impossible(
      contract,
      `${count} rows do not fit the schema of the list: ${describeViolation(flaw)}`,
    );
  return rows;
}

/**
 * How many candidates are tried for a value: plausible ones first, then with a number in them,
 * then samples of the schema.
 */
const PLAUSIBLE_TRIES = 3;
const NUMBERED_TRIES = 2;
const SAMPLES_FROM = PLAUSIBLE_TRIES + NUMBERED_TRIES;
const TRIES = SAMPLES_FROM + 12;
/** The same for values that must be unique: if few are left, finding one takes more tries. */
const TRIES_APART = SAMPLES_FROM + 1_200;

class RowMaker {
  private readonly wish: RowsRequest;
  private readonly members: ReadonlyMap<string, JsonObject>;
  /** The values that are taken, of members that must be unique. */
  private readonly taken: ReadonlyMap<string, Set<string>>;
  private readonly origin: Omit<Position, 'actor' | 'key' | 'serial'>;
  private readonly idsFrom: number | null;
  private readonly required: ReadonlySet<Json>;

  constructor(wish: RowsRequest) {
    this.wish = wish;
    const { contract, schemas } = wish;
    this.members = schemas.membersOf(contract.item);
    const apart = [...this.members]
      .filter(([key, schema]) => key === contract.id || isApart(schema))
      .map(([key]) => key);
    this.taken = new Map(apart.map((key) => [key, new Set<string>()]));
    const title = schemas.partsByName(contract.item).flatMap((part) => own(part, 'title') ?? []);
    const subject = subjectOf([contract.resource, ...title].join(' '), [...this.members.keys()]);
    this.origin = { schemas, values: createValues(wish.seed), subject, depth: 0 };
    this.required = new Set(schemas.requiredOf(contract.item));
    this.idsFrom =
      idTypeOf(contract, schemas) === 'string'
        ? null
        : firstNumber(this.members.get(contract.id) ?? {});
  }

  /** Makes one row; `serial` counts from 1. */
  make(serial: number): JsonObject {
    const actor = this.origin.values.actor();
    const place = { ...this.origin, actor };
    const values = new Map<string, Json>();
    const tries = new Map<string, number>();
    for (const key of this.members.keys()) this.next(place, key, serial, { values, tries });
    for (;;) {
      const row = objectOf([...values]);
      const flaws = this.flawsOf(row);
      const bad = new Set(
        flaws.flatMap(({ at }) => parsePointer(at)?.[0] ?? []).filter((key) => values.has(key)),
      );
      const [flaw] = flaws;
      if (flaw === undefined) {
        for (const [key, taken] of this.taken)
          if (values.has(key)) taken.add(JSON.stringify(values.get(key)));
        return row;
      }
      if (bad.size === 0 || bad.has(this.wish.contract.id))
        throw impossible(this.wish.contract, `row ${serial}${describeViolation(flaw)}`);
      for (const key of bad) this.next(place, key, serial, { values, tries });
    }
  }

  /** Sets the next unused value of a member. Omits the member if none is left. */
  private next(
    place: Omit<Position, 'key' | 'serial'>,
    key: string,
    serial: number,
    { values, tries }: { readonly values: Map<string, Json>; readonly tries: Map<string, number> },
  ): void {
    values.delete(key);
    const taken = this.taken.get(key);
    for (
      let attempt = tries.get(key) ?? 0;
      attempt < (taken === undefined ? TRIES : TRIES_APART);
      attempt++
    ) {
      const value = this.candidate({ ...place, key, serial: null }, serial, attempt);
      if (value === undefined || taken?.has(JSON.stringify(value)) === true) continue;
      values.set(key, value);
      tries.set(key, attempt + 1);
      return;
    }
    if (taken === undefined) return;
    const { contract, count } = this.wish;
    if (key === contract.id) throw impossible(contract, `only ${serial - 1} ids are possible`);
    if (this.required.has(key) && taken.size > 0)
      throw tooFew(contract, key, { found: taken.size, count });
  }

  private candidate(position: Position, serial: number, attempt: number): Json | undefined {
    const { key, schemas } = position;
    const schema = this.members.get(key) ?? {};
    if (key === this.wish.contract.id && this.idsFrom !== null) return this.idsFrom + serial - 1;
    const place =
      key === this.wish.contract.id ? { ...position, key: plainName(position) } : position;
    if (attempt < PLAUSIBLE_TRIES) return plausibleValue(place, schema);
    if (attempt < SAMPLES_FROM) return plausibleValue({ ...place, serial }, schema);
    const sample = attempt - SAMPLES_FROM;
    const marked = this.taken.has(key) ? [key] : [];
    // Each serial is tried with every branch of a schema that has several, and with lists of
    // several lengths.
    const [branch, count] = [sample % BRANCHES, sample % COUNTS];
    const draft = {
      serial: serial + Math.floor(sample / BRANCHES),
      token: 'sample',
      marked,
      branch,
      count,
    };
    return sampleValue(schemas, key, schema, draft);
  }

  private flawsOf(row: JsonObject): readonly Violation[] {
    const { checker, contract, schemas } = this.wish;
    const inList = inElement(checker.check(contract.list, [row]));
    return schemas.listIncludes(contract.list, contract.item)
      ? inList
      : [...checker.check(contract.item, row), ...inList];
  }
}

/** The name by which values of the id are chosen: an id of words does not suit a path. */
function plainName({ key, subject }: Position): string {
  const topic = topicOf(wordsOf(key), '', subject);
  if (topic === null) return 'id';
  return PLAIN.has(topic) ? key : 'slug';
}

const PLAIN: ReadonlySet<Topic> = new Set<Topic>([
  'id',
  'reference',
  'slug',
  'article-number',
  'username',
  'email',
  'phone',
  'iban',
  'host',
  'ip',
  'version',
  'country-code',
  'currency',
  'locale',
  'postcode',
  'year',
  'created',
  'updated',
]);

const BRANCHES = 4;
const COUNTS = 3;

/** Keeps the violations of the element of a list with one element. */
function inElement(flaws: readonly Violation[]): readonly Violation[] {
  return flaws
    .filter(({ at }) => at === '/0' || at.startsWith('/0/'))
    .map((flaw) => ({ ...flaw, at: flaw.at.slice('/0'.length) }));
}

/** Returns whether the values of a member must be unique. */
function isApart(schema: JsonObject): boolean {
  return own(schema, 'x-unique') === true || own(schema, 'format') === 'email';
}

function firstNumber(schema: JsonObject): number {
  const [least, above] = [own(schema, 'minimum'), own(schema, 'exclusiveMinimum')];
  const first = Math.max(
    typeof least === 'number' ? least : 1,
    typeof above === 'number' ? above + 1 : 1,
  );
  return Math.max(1, Math.ceil(first));
}

function describeViolation({ at, message }: Violation): string {
  return `${at === '' ? '' : ` at ${at}`}: ${message}`;
}

function tooFew(
  contract: Contract,
  key: string,
  { found, count }: { readonly found: number; readonly count: number },
): StandinError {
  const values = found === 1 ? 'value' : 'values';
  const message = `the rows of ${contract.resource} are impossible: each needs its own "${key}", but only ${found} of ${count} distinct ${values} can be made`;
  const remedy = `Use --count ${found}, allow more values for "${key}", or remove it from "required", or its "x-unique", in the schema.`;
  return new StandinError('rows-impossible', message, remedy);
}

function impossible(contract: Contract, what: string): StandinError {
  const message = `the rows of ${contract.resource} are impossible: ${what}`;
  const remedy =
    'Use a smaller --count, add "examples" or looser bounds to the schema, or write the rows by hand.';
  return new StandinError('rows-impossible', message, remedy);
}
