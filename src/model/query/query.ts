// A query of a list as data, whatever the dialect: which records, in which order, which part.

export type Scalar = string | number | bigint | boolean | null;

/**
 * A condition on a value. An absent value never matches. One matching element of an array is
 * enough; `is` also accepts the whole array as one text, `js,sql`.
 */
export type ValueTest =
  /** Equal to an operand. A text also equals the text of a value, a number its own text. */
  | { readonly op: 'is' | 'is-not'; readonly operands: readonly Scalar[] }
  /** Above or below one of the operands, as JavaScript compares them; `null` never matches. */
  | { readonly op: '<' | '<=' | '>' | '>='; readonly operands: readonly Scalar[] }
  /** A text that contains, starts with or ends with another one, which is in lower case. */
  | { readonly op: 'contains' | 'starts' | 'ends'; readonly text: string }
  /** A text that matches one of the regular expressions, in any case. */
  | { readonly op: 'like'; readonly patterns: readonly string[] };

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  /** A text, in lower case, in any value at any depth; `except` are members of the record. */
  | { readonly kind: 'anywhere'; readonly text: string; readonly except?: readonly string[] }
  /** `path` may lead to a member with dots. `known`: counts only if some record has it. */
  | {
      readonly kind: 'field';
      readonly path: string;
      readonly test: ValueTest;
      readonly counts: 'always' | 'known';
    };

export interface SortKey {
  readonly path: string;
  readonly direction: 'up' | 'down';
}

/**
 * Numbers come first, then texts; `code-units` has null and then absent values at the end,
 * `alphabet` all empty values.
 */
export type Collation = 'code-units' | 'alphabet';

export type RecordRange =
  | { readonly kind: 'whole' }
  /** Arguments of `slice`. */
  | { readonly kind: 'slice'; readonly start: number; readonly end: number }
  /** A page number from 1 on, and the page size; `enveloped` pages are limited to existing ones. */
  | { readonly kind: 'page' | 'enveloped'; readonly page: number; readonly size: number };

export interface Query {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  readonly collation: Collation;
  readonly cut: RecordRange;
}

/** A query that was read, or what is wrong with it. */
export type ReadQuery =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'flawed'; readonly detail: string; readonly remedy: string };
