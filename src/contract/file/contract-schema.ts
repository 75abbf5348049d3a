// The form of a contract file, as a JSON Schema.

import type { JsonObject } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { parameterPlaces, parameterStyles } from '../declared.ts';
import { ACTIONS, OLDER_ACTIONS } from '../define/action-key.ts';
import { formNames } from '../envelopes/item-form.ts';
import { pagesForm } from '../envelopes/pages.ts';
import { actionMethods, kinds, mediaTypes } from '../operation-kinds.ts';
import { situationKeys } from '../situations.ts';

const text = { type: 'string', minLength: 1 } as const;

/** What a segment of a path is made of: literal characters (RFC 3986 section 3.3). */
const LITERAL = "[A-Za-z0-9._~!$&'()*+,;=:@%-]";
const PARAMETER = '\\{[A-Za-z0-9._-]+\\}';

/** A path whose segments are literals or parameters. */
const PATH_OF_COLLECTION = `^(/(${LITERAL}+|${PARAMETER}))+$`;

/** A path whose segments may also have something around a parameter: `/{id}.json`. */
const PATH_OF_OPERATION = `^/((${LITERAL}|${PARAMETER})+(/(${LITERAL}|${PARAMETER})+)*)?$`;

/** A scope of a token (RFC 6749 section 3.3). */
const SCOPE = '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$';

/** A media type without parameters, or any. */
const MEDIA_TYPE = '^(?:[a-z0-9.+-]+/[a-z0-9.+-]+|\\*/\\*)$';

/** A media type without parameters, or a range of them. */
const MEDIA_RANGE = '^[a-z0-9!#$&^_.+*-]+(?:/[a-z0-9!#$&^_.+*-]+)?$';

/** The name of a header field (RFC 9110 section 5.1). */
const HEADER_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

/** What an answer looks like, whatever its status. */
const outcomeMembers = {
  body: { type: ['string', 'null'] },
  headers: {
    type: 'object',
    propertyNames: { pattern: HEADER_NAME },
    additionalProperties: {
      ...closedObject(['schema'], { schema: { type: ['string', 'object'] } }),
      type: ['string', 'object'],
      pattern: '^[\\t\\x20-\\x7e]*$',
    },
  },
  examples: {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: '^[^\\s",;=]{1,200}$' },
  },
  source: { $ref: '#/$defs/text' },
} as const;

/** Where an item or a list stands in a body. */
const PLACE = {
  schema: text,
  at: { type: 'string', pattern: '^(/[^/]+)+$' },
  total: { type: 'string', pattern: '^(/[^/]+)+$' },
  count: { type: 'string', pattern: '^(/[^/]+)+$' },
  filters: {
    type: 'object',
    minProperties: 1,
    additionalProperties: {
      anyOf: [
        text,
        closedObject(['member'], {
          member: text,
          finds: { enum: ['equal', 'similar', 'least', 'most'] },
        }),
      ],
    },
  },
  pages: pagesForm,
} as const;

/**
 * The form of a contract file, as JSON Schema 2020-12. The definition of an outcome refers to
 * another one on purpose: the validator inlines definitions without references everywhere, which
 * takes half a second.
 */
