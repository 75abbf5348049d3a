// The contract of one resource: its operations, and the cells of the table operation x situation
// that it fills in. The choices cover what it leaves open.

import type { Json, JsonObject } from '../base/json.ts';
import type { SchemaName } from '../schema/schema.ts';
import type { ChoiceKey, Profile } from './choices.ts';
import type { Declared } from './declared.ts';
import type { ItemForm } from './envelopes/item-form.ts';
import type { Paging } from './envelopes/pages.ts';
import type { Kind } from './operation-kinds.ts';
import type { Situation } from './situations.ts';

/** What the contract specifies of a reply. An absent facet is open; `body: null` means no body. */
export interface Outcome {
  readonly status?: number;
  /**
   * The statuses of which a success has one, if the specification names several. The rest of the
   * outcome is about the first of them.
   */
  readonly statuses?: readonly number[];
  readonly body?: SchemaName | null;
  /** Header fields with their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Header fields with the schemas of their values. */
  readonly headerSchemas?: Readonly<Record<string, SchemaName>>;
  /** Bodies by name. Clients can ask for one; the first is the reply if they ask for the status. */
  readonly examples?: Readonly<Record<string, Json>>;
  /** The clause of the specification that defines it. */
  readonly source: string;
}

/** An object around an item or a list: `{"article": {...}}`, `{"data": [...], "total": 7}`. */
export interface Envelope {
  /** The schema of the whole body. */
  readonly schema: SchemaName;
  /** The steps to the item or the list. */
  readonly at: readonly string[];
  /** The steps to the number of all items; only of a list. */
  readonly total?: readonly string[];
  /** The steps to a number of items, all or those of the page; only of a list. */
  readonly count?: readonly string[];
  /** How the items inside stand on the wire; absent if they stand as they are. */
  readonly form?: ItemForm;
  /** The member whose value stands there alone, in place of an item; absent if the item does. */
  readonly sole?: string;
  /** The member whose value stands alone for each item of a list; absent if items do. */
  readonly names?: string;
  /** The member by whose value a list has each item, in an object; absent if it is an array. */
  readonly keyed?: string;
}

/** The member whose value a query parameter of a list asks for. */
export interface Filter {
  /** Dots lead from member to member: `address.city`. */
  readonly member: string;
  /**
   * Whether the list has the items with exactly that value, or also others that are like them; or those
   * with numbers of at `least` or at `most` that value.
   */
  readonly finds: 'equal' | 'similar' | 'least' | 'most';
}

/** Credentials of a request: in Authorization, or a key by its name. */
export type SecurityScheme =
  | {
      readonly scheme: 'bearer';
      /** The scopes that the token needs, all of them; any token will do if absent. */
      readonly scopes?: readonly string[];
    }
  | { readonly scheme: 'basic'; readonly scopes?: never }
  | {
      readonly scheme: 'api-key';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      readonly scopes?: never;
    };

/** Where an operation of an item that is a file has it, and the media types that it may have. */
export interface FileBody {
  readonly in: 'request' | 'answer' | 'neither';
  readonly types: readonly string[];
}

/** One operation of a contract: what it accepts, and what is specified of its replies. */
export interface Operation extends Declared {
  readonly summary: string;
  /** The method, if it is not the usual one of its kind. */
  readonly method?: string;
  /**
   * The path, if it is not the usual one of its kind. Of an operation on an item, its last parameter
   * is the id: `/users/{id}/details`.
   */
  readonly path?: string;
  /** Whether the path of its requests ends in a slash on the wire. */
  readonly endsInSlash?: true;
  /** The type of the id in the body, if requests go to the path of the collection. */
  readonly idInBody?: 'number' | 'string';
  /**
   * Present if a creation goes to the path that its item will have: whether its body has the id as
   * well. Without it, requests have a body only if the contract names one.
   */
  readonly idInPath?: 'body-too' | 'path-alone' | 'no-body';
  /** The media types of the request body, if it may be more or other than JSON. */
  readonly media?: readonly string[];
  /** Present if the item is a file. */
  readonly file?: FileBody;
  /** The credentials of which a request needs one; empty if it needs none, absent if that is open. */
  readonly security?: readonly SecurityScheme[];
  /** The header field that has the idempotency key of a creation, if the contract names one. */
  readonly idempotencyKey?: string;
  /** The schema of the item in the request body, if the operation has one. */
  readonly body?: SchemaName;
  /** What stands around the item in the request body; absent if nothing does. */
  readonly bodyEnvelope?: Envelope;
  /** How a list is cut into pages; absent if it is not. */
  readonly paging?: Paging;
  /** The members that query parameters of a list ask for, by parameter. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** What stands around the item or the list in the body of a success; absent if nothing does. */
  readonly envelope?: Envelope;
  readonly outcomes: Readonly<Partial<Record<Situation, Outcome>>>;
  /**
   * What a refusal looks like if it comes, by status, `4XX`, `5XX` or `default`: the specification
   * names the status and does not say when it comes. Absent if it names none.
   */
  readonly refusals?: Readonly<Record<string, Outcome>>;
  /** The clause of the specification that names the operation. */
  readonly source: string;
}

/**
 * What an action does with rows. A kind: what operations of that kind do, at a path of its own. Or with
 * all rows: it creates those in the list that it is sent, removes them, lists their ids. Or with one: it
 * copies it.
 */
