// Valid files to damage, of the kinds that this project does not contain.

export const SCHEMAS: readonly unknown[] = [
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 60,
        pattern: '^[^\\s].*$',
        'x-unique': true,
      },
      email: { type: 'string', format: 'email' },
      role: { enum: ['admin', 'guest'], default: 'guest' },
      tags: {
        type: 'array',
        items: { type: 'string' },
        uniqueItems: true,
        minItems: 1,
        maxItems: 5,
      },
      parent: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/reference' }] },
      money: {
        oneOf: [
          { type: 'integer', multipleOf: 5 },
          { type: 'string', pattern: '^\\d+ EUR$' },
        ],
      },
      since: { type: 'string', format: 'date-time', readOnly: true },
    },
    patternProperties: { '^x-': { type: 'string' } },
    propertyNames: { maxLength: 40 },
    dependentRequired: { money: ['role'] },
    if: { required: ['parent'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['role'] },
    $defs: {
      reference: {
        type: 'object',
        properties: { id: { $ref: '#/properties/id' } },
        additionalProperties: false,
      },
    },
  },
  {
    allOf: [
      { $ref: '#/$defs/base' },
      { properties: { name: { type: 'string' } }, unevaluatedProperties: true },
    ],
    $defs: {
      base: {
        type: 'object',
        properties: { id: { type: ['integer'] }, below: { items: { $ref: '#' } } },
      },
    },
  },
];

export const RULES: readonly string[] = [
  'create code=503 rate=10% times=3\nusers.read delay=200',
  '*:/users/* example="not found"\nGET:/users/7 fault=reset world=a',
  '* delay=lognormal(90, 0.4)\n*.* drip(5)',
];

export const REPORT: string = JSON.stringify({
  format: 1,
  target: 'http://127.0.0.1:3000',
  startedAt: '2026-11-20T12:00:00.000Z',
  verdict: 'violates',
  findings: [{ code: 'status', clause: 'section 4', at: '/status', expected: 200, actual: 500 }],
  laws: [],
});

export const HAR: string = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: [
      {
        startedDateTime: '2026-11-20T12:00:00.000Z',
        time: 3,
        request: {
          method: 'POST',
          url: 'http://a.test/users?token=abc',
          httpVersion: 'HTTP/1.1',
          headers: [{ name: 'Authorization', value: 'Bearer abc' }],
          queryString: [],
          cookies: [],
          postData: {
            mimeType: 'application/json',
            text: '{"name":"Ada","email":"ada@example.com"}',
          },
          headersSize: -1,
          bodySize: 20,
        },
        response: {
          status: 201,
          statusText: 'Created',
          headers: [{ name: 'Location', value: '/users/1' }],
          cookies: [],
          content: {
            size: 20,
            mimeType: 'application/json',
            text: '{"id":1,"name":"Ada","email":"ada@example.com"}',
          },
          redirectURL: '',
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 1 },
      },
      {
        startedDateTime: '2026-11-20T12:00:01Z',
        request: { method: 'GET', url: 'https://a.test/users/1', headers: [] },
        response: { status: 0 },
      },
    ],
  },
});

export const LEDGER: string = [
  {
    kind: 'run',
    version: 1,
    token: 'sk7f3q9x2',
    baseUrl: 'http://127.0.0.1:1',
    path: '/users',
    startedAt: '2026-11-20T12:00:00Z',
    runner: { pid: 1, host: 'a', began: '1' },
  },
  { kind: 'intent' },
  { kind: 'owned', key: '7', mark: 'sk7f3q9x2abcd' },
  { kind: 'released', key: '7' },
]
  .map((entry) => JSON.stringify(entry))
  .join('\n');