export const contractSchema: JsonObject = {
  ...closedObject(['resource', 'path'], {
    $schema: text,
    title: text,
    source: text,
    resource: text,
    path: {
      type: 'string',
      pattern: PATH_OF_COLLECTION,
    },
    rows: text,
    one: { type: 'boolean' },
    caller: { const: true },
    maker: text,
    embeds: { type: 'object', minProperties: 1, additionalProperties: text },
    file: { type: 'array', minItems: 1, items: { type: 'string', pattern: MEDIA_TYPE } },
    envelope: { enum: formNames },
    security: { $ref: '#/$defs/security' },
    where: { type: 'object' },
    within: { type: 'object', additionalProperties: { type: 'string' } },
    id: { type: ['string', 'null'], minLength: 1 },
    item: { $ref: '#/$defs/place' },
    list: { $ref: '#/$defs/placeOfList' },
    operations: { ...closedObject([], referenceEach(kinds, 'operation')), minProperties: 1 },
    [ACTIONS]: { $ref: '#/$defs/actions' },
    [OLDER_ACTIONS]: { $ref: '#/$defs/actions', deprecated: true },
    asserts: { type: 'array', items: { enum: ['format', 'bounds'] } },
    shown: { type: 'object' },
    clauses: closedObject([], { item: text, elements: text, json: text, methods: text }),
    open: {
      type: 'array',
      items: closedObject(['clause', 'what', 'choices'], {
        clause: text,
        what: text,
        choices: { type: 'array', items: { type: 'string' }, minItems: 1 },
      }),
    },
  }),
  $defs: {
    text,
    place: { anyOf: [text, closedObject(['schema'], PLACE)] },
    placeOfList: {
      anyOf: [
        text,
        closedObject(['schema'], { ...PLACE, names: { const: true }, keyed: { const: true } }),
      ],
    },
    operation: closedObject(['outcomes'], {
      summary: text,
      method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      on: { enum: ['collection', 'item'] },
      path: { type: 'string', pattern: PATH_OF_OPERATION },
      endsInSlash: { const: true },
      source: text,
      body: text,
      bodyAt: { type: 'string', pattern: '^(/[^/]+)+$' },
      bodyIs: text,
      query: { $ref: '#/$defs/query' },
      media: { $ref: '#/$defs/media' },
      security: { $ref: '#/$defs/security' },
      idempotencyKey: { type: 'string', pattern: HEADER_NAME },
      parameters: { $ref: '#/$defs/parameters' },
      request: { $ref: '#/$defs/request' },
      answers: { $ref: '#/$defs/answers' },
      outcomes: closedObject([], referenceEach(situationKeys, 'outcome')),
      refusals: { $ref: '#/$defs/refusals' },
    }),
    query: { type: 'object', minProperties: 1, additionalProperties: { type: 'object' } },
    media: { type: 'array', minItems: 1, items: { enum: mediaTypes } },
    security: { type: 'array', items: { $ref: '#/$defs/credentials' } },
    credentials: {
      anyOf: [
        { enum: ['bearer', 'basic'] },
        closedObject(['scheme', 'scopes'], {
          scheme: { const: 'bearer' },
          scopes: { type: 'array', minItems: 1, items: { type: 'string', pattern: SCOPE } },
        }),
        closedObject(['in', 'name'], { in: { enum: ['header', 'query', 'cookie'] }, name: text }),
      ],
    },
    actions: { type: 'array', minItems: 1, items: { $ref: '#/$defs/action' } },
    action: closedObject(['method', 'path', 'outcomes'], {
      method: { enum: actionMethods },
      path: { type: 'string', pattern: PATH_OF_OPERATION },
      endsInSlash: { const: true },
      sets: { type: 'object', minProperties: 1 },
      times: { type: 'array', minItems: 1, items: text },
      suggests: closedObject([], {
        sets: { type: 'object', minProperties: 1 },
        times: { type: 'array', minItems: 1, items: text },
        counts: text,
        account: { enum: ['register', 'log-in'] },
      }),
      does: {
        enum: [
          ...kinds.filter((kind) => kind !== 'list'),
          ...[
            'create-many',
            'remove-all',
            'list-ids',
            'copy',
            'list-values',
            'log-in',
            'mark',
            'unmark',
          ],
        ],
      },
      by: { type: 'object', minProperties: 1, additionalProperties: text },
      missing: { const: 'sample' },
      member: text,
      counts: text,
      summary: text,
      source: text,
      body: text,
      media: { $ref: '#/$defs/media' },
      parameters: { $ref: '#/$defs/parameters' },
      request: { $ref: '#/$defs/request' },
      answers: { $ref: '#/$defs/answers' },
      security: { $ref: '#/$defs/security' },
      outcomes: closedObject([], referenceEach(situationKeys, 'outcome')),
      refusals: { $ref: '#/$defs/refusals' },
    }),
    parameters: {
      type: 'array',
      items: closedObject(['in', 'name'], {
        in: { enum: parameterPlaces },
        name: text,
        required: { type: 'boolean' },
        schema: { $ref: '#/$defs/schema' },
        style: { enum: parameterStyles },
        explode: { type: 'boolean' },
        content: text,
        allowEmpty: { const: true },
        examples: { type: 'array' },
      }),
    },
    request: closedObject(['content'], {
      required: { type: 'boolean' },
      content: { $ref: '#/$defs/content' },
    }),
    answers: {
      type: 'object',
      patternProperties: { '^(?:[1-5]\\d\\d|[1-5]XX|default)$': { $ref: '#/$defs/answer' } },
      additionalProperties: false,
    },
    answer: closedObject([], {
      headers: {
        type: 'object',
        propertyNames: { pattern: HEADER_NAME },
        additionalProperties: closedObject([], {
          required: { type: 'boolean' },
          schema: { $ref: '#/$defs/schema' },
          examples: { type: 'array' },
        }),
      },
      content: { $ref: '#/$defs/content' },
    }),
    content: {
      type: 'object',
      propertyNames: { pattern: MEDIA_RANGE },
      additionalProperties: closedObject([], {
        written: { type: 'string', pattern: '^[\\x20-\\x7e]+$' },
        schema: { $ref: '#/$defs/schema' },
        itemSchema: { $ref: '#/$defs/schema' },
        examples: { type: 'object' },
      }),
    },
    schema: { type: ['string', 'object'], minLength: 1 },
    refusals: {
      type: 'object',
      patternProperties: { '^(?:[45]\\d\\d|[45]XX|default)$': { $ref: '#/$defs/refusal' } },
      additionalProperties: false,
    },
    refusal: closedObject([], outcomeMembers),
    outcome: closedObject([], {
      status: {
        type: ['integer', 'array'],
        minimum: 200,
        maximum: 599,
        minItems: 2,
        uniqueItems: true,
        items: { type: 'integer', minimum: 200, maximum: 299 },
      },
      ...outcomeMembers,
    }),
  },
};

/** The members that a contract and its operations may have. */
export const memberNames: Readonly<Record<'contract' | 'operation', readonly string[]>> = {
  contract: namesIn([]),
  operation: [...new Set([...namesIn(['$defs', 'operation']), ...namesIn(['$defs', 'action'])])],
};

function namesIn(steps: readonly string[]): readonly string[] {
  return Object.keys(valueAt(contractSchema, [...steps, 'properties']) as JsonObject);
}

function closedObject(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required, additionalProperties: false, properties };
}

function referenceEach(names: readonly string[], definition: string): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${definition}` }]));
}
