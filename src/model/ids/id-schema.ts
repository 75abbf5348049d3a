// The schema of text ids: which ways of generating ids always match it, and ids drawn from the
// schema if none does. Computed once for a contract and its schemas.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Checker } from '../../schema/check.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import { ID_DRAWS, type IdDraw, idText, surelyFits } from '../../schema/sample/id-texts.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Collection } from '../state/state.ts';
import { UNROUTABLE } from './ids.ts';

type Way = Profile['id.texts'];

/** The rules of the ids of one contract. */
export class IdSchema {
  private readonly contract: Contract;
  private readonly schemas: Schemas;
  private readonly parts: readonly JsonObject[];
  private readonly schema: JsonObject;
  /** Whether no item has the id, and no schema limits it. */
  private readonly isHidden: boolean;
  /** Whether nothing but its own schemas limits the id: then most ids need no compiled checker. */
  private readonly isPlain: boolean;
  private readonly met = new Map<Way, boolean>();
  private draws: readonly IdDraw[] | null = null;
  /** The version of a collection when it ran out of ids. */
  private readonly spentAt = new WeakMap<Collection, number>();

  constructor(contract: Contract, schemas: Schemas) {
    this.contract = contract;
    this.schemas = schemas;
    this.parts = partsOfId(contract, schemas);
    this.schema = mergeSchemas(this.parts);
    const isLimited = [...around(contract, schemas)].some((part) =>
      LIMITS.some((keyword) => own(part, keyword) !== undefined),
    );
    this.isPlain = this.parts.length > 0 && !isLimited;
    this.isHidden =
      contract.hidden?.includes(contract.id) === true &&
      !schemas.membersOf(contract.item).has(contract.id);
  }

  /** Whether all ids of one way match. */
  isMetBy(way: Way, checker: Checker): boolean {
    let isMet = this.met.get(way);
    if (isMet === undefined) {
      isMet = SPECIMENS[way].every((id) => this.fits(id, checker));
      this.met.set(way, isMet);
    }
    return isMet;
  }

  /** Whether removed ids need not be remembered to stay unused: none is drawn from the schema. */
  readonly isForgettable = remember((way: Way): boolean =>
    this.parts.every((part) => SPECIMENS[way].every((id) => surelyFits(part, id))),
  );

  /** Whether an id matches every schema of it, in the item and in the list. */
  fits(id: string | number, checker: Checker): boolean {
    const isSure = typeof id === 'string' && this.isPlain;
    if (this.isHidden || (isSure && this.parts.every((part) => surelyFits(part, id)))) return true;
    const item = { [this.contract.id]: id };
    const at = toPointer([this.contract.id]);
    return (
      checker.check(this.contract.item, item, at).length === 0 &&
      checker.check(this.contract.list, [item], `/0${at}`).length === 0
    );
  }

  /** Whether any id can be drawn from the schema. */
  isDrawable(checker: Checker): boolean {
    return this.drawsThatFit(checker).length > 0;
  }

  /** Returns an id that no record has or had, or `null`. The same collection gets the same one. */
  draw(collection: Collection, checker: Checker): string | null {
    if (this.spentAt.get(collection) === collection.version) return null;
    const from = collection.version;
    for (const draw of this.drawsThatFit(checker)) {
      const first = this.text(draw, from);
      for (let step = 0; step < SERIALS_TRIED; step++) {
        const id = step === 0 ? first : this.text(draw, from + step * SERIAL_STEP);
        // Every id that can be drawn was examined.
        if (step > 0 && id === first) break;
        const isNew =
          id !== undefined && collection.find(id) === undefined && !collection.wasRemoved(id);
        if (isNew && !UNROUTABLE.test(id) && this.fits(id, checker)) return id;
      }
    }
    this.spentAt.set(collection, from);
    return null;
  }

  private drawsThatFit(checker: Checker): readonly IdDraw[] {
    if (this.draws !== null) return this.draws;
    const bySample = new Map<string, IdDraw>();
    for (const draw of ID_DRAWS) {
      const ids = Array.from({ length: SERIALS_PROBED }, (_, serial) => this.text(draw, serial));
      const isGood = ids.some(
        (id) => id !== undefined && !UNROUTABLE.test(id) && this.fits(id, checker),
      );
      const sample = ids.join('\n');
      if (isGood && !bySample.has(sample)) bySample.set(sample, draw);
    }
    this.draws = [...bySample.values()];
    return this.draws;
  }

  private text(draw: IdDraw, serial: number): string | undefined {
    return idText(this.schemas, { name: this.contract.id, schema: this.schema }, draw, serial);
  }
}

/** Number of serials to try, so that the last free ids are found. Covers three letters of 26. */
const SERIALS_TRIED = 20_000;
/** Step between serials: recent ids are not examined again. A prime reaches each in the end. */
const SERIAL_STEP = 7_919;
/** Number of serials that show whether ids can be drawn. */
const SERIALS_PROBED = 12;

/** Sample ids of each way that differ in whatever a schema could distinguish. */
const SPECIMENS: Readonly<Record<Way, readonly string[]>> = {
  uuid: [...'0123456789abcdef'].map((digit, index) => {
    const run = (count: number): string => digit.repeat(count);
    return `${run(8)}-${run(4)}-4${run(3)}-${'89ab'[index % 4]}${run(3)}-${run(12)}`;
  }),
  sequence: ['1', '2', '9', '10', '99', '1000', '123456', '1000000'],
  base64url: [
    'AAAAAAAAAAA',
    'zzzzzzzzzzz',
    '00000000000',
    '-----------',
    '___________',
    'a-B_9zQ-x_0',
  ],
};

const forms = remember(
  (schemas: Schemas) =>
    remember((contract: Contract) => new IdSchema(contract, schemas), new WeakMap()),
  new WeakMap(),
);

/** Returns the id rules of a contract, computed on first use and kept with the schemas. */
export function idSchemaOf(contract: Contract, schemas: Schemas): IdSchema {
  return forms(schemas)(templateOf(contract));
}

/** The schemas of the id, in the item and in the elements of the list. */
function partsOfId(contract: Contract, schemas: Schemas): readonly JsonObject[] {
  return [...around(contract, schemas)].flatMap((part) => {
    const properties = own(part, 'properties');
    return isObject(properties) ? schemas.partsOf(own(properties, contract.id)) : [];
  });
}

/** The schemas of the item, the list and its elements. */
function around({ item, list }: Contract, schemas: Schemas): ReadonlySet<JsonObject> {
  const lists = schemas.partsByName(list);
  const elements = lists.flatMap((part) => schemas.partsOf(own(part, 'items')));
  return new Set([...schemas.partsByName(item), ...elements, ...lists]);
}

/** Keywords by which a schema limits its members besides `properties`. */
const LIMITS = [
  'anyOf',
  'oneOf',
  'not',
  'if',
  'enum',
  'const',
  'patternProperties',
  'dependentSchemas',
  'contains',
  'prefixItems',
];
