// The fields of filters, each with the reader of its value; a sentence says what it expected.

import { suggest } from '../../base/suggest.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import { readWorldName, WORLD_NAME_RULE } from '../../model/message/world-name.ts';
import { findPatternFlaw } from '../../model/query/regex-filter.ts';
import { OTHER } from '../interaction/latency.ts';
import type { FilterCondition, InteractionState } from './filter.ts';
import {
  ENDLESS,
  type NumberRange,
  readDurations,
  readMoment,
  readSizes,
  readWholes,
} from './ranges.ts';

/** Reads the value of a field. `now` is in milliseconds since 1970. */
export type ReadField = (value: string, now: number) => FilterCondition | string;

export const STATUS_MIN = 100;
export const STATUS_MAX = 999;
export const states: readonly InteractionState[] = [
  'violating',
  'conforming',
  'not-shown',
  'unjudged',
  'failed',
  'noted',
  'altered',
];
export const sources = ['mock', 'proxy', 'verify'] as const;

/** Every field by its names. */
export const fields: ReadonlyMap<string, ReadField> = new Map<string, ReadField>([
  ['status', readStatus],
  ['method', readMethod],
  ['op', readOperation],
  ['operation', readOperation],
  ['is', readState],
  ['path', (pattern) => ({ kind: 'path', pattern })],
  ['query', (text) => ({ kind: 'query', text })],
  ['dur', readDurationField],
  ['duration', readDurationField],
  ['body', (text) => ({ kind: 'body', side: 'either', text })],
  ['request', (text) => ({ kind: 'body', side: 'request', text })],
  ['reply', (text) => ({ kind: 'body', side: 'reply', text })],
  ['header', readHeader],
  ['source', readSource],
  ['world', readWorld],
  ['replica', (replica) => ({ kind: 'replica', replica })],
  ['tag', (tag) => ({ kind: 'tag', tag: tag.toLowerCase() })],
  ['finding', (text) => ({ kind: 'finding', text })],
  ['law', (text) => ({ kind: 'law', text })],
  ['type', (text) => ({ kind: 'type', text: text.toLowerCase() })],
  ['size', readSize],
  ['regex', readRegex],
  ['seq', readSeq],
  ['after', (value, now) => readTime(value, now, (at) => ({ from: at, to: ENDLESS }))],
  ['before', (value, now) => readTime(value, now, (at) => ({ from: 0, to: at }))],
  ['time', readBetween],
]);

function readStatus(value: string): FilterCondition | string {
  if (value.toLowerCase() === 'none') return { kind: 'status', from: 0, to: 0 };
  const group = /^([1-9])xx$/i.exec(value);
  if (group !== null)
    return { kind: 'status', from: Number(group[1]) * 100, to: Number(group[1]) * 100 + 99 };
  const range = readWholes(value, STATUS_MIN, STATUS_MAX);
  if (range !== null && range.from >= STATUS_MIN) return { kind: 'status', ...range };
  return 'Write a status as 404, 4xx, 400-499, >=500 or none.';
}

function readMethod(value: string): FilterCondition | string {
  if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(value))
    return { kind: 'method', method: value.toUpperCase() };
  return 'Write a method as one word: GET, POST.';
}

function readOperation(value: string): FilterCondition | string {
  const dot = value.lastIndexOf('.');
  const operation = value.slice(dot + 1).toLowerCase();
  const known = [...kinds, OTHER];
  if (known.includes(operation))
    return { kind: 'operation', resource: dot < 0 ? null : value.slice(0, dot), operation };
  return `There is no operation ${JSON.stringify(operation)}${didYouMean(operation, known)}`;
}

function readState(value: string): FilterCondition | string {
  const wanted = value.toLowerCase();
  const state = states.find((known) => known === wanted);
  return state === undefined
    ? `There is no state ${JSON.stringify(wanted)}${didYouMean(wanted, states)}`
    : { kind: 'is', state };
}

function readSource(value: string): FilterCondition | string {
  const wanted = value.toLowerCase();
  const source = sources.find((known) => known === wanted);
  return source === undefined
    ? `There is no source ${JSON.stringify(wanted)}${didYouMean(wanted, sources)}`
    : { kind: 'source', source };
}

function readWorld(value: string): FilterCondition | string {
  const world = readWorldName(value);
  return world === null
    ? `This is not a valid world name. ${WORLD_NAME_RULE}`
    : { kind: 'world', world };
}

function readDurationField(value: string): FilterCondition | string {
  const range = readDurations(value);
  return range === null
    ? 'Write a duration as >500ms, <1s or 100-200 (milliseconds).'
    : { kind: 'duration', fromMs: range.from, toMs: range.to };
}

function readHeader(value: string): FilterCondition | string {
  const [name = ''] = value.split('=', 1);
  if (name === '')
    return 'Write a header field as header:etag, or header:etag=abc for a part of its value.';
  return { kind: 'header', name: name.toLowerCase(), text: value.slice(name.length + 1) };
}

function readSize(value: string): FilterCondition | string {
  const range = readSizes(value);
  return range === null
    ? 'Write a size as >100kB, <1MB or 10-20 (bytes).'
    : { kind: 'size', ...range };
}

function readRegex(pattern: string): FilterCondition | string {
  const flaw = findPatternFlaw(pattern);
  return flaw === null ? { kind: 'regex', pattern } : `The pattern ${flaw.message}. ${flaw.remedy}`;
}

function readSeq(value: string): FilterCondition | string {
  const range = readWholes(value, 1, ENDLESS);
  return range === null ? 'Write a number as 12, 10-20, >12 or <12.' : { kind: 'seq', ...range };
}

const MOMENTS = 'Write a time as 12:30, 2026-11-20, 2026-11-20T10:00 or 5m (ago).';

function readTime(
  value: string,
  now: number,
  rangeOf: (at: number) => NumberRange,
): FilterCondition | string {
  const at = readMoment(value, now);
  return at === null ? MOMENTS : { kind: 'time', ...rangeOf(at) };
}

function readBetween(value: string, now: number): FilterCondition | string {
  const [first = '', second = '', ...more] = value.split('..');
  const [from, to] = [readMoment(first, now), readMoment(second, now)];
  if (from === null || to === null || more.length > 0)
    return `Write a period as time:12:30..12:45. ${MOMENTS}`;
  return from <= to ? { kind: 'time', from, to } : 'The second time is before the first.';
}

/** Ends a sentence with the nearest name, or with all of them. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = suggest(name, known);
  return near === null ? `. There are: ${known.join(', ')}.` : `. Did you mean ${near}?`;
}
