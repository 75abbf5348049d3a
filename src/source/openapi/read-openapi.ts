// The contracts of an OpenAPI document: reads its operations, recognises resources, writes contracts.

import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { type Pointer, parsePointer, toPointer } from '../../base/pointer.ts';
import type { Profile } from '../../contract/choices.ts';
import type { ActionRole, Contract } from '../../contract/contract.ts';
import { ACTIONS, withActionKey } from '../../contract/define/action-key.ts';
import { defineContracts } from '../../contract/define/define-contracts.ts';
import { memberOfAnother } from '../../contract/item-members.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { membersSetBy } from '../../model/answers/members-set.ts';
import { Schemas } from '../../schema/schema.ts';
import type {
  OverriddenContract,
  ShownAnswers,
  SourceContracts,
  StatedMembers,
  TakenAs,
  TakenOperation,
} from '../source-contracts.ts';
import { isParameter, type ServerPaths } from './api-paths.ts';
import { withAssumedAnswers } from './assumed-answers.ts';
import { checkExamples } from './check-examples.ts';
import { idleParameters } from './list-query.ts';
import { type ApiOperation, readOperations, type UnreadOperation } from './operations.ts';
import { Notes, SourceFiles } from './places.ts';
import { isRegistration } from './recognition/callers.ts';
import type { Recognised, Resource } from './recognition/resource.ts';
import { saysCreation } from './recognition/words/verbs.ts';
import { envelopeOf, recognise } from './resources.ts';
import { type RowsWish, rowsOf, type SeenItems } from './rows.ts';
import { dropLostReferences } from './schemas/lost-references.ts';
import { SchemaBook } from './schemas/schema-book.ts';
import { silentCollections, withShownAnswers } from './shown-answers.ts';
import { asServed } from './usual-places.ts';
import { type WrittenContract, writeContracts } from './write-contracts.ts';

/** Reads a document. */
export function readOpenApi(
  document: Json,
  options: {
    readonly name: string;
    readonly documents?: ReadonlyMap<string, Json>;
    readonly overrides?: JsonObject;
    /** What becomes of what the document does not say; defaults to `assumed`. */
    readonly undescribed?: 'assumed' | 'left-open';
    /** What a service answered of what is left open. */
    readonly shown?: ShownAnswers;
    /** Whether paths begin with that of the server; defaults to `declared`. */
    readonly servers?: ServerPaths;
    /** The items that were seen, if the document is about what was seen. */
    readonly seen?: SeenItems;
  },
): SourceContracts {
  const notes = new Notes();
  const files = new SourceFiles(document, options.documents);
  const book = new SchemaBook(files, notes);
  const whole = isObject(document) ? document : {};
  const isLeftOpen = options.undescribed === 'left-open' || options.seen !== undefined;
  const unsecured = isLeftOpen ? 'open' : 'public';
  const operations = readOperations({
    document: whole,
    unsecured,
    servers: options.servers ?? 'declared',
    files,
    book,
    notes,
  });
  checkExamples(book, notes);
  const schemas = new Schemas(book.schemas);
  // What was seen of an operation is not all that it may answer.
  const described =
    options.seen === undefined
      ? operations.read
      : operations.read.map((one): ApiOperation => ({ ...one, declared: {} }));
  const sources = { book, schemas, notes };
  const read =
    options.undescribed === 'left-open'
      ? withShownAnswers(described, options.shown ?? new Map(), sources)
      : withAssumedAnswers(described, sources);
  const silent =
    options.undescribed === 'left-open' && options.seen === undefined
      ? silentCollections(described, sources)
      : [];
  const recognised = recognise(
    read,
    { book, schemas },
    { withRows: new Set(options.seen?.items.keys()), guesses: !isLeftOpen },
  );
  const { stated } = operations;
  const overrides = together(stated, options.overrides ?? {});
  const asserts = options.seen === undefined ? (['format', 'bounds'] as const) : [];
  const made = writeContracts(recognised, options.name, {
    book,
    schemas,
    asserts,
    guesses: !isLeftOpen,
  });
  const isGiven = stated.length > 0 || options.overrides !== undefined;
  const written = isGiven ? made.map((one) => overridden(one, overrides)) : made;
  const names = written.map(({ name, document: { resource } }) =>
    typeof resource === 'string' ? resource : name,
  );
  const given = dropLostReferences(book, names, notes) ? new Schemas(book.schemas) : schemas;
  const defined = defineContracts(
    written.map(({ document: contract }) => contract),
    given,
  );
  noteOtherAnswers(written, defined, notes);
  const keys = made.flatMap((one) => keysOf(one).map(({ key }) => key));
  const known = { read, book, schemas, keys };
  const ofMock = isGiven && isLeftOpen ? keysOfMock(overrides, known) : [];
  for (const key of ofMock)
    notes.add(
      { file: '', steps: ['paths', key] },
      `what you say of ${key} counts in the mock alone: the document does not say whose items these are`,
    );
  const nameOf = new Map(written.map(({ resource, name }) => [resource, name]));
  const taken = new Map(
    written.flatMap((one, index) =>
      takenBy(one, nameOf, changesIn(defined.contracts[index], defined.schemas)),
    ),
  );
  return {
    contracts: written.map(({ place, document: contract, overridden: given }) => ({
      place,
      document: contract,
      ...(given === undefined ? {} : { overridden: given }),
    })),
    schemas: book.schemas,
    rows: rowsOfWritten(written, defined, options.seen),
    taken: [
      ...read.flatMap((operation) => taken.get(operation) ?? []),
      ...operations.unread.map((one) => takenUnread(one, read, taken)),
    ],
    notes: notes.all(),
    ...(isGiven ? { keys: [...keys, ...ofMock] } : {}),
    ...(stated.length === 0 ? {} : { stated }),
    choices: choicesOf(read, recognised),
    ...(silent.length === 0 ? {} : { silent }),
    defined: { ...defined, given },
  };
}

