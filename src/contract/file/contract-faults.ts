// The faults of contract files: in their form, and names that do not exist.

import type { Fault } from '../../base/errors.ts';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer, valueAt } from '../../base/pointer.ts';
import { suggestOr } from '../../base/suggest.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';
import { choices, isChoiceKey } from '../choices.ts';
import type { OpenQuestion } from '../contract.ts';
import { type GivenSchema, givenSchema } from '../define/given-contract.ts';
import { pagesFault } from '../envelopes/pages.ts';
import { parametersOf } from '../nested-path.ts';
import { type Kind, kinds, methods, methodsFor } from '../operation-kinds.ts';
import { findChoiceFlaw, unknownChoice } from '../profile.ts';

/** Finds the faults of schemas with some names: see `findSchemaFaults`. */
export type FindSchemaFaults = (
  schemas: Schemas,
  fileName: (name: SchemaName) => string,
  names: readonly SchemaName[],
) => readonly Fault[];

/**
 * Finds the faults of a contract file. `check` returns the violations of `contractSchema`; if there
 * are none, the names of schemas, choices and the id member are looked up, and `findInline` looks at
 * the schemas that stand in the contract itself. By default these are taken to be sound.
 */
export function findContractFaults(
  document: Json,
  file: string,
  schemas: Schemas,
  check: (value: Json) => readonly Violation[],
  findInline: FindSchemaFaults = () => [],
): readonly Fault[] {
  const flaws = check(document);
  if (flaws.length > 0) {
    return flaws.map((flaw) => ({
      file,
      at: flaw.at,
      message: isPathFlaw(flaw)
        ? `${JSON.stringify(own(document as JsonObject, 'path'))} is no path`
        : flaw.message,
      remedy: remedyOf(flaw),
    }));
  }
  const reader = new ContractReader(document as JsonObject, file, schemas);
  const faults = reader.faults();
  return [...reader.inlineFaults(findInline), ...faults];
}

const FORM_REMEDY =
  'docs/contract.md shows the form of a contract; contracts/users.json is an example.';

function isPathFlaw({ keyword, at }: Violation): boolean {
  return keyword === 'pattern' && at === '/path';
}

function remedyOf(flaw: Violation): string {
  if (isPathFlaw(flaw))
    return 'A path begins with a slash and has none at its end: "/users", or "/owners/{ownerId}/pets".';
  return FORM_REMEDY;
}

/** Header fields that frame a message; a different value would break it. */
const FRAMING = new Set([...HOP_BY_HOP, 'content-length', 'date']);

/** Begins the names of schemas that stand in a contract: no schema file has such a name. */
const INLINE = '/';

class ContractReader {
  private readonly found: Fault[] = [];
  /** The schemas in the contract itself, by a name that says where they stand. */
  private readonly inline = new Map<string, JsonObject>();
  private readonly document: JsonObject;
  private readonly file: string;
  private readonly schemas: Schemas;

  constructor(document: JsonObject, file: string, schemas: Schemas) {
    this.document = document;
    this.file = file;
    this.schemas = schemas;
  }

  faults(): readonly Fault[] {
    if (String(own(this.document, 'path')).startsWith('/__standin')) {
      this.fault(
        ['path'],
        'paths below /__standin are reserved for Standin',
        'Choose another path.',
      );
    }
    this.presence();
    this.shape();
    this.fileItem();
    const item = this.place('item');
    const list = this.place('list');
    if (item !== null && list !== null) this.list(list, item);
    if (item !== null) this.wrapped(item);
    if (own(this.document, 'source') === undefined) this.sources();
    for (const kind of kinds) this.operation(['operations', kind], kind);
    this.ways();
    this.others();
    this.filters();
    this.identifier();
    for (const [key, option] of Object.entries(this.object(['shown']))) this.shown(key, option);
    const open = (own(this.document, 'open') ?? []) as unknown as readonly OpenQuestion[];
    for (const [index, entry] of open.entries()) this.open(entry, index);
    return this.found;
  }

