// Fills in what contract files may omit, and gives names to the schemas that stand inside others:
// the item in its envelope, the elements of a list.

import { equal } from '../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { parsePointer } from '../base/pointer.ts';
import { type Schema, type SchemaName, Schemas } from '../schema/schema.ts';
import type {
  Contract,
  Envelope,
  Filter,
  Operation,
  OtherOperation,
  Outcome,
  ScopeMember,
  SecurityScheme,
} from './contract.ts';
import { innerName } from './envelope.ts';
import { fileSchema } from './envelopes/file-item.ts';
import type { FormName } from './envelopes/item-form.ts';
import { type NamedForm, namedForm } from './envelopes/named-forms.ts';
import { type Paging, readPages } from './envelopes/pages.ts';
import { parametersOf } from './nested-path.ts';
import { type Kind, kinds, methods } from './operation-kinds.ts';
import { idSchemaOf, markedReferences } from './references.ts';
import { rowsKey } from './rows.ts';
import { settledChoices } from './settled-choices.ts';

/** Contracts, and the schemas with those that they name parts of. */
export interface Defined {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
}

/** Reads contract files that passed `findContractFaults`. */
export function defineContracts(documents: readonly Json[], schemas: Schemas): Defined {
  const parts = new Map<SchemaName, Schema>();
  const paths = new Map(
    documents.flatMap((document): [string, string][] =>
      isObject(document) && own(document, 'one') !== true
        ? [[String(own(document, 'path')), String(own(document, 'resource'))]]
        : [],
    ),
  );
  const contracts = documents.map((document) =>
    new Definer(document, { schemas, parts, paths }).contract(),
  );
  const all = schemas.with(parts);
  return { contracts: contracts.map((one) => sharing(one, contracts, all)), schemas: all };
}

/**
 * What a contract needs to know of those that share its rows. It hides the values of their paths,
 * and the members that only their items have.
 */
function sharing(contract: Contract, contracts: readonly Contract[], schemas: Schemas): Contract {
  const others = contracts.filter((one) => one !== contract && rowsKey(one) === rowsKey(contract));
  const views = others.map(({ item }) => item).filter((item) => item !== contract.item);
  const members = schemas.membersOf(contract.item);
  const foreign = views.flatMap((item) => [...schemas.membersOf(item).keys()]);
  const kept = [
    ...others.flatMap(({ hidden = [], item }) => (item === contract.item ? hidden : [])),
    ...(members.size === 0 ? [] : foreign.filter((member) => !members.has(member))),
  ].filter((member) => member !== contract.id);
  const hidden = [...new Set([...(contract.hidden ?? []), ...kept])];
  return {
    ...contract,
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(views.length === 0 ? {} : { views: [...new Set(views)] }),
  };
}

/** The schema of the items of a contract that has none. */
export const NO_ITEM = 'anything';

/** Reads one contract file. Its schemas are only needed if it has envelopes. */
export function readContract(document: Json, schemas: Schemas = NO_SCHEMAS): Contract {
  return defineContracts([document], schemas).contracts[0] as Contract;
}

const NO_SCHEMAS: Schemas = new Schemas(new Map());

/** The schema of an item or a list in a contract file: its name, or where it stands in a body. */
export interface GivenSchema {
  readonly paging?: Paging;
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly schema: SchemaName;
  readonly at: readonly string[];
  readonly total?: readonly string[];
}

/** Returns what a contract file says about the schema of the item or the list. */
export function givenSchema(given: Json | undefined): GivenSchema | null {
  if (typeof given === 'string') return { schema: given, at: [] };
  if (given === undefined || !isObject(given)) return null;
  const steps = (member: string): readonly string[] | null => {
    const pointer = own(given, member);
    return typeof pointer === 'string' ? parsePointer(pointer) : null;
  };
  const total = steps('total');
  const paging = readPages(own(given, 'pages'));
  return {
    schema: String(own(given, 'schema')),
    at: steps('at') ?? [],
    ...(total === null ? {} : { total }),
    ...(paging === null ? {} : { paging }),
    ...filtersOf(own(given, 'filters')),
  };
}

