// What a description of an interface gives: contracts, schemas and rows in memory, and how each of
// its operations was taken. Does not know where the description comes from.

import type { Json, JsonObject } from '../base/json.ts';
import type { Pointer } from '../base/pointer.ts';
import type { Profile } from '../contract/choices.ts';
import type { Defined } from '../contract/define/define-contracts.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { Schema, SchemaName, Schemas } from '../schema/schema.ts';

/** A contract in the form of a contract file, and its name in messages. */
export interface NamedContract {
  /** `openapi.yaml#/paths/~1users`. */
  readonly place: string;
  readonly document: JsonObject;
  /** What somebody wrote into it; absent if nobody did. */
  readonly overridden?: OverriddenContract;
}

/** A contract with members that somebody wrote, in a document or beside it. */
export interface OverriddenContract {
  /** The contract without them. */
  readonly made: JsonObject;
  /** The keys of the members, and where these are in the contract: `''`, `/operations/list`. */
  readonly keys: readonly { readonly key: string; readonly at: Pointer }[];
}

/** What an operation was taken for. `unanswered` operations are refused with 501. */
export type TakenAs =
  | Kind
  | 'view'
  | 'singleton'
  | 'createMany'
  | 'removeAll'
  | 'copy'
  | 'values'
  | 'login'
  | 'registration'
  | 'mark'
  | 'unmark'
  | 'action'
  | 'unanswered';

/** How one operation of a description was taken. */
export interface TakenOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** The place in the description. */
  readonly at: Pointer;
  /** The statuses that it declares: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  readonly as: TakenAs;
  /** The resource of its contract; `null` if no contract has it. */
  readonly resource: string | null;
  /** The resource whose rows it works on; `null` if it changes and shows none. */
  readonly rows: string | null;
  /** The place of the item or the list in the answer; `null` if it is the whole answer, or none. */
  readonly envelope: Pointer | null;
  /** The member that identifies an item; `null` if there is none. */
  readonly id: string | null;
  /** The members of an item that the service makes. */
  readonly made: readonly string[];
  /** The reason, for readers. */
  readonly why: string;
  /** Whether what it answers is taken from what a service answered first. */
  readonly shown?: true;
  /** How often traffic showed it; 0 if it was assumed. Absent for what somebody wrote. */
  readonly seen?: number;
}

/** What was not understood, left out, or does not fit. */
export interface SourceNote {
  /** The place in the description; with the file in front if it is another one. */
  readonly place: string;
  readonly message: string;
  /** The parts of the source that are left out for it: operations, answers, schemas; absent if none. */
  readonly leftOut?: readonly string[];
  /** What a schema says and nothing here reads: `the format "iban"`; absent if it is something else. */
  readonly unread?: string;
}

/** Members of a contract, or of an operation, that stand in a description itself. */
export interface StatedMembers {
  /** The path, or the operation: `GET /users/{id}`. */
  readonly key: string;
  /** Where they stand; with the file in front if it is another one. */
  readonly at: string;
  readonly members: Json;
}

/** A collection of which a document does not say what its list or its items are answered as. */
export interface SilentCollection {
  /** The path of the list. */
  readonly list: string;
  /** The path of an item, if nothing is said of its answer. */
  readonly read: string | null;
  /** Whether nothing is said of the list. */
  readonly isListSilent: boolean;
}

/** What a service answered with a success. */
export interface ShownAnswer {
  readonly body: Json;
  /** The id that was asked for. */
  readonly id?: string;
}

/** By the path of GET, as the document has it. */
export type ShownAnswers = ReadonlyMap<string, ShownAnswer>;

/** Contracts of a description, in memory. */
export interface SourceContracts {
  readonly contracts: readonly NamedContract[];
  /** JSON Schemas 2020-12. A `$ref` names another one of them: `user.json`. */
  readonly schemas: ReadonlyMap<SchemaName, Schema>;
  /** Rows by resource, as in `db.json`; `null` if there are none. */
  readonly rows: JsonObject | null;
  /** Every operation of the description, in its order. */
  readonly taken: readonly TakenOperation[];
  readonly notes: readonly SourceNote[];
  /** What the description says under `x-standin`; it is in the contracts already. */
  readonly stated?: readonly StatedMembers[];
  /** The paths and operations that members can be given for; absent if none were. */
  readonly keys?: readonly string[];
  /** What the mock does where the contracts leave it open, and no profile is named. */
  readonly choices?: Partial<Profile>;
  /** The collections of which a service may show what the description does not say; absent if none. */
  readonly silent?: readonly SilentCollection[];
  /** The same contracts, defined; absent if that was not needed to make them. */
  readonly defined?: DefinedSource;
}

/** What `defineContracts` returned for the contracts of a source, and the schemas it was given. */
export interface DefinedSource extends Defined {
  readonly given: Schemas;
}