  /** Finds the schema of the item or the list; `null` if it is not there. */
  private place(member: 'item' | 'list'): GivenSchema | null {
    const given = givenSchema(own(this.document, member));
    if (given === null) return null;
    const isNamed = typeof own(this.document, member) === 'string';
    const steps = isNamed ? [member] : [member, 'schema'];
    if (this.schemas.get(given.schema) === undefined) {
      this.schemaName(steps);
      return null;
    }
    for (const [name, at] of [
      ['at', given.at],
      ['total', given.total ?? []],
    ] as const) {
      if (at.length === 0 || this.schemas.memberAt(given.schema, at) !== undefined) continue;
      const message = `the schema ${given.schema}.json has nothing at ${toPointer(at)}`;
      const members = [...this.schemas.membersOf(given.schema).keys()];
      const remedy = `Its members are ${members.join(', ') || 'none'}.`;
      this.fault([member, name], message, remedy);
      return null;
    }
    const named = own(this.document, 'envelope');
    if (named !== undefined && (given.at.length > 0 || given.total !== undefined)) {
      const name = given.at.length > 0 ? 'at' : 'total';
      this.fault(
        [member, name],
        `the envelope ${JSON.stringify(named)} says where everything stands`,
        'Leave it out, or leave "envelope" out.',
      );
      return null;
    }
    // A named form leads to the next page itself.
    const pages = own(this.object([member]), 'pages');
    const usual = named === undefined ? {} : { link: 'Link' };
    const flaw =
      pages !== undefined && isObject(pages)
        ? pagesFault(this.schemas, given.schema, { ...usual, ...pages })
        : null;
    if (flaw !== null) {
      const place = [member, 'pages', ...(flaw.member === null ? [] : [flaw.member])];
      this.fault(place, flaw.message, flaw.remedy);
    }
    return given;
  }

  /** The list is an array, or its place in an object is named. */
  private list({ schema, at }: GivenSchema, item: GivenSchema): void {
    if (this.typeAt(schema, at) !== 'object') return;
    const place = this.memberWith(schema, ({ type }) => type === 'array');
    const named = toPointer([...at, place ?? 'items']);
    const example = `"list": {"schema": ${JSON.stringify(schema)}, "at": ${JSON.stringify(named)}}`;
    this.fault(
      ['list'],
      `the schema of the list is an object, not an array of ${item.schema}`,
      `Name the place of the array: ${example}.`,
    );
  }

  /** An answer with the item inside an object is an envelope, which the contract has to name. */
  private wrapped({ schema, at }: GivenSchema): void {
    const steps = ['operations', 'read', 'outcomes', 'ok'];
    const body = own(this.object(steps), 'body');
    if (typeof body !== 'string' || body === schema || this.schemas.get(body) === undefined) return;
    const place = this.memberWith(body, (_, name) => name === schema);
    if (at.length > 0 || place === undefined) return;
    const example = `"item": {"schema": ${JSON.stringify(body)}, "at": ${JSON.stringify(toPointer([place]))}}`;
    this.fault(
      [...steps, 'body'],
      `${body}.json has the item inside, and the contract does not say so`,
      `Name the place of the item: ${example}.`,
    );
  }

  /** Returns the only member of a schema with a property; `undefined` if there are none or several. */
  private memberWith(
    schema: string,
    is: (member: JsonObject, file: string | undefined) => boolean,
  ): string | undefined {
    const found = [...this.schemas.membersOf(schema)].filter(([name, member]) =>
      is(member, this.schemas.fileAt(schema, [name])),
    );
    return found.length === 1 ? found[0]?.[0] : undefined;
  }

  private typeAt(schema: string, at: readonly string[]): Json | undefined {
    const found = this.schemas.memberAt(schema, at);
    return found === undefined ? undefined : own(found, 'type');
  }

