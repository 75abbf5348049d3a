// The rows with which a mock of a document begins: the items of examples that fit, and samples for
// the resources in which no request creates any. Rows below others belong to the first of them.

import { hash32 } from '../../base/hash.ts';
import {
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  numberFrom,
  objectOf,
  own,
  pick,
  withMember,
} from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { valueAt, withValueAt } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { rowsKey } from '../../contract/rows.ts';
import { firstStates } from '../../model/ids/made-values.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import { sampleOfSchema, sampleValue } from '../../schema/sample/sample.ts';
import type { Schema, SchemaName, Schemas } from '../../schema/schema.ts';
import { fits } from '../../schema/walk/fits.ts';
import type { MediaBody } from './media.ts';
import type { ApiOperation } from './operations.ts';
import { successOf } from './outcomes.ts';
import type { Resource } from './recognition/resource.ts';
import { asServed } from './usual-places.ts';

/** A contract with rows of its own, and what it was made of. */
export interface RowsWish {
  readonly contract: Contract;
  readonly resource: Resource;
}

/** An item that is known to be there. */
export interface SeenItem {
  readonly id: string;
  /** The values of the parameters above it, by name. */
  readonly scope: ReadonlyMap<string, string>;
  /** The item as it was shown; `null` if it was not. */
  readonly value: JsonObject | null;
}

/** The items that are known, by the path of their collection. */
export interface SeenItems {
  readonly items: ReadonlyMap<string, readonly SeenItem[]>;
  /** Whether rows have the values that were shown, or other ones. */
  readonly values: 'made' | 'copied';
  /** Makes an item with values that look real: the next one of a contract for each serial. */
  readonly make: (schemas: Schemas, contract: Contract, serial: number) => JsonObject;
}

/** Returns rows by resource; those of parents come first. */
export function rowsOf(
  wishes: readonly RowsWish[],
  contracts: readonly Contract[],
  schemas: Schemas,
  seen: SeenItems = NOTHING_SEEN,
): JsonObject {
  const parents = parentsOfRows(wishes, contracts);
  const maker = new RowsMaker({ contracts, schemas, parents, seen });
  const byContract = new Map(wishes.map((wish) => [wish.contract, wish]));
  // What is below rows takes the values of their paths, also of the paths that only show them.
  for (const contract of contracts.toSorted(byDepth)) {
    const wish = byContract.get(contract);
    if (wish !== undefined) maker.make(wish);
    else if (contract.rows !== undefined) maker.showIn(contract);
  }
  return objectOf([...maker.rows]);
}

/** Fewer values in the path first, since rows are shared by deeper paths; then shorter paths. */
function byDepth(one: Contract, other: Contract): number {
  const depth = ({ scope = [], path }: Contract): number =>
    scope.length * SEGMENTS_MAX + path.split('/').length;
  return depth(one) - depth(other);
}

const SEGMENTS_MAX = 100;

/** The resources above those that have rows: examples, or samples of what no request creates. */
function parentsOfRows(
  wishes: readonly RowsWish[],
  contracts: readonly Contract[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = ({ scope = [] }: Contract): void => {
    for (const { parent } of scope) {
      const owner = contracts.find(({ resource }) => resource === parent);
      if (owner === undefined || found.has(owner.resource)) continue;
      found.add(owner.resource).add(rowsKey(owner));
      visit(owner);
    }
  };
  // Items of shared rows are below others where no request creates them.
  for (const contract of contracts) {
    const { rows, operations } = contract;
    if (rows === undefined || operations.read === undefined || operations.create !== undefined)
      continue;
    const owner = contracts.find(({ resource }) => resource === rows);
    found.add(rows);
    for (const one of [contract, ...(owner === undefined ? [] : [owner])]) visit(one);
  }
  const filled = new Set<string>();
  for (const { contract, resource } of wishes) {
    if (resource.operations.has('create') && !hasExamples(resource)) continue;
    filled.add(contract.resource);
    visit(contract);
  }
  // What shows rows is below something, too; and that has rows then, which something else may show.
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const contract of contracts)
      if (contract.rows !== undefined && (filled.has(contract.rows) || found.has(contract.rows)))
        visit(contract);
  }
  return found;
}

