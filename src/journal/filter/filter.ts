// A filter over recorded interactions, as data: all terms must match, of those with OR between them
// one. parse-filter.ts has the syntax: `status:5xx method:post op:create is:violating -path:/health
// dur:>500ms body:"half a loaf" (plain words)`.

import type { Source } from '../interaction/recorded.ts';

export interface Filter {
  readonly terms: readonly FilterTerm[];
}

/** A condition; with `isNegated`, its negation. */
export type FilterTerm = FilterCondition & { readonly isNegated: boolean };

export type FilterCondition =
  /**
   * Both ends are included: `status:404`, `status:4xx`, `status:400-499`, `status:>=500`.
   * `status:none` is `from` and `to` 0.
   */
  | { readonly kind: 'status'; readonly from: number; readonly to: number }
  /** In capitals. */
  | { readonly kind: 'method'; readonly method: string }
  /** An operation (`create`), of a resource or of any (`users.create`). */
  | { readonly kind: 'operation'; readonly resource: string | null; readonly operation: string }
  | { readonly kind: 'is'; readonly state: InteractionState }
  /** A part of the path, in any case; with `*` for anything, the whole path. */
  | { readonly kind: 'path'; readonly pattern: string }
  /** A part of the query string, in any case. */
  | { readonly kind: 'query'; readonly text: string }
  /** Milliseconds, both included. */
  | { readonly kind: 'duration'; readonly fromMs: number; readonly toMs: number }
  /** A part of the body of the request, of the reply, or of either, in any case. */
  | { readonly kind: 'body'; readonly side: 'request' | 'reply' | 'either'; readonly text: string }
  /**
   * A header field of either side: its name in lower case, and a part of its value in any case;
   * empty for any value.
   */
  | { readonly kind: 'header'; readonly name: string; readonly text: string }
  | { readonly kind: 'source'; readonly source: Source }
  /** The name of a world in lower case; `SHARED_WORLD` for the one that all share. */
  | { readonly kind: 'world'; readonly world: string }
  /** The whole name of the replica that answered. */
  | { readonly kind: 'replica'; readonly replica: string }
  | { readonly kind: 'tag'; readonly tag: string }
  /** The code of a finding, or a part of the clause that it names. */
  | { readonly kind: 'finding'; readonly text: string }
  | { readonly kind: 'law'; readonly text: string }
  /** Numbers, both included. */
  | { readonly kind: 'seq'; readonly from: number; readonly to: number }
  /** Milliseconds since 1970, both included. */
  | { readonly kind: 'time'; readonly from: number; readonly to: number }
  /** The media type of the reply, or a part of it, in lower case: `image/`, `json`. */
  | { readonly kind: 'type'; readonly text: string }
  /** Bytes of the body of the reply, both included. */
  | { readonly kind: 'size'; readonly from: number; readonly to: number }
  /** A valid pattern, anywhere in the texts that plain words search, in any case. */
  | { readonly kind: 'regex'; readonly pattern: string }
  /** At least one of some terms: `status:404 OR is:failed`. */
  | { readonly kind: 'any'; readonly of: readonly FilterTerm[] }
  /** All of some terms, in parentheses: `(status:404 method:get) OR is:failed`. */
  | { readonly kind: 'all'; readonly of: readonly FilterTerm[] }
  /** Plain words, in any case: a part of the call, header fields, bodies, findings or notes. */
  | { readonly kind: 'text'; readonly text: string };

/**
 * `failed`: there is no reply. `noted`: it has a tag or a note. `altered`: the reply differs from
 * the rules, or a fault was injected.
 */
export type InteractionState =
  | 'violating'
  | 'conforming'
  | 'not-shown'
  | 'unjudged'
  | 'failed'
  | 'noted'
  | 'altered';

export const everything: Filter = { terms: [] };
