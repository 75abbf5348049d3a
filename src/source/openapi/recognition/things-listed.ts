// Lists that nothing else reads or changes: whether their elements are things, or numbers about things.
// And what tells that an operation lists where nothing is said of its answer.

import { lettersOf } from '../../../base/names.ts';
import { isParameter } from '../api-paths.ts';
import type { FoundId } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { singularOf } from './resource.ts';

/** What tells that the elements of a list are things, and not numbers about things; `null` if nothing does. */
export function whyOfThings(
  { member, isGuess }: FoundId,
  { segments, list }: { readonly segments: readonly string[]; readonly list: ApiOperation },
): string | null {
  if (member !== null && !isGuess) return `it answers a list of things with the id "${member}"`;
  const last = segments.at(-1) ?? '';
  const isSaid = isPlural(last) || saysList(list);
  if (!isSaid && segments.length === list.path.segments.length) return null;
  const named = member === null ? '' : `, and "${member}" names each`;
  return namesNoThings(list) ? null : `it answers a list of "${last}"${named}`;
}

/** Steps of paths below which are numbers and extracts, and none of what they count. */
const COMPUTED =
  /^(?:reports?|stat(?:istic)?s|metrics|analytics|dashboards?|summar(?:y|ies)|counts?|density|aggregat\w+|charts?|trends?|insights|leaderboards?|rankings?|\w*suggest\w*|autocomplete|external)$/i;

/** Last steps of paths that ask for some items: `/cities/search`. */
const ASKING =
  /^(?:search|find|query|lookup|filter|sok|ricerca|cerca|busca|buscar|pesquisar?|filtro|filtrar|cari|recherche|suche)$/i;

/** Steps in the paths of log-ins. */
const ENTRANCES =
  /^(?:auth|auth[-_]\w+|authenticat\w+|authoriz\w+|oauth2?|log-?in|session|token|refresh(?:-?token)?)$/i;

/** Whether an operation answers what is computed or asked for: by its path. */
export function isComputed(operation: ApiOperation): boolean {
  const { segments } = operation.path;
  return isEntrance(segments) || segments.some((one) => COMPUTED.test(one)) || isAsking(operation);
}

/** Whether a path leads to log-ins, and not to things below them: `/auth/users`. */
function isEntrance(segments: readonly string[]): boolean {
  const last = segments.findLast((one) => !isParameter(one)) ?? '';
  return segments.some((one) => ENTRANCES.test(one)) && !isPlural(last);
}

/** Whether an operation asks for some items: `/cities/search`. */
export function isAsking({ path: { segments } }: ApiOperation): boolean {
  return ASKING.test(segments.findLast((one) => !isParameter(one)) ?? '');
}

/** Words at the end of names of extracts: `tendersExcelChart`. */
const EXTRACT =
  /^(?:charts?|export|download|report|stats|statistics|estad[ií]sticas|trends?|count|total|summary|options|ws|tree|version|ping|time|image|photo|picture|avatar|logo|file|pdf|geo-?json|csv|xlsx?|zip)$/i;

/** Words at the end of names of operations on several things at once: `users/bulk`. */
const MANY = /^(?:batch|bulk|many|multiple)$/i;

/** Words in names of numbers about things: `topTenSuppliers`. */
const NUMBERS =
  /^(?:averages?|avg|percent(?:age)?|counts?|totals?|top|frequen\w+|ratios?|rates?|scores?|balances?|min|max|sum)$/i;

/** Verbs at the beginning of names of procedures: `check-permissions`. */
const DOING =
  /^(?:accept|activate|add|apply|approve|archive|assign|attach|ban|block|buy|calculate|cancel|change|check|clear|clone|close|compare|complete|confirm|connect|convert|copy|deactivate|decline|delete|deliver|deposit|detach|disable|disconnect|dislike|download|duplicate|edit|enable|execute|export|finish|follow|forgot|generate|get|import|invite|join|leave|like|lock|log-?in|log-?out|mark|merge|move|notify|pause|pay|ping|predict|process|promote|publish|purchase|read|redeem|refresh|refund|reject|remind|remove|renew|reopen|reorder|resend|reset|resolve|restore|resume|retry|revoke|run|scan|search|select|send|set|start|stop|subscribe|suspend|switch|sync|toggle|transfer|trigger|unassign|unblock|unfollow|unlike|unlock|unsubscribe|update|upgrade|upload|validate|verify|withdraw)(?=$|[A-Z_-])/;

