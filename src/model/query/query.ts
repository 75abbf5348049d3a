// What is asked of a list, whatever the dialect it was asked in: which records, in which order,
// which part of them. Data alone.

export type Scalar = string | number | boolean | null;

/**
 * What a value has to be. A value that is absent never fits. Of an array, one element that fits is
 * enough; `is` also takes the whole array as one text, `js,sql`.
 */
export type Test =
  /**
   * One of the operands: a text is compared with the text of the value, a number also with a text
   * that says it.
   */
  | { readonly op: 'is' | 'is-not'; readonly operands: readonly Scalar[] }
  /** Beyond or up to one of the operands, as JavaScript compares them; `null` never is. */
  | { readonly op: '<' | '<=' | '>' | '>='; readonly operands: readonly Scalar[] }
  /** A text that holds, begins or ends with another one, which is in small letters. */
  | { readonly op: 'contains' | 'starts' | 'ends'; readonly text: string }
  /** A text that one of the regular expressions finds; capitals and small letters are alike. */
  | { readonly op: 'like'; readonly patterns: readonly string[] };

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  /** A text, in small letters, in any value at any depth. */
  | { readonly kind: 'anywhere'; readonly text: string }
  /**
   * `path` names a member, or steps to it with dots between. With `known`, it counts only where
   * some record has that member.
   */
  | {
      readonly kind: 'field';
      readonly path: string;
      readonly test: Test;
      readonly counts: 'always' | 'known';
    };

export interface SortKey {
  readonly path: string;
  readonly direction: 'up' | 'down';
}

/**
 * Numbers come first, then texts; `code-units` has null and then what is absent at the end,
 * `alphabet` everything that is empty.
 */
export type Collation = 'code-units' | 'alphabet';

export type Cut =
  | { readonly kind: 'whole' }
  /** As `slice` of an array takes them. */
  | { readonly kind: 'slice'; readonly start: number; readonly end: number }
  /**
   * A page from 1 on, and how many records a page has; `enveloped` pages are kept within those that
   * there are.
   */
  | { readonly kind: 'page' | 'enveloped'; readonly page: number; readonly size: number };

export interface Query {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  readonly collation: Collation;
  readonly cut: Cut;
}

/** A query as it was understood, or why it was not. */
export type ReadQuery =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'flawed'; readonly detail: string; readonly remedy: string };
