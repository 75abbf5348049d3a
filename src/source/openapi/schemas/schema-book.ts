// The schemas of a document as JSON Schemas 2020-12 by name. Each place that is referred to becomes
// a schema of its own, so that circles stay references, and names inside schemas (`$anchor`) need no
// keyword. What the versions have of their own is brought to 2020-12 in older-forms.ts.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../../base/json.ts';
import { suggest } from '../../../base/suggest.ts';
import { REFERENCE_MARK } from '../../../contract/relations/references.ts';
import { findEndless, findHeavy, WEIGHT_MAX } from '../../../schema/endless.ts';
import { ASSERTED_FORMATS, KNOWN_FORMATS } from '../../../schema/keywords/formats.ts';
import {
  closingKeywords,
  type Keyword,
  keywordNamed,
  keywordsWith,
} from '../../../schema/keywords/keyword-table.ts';
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
import { shareCommonMembers } from './common-members.ts';
import { impossibleIn, withKeywords } from './impossible.ts';
import { KindReader, type ReadKind, type ReadKinds } from './kinds.ts';
import {
  exampleOf,
  isOldForm,
  limitsBeside,
  nullableOf,
  oldBounds,
  withEnumOfItems,
  withOlderForms,
} from './older-forms.ts';
import { TYPES } from './schema-keywords.ts';

export class SchemaBook {
  readonly schemas = new Map<SchemaName, Schema>();
  /** Where the schemas of the document are; those that are made of others are nowhere. */
  readonly placeOf = new Map<SchemaName, SourcePlace>();
  /** The keywords that change how other schemas are read, and that some schema has. */
  readonly farReaching = new Set<string>();
  /** The resources that members refer to, and the schemas that are marked so. */
  readonly references: { readonly to: string; readonly place: SourcePlace }[] = [];
  private readonly nameOf = new Map<string, SchemaName>();
  private readonly taken = new Set<string>();
  private readonly waiting: Waiting[] = [];
  /** The schemas without names of their own, by what they say. */
  private readonly unnamed = new Map<string, SchemaName>();
  private readonly files: SourceFiles;
  private readonly notes: Notes;
  private readonly kinds: KindReader;
  /** Before 3.1, what stands beside a reference is ignored. */
  private readonly version: string | null;
  /** How many limits were left out: a question about what is left has another answer. */
  private leftOut = 0;
  /** How many references lead nowhere: what they would have evaluated is not known. */
  private lost = 0;
  /** What the names of `$dynamicRef` stand for in the schema that is converted. */
  private scope: Scope = new Map();

  constructor(files: SourceFiles, notes: Notes) {
    this.files = files;
    this.notes = notes;
    this.kinds = new KindReader(files, notes);
    this.version = versionBefore31(files.document);
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
  private refer({ value, place }: Placed, as: Waiting['as'] = 'whole'): SchemaName {
    const wish = place.steps.at(-1) ?? baseName(place.file);
    return this.enter(value, place, as === 'whole' ? wish : `${wish}.${as}`, as);
  }

  private enter(
    value: Json,
    place: SourcePlace,
    wish: string,
    as: Waiting['as'] = 'whole',
  ): SchemaName {
    const scope = this.scopeAt(place);
    const scoped = [...scope].map(([name, to]) => `${name} ${placeText(to)}`);
    const key = [placeText(place), ...(as === 'whole' ? [] : [as]), ...scoped].join('\n');
    const known = this.nameOf.get(key);
    if (known !== undefined) return known;
    const name = this.freeName(wish);
    this.nameOf.set(key, name);
    this.placeOf.set(name, place);
    this.waiting.push({ name, value, place, as, scope });
    return name;
  }

  /** What the dynamic names stand for in a schema: the outermost that has one decides. */
  private scopeAt(place: SourcePlace): Scope {
    if (!this.files.hasDynamicNames) return this.scope;
    const further = [...this.files.anchors.dynamicAt(place)].filter(
      ([name]) => !this.scope.has(name) && this.files.anchors.isShared(name),
    );
    return further.length === 0 ? this.scope : new Map([...this.scope, ...further]);
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
    const names: SchemaName[] = [];
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
      this.scope = next.scope;
      this.schemas.set(next.name, this.convert(next.value, next.place, next.as));
      names.push(next.name);
    }
    this.scope = new Map();
    if (this.farReaching.has(KINDS)) shareCommonMembers(this.schemas, names);
  }