/** An operation that cannot be read; one that differs from another by a slash is that one again. */
function takenUnread(
  { method, path, at, why, twin }: UnreadOperation,
  read: readonly ApiOperation[],
  taken: ReadonlyMap<ApiOperation, TakenOperation>,
): TakenOperation {
  const other = read.find((one) => `${one.method} ${one.path.text}` === twin);
  const known = other === undefined ? undefined : taken.get(other);
  return known === undefined
    ? { ...NOTHING, method, path, at, statuses: [], as: 'unanswered', why }
    : { ...known, path, at, why: `it is ${known.method} ${known.path} with another slash` };
}

/** Joins the overrides in the document with those in the file beside it. The file wins. */
function together(stated: readonly StatedMembers[], beside: JsonObject): JsonObject {
  return stated.reduce((all, { key, members }) => {
    const given = own(all, key) ?? {};
    return isObject(members) && isObject(given)
      ? withMember(all, key, { ...members, ...given })
      : all;
  }, beside);
}

/** Returns a contract with the members given for its path or its operations. */
function overridden(written: WrittenContract, overrides: JsonObject): WrittenContract {
  const keys = keysOf(written).filter(({ key }) => own(overrides, key) !== undefined);
  if (keys.length === 0) return written;
  const { document } = written;
  const changed = (value: Json, at: Pointer): Json => {
    const given = keys.filter((one) => one.at === at).map(({ key }) => own(overrides, key) ?? {});
    return isObject(value) ? withGiven(value, given.filter(isObject).map(withActionKey)) : value;
  };
  const [operations, actions] = [own(document, 'operations'), own(document, ACTIONS)];
  const withOperations: JsonObject = {
    ...document,
    ...(operations !== undefined && isObject(operations)
      ? {
          operations: objectOf(
            Object.entries(operations).map(([kind, one]) => [
              kind,
              changed(one, toPointer(['operations', kind])),
            ]),
          ),
        }
      : {}),
    ...(Array.isArray(actions)
      ? {
          [ACTIONS]: (actions as readonly Json[]).map((one, index) =>
            changed(one, toPointer([ACTIONS, index])),
          ),
        }
      : {}),
  };
  return {
    ...written,
    document: changed(withOperations, '') as JsonObject,
    overridden: { made: document, keys },
  };
}

