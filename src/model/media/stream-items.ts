// The items in the text of a stream, with the line on which each begins: events of a server (HTML
// Standard, Server-sent events), JSON Lines, JSON text sequences (RFC 7464). Does not know what an
// item should be.

import type { Json, JsonObject } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import { readBody } from '../message/call.ts';
import { framingOf } from './streams.ts';

export type StreamItem =
  | { readonly kind: 'value'; readonly line: number; readonly value: Json }
  /** The fields of an event that are there; its data is a text. */
  | { readonly kind: 'event'; readonly line: number; readonly fields: JsonObject }
  /** `message` is a clause that says what is wrong. */
  | { readonly kind: 'broken'; readonly line: number; readonly message: string };

/**
 * Returns the items of a stream; `null` if the text is none of its media type. `cut`: the stream went
 * on, and what is not complete at its end is no item.
 */
export function itemsIn(
  type: string,
  text: string,
  end: 'whole' | 'cut',
): readonly StreamItem[] | null {
  const plain = text.replace(/^\ufeff/, '');
  switch (framingOf(type)) {
    case 'events':
      return eventsIn(plain, end);
    case 'records':
      return recordsIn(plain, end);
    default:
      return linesIn(plain, end);
  }
}

function linesIn(text: string, end: 'whole' | 'cut'): readonly StreamItem[] {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines.flatMap((line, index) =>
    line.trim() === '' || (end === 'cut' && index === last) ? [] : [itemOf(line, index + 1)],
  );
}

function recordsIn(text: string, end: 'whole' | 'cut'): readonly StreamItem[] | null {
  const [before = '', ...records] = text.split(SEPARATOR);
  if (before.trim() !== '') return null;
  let line = 1;
  return records.flatMap((record, index): readonly StreamItem[] => {
    const at = line;
    line += record.split('\n').length - 1;
    const isCut = end === 'cut' && index === records.length - 1 && !record.endsWith('\n');
    return record.trim() === '' || isCut ? [] : [itemOf(record, at)];
  });
}

const SEPARATOR = '\x1e';

/** Returns a JSON text as an item. */
function itemOf(text: string, line: number): StreamItem {
  const body = readBody(text.trim());
  return body.kind === 'json'
    ? { kind: 'value', line, value: body.value }
    : { kind: 'broken', line, message: `${quoted(text)} is not JSON` };
}

/** Events, and what only says that the stream lives: comments, and fields without an event. */
function eventsIn(text: string, end: 'whole' | 'cut'): readonly StreamItem[] | null {
  const items: StreamItem[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  let [block, hasField]: [Block, boolean] = [newBlock(1), false];
  for (const [index, line] of lines.entries()) {
    if (line === '' && index < lines.length - 1) {
      if (isEvent(block)) items.push({ kind: 'event', line: block.line, fields: fieldsOf(block) });
      block = newBlock(index + 2);
      continue;
    }
    const [name = '', value = ''] = /^([^:]*)(?::\x20?(.*))?$/s.exec(line)?.slice(1) ?? [];
    hasField ||= line.startsWith(':') || FIELDS.has(name);
    if (block.data.length + block.fields.size === 0) block = { ...block, line: index + 1 };
    if (name === 'data') block.data.push(value);
    else if (FIELDS.has(name)) block.fields.set(name, value);
  }
  if (!hasField && text.trim() !== '') return null;
  if (end === 'whole' && block.data.length > 0)
    items.push({ kind: 'broken', line: block.line, message: UNENDED });
  return items;
}

const UNENDED = 'no empty line follows its data, so that clients pass over it';

const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);

interface Block {
  readonly line: number;
  readonly data: string[];
  readonly fields: Map<string, string>;
}

function newBlock(line: number): Block {
  return { line, data: [], fields: new Map() };
}

/** A block without data and without a name is a heartbeat, or sets what holds for later events. */
function isEvent({ data, fields }: Block): boolean {
  return data.length > 0 || fields.has('event');
}

function fieldsOf({ data, fields }: Block): JsonObject {
  const retry = fields.get('retry');
  return {
    ...(data.length === 0 ? {} : { data: data.join('\n') }),
    ...Object.fromEntries(fields),
    ...(retry !== undefined && /^\d{1,15}$/.test(retry) ? { retry: Number(retry) } : {}),
  };
}

function quoted(text: string): string {
  return JSON.stringify(truncate(text.trim(), TEXT_CHARS_SHOWN));
}

const TEXT_CHARS_SHOWN = 60;
