// A filter in SQL for a recording in PostgreSQL: conditions on the table `calls`, always meaning the
// same as matches.ts. Pure; database/layout.ts has the tables.

import { SHARED_WORLD } from '../../model/message/world-name.ts';
import { OTHER } from '../interaction/latency.ts';
import type { Filter, FilterCondition, InteractionState } from './filter.ts';
import { fold } from './fold.ts';
import { joinTerms, type Part, type Sql } from './join-terms.ts';
import { verdictOf } from './matches.ts';
import { sourceCode, verdictCode } from './sql.ts';

/** Converts a filter, for the recording with a number. */
export function postgresSqlOf({ terms }: Filter, recording: number): Sql {
  return joinTerms(terms, {
    yes: 'true',
    no: 'false',
    partOf: (condition) => partOf(condition, recording),
  });
}

/** Whether words narrow a search: then it begins at their index, not at the newest number. */
export function searchesWords({ terms }: Filter): boolean {
  return terms.some(
    (term) => !term.isNegated && ['text', 'body', 'header', 'finding', 'type'].includes(term.kind),
  );
}

/** PostgreSQL has neither NUL nor lone surrogates in texts. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

function partOf(condition: FilterCondition, recording: number): Part | null {
  switch (condition.kind) {
    case 'status':
      return statusPart(condition.from, condition.to);
    case 'method':
      return { sql: 'method = ?', values: [condition.method] };
    case 'operation':
      return operationPart(condition.resource, condition.operation);
    case 'is':
      return { sql: stateSql(condition.state, recording), values: [] };
    case 'path':
      return pathPart(fold(condition.pattern));
    case 'query':
      return { sql: 'strpos(query, ?) > 0', values: [fold(condition.text)] };
    case 'duration':
      return { sql: 'elapsed between ? and ?', values: [condition.fromMs, condition.toMs] };
    case 'source':
      return { sql: 'source = ?', values: [sourceCode[condition.source]] };
    case 'world':
      return condition.world === SHARED_WORLD
        ? { sql: '(world is null or world = ?)', values: [SHARED_WORLD] }
        : { sql: 'world = ?', values: [storable(condition.world)] };
    case 'replica':
      return { sql: 'replica = ?', values: [storable(condition.replica)] };
    case 'tag':
      return {
        sql: `seq = any(array(select seq from notes where recording = ${recording} and ? = any(tags)))`,
        values: [storable(condition.tag)],
      };
    case 'finding':
      return { ...wordsPart([fold(condition.text)]), isExact: false };
    case 'law':
      return { sql: 'strpos(law, ?) > 0', values: [fold(condition.text)] };
    case 'seq':
      return { sql: 'seq between ? and ?', values: [condition.from, condition.to].map(toNumber) };
    case 'time':
      return { sql: 'at between ? and ?', values: [condition.from, condition.to] };
    case 'body':
      return { ...wordsPart([fold(condition.text)]), isExact: false };
    case 'header':
      return { ...wordsPart([condition.name, condition.text].map(fold)), isExact: false };
    case 'size':
      return { sql: 'reply_bytes between ? and ?', values: [condition.from, condition.to] };
    case 'type':
      return condition.text === ''
        ? { sql: 'true', values: [] }
        : { ...wordsPart(['content-type', fold(condition.text)]), isExact: false };
    case 'regex':
    case 'any':
    case 'all':
      return null;
    case 'text':
      return textPart(fold(condition.text), recording);
  }
}

function statusPart(from: number, to: number): Part {
  if (to <= 0) return { sql: from <= 0 && to === 0 ? 'status is null' : 'false', values: [] };
  const sql = 'status between ? and ?';
  if (from <= 0) return { sql: `(status is null or ${sql})`, values: [from, to] };
  // The index has those from 400 on.
  return { sql: from >= 400 ? `(status >= 400 and ${sql})` : sql, values: [from, to] };
}

function operationPart(resource: string | null, operation: string): Part {
  const sql = operation === OTHER ? '(operation is null or operation = ?)' : 'operation = ?';
  if (resource === null) return { sql, values: [storable(operation)] };
  return {
    sql: `(${sql} and resource = ?)`,
    values: [storable(operation), storable(resource)],
  };
}

function stateSql(state: InteractionState, recording: number): string {
  if (state === 'failed') return 'status is null';
  if (state === 'noted')
    return `seq = any(array(select seq from notes where recording = ${recording}))`;
  if (state === 'altered') return 'altered';
  const verdict = verdictOf[state];
  return `verdict = ${verdict === undefined ? -1 : verdictCode[verdict]}`;
}

function pathPart(pattern: string): Part {
  if (!pattern.includes('*')) return { sql: 'strpos(path, ?) > 0', values: [pattern] };
  return { sql: 'path like ?', values: [likeOf(pattern).replaceAll('*', '%')] };
}

/** The texts of an interaction are in one, a line after the other. */
function textPart(text: string, recording: number): Part {
  const { sql, values } = wordsPart([text]);
  const noted = `seq = any(array(select seq from notes where recording = ${recording} and strpos(folded, ?) > 0))`;
  return {
    sql: `(${sql} or ${noted})`,
    values: [...values, text],
    ...(text.includes('\n') ? { isExact: false } : {}),
  };
}

/** Each kind of texts has an index of its own. */
function wordsPart(texts: readonly string[]): Part {
  const patterns = texts.map((text) => `%${likeOf(text)}%`);
  const all = (column: string): string => patterns.map(() => `${column} like ?`).join(' and ');
  return {
    sql: `((${all('words')}) or (long_words is not null and ${all('long_words')}))`,
    values: [...patterns, ...patterns],
  };
}

function likeOf(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** As far as the column goes. */
function toNumber(value: number): number {
  return Math.max(-1, Math.min(2_147_483_647, value));
}
