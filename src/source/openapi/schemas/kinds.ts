// The kinds of things that a `discriminator` tells apart: those that `oneOf` or `anyOf` lists, or the
// schemas that inherit from one by `allOf`; and the values that name each. Converts no schema.

import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';
import { below, type Notes, type Placed, placeText, refOf, type SourceFiles } from '../places.ts';

/** A schema of several, and the values of the member that name it. */
export interface ReadKind {
  readonly schema: Placed;
  /** The values that are made: those of the mapping, else the name of the schema. */
  readonly made: readonly string[];
  /** Further values that name it: its own name beside those of the mapping. */
  readonly also: readonly string[];
}

export interface ReadKinds {
  readonly member: string;
  /** Where the schemas come from: a keyword that lists them, or the schemas that inherit. */
  readonly from: 'oneOf' | 'anyOf' | 'heirs';
  readonly kinds: readonly ReadKind[];
  /** The schema of what has another value or none (OpenAPI 3.2); `null` if there is none. */
  readonly rest: Placed | null;
  /** Values whose schema is not known: a mapping leads nowhere, or several schemas admit them. */
  readonly open: readonly string[];
  readonly isNullable: boolean;
}

/** Reads the kinds of the schemas of one description. */
export class KindReader {
  private readonly known = new Map<string, ReadKinds | null>();
  private heirsOf: ReadonlyMap<string, readonly Placed[]> | null = null;
  private readonly files: SourceFiles;
  private readonly notes: Notes;

  constructor(files: SourceFiles, notes: Notes) {
    this.files = files;
    this.notes = notes;
  }

  /** Returns the kinds that a schema tells apart; `null` if it tells none. */
  of(schema: Placed): ReadKinds | null {
    const { value, place } = schema;
    const given = isObject(value) ? own(value, 'discriminator') : undefined;
    // Swagger 2.0 has the name of the member alone.
    const told = typeof given === 'string' ? { propertyName: given } : given;
    const member = isObject(told) ? own(told, 'propertyName') : undefined;
    if (!isObject(value) || !isObject(told) || typeof member !== 'string') return null;
    const key = placeText(place);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // While it is read: a kind may lead back here.
    this.known.set(key, null);
    const kinds = this.read({ value, place }, told, member);
    this.known.set(key, kinds);
    return kinds;
  }

  /** Whether a schema is one of those that inherit from another one. */
  isHeir(schema: Placed, from: Placed): boolean {
    const key = placeText(schema.place);
    return this.heirs(from).some(({ place }) => placeText(place) === key);
  }

  private read(
    schema: Placed & { readonly value: JsonObject },
    told: JsonObject,
    member: string,
  ): ReadKinds | null {
    const { value, place } = schema;
    const at = below(place, 'discriminator');
    const listed = (['oneOf', 'anyOf'] as const).find((one) => Array.isArray(own(value, one)));
    const mapping = this.mapping(told, { value, place: at });
    const heirs = listed === undefined ? [...this.heirs(schema), ...mapped(mapping)] : [];
    const self = listed === undefined ? [schema] : [];
    const all =
      listed === undefined
        ? uniqueOf(heirs.filter((one) => placeText(one.place) !== placeText(place)))
        : (own(value, listed) as readonly Json[]).map((one, index) =>
            this.targetOf({ value: one, place: below(place, listed, String(index)) }),
          );
    const others = all.filter(({ value: one }) => !(isObject(one) && own(one, 'type') === 'null'));
    if (others.length === 0) return null;
    const as = listed === undefined ? 'alone' : 'kind';
    const kinds = others.map((one) => this.kind(one, mapping, member, as));
    // The schema that others inherit from may be a kind itself, though nothing makes one.
    const bases = self.map((one): ReadKind => {
      const { made, also } = this.kind(one, mapping, member, 'alone');
      const isMapped = [...mapping.values()].some((to) => isAt(to, one));
      const named = [...made, ...also].filter((name) => !isTaken(kinds, name));
      return { schema: one, made: isMapped ? made : [], also: isMapped ? also : named };
    });
    const values = [...kinds, ...bases].flatMap(({ made }) => made);
    const isTold = kinds.every(({ made }) => made.length > 0);
    if (!isTold || new Set(values).size < values.length) {
      this.notes.add(at, 'its values do not tell the schemas apart; "discriminator" is not read');
      return null;
    }
    return {
      member,
      from: listed ?? 'heirs',
      ...withFurther(
        [...kinds, ...bases],
        [...mapping].filter(([, to]) => to === null),
      ),
      rest: this.rest(told, at),
      isNullable: others.length < all.length,
    };
  }

