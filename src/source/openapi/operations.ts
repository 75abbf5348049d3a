// The operations of a document in one form, whatever its version: parameters, the body of the
// request, the answers by status. Does not judge what an operation is for.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { type Pointer, toPointer, valueAt } from '../../base/pointer.ts';
import { actionMethods } from '../../contract/operation-kinds.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { StatedMembers } from '../source-contracts.ts';
import {
  type ApiPath,
  documentPrefix,
  hasOddBraces,
  PathNames,
  type ServerPaths,
  serverPrefix,
} from './api-paths.ts';
import { DeclaredReader } from './declared.ts';
import { type MediaBody, mediaOf } from './media.ts';
import {
  below,
  type Notes,
  type Placed,
  placeText,
  type SourceFiles,
  type SourcePlace,
} from './places.ts';
import { DirectedSchemas } from './schemas/directions.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import { openExtended } from './schemas/schema-keywords.ts';
import { securityOf, type Unsecured } from './security.ts';
import { BODY_NAME, upgradeOperation } from './swagger.ts';

/** A parameter in the path or the query. */
export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: JsonObject;
  /** What it asks of the items in a list, as a contract has it; absent if the document does not say. */
  readonly filter?: JsonObject;
  /** What the document says of it in words; absent if nothing. */
  readonly words?: string;
}

/** The header field that has the idempotency key of an operation. */
export interface KeyParameter {
  readonly name: string;
  readonly isRequired: boolean;
}

/** What a document says about one answer. */
export interface ApiAnswer {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly body: MediaBody | null;
}

/** One operation of a document. */
export interface ApiOperation {
  readonly method: string;
  readonly path: ApiPath;
  /** The operation as the document has it, if `path` is the usual one of what it seems to do. */
  readonly served?: ApiOperation;
  readonly at: Pointer;
  readonly place: SourcePlace;
  readonly summary: string | null;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  /** `null` if it has none. */
  readonly idempotencyKey: KeyParameter | null;
  readonly body: MediaBody | null;
  /** What the document calls the body; absent if it does not name it. */
  readonly bodyName?: string;
  readonly answers: readonly ApiAnswer[];
  /** `parameters`, `request` and `answers` of the operation in a contract. */
  readonly declared: JsonObject;
  /** What the document does not describe, and is assumed: the body of its success, or that it has one. */
  readonly assumed?: 'answer' | 'answer-and-body';
  /** Whether a service showed what is assumed. */
  readonly shown?: true;
  /** What tells that it answers what is assumed, if that is not the whole collection. */
  readonly assumedBecause?: string;
  /** The credentials of which it needs one, as a contract has them; `null` if that is left open. */
  readonly security: readonly Json[] | null;
}

/** An operation that no contract can have, and the reason. */
export interface UnreadOperation {
  readonly method: string;
  readonly path: string;
  readonly at: Pointer;
  readonly why: string;
  /** The operation that differs from it by a slash at the end: `GET /users`; absent if none does. */
  readonly twin?: string;
}

export interface ReadOperations {
  readonly read: readonly ApiOperation[];
  readonly unread: readonly UnreadOperation[];
  /** What stands under `x-standin` at paths and operations. */
  readonly stated: readonly StatedMembers[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query'];

/** The member of a path or an operation that overrides what the reader makes of it. */
const STATED = 'x-standin';

export interface OperationSources {
  readonly document: JsonObject;
  readonly unsecured: Unsecured;
  /** Defaults to `declared`. */
  readonly servers?: ServerPaths;
  readonly files: SourceFiles;
  readonly book: SchemaBook;
  readonly notes: Notes;
}

/** Reads all operations. One that cannot be read is told, and the others are read. */
export function readOperations(sources: OperationSources): ReadOperations {
  const reader = new OperationReader(sources);
  const paths = own(sources.document, 'paths');
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    if (!path.startsWith('x-')) reader.readPath(path, item);
  }
  reader.state('', sources.document, { file: '', steps: [] });
  const { farReaching, schemas } = sources.book;
  if (farReaching.has('allOf') && farReaching.has('additionalProperties')) openExtended(schemas);
  sources.book.openEndless();
  return reader;
}

class OperationReader implements ReadOperations {
  readonly read: ApiOperation[] = [];
  readonly unread: UnreadOperation[] = [];
  readonly stated: StatedMembers[] = [];
  private readonly sources: OperationSources;
  private readonly names = new PathNames();
  private readonly seen = new Set<string>();
  private readonly prefix: string;
  private readonly requests: BodyReader;
  private readonly shown: BodyReader;
  private readonly declared: DeclaredReader;

