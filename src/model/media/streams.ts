// Items as a stream: events of a server (HTML Standard, Server-sent events), JSON Lines, JSON text
// sequences (RFC 7464).

import { isObject, type Json, jsonText, own } from '../../base/json.ts';

const FRAMINGS: Readonly<Record<string, (item: Json) => string>> = {
  'text/event-stream': eventOf,
  'application/x-ndjson': lineOf,
  'application/ndjson': lineOf,
  'application/jsonl': lineOf,
  'application/x-jsonl': lineOf,
  'application/jsonlines': lineOf,
  'application/x-jsonlines': lineOf,
  'application/json-lines': lineOf,
  'application/stream+json': lineOf,
  'application/json-seq': (item) => `\x1e${lineOf(item)}`,
};

/** Whether a media type is one of a stream of items. */
export function isStreamType(type: string): boolean {
  return Object.hasOwn(FRAMINGS, type);
}

/** Returns items as the text of a stream. */
export function streamOf(type: string, items: readonly Json[]): string {
  return items.map(FRAMINGS[type] ?? lineOf).join('');
}

function lineOf(item: Json): string {
  return `${jsonText(item)}\n`;
}

/** An item is an event if its members are those of one, else the data of one. */
function eventOf(item: Json): string {
  const isEvent =
    isObject(item) &&
    Object.hasOwn(item, 'data') &&
    Object.keys(item).every((name) => EVENT.includes(name));
  const fields = isEvent
    ? EVENT.flatMap((name) => {
        const value = own(item, name);
        return value === undefined || value === null ? [] : [[name, value] as const];
      })
    : [['data', item] as const];
  return `${fields.flatMap(([name, value]) => linesOf(name, value)).join('')}\n`;
}

const EVENT = ['event', 'id', 'retry', 'data'];

function linesOf(name: string, value: Json): readonly string[] {
  const text = typeof value === 'string' ? value : jsonText(value);
  const lines = text.split(/\r\n|\r|\n/);
  return (name === 'data' ? lines : lines.slice(0, 1)).map((line) => `${name}: ${line}\n`);
}
