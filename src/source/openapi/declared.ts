// What a document declares of an operation as a whole, as a contract has it: parameters wherever they
// are, bodies by media type, answers with header fields and examples.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parameterPlaces, parameterStyles, usualStyle } from '../../contract/declared.ts';
import { isStreamType } from '../../model/media/streams.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { ApiPath } from './api-paths.ts';
import { asMeant, exampleName, examplesOf, formatOf, type MediaSources } from './media.ts';
import { below, type Placed, type SourcePlace } from './places.ts';
import type { DirectedSchemas, Direction } from './schemas/directions.ts';

export type SchemasByDirection = Readonly<Record<Direction, DirectedSchemas>>;

/** Writes what operations declare. Many of them refer to the same parameters, bodies and answers. */
export class DeclaredReader {
  private readonly sources: MediaSources;
  private readonly parameters = new Map<JsonObject, JsonObject | null>();
  private readonly bodies: Readonly<Record<Direction, BodiesReader>>;

  constructor(sources: MediaSources, schemas: SchemasByDirection) {
    this.sources = sources;
    this.bodies = {
      request: new BodiesReader(sources, schemas.request),
      answer: new BodiesReader(sources, schemas.answer),
    };
  }

  /**
   * Returns parameters as a contract has them; those of one place and name once, and those of the path
   * by the names that it is served with.
   */
  parametersOf(given: readonly Placed[], path: ApiPath, wish: string): JsonObject[] {
    const found = new Map<string, JsonObject>();
    for (const { value, place } of given) {
      if (!isObject(value)) continue;
      const known = this.parameters.get(value);
      const parameter = known === undefined ? this.parameter(value, place, wish) : known;
      this.parameters.set(value, parameter);
      if (parameter === null) continue;
      const name = String(parameter['name']);
      const served = path.served?.get(name);
      if (parameter['in'] === 'path' && served === undefined) {
        this.sources.notes.add(place, `the path has no parameter "${name}"; it is left out`);
        continue;
      }
      const sign = `${String(parameter['in'])} ${String(parameter['name']).toLowerCase()}`;
      const isRenamed = parameter['in'] === 'path' && served !== undefined && served !== name;
      if (!found.has(sign)) found.set(sign, isRenamed ? { ...parameter, name: served } : parameter);
    }
    return [...found.values()];
  }

  /** Returns the bodies of a request. */
  requestOf(given: Placed, wish: string): JsonObject | undefined {
    const content = this.bodies.request.read(given, wish);
    if (content === null) return undefined;
    const isRequired = isObject(given.value) && own(given.value, 'required') === true;
    return { ...(isRequired ? { required: true } : {}), content };
  }

  /** Returns an answer. */
  answerOf(given: Placed, wish: string): JsonObject {
    const content = this.bodies.answer.read(given, wish);
    const headers = this.headersOf(given, wish);
    return { ...(headers === null ? {} : { headers }), ...(content === null ? {} : { content }) };
  }

  private parameter(value: JsonObject, place: SourcePlace, wish: string): JsonObject | null {
    const name = own(value, 'name');
    const where = parameterPlaces.find((one) => one === own(value, 'in'));
    if (typeof name !== 'string' || where === undefined || name === '') return null;
    if (where === 'header' && OTHERWISE_SAID.has(name.toLowerCase())) return null;
    const usual = usualStyle(where);
    const { style, explode } = wayOf(value, usual.style);
    const content = this.sources.files.memberOf({ value, place }, 'content');
    const [type] = content !== null && isObject(content.value) ? Object.keys(content.value) : [];
    const media =
      content === null || type === undefined ? null : this.sources.files.memberOf(content, type);
    const schema = this.schemaOf(media ?? { value, place }, `${wish}.${where}.${name}`);
    const examples = this.examplesOf(media ?? { value, place });
    return {
      in: where,
      name,
      ...(own(value, 'required') === true && where !== 'path' ? { required: true } : {}),
      ...(schema === null ? {} : { schema }),
      ...(style === usual.style ? {} : { style }),
      ...(explode === undefined || explode === (style === 'form') ? {} : { explode }),
      ...(type === undefined ? {} : { content: type }),
      ...(own(value, 'allowEmptyValue') === true ? { allowEmpty: true } : {}),
      ...(examples.length === 0 ? {} : { examples }),
    };
  }