  constructor(sources: OperationSources) {
    this.sources = sources;
    const request = new DirectedSchemas(sources.book, 'request');
    const answer = new DirectedSchemas(sources.book, 'answer');
    this.requests = new BodyReader(sources, request);
    this.shown = new BodyReader(sources, answer);
    this.declared = new DeclaredReader(sources, { request, answer });
    this.prefix = sources.servers === 'replaced' ? '' : documentPrefix(sources.document);
  }

  readPath(path: string, given: Json): void {
    const start: SourcePlace = { file: '', steps: ['paths', path] };
    const item = this.sources.files.follow(given, start);
    if (item.kind === 'lost' || !isObject(item.value)) {
      this.sources.notes.addLeftOut(start, 'this path leads nowhere; its operations are left out');
      return;
    }
    const further = own(item.value, 'additionalOperations');
    const methods = [
      ...METHODS.map((method) => ({ method: method.toUpperCase(), steps: [method] })),
      ...Object.keys(further !== undefined && isObject(further) ? further : {}).map((method) => ({
        method,
        steps: ['additionalOperations', method],
      })),
    ];
    for (const { method, steps } of methods) {
      const operation = valueAt(item.value, steps);
      if (operation === undefined) continue;
      const at = toPointer([...start.steps, ...steps]);
      const given = { value: operation, place: below(item.place, ...steps) };
      const why = this.readOperation(path, item, given, { method, at });
      if (why === null) continue;
      this.unread.push({ method, path, at, why, ...this.twinOf(path, method) });
      if (isObject(operation)) this.state(`${method} ${path}`, operation, given.place);
    }
    // It stands beside operations of which none can be read.
    const at = placeText(below(item.place, STATED));
    if (!this.stated.some((one) => one.at === at)) this.state(path, item.value, item.place);
  }

  private twinOf(path: string, method: string): Pick<UnreadOperation, 'twin'> {
    const { text } = this.names.read(path, this.prefix);
    const isRead = this.seen.has(`${method.toLowerCase()} ${text}`);
    return isRead && path.endsWith('/') ? { twin: `${method} ${text}` } : {};
  }

  /** Reads one operation; returns why it cannot be read, or `null`. */
  private readOperation(
    path: string,
    item: Placed,
    { value: named, place: start }: Placed,
    { method, at }: { readonly method: string; readonly at: Pointer },
  ): string | null {
    if (method === 'HEAD') return 'the mock answers HEAD by itself';
    if (!actionMethods.includes(method)) return `contracts have no ${method}`;
    const around = item.value as JsonObject;
    const found = this.sources.files.follow(named, start);
    if (found.kind === 'lost') return 'the reference in its place leads nowhere';
    const { value: given, place } = found;
    if (!isObject(given)) return 'the operation is no object';
    const { document, files, unsecured } = this.sources;
    const resolve = (value: Json): Json | null => {
      const target = files.follow(value, place);
      return target.kind === 'found' ? target.value : null;
    };
    const operation = upgradeOperation(given, around, document, resolve);
    const servers = own(operation, 'servers') ?? own(around, 'servers');
    const isReplaced = this.sources.servers === 'replaced';
    const prefix = servers === undefined || isReplaced ? this.prefix : serverPrefix(servers);
    const served = this.names.read(path, prefix);
    if (hasOddBraces(served)) return 'its path has braces that name no parameter';
    const sign = `${method.toLowerCase()} ${served.text}`;
    if (this.seen.has(sign)) return `${served.text} has this operation already`;
    this.seen.add(sign);
    this.state(served.text, around, item.place);
    this.state(`${method} ${served.text}`, operation, place);
    const summary = own(operation, 'summary') ?? own(operation, 'operationId');
    const description = own(operation, 'description');
    const wish = nameOf(method.toLowerCase(), served);
    const parameters = this.givenParameters([operation, place], [around, item.place]);
    const body = this.body(
      method,
      own(operation, 'requestBody'),
      below(place, 'requestBody'),
      wish,
    );
    const answers = this.answers(own(operation, 'responses'), below(place, 'responses'), wish);
    const bodyName = own(operation, BODY_NAME);
    this.read.push({
      method,
      path: served,
      at,
      place,
      summary: typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : null,
      description: typeof description === 'string' ? description : '',
      parameters: this.parameters(parameters),
      idempotencyKey: keyAmong(parameters),
      body: body.read,
      ...(typeof bodyName === 'string' ? { bodyName } : {}),
      answers: answers.map(({ declared: _, ...answer }) => answer),
      declared: this.declaredOf(served, parameters, body.declared, answers, wish),
      security: securityOf(operation, document, { resolve, unsecured }),
    });
    return null;
  }

