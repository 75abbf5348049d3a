// Requests for both Prism and Standin with the profile `prism`, and where their answers differ on
// purpose. Data alone. The cases follow Prism's own test harness: routes, methods, media types,
// bodies, credentials, Accept and Prefer.

export interface Case {
  readonly name: string;
  /** `GET /users/1`. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * `bare`: the document declares no answers that are errors, so that Prism writes its own. `full`:
   * it declares those of the export.
   */
  readonly document: 'bare' | 'full';
  /** What of the answer is compared: all of it, or all but a body that each makes up. */
  readonly compared: 'all' | 'without-body';
}

export type Facet = 'status' | 'type' | 'body' | 'headers';

export interface Deviation {
  /** The name of the case. */
  readonly of: string;
  readonly facets: readonly Facet[];
  readonly because: string;
}

const json = { 'content-type': 'application/json' };
const user = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });

type Row = readonly [
  name: string,
  request: string,
  headers?: Readonly<Record<string, string>>,
  body?: string,
];

const refusals: readonly Row[] = [
  ['a path that nothing has', '/nothing'],
  ['a deeper path that nothing has', '/users/1/friends'],
  ['a slash at the end', '/users/'],
  ['the root', '/'],
  ['a method that the collection does not have', 'PUT /users', json, user],
  ['a method that the item does not have', 'POST /users/1', json, user],
  ['a method that nothing has', 'DELETE /users'],
  ['a body of another type', 'POST /users', { 'content-type': 'text/plain' }, 'hello'],
  ['a form', 'POST /users', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=Ada'],
  ['a body of no type', 'POST /users', { 'content-type': '' }, user],
  ['a patch of another type', 'PATCH /users/1', { 'content-type': 'text/plain' }, 'hello'],
  ['no body', 'POST /users'],
  ['no body to a replacement', 'PUT /users/1'],
  ['a body that is an array', 'POST /users', json, '[1]'],
  ['a body that is a number', 'POST /users', json, '7'],
  ['a body that is a text', 'POST /users', json, '"a"'],
  ['no members', 'POST /users', json, '{}'],
  ['a member that is missing', 'POST /users', json, '{"name":"Ada"}'],
  ['a member of another type', 'POST /users', json, '{"name":1,"email":"ada@example.com"}'],
  ['a member that is null', 'POST /users', json, '{"name":null,"email":"ada@example.com"}'],
  ['a member of another format', 'POST /users', json, '{"name":"Ada","email":"ada"}'],
  [
    'flaws further down',
    'POST /users',
    json,
    '{"name":"A","email":"a@b.cd","skills":["a",1],"address":{"city":3}}',
  ],
  ['an array in the place of an object', 'PUT /users/1', json, '{"address":[]}'],
  ['an object in the place of an array', 'PUT /users/1', json, '{"skills":{}}'],
  ['a flag that is a text', 'PUT /users/1', json, '{"isPremium":"yes"}'],
  ['flaws of two kinds at once', 'POST /users', json, '{"name":1}'],
  ['an id that cannot be one', '/users/abc'],
  ['an id that cannot be one, to be removed', 'DELETE /users/abc'],
  ['an id that cannot be one, with a flawed body', 'PUT /users/abc', json, '{"name":1}'],
  ['an id with a zero in front', '/users/007'],
  ['Accept that cannot be met', '/users', { accept: 'text/html' }],
  ['Accept of several that cannot be met', '/users', { accept: 'text/html, image/png;q=0.5' }],
  [
    'a flawed body beside Accept that cannot be met',
    'POST /users',
    { ...json, accept: 'text/html' },
    '{}',
  ],
];

const preferences: readonly Row[] = [
  ['a code that is not declared', '/users/1', { prefer: 'code=418' }],
  ['a code beyond HTTP', '/users/1', { prefer: 'code=999' }],
  ['a code of two digits', '/users/1', { prefer: 'code=99' }],
  ['a code that is no number', '/users/1', { prefer: 'code=abc' }],
  ['dynamic that is no flag', '/users/1', { prefer: 'dynamic=yes' }],
  ['two flaws', '/users/1', { prefer: 'code=a, dynamic=b' }],
  ['an example that there is not', '/users/1', { prefer: 'example=nope' }],
  ['an example that there is', '/users/1', { prefer: 'example=sparse' }],
  ['an example in quotes', '/users/1', { prefer: 'example="sparse"' }],
  ['the first of two', '/users/1', { prefer: 'example=sparse, example=long' }],
  ['a name in capitals', '/users/1', { prefer: 'EXAMPLE=sparse' }],
  ['a preference that is not known', '/users/1', { prefer: 'wait=abc, example=sparse' }],
  ['an example by the query', '/users/1?__example=long'],
  ['a code by the query', '/users/1?__code=418'],
  ['a flawed code by the query', '/users/1?__code=99'],
  ['a query beside the header', '/users/1?__code=418', { prefer: 'example=sparse' }],
  ['a query beside any header', '/users/1?__code=418', { prefer: 'foo, example=sparse' }],
  ['a code for a flawed body', 'POST /users', { ...json, prefer: 'code=201' }, '{"name":1}'],
  [
    'a code that is not declared for a flawed body',
    'POST /users',
    { ...json, prefer: 'code=418' },
    '{"name":1}',
  ],
  ['a code for a path that nothing has', '/nothing', { prefer: 'code=200' }],
  ['a code for a method that is not there', 'PUT /users', { ...json, prefer: 'code=200' }, user],
  ['a code with Accept that cannot be met', '/users', { accept: 'text/html', prefer: 'code=200' }],
];

const declared: readonly Row[] = [
  ['success', '/users/1', { prefer: 'code=200' }],
  ['the list', '/users', { prefer: 'code=200' }],
  ['a creation', 'POST /users', { ...json, prefer: 'code=201' }, user],
  ['an error that is declared', '/users/1', { prefer: 'code=404' }],
  ['an error of a creation', 'POST /users', { ...json, prefer: 'code=409' }, user],
  ['an error of a change', 'PUT /users/1', { ...json, prefer: 'code=415' }, user],
  ['no content', 'DELETE /users/1', { prefer: 'code=204' }],
  ['a body that is made up', '/users/1', { prefer: 'dynamic=true' }],
  ['a list that is made up', '/users', { prefer: 'dynamic=true, seed=abc' }],
  ['a creation that is made up', 'POST /users', { ...json, prefer: 'dynamic=true' }, user],
  ['an error that is not declared', '/users', { prefer: 'code=418' }],
  ['dynamic=false', '/users/1', { prefer: 'dynamic=false' }],
  ['semicolons', '/users/1', { prefer: 'code=404; foo=bar' }],
];

function casesOf(
  rows: readonly Row[],
  prefix: string,
  rest: Pick<Case, 'document' | 'compared'>,
): readonly Case[] {
  return rows.map(([name, target, headers, body]) => ({
    name: `${prefix}: ${name}`,
    request: target.startsWith('/') ? `GET ${target}` : target,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    ...rest,
  }));
}

export const cases: readonly Case[] = [
  ...casesOf(refusals, 'refused', { document: 'bare', compared: 'all' }),
  ...casesOf(preferences, 'prefer', { document: 'bare', compared: 'all' }),
  ...casesOf(declared, 'declared', { document: 'full', compared: 'without-body' }),
];

/** Where and how the answers differ, and why that stays so. */
export const deviations: readonly Deviation[] = [
  {
    of: 'refused: a slash at the end',
    facets: ['status', 'body'],
    because:
      'to Prism it is an item without an id; here it is the collection, or nothing at all, as path.slash has it',
  },
  {
    of: 'refused: a body of no type',
    facets: ['status', 'body'],
    because:
      'Prism takes it for a text that is no object; here a body without a type is refused for that, or read as JSON',
  },
  {
    of: 'refused: a patch of another type',
    facets: ['body'],
    because: 'the media types are told in another order, which means nothing',
  },
  ...[
    'an array in the place of an object',
    'an object in the place of an array',
    'a flag that is a text',
  ].map(
    (name): Deviation => ({
      of: `refused: ${name}`,
      facets: ['body'],
      because:
        'besides, the record would not fit the list for want of a name: Prism stores nothing that would stand in a list',
    }),
  ),
  {
    of: 'refused: an id that cannot be one, with a flawed body',
    facets: ['body'],
    because:
      'Prism tells what is wrong with the path and with the body; here the id comes first, and no body would help',
  },
  {
    of: 'refused: an id with a zero in front',
    facets: ['status', 'type', 'body'],
    because: 'Prism makes a number of 007; here one record has one path',
  },
  {
    of: 'refused: a flawed body beside Accept that cannot be met',
    facets: ['status', 'body'],
    because: 'Prism looks at the body first; here Accept is looked at before the body is read',
  },
  {
    of: 'prefer: a code with Accept that cannot be met',
    facets: ['status', 'body'],
    because:
      'Prism fails with 500 as it looks for another answer; here it is the 406 that it gives without a code',
  },
];

/** What cannot be asked of Prism at all, or gets no answer from it, and why. */
export const unasked: readonly { readonly what: string; readonly because: string }[] = [
  {
    what: 'a body that is no JSON',
    because: 'Prism waits for the end of a request that has ended, and never answers it',
  },
  {
    what: 'a body over the limit',
    because: 'it takes 10 MB each time, and the answer is that of the library that reads the body',
  },
  {
    what: 'an id that no record has',
    because: 'Prism has no records: it gives an example for any id, where Standin refuses',
  },
  {
    what: 'dates, callbacks, forms and XML of its harness',
    because: 'no contract here has any of them',
  },
  {
    what: 'sl-violations',
    because: 'a header of its validating proxy, which Standin has the recorder for',
  },
];
