// What a proxy before a service does wrong, each the value of the variable `FAULT` of
// `witnesses/proxy.mjs`. Data alone.

/** Faults that break the Users interface, whatever service is behind the proxy. */
export const proxyFaults: readonly string[] = [
  'stale-by-url',
  'stale-list',
  'stale-item',
  'keeps-404',
  'lost-delete',
  'delete-is-get',
  'post-twice',
  'put-again-later',
  'two-instances',
  'collapsed',
  'body-of-latin1',
  'answer-of-latin1',
  'markup-escaped',
  'falsy-dropped',
  'empty-lists-dropped',
  'put-is-post',
  'missing-is-empty',
  'sometimes-502',
  'gzip-named-only',
  'gzip-cut',
  'length-in-characters',
  'single-is-no-list',
  'ids-are-texts',
  'booleans-are-texts',
  'wrapped',
  'answers-are-html',
  'no-names-in-list',
];

/** Faults that break it and are not found, each with the reason. */
export const missedProxyFaults: Readonly<Record<string, string>> = {
  'empty-object-is-list': 'verify sends no object without members',
};

/** Faults that the Users interface does not show to be wrong, each with the reason. */
export const unshownProxyFaults: Readonly<Record<string, string>> = {
  'merged-slashes': 'no id of a user holds a slash',
  'decoded-path': 'no id of a user holds a character that a path escapes',
  'errors-are-200': 'section 7 shows no status of refusals, and no user comes with it',
  'no-content-type': 'section 4, rule 2 shows JSON, and no header field of answers',
  'micro-cache':
    'section 4 shows no time: a lag of reads is the choice consistency.within, which can be pinned',
  'missing-is-500': 'section 7 shows no status for a user that is not there',
};
