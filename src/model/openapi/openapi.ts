// The contract under a profile as an OpenAPI 3.1 document, for tools that read OpenAPI.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Choose, Profile } from '../../contract/choices.ts';
import type { Contract, FileBody, Operation, SecurityScheme } from '../../contract/contract.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { wayOf } from '../../contract/operation-way.ts';
import type { Schemas } from '../../schema/schema.ts';
import { idTypeOf } from '../ids/ids.ts';
import { describedForms } from './openapi-forms.ts';
import { listSchema, pageHeaders, parametersOf } from './openapi-query.ts';
import {
  inEnvelopes,
  joinPaths,
  otherPaths,
  otherSuccesses,
  pathParameters,
  requirementOf,
  securityName,
} from './openapi-shapes.ts';
import { type Cell, type ContentName, statusesOf, tableOf } from './table.ts';

export interface OpenApiFacts {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly choose: Choose;
  /** The address of the service, `http://127.0.0.1:3000`; a path is relative to the document. */
  readonly server: string;
  readonly version: string;
}

/** Returns the document. References between schemas become references within it. */
export function openApiDocument(facts: OpenApiFacts): JsonObject {
  const { contracts, schemas } = facts;
  const named = schemas
    .names()
    .map((name): [string, Json] => [name, inlineReferences(schemas.get(name) as Json, name)]);
  const paths = joinPaths(
    contracts.flatMap((contract) => [
      ...pathsOf(contract, facts),
      ...otherPaths(contract, schemas),
    ]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: contracts.map((contract) => contract.title).join(', '),
      version: facts.version,
      description:
        'What the mock serves: the contract, and the choice taken for everything that the contract leaves open.',
    },
    servers: [{ url: facts.server }],
    tags: contracts.map((contract) => ({ name: contract.resource, description: contract.title })),
    paths,
    components: {
      schemas: usedBy(paths, {
        ...Object.fromEntries(named),
        ...Object.fromEntries(describedForms(contracts, new Map(named))),
        ...FIXED_SCHEMAS,
      }),
      ...securitySchemes(contracts, facts.choose),
    },
  };
}

