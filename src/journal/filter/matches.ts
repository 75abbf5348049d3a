// Matches an interaction against a filter, and so defines the terms. For a file, SQL does so. Pure.

import { SHARED_WORLD } from '../../model/message/world-name.ts';
import { compilePattern } from '../../model/query/regex-filter.ts';
import { OTHER } from '../interaction/latency.ts';
import type { Annotation, Recorded, Verdict } from '../interaction/recorded.ts';
import { bytesOf } from '../interaction/row.ts';
import type { Filter, FilterCondition, InteractionState } from './filter.ts';
import { fold } from './fold.ts';
import { headText, replyText, requestText } from './texts.ts';

/** Returns whether an interaction and its annotation match all terms. */
export function matches(filter: Filter, recorded: Recorded, annotation: Annotation): boolean {
  return filter.terms.every((term) => holds(term, recorded, annotation) !== term.isNegated);
}

/** Returns whether one condition matches. */
export function holds(
  condition: FilterCondition,
  recorded: Recorded,
  annotation: Annotation,
): boolean {
  switch (condition.kind) {
    case 'status':
      return within(recorded.reply?.status ?? 0, condition.from, condition.to);
    case 'method':
      return recorded.request.method === condition.method;
    case 'operation':
      return (
        (condition.resource === null || recorded.resource === condition.resource) &&
        (recorded.operation ?? OTHER) === condition.operation
      );
    case 'is':
      return isIn(condition.state, recorded, annotation);
    case 'path':
      return isLike(fold(recorded.request.path), fold(condition.pattern));
    case 'query':
      return fold(recorded.request.query).includes(fold(condition.text));
    case 'duration':
      return within(recorded.elapsedMs, condition.fromMs, condition.toMs);
    case 'body':
      return hasBody(condition.side, fold(condition.text), recorded);
    case 'header':
      return hasHeader(condition.name, fold(condition.text), recorded);
    case 'source':
      return recorded.source === condition.source;
    case 'world':
      return (recorded.world ?? SHARED_WORLD) === condition.world;
    case 'replica':
      return recorded.replica === condition.replica;
    case 'tag':
      return annotation.tags.includes(condition.tag);
    case 'finding':
      return hasFinding(fold(condition.text), recorded);
    case 'law':
      return recorded.law !== null && fold(recorded.law).includes(fold(condition.text));
    case 'seq':
      return within(recorded.seq, condition.from, condition.to);
    case 'time':
      return within(recorded.at, condition.from, condition.to);
    case 'type':
      return fold(typeOf(recorded)).includes(fold(condition.text));
    case 'size':
      return within(bytesOf(recorded.reply?.body), condition.from, condition.to);
    case 'regex':
      return hasPattern(condition.pattern, recorded);
    case 'any':
      return condition.of.some((term) => holds(term, recorded, annotation) !== term.isNegated);
    case 'all':
      return condition.of.every((term) => holds(term, recorded, annotation) !== term.isNegated);
    case 'text':
      return hasText(fold(condition.text), recorded, annotation);
  }
}

/** The verdict of each state that is one. */
export const verdictOf: { readonly [Of in InteractionState]?: Verdict } = {
  violating: 'violates',
  conforming: 'conforms',
  'not-shown': 'not-shown',
  unjudged: 'unjudged',
};

function isIn(state: InteractionState, recorded: Recorded, annotation: Annotation): boolean {
  if (state === 'failed') return recorded.reply === null;
  if (state === 'noted') return annotation.tags.length > 0 || annotation.note !== '';
  if (state === 'altered') return recorded.original !== null;
  return recorded.verdict === verdictOf[state];
}

/** Whether a pattern is a part of a text; with `*` in it, whether it is the whole text. */
function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return text.includes(first);
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

function hasBody(side: 'request' | 'reply' | 'either', text: string, recorded: Recorded): boolean {
  const isAsked = side !== 'reply' && requestText(recorded).includes(text);
  return isAsked || (side !== 'request' && replyText(recorded).includes(text));
}

function hasHeader(name: string, text: string, { request, reply }: Recorded): boolean {
  const isIt = ([of, value]: readonly [string, string]): boolean =>
    of === name && fold(value).includes(text);
  return request.headers.some(isIt) || (reply?.headers.some(isIt) ?? false);
}

function hasFinding(text: string, { findings }: Recorded): boolean {
  return findings.some(({ code, clause }) => fold(code) === text || fold(clause).includes(text));
}

function hasText(text: string, recorded: Recorded, annotation: Annotation): boolean {
  return (
    headText(recorded).includes(text) ||
    requestText(recorded).includes(text) ||
    replyText(recorded).includes(text) ||
    fold(annotation.note).includes(text)
  );
}

/** The media type of the reply without parameters; empty if it has none. */
function typeOf({ reply }: Recorded): string {
  const value = reply?.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return (value.split(';', 1)[0] ?? '').trim();
}

function hasPattern(pattern: string, recorded: Recorded): boolean {
  const found = patternOf(pattern);
  return found(headText(recorded)) || found(requestText(recorded)) || found(replyText(recorded));
}

/** The last pattern is kept: a search asks for it again and again. */
let last: { readonly pattern: string; readonly found: (text: string) => boolean } | null = null;

function patternOf(pattern: string): (text: string) => boolean {
  if (last?.pattern !== pattern) last = { pattern, found: compilePattern(pattern) };
  return last.found;
}

function within(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}