  private declaredOf(
    path: ApiPath,
    parameters: readonly GivenParameter[],
    request: JsonObject | undefined,
    answers: readonly ReadAnswer[],
    wish: string,
  ): JsonObject {
    const byStatus = answers.flatMap(({ status, declared }): [string, Json][] =>
      STATUS.test(status) ? [[statusKey(status), declared]] : [],
    );
    return {
      ...(parameters.length === 0
        ? {}
        : { parameters: this.declared.parametersOf(parameters, path, wish) }),
      ...(request === undefined ? {} : { request }),
      ...(byStatus.length === 0 ? {} : { answers: objectOf(byStatus) }),
    };
  }

  /** Takes what stands at a path or an operation, once. */
  state(key: string, holder: JsonObject, place: SourcePlace): void {
    const members = own(holder, STATED);
    if (members === undefined || this.stated.some((one) => one.key === key)) return;
    this.stated.push({ key, at: placeText(below(place, STATED)), members });
  }

  /** Those of the operation come before those of its path. */
  private givenParameters(
    ...holders: readonly (readonly [holder: JsonObject, place: SourcePlace])[]
  ): readonly GivenParameter[] {
    return holders.flatMap(([holder, where]) => {
      const all = own(holder, 'parameters') ?? [];
      if (!Array.isArray(all))
        this.sources.notes.addLeftOut(
          below(where, 'parameters'),
          'this is no list; it is left out',
        );
      return (Array.isArray(all) ? (all as readonly Json[]) : []).flatMap((one, index) => {
        const at = below(where, 'parameters', String(index));
        const found = this.sources.files.follow(one, at);
        if (found.kind === 'found' && isObject(found.value))
          return this.spreadPages({ value: found.value, place: found.place });
        this.sources.notes.addLeftOut(at, 'this parameter leads nowhere; it is left out');
        return [];
      });
    });
  }

  /** An object with the page and the order that a list asks for stands for a parameter each. */
  private spreadPages(whole: GivenParameter): readonly GivenParameter[] {
    const { value, place } = whole;
    const isSpread = ['style', 'explode', 'content'].every((key) => own(value, key) === undefined);
    const given = own(value, 'schema');
    if (own(value, 'in') !== 'query' || !isSpread || given === undefined) return [whole];
    const found = this.sources.files.follow(given, below(place, 'schema'));
    const schema = found.kind === 'found' && isObject(found.value) ? found.value : {};
    const members = own(schema, 'properties') ?? {};
    if (!isObject(members) || !['page', 'size'].every((name) => Object.hasOwn(members, name)))
      return [whole];
    const required = own(schema, 'required');
    return Object.entries(members).map(([name, one]) => ({
      value: {
        name,
        in: 'query',
        required: Array.isArray(required) && required.includes(name),
        description: isObject(one) ? (own(one, 'description') ?? '') : '',
        schema: one,
      },
      place: below(found.kind === 'found' ? found.place : place, 'properties', name),
    }));
  }

  private parameters(given: readonly GivenParameter[]): readonly ApiParameter[] {
    const found = new Map<string, ApiParameter>();
    for (const one of given) {
      const parameter = this.parameter(one);
      if (parameter === null) continue;
      const sign = `${parameter.in} ${parameter.name}`;
      if (!found.has(sign)) found.set(sign, parameter);
    }
    return [...found.values()];
  }

  private parameter({ value, place }: GivenParameter): ApiParameter | null {
    const name = own(value, 'name');
    const where = own(value, 'in');
    if (typeof name !== 'string' || (where !== 'path' && where !== 'query')) return null;
    const schema = own(value, 'schema') ?? value;
    const filter = own(value, 'x-standin-filter');
    const words = own(value, 'description');
    return {
      name,
      in: where,
      schema: this.parameterSchema(schema, place),
      ...(filter !== undefined && isObject(filter) ? { filter } : {}),
      ...(typeof words === 'string' ? { words } : {}),
    };
  }

  /** The schema of a parameter, with what it refers to, and the one thing that it is if not null. */
  private parameterSchema(given: Json, place: SourcePlace, depth = 0): JsonObject {
    const target = this.sources.files.follow(given, place);
    if (target.kind !== 'found' || !isObject(target.value)) return {};
    const branches = oneBeside(target.value);
    if (branches === null || depth > PARTS_MAX) return target.value;
    const { anyOf: _, oneOf: __, allOf: ___, ...rest } = target.value;
    return { ...this.parameterSchema(branches, target.place, depth + 1), ...rest };
  }

