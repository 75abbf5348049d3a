// A filter in SQL, for the file of a recording: what of it the file decides by itself, and what is left to be looked at one by one.
// Means the same as matches.ts in every case. Pure; the tables stand in file/schema.ts.

import type { Source, Verdict } from '../recorded.ts';
import { OTHER, sources } from './fields.ts';
import type { Condition, Filter, State, Term } from './filter.ts';
import { fold } from './fold.ts';
import { verdictOf } from './matches.ts';

export interface Sql {
  /** Conditions on the table `interaction`; `1` where there is none. */
  readonly where: string;
  readonly values: readonly (string | number)[];
  /** What holds of fewer interactions than `where` says: to be asked of each by `matches`. */
  readonly rest: readonly Term[];
}

/** Gives a filter in SQL. */
export function sqlOf(filter: Filter): Sql {
  const parts: Part[] = [];
  const rest: Term[] = [];
  for (const term of filter.terms) {
    const part = partOf(term);
    if (part === null || part.isExact === false) rest.push(term);
    if (part === null || (part.isExact === false && term.isNegated)) continue;
    parts.push(term.isNegated ? { ...part, sql: `not coalesce(${part.sql}, 0)` } : part);
  }
  const where = parts.length === 0 ? '1' : parts.map(({ sql }) => sql).join(' and ');
  return { where, values: parts.flatMap(({ values }) => values), rest };
}

/** How sources and verdicts are written in the file. */
export const sourceCode: { readonly [Of in Source]: number } = { mock: 0, proxy: 1, verify: 2 };
export const verdictCode: { readonly [Of in Verdict]: number } = { conforms: 0, violates: 1, 'not-shown': 2, unjudged: 3 };
export const sourceOf = (code: number): Source => sources.find((source) => sourceCode[source] === code) ?? 'mock';
export const verdictOfCode = (code: number): Verdict =>
  (['conforms', 'violates', 'not-shown', 'unjudged'] as const).find((verdict) => verdictCode[verdict] === code) ?? 'unjudged';

interface Part {
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /** `false` where the condition holds of more interactions than the term. */
  readonly isExact?: false;
}

function partOf(condition: Condition): Part | null {
  switch (condition.kind) {
    case 'status':
      return statusPart(condition.from, condition.to);
    case 'method':
      return { sql: 'method = ?', values: [condition.method] };
    case 'operation':
      return operationPart(condition.resource, condition.operation);
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
    case 'tag':
      return { sql: 'seq in (select seq from tag where tag = ?)', values: [condition.tag] };
    case 'finding':
      return findingPart(fold(condition.text));
    case 'law':
      return { sql: 'instr(law, ?) > 0', values: [fold(condition.text)] };
    case 'seq':
      return { sql: 'seq between ? and ?', values: [condition.from, condition.to] };
    case 'time':
      return { sql: 'at between ? and ?', values: [condition.from, condition.to] };
    case 'body':
      return textPart([fold(condition.text)], null);
    case 'header':
      return textPart([fold(condition.name), fold(condition.text)], null);
    case 'text':
      return textPart([fold(condition.text)], fold(condition.text));
  }
}

function statusPart(from: number, to: number): Part {
  const sql = from <= 0 && to >= 0 ? '(status is null or status between ? and ?)' : 'status between ? and ?';
  return { sql, values: [from, to] };
}

function operationPart(resource: string | null, operation: string): Part {
  const asked = operation === OTHER ? { sql: 'operation is null', values: [] } : { sql: 'operation = ?', values: [operation] };
  const of = resource === null ? { sql: '', values: [] } : { sql: ' and resource = ?', values: [resource] };
  return { sql: `operation in (select id from operation where ${asked.sql}${of.sql})`, values: [...asked.values, ...of.values] };
}

function stateSql(state: State): string {
  if (state === 'failed') return 'status is null';
  if (state === 'noted') return 'seq in (select seq from annotation)';
  if (state === 'altered') return 'altered = 1';
  const verdict = verdictOf[state];
  return `verdict = ${verdict === undefined ? -1 : verdictCode[verdict]}`;
}

/** SQLite takes no longer patterns. */
const GLOB_CHARS_MAX = 10_000;

function pathPart(pattern: string): Part | null {
  if (!pattern.includes('*')) return { sql: 'instr(path, ?) > 0', values: [pattern] };
  if (pattern.length > GLOB_CHARS_MAX) return null;
  return { sql: 'path glob ?', values: [pattern.replaceAll(/[[?]/g, '[$&]')] };
}

function findingPart(text: string): Part {
  return { sql: 'seq in (select seq from finding where code = ? or instr(clause, ?) > 0)', values: [text, text] };
}

/** The index tells what holds every three characters of some texts, not whether they follow one another. */
function textPart(texts: readonly string[], note: string | null): Part | null {
  const query = [...new Set(texts.flatMap(trigramsOf))].slice(0, TRIGRAMS_MAX).map((three) => `"${three.replaceAll('"', '""')}"`);
  if (query.length === 0) return null;
  const noted = note === null ? '' : ' union all select seq from annotation where instr(folded, ?) > 0';
  return {
    sql: `seq in (select rowid from words where words match ? union all select seq from interaction where unindexed = 1${noted})`,
    values: [query.join(' AND '), ...(note === null ? [] : [note])],
    isExact: false,
  };
}

/** How many of the trigrams are asked for; more make a search no narrower. */
const TRIGRAMS_MAX = 40;

function trigramsOf(text: string): readonly string[] {
  const chars = [...text];
  return chars.slice(2).map((_, index) => chars.slice(index, index + 3).join(''));
}
