// The operations of a document with all that a client sees of them, and the places of it. Unlike the
// operations that contracts are made of, they have every media type, parameter and header field.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { serverPrefix } from '../openapi/api-paths.ts';
import { below, type Placed, type SourceFiles, type SourcePlace } from '../openapi/places.ts';
import { upgradeOperation } from '../openapi/swagger.ts';

/** A value of a request or an answer by name: a parameter, or a header field. */
export interface DescribedValue {
  readonly name: string;
  readonly place: SourcePlace;
  readonly isRequired: boolean;
  readonly schema: Placed;
  /** How it is written as text. */
  readonly style: string;
}

/** A body by media type. */
export interface DescribedBody {
  readonly place: SourcePlace;
  readonly isRequired: boolean;
  readonly media: ReadonlyMap<string, Placed>;
}

export interface DescribedAnswer {
  readonly place: SourcePlace;
  readonly body: DescribedBody;
  readonly headers: ReadonlyMap<string, DescribedValue>;
}

export interface DescribedOperation {
  /** The method and the path without the names of its parameters: `GET /users/{}`. */
  readonly key: string;
  /** `GET /users/{id}`; `POST of webhook paid` for what the service sends. */
  readonly name: string;
  /** Whether the service sends it: a webhook, or a callback. */
  readonly isEvent: boolean;
  readonly place: SourcePlace;
  readonly operationId: string | null;
  /** By place and name: `query page`. Those of the path by their number. */
  readonly parameters: ReadonlyMap<string, DescribedValue>;
  readonly body: DescribedBody | null;
  readonly answers: ReadonlyMap<string, DescribedAnswer>;
  /** Each a set of credentials that suffices, with scopes: sorted. Empty if it needs none. */
  readonly security: readonly (readonly string[])[];
  readonly securityPlace: SourcePlace;
  /** Words by member: `summary`. */
  readonly words: ReadonlyMap<string, Json>;
}

export interface DescribedDocument {
  /** The path of the server; it is in no name and no key. */
  readonly prefix: string;
  readonly operations: ReadonlyMap<string, DescribedOperation>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query'];
const WORDS = ['summary', 'description', 'operationId', 'tags', 'deprecated'];

/** Reads all operations of a document, whatever its version. What leads nowhere is left out. */
export function describedOperations(document: JsonObject, files: SourceFiles): DescribedDocument {
  const base = own(document, 'basePath');
  const prefix =
    typeof base === 'string' ? base.replace(/\/+$/, '') : serverPrefix(own(document, 'servers'));
  const root = { value: document, place: { file: '', steps: [] } };
  const operations = [
    ...operationsIn(document, files, files.memberOf(root, 'paths'), null),
    ...operationsIn(document, files, files.memberOf(root, 'webhooks'), 'webhook'),
  ];
  return { prefix, operations: new Map(operations.map((one) => [one.key, one])) };
}

/** The operations of a map of path items, and of their callbacks. `event` says what the map holds. */
function* operationsIn(
  document: JsonObject,
  files: SourceFiles,
  map: Placed | null,
  event: string | null,
): Generator<DescribedOperation> {
  for (const path of map !== null && isObject(map.value) ? Object.keys(map.value) : []) {
    const item = map === null || path.startsWith('x-') ? null : files.memberOf(map, path);
    if (item === null || !isObject(item.value)) continue;
    for (const method of METHODS) {
      const found = files.memberOf(item, method);
      if (found === null || !isObject(found.value)) continue;
      const reader = new OperationReader(document, files, item);
      const operation = reader.read(method, path, found.value, found.place);
      const name = event === null ? operation.name : `${method.toUpperCase()} ${event} ${path}`;
      const of = { ...operation, name, isEvent: event !== null };
      yield event === null ? of : { ...of, key: name };
      const callbacks = files.memberOf(found, 'callbacks');
      if (callbacks === null || !isObject(callbacks.value)) continue;
      for (const callback of Object.keys(callbacks.value))
        yield* operationsIn(
          document,
          files,
          files.memberOf(callbacks, callback),
          `callback ${callback} of ${operation.name} to`,
        );
    }
  }
}

class OperationReader {
  private readonly document: JsonObject;
  private readonly files: SourceFiles;
  private readonly around: Placed;