  private body(
    method: string,
    given: Json | undefined,
    place: SourcePlace,
    wish: string,
  ): { readonly read: MediaBody | null; readonly declared: JsonObject | undefined } {
    const none = { read: null, declared: undefined };
    if (given === undefined) return none;
    if (method === 'GET') {
      // RFC 9110 section 9.3.1; OpenAPI 3.0 says that it "SHALL be ignored".
      this.sources.notes.add(place, 'a body of GET has no meaning; it is left out');
      return none;
    }
    const found = this.sources.files.follow(given, place);
    if (found.kind === 'lost') {
      this.sources.notes.addLeftOut(place, 'this body leads nowhere; any body is accepted');
      return none;
    }
    const read = this.requests.read(found, `${wish}.body`);
    return { read, declared: this.declared.requestOf(found, `${wish}.body`) };
  }

  private answers(
    given: Json | undefined,
    place: SourcePlace,
    wish: string,
  ): readonly ReadAnswer[] {
    if (!isObject(given)) {
      if (given !== undefined)
        this.sources.notes.addLeftOut(
          place,
          'this is no object; the operation counts as one without answers',
        );
      return [];
    }
    return Object.entries(given).flatMap(([status, one]): readonly ReadAnswer[] => {
      if (status.startsWith('x-')) return [];
      const found = this.sources.files.follow(one, below(place, status));
      if (found.kind === 'lost') {
        const message = 'this answer leads nowhere; it counts as one without a body';
        this.sources.notes.addLeftOut(below(place, status), message);
        return [{ status, body: null, declared: {} }];
      }
      const body = this.shown.read(found, `${wish}.${status}`);
      return [{ status, body, declared: this.declared.answerOf(found, `${wish}.${status}`) }];
    });
  }
}

interface ReadAnswer extends ApiAnswer {
  readonly declared: JsonObject;
}

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/i;

/** `200`, `4XX`, `default`, in the letters that contracts have. */
function statusKey(status: string): string {
  return status.toLowerCase() === 'default' ? 'default' : status.toUpperCase();
}

/** A parameter as the document has it. */
interface GivenParameter {
  readonly value: JsonObject;
  readonly place: SourcePlace;
}

/**
 * Finds the header field of an idempotency key: by its name, or by what is said of one that is named
 * like a key.
 */
function keyAmong(given: readonly GivenParameter[]): KeyParameter | null {
  for (const { value } of given) {
    const [name, where, about] = ['name', 'in', 'description'].map((one) => own(value, one));
    if (where !== 'header' || typeof name !== 'string') continue;
    if (/idempot/i.test(name) || (KEY_NAME.test(name) && KEY_ABOUT.test(String(about ?? ''))))
      return { name, isRequired: own(value, 'required') === true };
  }
  return null;
}

const KEY_NAME = /(?:request-?id|token|key)$/i;
const KEY_ABOUT = /idempot|\bstores? (?:the )?keys?\b/i;

/** Reads the bodies of one direction. Many operations may refer to the same one. */
class BodyReader {
  private readonly known = new Map<Json, MediaBody | null>();
  private readonly sources: OperationSources;
  private readonly schemas: DirectedSchemas;

  constructor(sources: OperationSources, schemas: DirectedSchemas) {
    this.sources = sources;
    this.schemas = schemas;
  }

  /** Returns the body of a request or an answer; `null` if it has none. `wish` names its schema. */
  read(given: Placed, wish: string): MediaBody | null {
    const known = this.known.get(given.value);
    if (known !== undefined) return known;
    const body = mediaOf(given, this.sources, wish);
    const directed =
      body === null || body.schema === null
        ? body
        : { ...body, schema: this.schemas.nameOf(body.schema) };
    this.known.set(given.value, directed);
    return directed;
  }
}

/** Names the schemas of an operation that have no name: `get-users-id`. */
function nameOf(method: string, { segments }: ApiPath): SchemaName {
  const words = segments.map((segment) => segment.replaceAll(/[{}]/g, ''));
  return [method, ...words].join('-');
}

/** How far schemas of parameters refer to others. */
const PARTS_MAX = 8;

/** The only branch of a schema beside null; `null` if it has none, or several. */
function oneBeside(schema: JsonObject): Json | null {
  const lists = [own(schema, 'anyOf'), own(schema, 'oneOf'), own(schema, 'allOf')];
  const branches = lists.find(Array.isArray) as readonly Json[] | undefined;
  const [only, second] = (branches ?? []).filter(
    (one) => !isObject(one) || own(one, 'type') !== 'null',
  );
  return second === undefined ? (only ?? null) : null;
}
