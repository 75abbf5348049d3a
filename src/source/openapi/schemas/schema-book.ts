// The schemas of a document as JSON Schemas 2020-12 by name. Each place that is referred to becomes
// a schema of its own, so that circles stay references. Those of Swagger 2.0 and OpenAPI 3.0 are
// brought to 3.1: `nullable`, `exclusiveMinimum: true`, `example`, types of files.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../../base/json.ts';
import { REFERENCE_MARK } from '../../../contract/references.ts';
import { findEndless, findHeavy, WEIGHT_MAX } from '../../../schema/endless.ts';
import { ASSERTED_FORMATS } from '../../../schema/formats.ts';
import { KNOWN_FORMATS, ownKeywordsIn } from '../../../schema/keywords.ts';
import { SAMPLE_CHARS_MAX, SAMPLE_PARTS_MAX } from '../../../schema/sample/limits.ts';
import type { Schema, SchemaName } from '../../../schema/schema.ts';
import {
  below,
  type Notes,
  type Placed,
  placeText,
  refOf,
  type SourceFiles,
  type SourcePlace,
} from '../places.ts';
import { KEYWORDS, TYPES, unreadKeywords } from './schema-keywords.ts';

export class SchemaBook {
  readonly schemas = new Map<SchemaName, Schema>();
  /** Where the schemas of the document are; those that are made of others are nowhere. */
  readonly placeOf = new Map<SchemaName, SourcePlace>();
  /** The keywords of `FAR_REACHING` that some schema has. */
  readonly farReaching = new Set<string>();
  /** The resources that members refer to, and the schemas that are marked so. */
  readonly references: { readonly to: string; readonly place: SourcePlace }[] = [];
  private readonly nameOf = new Map<string, SchemaName>();
  private readonly taken = new Set<string>();
  private readonly waiting: (Placed & { readonly name: SchemaName })[] = [];
  /** The schemas without names of their own, by what they say. */
  private readonly unnamed = new Map<string, SchemaName>();
  private readonly files: SourceFiles;
  private readonly notes: Notes;

  constructor(files: SourceFiles, notes: Notes) {
    this.files = files;
    this.notes = notes;
  }

  /** Returns the name of the schema at a place: that of the one it refers to, or a new one. */
  nameAt(value: Json, place: SourcePlace, wish: string): SchemaName {
    const ref = refOf(value);
    const target = ref === null ? null : this.targetOf(ref, place);
    if (target !== null && Object.keys(value as JsonObject).length === 1) {
      const name = this.refer(target);
      this.work();
      return name;
    }
    const name = this.enter(value, place, wish);
    this.work();
    const first = this.sameAs(name);
    if (first === name) return name;
    this.schemas.delete(name);
    this.nameOf.set(placeText(place), first);
    return first;
  }

  /** Returns the name of a schema that is made of examples; those of one shape have one name. */
  addShown(wish: string, schema: Schema, place: SourcePlace): SchemaName {
    const text = JSON.stringify(schema, (key, value: Json) =>
      key === 'examples' && Array.isArray(value) ? undefined : value,
    );
    const name = this.unnamed.get(text) ?? this.add(wish, schema);
    this.unnamed.set(text, name);
    if (!this.placeOf.has(name)) this.placeOf.set(name, place);
    return name;
  }

  /** Adds a schema that is made of others. */
  add(wish: string, schema: Schema): SchemaName {
    const name = this.freeName(wish);
    this.schemas.set(name, schema);
    return name;
  }

  /** Replaces the schemas whose check would not end, or takes too long. */
  openEndless(): void {
    for (const name of findEndless(this.schemas)) {
      this.schemas.set(name, true);
      const message =
        'this schema refers to itself without end; it is read as if it admitted anything';
      this.notes.add(this.placeOf.get(name) ?? { file: '', steps: [] }, message);
    }
    for (const name of findHeavy(this.schemas)) {
      this.schemas.set(name, true);
      const message = `this schema refers to others in more than ${WEIGHT_MAX} ways; it is read as if it admitted anything`;
      this.notes.add(this.placeOf.get(name) ?? { file: '', steps: [] }, message);
    }
  }

