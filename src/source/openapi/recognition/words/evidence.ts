// What speaks for a role of an operation: the words of its path and its summary, what it takes and
// answers, and what is beside it. Each piece of evidence is a short text. How much a piece weighs, it does
// not know.

import { isObject, own } from '../../../../base/json.ts';
import { lettersOf } from '../../../../base/names.ts';
import { remember } from '../../../../base/remember.ts';
import type { SchemaName } from '../../../../schema/schema.ts';
import { isParameter } from '../../api-paths.ts';
import type { ApiOperation } from '../../operations.ts';
import { successOf } from '../../outcomes.ts';
import { isReceipt, listOfNames, thingCalled } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { isCallerStep, isRegistrationStep } from '../callers.ts';
import { type OperationIndex, singularOf, wordsOf } from '../resource.ts';
import { silentPlaceOf } from '../silence.ts';
import {
  isAsking,
  isComputed,
  isDoing,
  isPlural,
  namesNoThings,
  saysList,
} from '../things-listed.ts';
import { plainWords, saysCreation, saysQuestion, verbIn, verbSaid } from './verbs.ts';

/** How many words of a summary and of a description count. */
const SUMMARY_WORDS = 10;
const DESCRIPTION_WORDS = 12;

/** All operations of a document, and the shapes in their bodies. */
export type DescribedOperations = Pick<OperationIndex, 'operations' | 'answers' | 'schemas'>;

/**
 * Returns what speaks for or against the roles of an operation, as it stands in its document. What is
 * only assumed of its body and its answer does not count.
 */
export function evidenceOf(given: ApiOperation, index: DescribedOperations): readonly string[] {
  const operation = asServed(given);
  return [
    'always',
    ...ofPath(operation),
    ...ofWords(operation),
    ...ofRequest(operation, index),
    ...ofAnswer(operation, index),
    ...ofNeighbours(operation, index),
  ];
}

/** The texts of what holds. */
function holding(texts: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(texts).flatMap(([text, is]) => (is ? [text] : []));
}

function ofPath(operation: ApiOperation): readonly string[] {
  const { segments } = operation.path;
  const literals = segments.filter((one) => !isParameter(one));
  const end = segments.at(-1) ?? '';
  const last = literals.at(-1) ?? '';
  const isItem = isParameter(end);
  const words = stems(plainWords(last));
  const called = verbIn(last);
  return [
    `ends with ${isItem ? 'a parameter' : 'a word'}`,
    `has ${many(segments.length - literals.length, 3)} parameters`,
    `has ${many(literals.length, 5)} words`,
    `ends with ${isPlural(last) ? 'a plural' : 'no plural'}${isItem ? ' and a parameter' : ''}`,
    ...words.map((one) => `path "${one}"`),
    ...(words.length > 1 ? [`path "${words[0]} ..."`] : []),
    ...(called === null
      ? []
      : [`path verb ${called.verb}${called.rest.length === 0 ? ' alone' : ''}`]),
    ...(isItem
      ? plainWords(end)
          .slice(-1)
          .map((one) => `parameter "${one}"`)
      : []),
    ...(isItem ? [`parameter ${ID.test(lettersOf(end)) ? 'is an id' : 'is no id'}`] : []),
    ...literals
      .slice(0, -1)
      .flatMap((one) => stems(plainWords(one)).map((word) => `above "${word}"`)),
    ...holding({
      'is below an item': isParameter(segments.at(-2)) && !isItem,
      'below a plural': isPlural(segments.at(-2) ?? '') && !isItem,
      'path verb': isDoing(last),
      'path of numbers': isComputed(operation),
      'path of no things': namesNoThings({ ...operation, method: 'GET' }),
      'path that asks': isAsking(operation),
      'path of the caller': isCallerStep(last),
      'path of registration': isRegistrationStep(last),
      'path of a secret or a picture': SECRET.test(lettersOf(last)),
    }),
  ];
}

const ID = /(?:id|code|name|slug|key|number)$/;
const SECRET = /passw|senha|contrasen|token|otp$|2fa|mfa|avatar|photo|picture|image/;

