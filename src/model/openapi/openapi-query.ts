// The parts of an OpenAPI document about a query dialect: parameters, and the envelope of pages.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Choose } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';

/** Returns the member `parameters` of an operation, if a dialect has some. */
export function queryParameters(kind: Kind, choose: Choose): JsonObject {
  const dialect = choose('query.dialect');
  if (kind !== 'list' || dialect === 'none') return {};
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
  return { parameters: [...named, filters] };
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
