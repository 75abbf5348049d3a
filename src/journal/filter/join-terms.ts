// Terms of a filter in SQL: conditions that a database decides joined, and those that are left to be
// checked one by one. What each condition is in SQL: sql.ts for SQLite, postgres-sql.ts.

import type { FilterCondition, FilterTerm } from './filter.ts';

/** A condition in SQL, with `?` for each value. */
export interface Part {
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /** `false` if the condition matches more interactions than the term. */
  readonly isExact?: false;
}

export interface Sql {
  readonly where: string;
  readonly values: readonly (string | number)[];
  /** Terms stricter than `where`: check each interaction with `matches`. */
  readonly rest: readonly FilterTerm[];
}

/** A kind of SQL. */
export interface Dialect {
  /** Holds always, and never. */
  readonly yes: string;
  readonly no: string;
  /** Returns a condition; `null` if the database decides nothing of it. */
  partOf(condition: FilterCondition): Part | null;
}

/** Converts terms that must all match. */
export function joinTerms(terms: readonly FilterTerm[], dialect: Dialect): Sql {
  const parts: Part[] = [];
  const rest: FilterTerm[] = [];
  for (const term of terms) {
    const part = termPart(term, dialect);
    if (part === null || part.isExact === false) rest.push(term);
    if (part !== null) parts.push(part);
  }
  const where = parts.length === 0 ? dialect.yes : parts.map(({ sql }) => sql).join(' and ');
  return { where, values: parts.flatMap(({ values }) => values), rest };
}

/** Returns the part of a term; `null` if the database decides nothing of it. */
function termPart(term: FilterTerm, dialect: Dialect): Part | null {
  const part = conditionPart(term, dialect);
  if (part === null || !term.isNegated) return part;
  return part.isExact === false
    ? null
    : { ...part, sql: `not coalesce(${part.sql}, ${dialect.no})` };
}

function conditionPart(condition: FilterCondition, dialect: Dialect): Part | null {
  if (condition.kind === 'any') return anyPart(condition.of, dialect);
  if (condition.kind === 'all') return allPart(condition.of, dialect);
  return dialect.partOf(condition);
}

/** One term that the database does not decide leaves all of them open. */
function anyPart(terms: readonly FilterTerm[], dialect: Dialect): Part | null {
  const parts = terms.map((term) => termPart(term, dialect));
  if (!parts.every((part) => part !== null)) return null;
  return {
    sql: `(${parts.map(({ sql }) => `coalesce(${sql}, ${dialect.no})`).join(' or ')})`,
    values: parts.flatMap(({ values }) => values),
    ...(parts.some(({ isExact }) => isExact === false) ? { isExact: false } : {}),
  };
}

/** Terms that the database does not decide leave more than the condition matches. */
function allPart(terms: readonly FilterTerm[], dialect: Dialect): Part | null {
  const parts = terms.map((term) => termPart(term, dialect));
  const decided = parts.filter((part) => part !== null);
  if (decided.length === 0) return null;
  const isExact = parts.every((part) => part !== null && part.isExact !== false);
  return {
    sql: `(${decided.map(({ sql }) => `coalesce(${sql}, ${dialect.no})`).join(' and ')})`,
    values: decided.flatMap(({ values }) => values),
    ...(isExact ? {} : { isExact: false }),
  };
}