function ofWords(operation: ApiOperation): readonly string[] {
  const said = stems(plainWords(operation.summary ?? '')).slice(0, SUMMARY_WORDS);
  const told = stems(plainWords(operation.description)).slice(0, DESCRIPTION_WORDS);
  const verb = verbSaid(operation);
  return [
    ...(said[0] === undefined ? [] : [`summary "${said[0]} ..."`]),
    ...said.map((one) => `summary "${one}"`),
    ...told.map((one) => `description "${one}"`),
    ...(verb === null ? [] : [`summary verb ${verb}`]),
    ...holding({
      'says that it lists': saysList(operation),
      'says that it creates': saysCreation(operation),
      'says that it asks': saysQuestion(operation),
      'summary of a secret or a picture': SECRET.test(lettersOf(operation.summary ?? '')),
    }),
  ];
}

function ofRequest(
  operation: ApiOperation,
  { schemas, answers }: DescribedOperations,
): readonly string[] {
  const { body, parameters, path, assumed } = operation;
  const isOpen = body === null || assumed === 'answer-and-body';
  const names = namesSent(operation, schemas);
  const query = parameters.flatMap((one) => (one.in === 'query' ? lettersOf(one.name) : []));
  const isList = !isOpen && answers.listSent(operation, wordsOf(path.segments)) !== null;
  const form = body?.format === 'other' ? 'of no JSON' : isList ? 'with a list' : 'of JSON';
  return [
    `body ${isOpen ? 'none' : form}`,
    `sends ${many(names.length, 4)} members`,
    `query of ${many(query.length, 3)}`,
    ...holding({
      'sends an id': names.includes('id'),
      'sends ids': !names.includes('id') && names.some((one) => one.endsWith('id')),
      'sends a password': names.some((one) => /passw|senha|^pwd$/.test(one)),
      'has pages': query.some((one) => PAGES.test(one)),
      'query has an id': query.some((one) => one.endsWith('id')),
    }),
  ];
}

const PAGES = /^(?:page|limit|offset|size|perpage|skip|pagesize|take|cursor|count)$/;

/** The members of a described body, in letters. */
function namesSent({ body, assumed }: ApiOperation, schemas: DescribedOperations['schemas']) {
  return body?.schema == null || assumed === 'answer-and-body'
    ? []
    : [...schemas.membersOf(body.schema).keys()].map(lettersOf);
}

function ofAnswer(operation: ApiOperation, index: DescribedOperations): readonly string[] {
  const { path, answers: declared, method } = operation;
  const { status } = successOf(operation, method === 'POST' ? 201 : 200);
  const { form, thing, members, isLike } = shownBy(operation, index);
  const names = [...members.keys()].map(lettersOf);
  const sent = namesSent(operation, index.schemas).filter((one) => names.includes(one));
  const literal = singularOf(lettersOf(path.segments.findLast((one) => !isParameter(one)) ?? ''));
  const called = thingCalled(thing ?? '');
  const end = isParameter(path.segments.at(-1)) ? 'a parameter' : 'a word';
  return [
    `answers ${form}`,
    `answers ${form} at ${end}`,
    `answers ${status ?? 'no status'}`,
    `answers ${many(sent.length, 3)} members of the body`,
    ...['404', '409', '401']
      .filter((one) => declared.some((other) => other.status === one))
      .map((one) => `may answer ${one}`),
    ...holding({
      'answers what the path names':
        called !== '' && (called.includes(literal) || literal.includes(called)),
      'answers what it takes': isLike,
      'answers what others answer':
        form === 'an item' && (operationsOfThings(index).get(thing ?? '') ?? []).length > 1,
      'answers what is above it': called !== '' && thing === thingAbove(operation, index),
      'answers what many lists answer':
        form.startsWith('a list') && (listsOfThings(index).get(thing ?? '') ?? 0) > 2,
      'answer has an id': names.includes('id'),
      'answer has ids': !names.includes('id') && names.some((one) => one.endsWith('id')),
      'answer has a token': names.some((one) => one.includes('token')),
      'answer has a message': names.includes('message'),
    }),
  ];
}

interface Shown {
  /** Of what form an answer is, in words. */
  readonly form: string;
  /** The name of the thing in it. */
  readonly thing: string | null;
  readonly members: ReadonlyMap<string, unknown>;
  /** Whether it is what the operation takes. */
  readonly isLike: boolean;
}