/** What is given of outcomes is in place of the answers that the document declares. */
function withGiven(value: JsonObject, given: readonly JsonObject[]): JsonObject {
  const { answers, ...rest } = value;
  const isSaid = given.some((one) => 'outcomes' in one || 'refusals' in one);
  return Object.assign(isSaid || answers === undefined ? rest : { ...rest, answers }, ...given);
}

/** The keys that members of a contract can be given for, and where they go; its path last. */
function keysOf({ resource, actions }: WrittenContract): OverriddenContract['keys'] {
  // A path that ends in a slash may be written as the document has it, and without the slash.
  const keysAt = (one: ApiOperation, at: Pointer) => {
    const { text, endsInSlash } = asServed(one).path;
    const key = `${one.method} ${text}`;
    return [{ key, at }, ...(endsInSlash === true ? [{ key: `${key}/`, at }] : [])];
  };
  return [
    ...[...(resource?.operations ?? [])].flatMap(([kind, one]) =>
      keysAt(one, toPointer(['operations', kind])),
    ),
    ...actions.flatMap(({ operation }, index) => keysAt(operation, toPointer([ACTIONS, index]))),
    ...(resource === null ? [] : [{ key: resource.path, at: '' }]),
  ];
}

/** The keys among those given that fit what only a mock takes a document for: it suggests more than it says. */
function keysOfMock(
  overrides: JsonObject,
  {
    read,
    book,
    schemas,
    keys,
  }: {
    readonly read: readonly ApiOperation[];
    readonly book: SchemaBook;
    readonly schemas: Schemas;
    readonly keys: readonly string[];
  },
): readonly string[] {
  const others = Object.keys(overrides).filter((key) => !keys.includes(key));
  if (others.length === 0) return [];
  const paths = recognise(read, { book, schemas }).resources.map(({ path }) => path);
  return others.filter((key) => paths.includes(key));
}

/**
 * A document that declares 400 and never 422 has 400 for invalid values, too; and operations with an
 * idempotency key that declare 409 or 400 and never 422 have that for a key of another request. Where
 * no body is declared, none need be sent.
 */
function choicesOf(
  operations: readonly ApiOperation[],
  { resources }: Recognised,
): Partial<Profile> {
  const keyed = operations.filter(({ idempotencyKey }) => idempotencyKey !== null);
  const invalid = insteadOf422(operations, [400]);
  const reused = insteadOf422(keyed, [409, 400]);
  const used = resources.flatMap((one) => [...one.operations.values()]);
  const mayBeEmpty =
    operations.some(({ assumed }) => assumed === 'answer-and-body') ||
    used.some((one) => one.body !== null && asServed(one).body === null);
  return {
    ...(mayBeEmpty ? { 'content.empty': 'empty-object' } : {}),
    ...(invalid === undefined ? {} : { 'invalid.status': invalid }),
    ...(reused === undefined ? {} : { 'reused.status': reused }),
  };
}

/** Returns the first status that the operations declare, if they do not declare 422. */
function insteadOf422<T extends number>(
  operations: readonly ApiOperation[],
  statuses: readonly T[],
): T | undefined {
  const declares = (status: number): boolean =>
    operations.some(({ answers }) => answers.some((one) => one.status === String(status)));
  return declares(422) ? undefined : statuses.find(declares);
}

/** Notes the operations that declare an answer about something else than their item. */
function noteOtherAnswers(
  written: readonly WrittenContract[],
  { contracts, schemas }: ReturnType<typeof defineContracts>,
  notes: Notes,
): void {
  for (const [index, contract] of contracts.entries())
    for (const [kind, operation] of written[index]?.resource?.operations ?? []) {
      const { method, path, at } = asServed(operation);
      const member = kind === 'list' ? null : memberOfAnother(contract, schemas, kind);
      if (member === null) continue;
      const what = `${method} ${path.text} declares an answer in which "${member}" has another type than in the items of ${contract.resource}`;
      notes.add(
        { file: '', steps: parsePointer(at) ?? [] },
        `${what}: it is answered with a sample, and not compared with the item`,
      );
    }
}