  /** Without a source of the whole contract, each operation and outcome needs its own. */
  private sources(): void {
    const others = own(this.document, 'others');
    const count = Array.isArray(others) ? others.length : 0;
    const all = [
      ...kinds.map((kind) => ['operations', kind]),
      ...Array.from({ length: count }, (_, index) => ['others', String(index)]),
    ];
    for (const steps of all) {
      const operation = this.object(steps);
      if (Object.keys(operation).length === 0) continue;
      const places = [
        steps,
        ...Object.keys(this.object([...steps, 'outcomes'])).map((situation) => [
          ...steps,
          'outcomes',
          situation,
        ]),
      ];
      for (const place of places) {
        if (own(this.object(place), 'source') !== undefined) continue;
        this.fault(
          place,
          '"source" is missing',
          'Name the clause of the specification here, or one "source" for the whole contract.',
        );
      }
    }
  }

  /** Something to do is there, and what is done about items has their schema. */
  private presence(): void {
    const has = (member: string): boolean => own(this.document, member) !== undefined;
    const missing =
      !has('operations') && !has('others')
        ? 'operations'
        : has('operations') && !has('item') && !has('file')
          ? 'item'
          : null;
    if (missing !== null) this.fault([], `"${missing}" is missing`, FORM_REMEDY);
  }

  /** A path names each parameter once, and a single item is neither listed nor created. */
  private shape(): void {
    const names = parametersOf(String(own(this.document, 'path')));
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
      this.fault(['path'], `{${twice}} is there twice`, 'Give each parameter a name of its own.');
    if (own(this.document, 'one') !== true) return;
    for (const kind of ['list', 'create'])
      if (own(this.object(['operations']), kind) !== undefined)
        this.fault(
          ['operations', kind],
          `a single item has no ${kind}`,
          'Remove "one", or this operation.',
        );
  }

  /** A file is a single item; it has no members, and bodies have no schemas. */
  private fileItem(): void {
    if (own(this.document, 'file') === undefined) return;
    if (own(this.document, 'one') !== true)
      this.fault(['file'], 'only a single item can be a file', 'Add "one": true.');
    const places = [
      ['item'],
      ['envelope'],
      ['operations', 'update'],
      ['operations', 'replace', 'body'],
      ['operations', 'replace', 'media'],
      ['operations', 'read', 'outcomes', 'ok', 'body'],
    ];
    for (const place of places)
      if (valueAt(this.document, place) !== undefined)
        this.fault(place, 'the item is a file, which is sent as it is', 'Leave it out.');
  }

  /** Each kind has some methods, and a method at one path is one operation. */
  private ways(): void {
    const signs = new Map<string, Kind>();
    for (const kind of kinds) {
      const steps = ['operations', kind];
      const operation = this.object(steps);
      if (Object.keys(operation).length === 0) continue;
      const usual = methods[kind];
      const allowed = methodsFor[kind] ?? [usual.method];
      const method = String(own(operation, 'method') ?? usual.method);
      if (!allowed.includes(method)) {
        const message = `${kind} cannot have the method ${method}`;
        this.fault([...steps, 'method'], message, `Use ${allowed.join(' or ')}.`);
      }
      const on = own(operation, 'on');
      if (on !== undefined && kind !== 'replace' && kind !== 'update') {
        const message = `${kind} has no other path`;
        this.fault([...steps, 'on'], message, 'Only replace and update can be at the collection.');
      } else if (on !== undefined && own(this.document, 'one') === true)
        this.fault([...steps, 'on'], 'a single item has no collection', 'Leave it out.');
      const sign = `${method} ${on ?? usual.on}`;
      const other = signs.get(sign);
      if (other !== undefined)
        this.fault(
          steps,
          `${other} and ${kind} are both ${method} of the ${on ?? usual.on}`,
          'Give one of them another "method", or leave it out.',
        );
      signs.set(sign, kind);
    }
  }

  private others(): void {
    const given = own(this.document, 'others');
    if (!Array.isArray(given)) return;
    const seen = new Set<string>();
    for (const [index, other] of (given as readonly JsonObject[]).entries()) {
      const steps = ['others', String(index)];
      this.operation(steps, null);
      const sign = `${own(other, 'method')} ${own(other, 'path')}`;
      if (seen.has(sign)) this.fault(steps, `${sign} is there twice`, 'Keep one of them.');
      seen.add(sign);
      const path = String(own(this.document, 'path'));
      const kind = kinds.find((one) => {
        const operation = this.object(['operations', one]);
        const { method = methods[one].method, on = methods[one].on } = operation;
        return (
          Object.keys(operation).length > 0 &&
          method === own(other, 'method') &&
          on === 'collection'
        );
      });
      if (own(other, 'path') === path && kind !== undefined)
        this.fault(steps, `${sign} is the operation "${kind}" already`, 'Keep one of them.');
      this.sets(steps, other);
    }
  }

