// Moves: what a law or a walk does to a service, as data. Items have labels, because the service
// gives out their ids.

import type { Json, JsonObject } from '../base/json.ts';
import type { Action, Contract } from '../contract/contract.ts';
import { onlySwitches } from '../contract/declared.ts';
import { isMark } from '../contract/item-members.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import { isSafeMethod } from '../contract/operation-kinds.ts';
import type { PatchForm } from '../contract/operation-way.ts';
import { templateOf } from '../contract/rows.ts';
import type { Refusal } from '../contract/situations.ts';

export type Move =
  /** With `unusual`, a service may refuse the values. */
  | {
      readonly kind: 'create';
      readonly item: string;
      readonly values: JsonObject;
      readonly manner: 'plain' | 'unusual';
      /** Any item of the run will do: one that another law has done with, if there is one. */
      readonly isAny?: true;
    }
  /** PUT of every member that the service accepts: those of `values`, and the others unchanged. */
  | {
      readonly kind: 'replace';
      readonly item: string;
      readonly values: JsonObject;
      readonly manner: 'plain' | 'unusual';
    }
  /** PUT of `values` only. */
  | { readonly kind: 'replace-some'; readonly item: string; readonly values: JsonObject }
  /** PATCH of `values`; in a form that the service does not take it is skipped. */
  | {
      readonly kind: 'update';
      readonly item: string;
      readonly values: JsonObject;
      readonly manner: 'plain' | 'unusual';
      /** Defaults to the first form that the service takes. */
      readonly form?: PatchForm;
    }
  /** JSON Patch (RFC 6902), if the service takes it. */
  | {
      readonly kind: 'update-steps';
      readonly item: string;
      readonly steps: readonly Json[];
      readonly manner: 'plain' | 'unusual';
    }
  | { readonly kind: 'remove'; readonly item: string }
  /** PUT, PATCH and DELETE of a removed item. */
  | { readonly kind: 'replace-removed'; readonly item: string; readonly values: JsonObject }
  | { readonly kind: 'update-removed'; readonly item: string }
  | { readonly kind: 'remove-removed'; readonly item: string }
  /**
   * A write whose body may be refused, and then must have no effect. `item` is `null` for POST; of
   * an item it is PUT, unless `by` says PATCH.
   */
  | {
      readonly kind: 'write-flawed';
      readonly item: string | null;
      readonly text: string;
      readonly by?: 'update';
    }
  /** Each refusal that the contract specifies for an operation, by a call with a single flaw. */
  | {
      readonly kind: 'provoke';
      readonly operation: Kind;
      /** Valid values. */
      readonly values: JsonObject;
      /** Bodies that the schema forbids. */
      readonly flawed: readonly FlawedBody[];
      /** Valid values of another creation, if it is that. */
      readonly others?: JsonObject;
      /** The refusals to provoke; all if absent. */
      readonly only?: readonly Refusal[];
    }
  /**
   * PUT and DELETE of an item whose id is the beginning of another id. Creates as many items of
   * `created` as that takes.
   */
  | {
      readonly kind: 'write-alike';
      readonly created: readonly JsonObject[];
      readonly values: JsonObject;
    }
  /** Reads the list, or the only item at a path, and judges the answer alone. */
  | { readonly kind: 'read-plainly'; readonly operation: 'list' | 'read' }
  /** Each GET that is neither of the list nor of an item; `item` is the one that some are below. */
  | { readonly kind: 'read-others'; readonly item: string | null }
  /** Each operation below an item that sets members of it and needs no body. */
  | { readonly kind: 'act'; readonly item: string }
  /** Each action that may change what the contract does not say. */
  | { readonly kind: 'write-actions'; readonly item: string | null }
  /** Tries to read, list, change and remove the items `update`, `replace` and `remove` as a second user. */
  | {
      readonly kind: 'as-second-user';
      readonly update: JsonObject;
      readonly replace: JsonObject;
    }
  /** Creates items like these by the action that takes a list of them. */
  | { readonly kind: 'create-many'; readonly created: readonly JsonObject[] }
  /** Removes all items, if they are the run's alone. */
  | { readonly kind: 'remove-all' }
  /** Actions below an item whose effect is not said; `taken-back`: by DELETE at their path. */
  | {
      readonly kind: 'compare-actions';
      readonly pairs: readonly (readonly [string, string])[];
      readonly spare?: readonly string[];
      readonly which: 'taken-back' | 'all';
    }
  /** Reads the list with each filter of the contract, after creating items like these. */
  | { readonly kind: 'filter'; readonly created: readonly JsonObject[] }
  /** Reads all pages of the list, and compares the total that the contract names with their items. */
  | { readonly kind: 'count' }
  /** Follows the pages of the list as the contract shows them. */
  | { readonly kind: 'follow-pages' }
  /** Reads one item and compares it with the expected one. */
  | { readonly kind: 'read'; readonly item: string }
  /** Reads one item repeatedly, with or without the list in between. It must not change. */
  | { readonly kind: 'read-over'; readonly item: string; readonly between: 'nothing' | 'list' }
  /** Reads the list, several times in a row. */
  | { readonly kind: 'list'; readonly times?: number }
  /**
   * Reads the list and the items, and compares everything with what is expected. Without `scope`
   * only the items that were written to. Beside other laws it waits for their looks, unless it
   * comes `at-once`.
   */
  | { readonly kind: 'look'; readonly scope?: 'all'; readonly when?: 'at-once' }
  /** Reads the id that comes next if ids count up, before anything has it. */
  | { readonly kind: 'read-next' }
  /** Reads ids that do not exist: so many at most. */
  | { readonly kind: 'read-unknown'; readonly most?: number }
  /** Reads some items of others, so many at most, and compares them with the list. */
  | { readonly kind: 'read-foreign'; readonly most?: number }
  | { readonly kind: 'pause'; readonly ms: number }
  /** Performs the moves at the same time. */
  | { readonly kind: 'together'; readonly moves: readonly Move[] };

