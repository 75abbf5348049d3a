// One item of a stream by its schema: read as that says, and what does not fit.

import type { Json, JsonObject } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schema } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';
import { readBody } from '../message/call.ts';
import type { StreamItem } from './stream-items.ts';
import { dataFormOf, type ItemSchema } from './stream-schema.ts';

/** What does not fit. Places are those in the item: below `/data` in the data of an event. */
export interface ItemFlaw {
  readonly violation: Violation;
  /** The whole item. */
  readonly value: Json;
  /** The name of the schema. */
  readonly schema: string;
}

export type ReadItem =
  | { readonly kind: 'read'; readonly flaws: readonly ItemFlaw[] }
  /** `message` is a clause that says why it cannot be read. */
  | { readonly kind: 'broken'; readonly message: string };

export interface ItemRules {
  readonly checker: Checker;
  /** Whether no item follows: some streams end with data that only says so. */
  readonly isLast: boolean;
}

/** Reads an item. Without a schema it may be anything that can be read. */
export function readItem(
  item: StreamItem,
  schema: ItemSchema | null,
  { checker, isLast }: ItemRules,
): ReadItem {
  if (item.kind === 'broken') return item;
  if (schema === null) return FITS;
  if (item.kind === 'value')
    return { kind: 'read', flaws: flawsOf(checker, schema, item.value, item.value) };
  const { data } = item.fields;
  if (isLast && data === END) return FITS;
  if (typeof data !== 'string')
    return schema.about === 'data'
      ? { kind: 'broken', message: 'it has no data, so that clients pass over it' }
      : { kind: 'read', flaws: flawsOf(checker, schema, item.fields, item.fields) };
  return readEvent(item.fields, data, schema, checker);
}

/** How many services end a stream of events, before they close the connection. */
const END = '[DONE]';

const FITS: ReadItem = { kind: 'read', flaws: [] };

function readEvent(
  fields: JsonObject,
  text: string,
  schema: ItemSchema,
  checker: Checker,
): ReadItem {
  const form = dataFormOf(checker.schemas, schema, fields);
  const body = form.kind === 'text' ? null : readBody(text);
  if (body !== null && body.kind !== 'json' && !(form.kind === 'json' && form.mayBeText))
    return { kind: 'broken', message: `its data ${shown(text)} is not JSON` };
  const parsed = body?.kind === 'json' ? body.value : text;
  const data = form.kind === 'content' ? text : parsed;
  const value = { ...fields, data };
  const flaws = flawsOf(checker, schema, schema.about === 'data' ? data : value, value);
  const inContent = form.kind === 'content' ? checker.checkPart(form.schema as Schema, parsed) : [];
  return {
    kind: 'read',
    flaws: [
      ...flaws,
      ...inContent.map((violation) => ({
        violation: { ...violation, at: `/data${violation.at}` },
        value: { ...fields, data: parsed },
        schema: schema.name,
      })),
    ],
  };
}

/** `checked` is the part of the item that the schema is about. */
function flawsOf(
  checker: Checker,
  { name, of, about }: ItemSchema,
  checked: Json,
  value: Json,
): readonly ItemFlaw[] {
  const before = about === 'data' ? '/data' : '';
  const violations =
    of === 'item' ? checker.check(name, checked) : inList(checker.check(name, [checked]));
  return violations.map((violation) => ({
    violation: { ...violation, at: before + violation.at },
    value,
    schema: name,
  }));
}

/** What a list says of its only element. How many there are, and that they differ, is not looked at. */
function inList(violations: readonly Violation[]): readonly Violation[] {
  return violations
    .filter(({ at }) => at === FIRST || at.startsWith(`${FIRST}/`))
    .map((violation) => ({ ...violation, at: violation.at.slice(FIRST.length) }));
}

const FIRST = '/0';

function shown(text: string): string {
  return JSON.stringify(truncate(text, TEXT_CHARS_SHOWN));
}

const TEXT_CHARS_SHOWN = 60;