  /** What an operation sets are members of the item that it is below. */
  private sets(steps: readonly string[], other: JsonObject): void {
    const given = own(other, 'sets');
    if (given === undefined || !isObject(given)) return;
    const collection = String(own(this.document, 'path'));
    const place = [...steps, 'sets'];
    const isBelow = String(own(other, 'path')).startsWith(`${collection}/{`);
    if (!isBelow || own(other, 'method') === 'GET') {
      this.fault(
        place,
        'only an operation below the path of an item sets members, and not by GET',
        `A path below an item begins with "${collection}/{id}".`,
      );
      return;
    }
    for (const name of Object.keys(given)) this.member([...place, name], name);
  }

  /** What the query parameters of the list ask for are members of the item. */
  private filters(): void {
    for (const [parameter, filter] of Object.entries(this.object(['list', 'filters']))) {
      const named = isObject(filter) ? String(own(filter, 'member')) : String(filter);
      if (!named.includes('.')) this.member(['list', 'filters', parameter], named);
    }
  }

  /** A name is that of a member of the item, as far as its schema says which there are. */
  private member(place: readonly string[], name: string): void {
    const item = givenSchema(own(this.document, 'item'));
    if (item === null || this.schemas.memberAt(item.schema, [...item.at, name]) !== undefined)
      return;
    const members = own(this.schemas.memberAt(item.schema, item.at) ?? {}, 'properties');
    if (members === undefined || !isObject(members)) return;
    const known = Object.keys(members);
    this.fault(
      place,
      `an item has no member "${name}"`,
      suggestOr(name, known, `Its members are ${known.join(', ')}.`),
    );
  }

  private operation(steps: readonly string[], kind: Kind | null): void {
    const operation = this.object(steps);
    if (own(operation, 'body') !== undefined) this.schemaName([...steps, 'body']);
    else if (own(operation, 'media') !== undefined)
      this.fault(
        [...steps, 'media'],
        'media types of a body, and no schema for it',
        'Add "body": "<name of a schema>", or leave it out.',
      );
    else if (
      kind !== null &&
      methods[kind].hasBody &&
      Object.keys(operation).length > 0 &&
      own(this.document, 'file') === undefined
    ) {
      this.fault(
        steps,
        `${kind} takes a body, but names no schema for it`,
        'Add "body": "<name of a schema>".',
      );
    }
    for (const [name, schema] of Object.entries(this.object([...steps, 'query'])))
      this.inlineSchema([...steps, 'query', name], schema);
    if (kind !== 'list' && own(operation, 'query') !== undefined)
      this.fault([...steps, 'query'], 'only a list has query parameters', 'Leave them out.');
    for (const member of ['outcomes', 'refusals']) {
      for (const [name, outcome] of Object.entries(this.object([...steps, member]))) {
        const place = [...steps, member, name];
        if (typeof own(outcome as JsonObject, 'body') === 'string')
          this.schemaName([...place, 'body']);
        if (member === 'outcomes') this.status(place, name);
        this.headers([...place, 'headers']);
      }
    }
  }

  private headers(steps: readonly string[]): void {
    for (const [header, value] of Object.entries(this.object(steps))) {
      const place = [...steps, header];
      if (FRAMING.has(header.toLowerCase()))
        this.fault(place, `${header} is set by the server`, 'Leave it out.');
      if (!isObject(value)) continue;
      const schema = own(value, 'schema');
      if (typeof schema === 'string') this.schemaName([...place, 'schema']);
      else if (schema !== undefined) this.inlineSchema([...place, 'schema'], schema);
    }
  }

  private inlineSchema(steps: readonly string[], schema: Json): void {
    this.inline.set(INLINE + toPointer(steps), schema as JsonObject);
  }

