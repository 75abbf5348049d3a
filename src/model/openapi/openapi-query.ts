// The parameters of operations in an OpenAPI document: those of queries, by a contract and by a
// dialect, and the header of an idempotency key. Also the envelope of pages.

import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import type { Choose } from '../../contract/choices.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import { type Parameter, usualStyle } from '../../contract/declared.ts';
import type { Paging } from '../../contract/envelopes/pages.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';
import { keyHeaderOf } from '../ruling/repeated-answer.ts';

/** Returns the member `parameters` of an operation, if it has any but those of its path. */
export function parametersOf(kind: Kind, facts: QueryFacts): JsonObject {
  const parameters = [
    ...keyParameters(kind, facts),
    ...contractParameters(kind, facts),
    ...dialectParameters(kind, facts.choose),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

export interface QueryFacts {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly choose: Choose;
}

/** The header of the idempotency key, if a creation reads it. */
function keyParameters(kind: Kind, { contract, choose }: QueryFacts): readonly JsonObject[] {
  const rule = choose('create.idempotency');
  if (kind !== 'create' || rule === 'ignore') return [];
  const name = keyHeaderOf(contract.operations.create);
  const description =
    'A request that is sent again with the same key is answered as the first time.';
  return [{ name, in: 'header', required: rule === 'require', description, schema: TEXT }];
}

/** The parameters that the contract names, and those that filter the list. */
function contractParameters(kind: Kind, { contract, schemas }: QueryFacts): readonly JsonObject[] {
  const operation = contract.operations[kind];
  if (operation === undefined) return [];
  const { parameters = [], filters = {}, paging } = operation;
  const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const ofPages = (paging === undefined ? [] : pageParameters(paging)).filter(
    ({ name }) => !inQuery.includes(name) && !Object.hasOwn(filters, name),
  );
  const filtering = Object.entries(filters).map(([name, filter]): JsonObject => {
    const declared = parameters.find((one) => one.in === 'query' && one.name === name);
    const shown = schemas.memberAt(contract.item, filter.member.split('.')) ?? {};
    return {
      ...(declared === undefined
        ? { name, in: 'query', required: false, schema: scalarOf(shown) }
        : parameterOf(declared, schemas)),
      'x-standin-filter': { ...filter },
    };
  });
  const others = declaredParameters(operation, schemas).filter(
    (one) => one['in'] !== 'query' || !Object.hasOwn(filters, String(one['name'])),
  );
  return [...filtering, ...others, ...ofPages];
}

/** Returns the parameters that an operation declares, but those of its path. */
export function declaredParameters(
  { parameters = [], idempotencyKey }: Operation,
  schemas: Schemas,
): readonly JsonObject[] {
  return parameters
    .filter((one) => one.in !== 'path')
    .filter(({ name }) => name.toLowerCase() !== idempotencyKey?.toLowerCase())
    .map((one) => parameterOf(one, schemas));
}

function parameterOf(one: Parameter, schemas: Schemas): JsonObject {
  const { name, in: place, required, style, explode, content, allowEmpty, examples } = one;
  const usual = usualStyle(place);
  const schema = schemaOf(one, schemas);
  const named = examples.map((value, index): [string, Json] => [`example-${index + 1}`, { value }]);
  return {
    name,
    in: place,
    required,
    ...(style === usual.style ? {} : { style }),
    ...(explode === (style === 'form') ? {} : { explode }),
    ...(allowEmpty === true ? { allowEmptyValue: true } : {}),
    ...(content === undefined ? { schema } : { content: { [content]: { schema } } }),
    ...(named.length === 0 || content !== undefined ? {} : { examples: Object.fromEntries(named) }),
  };
}

/** A schema that refers to none stands in its place. */
function schemaOf({ schema: name }: Parameter, schemas: Schemas): Json {
  const schema = name === null ? {} : ((schemas.get(name) ?? {}) as Json);
  return JSON.stringify(schema).includes('"$ref"')
    ? { $ref: `#/components/schemas/${name}` }
    : schema;
}

/** The parameters that ask for a page. */
function pageParameters(paging: Paging): readonly (JsonObject & { readonly name: string })[] {
  const { by, parameter, first, size, before, usual, most, skip } = paging;
  const inQuery = { in: 'query', required: false };
  const { size: limit } = skip ?? {};
  const skipping =
    skip === undefined
      ? []
      : pageParameters({
          by: 'offset',
          parameter: skip.parameter,
          first: 0,
          usual,
          most,
          ...(limit === undefined || limit === size ? {} : { size: limit }),
        });
  const description = {
    page: `A page, from ${first} on.`,
    offset: 'How many items to skip.',
    cursor: 'The cursor of a page, as the page before shows it.',
    after: 'The id of the item before a page.',
    size: '',
  }[by];
  const counts = by === 'page' || by === 'offset';
  const schema: Json = counts ? { type: 'integer', minimum: first } : TEXT;
  const back = { ...inQuery, description: 'The id of the item after a page.', schema: TEXT };
  const page = [
    ...(by === 'size' ? [] : [{ name: parameter, ...inQuery, description, schema }]),
    ...(before === undefined ? [] : [{ name: before, ...back }]),
  ];
  if (size === undefined) return [...page, ...skipping];
  const sizes = { type: 'integer', minimum: 1, maximum: most, default: usual };
  return [
    ...page,
    { name: size, ...inQuery, description: 'How many items a page has.', schema: sizes },
    ...skipping,
  ];
}

/** Returns the header fields of a list that leads to other pages by `Link`. */
export function pageHeaders(operation: Operation | undefined): JsonObject {
  if (operation?.paging?.next?.in !== 'header') return {};
  const description = 'Where the other pages are: rel="next" and others (RFC 8288).';
  return { headers: { Link: { description, schema: TEXT } } };
}

const TEXT: Json = { type: 'string' };

/** What a parameter can hold of the values of a member: one that is not null, or one element. */
function scalarOf(member: JsonObject): JsonObject {
  const items = own(member, 'items');
  if (items !== undefined && isObject(items)) return scalarOf(items);
  const type = own(member, 'type');
  const types = (Array.isArray(type) ? type : [type]) as readonly Json[];
  const [only] = types.filter((one) => one !== 'null');
  const values = own(member, 'enum');
  return {
    ...(only === undefined ? {} : { type: only }),
    ...(Array.isArray(values) ? { enum: values.filter((one) => one !== null) } : {}),
    ...pick(member, ['format']),
  };
}

function dialectParameters(kind: Kind, choose: Choose): readonly JsonObject[] {
  const dialect = choose('query.dialect');
  if (kind !== 'list' || dialect === 'none') return [];
  const named = Object.entries(PARAMETERS[dialect]).map(([name, [type, description]]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type },
  }));
  const filters = {
    name: 'filters',
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    description: FILTERS[dialect],
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  };
  return [...named, filters];
}