  /** Returns the first schema that says the same as one without a name. */
  private sameAs(name: SchemaName): SchemaName {
    const text = JSON.stringify(this.schemas.get(name));
    const first = this.unnamed.get(text) ?? name;
    this.unnamed.set(text, first);
    return first;
  }

  /** Returns the name of a schema that a reference leads to. */
  private refer({ value, place }: Placed): SchemaName {
    const wish = place.steps.at(-1) ?? baseName(place.file);
    return this.enter(value, place, wish);
  }

  private enter(value: Json, place: SourcePlace, wish: string): SchemaName {
    const key = placeText(place);
    const known = this.nameOf.get(key);
    if (known !== undefined) return known;
    const name = this.freeName(wish);
    this.nameOf.set(key, name);
    this.placeOf.set(name, place);
    this.waiting.push({ name, value, place });
    return name;
  }

  private freeName(wish: string): SchemaName {
    const plain = wish.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'schema';
    // Names of files differ in more than their case.
    for (let number = 1; ; number++) {
      const name = number === 1 ? plain : `${plain}-${number}`;
      if (this.taken.has(name.toLowerCase())) continue;
      this.taken.add(name.toLowerCase());
      return name;
    }
  }

  /** What a reference names, unless it leads nowhere or round in a circle. */
  private targetOf(ref: string, place: SourcePlace): Placed | null {
    const target = this.files.targetOf(ref, place);
    if (target === null) return null;
    const end = this.files.follow({ $ref: ref }, place);
    return end.kind === 'found' ? target : null;
  }