/** The items of the examples that the document has for answers. */
function examplesOf({ operations, list, item }: Resource): readonly JsonObject[] {
  const read = operations.get('read');
  const listed = operations.get('list');
  const ofRead = read === undefined ? [] : valuesOf(successOf(read, 200).body);
  const ofList = listed === undefined ? [] : valuesOf(successOf(listed, 200).body);
  const items = [
    ...ofRead.map((value) => valueAt(value, item.at)),
    ...ofList.flatMap((value) => {
      const found = list === null ? undefined : valueAt(value, list.at);
      return Array.isArray(found) ? (found as readonly Json[]) : [];
    }),
  ];
  return items.filter((one) => one !== undefined && isObject(one));
}

function hasExamples(resource: Resource): boolean {
  return examplesOf(resource).length > 0 || idsNamed(resource).length > 0;
}

/** The ids that the document gives as examples of the parameter that names an item. */
function idsNamed(resource: Resource): readonly string[] {
  return resource.isOne
    ? []
    : examplesInPath(resource, ({ path: { segments, lastParameter } }) =>
        segments.at(-1) === `{${lastParameter}}` ? lastParameter : null,
      );
}

/** The examples of one parameter of the paths of a resource, as texts. */
function examplesInPath(
  { operations }: Resource,
  nameIn: (operation: ApiOperation) => string | null,
): readonly string[] {
  const found = [...operations.values()].flatMap((operation) => {
    const { declared } = asServed(operation);
    const name = nameIn(asServed(operation));
    const parameters = own(declared, 'parameters');
    const all = Array.isArray(parameters) ? (parameters as readonly Json[]) : [];
    const named = all
      .filter(isObject)
      .find((one) => own(one, 'in') === 'path' && own(one, 'name') === name);
    const examples = named === undefined ? undefined : own(named, 'examples');
    return Array.isArray(examples) ? (examples as readonly Json[]) : [];
  });
  const plain = found.filter((one) => typeof one === 'string' || isNumber(one));
  return [...new Set(plain.map(String))].filter((one) => one !== '').slice(0, NAMED_MAX);
}

/** Maximum number of ids that examples of a path name. */
const NAMED_MAX = 20;

const NOTHING_SEEN: SeenItems = { items: new Map(), values: 'made', make: () => ({}) };

const SAMPLES = 2;
/** Maximum number of rows that are made of items that were seen. */
const SEEN_MAX = 100;

class RowsMaker {
  readonly rows = new Map<string, readonly JsonObject[]>();
  /** The first row of each resource whose id an address of the document names. */
  private readonly named = new Map<string, JsonObject>();
  private readonly resources = new Map<string, Resource>();
  /** The resources of which no sample fits the list, too. */
  private readonly unlisted = new Set<string>();
  private readonly contracts: readonly Contract[];
  private readonly schemas: Schemas;
  private readonly parents: ReadonlySet<string>;
  private readonly seen: SeenItems;

  constructor(parts: {
    readonly contracts: readonly Contract[];
    readonly schemas: Schemas;
    readonly parents: ReadonlySet<string>;
    readonly seen: SeenItems;
  }) {
    this.contracts = parts.contracts;
    this.schemas = parts.schemas;
    this.parents = parts.parents;
    this.seen = parts.seen;
  }

  make({ contract, resource }: RowsWish): void {
    this.resources.set(contract.resource, resource);
    const known = this.seenRows(contract, resource);
    const fromExamples =
      known.length > 0 ? known : this.withNamed(contract, resource, examplesOf(resource));
    const rows =
      fromExamples.length > 0
        ? fromExamples
        : this.fitting(contract, this.samples(contract, resource));
    const [first] = rows;
    if (first !== undefined)
      this.rows.set(contract.resource, contract.isSingle === true ? [first] : rows);
  }

  /** Rows for the items of examples, and for the ids that the examples of the path name. */
  private withNamed(
    contract: Contract,
    resource: Resource,
    examples: readonly JsonObject[],
  ): readonly JsonObject[] {
    const rows = this.fitting(contract, examples);
    if (contract.isSingle === true) return rows;
    const named = idsNamed(resource).flatMap((id): readonly JsonObject[] => {
      const typed = this.typed(contract, id);
      const found = rows.find((row) => own(row, contract.id) === typed);
      const row = found ?? this.rowWithId(contract, typed, examples);
      return row === undefined ? [] : [row];
    });
    const [first] = named;
    if (first !== undefined) this.named.set(contract.resource, first);
    return [...new Set([...rows, ...named])];
  }

  /** An id in the type that it has in items. */
  private typed({ item, id }: Contract, value: string): Json {
    const types = this.schemas.typesOf(item, id);
    const number = numberFrom(value);
    return types.includes('string') || types.length === 0 || Number.isNaN(number) ? value : number;
  }

