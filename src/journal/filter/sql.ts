// A filter in SQL for the file of a recording: the part that the file decides, and the part to
// check one by one. Always means the same as matches.ts. Pure; file/schema.ts has the tables.

import { SHARED_WORLD } from '../../model/message/world-name.ts';
import { OTHER } from '../interaction/latency.ts';
import type { Source, Verdict } from '../interaction/recorded.ts';
import { sources } from './fields.ts';
import type { Filter, FilterCondition, InteractionState } from './filter.ts';
import { fold } from './fold.ts';
import { joinTerms, type Part, type Sql } from './join-terms.ts';
import { verdictOf } from './matches.ts';

/** An operation of a resource, and its number in the file. */
export interface NumberedOperation {
  readonly id: number;
  readonly resource: string | null;
  readonly operation: string | null;
}

/** Converts a filter to SQL, for a file with some operations: conditions on `interaction`. */
export function sqlOf({ terms }: Filter, operations: readonly NumberedOperation[]): Sql {
  const partIn = (condition: FilterCondition): Part | null => partOf(condition, operations);
  return joinTerms(terms, { yes: '1', no: '0', partOf: partIn });
}

/** How sources and verdicts are written in the file. */
export const sourceCode: { readonly [Of in Source]: number } = { mock: 0, proxy: 1, verify: 2 };
export const verdictCode: { readonly [Of in Verdict]: number } = {
  conforms: 0,
  violates: 1,
  'not-shown': 2,
  unjudged: 3,
};
export const sourceOf = (code: number): Source =>
  sources.find((source) => sourceCode[source] === code) ?? 'mock';
export const verdictOfCode = (code: number): Verdict =>
  (['conforms', 'violates', 'not-shown', 'unjudged'] as const).find(
    (verdict) => verdictCode[verdict] === code,
  ) ?? 'unjudged';

function partOf(condition: FilterCondition, operations: readonly NumberedOperation[]): Part | null {
  switch (condition.kind) {
    case 'status':
      return statusPart(condition.from, condition.to);
    case 'method':
      return { sql: 'method = ?', values: [condition.method] };
    case 'operation':
      return operationPart(condition.resource, condition.operation, operations);
    case 'is':
      return { sql: stateSql(condition.state), values: [] };
    case 'path':
      return pathPart(fold(condition.pattern));
    case 'query':
      return { sql: 'instr(query, ?) > 0', values: [fold(condition.text)] };
    case 'duration':
      return { sql: 'elapsed between ? and ?', values: [condition.fromMs, condition.toMs] };
    case 'source':
      return { sql: 'source = ?', values: [sourceCode[condition.source]] };
    case 'world':
      return condition.world === SHARED_WORLD
        ? { sql: '(world is null or world = ?)', values: [SHARED_WORLD] }
        : { sql: 'world = ?', values: [condition.world] };
    // A file has one writer, which has no name.
    case 'replica':
    case 'regex':
      return null;
    case 'tag':
      return { sql: 'seq in (select seq from tag where tag = ?)', values: [condition.tag] };
    case 'finding':
      return findingPart(fold(condition.text));
    case 'law':
      return { sql: 'instr(law, ?) > 0', values: [fold(condition.text)] };
    case 'seq':
      return { sql: 'seq between ? and ?', values: [condition.from, condition.to] };
    case 'time':
      return timePart(condition.from, condition.to);
    case 'body':
      return textPart([fold(condition.text)], null);
    case 'header':
      return textPart([fold(condition.name), fold(condition.text)], null);
    case 'size':
      return { sql: 'reply_bytes between ? and ?', values: [condition.from, condition.to] };
    case 'type':
      return condition.text === ''
        ? { sql: '1', values: [] }
        : textPart(['content-type', fold(condition.text)], null);
    case 'any':
    case 'all':
      return null;
    case 'text':
      return textPart([fold(condition.text)], fold(condition.text));
  }
}

