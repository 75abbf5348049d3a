// What an operation does that is named by a state: `POST /tickets/{id}/close` sets `status` to "closed",
// `closedAt` to the time, `open` to false. It compares the words of names, and no more.

import { type Json, type JsonObject, jsonText, objectOf, own } from '../../../base/json.ts';
import type { Action } from '../../../contract/contract.ts';
import { wordsOf } from '../../../schema/plausible/topics.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { isOfType } from '../shapes.ts';
import type { Recognising } from './accounts.ts';
import { type ActionUse, wordsOf as namesOf, type Resource } from './resource.ts';

/** Whether one name is the state that another one names, or what that one takes back. */
type Relation = 'same' | 'opposite' | null;

/** Returns what an operation sets in the item that it is below; `null` if nothing shows that. */
export function stateSet(
  operation: ApiOperation,
  { answers, resources }: Pick<Recognising, 'answers' | 'resources'>,
): Pick<ActionUse, 'effect' | 'why'> | null {
  const resource = ownerOf(operation, resources);
  const verb = wordsIn(stepsOf(operation.path).at(-1) ?? '', resource);
  if (resource === null || verb.length === 0 || COPIES.test(verb[0] ?? '')) return null;
  const sent = answers.itemSent(operation, [])?.members;
  const members = [...resource.item.members].filter(
    ([name]) => name !== resource.id.member && sent?.has(name) !== true,
  );
  const related = (name: string): Relation => {
    const relation = relationOf(verb, wordsIn(name, resource));
    if (operation.method !== 'DELETE' || relation === null) return relation;
    return relation === 'same' ? 'opposite' : 'same';
  };
  const sets: JsonObject = {
    ...optionSet(members, related),
    ...objectOf(members.flatMap(([name, schema]) => flagSet(name, schema, related))),
  };
  const times = members.filter(
    ([name, schema]) => isTime(name, schema) && related(eventOf(name)) === 'same',
  );
  const isFirst = operation.method === 'POST' && operation.body === null;
  const counts = isFirst ? members.find(([name, one]) => isCount(name, one, verb))?.[0] : undefined;
  const effect: NonNullable<ActionUse['effect']> = {
    ...(Object.keys(sets).length === 0 ? {} : { sets }),
    ...(times.length === 0 ? {} : { times: times.map(([name]) => name) }),
    ...(counts === undefined ? {} : { counts }),
  };
  if (Object.keys(effect).length === 0) return null;
  return { effect, why: `of one of ${resource.path} it ${wordsFor(effect)}, as it is called` };
}

function wordsFor({ sets = {}, times = [], counts }: Pick<Action, 'sets' | 'times' | 'counts'>) {
  return [
    ...Object.entries(sets).map(([name, value]) => `sets "${name}" to ${jsonText(value)}`),
    ...times.map((name) => `sets "${name}" to the time`),
    ...(counts === undefined ? [] : [`adds 1 to "${counts}"`]),
  ].join(' and ');
}

/** The collection of the item that an operation is below: `/jobs/{id}/stop`, `/jobs/{id}/actions/stop`. */
function ownerOf({ method, path }: ApiOperation, resources: readonly Resource[]): Resource | null {
  const { text } = path;
  const segments = stepsOf(path);
  if (!WRITES.has(method) || isParameter(segments.at(-1))) return null;
  const end = segments.findLastIndex(isParameter);
  if (segments.slice(end + 1, -1).some((one) => !FILLING.has(one))) return null;
  return (
    resources.find(
      (one) => !one.isOne && one.segments.length === end && text.startsWith(`${one.path}/{`),
    ) ?? null
  );
}

