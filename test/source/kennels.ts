// One interface, described in each form that a source can have: as contracts, and as documents of
// each version, in YAML and in several files. Each keyword of Standin stands in each of them once.

import { dump } from 'js-yaml';
import type { Json, JsonObject } from '../../src/base/json.ts';

/** The files of a source by name, and the name of the source. */
export interface DescribedSource {
  readonly name: string;
  readonly contract: string;
  readonly files: Readonly<Record<string, string | Json>>;
}

const id = { type: 'integer' };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const kennel: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id, name: text },
};
const members: JsonObject = {
  name: text,
  tag: { ...text, 'x-unique': true },
  kennelId: { type: 'integer', 'x-ref': 'kennels' },
  chip: { type: 'string', minLength: 12, maxLength: 20, 'x-standin-redact': true },
  caller: { type: 'string', 'x-standin-redact': 'phone' },
  size: { type: 'string', default: 'small' },
  coat: { type: 'string', pattern: '^[a-z]+#[0-9]+$', examples: ['wire#4'] },
};
const required = ['name', 'tag', 'kennelId', 'chip'];
const newDog: JsonObject = { type: 'object', required, properties: members };
const dog: JsonObject = {
  type: 'object',
  required: ['id', ...required],
  properties: { id, ...members },
};
const newKennel: JsonObject = { type: 'object', required: ['name'], properties: { name: text } };
const SCHEMAS = { Kennel: kennel, NewKennel: newKennel, Dog: dog, NewDog: newDog };

type Body = (schema: string, isList?: boolean) => JsonObject;

/** The paths of a document whose bodies are written in the way of its version. */
function paths(answer: Body, request: (schema: string) => JsonObject, filter: JsonObject): Json {
  const of = (path: string, one: string): JsonObject => ({
    [path]: {
      get: {
        ...(one === 'Dog' ? { parameters: [filter] } : {}),
        responses: { 200: answer(one, true) },
      },
      post: {
        ...request(`New${one}`),
        responses: { 201: answer(one), 409: { description: '' }, 422: { description: '' } },
      },
    },
    [`${path}/{id}`]: {
      get: { responses: { 200: answer(one), 404: { description: '' } } },
      delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
    },
  });
  return { ...of('/kennels', 'Kennel'), ...of('/dogs', 'Dog') };
}

function openApi(version: string, schemaFile = ''): JsonObject {
  const at = (name: string): JsonObject => ({
    $ref: `${schemaFile}#${schemaFile === '' ? '/components/schemas' : ''}/${name}`,
  });
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  return {
    openapi: version,
    info: { title: 'Kennels', version: '1' },
    paths: paths(
      (name, isList = false) => ({
        description: '',
        content: content(isList ? { type: 'array', items: at(name) } : at(name)),
      }),
      (name) => ({ requestBody: { required: true, content: content(at(name)) } }),
      { name: 'called', in: 'query', schema: text, 'x-standin-filter': { member: 'name' } },
    ),
    ...(schemaFile === '' ? { components: { schemas: SCHEMAS } } : {}),
  };
}

const swagger: JsonObject = {
  swagger: '2.0',
  info: { title: 'Kennels', version: '1' },
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: paths(
    (name, isList = false) => {
      const schema = { $ref: `#/definitions/${name}` };
      return { description: '', schema: isList ? { type: 'array', items: schema } : schema };
    },
    (name) => ({
      parameters: [
        { name: 'body', in: 'body', required: true, schema: { $ref: `#/definitions/${name}` } },
      ],
    }),
    { name: 'called', in: 'query', type: 'string', 'x-standin-filter': { member: 'name' } },
  ),
  definitions: SCHEMAS,
};

const SETTLED: JsonObject = { 'reference.unknown': 'refuse', 'fields.unique': 'check' };

/** A document in which one path says what the contract of its resource has besides. */
function stated(document: JsonObject): JsonObject {
  const all = document['paths'] as Readonly<Record<string, JsonObject>>;
  const dogs = { ...all['/dogs'], 'x-standin': { shown: SETTLED } };
  return { ...document, paths: { ...all, '/dogs': dogs } };
}

const json = (document: JsonObject): DescribedSource['files'] => ({
  'openapi.json': stated(document),
});

const folderContract = (resource: string, path: string, item: string): JsonObject => ({
  resource,
  path,
  title: resource,
  item,
  list: resource === 'dogs' ? { schema: 'dogs', filters: { called: 'name' } } : resource,
  source: 'section 1',
  operations: {
    list: {
      outcomes: {},
      ...(resource === 'dogs' ? { query: { called: text } } : {}),
    },
    create: {
      body: `new-${item}`,
      outcomes: resource === 'dogs' ? { taken: { status: 409, source: 'section 2' } } : {},
    },
    read: { outcomes: {} },
    remove: { outcomes: {} },
  },
  ...(resource === 'dogs' ? { shown: SETTLED } : {}),
});

/** The forms of a source. Each stands for the same interface. */
export const sources: readonly DescribedSource[] = [
  {
    name: 'a folder of contracts',
    contract: 'contracts',
    files: {
      'db.json': {},
      'contracts/kennels.json': folderContract('kennels', '/kennels', 'kennel'),
      'contracts/dogs.json': folderContract('dogs', '/dogs', 'dog'),
      'schemas/kennels.json': { type: 'array', items: { $ref: 'kennel.json' } },
      'schemas/dogs.json': { type: 'array', items: { $ref: 'dog.json' } },
      'schemas/kennel.json': kennel,
      'schemas/new-kennel.json': newKennel,
      'schemas/dog.json': dog,
      'schemas/new-dog.json': newDog,
    },
  },
  { name: 'OpenAPI 3.0', contract: 'openapi.json', files: json(openApi('3.0.3')) },
  { name: 'OpenAPI 3.1', contract: 'openapi.json', files: json(openApi('3.1.0')) },
  { name: 'Swagger 2', contract: 'openapi.json', files: json(swagger) },
  {
    name: 'YAML',
    contract: 'openapi.yaml',
    files: { 'openapi.yaml': dump(stated(openApi('3.0.3')), { noRefs: true }) },
  },
  {
    name: 'several files',
    contract: 'openapi.json',
    files: { ...json(openApi('3.1.0', 'schemas.json')), 'schemas.json': SCHEMAS },
  },
];
