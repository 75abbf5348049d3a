// The fields of the filter as the page offers them: what each is for, with examples to use.

export interface FilterField {
  readonly name: string;
  readonly about: string;
  readonly examples: readonly string[];
}

export const filterFields: readonly FilterField[] = [
  {
    name: 'is',
    about: 'how it was judged',
    examples: ['is:violating', 'is:not-shown', 'is:failed', 'is:noted', 'is:altered'],
  },
  {
    name: 'status',
    about: 'the status of the answer',
    examples: ['status:5xx', 'status:404', 'status:400-499', 'status:none'],
  },
  { name: 'method', about: 'the method', examples: ['method:post', 'method:delete'] },
  { name: 'op', about: 'the operation of the contract', examples: ['op:create', 'op:users.read'] },
  {
    name: 'path',
    about: 'a part of the path, or the whole path with *',
    examples: ['path:/users', 'path:/users/*'],
  },
  { name: 'query', about: 'a part of the query string', examples: ['query:page='] },
  { name: 'dur', about: 'how long the answer took', examples: ['dur:>500ms', 'dur:<10ms'] },
  {
    name: 'body',
    about: 'a part of the request or response body',
    examples: ['body:"half a loaf"'],
  },
  { name: 'request', about: 'a part of the request body', examples: ['request:premium'] },
  { name: 'reply', about: 'a part of the response body', examples: ['reply:null'] },
  {
    name: 'header',
    about: 'a header field of the request or the response',
    examples: ['header:etag', 'header:content-type=json'],
  },
  {
    name: 'type',
    about: 'the media type of the answer',
    examples: ['type:json', 'type:html', 'type:image/'],
  },
  { name: 'size', about: 'bytes of the answer', examples: ['size:>100kB', 'size:<1kB'] },
  {
    name: 'regex',
    about: 'a regular expression, anywhere in the call and its answer',
    examples: ['regex:"user \\d+"'],
  },
  {
    name: 'finding',
    about: 'the code of a finding, or its clause',
    examples: ['finding:member-type', 'finding:"section 4"'],
  },
  {
    name: 'law',
    about: 'the law that verify sent the request for',
    examples: ['law:created-can-be-read'],
  },
  {
    name: 'source',
    about: 'who recorded it',
    examples: ['source:mock', 'source:proxy', 'source:verify'],
  },
  {
    name: 'world',
    about: 'the world of the mock; main is the shared one',
    examples: ['world:alice', 'world:main'],
  },
  { name: 'replica', about: 'the mock of a team that answered', examples: ['replica:mock-1'] },
  { name: 'tag', about: 'a tag', examples: ['tag:flaky'] },
  { name: 'seq', about: 'a range of numbers', examples: ['seq:100-200'] },
  { name: 'after', about: 'came after', examples: ['after:10:30'] },
  { name: 'before', about: 'came before', examples: ['before:12:00'] },
];

/** Terms that one press switches on and off. */
export const filterChips: readonly { readonly term: string; readonly word: string }[] = [
  { term: 'is:violating', word: 'Violating' },
  { term: 'is:not-shown', word: 'Unspecified' },
  { term: 'is:failed', word: 'Failed' },
  { term: 'status:4xx', word: '4xx' },
  { term: 'status:5xx', word: '5xx' },
  { term: 'dur:>500ms', word: 'Slow' },
  { term: 'is:altered', word: 'Altered' },
  { term: 'is:noted', word: 'Noted' },
];

/** Splits a filter into its terms, unchanged. Spaces inside quotes do not separate. */
export function splitTerms(query: string): readonly string[] {
  return query.match(/(?:[^\s"]|"(?:\\.|[^"\\])*"?)+/g) ?? [];
}

/** Adds a term to a filter, or removes it if it is there. */
export function toggleTerm(query: string, term: string): string {
  const terms = splitTerms(query);
  return (terms.includes(term) ? terms.filter((other) => other !== term) : [...terms, term]).join(
    ' ',
  );
}