/** Whether a step of a path is called as a procedure is: `approve-doctor`, `updateStatus`. */
export function isDoing(step: string): boolean {
  return DOING.test(step);
}

/** What servers tell of themselves, in the words of their frameworks. */
const OF_SERVER =
  /^(?:actuator|health(?:z|check)?|status|info|env|beans|mappings|config(?:props|uration)?|heap-?dump|thread-?dump|dump|trace|loggers|auditevents|jolokia|swagger\w*|api-docs|debug|callback|passwords?|(?:reset|forgot(?:ten)?|change)[-_]?password|password[-_]?reset|verif\w+|confirm\w*)$/i;

/** What is asked of the health of a server: `/health/live`; `/health/logs` are those of a patient. */
const PROBED =
  /^(?:live\w*|ready|readiness|startup|db|database|checks?|ping|status|full|detailed)$/i;

function isOfServer(step: string, index: number, segments: readonly string[]): boolean {
  const next = segments[index + 1];
  const isBody = /^health$/i.test(step) && next !== undefined && !PROBED.test(next);
  // What is served below the documentation is no part of it: `/api-docs/users`.
  const isAbove = /^(?:swagger|api-docs)$/i.test(step) && next !== undefined;
  return OF_SERVER.test(step.replace(/\.json$/i, '')) && !isBody && !isAbove;
}

/** Whether a path is of no things by its words: where nothing is said of its answer, these tell alone. */
export function namesNoThings({ method, path: { segments } }: ApiOperation): boolean {
  const last = segments.findLast((one) => !isParameter(one)) ?? '';
  const words = last.split(/[-_.]|(?<=[a-z])(?=[A-Z])/);
  return (
    EXTRACT.test(words.at(-1) ?? '') ||
    (method === 'POST' && DOING.test(last)) ||
    MANY.test(words.at(-1) ?? '') ||
    words.some((one) => NUMBERS.test(one)) ||
    isEntrance(segments) ||
    segments.some(isOfServer)
  );
}

/** Words of lists, as people write what an operation is for. */
const LISTING =
  /(?<!\p{L})(?:list(?:s|ing|ed)?|all|every|list(?:a|ar|ado|agem)|tod[oa]s|liste[rsn]?|tous|toutes|alle|daftar|semua|danh sách|toàn bộ)(?!\p{L})|列表|所有|全部|分页|一覧|목록|список/iu;

/** Whether the words of an operation say that it lists: "Get all tasks". */
export function saysList({
  summary,
  description,
}: Pick<ApiOperation, 'summary' | 'description'>): boolean {
  const words = spaced(summary ?? description.split('.')[0] ?? '');
  return LISTING.test(words) || SEVERAL.test(words) || isPlural(MANY_OF.exec(words)?.[1] ?? '');
}

/** "Ottieni i messaggi", "Obtener los libros": articles of several things behind the verb. */
const SEVERAL =
  /^\p{L}+ (?:gli|i|los|las|os) (?!dat[io]s?\b|dados\b|detal|dettagl|informa)\p{L}{3}/iu;

/** Whether the words of a list say that new items come first. */
export function saysNewestFirst({ summary, description }: ApiOperation): boolean {
  return NEWEST_FIRST.test(`${summary ?? ''}. ${description}`);
}

const NEWEST_FIRST =
  /\b(?:newest|latest|most recent(?:ly [a-z]+)?)[a-z ]{0,20}\bfirst\b|\breversed? chronological|\b(?:sort|order)(?:ed)?\b[^.]{0,30}\b(?:creat|date|time)[^.]{0,20}\bdesc/i;

/** "Get transactions by account", "Show open orders". */
const MANY_OF =
  /^(?:get|fetch|find|show|retrieve|view)s?\b(?: [a-z]+)*? ([a-z]+)(?=\.?$| (?:by|of|for|in|from|with|on|at|to|that|which)\b)/i;