function filtersOf(given: Json | undefined): Pick<GivenSchema, 'filters'> {
  if (given === undefined || !isObject(given)) return {};
  const filters = Object.entries(given).map(([parameter, one]): [string, Filter] => [
    parameter,
    { finds: 'equal', ...(isObject(one) ? one : { member: one }) } as Filter,
  ]);
  return { filters: Object.fromEntries(filters) };
}

type GivenContract = Omit<Contract, 'title' | 'id' | 'open' | 'clauses'> &
  Partial<Omit<Contract, 'id'>> & {
    readonly id?: string | null;
    readonly source?: string;
    readonly security?: GivenSecurity;
    readonly envelope?: FormName;
    readonly where?: JsonObject;
    readonly within?: JsonObject;
  };

/** An operation in a contract file. */
interface GivenOperation extends Omit<Operation, 'idInBody' | 'security' | 'query'> {
  readonly query?: Readonly<Record<string, JsonObject>>;
  readonly on?: 'collection';
  readonly security?: GivenSecurity;
}

interface GivenKey {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}
interface GivenToken {
  readonly scheme: 'bearer';
  readonly scopes: readonly string[];
}
type GivenSecurity = readonly ('bearer' | 'basic' | GivenKey | GivenToken)[];

type GivenOther = GivenOperation & Pick<OtherOperation, 'method' | 'path'>;

type GivenOperations = Readonly<Partial<Record<Kind, GivenOperation>>>;

/** An outcome of a contract file. */
type GivenOutcome = Omit<
  Outcome,
  'headers' | 'headerSchemas' | 'source' | 'status' | 'statuses'
> & {
  readonly status?: number | readonly number[];
  readonly source?: string;
  readonly headers?: Readonly<
    Record<string, string | { readonly schema: SchemaName | JsonObject }>
  >;
};

interface Surroundings {
  readonly schemas: Schemas;
  /** Takes the schemas that stand inside others. */
  readonly parts: Map<SchemaName, Schema>;
  /** The resource at each path. */
  readonly paths: ReadonlyMap<string, string>;
}

class Definer {
  private readonly document: JsonObject;
  private readonly schemas: Schemas;
  private readonly parts: Map<SchemaName, Schema>;
  private readonly paths: ReadonlyMap<string, string>;
  private readonly item: GivenSchema;
  private readonly list: GivenSchema;
  /** The form of all bodies; `null` if the contract names none. */
  private readonly form: NamedForm | null;

  constructor(document: Json, { schemas, parts, paths }: Surroundings) {
    this.document = document as JsonObject;
    this.schemas = schemas;
    this.parts = parts;
    this.paths = paths;
    this.item = givenSchema(own(this.document, 'item')) ?? { schema: this.unnamed(), at: [] };
    const item = this.inner(this.item);
    this.list = givenSchema(own(this.document, 'list')) ?? {
      schema: this.part(`${item}.list`, { type: 'array', items: { $ref: `${item}.json` } }),
      at: [],
    };
    this.form = this.namedForm();
  }

  /** The media types of the item, if it is a file. */
  private file(): readonly string[] | null {
    return (own(this.document, 'file') ?? null) as readonly string[] | null;
  }

  /** The schema of an item that is a file, or of which nothing is said. */
  private unnamed(): SchemaName {
    const file = this.file();
    return file === null
      ? this.part(NO_ITEM, {})
      : this.part(`${String(own(this.document, 'resource'))}.file`, fileSchema(file));
  }

  /** A file is what a read answers, and what a replacement sends. */
  private fileOf(kind: Kind): Pick<Operation, 'file' | 'body' | 'media'> {
    const types = this.file();
    if (types === null) return {};
    if (kind !== 'replace') return { file: { in: kind === 'read' ? 'answer' : 'neither', types } };
    return { file: { in: 'request', types }, body: this.item.schema, media: types };
  }

