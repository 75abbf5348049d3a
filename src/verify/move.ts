// Moves: what a law or a walk does to a service, as data. Items go by labels, for their ids are the
// service's to give.

import type { JsonObject } from '../base/json.ts';
import type { Kind } from '../contract/operation-kinds.ts';

export type Move =
  /** With `unusual`, the values are such that a service may refuse them. */
  | {
      readonly kind: 'create';
      readonly item: string;
      readonly values: JsonObject;
      readonly manner: 'plain' | 'unusual';
    }
  /** PUT of every member that the service takes: those of `values`, and the others as they are. */
  | {
      readonly kind: 'replace';
      readonly item: string;
      readonly values: JsonObject;
      readonly manner: 'plain' | 'unusual';
    }
  /** PUT of `values` alone. */
  | { readonly kind: 'replace-some'; readonly item: string; readonly values: JsonObject }
  | { readonly kind: 'remove'; readonly item: string }
  /** PUT and DELETE of an item that was removed before. */
  | { readonly kind: 'replace-removed'; readonly item: string; readonly values: JsonObject }
  | { readonly kind: 'remove-removed'; readonly item: string }
  /**
   * A write with a body that may be refused, and then must have no effect: `item` is `null` for
   * POST.
   */
  | { readonly kind: 'write-flawed'; readonly item: string | null; readonly text: string }
  /**
   * PUT and DELETE of an item whose id is the beginning of another one's; as many of `created` are
   * made as it takes.
   */
  | {
      readonly kind: 'write-alike';
      readonly created: readonly JsonObject[];
      readonly values: JsonObject;
    }
  /** Reads one item and compares it with what is expected. */
  | { readonly kind: 'read'; readonly item: string }
  /**
   * Reads one item over and over, with the list in between or not, and compares what comes back
   * each time.
   */
  | { readonly kind: 'read-over'; readonly item: string; readonly between: 'nothing' | 'list' }
  /** Reads the list, some times one after the other. */
  | { readonly kind: 'list'; readonly times?: number }
  /**
   * Reads the list and the items, and compares all of it with what is expected; without `scope`
   * those that were written to.
   */
  | { readonly kind: 'look'; readonly scope?: 'all' }
  /** Reads ids that nobody has. */
  | { readonly kind: 'read-unknown' }
  /** Reads some items of others, and compares them with what the list shows. */
  | { readonly kind: 'read-foreign' }
  | { readonly kind: 'pause'; readonly ms: number }
  /** All at once. */
  | { readonly kind: 'together'; readonly moves: readonly Move[] };

/** Gives the operations that a move cannot be done without. */
export function needsOf(move: Move): readonly Kind[] {
  switch (move.kind) {
    case 'create':
    case 'remove':
    case 'replace':
    case 'read':
    case 'list':
      return [move.kind];
    case 'replace-some':
      return ['replace'];
    case 'replace-removed':
      return ['remove', 'read', 'replace'];
    case 'remove-removed':
      return ['remove', 'read'];
    case 'write-flawed':
      return [move.item === null ? 'create' : 'replace'];
    case 'write-alike':
      return ['create', 'replace', 'remove'];
    case 'read-over':
    case 'read-unknown':
      return ['read'];
    case 'read-foreign':
      return ['list', 'read'];
    case 'look':
    case 'pause':
    case 'together':
      return [];
  }
}
