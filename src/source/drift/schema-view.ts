// Schemas as a comparison sees them: references followed, everything that applies in one, and the
// forms of the versions of OpenAPI as one form. What is not a keyword of schemas is absent.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { keywordsWith } from '../../schema/keywords/keyword-table.ts';
import { below, type Placed, placeText, refOf, type SourceFiles } from '../openapi/places.ts';

/** What applies to one value: schemas with their places. */
export type Parts = readonly Placed[];

export interface SchemaView {
  /** The place of the first schema that says anything. */
  readonly place: Placed['place'];
  /** Sorted; `null` for any. */
  readonly types: readonly string[] | null;
  /** The only values; `null` for any. */
  readonly values: readonly Json[] | null;
  /** The values of `x-extensible-enum`, to which others may come; `null` for any. */
  readonly usual: readonly Json[] | null;
  readonly members: ReadonlyMap<string, Parts>;
  readonly required: ReadonlySet<string>;
  /** Of other members; `false` if there are none. */
  readonly others: Parts | false;
  /** Of elements; the first ones may have their own. */
  readonly elements: Parts;
  readonly first: readonly Parts[];
  /** Other keywords that say which values are allowed. */
  readonly bounds: ReadonlyMap<string, Json>;
  /** Words, and marks such as `readOnly`, that do not say which values are allowed. */
  readonly words: ReadonlyMap<string, Json>;
  /** Several schemas of which one applies, each with what applies in any case; else empty. */
  readonly alternatives: readonly Parts[];
  /** Whether exactly one of them applies (`oneOf`). */
  readonly isOneAlone: boolean;
}

/** Reads the schemas of one document. */
export class SchemaViews {
  private readonly known = new Map<string, SchemaView>();
  private readonly files: SourceFiles;

  constructor(files: SourceFiles) {
    this.files = files;
  }

  of(parts: Parts): SchemaView {
    const key = keyOf(parts);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const view = this.read(parts);
    this.known.set(key, view);
    return view;
  }

  private read(parts: Parts): SchemaView {
    // One place applies once, even if it includes itself.
    const seen = new Set<string>();
    const flat = parts.flatMap((part) => this.flatten(part, seen));
    const groups = flat.flatMap(unionsOf);
    const nullable = groups.some((group) => group.some(isNull)) || flat.some(isNullable);
    const unions = groups.map((group) => group.filter((one) => !isNull(one)));
    const [only] = unions.filter((one) => one.length === 1);
    if (only !== undefined) {
      const rest = flat.map((one) => without(one, keywordOf(only)));
      const view = this.read([...rest, ...only]);
      return nullable ? { ...view, types: withNull(view.types) } : view;
    }
    const [union = []] = unions.filter((one) => one.length > 1);
    const base =
      union.length === 0
        ? flat
        : flat.map((one) => without(without(one, keywordOf(union)), 'discriminator'));
    return {
      ...merged(flat),
      ...(nullable ? { types: withNull(typesOf(flat)) } : {}),
      alternatives: union.map((one) => [...base.filter(saysAnything), one]),
      isOneAlone: keywordOf(union) === 'oneOf',
    };
  }

  /** A schema, and all that it includes by `$ref` and `allOf`. */
  private flatten(part: Placed, seen: Set<string>): readonly Placed[] {
    const key = placeText(part.place);
    const { value, place } = part;
    if (!isObject(value)) return [part];
    if (seen.has(key)) return [];
    seen.add(key);
    const ref = refOf(value);
    const target = ref === null ? null : this.files.follow({ $ref: ref }, place);
    const all = own(value, 'allOf');
    const included = [
      ...(target?.kind === 'found' ? [{ value: target.value, place: target.place }] : []),
      ...(Array.isArray(all) ? (all as readonly Json[]) : []).map((one, index) => ({
        value: one,
        place: below(place, 'allOf', String(index)),
      })),
    ];
    const self = ['$ref', 'allOf'].reduce((one, keyword) => without(one, keyword), part);
    return [
      ...(saysAnything(self) || included.length === 0 ? [self] : []),
      ...included.flatMap((one) => this.flatten(one, seen)),
    ];
  }
}

/** Tells schemas apart that apply together. */
export function keyOf(parts: Parts): string {
  return parts
    .map(({ place, value }) => {
      // Two parts of one place differ in what was taken out of them.
      const keywords = isObject(value) ? Object.keys(value).length : 0;
      return `${placeText(place)} ${keywords}`;
    })
    .join('\n');
}

function asObject({ value }: Placed): JsonObject {
  return isObject(value) ? value : {};
}

function without({ value, place }: Placed, keyword: string): Placed {
  if (!isObject(value) || own(value, keyword) === undefined) return { value, place };
  const { [keyword]: _, ...rest } = value;
  return { value: rest, place };
}

function saysAnything({ value }: Placed): boolean {
  return !isObject(value) || Object.keys(value).length > 0;
}

function unionsOf(part: Placed): readonly Parts[] {
  return ['oneOf', 'anyOf'].flatMap((keyword): readonly Parts[] => {
    const all = own(asObject(part), keyword);
    if (!Array.isArray(all)) return [];
    return [
      (all as readonly Json[]).map((value, index) => ({
        value,
        place: below(part.place, keyword, String(index)),
      })),
    ];
  });
}