/** A body that violates one keyword of its schema in one member; in none if it is empty. */
export interface FlawedBody {
  readonly member: string;
  readonly keyword: string;
  readonly values: JsonObject;
}

/**
 * Whether an operation says which members of its item it sets, or marks it for the account that calls,
 * and needs no body for that.
 */
export function isAction(action: Action): boolean {
  const { method, sets, times, body } = action;
  const isSaid = (sets ?? times) !== undefined || isMark(action);
  return method !== 'GET' && isSaid && body === undefined;
}

/** Whether an operation may change what the contract does not say. */
export function isOpenWrite(action: Action): boolean {
  return !isSafeMethod(action.method) && !isAction(action) && !onlySwitches(action);
}

/** Whether an action is below an item, and may change that alone. */
export function isOfItem(action: Action, contract: Contract): boolean {
  const below = `${templateOf(contract).path}/{`;
  return isOpenWrite(action) && action.path.startsWith(below) && action.does === undefined;
}

/** Whether an operation of neither a list nor an item is a read: GET, or QUERY with its body. */
export function isActionRead(action: Action): boolean {
  const { method } = action;
  return (method === 'GET' || method === 'QUERY' || method === 'OPTIONS') && !onlySwitches(action);
}

/** Whether an action creates a list of items that is its body. */
export function createsMany({ does, body }: Action): boolean {
  return does === 'create-many' && body !== undefined;
}

/** Whether an action removes all items. */
export function removesAll({ does, method }: Action): boolean {
  return does === 'remove-all' && method === 'DELETE';
}

/** Returns the operations that a move needs. */
export function needsOf(move: Move): readonly Kind[] {
  switch (move.kind) {
    case 'create':
    case 'remove':
    case 'replace':
    case 'update':
    case 'read':
    case 'list':
      return [move.kind];
    case 'update-steps':
      return ['update'];
    case 'replace-some':
      return ['replace'];
    case 'replace-removed':
      return ['remove', 'read', 'replace'];
    case 'update-removed':
      return ['remove', 'read', 'update'];
    case 'remove-removed':
      return ['remove', 'read'];
    case 'write-flawed':
      return [move.item === null ? 'create' : (move.by ?? 'replace')];
    case 'provoke':
    case 'read-plainly':
      return [move.operation];
    case 'count':
    case 'follow-pages':
      return ['list'];
    case 'filter':
      return ['list', 'create'];
    case 'write-alike':
      return ['create', 'replace', 'remove'];
    case 'read-over':
    case 'read-next':
    case 'act':
    case 'compare-actions':
    case 'read-unknown':
    case 'as-second-user':
      return ['read'];
    case 'create-many':
      return ['list', 'remove'];
    case 'remove-all':
      return ['list', 'read'];
    case 'read-foreign':
      return ['list', 'read'];
    case 'look':
    case 'read-others':
    case 'write-actions':
    case 'pause':
    case 'together':
      return [];
  }
}
