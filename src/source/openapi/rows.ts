// The rows with which a mock of a document begins: the items of examples that fit, and samples for
// the resources in which no request creates any. Rows below others belong to the first of them.

import { hash32 } from '../../base/hash.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { withValueAt } from '../../contract/envelope.ts';
import { rowsKey } from '../../contract/rows.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import { sampleOfSchema, sampleValue } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import { fits } from './fits.ts';
import type { MediaBody } from './media.ts';
import { successOf } from './outcomes.ts';
import type { Resource } from './resources.ts';
import { lettersOf } from './shapes.ts';

/** A contract with rows of its own, and what it was made of. */
export interface RowsWish {
  readonly contract: Contract;
  readonly resource: Resource;
}

/** Returns rows by resource; those of parents come first. */
export function rowsOf(
  wishes: readonly RowsWish[],
  contracts: readonly Contract[],
  schemas: Schemas,
): JsonObject {
  const maker = new RowsMaker(contracts, schemas, parentsOfFixed(wishes, contracts));
  const ordered = wishes.toSorted(
    (one, other) => one.resource.segments.length - other.resource.segments.length,
  );
  for (const wish of ordered) maker.make(wish);
  for (const contract of contracts) if (contract.rows !== undefined) maker.showIn(contract);
  return objectOf([...maker.rows]);
}

/** The resources above those in which no request creates items. */
function parentsOfFixed(
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
  for (const { contract, resource } of wishes)
    if (!resource.operations.has('create')) visit(contract);
  return found;
}

const SAMPLES = 2;

class RowsMaker {
  readonly rows = new Map<string, readonly JsonObject[]>();
  private readonly contracts: readonly Contract[];
  private readonly schemas: Schemas;

  private readonly parents: ReadonlySet<string>;

  constructor(contracts: readonly Contract[], schemas: Schemas, parents: ReadonlySet<string>) {
    this.contracts = contracts;
    this.schemas = schemas;
    this.parents = parents;
  }

  make({ contract, resource }: RowsWish): void {
    const fromExamples = this.fitting(contract, this.examples(resource));
    const rows =
      fromExamples.length > 0
        ? fromExamples
        : this.fitting(contract, this.samples(contract, resource));
    const [first] = rows;
    if (first !== undefined)
      this.rows.set(contract.resource, contract.one === true ? [first] : rows);
  }

  /** Gives the rows that a contract shares the values of its path. */
  showIn(view: Contract): void {
    const rows = this.rows.get(rowsKey(view));
    const owner = this.contracts.find(({ resource }) => resource === rowsKey(view));
    if (rows === undefined || owner === undefined) return;
    const placed = rows.map((row) => {
      const shown = this.placed(view, row);
      return this.isFit(owner, shown) ? shown : row;
    });
    this.rows.set(rowsKey(view), placed);
  }

  /** Returns the items that fit as rows, each with its id and its place. */
  private fitting(contract: Contract, items: readonly JsonObject[]): readonly JsonObject[] {
    const seen = new Set<string>();
    return items.flatMap((item, index): readonly JsonObject[] => {
      const row = this.placed(contract, this.identified(contract, item, index));
      const key = JSON.stringify(own(row, contract.id) ?? null);
      if ((contract.one !== true && seen.has(key)) || !this.isFit(contract, row)) return [];
      seen.add(key);
      return [row];
    });
  }

  /** The items of the examples that the document has for answers. */
  private examples({ operations, list, item }: Resource): readonly JsonObject[] {
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

  /** Samples stand for items that no request creates. */
  private samples(contract: Contract, { operations }: Resource): readonly JsonObject[] {
    if (operations.has('create') && !this.parents.has(contract.resource)) return [];
    const count = contract.one === true ? 1 : SAMPLES;
    return Array.from({ length: count }, (_, index) => {
      const serial = 1 + index + ((hash32(contract.resource) >>> 0) % SERIALS);
      const sample = { serial, token: '', marked: [], readOnly: 'made' } as const;
      const drafts: readonly Draft[] = [
        ...[0, 1, 2].map((branch) => ({ ...sample, branch })),
        { ...sample, optional: 'left-out' },
      ];
      for (const draft of drafts) {
        const value = sampleOfSchema(this.schemas, contract.item, draft);
        if (value === undefined || !isObject(value)) continue;
        const row = this.asElement(contract, value);
        if (this.isFit(contract, row)) return [row];
      }
      return [];
    }).flat();
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
    if (contract.one === true) return item;
    const type = this.schemas.typesOf(contract.item, contract.id)[0] ?? 'string';
    const known = own(item, contract.id);
    if (type === 'string' && typeof known === 'string' && known !== '') return item;
    if (type !== 'string' && typeof known === 'number') return item;
    const plain = type === 'string' ? `${lettersOf(contract.resource)}-${index + 1}` : index + 1;
    const member = this.schemas.membersOf(contract.item).get(contract.id) ?? {};
    const isBound = own(member, 'format') !== undefined || own(member, 'pattern') !== undefined;
    const sample = { serial: index + 1, token: '', marked: [] };
    const made = isBound ? sampleValue(this.schemas, contract.id, member, sample) : undefined;
    return { ...item, [contract.id]: made ?? plain };
  }

  /** A row below others has the values of the path of the first row above. */
  private placed(contract: Contract, row: JsonObject): JsonObject {
    const above = new Map<string, JsonObject>();
    return (contract.scope ?? []).reduceRight<JsonObject>(
      (placed, { at, parameter, parent, value }) => {
        if (parameter === null) return withValueAt(placed, at, value) as JsonObject;
        const owner = this.contracts.find(({ resource }) => resource === parent);
        const [first] = owner === undefined ? [] : (this.rows.get(rowsKey(owner)) ?? []);
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
        const isNumber = typeof value === 'number';
        const filled = id ?? held ?? (isNumber ? 1 : `${lettersOf(parameter)}-1`);
        return withValueAt(placed, at, filled) as JsonObject;
      },
      row,
    );
  }

  private isFit(contract: Contract, row: JsonObject): boolean {
    const all = this.schemas.all();
    const members = this.schemas.membersOf(contract.item);
    const foreign = (contract.hidden ?? []).filter((member) => !members.has(member));
    const item = objectOf(Object.entries(row).filter(([member]) => !foreign.includes(member)));
    const list = this.schemas.get(contract.list);
    return (
      fits(all, { $ref: `${contract.item}.json` }, item) &&
      (list === undefined || contract.one === true || fits(all, list, [item]))
    );
  }
}

const SERIALS = 500;

function valuesOf(body: MediaBody | null): readonly Json[] {
  return body === null ? [] : body.examples.map(({ value }) => value);
}