  /** The form of all bodies, if the contract names one. */
  private namedForm(): NamedForm | null {
    const name = own(this.document, 'envelope') as FormName | undefined;
    if (name === undefined) return null;
    const references = markedReferences(this.schemas, this.item).map(({ member, to, holds }) => {
      const schema = idSchemaOf(this.schemas, this.item.schema, { member, to, holds });
      return { member, to, holds, ids: idsIn(schema) };
    });
    const resource = String(own(this.document, 'resource'));
    return namedForm(name, { resource, id: this.id(), ids: this.idType(), references });
  }

  /** The envelope of a named form, and its schema under a name of its own. */
  private formed(form: NamedForm, place: 'item' | 'list' | 'body'): Envelope {
    const resource = String(own(this.document, 'resource'));
    const schema = this.part(`${resource}.${place}-on-the-wire`, form.schemas[place]);
    return { schema, at: form.at[place], form: form.item };
  }

  contract(): Contract {
    const {
      source: _,
      security: ____,
      envelope: _____,
      where: __,
      within: ___,
      ...given
    } = this.document as unknown as GivenContract;
    const operations = this.operations();
    const others = this.others();
    const scope = this.scope();
    const references = markedReferences(this.schemas, this.item);
    const requestOnly = this.requestOnly();
    const hidden = [...new Set([...requestOnly, ...this.unshown(scope)])];
    const filled = { title: given.resource, open: [], clauses: {}, ...given, id: this.id() };
    return {
      ...filled,
      item: this.inner(this.item),
      list: this.inner(this.list),
      operations,
      ...(others.length === 0 ? {} : { others }),
      ...(scope.length === 0 ? {} : { scope }),
      ...(hidden.length === 0 ? {} : { hidden }),
      ...(references.length === 0 ? {} : { references }),
      ...(requestOnly.length === 0 ? {} : { requestOnly }),
      shown: { ...settledChoices(operations), ...this.plainUpdate(operations), ...given.shown },
    };
  }

  /** What the rows of the contract have in common: the parameters of the path, and `where`. */
  private scope(): readonly ScopeMember[] {
    const path = String(own(this.document, 'path'));
    const given = Object.entries((own(this.document, 'where') ?? {}) as JsonObject);
    const named = given.map(([place, value]) => {
      const [, parameter] = typeof value === 'string' ? (/^\{([^{}]+)\}$/.exec(value) ?? []) : [];
      return { place, parameter: parameter ?? null, value };
    });
    const others = parametersOf(path)
      .filter((name) => named.every(({ parameter }) => parameter !== name))
      .map((name) => ({ place: this.memberLike(name), parameter: name, value: '' }));
    return [...others, ...named].map(({ place, parameter, value }): ScopeMember => {
      const at = place.startsWith('/') ? (parsePointer(place) ?? []) : [place];
      const steps = [...this.item.at, ...at];
      const type = own(this.schemas.memberAt(this.item.schema, steps) ?? {}, 'type');
      const like = type === 'integer' || type === 'number' ? 0 : '';
      return {
        at,
        parameter,
        value: parameter === null ? value : like,
        parent: parameter === null ? null : this.parentOf(path, parameter),
      };
    });
  }

  /**
   * The member of an item with the name of a parameter: `owner_id` is like `ownerId`. The id of an
   * item is not that of what it is below, even if the path calls both `id`.
   */
  private memberLike(parameter: string): string {
    const names = Object.keys(this.members());
    const isOne = own(this.document, 'one') === true;
    const isAlike = (name: string): boolean => letters(name) === letters(parameter);
    if (!isOne && isAlike(this.id())) return `standin-${parameter}`;
    const found = names.find(isAlike);
    // An object is no value of a path: `owner: {login}` beside `/repositories/{owner}`.
    if (found !== undefined && this.isObjectIn(found)) return `standin-${parameter}`;
    return found ?? parameter;
  }

  private isObjectIn(name: string): boolean {
    const member = this.schemas.memberAt(this.item.schema, [...this.item.at, name]) ?? {};
    return own(member, 'type') === 'object' || own(member, 'properties') !== undefined;
  }

