// What a call has for a parameter that a specification declares: from path, query, header or cookie,
// in the styles of OpenAPI (Parameter Object, "Style Examples"; RFC 6570). Judges no value.

import { type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { formDecode, percentDecode } from '../../base/percent.ts';
import type { Parameter } from '../../contract/declared.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Headers, header, JSON_DEPTH_MAX } from '../message/call.ts';
import { FieldReader, readFields } from '../message/form-fields.ts';
import { PAIRS_MAX } from '../query/pairs.ts';

/** Where the parameters of a call stand. */
export interface ParameterTexts {
  /** The parameters of the path by name, decoded. */
  readonly path: ReadonlyMap<string, string>;
  /** As sent. */
  readonly query: string;
  readonly headers: Headers;
}

/** What a call has for a parameter. */
type FoundParameter =
  | { readonly kind: 'absent' }
  /** It has no value, and needs none. */
  | { readonly kind: 'empty' }
  /** A clause without its subject: `must be JSON`. */
  | { readonly kind: 'unreadable'; readonly flaw: string }
  /**
   * Each value with all that it can mean, the likeliest first: `5` may be a number or a text. There
   * are several if a name that stands for one value is repeated.
   */
  | { readonly kind: 'values'; readonly values: readonly (readonly Json[])[] };

/** Returns what reads a parameter. */
export function parameterReader(
  parameter: Parameter,
  schemas: Schemas,
): (texts: ParameterTexts) => FoundParameter {
  const form = new ParameterForm(parameter, schemas);
  switch (parameter.in) {
    case 'path':
      return ({ path }) => form.fromText(path.get(parameter.name));
    case 'query':
      return ({ query }) => form.fromPairs(pairsOf(query, '&', formDecode));
    case 'querystring':
      return ({ query }) => form.fromQuery(query);
    case 'header': {
      const name = parameter.name.toLowerCase();
      return ({ headers }) => form.fromText(header(headers, name)?.trim());
    }
    case 'cookie':
      return ({ headers }) =>
        form.fromPairs(pairsOf(header(headers, 'cookie') ?? '', ';', percentDecode));
  }
}

/** A name, decoded, and its value as sent and decoded. */
interface RawPair {
  readonly name: string;
  readonly raw: string;
  readonly value: string;
}

function pairsOf(text: string, sign: string, decode: (part: string) => string): readonly RawPair[] {
  if (text === '') return [];
  return text.split(sign, PAIRS_MAX).flatMap((part) => {
    const equals = part.indexOf('=');
    const name = decode((equals < 0 ? part : part.slice(0, equals)).trimStart());
    const raw = equals < 0 ? '' : part.slice(equals + 1);
    return name === '' ? [] : [{ name, raw, value: decode(raw) }];
  });
}

const ABSENT: FoundParameter = { kind: 'absent' };
const EMPTY: FoundParameter = { kind: 'empty' };

/** How a parameter is written, and the types that its schema names. */
class ParameterForm {
  private readonly parameter: Parameter;
  private readonly schemas: Schemas;
  private readonly fields: FieldReader;
  private readonly shape: JsonObject;
  private readonly types: ReadonlySet<string>;

  constructor(parameter: Parameter, schemas: Schemas) {
    this.parameter = parameter;
    this.schemas = schemas;
    this.fields = new FieldReader(schemas);
    this.shape = mergeSchemas(
      parameter.schema === null ? [] : schemas.partsByName(parameter.schema),
    );
    this.types = this.fields.typesOf(this.shape);
  }

  /** Reads the whole query as one value (OpenAPI 3.2, `in: querystring`). */
  fromQuery(query: string): FoundParameter {
    if (query === '') return ABSENT;
    if (isJsonContent(this.parameter.content)) return this.fromContent(formDecode(query));
    const fields = pairsOf(query, '&', formDecode);
    return oneOf([readFields(fields, this.schemas, this.shape)]);
  }

  /** Reads a parameter that stands among others, each with its name. */
  fromPairs(pairs: readonly RawPair[]): FoundParameter {
    const { name, style, explode, content, allowEmpty } = this.parameter;
    const alone = pairs.filter((pair) => pair.name === name);
    const [only, second] = alone;
    if (content !== undefined) return only === undefined ? ABSENT : this.fromContent(only.value);
    const isList = this.types.has('array');
    const isObject = this.types.has('object');
    if (allowEmpty === true && only?.value === '' && second === undefined) return EMPTY;
    if (isObject && style === 'form' && explode) return this.fromMembers(pairs, alone);
    const base = name.replace(/\[\]$/, '');
    const below = pairs.filter((pair) => pair.name !== name && pair.name.startsWith(`${base}[`));
    if (style === 'deepObject') return this.fromFields([...alone, ...below], base);
    const all = isList ? [...alone, ...below] : alone;
    if (all.length === 0) return ABSENT;
    if (isList && explode) return this.fromFields(all, base);
    if (!isList && !isObject) return this.fromScalars(alone);
    const delimiter = DELIMITERS[style] ?? COMMA;
    const texts = [
      all.flatMap(({ raw }) => raw.split(delimiter.raw).map(formDecode)),
      all.flatMap(({ value }) => value.split(delimiter.sign)),
    ];
    const whole = alone.length === 1 ? [only?.value ?? ''] : [];
    return oneOf([...texts.flatMap((one) => this.partsOf(one, 'in-turn')), ...this.plain(whole)]);
  }

  /** Reads a parameter that has its place for itself: a segment of the path, or a header field. */
  fromText(text: string | undefined): FoundParameter {
    if (text === undefined) return ABSENT;
    const { style, explode, content, name } = this.parameter;
    if (content !== undefined) return this.fromContent(text);
    const sign = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
    if (!text.startsWith(sign)) return { kind: 'unreadable', flaw: `must begin with "${sign}"` };
    const inside = text.slice(sign.length);
    const isNamed = style === 'matrix' && !(explode && this.types.has('object'));
    const texts = (sign === '' || !explode ? [inside] : inside.split(sign)).map((one) =>
      isNamed ? withoutName(one, name) : one,
    );
    if (texts.includes(null)) return { kind: 'unreadable', flaw: `must begin with ";${name}"` };
    const bare = texts.filter((one) => one !== null);
    const parts = explode && sign !== '' ? bare : bare.flatMap((one) => split(one, ','));
    // OpenAPI 3.0 has the sign of labels between their parts, too.
    const older = style === 'label' && !explode ? bare.flatMap((one) => split(one, '.')) : null;
    return oneOf([
      ...[parts, ...(older === null ? [] : [older])].flatMap((one) =>
        this.partsOf(one, explode ? 'with-equals' : 'in-turn'),
      ),
      ...this.plain([bare.join(sign)]),
    ]);
  }

  private fromContent(text: string): FoundParameter {
    if (!isJsonContent(this.parameter.content)) return oneOf(this.scalars(text, this.shape));
    const parsed = parseJson(text, JSON_DEPTH_MAX);
    return parsed.kind === 'value'
      ? oneOf([parsed.value])
      : { kind: 'unreadable', flaw: 'must be JSON' };
  }

  /** Each value is one of its own; a name that stands for one value is there once, as a rule. */
  private fromScalars(pairs: readonly RawPair[]): FoundParameter {
    return { kind: 'values', values: pairs.map(({ value }) => this.scalars(value, this.shape)) };
  }

  /** Reads values of one name, and of names with brackets behind it. */
  private fromFields(pairs: readonly RawPair[], base: string): FoundParameter {
    if (pairs.length === 0) return ABSENT;
    const fields = pairs.map(({ name, value }) => ({
      name: `it${name.slice(base.length)}`,
      value,
    }));
    const shape = { properties: { it: this.shape } };
    const read = own(readFields(fields, this.schemas, shape), 'it') ?? null;
    const [only, second] = pairs;
    const isEmpty = only?.value === '' && second === undefined && Array.isArray(read);
    return oneOf([...(isEmpty ? [[]] : []), read]);
  }

  /** Reads an object whose members are parameters themselves. */
  private fromMembers(pairs: readonly RawPair[], alone: readonly RawPair[]): FoundParameter {
    const named = own(this.shape, 'properties');
    const names = new Set(Object.keys((named ?? {}) as JsonObject));
    const members = pairs.filter(({ name }) => names.has(name.replace(/\[.*$/, '')));
    if (members.length > 0) return oneOf([readFields(members, this.schemas, this.shape)]);
    const isOther = [...this.types].some((type) => type !== 'object');
    if (isOther && alone.length > 0) return this.fromScalars(alone);
    // Any parameter may be a member of it: without one it is an object without members.
    return names.size > 0 ? ABSENT : oneOf([{}, readFields(pairs, this.schemas, this.shape)]);
  }

  /** What parts of a text mean: a list, or an object. */
  private partsOf(texts: readonly string[], form: 'in-turn' | 'with-equals'): readonly Json[] {
    const items = mergeSchemas(this.schemas.partsOf(own(this.shape, 'items')));
    const isList = this.types.has('array');
    const list = texts.map((one) => this.fields.scalar(one, items));
    const lists: readonly Json[] = isList ? [list, [...texts]] : [];
    const none: readonly Json[] = isList && texts.length === 1 && texts[0] === '' ? [[]] : [];
    return [...none, ...lists, ...(this.types.has('object') ? this.objects(texts, form) : [])];
  }

  private objects(texts: readonly string[], form: 'in-turn' | 'with-equals'): readonly Json[] {
    if (texts.length === 1 && texts[0] === '') return [{}];
    const entries =
      form === 'with-equals'
        ? texts.map((one) => {
            const [name = '', ...rest] = one.split('=');
            return [name, rest.join('=')] as const;
          })
        : texts.flatMap((name, index) =>
            index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : [],
          );
    const isWhole = form === 'with-equals' || texts.length % 2 === 0;
    return isWhole
      ? [
          objectOf(
            entries.map(([name, text]) => [
              name,
              this.fields.scalar(text, this.fields.memberOf(this.shape, name)),
            ]),
          ),
        ]
      : [];
  }

  /** What texts mean that are no list and no object, if the schema admits such values. */
  private plain(texts: readonly string[]): readonly Json[] {
    const isPart = this.types.has('array') || this.types.has('object');
    const isOther = [...this.types].some((type) => type !== 'array' && type !== 'object');
    return isPart && !isOther ? [] : texts.flatMap((text) => this.scalars(text, this.shape));
  }

  private scalars(text: string, schema: JsonObject): readonly Json[] {
    const typed = this.fields.scalar(text, schema);
    const isNull = text === 'null' && this.types.has('null');
    return [...(isNull ? [null] : []), typed, ...(typed === text ? [] : [text])];
  }
}

/** What stands between the parts of one value, as sent and decoded. */
const DELIMITERS: Readonly<Record<string, { readonly raw: RegExp; readonly sign: string }>> = {
  spaceDelimited: { raw: /%20|\+/, sign: ' ' },
  pipeDelimited: { raw: /\||%7c/i, sign: '|' },
};
const COMMA = { raw: /,/, sign: ',' };

function oneOf(readings: readonly Json[]): FoundParameter {
  return { kind: 'values', values: [readings] };
}

function split(text: string, sign: string): readonly string[] {
  return text.split(sign).map((part) => part.trim());
}

/** The value of one part of a matrix; `null` if it has another name. */
function withoutName(text: string, name: string): string | null {
  if (text === name) return '';
  return text.startsWith(`${name}=`) ? text.slice(name.length + 1) : null;
}

/** Whether a value is written in JSON. */
export function isJsonContent(content: string | undefined): boolean {
  return content !== undefined && /[/+]json(?:$|;)/i.test(content);
}