  /** The schema beside `name`, or, in Swagger 2.0, the parameter itself. */
  private schemaOf({ value, place }: Placed, wish: string): SchemaName | null {
    const all = value as JsonObject;
    const schema = own(all, 'schema');
    if (schema !== undefined)
      return this.bodies.request.nameOf(schema, below(place, 'schema'), wish);
    const kept = Object.entries(all).filter(([keyword]) => !OF_PARAMETER.has(keyword));
    return own(all, 'type') === undefined
      ? null
      : this.bodies.request.nameOf(objectOf(kept), place, wish);
  }

  private examplesOf({ value, place }: Placed): readonly Json[] {
    const found = examplesOf(value as JsonObject, place, this.sources).map((one) => one.value);
    const schema = this.sources.files.memberOf({ value, place }, 'schema');
    const inside = isObject(schema?.value) ? schema.value : {};
    // Tools wrote it so for parameters of Swagger 2.0, which has no word for it.
    const single = own(inside, 'example') ?? own(value as JsonObject, 'x-example');
    const all = own(inside, 'examples');
    if (found.length > 0) return found;
    if (single !== undefined) return [single];
    return Array.isArray(all) ? (all as readonly Json[]) : [];
  }

  private headersOf(given: Placed, wish: string): JsonObject | null {
    const headers = this.sources.files.memberOf(given, 'headers');
    if (headers === null || !isObject(headers.value)) return null;
    const fields = Object.keys(headers.value).flatMap((name): [string, Json][] => {
      const field = this.sources.files.memberOf(headers, name);
      if (field === null || !isObject(field.value) || !FIELD_NAME.test(name)) return [];
      // OpenAPI 3, Header Object: this one is described by the media types.
      if (name.toLowerCase() === 'content-type') return [];
      const schema = this.schemaOf(field, `${wish}.${name.toLowerCase()}`);
      const examples = this.examplesOf(field);
      const header = {
        ...(own(field.value, 'required') === true ? { required: true } : {}),
        ...(schema === null ? {} : { schema }),
        ...(examples.length === 0 ? {} : { examples }),
      };
      return [[name, header]];
    });
    return fields.length === 0 ? null : objectOf(fields);
  }
}

const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Header fields that media types and security describe (OpenAPI 3, Parameter Object). */
const OTHERWISE_SAID = new Set(['accept', 'content-type', 'authorization']);

/** What a parameter of Swagger 2.0 has beside its schema. */
const OF_PARAMETER = new Set(
  'name in required description collectionFormat allowEmptyValue example examples'.split(' '),
);

/** The style of a parameter, also from `collectionFormat` of Swagger 2.0. */
function wayOf(
  value: JsonObject,
  usual: string,
): { readonly style: string; readonly explode: boolean | undefined } {
  const collection = own(value, 'collectionFormat');
  const isList = own(value, 'type') === 'array';
  if (isList || typeof collection === 'string') {
    const format = String(collection ?? 'csv');
    if (format === 'multi') return { style: 'form', explode: true };
    const style = { pipes: 'pipeDelimited', ssv: 'spaceDelimited' }[format];
    return { style: style ?? usual, explode: false };
  }
  const style = own(value, 'style');
  const explode = own(value, 'explode');
  return {
    style: parameterStyles.find((one) => one === style) ?? usual,
    explode: typeof explode === 'boolean' ? explode : undefined,
  };
}

/** What OpenAPI 3.2 says of the parts of a body one after the other. */
const UNREAD = ['itemEncoding', 'prefixEncoding'];

/** Writes the bodies of one direction by media type. */
class BodiesReader {
  private readonly known = new Map<Json, JsonObject | null>();
  private readonly sources: MediaSources;
  private readonly directed: DirectedSchemas;