/** Returns the schema of a list, or of a page in its envelope. */
export function listSchema(list: Json, choose: Choose): Json {
  if (choose('query.dialect') !== 'json-server-1') return list;
  const number = { type: 'integer', minimum: 1 };
  const numberOrNone = { type: ['integer', 'null'], minimum: 1 };
  const envelope = {
    type: 'object',
    description: 'A page, if the request has _page.',
    required: ['first', 'prev', 'next', 'last', 'pages', 'items', 'data'],
    properties: {
      first: number,
      prev: numberOrNone,
      next: numberOrNone,
      last: number,
      pages: number,
      items: { type: 'integer', minimum: 0 },
      data: list,
    },
  };
  return { anyOf: [list, envelope] };
}

type Described = Readonly<Record<string, readonly [type: string, description: string]>>;

const PARAMETERS: { readonly [D in 'json-server-0' | 'json-server-1']: Described } = {
  'json-server-0': {
    q: ['string', 'A text to search for in all values.'],
    _sort: ['string', 'Fields to sort by, separated by commas.'],
    _order: ['string', 'asc or desc for each of them.'],
    _page: ['integer', 'A page, from 1 on. The headers X-Total-Count and Link describe the rest.'],
    _limit: ['integer', 'Maximum number of records; 10 per page by default.'],
    _start: ['integer', 'Number of records to skip.'],
    _end: ['integer', 'Index of the first record after the part.'],
  },
  'json-server-1': {
    _where: ['string', 'Conditions as JSON, instead of filters: {"or":[{"age":{"gt":1}}]}.'],
    _sort: ['string', 'Fields to sort by, separated by commas; -field for descending order.'],
    _page: ['integer', 'A page, from 1 on, in an envelope.'],
    _per_page: ['integer', 'Number of records per page; 10 by default.'],
  },
};

const FILTERS = {
  'json-server-0': 'field=value, a.b=value, and with _gte, _lte, _ne or _like after the field.',
  'json-server-1':
    'field=value, a.b=value, and field:op=value with lt, lte, gt, gte, eq, ne, in, contains, startsWith or endsWith.',
} as const;
