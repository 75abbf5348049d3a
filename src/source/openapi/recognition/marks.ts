// What a document shows of marks and of lists of values: a pair of operations that sets and unsets a
// member of an item, such as `favorited`, and a list of the values that a member has, such as tags.

import { isObject, type JsonObject, own } from '../../../base/json.ts';
import { lettersOf } from '../../../base/names.ts';
import { markersMember } from '../../../contract/item-members.ts';
import { isMarked, stemOf } from '../../../contract/relations/mark-names.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { isOfType } from '../shapes.ts';
import type { Recognising } from './accounts.ts';
import { type ActionUse, type Resource, singularOf, wordsOf } from './resource.ts';
import { stateSet } from './states.ts';

type Use = Pick<ActionUse, 'does' | 'effect' | 'why'>;

/**
 * Finds the operations that mark items, and those that list the values of a member or set it by a name
 * alone. Without `guesses` the first: an operation that does the opposite shows what they do.
 */
export function findMarks(
  known: Pick<Recognising, 'answers' | 'schemas' | 'operations' | 'resources' | 'isUsed'> & {
    readonly guesses: boolean;
  },
): ReadonlyMap<ApiOperation, Use> {
  const free = known.operations.filter((one) => !known.isUsed(one));
  const found = free.flatMap((operation): (readonly [ApiOperation, Use])[] => {
    const mark = markOf(operation, free, known.resources);
    const use = known.guesses
      ? (mark ?? stateSet(operation, known) ?? valuesOf(operation, known))
      : (mark ?? suggested(stateSet(operation, known)));
    return use === null ? [] : [[operation, use]];
  });
  return new Map(found);
}

/** What a name says that an operation sets: nobody is held to that, but it may not do nothing. */
function suggested(state: ReturnType<typeof stateSet>): Use | null {
  return state === null ? null : { effect: { suggests: state.effect ?? {} }, why: state.why };
}

/** `POST /articles/{slug}/favorite` beside DELETE there; `POST .../like` beside `POST .../unlike`. */
function markOf(
  operation: ApiOperation,
  all: readonly ApiOperation[],
  resources: readonly Resource[],
): Use | null {
  const { method, path, body } = operation;
  const { segments } = path;
  const verb = segments.at(-1) ?? '';
  const resource = resources.find(
    (one) =>
      !one.isOne &&
      one.segments.length === segments.length - 2 &&
      isParameter(segments.at(-2)) &&
      path.text.startsWith(`${one.path}/{`),
  );
  if (resource === undefined || isParameter(verb) || body !== null) return null;
  const sets = method === 'POST' || method === 'PUT';
  const plain = verb.replace(/^(?:un|dis)-?/, '');
  const isOpposite = plain !== verb && has(all, ['POST', 'PUT', 'DELETE'], path.text, verb, plain);
  const isPair =
    (sets && has(all, ['DELETE'], path.text, verb, verb)) ||
    (method === 'DELETE' && has(all, ['POST', 'PUT'], path.text, verb, verb));
  const hasOpposite =
    sets &&
    ['un', 'un-', 'dis'].some((one) =>
      has(all, ['POST', 'PUT', 'DELETE'], path.text, verb, one + verb),
    );
  if (!isPair && !isOpposite && !hasOpposite) return null;
  const isUnmark = isPair ? method === 'DELETE' : isOpposite;
  const stem = stemOf(isOpposite ? plain : verb);
  const member = memberOf(resource, (name) => isMarked(name, stem), 'boolean');
  const counts = EACH.test(stem)
    ? undefined
    : memberOf(resource, (name) => isCount(name, stem), 'integer');
  if (member === undefined || (counts === undefined && !OF_ONE.test(stem))) return null;
  const what = `${isUnmark ? 'takes back' : 'sets'} "${member}" of one of ${resource.path}`;
  const beside = counts === undefined ? '' : `, which "${counts}" counts`;
  return {
    does: {
      role: isUnmark ? 'unmark' : 'mark',
      resource,
      member,
      ...(counts === undefined ? {} : { counts }),
    },
    why: `it ${what}${beside}: another operation does the opposite`,
  };
}

/** Whether an operation is beside another one, under another last word. */
function has(
  all: readonly ApiOperation[],
  methods: readonly string[],
  text: string,
  verb: string,
  other: string,
): boolean {
  const wanted = text.slice(0, text.length - verb.length) + other;
  return all.some(({ method, path }) => path.text === wanted && methods.includes(method));
}

/** What each account does for itself; all else is a state that everybody sees. */
const OF_ONE =
  /^(?:lik|lov|favou?rit|follow|star|bookmark|subscrib|watch|vot|upvot|heart|sav|mut|join|clap)/;

/** What an account may do several times, and each is counted. */
const EACH = /^clap/;

