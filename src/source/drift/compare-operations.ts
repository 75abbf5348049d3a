// What changed in one operation: parameters, bodies, answers, credentials, words.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, own } from '../../base/json.ts';
import { type Placed, placeText, type SourcePlace } from '../openapi/places.ts';
import { type Change, type Direction, type DriftVerdict, isSent, verdictOn } from './change.ts';
import {
  type ComparedSchemas,
  type SchemaComparison,
  type Versions,
  where,
} from './compare-schemas.ts';
import type {
  DescribedAnswer,
  DescribedBody,
  DescribedOperation,
  DescribedValue,
} from './described-operations.ts';

/** What changed in an operation itself, and the pairs of schemas that it uses. */
export interface ComparedOperation {
  readonly changes: readonly Omit<Change, 'operations'>[];
  readonly schemas: readonly ComparedSchemas[];
}

/** Compares two versions of an operation. */
export function compareOperation(
  operations: Versions<DescribedOperation>,
  schemas: SchemaComparison,
): ComparedOperation {
  const comparison = new OperationComparison(schemas, operations.newer.isEvent);
  comparison.compare(operations);
  return comparison;
}

class OperationComparison implements ComparedOperation {
  readonly changes: Omit<Change, 'operations'>[] = [];
  readonly schemas: ComparedSchemas[] = [];
  private readonly all: SchemaComparison;
  /** What comes first, and what is said to it. */
  private readonly first: Direction;
  private readonly second: Direction;

  constructor(all: SchemaComparison, isEvent: boolean) {
    this.all = all;
    this.first = isEvent ? 'event' : 'request';
    this.second = isEvent ? 'reply' : 'answer';
  }

  compare({ older, newer }: Versions<DescribedOperation>): void {
    const places = { older: older.place, newer: newer.place };
    this.values(this.first, { older: older.parameters, newer: newer.parameters }, places);
    this.requestBody({ older: older.body, newer: newer.body }, places);
    this.answers(older, newer);
    this.security(older, newer);
    for (const word of new Set([...older.words.keys(), ...newer.words.keys()])) {
      const [was, is] = [older.words.get(word), newer.words.get(word)];
      if (was !== undefined && is !== undefined && equal(was, is)) continue;
      const isMark = word === 'deprecated';
      const mark = is === true ? 'it is deprecated now' : 'it is no longer deprecated';
      this.add('neutral', isMark ? mark : `the ${word} changed`, places);
    }
  }

  /** Parameters, or header fields of an answer. */
  private values(
    direction: Direction,
    { older, newer }: Versions<ReadonlyMap<string, DescribedValue>>,
    around: Versions<SourcePlace>,
  ): void {
    const noun = direction === this.first ? 'parameter' : 'header field';
    for (const key of new Set([...older.keys(), ...newer.keys()])) {
      const [was, is] = [older.get(key), newer.get(key)];
      const words = `the ${noun} ${JSON.stringify((is ?? was)?.name)}`;
      if (was === undefined && is !== undefined) {
        const isNeeded = isSent(direction) && is.isRequired;
        this.add(
          isNeeded ? 'breaking' : 'compatible',
          `${words} is new${isNeeded ? ', and required' : ''}`,
          {
            ...around,
            newer: is.place,
          },
        );
      } else if (was !== undefined && is === undefined) {
        this.add('breaking', `${words} is gone`, { ...around, older: was.place });
      } else if (was !== undefined && is !== undefined) {
        this.value(direction, words, { older: was, newer: is });
      }
    }
  }

  private value(
    direction: Direction,
    words: string,
    { older, newer }: Versions<DescribedValue>,
  ): void {
    const places = { older: older.place, newer: newer.place };
    if (older.isRequired !== newer.isRequired) {
      const verdict = verdictOn(newer.isRequired ? 'narrower' : 'wider', direction);
      this.add(verdict, `${words} is ${newer.isRequired ? 'required' : 'optional'} now`, places);
    }
    if (older.style !== newer.style)
      this.add('breaking', `${words} is written in another way`, places);
    if (isSent(direction) && older.style === newer.style && isAnyTextNow({ older, newer }))
      this.add('compatible', `${words} takes any text now`, places);
    else this.schema(direction, { older: older.schema, newer: newer.schema });
  }

  private requestBody(
    { older, newer }: Versions<DescribedBody | null>,
    around: Versions<SourcePlace>,
  ): void {
    if (older === null && newer !== null) {
      const isNeeded = newer.isRequired && isSent(this.first);
      const verdict = isNeeded ? 'breaking' : 'compatible';
      const words = `the body is new${newer.isRequired ? ', and required' : ''}`;
      this.add(verdict, words, { ...around, newer: newer.place });
    } else if (older !== null && newer === null) {
      this.add('breaking', 'the body is gone', { ...around, older: older.place });
    } else if (older !== null && newer !== null) {
      const places = { older: older.place, newer: newer.place };
      if (older.isRequired !== newer.isRequired)
        this.add(
          verdictOn(newer.isRequired ? 'narrower' : 'wider', this.first),
          `the body is ${newer.isRequired ? 'required' : 'optional'} now`,
          places,
        );
      this.body(this.first, { older, newer });
    }
  }

  private body(direction: Direction, { older, newer }: Versions<DescribedBody>): void {
    const places = { older: older.place, newer: newer.place };
    for (const [type, was] of older.media) {
      const is = newer.media.get(type);
      if (is === undefined)
        this.add('breaking', `${where(direction)}: the media type ${type} is gone`, places);
      else this.schema(direction, { older: was, newer: is });
    }
    for (const type of newer.media.keys())
      if (!older.media.has(type))
        this.add('compatible', `${where(direction)}: the media type ${type} is new`, places);
  }

