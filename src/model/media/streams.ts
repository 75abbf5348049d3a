// Items as a stream: events of a server (HTML Standard, Server-sent events), JSON Lines, JSON text
// sequences (RFC 7464).

import { isObject, type Json, jsonText, own } from '../../base/json.ts';

/** How items follow each other: as events, on lines, or each after a separator. */
export type Framing = 'events' | 'lines' | 'records';

/** Returns how the items of a media type follow each other; `null` if it is none of a stream. */
export function framingOf(mediaType: string): Framing | null {
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'text/event-stream') return 'events';
  if (type === 'application/json-seq' || type.endsWith('+json-seq')) return 'records';
  return LINES.test(type) ? 'lines' : null;
}

const LINES =
  /^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-stream)$|^application\/stream\+json$|\+(?:ndjson|jsonl)$/;

/** Whether a media type is one of a stream of items. */
export function isStreamType(type: string): boolean {
  return framingOf(type) !== null;
}

/** Returns items as the text of a stream. */
export function streamOf(type: string, items: readonly Json[]): string {
  const framing = framingOf(type);
  if (framing === 'events') return items.map(eventOf).join('');
  const before = framing === 'records' ? '\x1e' : '';
  return items.map((item) => `${before}${lineOf(item)}`).join('');
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