  constructor(document: JsonObject, files: SourceFiles, around: Placed) {
    this.document = document;
    this.files = files;
    this.around = around;
  }

  read(method: string, path: string, given: JsonObject, place: SourcePlace): DescribedOperation {
    const around = isObject(this.around.value) ? this.around.value : {};
    const operation = upgradeOperation(given, around, this.document, (value) => {
      const target = this.files.follow(value, place);
      return target.kind === 'found' ? target.value : null;
    });
    const id = own(operation, 'operationId');
    const securityAt = own(operation, 'security') === undefined ? { file: '', steps: [] } : place;
    const plain = path.replace(/\/+$/, '') || '/';
    return {
      key: `${method.toUpperCase()} ${plain.replaceAll(/\{[^{}]*\}/g, '{}')}`,
      name: `${method.toUpperCase()} ${plain}`,
      place,
      isEvent: false,
      operationId: typeof id === 'string' ? id : null,
      parameters: this.parameters(operation, place, plain),
      body: this.body(own(operation, 'requestBody'), below(place, 'requestBody')),
      answers: this.answers(own(operation, 'responses'), below(place, 'responses')),
      security: this.security(operation),
      securityPlace: below(securityAt, 'security'),
      words: new Map(
        WORDS.flatMap((word): readonly [string, Json][] => {
          const value = own(operation, word);
          return value === undefined || value === false ? [] : [[word, value]];
        }),
      ),
    };
  }

  private parameters(
    operation: JsonObject,
    place: SourcePlace,
    path: string,
  ): ReadonlyMap<string, DescribedValue> {
    const found = new Map<string, DescribedValue>();
    const inPath: readonly string[] = path.match(/(?<=\{)[^{}]*(?=\})/g) ?? [];
    // One name of the path that no parameter has is that of one parameter that the path does not have.
    const numberInPath = (name: string): number =>
      inPath.includes(name) || inPath.length !== 1 ? inPath.indexOf(name) : 0;
    for (const from of [{ value: operation as Json, place }, this.around]) {
      const all = isObject(from.value) ? own(from.value, 'parameters') : undefined;
      for (const [index, one] of (Array.isArray(all) ? (all as readonly Json[]) : []).entries()) {
        const at = this.files.follow(one, below(from.place, 'parameters', String(index)));
        if (at.kind === 'lost' || !isObject(at.value)) continue;
        const [name, where] = [own(at.value, 'name'), own(at.value, 'in')];
        if (typeof name !== 'string' || !PLACES.has(String(where))) continue;
        const number = numberInPath(name);
        const known = where === 'header' ? name.toLowerCase() : name;
        const key = `${where} ${where === 'path' && number >= 0 ? number : known}`;
        if (!found.has(key) && !IGNORED.has(key))
          found.set(key, namedValue(`${where} ${name}`, at.value, at.place));
      }
    }
    return found;
  }

  private body(given: Json | undefined, place: SourcePlace): DescribedBody | null {
    const found = given === undefined ? null : this.files.follow(given, place);
    if (found === null || found.kind === 'lost' || !isObject(found.value)) return null;
    return this.bodyOf(found);
  }

  private bodyOf(given: Placed): DescribedBody {
    const { files } = this;
    const content = files.memberOf(given, 'content');
    const types = content !== null && isObject(content.value) ? Object.keys(content.value) : [];
    const media = types.flatMap((type): readonly (readonly [string, Placed])[] => {
      const one = content === null ? null : files.memberOf(content, type);
      if (one === null) return [];
      const schema = isObject(one.value) ? own(one.value, 'schema') : undefined;
      return [[plainType(type), { value: schema ?? {}, place: below(one.place, 'schema') }]];
    });
    const isRequired = isObject(given.value) && own(given.value, 'required') === true;
    return { place: given.place, isRequired, media: new Map(media) };
  }

