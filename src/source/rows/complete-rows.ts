// Rows as a file such as db.json has them, with the ids that some lack. Judges the form of the file:
// what is no row, and names that no path can have.

import {
  describeType,
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  objectOf,
  own,
} from '../../base/json.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import { UNROUTABLE } from '../../model/ids/ids.ts';

/** One resource of a file of rows: a list, or a single object. */
export interface RowsOfResource {
  readonly resource: string;
  /** Of a list, with ids; the object alone if it is single. */
  readonly rows: readonly JsonObject[];
  readonly isSingle: boolean;
  /** The member that identifies a row. */
  readonly id: string;
}

export interface CompleteRows {
  readonly resources: readonly RowsOfResource[];
  readonly faults: readonly {
    readonly at: Pointer;
    readonly message: string;
    readonly remedy: string;
  }[];
  /** What was changed in the rows. */
  /** `isLeftOut`: what is there is not served. */
  readonly notes: readonly {
    readonly at: Pointer;
    readonly message: string;
    readonly isLeftOut?: true;
  }[];
}

/** Reads the JSON of a file of rows: `{"posts": [...], "profile": {...}}`. */
export function completeRows(json: Json): CompleteRows {
  const reader = new RowsReader();
  if (!isObject(json)) {
    const message = `rows must be an object, are ${describeType(json)}`;
    return reader.failed([], message, FORM);
  }
  const entries = Object.entries(json).filter(([resource]) => resource !== '$schema');
  if (entries.length === 0) return reader.failed([], 'there are no rows', FORM);
  return reader.read(entries);
}

const FORM = 'Write {"posts": [{"id": 1, "title": "a title"}]}.';

/** Maximum number of faults that are looked for. */
const FAULTS_MAX = 20;

/** Names that can be a step of a path as they are. */
const PATH_STEP = /^(?!\.{1,2}$|__standin$)[\w.~-]+$/;

class RowsReader {
  private readonly faults: CompleteRows['faults'][number][] = [];
  private readonly notes: CompleteRows['notes'][number][] = [];
  /** What is wrong with members that are neither a list of rows nor an object. */
  private readonly unserved: CompleteRows['faults'][number][] = [];

  /** What holds no rows costs itself alone, unless nothing else is there. */
  read(entries: readonly (readonly [string, Json])[]): CompleteRows {
    const resources = entries.flatMap(([resource, value]) => this.resource(resource, value));
    if (resources.length === 0) this.faults.push(...this.unserved);
    else
      for (const { at, message } of this.unserved)
        this.notes.push({ at, message: `not served: ${message}`, isLeftOut: true });
    return { resources, faults: this.faults, notes: this.notes };
  }

  failed(steps: readonly string[], message: string, remedy: string): CompleteRows {
    this.faults.push({ at: toPointer(steps), message, remedy });
    return { resources: [], faults: this.faults, notes: this.notes };
  }

  private leaveOut(steps: readonly string[], message: string, remedy: string): readonly [] {
    this.unserved.push({ at: toPointer(steps), message, remedy });
    return [];
  }

  private resource(resource: string, value: Json): readonly RowsOfResource[] {
    if (!PATH_STEP.test(resource)) {
      const message = `${JSON.stringify(resource)} cannot be a path`;
      return this.leaveOut([resource], message, 'Use the letters a to z, digits, "-" and "_".');
    }
    if (isObject(value)) return [{ resource, rows: [value], isSingle: true, id: 'id' }];
    if (!Array.isArray(value)) {
      const message = `must be a list of rows or one object, is ${describeType(value)}`;
      return this.leaveOut([resource], message, `Write [] for a list, or {} for one object.`);
    }
    const given = value as readonly Json[];
    const [index] = [...given.entries()].find(([, row]) => !isObject(row)) ?? [];
    if (index !== undefined) {
      const message = `a row must be an object, is ${describeType(given[index] as Json)}`;
      return this.leaveOut([resource, String(index)], message, 'Write {"name": "a name"}.');
    }
    const rows = given as readonly JsonObject[];
    const id = ['id', '_id'].find((name) => rows.some((row) => Object.hasOwn(row, name))) ?? 'id';
    const complete = this.withIds(resource, id, rows);
    this.checkIds(resource, id, complete);
    return [{ resource, rows: complete, isSingle: false, id }];
  }

  /** Each row has an id of its own, that can be a step of a path. */
  private checkIds(resource: string, id: string, rows: readonly JsonObject[]): void {
    const first = new Map<Json, number>();
    for (const [index, row] of rows.entries()) {
      if (this.faults.length >= FAULTS_MAX) return;
      const value = own(row, id) as Json;
      const steps = [resource, String(index), id];
      const before = first.get(value);
      if (!isNumber(value) && (typeof value !== 'string' || UNROUTABLE.test(value)))
        this.failed(steps, `${jsonText(value)} is not an id`, 'Use a number or a text.');
      else if (before !== undefined) {
        const message = `/${resource}/${before} already has the id ${jsonText(value)}`;
        this.failed(steps, message, 'Each row needs its own id.');
      } else first.set(value, index);
    }
  }

  /** Gives ids to the rows that have none, and one type to ids that are numbers and texts. */
  private withIds(
    resource: string,
    id: string,
    rows: readonly JsonObject[],
  ): readonly JsonObject[] {
    const ids = rows.map((row) => own(row, id) ?? null);
    const hasTexts = ids.some((one) => typeof one === 'string');
    const isMixed = hasTexts && ids.some(isNumber);
    if (isMixed) {
      const message = `the ids are numbers and texts; all are texts here: "${String(ids.find(isNumber))}"`;
      this.notes.push({ at: toPointer([resource]), message });
    }
    const lacking = ids.filter((one) => one === null).length;
    if (lacking > 0) {
      const message = `${lacking} of ${rows.length} rows had no "${id}" and have one now`;
      this.notes.push({ at: toPointer([resource]), message });
    }
    if (!isMixed && lacking === 0) return rows;
    const next = nextIds(ids, hasTexts);
    return rows.map((row, index) => {
      const now = ids[index] ?? next();
      const value = isMixed && isNumber(now) ? String(now) : now;
      return objectOf([[id, value], ...Object.entries(row).filter(([key]) => key !== id)]);
    });
  }
}

/** Returns ids that no row has, of the type of the others: numbers, texts or UUIDs. */
function nextIds(ids: readonly Json[], hasTexts: boolean): () => Json {
  const taken = new Set(ids.map(String));
  const texts = ids.filter((one) => typeof one === 'string');
  const isUuid =
    hasTexts && texts.every((one) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(one));
  const numbers = ids.filter((one) => typeof one === 'number' && Number.isFinite(one));
  let last = numbers.reduce<number>((most, one) => Math.max(most, Math.floor(one as number)), 0);
  return () => {
    for (;;) {
      last++;
      const text = isUuid
        ? `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
        : String(last);
      if (!taken.has(text)) return hasTexts ? text : last;
    }
  };
}