/** Returns the schemas that a part of the document refers to, directly or indirectly. */
function usedBy(part: Json, schemas: JsonObject, used: Set<string> = new Set()): JsonObject {
  for (const match of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
    const name = match[1] as string;
    const schema = own(schemas, name);
    if (used.has(name) || schema === undefined) continue;
    used.add(name);
    usedBy(schema, schemas, used);
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

function pathsOf(contract: Contract, given: OpenApiFacts): [string, JsonObject][] {
  const facts = { ...given, choose: chooseFor(contract, given.choose) };
  const cells = tableOf(contract, facts.schemas, facts.choose).filter(
    (cell) => cell.ruledOut === null,
  );
  const items = { collection: {} as Record<string, Json>, item: {} as Record<string, Json> };
  const apart = new Map<string, Record<string, Json>>();
  for (const kind of Object.keys(contract.operations) as Kind[]) {
    const ofKind = cells.filter((cell) => cell.kind === kind);
    if (ofKind.some((cell) => cell.situation === 'disallowed')) continue;
    const { method, on, path } = wayOf(contract, kind);
    const bare = operationOf(contract, kind, ofKind, facts);
    const operation = inEnvelopes(contract, contract.operations[kind] as Operation, bare);
    const place = path === undefined ? items[on] : (apart.get(path) ?? {});
    place[method.toLowerCase()] = operation;
    if (method === 'GET') place['head'] = headOf(operation);
    if (path !== undefined) apart.set(path, place);
  }
  const parameter = {
    name: contract.id,
    in: 'path',
    required: true,
    schema: { type: idTypeOf(contract, facts.schemas) },
  };
  if (Object.keys(contract.operations).length === 0) return [];
  const above = pathParameters(contract.path);
  const options = (place: string): JsonObject => ({ options: optionsOf(contract, place) });
  if (contract.isSingle === true)
    return [[contract.path, { parameters: above, ...items.item, ...options('Item') }]];
  const collection = { parameters: above, ...items.collection, ...options('Collection') };
  const item = { parameters: [...above, parameter], ...items.item, ...options('Item') };
  const isEmpty = Object.keys(items.collection).length === 0 && apart.size > 0;
  const paths: [string, JsonObject][] = [
    ...(isEmpty ? [] : [[contract.path, collection] as [string, JsonObject]]),
    ...[...apart].map(([path, place]): [string, JsonObject] => [
      path,
      { parameters: pathParameters(path), ...place, ...options(pascal(path)) },
    ]),
  ];
  return Object.keys(items.item).length === 0
    ? paths
    : [...paths, [`${contract.path}/{${contract.id}}`, item]];
}

function operationOf(
  contract: Contract,
  kind: Kind,
  cells: readonly Cell[],
  facts: OpenApiFacts,
): JsonObject {
  const operation = contract.operations[kind] as Operation;
  const all = [...cells, ...createdByPut(kind, contract, facts)];
  const statuses = new Set(all.flatMap((cell) => statusesOf(cell, facts.choose)));
  const responses = [...statuses].map((status): [string, Json] => {
    const same = all.filter((cell) => statusesOf(cell, facts.choose).includes(status));
    return [String(status), responseOf(same, contract, kind, facts.choose)];
  });
  const hasTag = facts.choose('cache.validator') === 'etag' && methods[kind].method === 'GET';
  const unchanged: [string, Json][] = hasTag
    ? [['304', { description: 'Unchanged (If-None-Match holds).' }]]
    : [];
  return {
    operationId: `${kind}${pascal(contract.resource)}`,
    tags: [contract.resource],
    summary: operation.summary,
    description: `Specification: ${operation.source}.`,
    security: securityOf(operation, facts.choose),
    ...parametersOf(kind, { contract, ...facts }),
    ...requestBodyOf(contract, kind, facts.choose),
    responses: Object.fromEntries(
      [
        ...responses,
        ...otherSuccesses(operation, new Set(responses.map(([status]) => status))),
        ...unchanged,
      ].sort(([a], [b]) => Number(a) - Number(b)),
    ),
  };
}

function createdByPut(kind: Kind, contract: Contract, facts: OpenApiFacts): readonly Cell[] {
  if (kind !== 'replace' || facts.choose('replace.missing') !== 'create') return [];
  // The contract's outcome of PUT applies here too; that of POST does not.
  const replace = contract.operations.replace as Operation;
  const { ok } = replace.outcomes;
  const create = { ...replace, outcomes: ok === undefined ? {} : { ok } };
  return tableOf({ ...contract, operations: { create } }, facts.schemas, facts.choose).filter(
    (cell) => cell.situation === 'ok',
  );
}

function responseOf(
  cells: readonly Cell[],
  contract: Contract,
  kind: Kind,
  choose: Choose,
): JsonObject {
  const schemas = [...new Set(cells.map((cell) => cell.content.value))];
  const [type] = cells.flatMap((cell) => refusalType(cell));
  const contents = schemas
    .filter((name) => name !== 'none')
    .map((name): [string, Json] => {
      const usual = type === undefined ? [schemaOf(name, contract)] : [];
      const schema = withShown(usual, cells);
      return [type ?? mediaType(name), name === 'list' ? listSchema(schema, choose) : schema];
    });
  const examples = cells.flatMap((cell) =>
    Object.entries(cell.shown?.examples ?? {}).map(([name, value]): [string, Json] => [
      name,
      { value },
    ]),
  );
  const isCreation =
    choose('create.location') !== 'none' &&
    cells.some((cell) => cell.situation === 'ok' && (cell.kind === 'create' || kind === 'create'));
  const { file } = contract.operations[kind] ?? {};
  const isFile = file?.in === 'answer' && cells.some(({ situation }) => situation === 'ok');
  return {
    description: cells.map((cell) => `${cell.situation} (${cell.clause})`).join('; '),
    ...(isCreation
      ? { headers: { Location: { description: 'Location of the created record.', schema: TEXT } } }
      : {}),
    ...(kind === 'list' && cells.some(({ situation }) => situation === 'ok')
      ? pageHeaders(contract.operations.list)
      : {}),
    ...(isFile ? { content: ofFile(file) } : {}),
    ...(contents.length === 0 || isFile
      ? {}
      : { content: mergeContents(contents, Object.fromEntries(examples)) }),
  };
}

function mergeContents(contents: readonly [string, Json][], examples: JsonObject): JsonObject {
  const shown = Object.keys(examples).length === 0 ? {} : { examples };
  const byType = Map.groupBy(contents, ([type]) => type);
  return Object.fromEntries(
    [...byType].map(([type, same]) => {
      const all = same.map(([, schema]) => schema);
      return [type, { schema: all.length === 1 ? (all[0] as Json) : { anyOf: all }, ...shown }];
    }),
  );
}

/** The body that the contract specifies, in addition to the profile's. */
function withShown(usual: readonly Json[], cells: readonly Cell[]): Json {
  const names = new Set(
    cells.map((cell) => cell.shown?.body).filter((name) => typeof name === 'string'),
  );
  const signs = usual.map((schema) => JSON.stringify(schema));
  const others = [...names]
    .map(reference)
    .filter((shown) => !signs.includes(JSON.stringify(shown)));
  const all = [...others, ...usual];
  return all.length === 1 ? (all[0] as Json) : { allOf: all };
}

/** The media type that the contract specifies for a refusal with a body: then no profile has a say. */
function refusalType({ situation, shown }: Cell): readonly string[] {
  if (situation === 'ok' || typeof shown?.body !== 'string') return [];
  const fields = Object.entries(shown.headers ?? {});
  return fields.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []));
}

