// Where the presets differ from the real json-server, and why: data. Each has a call that shows it,
// and excuses exactly that difference in random walks.

import type { Line, WireAnswer, WireCall } from './sides.ts';

export interface Deviation {
  readonly line: Line;
  readonly what: string;
  readonly why: string;
  /** Whether it is about relations between rows; docs/migrate-from-json-server.md lists those. */
  readonly relation?: true;
  /** The last call shows it; those before prepare. */
  readonly calls: readonly WireCall[];
  /** What is looked at of the last answer; without it status and body. */
  readonly look?: (answer: WireAnswer) => unknown;
  readonly theirs: unknown;
  readonly ours: unknown;
  /** Returns whether it explains a facet in which two answers of a walk differ. */
  readonly excuses?: (
    call: WireCall,
    theirs: WireAnswer,
    ours: WireAnswer,
    facet: string,
  ) => boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): WireCall => ({
  method: 'POST',
  path,
  headers,
  body,
});
const get = (path: string): WireCall => ({ method: 'GET', path });
const isText = ({ headers }: WireAnswer): boolean =>
  /^text\/(?:html|plain)/.test(headers['content-type'] ?? '');

const statusOf = ({ status }: WireAnswer): unknown => status;
const statusAndKind = (answer: WireAnswer): unknown => [
  answer.status,
  isText(answer) ? 'a text' : JSON.parse(answer.text),
];
const membersOf = ({ text }: WireAnswer): unknown => Object.keys(JSON.parse(text) as object);
const idTypeOf = ({ text }: WireAnswer): unknown =>
  typeof (JSON.parse(text) as { readonly id: unknown }).id;
const isTagged = ({ headers }: WireAnswer): unknown => headers.etag !== undefined;

/** Of both lines. */
const rootAsJson: Omit<Deviation, 'line'> = {
  what: 'GET / lists the resources as JSON, not as a page',
  why: 'the page of Standin is at /__standin/',
  calls: [get('/')],
  look: statusAndKind,
  theirs: [200, 'a text'],
  ours: [200, { resources: { comments: '/comments', notes: '/notes', posts: '/posts' } }],
};

