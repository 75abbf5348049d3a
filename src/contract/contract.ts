// The contract of one resource: which operations it has and which cells of the table operation x
// situation it fills. What it leaves open is not here: those are the choices.

import type { Json } from '../base/json.ts';
import type { SchemaName } from '../schema/schema.ts';
import type { ChoiceKey, Profile } from './choices.ts';
import type { Kind } from './operation-kinds.ts';
import type { Situation } from './situations.ts';

/**
 * What the contract shows of an answer. A facet that is absent is not shown; `body: null` shows
 * that there is none.
 */
export interface Outcome {
  readonly status?: number;
  readonly body?: SchemaName | null;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Bodies by name. Clients can ask for one; the first is what is answered where the status is
   * asked for.
   */
  readonly examples?: Readonly<Record<string, Json>>;
  /** The clause of the specification that shows it. */
  readonly source: string;
}

/** One operation of a contract: what it takes, and what is shown of its answers. */
export interface Operation {
  readonly summary: string;
  /** The schema of the request body, where the operation takes one. */
  readonly body?: SchemaName;
  readonly outcomes: Readonly<Partial<Record<Situation, Outcome>>>;
  /** The clause of the specification that names the operation. */
  readonly source: string;
}

/** One thing that the specification says it does not show, and the choices that decide it here. */
export interface Open {
  readonly clause: string;
  readonly what: string;
  readonly choices: readonly ChoiceKey[];
}

/**
 * A contract as it is used: what its file leaves out is filled in. `docs/contract.md` has the form
 * of the file.
 */
export interface Contract {
  readonly resource: string;
  /** The path of the collection, `/users`; one item is at `<path>/<id>`. */
  readonly path: string;
  /** The member of an item that is its identifier. */
  readonly id: string;
  readonly item: SchemaName;
  readonly list: SchemaName;
  readonly title: string;
  readonly operations: Readonly<Partial<Record<Kind, Operation>>>;
  /** Choices that this contract does show; no profile changes them. */
  readonly shown: Readonly<Partial<Profile>>;
  readonly open: readonly Open[];
  /** The clauses of the specification that are about no single operation; a finding names them. */
  readonly clauses: Readonly<Partial<Record<'item' | 'elements' | 'json' | 'methods', string>>>;
}