/** What the success of an operation shows, as far as the document describes it. */
function shownBy(operation: ApiOperation, { schemas, answers }: DescribedOperations): Shown {
  const words = wordsOf(operation.path.segments);
  const { body } = successOf(operation, operation.method === 'POST' ? 201 : 200);
  const nothing = { thing: null, members: new Map(), isLike: false };
  if (
    operation.assumed !== undefined ||
    body === null ||
    silentPlaceOf(operation, schemas) !== null
  ) {
    const isList = body?.examples.some(({ value }) => Array.isArray(value)) === true;
    return { ...nothing, form: isList ? 'an example list' : 'nothing told' };
  }
  const list = answers.listOf(operation, words) ?? answers.listOfAny(operation, words);
  if (list !== null) {
    const { name: thing, members } = list.element;
    return {
      form: list.at.length === 0 ? 'a list' : 'a list inside',
      thing,
      members,
      isLike: false,
    };
  }
  const item = answers.itemOf(operation, words);
  const taken = answers.itemSent(operation, words)?.name ?? null;
  const known = {
    thing: item?.name ?? null,
    members: item?.members ?? nothing.members,
    isLike: taken !== null && taken === item?.name,
  };
  if (body.format !== 'json') return { ...known, form: 'no JSON' };
  if (body.schema !== null && listOfNames(schemas, body.schema, words) !== null)
    return { ...known, form: 'a list of names' };
  if (answers.isText(operation)) return { ...known, form: 'a text' };
  if (item === null) return { ...known, form: isMap(body.schema, schemas) ? 'a map' : 'something' };
  return { ...known, form: isReceipt(item) ? 'a receipt' : 'an item' };
}

/** Whether a schema is that of an object with any names of members. */
function isMap(schema: SchemaName | null, schemas: DescribedOperations['schemas']): boolean {
  const parts = schema === null ? [] : schemas.partsByName(schema);
  return parts.some((part) => isObject(own(part, 'additionalProperties') ?? null));
}

/** How many operations list the things of each name. */
const listsOfThings = remember(
  (index: DescribedOperations): ReadonlyMap<string, number> =>
    new Map(
      [...operationsOfThings(index)].map(([thing, all]) => [
        thing,
        all.filter((one) => index.answers.listOf(one, wordsOf(one.path.segments)) !== null).length,
      ]),
    ),
  new WeakMap(),
);

/** The thing that is read at the item that an operation is below. */
function thingAbove({ path: { segments } }: ApiOperation, index: DescribedOperations) {
  if (!isParameter(segments.at(-2))) return null;
  const at = operationsAt(index).get(signOf(segments.slice(0, -1))) ?? [];
  const read = at.find(({ method }) => method === 'GET');
  const words = wordsOf(read?.path.segments ?? []);
  return index.answers.itemOf(read, words)?.name ?? null;
}

/** The operations that answer each thing of a document, by its name. */
const operationsOfThings = remember(
  ({ operations, answers }: DescribedOperations): ReadonlyMap<string, readonly ApiOperation[]> =>
    Map.groupBy(
      operations.filter((one) => one.assumed === undefined),
      (one) => {
        const words = wordsOf(one.path.segments);
        return answers.listOf(one, words)?.element.name ?? answers.itemOf(one, words)?.name ?? '';
      },
    ),
  new WeakMap(),
);

function ofNeighbours(
  { method, path: { segments } }: ApiOperation,
  index: DescribedOperations,
): readonly string[] {
  const all = operationsAt(index);
  const at = (place: readonly string[]) =>
    new Set((all.get(signOf(place)) ?? []).map((one) => one.method));
  const end = isParameter(segments.at(-1)) ? '' : ', no item';
  return [
    ...[...at(segments)].flatMap((one) => (one === method ? [] : `beside ${one}`)),
    ...[...at([...segments, '{}'])].map((one) => `above ${one} of items`),
    ...[...at(segments.slice(0, -1))].map((one) => `below ${one}${end}`),
  ];
}

/** The operations at each path, as a document has it. */
const operationsAt = remember(
  ({ operations }: DescribedOperations): ReadonlyMap<string, readonly ApiOperation[]> =>
    Map.groupBy(operations, (one) => signOf(asServed(one).path.segments)),
  new WeakMap(),
);

function signOf(segments: readonly string[]): string {
  return segments.map((one) => (isParameter(one) ? '{}' : one)).join('/');
}

function many(count: number, limit: number): string {
  return count >= limit ? `${limit} or more` : String(count);
}

function stems(words: readonly string[]): readonly string[] {
  return [...new Set(words.filter((one) => one !== '').map(singularOf))];
}