  /** A sample with an id, or else an example with it; `undefined` if neither fits. */
  private rowWithId(
    contract: Contract,
    id: Json,
    examples: readonly JsonObject[],
  ): JsonObject | undefined {
    return [...this.sampleRows(contract, 1), ...examples]
      .map((item): JsonObject => this.placed(contract, { ...item, [contract.id]: id }))
      .find((row) => this.isFit(contract, row));
  }

  /** The row of a parent that is above those of the document's own addresses. */
  private firstOf(owner: Contract): JsonObject | undefined {
    const rows = this.rows.get(rowsKey(owner)) ?? [];
    const named = this.named.get(rowsKey(owner));
    return rows.find((row) => own(row, owner.id) === own(named ?? {}, owner.id)) ?? rows[0];
  }

  /** Gives the rows that a contract shares the values of its path. */
  showIn(view: Contract): void {
    const rows = this.rows.get(rowsKey(view));
    const owner = this.contracts.find(({ resource }) => resource === rowsKey(view));
    if (rows === undefined || owner === undefined || this.seen.values === 'copied') return;
    const placed = rows.map((row) => {
      // The values of its own path are those of items that are there.
      const shown = (owner.scope ?? []).reduce<JsonObject>(
        (whole, { at }) => withValueAt(whole, at, valueAt(row, at) ?? null) as JsonObject,
        this.placed(view, row),
      );
      return this.isFit(owner, shown) ? shown : row;
    });
    this.rows.set(rowsKey(view), placed);
  }

  /** Rows for the items that are known: with their ids, and values that look real. */
  private seenRows(contract: Contract, { path }: Resource): readonly JsonObject[] {
    const type = this.schemas.typesOf(contract.item, contract.id)[0] ?? 'string';
    const rows = new Map<string, JsonObject>();
    for (const [index, { id, scope, value }] of (this.seen.items.get(path) ?? []).entries()) {
      if (rows.size >= SEEN_MAX) break;
      const shown = value === null ? undefined : own(value, contract.id);
      const text = String(shown ?? id);
      const typed = type === 'string' ? text : numberFrom(text);
      if (contract.isSingle !== true && Number.isNaN(typed)) continue;
      // An e-mail address as an id names a person.
      if (this.seen.values === 'made' && text.includes('@')) continue;
      const isCopied = this.seen.values === 'copied' && value !== null;
      for (const base of isCopied ? [value] : this.plausible(contract, index)) {
        const named = contract.isSingle === true ? base : { ...base, [contract.id]: typed };
        const row = this.scoped(contract, named, scope);
        if (!this.isFit(contract, row)) continue;
        rows.set(JSON.stringify([[...scope], text]), row);
        break;
      }
    }
    return [...rows.values()];
  }

  /** Candidates for one item: values that look real, then samples. */
  private *plausible(contract: Contract, index: number): Iterable<JsonObject> {
    const serial = index + 1;
    yield this.seen.make(this.schemas, contract, serial);
    const sample = { serial, token: '', marked: [], readOnly: 'made' } as const;
    const made = sampleOfSchema(this.schemas, contract.item, sample);
    if (made !== undefined && isObject(made)) yield made;
  }

  /** An item that is known has the values of its own path. */
  private scoped(
    contract: Contract,
    item: JsonObject,
    scope: ReadonlyMap<string, string>,
  ): JsonObject {
    return (contract.scope ?? []).reduce<JsonObject>((row, { at, parameter, parent, value }) => {
      const text = parameter === null ? undefined : scope.get(parameter);
      if (text === undefined) return withValueAt(row, at, value) as JsonObject;
      const owner = this.contracts.find(({ resource }) => resource === parent);
      const types = owner === undefined ? [] : this.schemas.typesOf(owner.item, owner.id);
      const isNumeric = isNumber(value) || (types.length > 0 && !types.includes('string'));
      return withValueAt(row, at, isNumeric ? numberFrom(text) : text) as JsonObject;
    }, item);
  }

  /** Returns the items that fit as rows, each with its id and its place. */
  private fitting(contract: Contract, items: readonly JsonObject[]): readonly JsonObject[] {
    const seen = new Set<string>();
    return items.flatMap((item, index): readonly JsonObject[] => {
      const row = this.placed(contract, this.identified(contract, item, index));
      const key = JSON.stringify(own(row, contract.id) ?? null);
      if ((contract.isSingle !== true && seen.has(key)) || !this.isFit(contract, row)) return [];
      seen.add(key);
      return [row];
    });
  }