/** The rows of the contracts that have their own. */
function rowsOfWritten(
  written: readonly WrittenContract[],
  { contracts, schemas }: ReturnType<typeof defineContracts>,
  seen: SeenItems | undefined,
): JsonObject {
  const wishes = written.flatMap(({ resource, actions }, index): readonly RowsWish[] => {
    const contract = contracts[index];
    // What is read at any key, and listed and changed nowhere, needs no rows.
    const sampled = actions.flatMap(({ does }) => (does?.missing === 'sample' ? does.role : []));
    const isSampled =
      resource?.operations.has('list') !== true &&
      sampled.length > 0 &&
      sampled.every((role) => role === 'read');
    return resource === null || resource.rows !== null || contract === undefined || isSampled
      ? []
      : [{ contract, resource }];
  });
  return rowsOf(wishes, contracts, schemas, seen);
}

const NOTHING = { resource: null, rows: null, envelope: null, id: null, made: [] } as const;

/** The roles of operations on all rows, in the words of readers. */
const ROLES: Readonly<Record<Exclude<ActionRole, Kind>, TakenAs>> = {
  'create-many': 'createMany',
  'remove-all': 'removeAll',
  'list-ids': 'list',
  copy: 'copy',
  'list-values': 'values',
  'log-in': 'login',
  mark: 'mark',
  unmark: 'unmark',
};

function roleIn(operation: ApiOperation, role: ActionRole | Kind): TakenAs {
  if (role === 'create' && isRegistration(operation)) return 'registration';
  return role in ROLES ? ROLES[role as Exclude<ActionRole, Kind>] : (role as Kind);
}

function takenAs({ isOne, rows }: Resource, kind: Kind, operation: ApiOperation): TakenAs {
  if (isOne) return kind === 'read' && operation.method === 'POST' ? 'read' : 'singleton';
  return rows !== null && kind === 'list' ? 'view' : roleIn(operation, kind);
}

/** Where the body of an operation has the item, if not where answers have it. */
function insideOf(document: JsonObject, kind: Kind): string {
  const written = objectAt(objectAt(document, 'operations'), kind);
  const at = own(written, 'bodyAt');
  return typeof at === 'string' ? `; its body has the item in ${at}` : '';
}

/** Members for pictures: a client uploads those. */
const PICTURE = /(?:photo|image|picture|avatar|logo|icon|banner|cover)(?:_?ur[il]|_?path)?s?$/i;

function objectAt(whole: JsonObject, member: string): JsonObject {
  const value = own(whole, member);
  return isObject(value) ? value : {};
}

/** What an action sets in the item that it is below, in words, and what it is taken for; `undefined` if nothing. */
type MembersSet = { readonly why: string; readonly as: 'action' | 'update' } | undefined;

/** What the actions of a contract set in the item that they are below. */
function changesIn(contract: Contract | undefined, schemas: Schemas): readonly MembersSet[] {
  return (contract?.actions ?? []).map((one) => {
    const names = contract === undefined ? [] : membersSetBy(schemas, contract, one);
    if (names.length === 0) return undefined;
    const why = `of one of ${contract?.path} it sets "${names.join('", "')}", as sent`;
    return { why, as: names.every((name) => PICTURE.test(name)) ? 'action' : 'update' } as const;
  });
}