/** `favoritesCount`, `stars`, `likeCount`, `numberOfLikes`, `followersCount`. */
function isCount(name: string, stem: string): boolean {
  const letters = lettersOf(name).replace(/^(?:number|num|count|total)(?:of)?(?=.)/, '');
  const rest = letters.startsWith(stem) ? letters.slice(stem.length) : null;
  return rest !== null && /^(?:e?r?s|e|es)?(?:count|number|total)?$/.test(rest);
}

function memberOf(
  { item }: Resource,
  isNamed: (name: string) => boolean,
  type: string,
): string | undefined {
  const found = [...item.members].find(
    ([name, schema]) => isNamed(name) && isOfType(schema, type) === true,
  );
  return found?.[0];
}

/** `GET /tags` answers texts, and articles have a list `tagList` of them. */
function valuesOf(
  operation: ApiOperation,
  { answers, schemas, resources }: Pick<Recognising, 'answers' | 'schemas' | 'resources'>,
): Use | null {
  const { method, path } = operation;
  if (method !== 'GET' || path.segments.some(isParameter)) return null;
  const schema = answers.shown(operation);
  if (schema === null) return null;
  const whole = schemas.memberAt(schema, []) ?? {};
  const holds = holdsTexts(whole) || [...schemas.membersOf(schema).values()].some(holdsTexts);
  const [plural = ''] = wordsOf(path.segments);
  if (!holds || plural === '') return null;
  const isNamed = (name: string): boolean => {
    const letters = lettersOf(name);
    return [plural, singularOf(plural)].some(
      (one) => letters === one || letters === `${one}list` || letters === `${one}names`,
    );
  };
  for (const resource of resources) {
    if (resource.isOne || resource.rows !== null) continue;
    const found = [...resource.item.members].find(
      ([name, member]) =>
        isNamed(name) && (holdsTexts(member) || isOfType(member, 'string') === true),
    );
    if (found !== undefined)
      return {
        does: { role: 'list-values', resource, member: found[0] },
        why: `it answers texts like "${found[0]}" of ${resource.path}: the values that there are`,
      };
  }
  return null;
}

function holdsTexts(schema: JsonObject): boolean {
  const items = own(schema, 'items');
  return isObject(items ?? null) && own(items as JsonObject, 'type') === 'string';
}

/**
 * Returns a resource with the filters of its list that a document suggests beside those by a member of
 * the same name: by who made an item, by who marked it, by a value in a list, by a member of an object.
 */
export function withSuggested(
  resource: Resource,
  accounts: Resource | null,
  uses: ReadonlyMap<ApiOperation, Use>,
): Resource {
  const list = resource.operations.get('list');
  const marks = [...uses.values()].flatMap(({ does }) =>
    does?.role === 'mark' && does.resource === (resource.rows ?? resource)
      ? (does.member ?? [])
      : [],
  );
  const texts = (list?.parameters ?? []).filter(
    (one) => one.in === 'query' && isOfType(one.schema, 'string') === true,
  );
  const found = texts.flatMap(({ name, words = '' }): [string, string][] => {
    const letters = lettersOf(name);
    const member =
      filteredBy(resource, marks, accounts, letters) ?? memberWithin(resource, letters, words);
    return member === null ? [] : [[name, member]];
  });
  return found.length === 0 ? resource : { ...resource, suggested: Object.fromEntries(found) };
}

function filteredBy(
  { item, maker, rows }: Resource,
  marks: readonly string[],
  accounts: Resource | null,
  letters: string,
): string | null {
  const by = maker ?? rows?.maker;
  if (accounts !== null && by !== undefined && lettersOf(by) === letters) {
    const isShown = own(item.members.get(by) ?? {}, 'properties') !== undefined;
    return isShown ? `${by}.${accounts.id.member}` : by;
  }
  const mark = marks.find((one) => lettersOf(one) === letters);
  if (accounts !== null && mark !== undefined) return markersMember(mark);
  const isNamed = (name: string): boolean =>
    [letters, `${letters}s`, `${letters}list`].includes(lettersOf(name));
  const values = [...item.members].find(([name, schema]) => isNamed(name) && holdsTexts(schema));
  return values?.[0] ?? null;
}

/** The text in an object of the name of a parameter that the words about the parameter name, if it is one. */
function memberWithin({ item }: Resource, letters: string, words: string): string | null {
  const found = [...item.members].find(([name]) => lettersOf(name) === letters);
  const within = found === undefined ? undefined : own(found[1], 'properties');
  if (found === undefined || within === undefined || !isObject(within)) return null;
  const said = words.split(/[^\w-]+/).map(lettersOf);
  const named = Object.entries(within).filter(
    ([name, schema]) =>
      said.includes(lettersOf(name)) && isObject(schema) && isOfType(schema, 'string') === true,
  );
  return named.length === 1 ? `${found[0]}.${named[0]?.[0]}` : null;
}