/** The keyword of a union, by the place of its first schema. */
function keywordOf([first]: Parts): string {
  return first?.place.steps.at(-2) ?? '';
}

function isNull({ value }: Placed): boolean {
  return isObject(value) && own(value, 'type') === 'null';
}

function isNullable({ value }: Placed): boolean {
  return isObject(value) && (own(value, 'nullable') === true || own(value, 'x-nullable') === true);
}

function withNull(types: SchemaView['types']): SchemaView['types'] {
  return types === null ? null : [...new Set([...types, 'null'])].toSorted();
}

/** The types that all schemas allow. Members and elements stand for their types. */
function typesOf(flat: Parts): SchemaView['types'] {
  const [first, ...rest] = flat.flatMap((part): readonly (readonly string[])[] => {
    const schema = asObject(part);
    const type = own(schema, 'type');
    if (type !== undefined) {
      const all = (Array.isArray(type) ? type : [type]).map(String);
      return [[...new Set(isNullable(part) ? [...all, 'null'] : all)]];
    }
    if (isObject(own(schema, 'properties') ?? null)) return [['object']];
    return own(schema, 'items') === undefined ? [] : [['array']];
  });
  if (first === undefined) return null;
  return rest.reduce(common, first).toSorted();
}

function common(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a.filter((one) => admits(b, one)), ...b.filter((one) => admits(a, one))])];
}

/** An integer is a number. */
export function admits(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function merged(flat: Parts): SchemaView {
  const members = new Map<string, Placed[]>();
  const required = new Set<string>();
  const bounds = new Map<string, Json>();
  const words = new Map<string, Json>();
  const elements: Placed[] = [];
  const first: Placed[][] = [];
  let others: Placed[] | false = [];
  let values: readonly Json[] | null = null;
  let usual: readonly Json[] | null = null;
  for (const part of flat) {
    const schema = asObject(part);
    for (const [keyword, value] of Object.entries(schema)) {
      const at = below(part.place, keyword);
      if (keyword === 'properties' && isObject(value)) {
        for (const [name, member] of Object.entries(value))
          members.set(name, [
            ...(members.get(name) ?? []),
            { value: member, place: below(at, name) },
          ]);
      } else if (keyword === 'required' && Array.isArray(value)) {
        for (const name of value as readonly Json[]) required.add(String(name));
      } else if (keyword === 'additionalProperties') {
        if (value === false) others = false;
        else if (others !== false && isObject(value)) others.push({ value, place: at });
      } else if (keyword === 'items' && !Array.isArray(value)) {
        elements.push({ value, place: at });
      } else if ((keyword === 'prefixItems' || keyword === 'items') && Array.isArray(value)) {
        for (const [index, one] of (value as readonly Json[]).entries())
          first[index] = [...(first[index] ?? []), { value: one, place: below(at, String(index)) }];
      } else if (keyword === 'enum' && Array.isArray(value)) {
        values ??= value as readonly Json[];
      } else if (keyword === 'x-extensible-enum' && Array.isArray(value)) {
        usual ??= value as readonly Json[];
      } else if (keyword === 'const') {
        values = [value];
      } else if (BOUNDS.has(keyword)) {
        const bound = boundOf(keyword, value, schema);
        if (bound !== null) bounds.set(keyword, bound);
      } else if (WORDS.has(keyword)) words.set(WORDS.get(keyword) ?? keyword, value);
    }
    if (part.value === false) bounds.set('not', true);
  }
  const place = flat[0]?.place ?? { file: '', steps: [] };
  return {
    place,
    types: typesOf(flat),
    values,
    usual,
    members,
    required,
    others,
    elements,
    first,
    bounds,
    words,
    alternatives: [],
    isOneAlone: false,
  };
}

/** A bound that says something; `null` for `minLength: 0` and the like. */
function boundOf(keyword: string, value: Json, schema: JsonObject): Json | null {
  if (value === false || (value === 0 && /^min(?!imum)/.test(keyword))) return null;
  if (keyword === 'pattern' && ANY_TEXT.test(String(value))) return null;
  const isOpen = (side: string): boolean => own(schema, `exclusive${side}`) === true;
  if (keyword === 'minimum') return isOpen('Minimum') ? null : value;
  if (keyword === 'maximum') return isOpen('Maximum') ? null : value;
  if (value !== true || !keyword.startsWith('exclusive')) return value;
  return own(schema, keyword.slice('exclusive'.length).toLowerCase()) ?? null;
}

const ANY_TEXT = /^\^?(?:\.\*)?\$?$/;

/** What is read apart: it has a place of its own in the view. */
const APART = ['$ref', '$dynamicRef', 'type', 'enum', 'const', 'properties', 'required', 'items'];
const JOINED = ['additionalProperties', 'prefixItems', 'allOf', 'anyOf', 'oneOf'];

const BOUNDS: ReadonlySet<string> = new Set([
  ...keywordsWith(({ by, says }) => by === 'standard' && says === 'limits').filter(
    (keyword) => ![...APART, ...JOINED].includes(keyword),
  ),
  'contentEncoding',
  'contentMediaType',
]);

/** Words by keyword; `example` and `examples` are one. A discriminator is a hint, and allows no less. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...'title description example deprecated default readOnly writeOnly discriminator'
    .split(' ')
    .map((keyword) => [keyword, keyword] as const),
  ['examples', 'example'],
]);