const ofZero: readonly Omit<Deviation, 'line'>[] = [
  {
    what: 'a creation with an id that is taken: 409 {}, not 500 with a stack trace',
    why: 'it is a slip of the client, and no answer shows paths of the machine',
    calls: [post('/posts', '{"id":1}')],
    look: statusAndKind,
    theirs: [500, 'a text'],
    ours: [409, {}],
    excuses: ({ method }, theirs, ours) =>
      method === 'POST' && theirs.status === 500 && ours.status === 409,
  },
  {
    what: 'a body that is not JSON: 400 {}, not a page with a stack trace',
    why: 'whoever asks for JSON reads JSON',
    calls: [post('/posts', '{')],
    look: statusAndKind,
    theirs: [400, 'a text'],
    ours: [400, {}],
    excuses: (_, theirs, ours, facet) =>
      theirs.status === 400 &&
      ours.status === 400 &&
      isText(theirs) &&
      ['content-type', 'body', 'layout'].includes(facet),
  },
  {
    what: 'a path with a broken percent sign: 404 {}, not 500 with a stack trace',
    why: 'nothing is at such a path',
    calls: [get('/posts/%zz')],
    look: statusAndKind,
    theirs: [500, 'a text'],
    ours: [404, {}],
  },
  {
    what: 'an array as a body: 400 {}, not stored',
    why: 'every row is an object; json-server stores what no list can filter',
    calls: [post('/posts', '[1]')],
    theirs: [201, [1]],
    ours: [400, {}],
  },
  {
    what: 'a field of another type than in the schema: 400 {}',
    why: 'json-server knows no schema; here every row fits its own',
    calls: [post('/posts', '{"id":"seven"}')],
    theirs: [201, { id: 'seven' }],
    ours: [400, {}],
  },
  {
    what: 'an id that counts as false (0, "", false): taken as it is or refused, where json-server gives out another',
    why: 'what was sent is kept or refused, never exchanged unseen',
    calls: [post('/posts', '{"id":0}')],
    theirs: [201, { id: 4 }],
    ours: [201, { id: 0 }],
  },
  {
    what: 'number ids that are given out count from whole numbers above 0',
    why: 'a fraction or a negative number that somebody sent is no place to count from',
    calls: [post('/posts', '{"id":7.5}'), post('/posts', '{}')],
    theirs: [201, { id: 8.5 }],
    ours: [201, { id: 4 }],
  },
  {
    what: 'text ids that are given out have eleven characters, not seven',
    why: '42 bits collide where many are made; both are letters, digits, - and _',
    calls: [post('/notes', '{}')],
    look: ({ status, text }) => [status, /"id": "([\w-]+)"/.exec(text)?.[1]?.length],
    theirs: [201, 7],
    ours: [201, 11],
  },
  {
    what: 'the first id of an empty list of text ids is a text, not the number 1',
    why: 'ids keep the type of the schema',
    calls: [
      { method: 'DELETE', path: '/notes/n1' },
      { method: 'DELETE', path: '/notes/keep' },
      post('/notes', '{}'),
    ],
    look: idTypeOf,
    theirs: 'number',
    ours: 'string',
  },
  {
    what: 'DELETE removes a row and what refers to it, and no others',
    why: 'json-server removes every row anywhere whose "...Id" points nowhere, also such as were never about the removed one',
    relation: true,
    calls: [{ method: 'DELETE', path: '/notes/n1' }, get('/comments/2')],
    theirs: [404, {}],
    ours: [200, { id: 2, postId: 77 }],
  },
  {
    what: 'the id stands first in a row that was created or replaced, not where it was sent or last',
    why: 'the order of members says nothing (RFC 8259 section 4), and rows are easier to read so',
    calls: [post('/posts', '{"title":"a"}')],
    look: membersOf,
    theirs: ['title', 'id'],
    ours: ['id', 'title'],
  },
  {
    what: 'Location is of the path, without the query that the creation was sent with',
    why: 'http://host/posts?a=1/4 leads nowhere',
    calls: [post('/posts?a=1', '{}')],
    look: ({ headers }) => headers.location?.replace(/^http:\/\/[^/]+/, ''),
    theirs: '/posts?a=1/4',
    ours: '/posts/4',
  },
  {
    what: 'Location of a creation at /posts/ has one slash before the id, not two',
    why: 'it is the path at which the row is listed',
    calls: [post('/posts/', '{}')],
    look: ({ headers }) => headers.location?.replace(/^http:\/\/[^/]+/, ''),
    theirs: '/posts//4',
    ours: '/posts/4',
    excuses: ({ path }, _theirs, _ours, facet) => path.endsWith('/') && facet === 'location',
  },
  {
    what: 'a path counts letter by letter: /POSTS is not /posts',
    why: 'paths are case-sensitive (RFC 3986 section 6.2.2.1); a slip shows before it is deployed',
    calls: [get('/POSTS/2')],
    theirs: [200, { id: 2, title: 'b' }],
    ours: [404, {}],
  },
  {
    what: 'two slashes are not one',
    why: 'one at the end is forgiven, more are a slip',
    calls: [get('/posts//')],
    look: statusOf,
    theirs: 200,
    ours: 404,
  },
  rootAsJson,
  {
    what: 'a broken body is told only where a body is read',
    why: 'at a path that nothing has, no correction of the body would help',
    calls: [post('/nope', '{')],
    look: statusOf,
    theirs: 400,
    ours: 404,
  },
  {
    what: 'a JSON body in another charset than UTF-8 counts as foreign and so as {}, not 415',
    why: 'whatever is not said to be JSON in UTF-8 counts alike',
    calls: [
      post('/posts', '{"title":"a"}', { 'content-type': 'application/json; charset=koi8-r' }),
    ],
    look: statusOf,
    theirs: 415,
    ours: 201,
  },
  {
    what: 'merge-patch and json-patch are applied, not taken for {}',
    why: 'json-server changes nothing and says 200',
    calls: [
      {
        method: 'PATCH',
        path: '/posts/2',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: '{"title":"z"}',
      },
    ],
    theirs: [200, { id: 2, title: 'b' }],
    ours: [200, { id: 2, title: 'z' }],
  },
  {
    what: 'If-Match is obeyed',
    why: 'a lost update can be tried; json-server does not look at it',
    calls: [
      {
        method: 'PUT',
        path: '/posts/2',
        headers: { ...JSON_TYPE, 'if-match': '"old"' },
        body: '{"title":"z"}',
      },
    ],
    look: statusOf,
    theirs: 200,
    ours: 412,
  },
  {
    what: 'entity tags are only where there is something to read again',
    why: 'a tag on 404 or on PUT is of no use (RFC 9110 sections 8.8.3 and 9.3.4)',
    calls: [get('/posts/99')],
    look: isTagged,
    theirs: true,
    ours: false,
  },
  {
    what: 'entity tags are strong',
    why: 'equal tags mean equal bytes here, so that If-Match can be sent',
    calls: [get('/posts/1')],
    look: ({ headers }) => headers.etag?.startsWith('W/'),
    theirs: true,
    ours: false,
  },
  {
    what: 'GET /db has no entity tag',
    why: 'it is sent piece by piece and never kept whole',
    calls: [get('/db')],
    look: isTagged,
    theirs: true,
    ours: false,
    excuses: ({ path }, _theirs, _ours, facet) => path === '/db' && facet === 'etag',
  },
  {
    what: 'X-HTTP-Method-Override is not obeyed',
    why: 'a POST that is no POST passes whoever looks at methods',
    calls: [post('/posts/2', '{}', { ...JSON_TYPE, 'x-http-method-override': 'DELETE' })],
    look: statusOf,
    theirs: 200,
    ours: 404,
  },
  {
    what: 'a preflight may be remembered for ten minutes',
    why: 'fewer requests; what it says does not change',
    calls: [
      {
        method: 'OPTIONS',
        path: '/posts',
        headers: { origin: 'http://app.test', 'access-control-request-method': 'PUT' },
      },
    ],
    look: ({ headers }) => headers['access-control-max-age'] ?? null,
    theirs: null,
    ours: '600',
  },
  {
    what: 'headers for pages of other origins are sent only where there is an Origin',
    why: 'nobody else reads them',
    calls: [get('/posts')],
    look: ({ headers }) => headers['access-control-allow-credentials'] ?? null,
    theirs: 'true',
    ours: null,
  },
  {
    what: 'POST below an item, /posts/1/comments, sets a reference of the type in the schema, not always a text',
    why: 'json-server itself embeds no row whose reference is the text of a number',
    relation: true,
    calls: [post('/posts/1/comments', '{}'), get('/posts/1?_embed=comments')],
    look: ({ text }) => (JSON.parse(text) as { readonly comments: unknown[] }).comments.length,
    theirs: 1,
    ours: 2,
  },
  {
    what: 'a list below an item, /posts/1/notes, has only rows that refer to it',
    why: 'json-server lists all rows if none has the member',
    relation: true,
    calls: [get('/posts/1/notes')],
    look: ({ text }) => (JSON.parse(text) as unknown[]).length,
    theirs: 2,
    ours: 0,
  },
  {
    what: '_expand of a row without the reference adds nothing, and is no failure',
    why: 'json-server answers 500 with a stack trace as soon as one row has no reference',
    relation: true,
    calls: [get('/comments/3?_expand=post')],
    look: statusAndKind,
    theirs: [500, 'a text'],
    ours: [200, { id: 3, noteId: 'n1' }],
  },
  {
    what: '_embed of a name that is no resource adds nothing',
    why: 'json-server adds an empty list, as if there were such rows',
    relation: true,
    calls: [get('/posts/2?_embed=nope')],
    look: membersOf,
    theirs: ['id', 'title', 'nope'],
    ours: ['id', 'title'],
  },
  {
    what: 'DELETE also removes what refers to rows that go with the removed one',
    why: 'json-server leaves them until the next DELETE',
    relation: true,
    calls: [
      post('/notes', '{"id":"x","commentId":1}'),
      { method: 'DELETE', path: '/posts/1' },
      get('/notes/x'),
    ],
    look: statusOf,
    theirs: 200,
    ours: 404,
  },
  {
    what: 'callback wraps nothing: no JSONP',
    why: 'scripts of other origins need it no more; with Origin they read the JSON itself',
    calls: [get('/posts/2?callback=f')],
    look: ({ headers }) => headers['content-type'],
    theirs: 'text/javascript; charset=utf-8',
    ours: 'application/json; charset=utf-8',
  },
  {
    what: 'answers are not compressed',
    why: 'a mock is near, and what is on the wire can be read',
    calls: [
      post('/posts', JSON.stringify({ title: 'x'.repeat(2_000) })),
      { method: 'GET', path: '/posts/4', headers: { 'accept-encoding': 'gzip' } },
    ],
    look: ({ headers }) => headers['content-encoding'] ?? null,
    theirs: 'gzip',
    ours: null,
  },
];

