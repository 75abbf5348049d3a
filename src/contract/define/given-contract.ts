// The form of contract files as they are written, once `findContractFaults` has passed them.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { type Pointer, parsePointer } from '../../base/pointer.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { Action, Contract, Filter, Operation, Outcome } from '../contract.ts';
import type { Declared } from '../declared.ts';
import type { FormName } from '../envelopes/item-form.ts';
import { type Paging, readPages } from '../envelopes/pages.ts';
import type { Kind } from '../operation-kinds.ts';
import type { GivenDeclared } from './given-declared.ts';

/** A contract file. */
export type GivenContract = Omit<
  Contract,
  'title' | 'id' | 'open' | 'clauses' | 'isSingle' | 'actions'
> &
  Partial<Omit<Contract, 'id' | 'isSingle' | 'actions'>> & {
    /** Whether there is a single item. */
    readonly one?: boolean;
    readonly actions?: readonly GivenAction[];
    /** The older name of `actions`. */
    readonly others?: readonly GivenAction[];
    readonly id?: string | null;
    readonly source?: string;
    readonly security?: GivenSecurity;
    readonly envelope?: FormName;
    readonly where?: JsonObject;
    readonly within?: JsonObject;
  };

/** An operation in a contract file. */
export interface GivenOperation
  extends Omit<Operation, 'idInBody' | 'idInPath' | 'security' | keyof Declared>,
    GivenDeclared {
  /** Where the body has the item, if that is another place than in answers. */
  readonly bodyAt?: Pointer;
  /** The member of the item that the whole body is, if the body is no item. */
  readonly bodyIs?: string;
  /** Parameters of the query by name, as older files have them. */
  readonly query?: Readonly<Record<string, JsonObject>>;
  readonly on?: 'collection' | 'item';
  readonly security?: GivenSecurity;
}

/** One of `actions` in a contract file. */
export type GivenAction = GivenOperation & Pick<Action, 'method' | 'path' | 'does'>;

/** `operations` of a contract file. */
export type GivenOperations = Readonly<Partial<Record<Kind, GivenOperation>>>;

/** An outcome of a contract file. */
export type GivenOutcome = Omit<
  Outcome,
  'headers' | 'headerSchemas' | 'source' | 'status' | 'statuses'
> & {
  readonly status?: number | readonly number[];
  readonly source?: string;
  readonly headers?: Readonly<
    Record<string, string | { readonly schema: SchemaName | JsonObject }>
  >;
};

interface GivenKey {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}
interface GivenToken {
  readonly scheme: 'bearer';
  readonly scopes: readonly string[];
}

/** `security` of a contract file or of one operation. */
export type GivenSecurity = readonly ('bearer' | 'basic' | GivenKey | GivenToken)[];

/** The schema of an item or a list in a contract file: its name, or where it stands in a body. */
export interface GivenSchema {
  readonly paging?: Paging;
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly schema: SchemaName;
  readonly at: readonly string[];
  readonly total?: readonly string[];
  readonly count?: readonly string[];
  /** Whether a list has the ids of items in their place. */
  readonly isOfNames?: boolean;
  /** Whether a list is an object of items by their ids. */
  readonly isKeyed?: boolean;
}

/** Returns what a contract file says about the schema of the item or the list. */
export function givenSchema(given: Json | undefined): GivenSchema | null {
  if (typeof given === 'string') return { schema: given, at: [] };
  if (given === undefined || !isObject(given)) return null;
  const steps = (member: string): readonly string[] | null => {
    const pointer = own(given, member);
    return typeof pointer === 'string' ? parsePointer(pointer) : null;
  };
  const [total, count] = [steps('total'), steps('count')];
  const paging = readPages(own(given, 'pages'));
  return {
    schema: String(own(given, 'schema')),
    at: steps('at') ?? [],
    ...(total === null ? {} : { total }),
    ...(count === null ? {} : { count }),
    ...(own(given, 'names') === true ? { isOfNames: true } : {}),
    ...(own(given, 'keyed') === true ? { isKeyed: true } : {}),
    ...(paging === null ? {} : { paging }),
    ...filtersOf(own(given, 'filters')),
  };
}

function filtersOf(given: Json | undefined): Pick<GivenSchema, 'filters'> {
  if (given === undefined || !isObject(given)) return {};
  const filters = Object.entries(given).map(([parameter, one]): [string, Filter] => [
    parameter,
    { finds: 'equal', ...(isObject(one) ? one : { member: one }) } as Filter,
  ]);
  return { filters: Object.fromEntries(filters) };
}