  private convert(given: Json, place: SourcePlace, as: Waiting['as'] = 'whole'): Schema {
    if (typeof given === 'boolean') return given;
    if (!isObject(given)) {
      this.leftOut++;
      this.notes.add(place, 'a schema is an object; this one is read as if it admitted anything');
      return true;
    }
    const read = withOlderForms(this.withoutIgnored(given, place));
    const kinds = as === 'whole' ? this.kinds.of({ value: given, place }) : null;
    if (kinds?.from === 'heirs') return nullableOf(read, this.inherited(read, place, kinds));
    const before = this.lost;
    const partly = new Set<string>();
    const members = Object.entries(read).flatMap(([keyword, value]) => {
      if (keyword === kinds?.from) return [];
      const whole = this.leftOut;
      const kept = this.member(keyword, value, read, place);
      if (this.leftOut > whole) partly.add(keyword);
      return kept;
    });
    const schema = objectOf([
      ...this.possible(members, read, place),
      ...this.reference(read, place),
      ...this.dynamicReference(read, place),
      ...this.type(read, place),
      ...this.text(read, place),
      ...oldBounds(read),
      ...exampleOf(read),
      ...(kinds === null ? [] : this.alternatives(kinds, place)),
    ]);
    if (this.lost > before) partly.add('$ref');
    const relaxed = this.relaxed(schema, { value: read, place }, partly);
    return nullableOf(read, withEnumOfItems(withoutLoneKeywords(relaxed)));
  }

  /** A schema with a reference, without what its version ignores beside it. */
  private withoutIgnored(given: JsonObject, place: SourcePlace): JsonObject {
    if (this.version === null || refOf(given) === null) return given;
    const ignored = limitsBeside(given);
    for (const keyword of ignored)
      this.notes.add(
        below(place, keyword),
        `"${keyword}" beside "$ref" is not read: ${this.version} ignores it`,
      );
    return ignored.length === 0
      ? given
      : objectOf(Object.entries(given).filter(([keyword]) => !ignored.includes(keyword)));
  }

  /** A keyword as it is kept; none if it is read elsewhere, or not at all. */
  private member(
    keyword: string,
    value: Json,
    given: JsonObject,
    place: SourcePlace,
  ): readonly [string, Json][] {
    const row = keywordNamed(keyword);
    if (row === undefined) this.noteUnknown(keyword, place);
    if (row === undefined || !isCopied(row) || READ_APART.has(keyword)) return [];
    if (FAR_REACHING[keyword]?.(value) === true) this.farReaching.add(keyword);
    if (row.holds === 'data') return this.data(keyword, value, row, place);
    const before = this.leftOut;
    const holder = { value: given, place };
    const held = this.walk(keyword, row.holds, value, below(place, keyword), holder);
    // What a question leaves out would be asked for.
    if (row.about === 'question' && this.leftOut > before) {
      this.notes.addLeftOut(below(place, keyword), `"${keyword}" is not read: a part of it is not`);
      return [];
    }
    // Alternatives of documents often overlap, and no value fits exactly one of them.
    return held.map(([name, one]) => [
      name === 'oneOf' && own(given, 'anyOf') === undefined ? 'anyOf' : name,
      one,
    ]);
  }

  private data(
    keyword: string,
    value: Json,
    { admits, says }: Keyword,
    place: SourcePlace,
  ): readonly [string, Json][] {
    const at = below(place, keyword);
    if (!admits(value)) {
      if (isOldForm(keyword, value)) return [];
      if (says === 'limits') this.leftOut++;
      this.notes.add(at, `this is no value for "${keyword}", which is not read`);
      return [];
    }
    if (isTooLarge(keyword, value))
      this.notes.add(at, `${value} is more than Standin makes; answers that need it have no body`);
    if (keyword === REFERENCE_MARK) this.references.push({ to: String(value), place });
    return [[keyword, value]];
  }

  private noteUnknown(keyword: string, place: SourcePlace): void {
    if (keyword.startsWith('x-') || OF_PARAMETERS.has(keyword)) return;
    const near = suggest(keyword, STANDARD);
    const hint = near === null ? '' : `; did you mean "${near}"?`;
    this.notes.addUnread(
      below(place, keyword),
      JSON.stringify(keyword),
      `"${keyword}" is not read${hint}`,
    );
  }

  /** The schemas that a discriminator tells apart, each with the values that name it. */
  private alternatives(
    { member, kinds, rest, open, from, isNullable }: ReadKinds,
    place: SourcePlace,
  ): readonly [string, Json][] {
    const named = (schema: Json, values: readonly string[]): Json => ({
      ...(isObject(schema) ? { allOf: [schema] } : {}),
      properties: { [member]: { enum: values } },
    });
    const of = ({ schema }: ReadKind): Json =>
      from === 'heirs' && placeText(schema.place) === placeText(place)
        ? { $ref: `${this.refer(schema, 'base')}.json` }
        : this.branch(schema, below(place, from));
    this.farReaching.add(KINDS);
    const made = kinds.filter((one) => one.made.length > 0);
    const further = kinds.filter((one) => one.also.length > 0);
    const all = [...kinds.flatMap((one) => [...one.made, ...one.also]), ...open];
    const other = rest === null ? [] : [this.branch(rest, below(place, from))];
    return [
      [
        'anyOf',
        [
          ...made.map((one) => named(of(one), one.made)),
          ...further.map((one) => named(of(one), one.also)),
          ...(open.length > 0 ? [named(true, open)] : []),
          ...other.map((one) => ({
            allOf: [one],
            properties: { [member]: { not: { enum: all } } },
          })),
          ...(isNullable ? [{ type: 'null' }] : []),
        ],
      ],
      [KINDS, { member, made: made.length }],
    ];
  }