  /** What the values of the mapping name; `null` for what leads nowhere. */
  private mapping(told: JsonObject, { place }: Placed): ReadonlyMap<string, Placed | null> {
    const given = own(told, 'mapping');
    const entries = given !== undefined && isObject(given) ? Object.entries(given) : [];
    return new Map(
      entries.map(([name, to]) => {
        const target = typeof to === 'string' ? this.named(to, place) : null;
        if (target === null)
          this.notes.addLeftOut(
            below(place, 'mapping', name),
            `${JSON.stringify(to)} leads nowhere; what has the value "${name}" is not checked`,
          );
        return [name, target];
      }),
    );
  }

  private rest(told: JsonObject, place: Placed['place']): Placed | null {
    const to = own(told, 'defaultMapping');
    return typeof to === 'string' ? this.named(to, place) : null;
  }

  /** A value of a mapping is the name of a schema or a reference. */
  private named(to: string, place: Placed['place']): Placed | null {
    const names = /^[\w.-]+$/.test(to) ? HOLDERS.map((holder) => `${holder}/${to}`) : [];
    for (const ref of [...names, to]) {
      const found = this.files.follow({ $ref: ref }, place);
      if (found.kind === 'found') return { value: found.value, place: found.place };
    }
    return null;
  }

  private kind(
    schema: Placed,
    mapping: ReadonlyMap<string, Placed | null>,
    member: string,
    as: 'kind' | 'alone',
  ): ReadKind {
    const explicit = [...mapping].flatMap(([name, to]) => (isAt(to, schema) ? [name] : []));
    const options = this.optionsOf(schema, member, 0);
    const possible = (all: readonly string[]): readonly string[] =>
      options === null ? all : all.filter((name) => options.includes(name));
    const name = nameOf(schema);
    const implicit = name === null || mapping.has(name) ? [] : possible([name]);
    const nested = as === 'kind' ? this.of(schema) : null;
    if (explicit.length > 0 && possible(explicit).length > 0)
      return {
        schema,
        made: possible(explicit),
        also: [...implicit, ...(options ?? [])],
      };
    if (nested?.member === member)
      return {
        schema,
        made: nested.kinds.flatMap(({ made }) => made),
        also: nested.kinds.flatMap(({ also }) => also),
      };
    const also = options ?? [];
    if (implicit.length > 0) return { schema, made: implicit, also };
    const alike = also.filter((one) => one.toLowerCase() === name?.toLowerCase());
    return { schema, made: alike.length > 0 ? alike : also, also };
  }

  /** The only values that a schema admits for a member; `null` for any. */
  private optionsOf(schema: Placed, member: string, depth: number): readonly string[] | null {
    const found = this.files.follow(schema.value, schema.place);
    if (found.kind === 'lost' || !isObject(found.value) || depth > DEPTH_MAX) return null;
    const { value, place } = found;
    const properties = this.files.memberOf({ value, place }, 'properties');
    const type = properties === null ? null : this.files.memberOf(properties, member);
    if (type !== null && isObject(type.value)) {
      const options = own(type.value, 'enum') ?? [own(type.value, 'const') ?? null];
      const texts = Array.isArray(options)
        ? options.filter((one: Json) => typeof one === 'string')
        : [];
      if (texts.length > 0) return texts;
    }
    const parts = own(value, 'allOf');
    for (const [index, part] of (Array.isArray(parts)
      ? (parts as readonly Json[])
      : []
    ).entries()) {
      const of = { value: part, place: below(place, 'allOf', String(index)) };
      const options = this.optionsOf(of, member, depth + 1);
      if (options !== null) return options;
    }
    return null;
  }