const ofOne: readonly Omit<Deviation, 'line'>[] = [
  {
    what: '_sort does not see what _embed adds',
    why: 'a list is selected, sorted and cut before anything is added to it',
    relation: true,
    calls: [get('/comments?_embed=note&_sort=note.title')],
    look: ({ text }) => (JSON.parse(text) as readonly { readonly id: unknown }[])[0]?.id,
    theirs: 3,
    ours: 1,
  },
  {
    what: '_dependent removes what refers to the removed row, and no others',
    why: 'json-server removes every row whose reference is null, also those that were so before',
    relation: true,
    calls: [
      post('/comments', '{"noteId":null}'),
      { method: 'DELETE', path: '/notes/n1?_dependent=comments' },
      get('/comments'),
    ],
    look: ({ text }) => (JSON.parse(text) as unknown[]).length,
    theirs: 2,
    ours: 3,
  },
  {
    what: 'a body that is not JSON: 400, not 500',
    why: 'it is a slip of the client',
    calls: [post('/notes', '{')],
    look: statusAndKind,
    theirs: [500, 'a text'],
    ours: [400, { error: 'Bad Request' }],
    excuses: (_, theirs, ours) => theirs.status === 500 && ours.status === 400 && isText(theirs),
  },
  {
    what: 'HEAD is answered as GET is',
    why: 'it is GET without the body (RFC 9110 section 9.3.2); json-server says 400',
    calls: [{ method: 'HEAD', path: '/notes' }],
    look: statusOf,
    theirs: 400,
    ours: 200,
    excuses: ({ method }, theirs) => method === 'HEAD' && theirs.status === 400,
  },
  {
    what: 'a path or method that is not there: 404, also where the body is no object',
    why: 'no correction of the body would help',
    calls: [{ method: 'PUT', path: '/notes', headers: JSON_TYPE, body: '[]' }],
    theirs: [400, { error: 'Body must be a JSON object' }],
    ours: [404, { error: 'Not Found' }],
  },
  {
    what: 'ids keep the type of the schema: numbers stay numbers',
    why: 'json-server turns all ids into texts',
    calls: [post('/posts', '{"title":"a"}')],
    look: idTypeOf,
    theirs: 'string',
    ours: 'number',
  },
  {
    what: 'bodies may have 10 MB, not 100 kB',
    why: 'json-server says 500 beyond that; the older line takes 10 MB',
    calls: [post('/notes', JSON.stringify({ long: 'x'.repeat(200_000) }))],
    look: statusOf,
    theirs: 500,
    ours: 201,
  },
  rootAsJson,
  {
    what: 'the id stands first in a row that was created or replaced, not last',
    why: 'the order of members says nothing (RFC 8259 section 4), and rows are easier to read so',
    calls: [post('/notes', '{"title":"a"}')],
    look: membersOf,
    theirs: ['title', 'id'],
    ours: ['id', 'title'],
  },
  {
    what: 'headers for pages of other origins are sent only where there is an Origin',
    why: 'nobody else reads them',
    calls: [get('/notes')],
    look: ({ headers }) => headers['access-control-allow-origin'] ?? null,
    theirs: '*',
    ours: null,
  },
];

export const deviations: readonly Deviation[] = [
  ...ofZero.map((deviation): Deviation => ({ line: 'json-server', ...deviation })),
  ...ofOne.map((deviation): Deviation => ({ line: 'json-server-1', ...deviation })),
];