  private parentOf(path: string, parameter: string): string | null {
    const within = own((own(this.document, 'within') ?? {}) as JsonObject, parameter);
    if (typeof within === 'string') return within;
    const place = `/{${parameter}}`;
    const above = path.slice(0, path.indexOf(place));
    // What has a collection of its own is no item: `/repositories/{owner}`.
    const isPlace = this.paths.has(above + place);
    return isPlace ? null : (this.paths.get(above) ?? null);
  }

  /** Members that the item marks as `writeOnly`, and those of requests that a closed item lacks. */
  private requestOnly(): readonly string[] {
    const marked = Object.keys(this.members()).filter((name) => {
      const member = this.schemas.memberAt(this.item.schema, [...this.item.at, name]);
      return own(member ?? {}, 'writeOnly') === true;
    });
    return [...marked, ...this.notAdmitted()];
  }

  private notAdmitted(): readonly string[] {
    const item = this.schemas.memberAt(this.item.schema, this.item.at) ?? {};
    if (own(item, 'additionalProperties') !== false) return [];
    const shown = this.members();
    const operations = (own(this.document, 'operations') ?? {}) as unknown as GivenOperations;
    const sent = (['create', 'replace', 'update'] as const).flatMap((kind) => {
      const body = operations[kind]?.body;
      if (body === undefined) return [];
      const { schema, at } = this.bodyOf(body);
      return Object.keys(propertiesOf(this.schemas.memberAt(schema, at)));
    });
    return sent.filter((name) => name !== this.id() && !Object.hasOwn(shown, name));
  }

  private members(): JsonObject {
    return propertiesOf(this.schemas.memberAt(this.item.schema, this.item.at));
  }

  /** Members of a row that no item has: values of the path, the id of a single item. */
  private unshown(scope: readonly ScopeMember[]): readonly string[] {
    const members = this.members();
    const kept = scope.flatMap(({ at: [first = ''], parameter }) =>
      parameter === null || Object.hasOwn(members, first) ? [] : [first],
    );
    const id = this.id();
    const isKeyless =
      (own(this.document, 'one') === true || own(this.document, 'id') === null) &&
      !Object.hasOwn(members, id);
    return [...kept, ...(isKeyless ? [id] : [])];
  }

  /** The member that has the id; an item that does not show its id has it under a name of ours. */
  private id(): string {
    const given = own(this.document, 'id');
    return given === null ? HIDDEN_ID : ((given as string | undefined) ?? 'id');
  }

  private operations(): Contract['operations'] {
    const given = (own(this.document, 'operations') ?? {}) as unknown as GivenOperations;
    return Object.fromEntries(
      kinds.flatMap((kind) => {
        const operation = given[kind];
        return operation === undefined ? [] : [[kind, this.operation(kind, operation)]];
      }),
    );
  }

  /** A change of a part that is no PATCH is plain JSON, and none of the formats of PATCH. */
  private plainUpdate(operations: Contract['operations']): Contract['shown'] {
    return operations.update?.method === undefined ? {} : { 'update.media': 'merge-patch' };
  }

  /** Operations that are none of the six kinds; an answer with the item is like that of a read. */
  private others(): readonly OtherOperation[] {
    const given = (own(this.document, 'others') ?? []) as unknown as readonly GivenOther[];
    return given.map((one) => {
      const { method, path, summary = `${method} ${path}` } = one;
      const { file: _, ...operation } = this.operation('read', { ...one, summary });
      const { ok } = operation.outcomes;
      // No choice decides among several statuses: it is the first.
      const status = ok?.statuses?.[0];
      const outcomes =
        ok === undefined || status === undefined
          ? operation.outcomes
          : { ...operation.outcomes, ok: { ...ok, status } };
      return { ...operation, outcomes, method, path };
    });
  }