  /** A schema of a list, which may have a place of its own. */
  private branch(schema: Placed, list: SourcePlace): Json {
    return placeText(schema.place).startsWith(`${placeText(list)}/`)
      ? this.convert(schema.value, schema.place)
      : { $ref: `${this.refer(schema)}.json` };
  }

  /** Returns a schema that others inherit from, as any of them. */
  private inherited(given: JsonObject, place: SourcePlace, kinds: ReadKinds): JsonObject {
    const base = this.refer({ value: given, place }, 'base');
    const words = Object.entries(given).filter(([one]) => keywordNamed(one)?.says === 'tells');
    return objectOf([
      ...words.filter(([one]) => isCopied(keywordNamed(one) as Keyword)),
      ['$ref', `${base}.json`],
      ...this.alternatives(kinds, place),
    ]);
  }

  /** What no value can be is left out: its places say so, and the rest is answered. */
  private possible(
    members: readonly [string, Json][],
    given: JsonObject,
    place: SourcePlace,
  ): readonly [string, Json][] {
    const flaws = impossibleIn(members, own(given, 'type') ?? null);
    for (const { keyword, says } of flaws) this.notes.add(below(place, keyword), says);
    const sound = flaws.reduce<readonly [string, Json][]>(
      (all, { left }) => withKeywords(all, left),
      members,
    );
    return this.withPossibleMembers(sound, given, place);
  }

  /** No value has a member that is required where the members that are named are all there may be. */
  private withPossibleMembers(
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
    holder: Placed,
  ): readonly [string, Json][] {
    if (held === 'schema' && !Array.isArray(value)) return [[keyword, this.convert(value, place)]];
    if (held === 'schema-map' && isObject(value)) {
      const members = Object.entries(value).flatMap(([name, one]): readonly [string, Json][] =>
        keyword === 'patternProperties' && !this.isPattern(name, below(place, name))
          ? []
          : [[name, this.convert(one, below(place, name))]],
      );
      return [[keyword, objectOf(members)]];
    }
    if (held === 'schemas' && Array.isArray(value)) {
      const list = value as readonly Json[];
      const all = list.map((one, index) =>
        keyword === 'allOf'
          ? this.included(one, below(place, String(index)), holder)
          : this.convert(one, below(place, String(index))),
      );
      return all.length > 0 ? [[keyword, all]] : [];
    }
    this.leftOut++;
    this.notes.add(place, `this is no value for "${keyword}", which is not read`);
    return [];
  }

  /** A part of a schema; if the schema inherits from it, as it is without those that inherit. */
  private included(part: Json, place: SourcePlace, holder: Placed): Json {
    const ref = refOf(part);
    const target = ref === null ? null : this.targetOf(ref, place);
    const isBase =
      target !== null &&
      this.kinds.of(target)?.from === 'heirs' &&
      this.kinds.isHeir(holder, target);
    return isBase ? { $ref: `${this.refer(target, 'base')}.json` } : this.convert(part, place);
  }

  private reference(given: JsonObject, place: SourcePlace): readonly [string, Json][] {
    const ref = refOf(given);
    if (ref === null) return [];
    const target = this.targetOf(ref, place);
    if (target === null) {
      this.leftOut++;
      this.lost++;
      this.notes.addLeftOut(
        below(place, '$ref'),
        `the reference ${ref} leads nowhere; it is left out`,
      );
      return [];
    }
    return [['$ref', `${this.refer(target)}.json`]];
  }