/** Only failures are indexed: frequent values are found faster in the order of the numbers. */
function statusPart(from: number, to: number): Part {
  if (to <= 0) return { sql: from <= 0 && to === 0 ? 'status is null' : '0', values: [] };
  if (from <= 0) return { sql: '(status is null or status between ? and ?)', values: [from, to] };
  const failing = from >= STATUS_FAILED ? `status >= ${STATUS_FAILED} and ` : '';
  if (from === to) return { sql: `(${failing}status = ?)`, values: [from] };
  return { sql: `(${failing}status between ? and ?)`, values: [from, to] };
}

/** From here on, statuses are in an index. */
export const STATUS_FAILED = 400;

/** By number: for a single value, the index is in that order. */
function operationPart(
  resource: string | null,
  operation: string,
  operations: readonly NumberedOperation[],
): Part {
  const meant = operations.filter(
    (one) =>
      (one.operation ?? OTHER) === operation && (resource === null || one.resource === resource),
  );
  const [first] = meant;
  if (first === undefined) return { sql: '0', values: [] };
  return meant.length === 1
    ? { sql: 'operation = ?', values: [first.id] }
    : {
        sql: `operation in (${meant.map(() => '?').join(', ')})`,
        values: meant.map(({ id }) => id),
      };
}

/**
 * Numbers nearly follow time: no call came earlier than the latest before it by more than the skew,
 * which the file records. So a period lies between two numbers, and nothing needs sorting.
 */
function timePart(from: number, to: number): Part {
  const skew = "(select value from meta where key = 'skew')";
  const before = `(select seq from interaction where at < ? - ${skew} order by at desc limit 1)`;
  const after = `(select seq from interaction where at > ? + ${skew} order by at limit 1)`;
  return {
    sql: `(+at between ? and ? and seq > coalesce(${before}, 0) and seq < coalesce(${after}, ${Number.MAX_SAFE_INTEGER}))`,
    values: [from, to, from, to],
  };
}

function stateSql(state: InteractionState): string {
  if (state === 'failed') return 'status is null';
  if (state === 'noted') return 'seq in (select seq from annotation)';
  if (state === 'altered') return 'altered = 1';
  const verdict = verdictOf[state];
  return `verdict = ${verdict === undefined ? -1 : verdictCode[verdict]}`;
}

/** SQLite accepts no longer patterns. */
const GLOB_CHARS_MAX = 10_000;

function pathPart(pattern: string): Part | null {
  if (!pattern.includes('*')) return { sql: 'instr(path, ?) > 0', values: [pattern] };
  if (pattern.length > GLOB_CHARS_MAX) return null;
  return { sql: 'path glob ?', values: [pattern.replaceAll(/[[?]/g, '[$&]')] };
}

function findingPart(text: string): Part {
  return {
    sql: 'seq in (select seq from finding where code = ? or instr(clause, ?) > 0)',
    values: [text, text],
  };
}

/** The index has every trigram of some texts, but not their order. */
function textPart(texts: readonly string[], note: string | null): Part | null {
  const query = [...new Set(texts.flatMap(trigramsOf))]
    .slice(0, TRIGRAMS_MAX)
    .map((three) => `"${three.replaceAll('"', '""')}"`);
  if (query.length === 0) return null;
  const noted =
    note === null ? '' : ' union all select seq from annotation where instr(folded, ?) > 0';
  return {
    sql: `seq in (select rowid from words where words match ? union all select seq from interaction where unindexed = 1${noted})`,
    values: [query.join(' AND '), ...(note === null ? [] : [note])],
    isExact: false,
  };
}

/** How many trigrams to search for; more do not narrow a search. */
const TRIGRAMS_MAX = 40;

function trigramsOf(text: string): readonly string[] {
  const chars = [...text];
  return chars.slice(2).map((_, index) => chars.slice(index, index + 3).join(''));
}
