// The parts of an OpenAPI document about a list with a query dialect: the parameters, and the
// envelope of pages.

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
    description: 'A page, where _page is asked for.',
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
    q: ['string', 'A text to look for in all values.'],
    _sort: ['string', 'Fields to sort by, with commas between.'],
    _order: ['string', 'asc or desc for each of them.'],
    _page: ['integer', 'A page, from 1 on. The headers X-Total-Count and Link tell of the rest.'],
    _limit: ['integer', 'How many records there are at most; 10 on a page.'],
    _start: ['integer', 'How many records are passed over.'],
    _end: ['integer', 'Before which record the part ends.'],
  },
  'json-server-1': {
    _where: ['string', 'Conditions as JSON, in the place of filters: {"or":[{"age":{"gt":1}}]}.'],
    _sort: ['string', 'Fields to sort by, with commas between; -field for the other way round.'],
    _page: ['integer', 'A page, from 1 on, in an envelope.'],
    _per_page: ['integer', 'How many records a page has; 10 where nobody says.'],
  },
};

const FILTERS = {
  'json-server-0': 'field=value, a.b=value, and with _gte, _lte, _ne or _like behind the field.',
  'json-server-1':
    'field=value, a.b=value, and field:op=value with lt, lte, gt, gte, eq, ne, in, contains, startsWith or endsWith.',
} as const;