/** Parameters that cut a list into pages. */
const PAGES =
  /^(?:page(?:_?(?:size|num(?:ber)?|no|index))?|per_?page|limit|offset|skip|cursor|current)$/i;

/** Words in the plural that are no things. */
const NO_THINGS =
  /^(?:details?|status|statistics|settings|preferences|options|news|address|access|process|progress|results|analysis|analytics|metrics|stats|credentials|terms|series)$/i;

/** Ends of words that are no plurals. */
const NO_PLURAL = /(?:status|analysis|address|access|progress|process)$/;

/** What tells that GET lists, where nothing is said of its answer; `null` if nothing does. */
export function whyListed(
  { summary, description, parameters, path }: ApiOperation,
  { segments, hasItems }: { readonly segments: readonly string[]; readonly hasItems: boolean },
): string | null {
  const last = segments.at(-1) ?? '';
  if (hasItems) return `its items are at ${path.text}/{id}`;
  if (segments.length < path.segments.length) return `"${path.segments.at(-1)}" lists`;
  if (isPlural(last)) return `"${last}" is a plural`;
  const page = parameters.find((one) => one.in === 'query' && PAGES.test(one.name));
  if (page !== undefined) return `?${page.name} cuts a list into pages`;
  return saysList({ summary, description }) ? `the document calls it "${summary}"` : null;
}

/** What tells that GET below a collection lists some of its items; `null` if nothing does. */
export function whyPart({ summary, path }: ApiOperation, above: readonly string[]): string | null {
  const steps = path.segments.slice(above.length);
  const [last = ''] = steps.toReversed();
  if (steps.some((one) => COMPUTED.test(one))) return null;
  // `/rentals/user/{userId}`: those of a user; `/rentals/{id}/details` is about one of them.
  const isOf = steps.length > 1 && isParameter(last) && !isParameter(steps[0]);
  const words = spaced(summary).toLowerCase();
  const thing = above.findLast((one) => !isParameter(one)) ?? '';
  const many = (isPlural(thing) ? thing : `${thing}s`).toLowerCase();
  const isNamed = words.split(/[^\p{L}]+/u).includes(many);
  if (!isParameter(last) && lettersOf(last).endsWith(many)) return `"${last}" are some of them`;
  if (isOf && (isNamed || !ABOUT_ONE.test(words))) return `"${steps[0]}" says of which`;
  if (steps.some(isParameter)) return null;
  if (STATE.test(last)) return `"${last}" says which`;
  if (ASKING.test(last)) return `"${last}" asks for some of them`;
  return isNamed && !/\b(?:counts?|number|total|checks?)\b/.test(words)
    ? `the document calls it "${summary}"`
    : null;
}

/** Last steps behind a collection that say which of its items are meant: those of the caller, or in a state. */
const STATE =
  /^(?:me|mine|my|own|self|user|current|history|recent|latest|newest|oldest|popular|trending|top|upcoming|past|today|active|inactive|public|private|open|draft|drafts|overdue|pending|incoming|outgoing|\w{3,}(?:ed|able))$/i;

/** Steps behind a collection that name one item by a member of its own: `/users/email/{email}`. */
const OF_ONE =
  /^(?:by[-_]?)?(?:_?u?u?id|resource|item|single|e?-?mail|user-?_?name|login|slug|code|sku|isbn|barcode)$/i;

/** Whether GET below a collection reads one item by a member that no two have, by its path. */
export function isReadBelow({ path: { segments } }: ApiOperation, above: readonly string[]) {
  const [step = '', parameter, ...rest] = segments.slice(above.length);
  return OF_ONE.test(step) && isParameter(parameter) && rest.length === 0;
}

/** A summary, also one that is the name of a function. */
function spaced(summary: string | null): string {
  return (summary ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Words for an operation that is about one thing. */
const ABOUT_ONE = /\b(?:an?|one|single|details?|info)\b/;

/** Whether a word names several things. */
export function isPlural(word: string): boolean {
  const letters = lettersOf(word);
  return singularOf(letters) !== letters && !NO_THINGS.test(letters) && !NO_PLURAL.test(letters);
}