  /** A reference by a name that the schemas around may give to another schema. */
  private dynamicReference(given: JsonObject, place: SourcePlace): readonly [string, Json][] {
    const ref = own(given, '$dynamicRef');
    if (typeof ref !== 'string') return [];
    const first = this.targetOf(ref, place);
    const name = ref.replace(/^.*#/, '');
    const isDynamic = first !== null && isNamedDynamically(first.value, name);
    const named = isDynamic ? this.scopeAt(place).get(name) : undefined;
    const target = named === undefined ? first : this.files.placed(named);
    if (target !== null) {
      const referred = { $ref: `${this.refer(target)}.json` };
      return [refOf(given) === null ? ['$ref', referred.$ref] : ['allOf', [referred]]];
    }
    this.leftOut++;
    this.lost++;
    this.notes.addLeftOut(
      below(place, '$dynamicRef'),
      `the reference ${ref} leads nowhere; it is left out`,
    );
    return [];
  }

  /** A schema without what would ask more of values, since a keyword beside it is read in part. */
  private relaxed(
    schema: JsonObject,
    { value: given, place }: Placed,
    partly: ReadonlySet<string>,
  ): JsonObject {
    const count = (one: Json): number =>
      Object.keys(own(asObject(one), 'patternProperties') ?? {}).length;
    const isOpen = count(schema) < count(given);
    const released = [
      ...(partly.has('contains') ? [['maxContains', 'contains']] : []),
      ...(isOpen ? closingKeywords.map((keyword) => [keyword, 'patternProperties']) : []),
      ...(partly.has('$ref') ? UNEVALUATED.map((keyword) => [keyword, '$ref']) : []),
    ].filter(([keyword = '']) => own(schema, keyword) !== undefined);
    for (const [keyword = '', beside = ''] of released)
      this.notes.addLeftOut(
        below(place, keyword),
        `"${keyword}" is not read: a part of "${beside}" is not`,
      );
    const names = released.map(([keyword]) => keyword);
    return objectOf(Object.entries(schema).filter(([keyword]) => !names.includes(keyword)));
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
    if (known.length < all.length) {
      this.leftOut++;
      this.notes.add(below(place, 'type'), `the type ${JSON.stringify(type)} is not read`);
    }
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
      else this.leftOut++;
      if (!isKnown || !ASSERTED_FORMATS.has(format))
        this.notes.addUnread(
          below(place, 'format'),
          `the format "${format}"`,
          `the format "${format}" is not checked${isKnown ? ' in answers' : ''}`,
        );
    }
    const pattern = own(given, 'pattern');
    if (typeof pattern === 'string' && this.isPattern(pattern, below(place, 'pattern')))
      found.push(['pattern', pattern]);
    return found;
  }

  private isPattern(pattern: string, place: SourcePlace): boolean {
    if (isRegex(pattern)) return true;
    this.leftOut++;
    const text = JSON.stringify(pattern);
    this.notes.addUnread(place, `the pattern ${text}`, `${text} is no pattern`);
    return false;
  }
}

interface Waiting extends Placed {
  readonly name: SchemaName;
  /** A schema that others inherit from has a second name, as it is without them. */
  readonly as: 'whole' | 'base';
  readonly scope: Scope;
}

/** The places that dynamic names stand for. */
type Scope = ReadonlyMap<string, SourcePlace>;

/** Read by a method of its own, or by older-forms.ts. */
const READ_APART: ReadonlySet<string> = new Set([
  'type',
  'format',
  'pattern',
  '$ref',
  '$dynamicRef',
]);

/** What stands in parameters of Swagger 2.0 beside the keywords of schemas. */
const OF_PARAMETERS: ReadonlySet<string> = new Set([
  'in',
  'name',
  'collectionFormat',
  'allowEmptyValue',
  'style',
  'explode',
  'schema',
]);

const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

const STANDARD = keywordsWith(({ by }) => by === 'standard');
const KINDS = 'x-standin-kinds';

/** Whether schemas of documents keep a keyword: what names places is followed while they are read. */
function isCopied({ by, says }: Keyword): boolean {
  return by !== 'openapi' && by !== 'reader' && says !== 'names';
}

/** The version of a document that ignores what stands beside a reference; `null` if it counts. */
function versionBefore31(document: Json): string | null {
  if (!isObject(document)) return null;
  if (own(document, 'swagger') !== undefined) return 'Swagger 2.0';
  return /^3\.0(?:\.|$)/.test(String(own(document, 'openapi'))) ? 'OpenAPI 3.0' : null;
}

function isNamedDynamically(schema: Json, name: string): boolean {
  return isObject(schema) && own(schema, '$dynamicAnchor') === name;
}

/** A schema without keywords that say nothing alone. */
function withoutLoneKeywords(schema: JsonObject): JsonObject {
  const has = (keyword: string): boolean => own(schema, keyword) !== undefined;
  const lone = [
    ...(has('if') ? [] : ['then', 'else']),
    ...(has('then') || has('else') ? [] : ['if']),
    ...(has('contains') ? [] : ['minContains', 'maxContains']),
  ].filter(has);
  return lone.length === 0
    ? schema
    : objectOf(Object.entries(schema).filter(([keyword]) => !lone.includes(keyword)));
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

function isRegex(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function baseName(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.(?:ya?ml|json)$/, '');
}
