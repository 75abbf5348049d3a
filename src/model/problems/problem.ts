// The bodies of refusals: problem details (RFC 9457) and the simpler shapes of other services.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { arrayIndex, toPointer } from '../../base/pointer.ts';
import type { Profile } from '../../contract/choices.ts';
import { type Refusal, refusals, situations } from '../../contract/situations.ts';
import { reasonPhraseOf } from '../message/reason-phrases.ts';
import type { Content } from '../ruling/ruling.ts';
import { prismContent } from './prism-problem.ts';
import {
  type PlacedError,
  type ProblemFacts,
  type ProtocolProblem,
  sentenceOf,
} from './problem-facts.ts';

/** The title of each problem and of its page. */
export const problemTitles = {
  ...Object.fromEntries(refusals.map((refusal) => [refusal, situations[refusal].title])),
  unreadable: 'The request is not understood',
  late: 'The request did not arrive in time',
  unkept: 'The change cannot be kept',
  failed: 'Standin failed',
} as Readonly<Record<Refusal | ProtocolProblem, string>>;

/** Prefix of the types of problems: a path on the server that sent it, with a description. */
export const PROBLEM_PATH = '/__standin/problems/';

/** Returns the body of a refusal in the shape of the profile. */
export function problemContent(
  facts: ProblemFacts,
  shape: Profile['error.shape'],
  code: Profile['error.code'],
): Content {
  switch (shape) {
    case 'problem':
      return { kind: 'problem', value: problemDetails(facts, code) };
    case 'prism':
      return prismContent(facts);
    case 'message':
      return { kind: 'json', value: errorMember(sentenceOf(facts), facts, code) };
    case 'reason':
      return {
        kind: 'json',
        value: errorMember(facts.brief ?? reasonPhraseOf(facts.status), facts, code),
      };
    case 'empty-object':
      return { kind: 'json', value: {} };
    case 'none':
      return { kind: 'none' };
  }
}

function errorMember(
  error: string,
  { situation }: ProblemFacts,
  code: Profile['error.code'],
): JsonObject {
  return code === 'none' || situation === 'directed' ? { error } : { error, code: situation };
}

function problemDetails(facts: ProblemFacts, code: Profile['error.code']): JsonObject {
  // A problem that its status explains fully has no type of its own (RFC 9457 section 4.2.1).
  const isPlain = facts.situation === 'directed';
  const members: [string, Json][] = [
    ['type', isPlain ? 'about:blank' : PROBLEM_PATH + facts.situation],
    [
      'title',
      facts.title ?? (isPlain ? reasonPhraseOf(facts.status) : problemTitles[facts.situation]),
    ],
    ['status', facts.status],
    ['detail', facts.detail],
  ];
  if (facts.remedy !== null) members.push(['remedy', facts.remedy]);
  if (facts.errors.length > 0)
    members.push(['errors', facts.errors.map(({ pointer, detail }) => ({ pointer, detail }))]);
  if (code === 'situation' && !isPlain) members.push(['code', facts.situation]);
  return objectOf(members);
}

/** Returns what a body of any shape may say of a refusal, under the names that services use. */
export function wordsOf(facts: ProblemFacts): JsonObject {
  const { situation, status, remedy, call } = facts;
  const named = (names: readonly string[], value: Json): readonly [string, Json][] =>
    names.map((name) => [name, value]);
  return objectOf([
    ...named(SENTENCES, sentenceOf(facts)),
    ...named(KINDS, situation),
    ...named(STATUSES, status),
    ...named(remedy === null ? [] : REMEDIES, remedy),
    ...named(call === undefined ? [] : REQUESTED, call?.path ?? null),
  ]);
}

/** Returns what a member of a body may say, by its name in any spelling; `undefined` if nothing. */
export function wordNamed(words: JsonObject, name: string): Json | undefined {
  const word = own(words, name);
  if (word !== undefined) return word;
  const letters = lettersOf(name);
  const found = Object.keys(words).find((one) => lettersOf(one) === letters);
  return found === undefined ? undefined : own(words, found);
}

/** Returns what an element of a list of errors may say of one of them; in lists, all its forms. */
export function wordsOfError(facts: ProblemFacts, error: PlacedError): JsonObject {
  const { place, detail, keyword = facts.situation } = error;
  const [, ...steps] = place;
  const named = (names: readonly string[], value: Json): readonly [string, Json][] =>
    names.map((name) => [name, value]);
  const loc = place.map((step) => arrayIndex(step) ?? step);
  return {
    ...wordsOf({ ...facts, detail, errors: [] }),
    ...objectOf(named(['msg', 'errorMessage', 'reason'], detail)),
    ...objectOf(named(PLACES, [placeText(error), steps])),
    ...objectOf(named(KEYWORDS, keyword)),
    type: keyword,
    code: [keyword, facts.status],
    pointer: toPointer(steps),
    loc: [loc, place.join('.')],
  };
}

/** The member or parameter of an error; the part of the request if it is about all of it. */
export function placeText({ place }: PlacedError): string {
  return place.length === 1 ? place.join() : place.slice(1).join('.');
}

/** Whether an element of a list of errors says where its error is. */
export function namesPlace(element: JsonObject): boolean {
  return Object.entries(element).some(
    ([name, value]) =>
      [...PLACES, 'pointer', 'loc'].some((one) => lettersOf(one) === lettersOf(name)) ||
      (isObject(value) && namesPlace(value)),
  );
}

const KEYWORDS = ['rule', 'keyword', 'constraint'];
const PLACES =
  'field fieldName path property propertyName propertyPath param parameter member attribute location target name'.split(
    ' ',
  );
const SENTENCES =
  'message detail details error description errorDescription errorMessage msg'.split(' ');
const KINDS = ['title', 'reason', 'name', 'type'];
const STATUSES = ['status', 'statusCode', 'code', 'httpStatus', 'httpStatusCode', 'httpCode'];
const REQUESTED = ['path', 'instance', 'requestPath'];
const REMEDIES = ['remedy', 'hint'];
