// Items and lists in the answers of several operations: those of one kind share one schema, so that
// what reads them all knows that they are the same. Finds them as documents are read.

import { isObject, type Json, type JsonObject, jsonText, objectOf, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { Schemas } from '../../schema/schema.ts';
import { wordsOf } from '../openapi/recognition/resource.ts';
import { itemIn, listIn } from '../openapi/shapes.ts';
import { type Certainty, schemaOf, shapeOf } from '../shape-of-values.ts';

/** The bodies of one answer of an operation. */
export interface AnswerBodies {
  /** The segments of the template of its path. */
  readonly segments: readonly string[];
  readonly values: readonly Json[];
}

/** Schemas of answers, and those of items that they refer to. */
export interface SharedSchemas {
  readonly schemas: ReadonlyMap<AnswerBodies, JsonObject>;
  /** By name, as components of a document. */
  readonly items: JsonObject;
}

interface FoundItem {
  readonly answer: AnswerBodies;
  readonly at: readonly string[];
  readonly isList: boolean;
  readonly values: readonly Json[];
  readonly members: ReadonlySet<string>;
  readonly word: string;
}

/** Makes the schemas of answers. */
export function shareItems(answers: readonly AnswerBodies[], certainty: Certainty): SharedSchemas {
  const plain = new Map(answers.map((one) => [one, schemaOf(shapeOf(one.values), certainty)]));
  const found = answers.flatMap((one) => findItem(one, plain.get(one) ?? {}));
  const groups: FoundItem[][] = [];
  for (const one of found) {
    const group = groups.find(([first]) => first !== undefined && areSame(first, one));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  const items: [string, Json][] = [];
  const schemas = new Map(plain);
  for (const group of groups) {
    const name = freeName(group[0]?.word ?? 'item', items);
    items.push([name, schemaOf(shapeOf(differentOnes(group)), certainty)]);
    for (const { answer, at, isList } of group) {
      const ref = { $ref: `#/components/schemas/${name}` };
      const inner = isList ? { type: 'array', items: ref } : ref;
      schemas.set(answer, replaced(schemas.get(answer) ?? {}, at, inner));
    }
  }
  return { schemas, items: objectOf(items) };
}

function findItem(answer: AnswerBodies, schema: JsonObject): readonly FoundItem[] {
  const words = wordsOf(answer.segments);
  const word = words.at(-1) ?? 'item';
  const schemas = new Schemas(new Map([['body', schema]]));
  const list = listIn(schemas, 'body', words);
  const shape = list === null ? itemIn(schemas, 'body', words) : null;
  const at = list?.at ?? shape?.at;
  const members = list?.element.members ?? shape?.members;
  if (at === undefined || members === undefined || members.size === 0) return [];
  const inside = answer.values.flatMap((value) => valueAt(value, at) ?? []);
  const values = (inside as readonly Json[]).filter(isObject);
  return [{ answer, at, isList: list !== null, values, members: new Set(members.keys()), word }];
}

/** Whether two items are of one kind: they have one name and most members in common. */
function areSame(one: FoundItem, other: FoundItem): boolean {
  if (one.word !== other.word) return false;
  const common = [...one.members].filter((name) => other.members.has(name)).length;
  return common * 2 >= Math.max(one.members.size, other.members.size);
}

/** An item that was read twice counts once. */
function differentOnes(group: readonly FoundItem[]): Iterable<Json> {
  const all = group.flatMap(({ values }) => values);
  return new Map(all.map((value) => [jsonText(value), value])).values();
}

function freeName(word: string, taken: readonly (readonly [string, Json])[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? word : `${word}-${number}`;
    if (!taken.some(([one]) => one === name)) return name;
  }
}

/** Replaces the schema of the member that steps lead to. */
function replaced(
  schema: JsonObject,
  [step, ...rest]: readonly string[],
  inner: JsonObject,
): JsonObject {
  if (step === undefined) return inner;
  const properties = own(schema, 'properties');
  const members = isObject(properties) ? properties : {};
  const below = own(members, step);
  const changed = replaced(isObject(below) ? below : {}, rest, inner);
  return { ...schema, properties: { ...members, [step]: changed } };
}
