// Filter to text, which parses to the same filter: to compare filters, and to name them in failures.

import { STATUS_MAX, STATUS_MIN } from '../../src/journal/filter/fields.ts';
import type { Filter, FilterTerm } from '../../src/journal/filter/filter.ts';
import { ENDLESS } from '../../src/journal/filter/ranges.ts';

/** Returns the text of a filter, with times in UTC. */
export function printFilter(filter: Filter): string {
  return filter.terms.map(printSigned).join(' ');
}

function printSigned(term: FilterTerm): string {
  const text = printTerm(term);
  return `${term.isNegated ? '-' : ''}${term.isNegated && term.kind === 'any' ? `(${text})` : text}`;
}

function printTerm(term: FilterTerm): string {
  switch (term.kind) {
    case 'status':
      return `status:${printStatus(term.from, term.to)}`;
    case 'method':
      return `method:${term.method}`;
    case 'operation':
      return `op:${quoted(term.resource === null ? term.operation : `${term.resource}.${term.operation}`)}`;
    case 'is':
      return `is:${term.state}`;
    case 'path':
      return `path:${quoted(term.pattern)}`;
    case 'query':
      return `query:${quoted(term.text)}`;
    case 'duration':
      return `dur:${printDuration(term.fromMs, term.toMs)}`;
    case 'body':
      return `${term.side === 'either' ? 'body' : term.side}:${quoted(term.text)}`;
    case 'header':
      return `header:${quoted(term.text === '' ? term.name : `${term.name}=${term.text}`)}`;
    case 'source':
      return `source:${term.source}`;
    case 'world':
      return `world:${term.world}`;
    case 'replica':
      return `replica:${quoted(term.replica)}`;
    case 'tag':
      return `tag:${quoted(term.tag)}`;
    case 'finding':
      return `finding:${quoted(term.text)}`;
    case 'law':
      return `law:${quoted(term.text)}`;
    case 'seq':
      return `seq:${term.to === ENDLESS ? `>=${term.from}` : term.from === term.to ? term.from : `${term.from}-${term.to}`}`;
    case 'time':
      return printTime(term.from, term.to);
    case 'type':
      return `type:${quoted(term.text)}`;
    case 'size':
      return `size:${term.to === ENDLESS ? `>=${term.from}` : `${term.from}-${term.to}`}`;
    case 'regex':
      return `regex:${quoted(term.pattern)}`;
    case 'any':
      return term.of.map(printSigned).join(' OR ');
    case 'all':
      return `(${term.of.map(printSigned).join(' ')})`;
    case 'text':
      return /^[-!(]|:|^(?:OR|NOT)$|\)/.test(term.text)
        ? `"${escaped(term.text)}"`
        : quoted(term.text);
  }
}

function printStatus(from: number, to: number): string {
  if (to === 0) return 'none';
  if (from === to) return String(from);
  if (from % 100 === 0 && to === from + 99) return `${from / 100}xx`;
  if (to === STATUS_MAX) return `>=${from}`;
  return from === STATUS_MIN ? `<=${to}` : `${from}-${to}`;
}

function printDuration(fromMs: number, toMs: number): string {
  if (toMs === ENDLESS) return `>=${fromMs}ms`;
  return fromMs === 0 ? `<=${toMs}ms` : `${fromMs}ms-${toMs}ms`;
}

function printTime(from: number, to: number): string {
  if (to === ENDLESS) return `after:${moment(from)}`;
  return from === 0 ? `before:${moment(to)}` : `time:${moment(from)}..${moment(to)}`;
}

const DATE_MS_MAX = 8.64e15;

function moment(at: number): string {
  return Number.isInteger(at) && Math.abs(at) <= DATE_MS_MAX
    ? new Date(at).toISOString()
    : String(at);
}

function quoted(text: string): string {
  return text === '' || /[\s"\\()]/.test(text) ? `"${escaped(text)}"` : text;
}

function escaped(text: string): string {
  return text.replaceAll(/["\\]/g, (char) => `\\${char}`);
}