  private operation(kind: Kind, { on, security, query, ...given }: GivenOperation): Operation {
    const usual = methods[kind].method;
    const source = given.source ?? (own(this.document, 'source') as string);
    const refusal = this.usualRefusal(source);
    const outcomes = Object.fromEntries(
      Object.entries(given.outcomes).map(([situation, one]) => {
        const outcome = this.outcome(one as GivenOutcome, source);
        const isOpen = situation !== 'ok' && outcome.body === undefined;
        return [situation, isOpen ? { ...refusal, ...outcome } : outcome];
      }),
    );
    const refusals = Object.entries(
      given.refusals ?? (refusal === null ? {} : { default: refusal }),
    ).map(([status, outcome]): [string, Outcome] => [
      status,
      {
        ...this.outcome(outcome, source),
        ...(/^\d/.test(status) && !status.endsWith('XX') ? { status: Number(status) } : {}),
      },
    ]);
    const envelope = this.envelopeOf(kind, outcomes['ok']?.body);
    if (this.form !== null && envelope !== null)
      outcomes['ok'] = typed(outcomes['ok'] ?? { source }, this.form.item.mediaType);
    const ok = outcomes['ok'];
    if (ok !== undefined && envelope !== null && ok.body === envelope.schema)
      outcomes['ok'] = { ...ok, body: this.inner(envelope) };
    const body = given.body === undefined ? null : this.bodyOf(given.body);
    const { method = usual, ...others } = given;
    return {
      ...others,
      ...(method === usual ? {} : { method }),
      ...(on === undefined ? {} : { idInBody: this.idType() }),
      ...this.security(security),
      ...this.query(query),
      summary: given.summary ?? `${method} ${String(own(this.document, 'path'))}`,
      source,
      outcomes,
      ...(refusals.length === 0 ? {} : { refusals: Object.fromEntries(refusals) }),
      ...(envelope === null ? {} : { envelope }),
      ...(kind !== 'list' || this.list.paging === undefined
        ? {}
        : {
            paging: {
              ...(this.form === null ? {} : { next: this.form.next }),
              ...this.list.paging,
            },
          }),
      ...(kind !== 'list' || this.list.filters === undefined ? {} : { filters: this.list.filters }),
      ...(body === null ? {} : { body: this.inner(body) }),
      ...this.fileOf(kind),
      ...(body === null || (body.at.length === 0 && this.form === null)
        ? {}
        : this.bodyEnvelope(body)),
    };
  }

  private bodyEnvelope(body: Envelope): Pick<Operation, 'bodyEnvelope'> {
    if (this.form === null) return { bodyEnvelope: body };
    return this.form.at.body.length === 0 ? {} : { bodyEnvelope: this.formed(this.form, 'body') };
  }

  /** What a named form says of refusals; `null` if nothing does. */
  private usualRefusal(source: string): Outcome | null {
    const errors = this.form?.errors;
    if (this.form === null || errors == null) return null;
    const body = this.part(`${String(own(this.document, 'resource'))}.errors`, errors);
    return { ...typed({ source }, this.form.item.mediaType), body };
  }

  private query(given: GivenOperation['query']): Pick<Operation, 'query'> {
    if (given === undefined) return {};
    const named = Object.entries(given).map(([name, schema]): [string, SchemaName] => [
      name,
      this.schemaIn(`query.${name}`, schema),
    ]);
    return { query: Object.fromEntries(named) };
  }

  /** The credentials of an operation; those of the contract unless it names some. */
  private security(given: GivenSecurity | undefined): Pick<Operation, 'security'> {
    const all = given ?? (own(this.document, 'security') as unknown as GivenSecurity | undefined);
    if (all === undefined) return {};
    const security = all.map((one): SecurityScheme => {
      if (typeof one === 'string') return { scheme: one };
      return 'scopes' in one ? one : { scheme: 'api-key', ...one };
    });
    return { security };
  }

  private idType(): 'number' | 'string' {
    const id = String(own(this.document, 'id') ?? 'id');
    const schema = this.schemas.memberAt(this.item.schema, [...this.item.at, id]);
    return own(schema ?? {}, 'type') === 'string' ? 'string' : 'number';
  }