  /** The faults of the schemas in the contract, found together: a compiler is slow to set up. */
  inlineFaults(find: FindSchemaFaults): readonly Fault[] {
    if (this.inline.size === 0) return [];
    const all = this.schemas.with(this.inline);
    return find(all, (name) => name, [...this.inline.keys()]).map((fault) => ({
      ...fault,
      file: this.file,
      at: fault.file.slice(INLINE.length) + fault.at,
    }));
  }

  /** A success is below 300, a refusal from 400, and 204 has no body (RFC 9110 section 15). */
  private status(steps: readonly string[], situation: string): void {
    const { status, body } = this.object(steps);
    if (Array.isArray(status) && situation !== 'ok')
      this.fault([...steps, 'status'], 'only a success has several statuses', 'Keep one of them.');
    if (typeof status !== 'number') return;
    const isSuccess = status < 300;
    if (isSuccess !== (situation === 'ok')) {
      const remedy =
        situation === 'ok' ? 'Use a status from 200 to 299.' : 'Use a status from 400 to 599.';
      this.fault(
        [...steps, 'status'],
        `${status} is not a status for the situation ${situation}`,
        remedy,
      );
    } else if ((status === 204 || status === 205) && typeof body === 'string') {
      this.fault(
        [...steps, 'body'],
        `a response with the status ${status} has no body`,
        'Write "body": null, or another status.',
      );
    }
  }

  private identifier(): void {
    const given = givenSchema(own(this.document, 'item'));
    const id = own(this.document, 'id') === undefined ? 'id' : own(this.document, 'id');
    if (given === null || typeof id !== 'string') return;
    const item = given.schema;
    const schema = this.schemas.memberAt(item, given.at);
    if (schema === undefined) return;
    const members = own(schema, 'properties');
    const member = this.schemas.memberAt(item, [...given.at, id]);
    if (member === undefined) {
      // The only item of a path needs no id.
      if (own(this.document, 'one') === true) return;
      this.fault(
        ['id'],
        `the schema ${item}.json has no member "${id}"`,
        suggestOr(
          id,
          isObject(members) ? Object.keys(members) : [],
          'Name the member that identifies an item.',
        ),
      );
      return;
    }
    const type = own(member, 'type');
    const types = Array.isArray(type)
      ? (type as readonly Json[])
      : type === undefined
        ? []
        : [type];
    if (types.length !== 1 || !['number', 'integer', 'string'].includes(types[0] as string)) {
      this.fault(
        ['id'],
        `the type of "${id}" in ${item}.json must be number, integer or string`,
        'Give it one of these types.',
      );
    }
  }

  private shown(key: string, option: Json): void {
    const steps = ['shown', key];
    const flaw = findChoiceFlaw(key, option);
    if (flaw !== null) this.fault(steps, flaw.message, flaw.remedy);
    else if (isChoiceKey(key) && choices[key].scope === 'service')
      this.fault(
        steps,
        `${key} applies to the whole server and cannot be set in a single contract`,
        'Set it in the profile.',
      );
  }

  private open(entry: OpenQuestion, index: number): void {
    entry.choices.forEach((key: string, at) => {
      if (isChoiceKey(key)) return;
      const { message, remedy } = unknownChoice(key);
      this.fault(['open', String(index), 'choices', String(at)], message, remedy);
    });
  }

  private schemaName(steps: readonly string[]): void {
    const last = steps.at(-1) as string;
    const name = own(this.object(steps.slice(0, -1)), last);
    if (typeof name !== 'string' || this.schemas.get(name) !== undefined) return;
    const remedy = suggestOr(
      name,
      this.schemas.names(),
      `The schemas are ${this.schemas.names().join(', ') || 'none'}.`,
    );
    this.fault(steps, `there is no schema "${name}"`, remedy);
  }

  private object(steps: readonly string[]): JsonObject {
    const value = valueAt(this.document, steps);
    return isObject(value) ? value : {};
  }

  private fault(steps: readonly string[], message: string, remedy: string): void {
    this.found.push({ file: this.file, at: toPointer(steps), message, remedy });
  }
}