  /** Converts what was referred to since, without recursion from one schema to the next. */
  private work(): void {
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop())
      this.schemas.set(next.name, this.convert(next.value, next.place));
  }

  private convert(given: Json, place: SourcePlace): Schema {
    if (typeof given === 'boolean') return given;
    if (!isObject(given)) {
      this.notes.add(place, 'a schema is an object; this one is read as if it admitted anything');
      return true;
    }
    for (const keyword of unreadKeywords(given))
      this.notes.add(below(place, keyword), `"${keyword}" is not read`);
    const members: [string, Json][] = [];
    for (const [keyword, value] of Object.entries(given)) {
      const held = KEYWORDS[keyword];
      if (held === undefined) continue;
      if (FAR_REACHING[keyword]?.(value) === true) this.farReaching.add(keyword);
      if (typeof held === 'object') {
        if (held.is(value)) {
          members.push([keyword, value]);
          if (isTooLarge(keyword, value))
            this.notes.add(
              below(place, keyword),
              `${value} is more than Standin makes; answers that need it have no body`,
            );
          if (keyword === REFERENCE_MARK) this.references.push({ to: String(value), place });
        } else if (!isOldForm(keyword, value))
          this.notes.add(
            below(place, keyword),
            `this is no value for "${keyword}", which is not read`,
          );
      } else
        members.push(
          ...this.walk(keyword, held, value, below(place, keyword)).map(
            ([name, one]): [string, Json] => [
              // Alternatives of documents often overlap, and no value fits exactly one of them.
              name === 'oneOf' && own(given, 'anyOf') === undefined ? 'anyOf' : name,
              one,
            ],
          ),
        );
    }
    const schema = objectOf([
      ...this.possible(members, given, place),
      ...this.reference(given, place),
      ...this.type(given, place),
      ...this.text(given, place),
      ...oldBounds(given),
      ...exampleOf(given),
    ]);
    return nullableOf(given, withEnumOfItems(schema));
  }

  /** No value has a member that is required where the members that are named are all there may be. */
  private possible(
    members: readonly [string, Json][],
    given: JsonObject,
    place: SourcePlace,
  ): readonly [string, Json][] {
    const named = own(given, 'properties') ?? {};
    const isClosed = own(given, 'additionalProperties') === false && isObject(named);
    if (!isClosed || own(given, 'patternProperties') !== undefined) return members;
    return members.map(([keyword, value]) => {
      if (keyword !== 'required' || !Array.isArray(value)) return [keyword, value];
      const possible = (value as readonly Json[]).filter((one) =>
        Object.hasOwn(named, String(one)),
      );
      for (const one of value as readonly Json[])
        if (!possible.includes(one))
          this.notes.add(
            below(place, keyword),
            `"${String(one)}" is required, and "additionalProperties" forbids it; it is not required`,
          );
      return [keyword, possible];
    });
  }

  private walk(
    keyword: string,
    held: 'schema' | 'schemas' | 'schema-map',
    value: Json,
    place: SourcePlace,
  ): readonly [string, Json][] {
    if (held === 'schema' && !Array.isArray(value)) return [[keyword, this.convert(value, place)]];
    if (held === 'schema-map' && isObject(value)) {
      const members = Object.entries(value).map(([name, one]): [string, Json] => [
        name,
        this.convert(one, below(place, name)),
      ]);
      return [[keyword, objectOf(members)]];
    }
    if ((held === 'schemas' || keyword === 'items') && Array.isArray(value)) {
      const list = value as readonly Json[];
      const all = list.map((one, index) => this.convert(one, below(place, String(index))));
      if (all.length > 0) return [[keyword === 'items' ? 'prefixItems' : keyword, all]];
      return [];
    }
    this.notes.add(place, `this is no value for "${keyword}", which is not read`);
    return [];
  }

  private reference(given: JsonObject, place: SourcePlace): readonly [string, Json][] {
    const ref = refOf(given);
    if (ref === null) return [];
    const target = this.targetOf(ref, place);
    if (target === null) {
      this.notes.addLeftOut(
        below(place, '$ref'),
        `the reference ${ref} leads nowhere; it is left out`,
      );
      return [];
    }
    return [['$ref', `${this.refer(target)}.json`]];
  }

  private type(given: JsonObject, place: SourcePlace): readonly [string, Json][] {
    const type = own(given, 'type');
    if (type === undefined) return [];
    const all = (Array.isArray(type) ? type : [type]) as readonly Json[];
    const known = [...new Set(all.filter((one) => TYPES.has(one)))];
    if (type === 'file') return [['type', 'string']];
    if (this.isContradicted(given, all, place)) {
      this.notes.add(
        below(place, 'type'),
        'what it refers to has another type; this one is not read',
      );
      return [];
    }
    if (known.length < all.length)
      this.notes.add(below(place, 'type'), `the type ${JSON.stringify(type)} is not read`);
    if (known.length === 0) return [];
    return [['type', known.length === 1 ? (known[0] as Json) : known]];
  }

  /** Whether a schema has a type beside a reference to another type: no value has both. */
  private isContradicted(given: JsonObject, types: readonly Json[], place: SourcePlace): boolean {
    if (refOf(given) === null) return false;
    const target = this.files.follow(given, place);
    const type = target.kind === 'found' && isObject(target.value) ? own(target.value, 'type') : [];
    const others = [type ?? []].flat() as readonly Json[];
    const isNumber = (one: Json): boolean => one === 'number' || one === 'integer';
    const isBoth = (one: Json): boolean =>
      types.includes(one) || (isNumber(one) && types.some(isNumber));
    return others.length > 0 && !others.some(isBoth);
  }

  /** Formats and patterns that nothing here can check are left out. */
  private text(given: JsonObject, place: SourcePlace): readonly [string, Json][] {
    const found: [string, Json][] = [];
    const format = own(given, 'format');
    if (typeof format === 'string') {
      const isKnown = KNOWN_FORMATS.includes(format);
      if (isKnown) found.push(['format', format]);
      if (!isKnown || !ASSERTED_FORMATS.has(format))
        this.notes.add(
          below(place, 'format'),
          `the format "${format}" is not checked${isKnown ? ' in answers' : ''}`,
        );
    }
    const pattern = own(given, 'pattern');
    if (typeof pattern === 'string') {
      if (isPattern(pattern)) found.push(['pattern', pattern]);
      else this.notes.add(below(place, 'pattern'), `${JSON.stringify(pattern)} is no pattern`);
    }
    return found;
  }
}

