// The table of choices: everything that a specification of a REST resource may leave open, with the
// options there are, the default and why. Data alone: the rule book consults it by key, profiles
// fill it, documentation and tests walk through it.

export type Option = string | number | boolean;

/** One thing that a specification may leave open, with the options there are. */
export interface Choice {
  /** What is chosen. */
  readonly what: string;
  readonly options: readonly Option[];
  readonly default: Option;
  /** Why this is the default. */
  readonly why: string;
  /** The standard that speaks of it, where one does. */
  readonly rfc: string | null;
}

/**
 * Every choice by its key: what is chosen, the options, the default and why. `docs/choices.md`
 * lists them.
 */
export const choices = {
  'list.status': choice(
    'Success status of reading the list',
    [200, 203],
    200,
    'The plain success of GET',
    'RFC 9110 section 15.3.1',
  ),
  'list.fields': choice(
    'Whether elements of the list are whole, or hold only the fields that the list must have',
    ['all', 'brief'],
    'all',
    'A screen can show a list without a second call',
    null,
  ),
  'list.order': choice(
    'The order of the list',
    ['oldest-first', 'newest-first'],
    'oldest-first',
    'The order of the seed rows stays',
    null,
  ),
  'query.parameters': choice(
    'What happens to query parameters that no dialect of queries takes',
    ['ignore', 'refuse'],
    'ignore',
    'Clients may add cache busters and tracking parameters',
    'RFC 9110 section 4.2.2',
  ),
  'query.dialect': choice(
    'How a list can be filtered, sorted and paged: not at all, or as json-server 0.17 or json-server 1 has it',
    ['none', 'json-server-0', 'json-server-1'],
    'none',
    'A page that leans on parameters which the service may not have would fail there',
    null,
  ),
  'read.status': choice(
    'Success status of reading one',
    [200, 203],
    200,
    'The plain success of GET',
    'RFC 9110 section 15.3.1',
  ),
  'create.status': choice(
    'Success status of creating',
    [201, 200, 202],
    201,
    'A resource has come to be',
    'RFC 9110 section 15.3.2',
  ),
  'create.body': choice(
    'What the answer to a creation holds: the record, its id alone, or the record under "data"',
    ['record', 'id', 'wrapped'],
    'record',
    'The client learns the id and every default without another call',
    'RFC 9110 section 9.3.3',
  ),
  'create.location': choice(
    'The Location header of a creation',
    ['relative', 'absolute', 'none'],
    'relative',
    'It names what was created and survives proxies',
    'RFC 9110 section 10.2.2',
  ),
  'create.id': choice(
    'An id in the body of a creation: ignored, kept or refused',
    ['ignore', 'keep', 'refuse'],
    'ignore',
    'The service gives out identifiers',
    null,
  ),
  'id.numbers': choice(
    'How number ids are given out: never used again, highest plus one (an id can come back after its removal), or at random',
    ['sequence', 'highest-plus-one', 'random'],
    'sequence',
    'An old link never shows somebody else',
    null,
  ),
  'id.texts': choice(
    'How text ids are given out: as UUIDs, counted, or as eleven characters of base64url at random; drawn from the schema where it admits no such id',
    ['uuid', 'sequence', 'base64url'],
    'uuid',
    'Needs no coordination',
    'RFC 9562, RFC 4648 section 5',
  ),
  'id.malformed': choice(
    'Status for an id in the path that cannot be one: /users/abc where ids are numbers',
    [404, 400, 422],
    404,
    'Nothing has such an id',
    'RFC 9110 section 15.5.5',
  ),
  'replace.mode': choice(
    'PUT replaces the record, or merges the fields that were sent into it',
    ['replace', 'merge'],
    'replace',
    'PUT asks for the state of the target to become what is enclosed',
    'RFC 9110 section 9.3.4',
  ),
  'replace.status': choice(
    'Success status of PUT',
    [200, 204, 202],
    200,
    'The changed record is in the answer',
    'RFC 9110 section 9.3.4',
  ),
  'replace.body': choice(
    'What the answer to PUT holds (nothing with status 204)',
    ['record', 'empty-object', 'none'],
    'record',
    'The client sees what is stored now',
    null,
  ),
  'replace.id': choice(
    'An id in the body of PUT or PATCH: ignored, refused where it differs from the path, or required to be there and equal',
    ['refuse', 'ignore', 'require'],
    'refuse',
    'A body that names another record is a slip of the client',
    null,
  ),
  'replace.missing': choice(
    'PUT to an id that does not exist',
    ['refuse', 'create'],
    'refuse',
    'A wrong id is seen at once',
    'RFC 9110 section 9.3.4',
  ),
  'update.media': choice(
    'Which patches PATCH takes: JSON Merge Patch (also as application/json), JSON Patch, both, or no PATCH at all',
    ['both', 'merge-patch', 'json-patch', 'none'],
    'both',
    'Clients of either kind can be tried',
    'RFC 5789, RFC 7396, RFC 6902',
  ),
  'update.merge': choice(
    'What PATCH makes of plain application/json: a JSON Merge Patch, or members that take the place of those there are, null included',
    ['patch', 'shallow'],
    'patch',
    'One meaning for both media types',
    'RFC 7396',
  ),
  'update.status': choice(
    'Success status of PATCH',
    [200, 204, 202],
    200,
    'The changed record is in the answer',
    'RFC 5789 section 2',
  ),
  'update.body': choice(
    'What the answer to PATCH holds (nothing with status 204)',
    ['record', 'empty-object', 'none'],
    'record',
    'As for PUT',
    null,
  ),
  'remove.status': choice(
    'Success status of DELETE',
    [204, 200, 202],
    204,
    'Done, and nothing more to say',
    'RFC 9110 section 9.3.5',
  ),
  'remove.body': choice(
    'What the answer to DELETE holds (nothing with status 204)',
    ['none', 'empty-object', 'record'],
    'none',
    'The record is gone',
    null,
  ),
  'remove.missing': choice(
    'DELETE of an id that does not exist: refused, or a success because the wish is fulfilled',
    ['refuse', 'succeed'],
    'refuse',
    'A wrong id is seen at once',
    'RFC 9110 section 9.2.2',
  ),
  'removed.status': choice(
    'Status for an id that existed and was removed',
    [404, 410],
    404,
    'No memory of what was removed is needed',
    'RFC 9110 section 15.5.11',
  ),
  'fields.required': choice(
    'A field that the request schema requires is missing',
    ['refuse', 'accept'],
    'refuse',
    'A form that forgets a field fails early',
    'JSON Schema 2020-12 validation, section 6.5.3',
  ),
  'fields.format': choice(
    'A value that is not of the format or pattern that its schema names',
    ['refuse', 'accept'],
    'refuse',
    'A field sent in the place of another is seen',
    'JSON Schema 2020-12 validation, section 7',
  ),
  'fields.bounds': choice(
    'A value beyond the bounds (lengths, counts, minimum, maximum) that its schema names',
    ['refuse', 'accept'],
    'refuse',
    'Bounds are written down to be kept',
    'JSON Schema 2020-12 validation, sections 6.2 to 6.4',
  ),
  'fields.unknown': choice(
    'Fields that the schema does not name: refused only where they look like a slip for a known one, kept, dropped, or all refused',
    ['refuse-misspelt', 'keep', 'drop', 'refuse'],
    'refuse-misspelt',
    'A new field can be tried before it is in the schema; a typing slip is told',
    null,
  ),
  'fields.unique': choice(
    'Whether fields that the item schema marks with "x-unique" must differ between records',
    ['check', 'ignore'],
    'check',
    'A mark is written down to be kept; a schema without marks has no such rule',
    null,
  ),
  'fields.defaults': choice(
    'Whether a creation, or a replacement by PUT, fills absent fields with the "default" of their schema',
    ['fill', 'ignore'],
    'fill',
    'A default is written down to be used; a schema without defaults has none',
    'JSON Schema 2020-12 validation, section 9.2',
  ),
  'content.type': choice(
    'A body whose media type is missing or is not JSON: refused, or read as JSON all the same',
    ['refuse', 'assume-json'],
    'refuse',
    'A body is never taken for something that it does not say it is',
    'RFC 9110 section 8.3',
  ),
  'content.foreign': choice(
    'What a body is read as whose media type is missing or is not JSON, where it is not refused: JSON, or a form as texts and all else as {}',
    ['json', 'form-or-empty'],
    'json',
    'What was sent is not lost unseen',
    'RFC 9110 section 8.3',
  ),
  'content.empty': choice(
    'A write that brings no body: refused, or read as {}',
    ['refuse', 'empty-object'],
    'refuse',
    'A forgotten body is seen',
    'RFC 8259 section 2',
  ),
  'content.charset': choice(
    'Whether the Content-Type of an answer names a charset, which JSON has no use for',
    ['none', 'utf-8'],
    'none',
    'JSON is UTF-8 and its media type has no such parameter',
    'RFC 8259 section 11',
  ),
  'body.format': choice(
    'How the JSON of an answer is laid out: without spaces, or one member a line and two spaces a level',
    ['compact', 'pretty'],
    'compact',
    'Short and quick; whoever reads it has tools',
    'RFC 8259 section 2',
  ),
  'content.duplicates': choice(
    'JSON in which one object has a key twice: refused, or the last one counts',
    ['refuse', 'last-counts'],
    'refuse',
    'Readers disagree on what it means',
    'RFC 8259 section 4',
  ),
  'accept.unmet': choice(
    'Accept asks for something other than JSON: refused, or answered with JSON all the same',
    ['refuse', 'ignore'],
    'refuse',
    'A client that cannot read JSON finds out',
    'RFC 9110 section 12.5.1',
  ),
  'check.order': choice(
    'A body that is wrong, sent to an id that does not exist: which is told',
    ['missing-first', 'body-first'],
    'missing-first',
    'No correction of the body would help',
    null,
  ),
  'error.shape': choice(
    'The body of a refusal: problem details, {"error": <a sentence>}, {"error": <the words of the status>}, {}, nothing, or what Prism writes',
    ['problem', 'message', 'reason', 'empty-object', 'none', 'prism'],
    'problem',
    'The standard for errors of HTTP interfaces',
    'RFC 9457',
  ),
  'error.code': choice(
    'Whether the body of a refusal carries a code that programs can compare',
    ['situation', 'none'],
    'situation',
    'Programs should not read prose',
    'RFC 9457 section 3.2',
  ),
  'unrouted.status': choice(
    'Status for a path that nothing has',
    [404, 400, 501],
    404,
    'Nothing is there',
    'RFC 9110 section 15.5.5',
  ),
  'limited.status': choice(
    'Status beyond the rate limit',
    [429, 503],
    429,
    'The client can tell it from an outage',
    'RFC 6585 section 4',
  ),
  'unauthorized.status': choice(
    'Status without valid credentials',
    [401, 403],
    401,
    'Says that credentials would help',
    'RFC 9110 section 15.5.2',
  ),
  'disallowed.status': choice(
    'Status for a method that the path does not have',
    [405, 404, 501],
    405,
    'Says which methods there are',
    'RFC 9110 section 15.5.6',
  ),
  'unacceptable.status': choice(
    'Status where Accept cannot be met',
    [406, 400],
    406,
    'The code made for it',
    'RFC 9110 section 15.5.7',
  ),
  'oversized.status': choice(
    'Status for a body over the limit',
    [413, 400],
    413,
    'The code made for it',
    'RFC 9110 section 15.5.14',
  ),
  'unsupported.status': choice(
    'Status for a body of another media type',
    [415, 400],
    415,
    'The code made for it',
    'RFC 9110 section 15.5.16',
  ),
  'malformed.status': choice(
    'Status for a body that is not well-formed JSON',
    [400, 422],
    400,
    'The message itself is broken',
    'RFC 9110 section 15.5.1',
  ),
  'unexpected.status': choice(
    'Status for query parameters that are refused',
    [400, 422],
    400,
    'The request as a whole is wrong',
    'RFC 9110 section 15.5.1',
  ),
  'missing.status': choice(
    'Status for an id that does not exist',
    [404, 400],
    404,
    'Nothing is there',
    'RFC 9110 section 15.5.5',
  ),
  'invalid.status': choice(
    'Status for a body that is JSON but does not fit',
    [422, 400, 409],
    422,
    'Well-formed, and yet it cannot be done',
    'RFC 9110 section 15.5.21',
  ),
  'taken.status': choice(
    'Status for a creation that collides with a record',
    [409, 422, 400],
    409,
    'The code made for it',
    'RFC 9110 section 15.5.10',
  ),
  'stale.status': choice(
    'Status where If-Match does not hold',
    [412, 409],
    412,
    'The code made for it',
    'RFC 9110 section 15.5.13',
  ),
  'cache.validator': choice(
    'Whether answers carry an entity tag, and If-Match and If-None-Match are obeyed',
    ['etag', 'none'],
    'etag',
    'Lost updates can be tried; unchanged answers cost nothing',
    'RFC 9110 section 8.8.3',
  ),
  'cache.control': choice(
    'What answers say to caches: nothing, or that they ask each time before an answer is used again',
    ['none', 'no-cache'],
    'none',
    'An entity tag suffices',
    'RFC 9111 section 5.2.2.4',
  ),
  'auth.scheme': choice(
    'Which credentials are asked for; any value is accepted, unless some were named with --credential',
    ['none', 'bearer', 'basic', 'api-key'],
    'none',
    'A mock is of use before there is anybody to log in',
    'RFC 9110 section 11, RFC 6750, RFC 7617',
  ),
  'auth.header': choice(
    'The header that carries an API key',
    ['X-API-Key', 'API-Key', 'Authorization'],
    'X-API-Key',
    'The name most in use',
    null,
  ),
  'limit.requests': choice(
    'How many requests a minute are answered, all clients together; 0 for no limit',
    [0, 60, 600, 6000],
    0,
    'Nobody is to wait for a mock',
    'RFC 6585 section 4',
  ),
  'limit.headers': choice(
    'Whether answers tell how many requests are left, in RateLimit and RateLimit-Policy or in X-RateLimit-Limit, -Remaining and -Reset',
    ['none', 'ratelimit', 'x-ratelimit'],
    'none',
    'No limit is told where there is none; how it is told differs from service to service',
    null,
  ),
  'limit.body': choice(
    'How many bytes the body of a request may have',
    [65_536, 1_048_576, 10_485_760],
    1_048_576,
    'Far above any record, far below any harm',
    'RFC 9110 section 15.5.14',
  ),
  'limit.time': choice(
    'Within how many milliseconds a request must have arrived whole',
    [5_000, 30_000, 120_000],
    30_000,
    'Slow networks pass, slow attacks do not',
    'RFC 9110 section 15.5.9',
  ),
  'version.header': choice(
    'Whether answers tell the version of the interface in the header API-Version',
    ['none', 'api-version'],
    'none',
    'There is one version',
    null,
  ),
  'version.request': choice(
    'The header API-Version of a request: not looked at, refused where it names another version, or asked for as well',
    ['ignore', 'known', 'required'],
    'ignore',
    'There is one version',
    null,
  ),
  'events.delivery': choice(
    'How changes are told to others: not at all, or each in a signed CloudEvent to the receivers that were named with --webhook',
    ['none', 'webhook'],
    'none',
    'Nobody has said where to',
    null,
  ),
  'path.slash': choice(
    'A slash at the end of a path: the same path, or one that nothing has',
    ['same', 'unrouted'],
    'same',
    'Clients differ',
    null,
  ),
  'path.root': choice(
    'What GET / answers: the list of resources, or nothing is there',
    ['index', 'unrouted'],
    'index',
    'Whoever opens the address sees what to try',
    null,
  ),
  'path.state': choice(
    'Whether GET /db answers all that is stored, resource by resource',
    ['unrouted', 'db'],
    'unrouted',
    'A path more than the contract has is a surprise',
    null,
  ),
  'cors.origin': choice(
    'Which pages of other origins may call',
    ['reflect', 'any', 'none'],
    'reflect',
    'A page on another port of the same machine must reach it, also with cookies',
    'Fetch standard, CORS protocol',
  ),
  'cors.preflight': choice(
    'What OPTIONS tells: the methods of the path, or every method at any path',
    ['offered', 'open'],
    'offered',
    'A slip in a path or method is seen before anything is sent',
    'Fetch standard, CORS-preflight fetch',
  ),
  'access.writes': choice(
    'Whether anything can be changed',
    ['allow', 'refuse'],
    'allow',
    'State is what a mock is for',
    null,
  ),
  'call.directives': choice(
    'Whether a client may ask for another answer (Prefer: code=404): it may, it may as with Prism, or what it asks for is passed over',
    ['accept', 'as-prism', 'ignore'],
    'accept',
    'Errors can be tried without changing any data',
    'RFC 7240',
  ),
} as const satisfies Record<string, Choice>;

/** The key of a choice: `create.status`. */
export type ChoiceKey = keyof typeof choices;
/** An option for every choice. */
export type Profile = { readonly [K in ChoiceKey]: (typeof choices)[K]['options'][number] };
/** Gives the option taken for a choice. */
export type Choose = <K extends ChoiceKey>(key: K) => Profile[K];

export const choiceKeys: readonly ChoiceKey[] = Object.keys(choices) as ChoiceKey[];

/** The profile in which every choice has its default. */
export const defaultProfile: Profile = Object.fromEntries(
  choiceKeys.map((key) => [key, choices[key].default]),
) as unknown as Profile;

/** Says whether a text is the key of a choice. */
export function isChoiceKey(text: string): text is ChoiceKey {
  return Object.hasOwn(choices, text);
}

function choice<const O extends Option>(
  what: string,
  options: readonly O[],
  defaultOption: NoInfer<O>,
  why: string,
  rfc: string | null,
): { what: string; options: readonly O[]; default: O; why: string; rfc: string | null } {
  return { what, options, default: defaultOption, why, rfc };
}
