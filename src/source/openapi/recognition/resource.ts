// What is recognised in a document: resources with their operations and what was seen of each, and
// the operations that belong to none. Data alone.

import type { JsonObject } from '../../../base/json.ts';
import { lettersOf } from '../../../base/names.ts';
import type { Action, ActionRole } from '../../../contract/contract.ts';
import type { Kind } from '../../../contract/operation-kinds.ts';
import type { Schemas } from '../../../schema/schema.ts';
import { isParameter } from '../api-paths.ts';
import type { FoundId } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import type { ItemShape, ListShape } from '../shapes.ts';
import type { Answers } from './answers.ts';

/** A collection of a document, or a single item, and its operations. */
export interface Resource {
  readonly path: string;
  readonly segments: readonly string[];
  readonly isOne: boolean;
  /** The media types of a single item that is a file; absent if it is JSON. */
  readonly file?: readonly string[];
  readonly item: ItemShape;
  readonly list: ListShape | null;
  readonly id: FoundId;
  readonly operations: ReadonlyMap<Kind, ApiOperation>;
  /** What was seen of an operation, if it is more than its usual method at its usual path. */
  readonly seen?: ReadonlyMap<Kind, string>;
  /** Whether creations go to the path that the item will have. */
  readonly isMadeAtItem?: boolean;
  /** The resource whose rows it shows; `null` if it has its own. */
  readonly rows: Resource | null;
  /** Whether the single item is the account that calls. */
  readonly isCaller?: boolean;
  /** The member that shows the account that created an item. */
  readonly maker?: string;
  /** The steps to a flag of the maker that all its items have set: whether the caller follows it. */
  readonly follows?: readonly string[];
  /** The members that show items of others, with the path of each collection. */
  readonly embeds?: ReadonlyMap<string, string>;
  /** Filters of its list that a document only suggests. */
  readonly suggested?: JsonObject;
}

/** Returns resources after a change of some, each with the rows of the changed one, by what they were. */
export function changedResources(
  resources: readonly Resource[],
  change: (resource: Resource) => Resource,
): ReadonlyMap<Resource, Resource> {
  const owners = resources.filter(({ rows }) => rows === null);
  const changed = new Map(owners.map((one) => [one, change(one)]));
  return new Map(
    resources.map((one) => {
      const { rows } = one;
      if (rows === null) return [one, changed.get(one) ?? one];
      return [one, change({ ...one, rows: changed.get(rows) ?? rows })];
    }),
  );
}

/** An operation that is none of the kinds of a resource, and the reason. */
export interface ActionUse {
  readonly operation: ApiOperation;
  readonly why: string;
  /** What it does to the rows of a resource all the same. */
  readonly does?: {
    readonly role: ActionRole | Kind;
    readonly resource: Resource;
    readonly by?: Readonly<Record<string, string>>;
    /** Of what is at an item, what it answers where none is there, if that is no refusal. */
    readonly missing?: 'sample';
    readonly member?: string;
    readonly counts?: string;
  };
  /** What it changes in the item that it is below, if that is all that it does. */
  readonly effect?: Pick<Action, 'sets' | 'times' | 'counts' | 'suggests'>;
}

/** What was recognised: resources, and operations that belong to none. */
export interface Recognised {
  readonly resources: readonly Resource[];
  readonly actions: readonly ActionUse[];
}

/** The operations at one path, by method. */
export type PathOperations = ReadonlyMap<string, ApiOperation>;

/** A collection that there may be. */
export interface Candidate {
  readonly segments: readonly string[];
  readonly path: string;
  readonly at: PathOperations;
  readonly ofItem: PathOperations;
  /** The operations one step below the collection that is no parameter, by their path. */
  readonly below: readonly ApiOperation[];
  readonly words: readonly string[];
}

/** The operations of a document as its resources are found. */
export interface OperationIndex {
  readonly answers: Answers;
  readonly schemas: Schemas;
  /** Whether what a document only suggests counts: for a mock. */
  readonly guesses: boolean;
  readonly operations: readonly ApiOperation[];
  readonly byPath: ReadonlyMap<string, PathOperations>;
  /** Every path that may be a collection: those with items below, and those without parameter. */
  readonly candidates: () => readonly Candidate[];
  /** Whether an operation belongs to a resource. */
  readonly isUsed: (operation: ApiOperation) => boolean;
}

/** The names of a resource in letters, in the plural and the singular. */
export function wordsOf(segments: readonly string[]): readonly string[] {
  const literal = segments.findLast((segment) => !isParameter(segment)) ?? '';
  const plural = lettersOf(literal.replace(/\.[a-z]+$/, ''));
  return [...new Set([plural, singularOf(plural)])];
}

/** The singular of a word in letters; itself if it is none. */
export function singularOf(plural: string): string {
  const odd = ODD_PLURALS.get(plural);
  if (odd !== undefined) return odd;
  return plural.endsWith('ies')
    ? `${plural.slice(0, -3)}y`
    : plural.replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '');
}

const ODD_PLURALS: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
]);

/** Whether a thing has the very schema of the items of a resource. */
export function isSame(one: Pick<ItemShape, 'name'>, { item }: Pick<Resource, 'item'>): boolean {
  return one.name !== null && one.name === item.name;
}

/** Whether a step of a path says who sees the things below it, and not what they are. */
export function saysViewer(step: string): boolean {
  return VIEWERS.test(step);
}

const VIEWERS = /^(?:me|mine|my|own|self|admin|public|private|user|account|current)$/i;

/** The only one of several things; none if there are more, or none. */
export function onlyOne<T>(found: readonly T[]): readonly T[] {
  return found.length === 1 ? found : [];
}