  private answers(
    given: Json | undefined,
    place: SourcePlace,
  ): ReadonlyMap<string, DescribedAnswer> {
    const all = new Map<string, DescribedAnswer>();
    for (const [status, one] of Object.entries(
      given !== undefined && isObject(given) ? given : {},
    )) {
      const found = this.files.follow(one, below(place, status));
      if (status.startsWith('x-') || found.kind === 'lost' || !isObject(found.value)) continue;
      const headers = own(found.value, 'headers');
      all.set(status.toUpperCase(), {
        place: found.place,
        body: this.bodyOf(found),
        headers: new Map(
          Object.entries(headers !== undefined && isObject(headers) ? headers : {}).flatMap(
            ([name, header]): readonly [string, DescribedValue][] => {
              const at = this.files.follow(header, below(found.place, 'headers', name));
              return at.kind === 'lost' || !isObject(at.value)
                ? []
                : [[name.toLowerCase(), namedValue(name, at.value, at.place)]];
            },
          ),
        ),
      });
    }
    return all;
  }

  private security(operation: JsonObject): readonly (readonly string[])[] {
    const given = own(operation, 'security') ?? own(this.document, 'security');
    const all = Array.isArray(given) ? (given as readonly Json[]) : [];
    const sets = all.map((one) =>
      isObject(one)
        ? Object.entries(one)
            .map(([name, scopes]) => this.credential(name, scopes))
            .toSorted()
        : [],
    );
    // Credentials that are optional are none.
    return sets.some((one) => one.length === 0) ? [] : sets;
  }

  /** A scheme by what it asks for, not by its name in the document. */
  private credential(name: string, scopes: Json): string {
    const components = own(this.document, 'components');
    const schemes =
      components !== undefined && isObject(components)
        ? own(components, 'securitySchemes')
        : own(this.document, 'securityDefinitions');
    const given = schemes !== undefined && isObject(schemes) ? own(schemes, name) : undefined;
    const found = given === undefined ? null : this.files.follow(given, { file: '', steps: [] });
    const scheme = found?.kind === 'found' && isObject(found.value) ? found.value : {};
    const text = (member: string): string => {
      const value = own(scheme, member);
      return typeof value === 'string' ? value.toLowerCase() : '';
    };
    const type = text('type');
    const kind =
      type === 'apikey'
        ? `key in ${text('in')} ${String(own(scheme, 'name'))}`
        : type === 'http'
          ? text('scheme')
          : type === ''
            ? name
            : type;
    const asked = Array.isArray(scopes) ? scopes.map(String).toSorted() : [];
    return asked.length === 0 ? kind : `${kind} with ${asked.join(' and ')}`;
  }
}

const PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie']);
/** Header fields that are described elsewhere (OpenAPI 3.1 section 4.8.12). */
const IGNORED: ReadonlySet<string> = new Set([
  'header accept',
  'header content-type',
  'header authorization',
]);

function namedValue(name: string, given: JsonObject, place: SourcePlace): DescribedValue {
  const content = own(given, 'content');
  const [media] = content !== undefined && isObject(content) ? Object.entries(content) : [];
  const held = media !== undefined && isObject(media[1]) ? own(media[1], 'schema') : undefined;
  const schema = own(given, 'schema');
  const style = ['style', 'explode', 'allowReserved', 'collectionFormat']
    .flatMap((member) => own(given, member) ?? [])
    .map(String);
  return {
    name,
    place,
    isRequired: own(given, 'required') === true,
    style: [...style, ...(media === undefined ? [] : [media[0]])].join(' '),
    schema:
      held !== undefined && media !== undefined
        ? { value: held, place: below(place, 'content', media[0], 'schema') }
        : schema !== undefined
          ? { value: schema, place: below(place, 'schema') }
          : // Swagger 2.0 has the keywords beside the name.
            { value: withoutWords(given), place },
  };
}

function withoutWords(given: JsonObject): JsonObject {
  const { name: _, in: __, required: ___, description: ____, ...schema } = given;
  return schema;
}

/** A media type in lower case, without a charset. */
function plainType(type: string): string {
  return type
    .toLowerCase()
    .replace(/\s*;\s*charset=[^;]*/, '')
    .trim();
}