export type RowsRole = Exclude<Kind, 'list'> | 'create-many' | 'remove-all' | 'list-ids' | 'copy';

/**
 * What an action does at all: with rows, or it lists the values of a member, logs in an account, sets or
 * unsets a member of an item for the account that calls.
 */
export type ActionRole = RowsRole | 'list-values' | 'log-in' | 'mark' | 'unmark';

/** An operation that is none of the six kinds: an action, a document. */
export interface Action extends Operation {
  /** The steps to members of its answer that only requests have; absent if there are none. */
  readonly hiddenBelow?: readonly (readonly string[])[];
  readonly method: string;
  /** May have parameters. Below the path of an item, that item must be there. */
  readonly path: string;
  /** Members that it sets in the item, and their values; absent if it sets none. */
  readonly sets?: JsonObject;
  /** Members that it sets to the time of the call; absent if it sets none. */
  readonly times?: readonly string[];
  /** What its name says that it sets; absent if that says nothing, or `sets` says it. */
  readonly suggests?: Pick<Action, 'sets' | 'times' | 'counts'> & {
    /** Whether it makes an account with a password, or answers a token for one. */
    readonly account?: 'register' | 'log-in';
  };
  /** What it does; absent if it does no more than `sets`, `times` and `counts` say. */
  readonly does?: ActionRole;
  /**
   * The members that values of its path name, by parameter, else those of its query or its body: it is
   * about the items that have them.
   */
  readonly by?: Readonly<Record<string, string>>;
  /** Of what is at an item, what a mock answers where none is there: a sample. Absent if it refuses. */
  readonly missing?: 'sample';
  /** Of an OPTIONS, the methods that the specification has at its path; absent of others. */
  readonly allows?: readonly string[];
  /** The member that a mark sets, or whose values are listed. */
  readonly member?: string;
  /** The member that counts the accounts that have marked an item, or the calls if it is no mark. */
  readonly counts?: string;
}

/** One thing that the specification leaves open, and the choices that decide it here. */
export interface OpenQuestion {
  readonly clause: string;
  readonly what: string;
  readonly choices: readonly ChoiceKey[];
}

/** A member that tells to which part of shared rows a row belongs. */
export interface ScopeMember {
  /** The steps to the member in a row. */
  readonly at: readonly string[];
  /** The parameter of the path that it must be equal to; `null` if the value is constant. */
  readonly parameter: string | null;
  readonly value: Json;
  /** The resource that has this id; `null` if it is not known. */
  readonly parent: string | null;
}

/** A member of an item with the id of another item, or with a list of ids. */
export interface Reference {
  readonly member: string;
  /** The resource that it refers to. */
  readonly to: string;
  readonly holds: 'one' | 'list';
}

/** `format`: formats and patterns. `bounds`: lengths, counts, sizes. */
export type AssertedFacet = 'format' | 'bounds';

/** A complete contract with all members filled in. `docs/contract.md` describes the file. */
export interface Contract {
  readonly resource: string;
  /**
   * The path of the collection, `/users`; one item is at `<path>/<id>`. Parameters stand for the
   * ids of parents: `/owners/{ownerId}/pets`.
   */
  readonly path: string;
  /** The resource whose rows it shares; absent if it has its own. */
  readonly rows?: string;
  /** What its rows have in common; absent if it has all rows. */
  readonly scope?: readonly ScopeMember[];
  /** The members of an item that its schema marks as references; absent if none are. */
  readonly references?: readonly Reference[];
  /** The contract with parameters in its path, if this one has their values. */
  readonly template?: Contract;
  /** Operations that are none of the six kinds; absent if there are none. */
  readonly actions?: readonly Action[];
  /** The schemas of the items of contracts that share its rows; absent if they are the same. */
  readonly views?: readonly SchemaName[];
  /** Whether there is a single item, at the path itself. */
  readonly isSingle?: boolean;
  /** Present if the single item is the account that calls. */
  readonly caller?: true;
  /** The member of an item that shows the account that created it; absent if none does. */
  readonly maker?: string;
  /** The members of an item that show items of others, and the resource of each; absent if none do. */
  readonly embeds?: Readonly<Record<string, string>>;
  /** The media types of the item, if it is a file. */
  readonly file?: readonly string[];
  /** Members of a row that no answer of the mock shows; absent if there are none. */
  readonly hidden?: readonly string[];
  /** Members below others that only requests have, by the steps to them; `*` is any item or name. */
  readonly hiddenBelow?: readonly (readonly string[])[];
  /** Those that only requests have: no service may show them. Absent if there are none. */
  readonly requestOnly?: readonly string[];
  /** The member of an item that identifies it. */
  readonly id: string;
  readonly item: SchemaName;
  readonly list: SchemaName;
  readonly title: string;
  readonly operations: Readonly<Partial<Record<Kind, Operation>>>;
  /**
   * What answers keep of their schemas beyond types and required members; absent if that is open. A
   * choice that accepts other values (`fields.format`, `fields.bounds`) takes it out.
   */
  readonly asserts?: readonly AssertedFacet[];
  /** Choices that this contract decides; no profile changes them. */
  readonly shown: Readonly<Partial<Profile>>;
  readonly open: readonly OpenQuestion[];
  /** Clauses of the specification that concern no single operation; findings name them. */
  readonly clauses: Readonly<Partial<Record<'item' | 'elements' | 'json' | 'methods', string>>>;
}