  constructor(sources: MediaSources, directed: DirectedSchemas) {
    this.sources = sources;
    this.directed = directed;
  }

  /** Returns the bodies by media type; `null` if none is shown. */
  read(given: Placed, wish: string): JsonObject | null {
    const known = this.known.get(given.value);
    if (known !== undefined) return known;
    const written = this.write(given, wish);
    this.known.set(given.value, written);
    return written;
  }

  nameOf(schema: Json, place: SourcePlace, wish: string): SchemaName {
    return this.directed.nameOf(this.sources.book.nameAt(schema, place, wish));
  }

  private write(given: Placed, wish: string): JsonObject | null {
    const { files } = this.sources;
    const content = files.memberOf(given, 'content');
    if (content === null || !isObject(content.value)) return null;
    const bodies = Object.keys(content.value).flatMap((mediaType): [string, Json][] => {
      const type = asMeant((mediaType.split(';')[0] ?? '').trim().toLowerCase());
      const media = files.memberOf(content, mediaType);
      if (!TYPE.test(type) || isNothing(media)) return [];
      const body = this.bodyOf(media, type, content, wish);
      const written = canBeSent(mediaType) ? { written: mediaType.trim() } : {};
      return [[type, { ...body, ...written }]];
    });
    return bodies.length === 0 ? null : objectOf(bodies);
  }

  private bodyOf(media: Placed | null, type: string, content: Placed, wish: string): JsonObject {
    if (media === null || !isObject(media.value)) return {};
    const { value, place } = media;
    this.noteStream(value, type, place);
    for (const keyword of UNREAD)
      if (own(value, keyword) !== undefined)
        this.sources.notes.add(
          below(place, keyword),
          'it is not read: parts of such bodies are not checked',
        );
    const named = (keyword: string): JsonObject => {
      const schema = own(value, keyword);
      return schema === undefined
        ? {}
        : { [keyword]: this.nameOf(schema, below(place, keyword), this.wishOf(wish, type)) };
    };
    const examples = examplesOf(value, below(content.place, type), this.sources);
    return {
      ...named('schema'),
      ...named('itemSchema'),
      ...(examples.length === 0
        ? {}
        : {
            examples: objectOf(
              examples.map(({ name, value: one }): [string, Json] => [exampleName(name), one]),
            ),
          }),
    };
  }

  /** Before 3.2 documents had no word for the items of a stream. */
  private noteStream(media: JsonObject, type: string, place: SourcePlace): void {
    const given = own(media, 'schema');
    if (given === undefined || own(media, 'itemSchema') !== undefined || !isStreamType(type))
      return;
    const found = this.sources.files.follow(given, below(place, 'schema'));
    const kind = found.kind === 'found' && isObject(found.value) ? own(found.value, 'type') : null;
    if (kind !== 'array' && kind !== 'string')
      this.sources.notes.add(
        below(place, 'schema'),
        'a stream is a sequence of items; the schema counts as that of each',
      );
  }

  private wishOf(wish: string, type: string): string {
    return formatOf(type) === 'other' ? `${wish}.${type.replace('/', '-')}` : wish;
  }
}

const TYPE = /^[a-z0-9!#$&^_.+*-]+(?:\/[a-z0-9!#$&^_.+*-]+)?$/;

const PARAMETERS = /^[^;]+(?:;\s*[a-z-]+=(?:"[\w./: -]*"|[\w./:+-]+)\s*)+$/i;

/** Whether an answer can have a media type with parameters as it is written: texts are UTF-8. */
function canBeSent(mediaType: string): boolean {
  const [, charset] = /;\s*charset="?([^";\s]*)/i.exec(mediaType) ?? [];
  return PARAMETERS.test(mediaType.trim()) && (charset === undefined || /^utf-?8$/i.test(charset));
}

/** Nothing but null is how some documents say that there is no body. */
function isNothing(media: Placed | null): boolean {
  const schema = isObject(media?.value) ? own(media.value, 'schema') : undefined;
  return isObject(schema) && own(schema, 'type') === 'null';
}