function mediaType(name: ContentName): string {
  return name === 'problem' || name === 'prism' ? 'application/problem+json' : 'application/json';
}

function schemaOf(name: ContentName, contract: Contract): Json {
  switch (name) {
    case 'list':
      return reference(contract.list);
    case 'record':
      return reference(contract.item);
    case 'id':
      return objectSchema({ [contract.id]: true });
    case 'wrapped':
      return objectSchema({ data: reference(contract.item) });
    case 'problem':
      return reference('Problem');
    case 'prism':
      return reference('PrismProblem');
    case 'message':
    case 'reason':
      return reference('ErrorMessage');
    case 'empty-object':
      return { type: 'object', maxProperties: 0 };
    case 'none':
      return true;
  }
}

function requestBodyOf(contract: Contract, kind: Kind, choose: Choose): JsonObject {
  const { body: schema, media, file } = contract.operations[kind] ?? {};
  if (schema === undefined) return {};
  if (file !== undefined) return { requestBody: { required: true, content: ofFile(file) } };
  if (wayOf(contract, kind).method !== 'PATCH')
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          (media ?? ['application/json']).map((type) => [type, { schema: reference(schema) }]),
        ),
      },
    };
  const forms = choose('update.media');
  const merge: [string, Json][] = ['application/merge-patch+json', 'application/json'].map(
    (type) => [type, { schema: { type: 'object' } }],
  );
  const patch: [string, Json][] = [
    ['application/json-patch+json', { schema: reference('JsonPatch') }],
  ];
  const content = [
    ...(forms === 'json-patch' ? [] : merge),
    ...(forms === 'merge-patch' ? [] : patch),
  ];
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

/** A body of bytes has no schema (OpenAPI 3.1.1, section 4.8.14.3). */
function ofFile({ types }: FileBody): JsonObject {
  return Object.fromEntries(types.map((type) => [type, {}]));
}

/** HEAD is GET without the body (RFC 9110 section 9.3.2). */
function headOf(operation: JsonObject): JsonObject {
  const responses = Object.entries(own(operation, 'responses') as JsonObject).map(
    ([status, response]): [string, Json] => [
      status,
      { description: own(response as JsonObject, 'description') as string },
    ],
  );
  return {
    ...operation,
    operationId: `${String(operation['operationId'])}Head`,
    responses: Object.fromEntries(responses),
  };
}