  /** Samples stand for items that no request creates. */
  private samples(contract: Contract, { operations }: Resource): readonly JsonObject[] {
    if (operations.has('create') && !this.parents.has(contract.resource)) return [];
    const count = contract.isSingle === true ? 1 : SAMPLES;
    const rows = this.sampleRows(contract, count);
    if (rows.length > 0 || contract.isSingle === true) return rows;
    // Nothing fits the item and the list: then it fits the item.
    this.unlisted.add(contract.resource);
    return this.sampleRows(contract, count);
  }

  private sampleRows(contract: Contract, count: number): readonly JsonObject[] {
    return Array.from({ length: count }, (_, index) => {
      const serial = 1 + index + ((hash32(contract.resource) >>> 0) % SERIALS);
      const sample = { serial, token: '', marked: [], readOnly: 'made' } as const;
      const drafts: readonly Draft[] = [
        ...[0, 1, 2].map((branch) => ({ ...sample, branch })),
        { ...sample, optional: 'left-out' },
      ];
      const wholes: JsonObject[] = [];
      for (const draft of drafts) {
        const value = sampleOfSchema(this.schemas, contract.item, draft);
        if (value === undefined || !isObject(value)) continue;
        const row = this.asElement(contract, this.asNew(contract, value));
        // A list may say more of a member than the item does.
        const element = this.elementSample(contract, draft);
        const more = { ...row, ...this.shownByList(contract, element) };
        const found =
          this.fittingRow(contract, more, index) ??
          this.fittingRow(contract, row, index) ??
          this.fittingRow(contract, { ...row, ...element }, index);
        wholes.push(more, row);
        if (found !== undefined)
          return [draft.optional === undefined ? found : this.filled(contract, found, wholes)];
      }
      return [];
    }).flat();
  }

  /** A sample of what requests create is in the state of a new item, if that fits. */
  private asNew(contract: Contract, sample: JsonObject): JsonObject {
    const { operations } = contract;
    if (operations.create === undefined) return sample;
    const states = pick(firstStates(contract, this.schemas), Object.keys(sample));
    const row = { ...sample, ...states };
    return fits(this.schemas.all(), { $ref: `${contract.item}.json` }, row) ? row : sample;
  }

  /** The members of an element with examples where the item has none, or that no read shows. */
  private shownByList({ list, item, operations }: Contract, element: JsonObject): JsonObject {
    const [inItem, inList] = [this.schemas.membersOf(item), this.schemas.membersOfItems(list)];
    const hasExamples = (one: JsonObject | undefined): boolean =>
      own(one ?? {}, 'examples') !== undefined;
    return objectOf(
      Object.entries(element).filter(([name]) =>
        inItem.has(name)
          ? hasExamples(inList.get(name)) && !hasExamples(inItem.get(name))
          : operations.read === undefined,
      ),
    );
  }

  /** A row with each further member that still fits: one member of two types costs no others. */
  private filled(contract: Contract, row: JsonObject, wholes: readonly JsonObject[]): JsonObject {
    return wholes
      .flatMap((whole) => Object.entries(whole))
      .reduce((before, [name, value]) => {
        if (Object.hasOwn(before, name)) return before;
        const after = withMember(before, name, value);
        return this.isFit(contract, after) ? after : before;
      }, row);
  }

  /** A row that fits, if its id can be one that needs no escaping; `undefined` if it does not fit. */
  private fittingRow(contract: Contract, row: JsonObject, index: number): JsonObject | undefined {
    return [...new Set([withPlainId(contract, row, index), row])].find((one) =>
      this.isFit(contract, one),
    );
  }

  /** A sample of an element of the list; empty if there is none. */
  private elementSample({ list, isSingle }: Contract, draft: Draft): JsonObject {
    const listed = isSingle === true ? undefined : sampleOfSchema(this.schemas, list, draft);
    const [first = null] = Array.isArray(listed) ? (listed as readonly Json[]) : [];
    return isObject(first) ? first : {};
  }

  /** A row with what the elements of the list must have, and the item need not. */
  private asElement({ list }: Contract, item: JsonObject): JsonObject {
    const members = this.schemas.membersOfItems(list);
    const lacking = this.schemas
      .requiredOfItems(list)
      .filter((name) => !Object.hasOwn(item, name))
      .flatMap((name): readonly [string, Json][] => {
        const value = emptyValue(this.schemas, name, members.get(name) ?? {});
        return value === undefined ? [] : [[name, value]];
      });
    return objectOf([...Object.entries(item), ...lacking]);
  }