  private outcome({ headers = {}, status, ...given }: GivenOutcome, source: string): Outcome {
    const fields = Object.entries(headers);
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
    const schemas = fields.flatMap(([name, value]): [string, SchemaName][] =>
      typeof value === 'string' ? [] : [[name, this.headerSchema(name, value.schema)]],
    );
    return {
      ...given,
      ...(status === undefined
        ? {}
        : typeof status === 'number'
          ? { status }
          : { statuses: status }),
      source: given.source ?? source,
      ...(texts.length === 0 ? {} : { headers: Object.fromEntries(texts) }),
      ...(schemas.length === 0 ? {} : { headerSchemas: Object.fromEntries(schemas) }),
    };
  }

  /** A schema that stands in the contract gets a name of its own. */
  private headerSchema(field: string, given: SchemaName | JsonObject): SchemaName {
    return typeof given === 'string' ? given : this.schemaIn(field.toLowerCase(), given);
  }

  private schemaIn(place: string, given: JsonObject): SchemaName {
    // A name is part of references, in which a colon would end a scheme (`id:in`).
    const name = `${String(own(this.document, 'resource'))}.${encodeURIComponent(place)}`;
    const isFree = (one: SchemaName): boolean => {
      const known = this.parts.get(one) ?? this.schemas.get(one);
      return known === undefined || equal(known, given);
    };
    let free = name;
    for (let count = 2; !isFree(free); count++) free = `${name}.${count}`;
    return this.part(free, given);
  }

  /** The envelope of the answer to a success; `null` if it has none. */
  private envelopeOf(kind: Kind, body: SchemaName | null | undefined): Envelope | null {
    const usual = kind === 'list' ? this.list : this.item;
    if (this.form !== null && kind !== 'remove' && body !== null)
      return body === undefined || body === usual.schema
        ? this.formed(this.form, kind === 'list' ? 'list' : 'item')
        : null;
    if (usual.at.length === 0 || body === null) return null;
    if (body === undefined || body === usual.schema) return usual;
    // An answer may have a schema of its own, with the item in the same place.
    const isItem = kind !== 'list' && kind !== 'remove' && this.isWrapped(body);
    return isItem ? { schema: body, at: usual.at } : null;
  }

  /**
   * A request has its item at the same place as an answer, if its schema has an object there and is
   * not the item itself, which may have a member with the name of the envelope.
   */
  private bodyOf(schema: SchemaName): Envelope {
    return { schema, at: this.isWrapped(schema) ? this.item.at : [] };
  }

  private isWrapped(schema: SchemaName): boolean {
    const { at } = this.item;
    const inside = at.length > 0 ? this.schemas.memberAt(schema, at) : undefined;
    const types = [own(inside ?? {}, 'type') ?? 'object'].flat() as readonly Json[];
    const isItem = schema === this.schemas.fileAt(this.item.schema, at);
    return inside !== undefined && types.includes('object') && !isItem;
  }

  private inner(envelope: GivenSchema): SchemaName {
    const name = innerName(this.schemas, envelope);
    const schema = this.schemas.memberAt(envelope.schema, envelope.at);
    return envelope.at.length === 0 || schema === undefined ? name : this.part(name, schema);
  }

  private part(name: SchemaName, schema: Schema): SchemaName {
    if (this.schemas.get(name) === undefined) this.parts.set(name, schema);
    return name;
  }
}

/** The member of a row that has the id if the item has none. */
const HIDDEN_ID = 'standin-id';

function propertiesOf(schema: JsonObject | undefined): JsonObject {
  const properties = own(schema ?? {}, 'properties');
  return isObject(properties) ? properties : {};
}

/** Adds the media type to an outcome that names none. */
function typed(outcome: Outcome, mediaType: string): Outcome {
  const { headers = {}, headerSchemas = {} } = outcome;
  const names = [...Object.keys(headers), ...Object.keys(headerSchemas)];
  return names.some((name) => name.toLowerCase() === 'content-type')
    ? outcome
    : { ...outcome, headers: { ...headers, 'Content-Type': mediaType } };
}

function idsIn(schema: JsonObject): 'number' | 'string' {
  const type = own(schema, 'type') ?? 'string';
  const types = (Array.isArray(type) ? type : [type]) as readonly Json[];
  return types.includes('integer') || types.includes('number') ? 'number' : 'string';
}

/** The letters of a name, so that different ways to write it are alike. */
function letters(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}