function optionsOf(contract: Contract, place: string): JsonObject {
  return {
    operationId: `options${pascal(contract.resource)}${place}`,
    tags: [contract.resource],
    summary: 'List the supported methods',
    security: [],
    responses: {
      '204': {
        description: 'The header Allow lists them.',
        headers: { Allow: { description: 'The methods.', schema: TEXT } },
      },
      '4XX': { description: 'Unknown path.' },
    },
  };
}

/** A contract overrides the profile. */
function chooseFor(contract: Contract, choose: Choose): Choose {
  return (key) => (contract.shown as Partial<Profile>)[key] ?? choose(key);
}

/** The credentials of an operation: those of the contract, else those of the profile. */
function securityOf(operation: Operation, choose: Choose): readonly JsonObject[] {
  const { security = chosenSecurity(choose) } = operation;
  return security.map(requirementOf);
}

function chosenSecurity(choose: Choose): readonly SecurityScheme[] {
  const scheme = choose('auth.scheme');
  if (scheme === 'none') return [];
  return [
    scheme === 'api-key' ? { scheme, in: 'header', name: choose('auth.header') } : { scheme },
  ];
}

function securitySchemes(contracts: readonly Contract[], profile: Choose): JsonObject {
  const schemes = new Map<string, Json>();
  for (const contract of contracts) {
    const { operations, actions = [] } = contract;
    const named = [...Object.values(operations), ...actions].flatMap(
      ({ security = [] }) => security,
    );
    for (const one of [...chosenSecurity(chooseFor(contract, profile)), ...named])
      schemes.set(
        securityName(one),
        one.scheme === 'api-key'
          ? { type: 'apiKey', in: one.in, name: one.name }
          : { type: 'http', scheme: one.scheme },
      );
  }
  return schemes.size === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) };
}

const TEXT: Json = { type: 'string' };

const PROBLEM_DETAILS: JsonObject = {
  type: { type: 'string', format: 'uri-reference' },
  title: TEXT,
  status: { type: 'integer' },
  detail: TEXT,
};

const FIXED_SCHEMAS: JsonObject = {
  Problem: {
    description: 'Problem details (RFC 9457).',
    ...objectSchema(PROBLEM_DETAILS, {
      remedy: TEXT,
      code: TEXT,
      errors: arraySchema(objectSchema({ pointer: TEXT, detail: TEXT })),
    }),
  },
  PrismProblem: {
    description: 'Problem details as Prism writes them.',
    ...objectSchema(PROBLEM_DETAILS, {
      validation: arraySchema(
        objectSchema(
          { severity: TEXT, code: TEXT, message: TEXT },
          { location: arraySchema(TEXT) },
        ),
      ),
    }),
  },
  ErrorMessage: objectSchema({ error: TEXT }, { code: TEXT }),
  JsonPatch: {
    description: 'A JSON Patch (RFC 6902).',
    ...arraySchema(
      objectSchema(
        { op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] }, path: TEXT },
        { from: TEXT, value: true },
      ),
    ),
  },
};

function objectSchema(required: JsonObject, optional: JsonObject = {}): JsonObject {
  const properties = { ...required, ...optional };
  return { type: 'object', required: Object.keys(required), properties };
}

function arraySchema(items: Json): JsonObject {
  return { type: 'array', items };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Turns references to schema files into references within the document. Drops each dialect. */
function inlineReferences(schema: Json, name: string): Json {
  if (Array.isArray(schema))
    return (schema as readonly Json[]).map((item) => inlineReferences(item, name));
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).filter(([key]) => key !== '$schema');
  return Object.fromEntries(
    members.map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, inlineReferences(value, name)];
      const whole = value.startsWith('#') ? `${name}.json${value}` : value;
      return [key, whole.replace(/^([^#/]+)\.json(?:#(.*))?$/, '#/components/schemas/$1$2')];
    }),
  );
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, letter: string) =>
    letter.toUpperCase(),
  );
}