/** The segments of a path, with a word behind a colon apart: `/jobs/{id}:stop`. */
function stepsOf({ segments }: ApiOperation['path']): readonly string[] {
  const [, parameter, word] = /^(\{[^{}]+\}):([\w-]+)$/.exec(segments.at(-1) ?? '') ?? [];
  return parameter === undefined || word === undefined
    ? segments
    : [...segments.slice(0, -1), parameter, word];
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const COPIES = /^(?:cop(?:y|ies)|clone|duplicate|fork)$/;

/** The value of one member with a few that an operation names, and of no second one. */
function optionSet(
  members: readonly (readonly [string, JsonObject])[],
  related: (name: string) => Relation,
): JsonObject {
  const found = members.flatMap(([name, schema]): [string, Json][] => {
    const options = own(schema, 'enum');
    if (!Array.isArray(options)) return [];
    const texts = options.filter((one) => typeof one === 'string');
    const same = texts.filter((one) => related(one) === 'same');
    const value =
      same.find((one) => !/ing$/i.test(one)) ?? same[0] ?? takenBack(schema, texts, related);
    return value === undefined ? [] : [[name, value]];
  });
  const chosen = found.find(([name]) => STATE.test(name)) ?? found[0];
  return chosen === undefined ? {} : { [chosen[0]]: chosen[1] };
}

const STATE = /stat(?:e|us)$|phase$|stage$/i;

/** The state before that which an operation takes back: the other of two, else that of a new item. */
function takenBack(
  schema: JsonObject,
  texts: readonly string[],
  related: (name: string) => Relation,
): Json | undefined {
  const others = texts.filter((one) => related(one) !== 'opposite');
  if (others.length === texts.length || texts.length < 2) return undefined;
  const first = own(schema, 'default') ?? texts[0];
  return others.length === 1 || others.every((one) => one !== first) ? others[0] : first;
}

/** What is true or false, and a time that is taken back. */
function flagSet(
  name: string,
  schema: JsonObject,
  related: (name: string) => Relation,
): readonly (readonly [string, Json])[] {
  const relation = related(name);
  if (isOfType(schema, 'boolean') === true && relation !== null)
    return [[name, relation === 'same']];
  const mayBeNull = [own(schema, 'type')].flat().includes('null');
  return mayBeNull && isTime(name, schema) && related(eventOf(name)) === 'opposite'
    ? [[name, null]]
    : [];
}

/** `closedAt`, `closed_on`, `closingDate`. */
const TIME = /_?(?:At|_at|On|_on|[Tt]ime|[Tt]imestamp|[Dd]ate)$/;

function eventOf(name: string): string {
  return name.replace(TIME, '');
}

function isTime(name: string, schema: JsonObject): boolean {
  const format = own(schema, 'format');
  const isDay = format === 'date' || format === 'date-time';
  return TIME.test(name) && (isDay || isOfType(schema, 'integer') === true);
}

/** `views`, `viewCount`, `view_count`, `numberOfViews`. */
function isCount(name: string, schema: JsonObject, verb: readonly string[]): boolean {
  const words = wordsOf(name).trim().split(' ');
  const counted = words.filter((one) => !COUNTING.has(one));
  const isPlural = words.length > counted.length || /[^s]s$/.test(name);
  return isOfType(schema, 'integer') === true && isPlural && rootOf(counted) === rootOf(verb);
}

const COUNTING = new Set(['number', 'num', 'count', 'counter', 'total', 'of']);

/** The words of a name that tell of a state: `is_closed`, `markAsPaid`, `TICKET_CLOSED`. */
function wordsIn(name: string, resource: Resource | null): readonly string[] {
  const of = resource === null ? [] : namesOf(resource.segments);
  const words = wordsOf(name).trim().split(' ');
  return words.filter((one) => one !== '' && !FILLING.has(one) && !of.includes(one));
}

const FILLING = new Set(
  'mark set make as is has was are been be to do status state action actions marcar como esta'.split(
    ' ',
  ),
);

function relationOf(verb: readonly string[], state: readonly string[]): Relation {
  const [of, to] = [rootOf(verb), rootOf(state)];
  const [plainOf, plainTo] = [rootOf(withoutPrefix(verb)), rootOf(withoutPrefix(state))];
  if (of === '' || to === '') return null;
  const isAgain = of === `re${to}` && AGAIN.test(of);
  const other = relationOfForeign(verb, state);
  if (other !== null) return other;
  if (of === to || isAgain || (plainOf === plainTo && plainOf !== of && plainTo !== to))
    return 'same';
  const again = of.replace(AGAIN, '');
  const isOpposite = OPPOSITES.some(
    (pair) => pair.includes(to) && pair.includes(again) && to !== again,
  );
  return plainOf === to || plainTo === of || isOpposite ? 'opposite' : null;
}

/** The relation of a verb of Spanish, Portuguese or Italian to a state, also one in English: `completar`. */
function relationOfForeign([verb = '', ...more]: readonly string[], state: readonly string[]) {
  const [word = '', ...others] = state;
  const stem = INFINITIVE.exec(verb)?.[1];
  if (stem === undefined || more.length > 0 || others.length > 0) return null;
  const stems = [PARTICIPLE.exec(word)?.[1], word.replace(/[oa]s?$/, ''), rootOf([word])];
  if (stems.includes(stem)) return 'same';
  return stems.includes(stem.replace(/^des/, '')) ? 'opposite' : null;
}

const INFINITIVE = /^(\p{L}{3,})(?:[aei]re?)$/u;
const PARTICIPLE = /^(\p{L}{3,})(?:[aiu][dt][oaie]s?)$/u;

/** What is done once more: `reopen`, `reactivate`. */
const AGAIN = /^re(?=open|activ|start|abl|publish|lock|instat)/;

const OPPOSITES: readonly (readonly string[])[] = [
  ['open', 'clos'],
  ['paus', 'resum'],
  ['start', 'stop'],
  ['archiv', 'restor'],
  ['delet', 'restor'],
  ['hid', 'show'],
  ['approv', 'reject'],
  ['accept', 'reject'],
  ['accept', 'declin'],
];

function withoutPrefix([first = '', ...others]: readonly string[]): readonly string[] {
  return [first.replace(/^(?:un|dis|de|in|non)(?=\p{L}{3})/u, ''), ...others];
}

/** The words without what tells of their form: `cancel`, `cancelled`; `verify`, `verified`. */
function rootOf(words: readonly string[]): string {
  return words
    .map((word) =>
      (ODD.get(word) ?? word)
        .replace(/^en(?=abl)/, '')
        .replace(/(?<=..)(?:ations?|at(?:ed|es?|ing)|ed|ing|es|e|s)$/, '')
        .replace(/(.)\1$/, '$1')
        .replace(/y$/, 'i'),
    )
    .join('');
}

const ODD: ReadonlyMap<string, string> = new Map([
  ['paid', 'pay'],
  ['sent', 'send'],
  ['held', 'hold'],
  ['sold', 'sell'],
  ['hidden', 'hide'],
  ['frozen', 'freeze'],
  ['withdrawn', 'withdraw'],
  ['taken', 'take'],
  ['won', 'win'],
  ['lost', 'lose'],
  ['begun', 'begin'],
]);