  /** The schemas that inherit from one, also through others. */
  private heirs({ place }: Placed): readonly Placed[] {
    this.heirsOf ??= this.findHeirs();
    const found = new Map<string, Placed>();
    const next = [placeText(place)];
    for (const key of next)
      for (const heir of this.heirsOf.get(key) ?? []) {
        const at = placeText(heir.place);
        if (found.has(at)) continue;
        found.set(at, heir);
        next.push(at);
      }
    return [...found.values()];
  }

  private findHeirs(): ReadonlyMap<string, readonly Placed[]> {
    const found = new Map<string, Placed[]>();
    for (const schema of this.files.namedSchemas()) {
      const { value, place } = schema;
      const parts = isObject(value) ? own(value, 'allOf') : undefined;
      if (!Array.isArray(parts) || !addsAnything(value as JsonObject)) continue;
      for (const [index, part] of (parts as readonly Json[]).entries()) {
        const ref = refOf(part);
        const target =
          ref === null ? null : this.files.targetOf(ref, below(place, 'allOf', String(index)));
        if (target === null) continue;
        const key = placeText(target.place);
        found.set(key, [...(found.get(key) ?? []), schema]);
      }
    }
    return found;
  }

  /** What a schema of a list refers to, or itself. */
  private targetOf(schema: Placed): Placed {
    const ref = refOf(schema.value);
    return (ref === null ? null : this.files.targetOf(ref, schema.place)) ?? schema;
  }
}

/** Where schemas have names. */
const HOLDERS = ['#/components/schemas', '#/definitions'];

const DEPTH_MAX = 8;

/** `allOf` around one reference, with words alone beside it, is that reference. */
function addsAnything(schema: JsonObject): boolean {
  const parts = own(schema, 'allOf') as readonly Json[];
  return (
    parts.length > 1 || ['properties', 'required'].some((one) => own(schema, one) !== undefined)
  );
}

/** The name of a schema that stands where schemas have names; `null` for any other. */
function nameOf({ place: { steps } }: Placed): string | null {
  const holder = steps.slice(0, -1).join('/');
  return HOLDERS.includes(`#/${holder}`) ? (steps.at(-1) ?? null) : null;
}

function isAt(to: Placed | null, { place }: Placed): boolean {
  return to !== null && placeText(to.place) === placeText(place);
}

function mapped(mapping: ReadonlyMap<string, Placed | null>): readonly Placed[] {
  return [...mapping.values()].filter((one) => one !== null);
}

function uniqueOf(all: readonly Placed[]): readonly Placed[] {
  return [...new Map(all.map((one) => [placeText(one.place), one])).values()];
}

/** Gives each schema the further values that it alone admits. Those of several are open. */
function withFurther(
  kinds: readonly ReadKind[],
  lost: readonly (readonly [string, unknown])[],
): Pick<ReadKinds, 'kinds' | 'open'> {
  const made = kinds.flatMap((one) => one.made);
  const further = kinds
    .flatMap(({ also }) => [...new Set(also)])
    .filter((one) => !made.includes(one));
  const isShared = (name: string): boolean => further.indexOf(name) !== further.lastIndexOf(name);
  return {
    kinds: kinds.map((one) => ({
      ...one,
      also: one.also.filter((name) => further.includes(name) && !isShared(name)),
    })),
    open: [...new Set([...lost.map(([name]) => name), ...further.filter(isShared)])],
  };
}

function isTaken(kinds: readonly ReadKind[], name: string): boolean {
  return kinds.some(({ made }) => made.includes(name));
}