/** Returns how each operation of a contract was taken. */
function takenBy(
  { name, resource, actions, document }: WrittenContract,
  nameOf: ReadonlyMap<Resource | null, string>,
  changes: readonly MembersSet[],
): readonly (readonly [ApiOperation, TakenOperation])[] {
  const plain = ({ method, path, at, answers, shown }: ApiOperation) => ({
    ...(shown === undefined ? {} : { shown }),
    method,
    path: path.endsInSlash === true ? `${path.text}/` : path.text,
    at,
    statuses: answers.map(({ status }) => status),
  });
  const operations = resource?.operations ?? new Map<Kind, ApiOperation>();
  const ownerOf = (one: Resource): string => nameOf.get(one.rows ?? one) ?? name;
  // A PUT that creates and replaces has one line: the role that the document names, or else `replace`.
  const isTwice = (kind: Kind): boolean => {
    const [create, replace] = [operations.get('create'), operations.get('replace')];
    const isOnce = create === undefined || create !== replace;
    return !isOnce && kind === (saysCreation(create) ? 'replace' : 'create');
  };
  const told = [...operations].filter(([kind]) => !isTwice(kind));
  const ofItems = told.map(([kind, operation]) => {
    const one = resource as Resource;
    const shape = kind === 'list' ? one.list : one.item;
    return [
      asServed(operation),
      {
        ...plain(asServed(operation)),
        as: takenAs(one, kind, operation),
        resource: name,
        rows: ownerOf(one),
        envelope: shape === null ? null : envelopeOf(shape),
        id: one.id.member,
        made: [],
        why:
          whyOf(one, kind) +
          insideOf(document, kind) +
          movedOf(operation) +
          assumedOf(operation) +
          idleOf(kind, operation, document) +
          embedsOf(one, kind),
      },
    ] as const;
  });
  const ownName = resource === null ? null : ownerOf(resource);
  const rest = actions.map(({ operation, why, does, effect }, index) => {
    const set = does === undefined && effect === undefined ? changes[index] : undefined;
    const sets = effect !== undefined || set !== undefined;
    return [
      operation,
      {
        ...NOTHING,
        ...plain(operation),
        as: set?.as ?? (does === undefined ? 'action' : roleIn(operation, does.role)),
        resource: name,
        rows: does !== undefined ? ownerOf(does.resource) : sets ? ownName : null,
        why: set?.why ?? why,
      },
    ] as const;
  });
  return [...ofItems, ...rest];
}

/** What an operation does, if its path is a call: `GET /getAllUsers` does what `GET /users` does elsewhere. */
function movedOf({ served, path }: ApiOperation): string {
  const verbs = served?.path.segments.filter(
    (one) => !isParameter(one) && !path.segments.includes(one),
  );
  return verbs === undefined || verbs.length === 0
    ? ''
    : `; elsewhere this is ${served?.method} ${path.text}`;
}

function assumedOf({ assumed, assumedBecause: why }: ApiOperation): string {
  if (assumed === undefined) return '';
  return `; its answer is assumed: the document describes none${why === undefined ? '' : `, and ${why}`}`;
}

/** Names the query parameters that change nothing. */
function idleOf(kind: Kind, operation: ApiOperation, document: JsonObject): string {
  const names = kind === 'list' ? idleParameters(operation, objectAt(document, 'list')) : [];
  return names.length === 0
    ? ''
    : `; these change nothing: ${names.map((one) => `?${one}`).join(' ')}`;
}

/** Names the members that show what is below an item. */
function embedsOf({ embeds = new Map() }: Resource, kind: Kind): string {
  const named = [...embeds].map(([member, path]) => `; its "${member}" are those of ${path}`);
  return kind === 'read' ? named.join('') : '';
}

function whyOf({ id, rows, isOne, file, seen, operations, list }: Resource, kind: Kind): string {
  const saw = seen?.get(kind);
  if (saw !== undefined) return saw;
  const creates = operations.get('create');
  if (kind === 'replace' && creates !== undefined && creates === operations.get(kind))
    return seen?.get('create') ?? id.why;
  if (file !== undefined) return `it is a file (${file.join(', ')}), and what is sent is answered`;
  if (isOne) return 'it is read and written at a path without a parameter at its end';
  if (rows !== null && kind === 'list') return `its elements are the items of ${rows.path}`;
  if (kind !== 'list') return id.why;
  if (list?.isKeyed === true)
    return `it answers an object of items by ${id.member === null ? 'their ids' : `"${id.member}"`}`;
  return list?.isOfNames === true
    ? `it answers a list of values like "${id.member}": the ids of the items`
    : 'it answers a list of items';
}