  /** A row needs an id of the type that the contract says. */
  private identified(contract: Contract, item: JsonObject, index: number): JsonObject {
    if (contract.isSingle === true) return item;
    const type = this.schemas.typesOf(contract.item, contract.id)[0] ?? 'string';
    const known = own(item, contract.id);
    if (type === 'string' && typeof known === 'string' && known !== '') return item;
    if (type !== 'string' && known !== undefined && isNumber(known)) return item;
    const plain = type === 'string' ? plainId(contract.resource, index) : index + 1;
    const bound = [
      this.schemas.membersOf(contract.item),
      this.schemas.membersOfItems(contract.list),
    ]
      .map((members) => members.get(contract.id) ?? {})
      .find((one) => own(one, 'format') !== undefined || own(one, 'pattern') !== undefined);
    const sample = { serial: index + 1, token: '', marked: [] };
    const made =
      bound === undefined ? undefined : sampleValue(this.schemas, contract.id, bound, sample);
    return { ...item, [contract.id]: made ?? plain };
  }

  /** A row below others has the values of the path of the first row above. */
  private placed(contract: Contract, row: JsonObject): JsonObject {
    const above = new Map<string, JsonObject>();
    return (contract.scope ?? []).reduceRight<JsonObject>(
      (placed, { at, parameter, parent, value }) => {
        if (parameter === null) return withValueAt(placed, at, value) as JsonObject;
        const owner = this.contracts.find(({ resource }) => resource === parent);
        const first = owner === undefined ? undefined : this.firstOf(owner);
        const inherited = above.get(parameter);
        const known = inherited ?? first;
        for (const { parameter: outer, at: steps } of owner?.scope ?? []) {
          if (outer !== null && first !== undefined)
            above.set(outer, { value: valueAt(first, steps) ?? null });
        }
        const id =
          inherited === undefined
            ? known === undefined || owner === undefined
              ? undefined
              : own(known, owner.id)
            : own(inherited, 'value');
        const held = valueAt(placed, at);
        const filled = id ?? held ?? this.exampleAbove(contract, parameter, value);
        return withValueAt(placed, at, filled) as JsonObject;
      },
      row,
    );
  }

  /** The value of a parameter above an item that nothing else has: its example, or a made one. */
  private exampleAbove({ resource }: Contract, parameter: string, like: Json): Json {
    const owner = this.resources.get(resource);
    const [example] = owner === undefined ? [] : examplesInPath(owner, () => parameter);
    if (!isNumber(like)) return example ?? `${lettersOf(parameter)}-1`;
    const number = numberFrom(example ?? '');
    return Number.isNaN(number) ? 1 : number;
  }

  private isFit(contract: Contract, row: JsonObject): boolean {
    const all = this.schemas.all();
    const members = this.schemas.membersOf(contract.item);
    const foreign = (contract.hidden ?? []).filter((member) => !members.has(member));
    const item = objectOf(Object.entries(row).filter(([member]) => !foreign.includes(member)));
    const list = this.schemas.get(contract.list);
    return (
      fits(all, { $ref: `${contract.item}.json` }, item) &&
      (list === undefined ||
        contract.isSingle === true ||
        this.unlisted.has(contract.resource) ||
        isPlainListOf(contract.item, list) ||
        fits(all, list, [item]))
    );
  }
}

/** Whether a list says nothing of its elements but that they are the items. */
function isPlainListOf(item: SchemaName, list: Schema): boolean {
  if (!isObject(list)) return list;
  const items = own(list, 'items');
  return (
    Object.keys(list).every((keyword) => PLAIN_LIST.has(keyword)) &&
    isObject(items) &&
    Object.keys(items).length === 1 &&
    own(items, '$ref') === `${item}.json`
  );
}

const PLAIN_LIST = new Set(['type', 'items', 'title', 'description', 'examples']);

/** A sampled text has blanks, which an address writes as %20. */
function withPlainId({ resource, id }: Contract, row: JsonObject, index: number): JsonObject {
  const known = own(row, id);
  return typeof known === 'string' && known.includes(' ')
    ? { ...row, [id]: plainId(resource, index) }
    : row;
}

function plainId(resource: string, index: number): string {
  return `${lettersOf(resource)}-${index + 1}`;
}

const SERIALS = 500;

function valuesOf(body: MediaBody | null): readonly Json[] {
  return body === null ? [] : body.examples.map(({ value }) => value);
}