/** Keywords that change how other schemas are read, and the values with which they do. */
const FAR_REACHING: Readonly<Record<string, (value: Json) => boolean>> = {
  readOnly: (value) => value === true,
  writeOnly: (value) => value === true,
  additionalProperties: (value) => value === false,
  allOf: (value) => Array.isArray(value) && value.length > 1,
};

function isTooLarge(keyword: string, value: Json): boolean {
  const most = keyword === 'minLength' ? SAMPLE_CHARS_MAX : SAMPLE_PARTS_MAX;
  return /^min(?:Length|Items|Properties)$/.test(keyword) && Number(value) > most;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Forms of older versions that are read elsewhere. */
function isOldForm(keyword: string, value: Json): boolean {
  return (keyword.startsWith('exclusive') || keyword === 'required') && typeof value === 'boolean';
}

/** `exclusiveMinimum: true` beside `minimum: 3`. */
function oldBounds(given: JsonObject): readonly [string, Json][] {
  return (['Minimum', 'Maximum'] as const).flatMap((side): readonly [string, Json][] => {
    const bound = own(given, side.toLowerCase());
    return own(given, `exclusive${side}`) === true && typeof bound === 'number'
      ? [[`exclusive${side}`, bound]]
      : [];
  });
}

function exampleOf(given: JsonObject): readonly [string, Json][] {
  const example = own(given, 'example');
  return example === undefined || Array.isArray(own(given, 'examples'))
    ? []
    : [['examples', [example]]];
}

/** Values that are no lists, beside the type of a list, are those of its elements. */
function withEnumOfItems(schema: JsonObject): JsonObject {
  const { enum: options, ...list } = schema;
  if (own(schema, 'type') !== 'array' || !Array.isArray(options)) return schema;
  if ((options as readonly Json[]).some((one) => Array.isArray(one))) return schema;
  const items = own(schema, 'items') ?? {};
  if (!isObject(items) || own(items, 'enum') !== undefined) return list;
  return { ...list, items: { ...items, enum: options } };
}

/** A schema that admits null besides: by its type, or else as one of two. */
function nullableOf(given: JsonObject, schema: JsonObject): JsonObject {
  if (own(given, 'nullable') !== true && own(given, 'x-nullable') !== true) return schema;
  const type = own(schema, 'type');
  const options = own(schema, 'enum');
  const withNull = Array.isArray(options) ? { enum: [...new Set([...options, null])] } : {};
  if (type !== undefined && own(schema, '$ref') === undefined)
    return {
      ...schema,
      ...withNull,
      ...nullAmong(schema),
      type: [...new Set([type, 'null'].flat())] as Json,
    };
  const { readOnly, writeOnly, description, title, ...rest } = schema;
  const marks = { readOnly, writeOnly, description, title, ...objectOf(ownKeywordsIn(schema)) };
  const kept = Object.entries(marks).filter((one): one is [string, Json] => one[1] !== undefined);
  return objectOf([...kept, ['anyOf', [rest, { type: 'null' }]]]);
}

/** The alternatives of a schema, with null as one more. */
function nullAmong(schema: JsonObject): JsonObject {
  const keywords = ['anyOf', 'oneOf'].filter((keyword) => Array.isArray(own(schema, keyword)));
  return objectOf(
    keywords.map((keyword) => [
      keyword,
      [...(own(schema, keyword) as readonly Json[]), { type: 'null' }],
    ]),
  );
}

function baseName(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.(?:ya?ml|json)$/, '');
}