  private schema(direction: Direction, { older, newer }: Versions<Placed>): void {
    this.schemas.push(this.all.compare({ older: [older], newer: [newer] }, direction));
  }

  private answers(older: DescribedOperation, newer: DescribedOperation): void {
    const around = { older: older.place, newer: newer.place };
    for (const [status, was] of older.answers) {
      const is = newer.answers.get(status) ?? covering(newer.answers, status);
      if (is !== undefined) this.answer({ older: was, newer: is });
      // One refusal less is nothing that a client can meet.
      else if (/^[45]\d\d$/.test(status))
        this.add('compatible', `the answer ${status} is gone`, { ...around, older: was.place });
      else if (isSpecific(status) || !hasOther(newer.answers, status))
        this.add('breaking', `the answer ${status} is gone`, { ...around, older: was.place });
      else
        this.add('compatible', `the answer ${status} is gone, others are named`, {
          ...around,
          older: was.place,
        });
    }
    for (const [status, is] of newer.answers) {
      if (older.answers.has(status)) continue;
      const was = covering(older.answers, status);
      const places = { ...around, newer: is.place };
      if (was !== undefined) this.answer({ older: was, newer: is });
      else this.add(verdictOnNew(status, older.answers), `the answer ${status} is new`, places);
    }
  }

  private answer({ older, newer }: Versions<DescribedAnswer>): void {
    this.body(this.second, { older: older.body, newer: newer.body });
    this.values(
      this.second,
      { older: older.headers, newer: newer.headers },
      {
        older: older.place,
        newer: newer.place,
      },
    );
  }

  private security(older: DescribedOperation, newer: DescribedOperation): void {
    const places = { older: older.securityPlace, newer: newer.securityPlace };
    const [was, is] = [older.security, newer.security];
    if (was.length === 0 || is.length === 0) {
      if (is.length > 0) this.add('breaking', `it needs credentials now: ${setsText(is)}`, places);
      if (was.length > 0) this.add('compatible', 'it needs no credentials now', places);
      return;
    }
    const gone = was.filter((one) => !is.some((other) => suffices(one, other)));
    const added = is.filter((one) => !was.some((other) => suffices(one, other)));
    const verb = (sets: typeof was): string => (sets.length === 1 ? 'suffices' : 'suffice');
    if (gone.length > 0) {
      const words = `${setsText(gone)} no longer ${verb(gone)}; ${setsText(is)} ${verb(is)}`;
      this.add('breaking', words, places);
    } else if (added.length > 0) {
      this.add('compatible', `${setsText(added)} ${verb(added)} now`, places);
    }
  }

  private add(
    verdict: DriftVerdict,
    message: string,
    { older, newer }: Versions<SourcePlace>,
  ): void {
    this.changes.push({ verdict, message, from: placeText(older), to: placeText(newer) });
  }
}

/**
 * Whether a value that was a number, or of several plain types, may be any text now, or a list of any
 * texts: in parameters each is written as a text, and one text is a list of one.
 */
function isAnyTextNow({ older, newer }: Versions<DescribedValue>): boolean {
  const now = newer.schema.value;
  const items = isObject(now) && own(now, 'type') === 'array' ? (own(now, 'items') ?? null) : now;
  const types = typesIn(older.schema.value);
  const isPlain = types.length > 0 && types.every((type) => PLAIN_TYPES.has(type));
  return isPlain && isAnyText(items) && !(types.join() === 'string' && items === now);
}

function isAnyText(schema: Json): boolean {
  return (
    isObject(schema) &&
    own(schema, 'type') === 'string' &&
    Object.keys(schema).every((keyword) => /^(?:type|title|description|examples?)$/.test(keyword))
  );
}

function typesIn(schema: Json): readonly string[] {
  return isObject(schema) ? [own(schema, 'type') ?? []].flat().map(String) : [];
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether credentials contain all others that are asked for, with their scopes. */
function suffices(held: readonly string[], asked: readonly string[]): boolean {
  return asked.every((one) => {
    const [kind = '', scopes = ''] = one.split(' with ');
    return held.some((other) => {
      const [otherKind = '', otherScopes = ''] = other.split(' with ');
      const has = otherScopes.split(' and ');
      return (
        otherKind === kind &&
        scopes.split(' and ').every((scope) => scope === '' || has.includes(scope))
      );
    });
  });
}

function setsText(sets: readonly (readonly string[])[]): string {
  return sets.map((one) => one.join(' and ')).join(', or ');
}

function isSpecific(status: string): boolean {
  return /^\d{3}$/.test(status);
}

/** The answer that a range or `default` gives for a status. */
function covering(
  answers: ReadonlyMap<string, DescribedAnswer>,
  status: string,
): DescribedAnswer | undefined {
  const range = isSpecific(status) ? answers.get(`${status[0]}XX`) : undefined;
  return range ?? (status === 'DEFAULT' ? undefined : answers.get('DEFAULT'));
}

/** Whether there is another answer of the same class; for `default`, any other one. */
function hasOther(answers: ReadonlyMap<string, DescribedAnswer>, status: string): boolean {
  return [...answers.keys()].some((one) => status === 'DEFAULT' || one[0] === status[0]);
}

/** Clients must know the class of any status (RFC 9110 section 15), but not another success. */
function verdictOnNew(status: string, older: ReadonlyMap<string, DescribedAnswer>): DriftVerdict {
  const isSuccess = status.startsWith('2') || status.startsWith('3');
  const hadSuccess = [...older.keys()].some((one) => one.startsWith('2'));
  return isSuccess && hadSuccess ? 'breaking' : 'compatible';
}
