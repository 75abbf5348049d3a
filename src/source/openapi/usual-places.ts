// Operations as if they were at the usual paths: `/users/create`, `/users/{id}.json`,
// `/users/delete/{id}`, `/user/{id}` beside `/users`. Whether they do there what their paths say is for
// others to find out.

import { lettersOf } from '../../base/names.ts';
import { type ApiPath, isParameter } from './api-paths.ts';
import type { ApiOperation } from './operations.ts';
import type { Answers } from './recognition/answers.ts';
import { isCallerStep } from './recognition/callers.ts';
import { singularOf, wordsOf } from './recognition/resource.ts';
import { VerbPaths } from './recognition/verb-paths.ts';
import { isForeignVerb, type Verb } from './recognition/words/verbs.ts';

/**
 * Returns the operations in their order, those with a verb or an ending in their path at the usual
 * path of what they seem to do, if nothing else is there. What lists is at no item.
 */
export function atUsualPlaces(
  operations: readonly ApiOperation[],
  answers: Pick<Answers, 'listOf' | 'itemOf'>,
): readonly ApiOperation[] {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const operation of operations) {
    const { method, path } = operation;
    if (!listsAtItem(operation, answers)) taken.add(signOf(method, path.segments));
    const { collection, parameter } = cut(path.segments);
    if (parameter !== null) names.set(collection, parameter);
  }
  const numbers = new Numbers(operations);
  const verbs = new VerbPaths(operations);
  const root = rootCollection(operations);
  const nouns = nounsAmong(operations);
  const called = (method: string, segments: readonly string[]): readonly string[] | null =>
    nouns.has(textOf(withoutParameter(segments))) ? null : usualSegments(method, segments);
  const usual = ({ method, path: { segments, text } }: ApiOperation): readonly string[] | null =>
    called(method, segments) ??
    besideVerb(method, segments, numbers) ??
    verbs.usualSegments(method, segments) ??
    numbers.usualSegments(method, segments) ??
    reads.get(text) ??
    null;
  // What is done at the path of a read is done to its item: `DELETE /books/detail/{id}`.
  const reads = new Map<string, readonly string[]>();
  for (const { method, path } of operations) {
    const found = method === 'GET' ? called(method, path.segments) : null;
    if (found !== null && isParameter(found.at(-1))) reads.set(path.text, found);
  }
  const isWritten = operations.some(({ method }) => method !== 'GET');
  return operations.map((operation) => {
    const { method } = operation;
    const place = (root === null ? null : atRoot(root, operation.path)) ?? usual(operation);
    // `DELETE /product/delete/{id}` removes one of `/products`.
    const found = place === null ? null : (numbers.usualSegments(method, place) ?? place);
    if (found === null || (PREFIX.test(found.at(-1) ?? '') && isWritten)) return operation;
    const isItem = method === 'GET' && isParameter(found.at(-1));
    if (isItem && answers.listOf(operation, [])?.at.length === 0) return operation;
    const sign = signOf(operation.method, found);
    if (taken.has(sign)) return operation;
    taken.add(sign);
    const path = pathOf(found, names);
    return { ...operation, path, served: operation };
  });
}

/**
 * Steps that stand before all paths of a service. Where things are made below them they are no
 * collection: `GET /api/all` beside `POST /api/comments`.
 */
const PREFIX = /^(?:api|rest|v\d[\d.]*)$/i;

/**
 * Paths that end with a word for reading in another language, at which things are made or changed: there
 * it is what the things are called, as in `POST /todos`.
 */
function nounsAmong(operations: readonly ApiOperation[]): ReadonlySet<string> {
  const written = operations.filter(({ method }) => method !== 'GET');
  const places = written.map(({ path }) => withoutParameter(path.segments));
  return new Set(places.filter((one) => isForeignVerb(one.at(-1) ?? '', 'read')).map(textOf));
}

function withoutParameter(segments: readonly string[]): readonly string[] {
  return isParameter(segments.at(-1)) ? segments.slice(0, -1) : segments;
}

/**
 * The name of the collection at `/`, whose items are at `/{id}`: that of the schema of its items;
 * `null` if there is none.
 */
function rootCollection(operations: readonly ApiOperation[]): string | null {
  const isAt = ({ path: { segments } }: ApiOperation, depth: number): boolean =>
    segments.length === depth && segments.every(isParameter);
  const above = operations.filter((one) => isAt(one, 0));
  const items = operations.filter((one) => isAt(one, 1));
  if (!above.some(({ method }) => method === 'GET' || method === 'POST') || items.length === 0)
    return null;
  const names = items.flatMap(({ answers }) => answers.map(({ body }) => body?.schema ?? ''));
  const named = names.find((name) => /^[A-Za-z]+$/.test(name));
  return named === undefined ? 'items' : `${singularOf(lettersOf(named))}s`;
}

function atRoot(name: string, { segments }: ApiPath): readonly string[] | null {
  const [first] = segments;
  return first === undefined || isParameter(first) ? [name, ...segments] : null;
}

/**
 * Paths of one collection with its name in the singular and in the plural: `/notices` lists, and
 * `/notice/{id}` is an item.
 */
class Numbers {
  /** Methods by path, with any names of parameters. */
  private readonly methods = new Map<string, Set<string>>();
  private readonly paths = new Map<string, readonly string[]>();
  /** The path in the plural of one in the singular, if the document has it. */
  private readonly plurals = new Map<string, readonly string[]>();

  constructor(operations: readonly ApiOperation[]) {
    for (const { method, path } of operations) {
      const sign = textOf(path.segments);
      const known = this.methods.get(sign) ?? new Set();
      this.methods.set(sign, known.add(method));
      this.paths.set(sign, path.segments);
      const singular = inSingular(path.segments);
      if (singular !== null) this.plurals.set(textOf(singular), path.segments);
    }
  }

  usualSegments(method: string, segments: readonly string[]): readonly string[] | null {
    return (
      this.itemAtPlural(segments) ??
      this.creationAtPlural(method, segments) ??
      this.listAtSingular(method, segments)
    );
  }

  /** `/notice/{id}` is an item of `/notices`, if nothing else is at `/notice`. */
  private itemAtPlural(segments: readonly string[]): readonly string[] | null {
    const above = segments.slice(0, -1);
    const plural = this.plurals.get(textOf(above));
    if (plural === undefined || !isParameter(segments.at(-1)) || this.has(above)) return null;
    return [...plural, segments.at(-1) ?? ''];
  }

  /** `POST /notice` creates an item of `/notices`. */
  private creationAtPlural(method: string, segments: readonly string[]): readonly string[] | null {
    const plural = this.plurals.get(textOf(segments));
    const isAlone = this.methods.get(textOf(segments))?.size === 1;
    return method === 'POST' && isAlone && plural !== undefined && !this.hasItems(segments)
      ? plural
      : null;
  }

  /** `GET /persons` lists what is created at `/person`. */
  private listAtSingular(method: string, segments: readonly string[]): readonly string[] | null {
    const singular = inSingular(segments);
    const isMeant = method === 'GET' || method === 'DELETE';
    if (!isMeant || singular === null || !this.has(singular) || !this.hasItems(singular))
      return null;
    return this.paths.get(textOf(singular)) ?? singular;
  }

  /** The path of the document for a name in the singular or the plural; `null` if it has neither. */
  collectionOf(segments: readonly string[]): readonly string[] | null {
    return this.plurals.get(textOf(segments)) ?? this.paths.get(textOf(segments)) ?? null;
  }

  private has(segments: readonly string[]): boolean {
    return this.methods.has(textOf(segments));
  }

  private hasItems(segments: readonly string[]): boolean {
    return this.has([...segments, '{}']);
  }
}

/** Whether what is at an item lists something else, by its words, and describes no item. */
function listsAtItem(operation: ApiOperation, answers: Pick<Answers, 'itemOf'>): boolean {
  const { method, path, summary, description } = operation;
  const isAtItem = method === 'GET' && isParameter(path.segments.at(-1));
  return isAtItem && LISTS.test(summary ?? description) && answers.itemOf(operation, []) === null;
}

const LISTS = /^lists?\b/i;

/** A path with its last segment in the singular; `null` if that is no plural. */
function inSingular(segments: readonly string[]): readonly string[] | null {
  const last = segments.at(-1) ?? '';
  if (!isPlain(last)) return null;
  const singular = singularOf(lettersOf(last));
  if (singular === lettersOf(last) || singular.length < 2) return null;
  return [...segments.slice(0, -1), singular];
}

/** A path in letters, whatever the names of its parameters are. */
function textOf(segments: readonly string[]): string {
  return segments.map((one) => (/[{}]/.test(one) ? '{}' : lettersOf(one))).join('/');
}

/** An operation as the document has it. */
export function asServed(operation: ApiOperation): ApiOperation {
  return operation.served ?? operation;
}

/** What verbs in paths say, by method. Those of items stand behind the item or before it. */
const VERBS: Readonly<Record<string, { readonly collection?: RegExp; readonly item?: RegExp }>> = {
  GET: {
    collection: /^(?:list|all|json|index|(?:get|find|read|fetch|view)(?:[-_]?all)?)$/i,
    item: /^(?:(?:get|show|view|read|find|fetch)(?:[-_]?(?:one|by[-_]?id))?|by[-_]?id|details?|json)$/i,
  },
  POST: {
    collection: /^(?:create|add|new|insert|save|submit)$/i,
    item: /^(?:update|edit|modify)$/i,
  },
  PUT: { collection: /^(?:create|add|new|insert)$/i, item: /^(?:update|edit|modify)$/i },
  PATCH: { item: /^(?:update|edit|modify)$/i },
  DELETE: { item: /^(?:delete|remove|destroy)$/i },
};

/** What they say, by where they stand. */
const SAID: Readonly<Record<string, { readonly collection?: Verb; readonly item?: Verb }>> = {
  GET: { collection: 'read', item: 'read' },
  POST: { collection: 'create', item: 'change' },
  PUT: { collection: 'create', item: 'change' },
  PATCH: { item: 'change' },
  DELETE: { item: 'remove' },
};

/** Whether a step is a verb of a method, at a collection or at an item. */
function isVerbAt(method: string, place: 'collection' | 'item', step: string): boolean {
  const said = SAID[method]?.[place];
  return (
    VERBS[method]?.[place]?.test(step) === true || (said !== undefined && isForeignVerb(step, said))
  );
}

/** What stands behind an item, and shows it, if nothing at the item does. */
const PARTS_SHOWN = /^(?:profile|info|configuration)$/i;

function usualSegments(method: string, segments: readonly string[]): readonly string[] | null {
  const [last = '', before, holder] = segments.toReversed();
  const above = segments.slice(0, -1);
  const [, stem] = /^(.+)\.json$/i.exec(last) ?? [];
  if (stem !== undefined) return isParameter(stem) || isPlain(stem) ? [...above, stem] : null;
  if (before === undefined) return null;
  if (isParameter(last)) {
    const isVerb = isVerbAt(method, 'item', withoutNoun(before, holder)) && isPlain(holder);
    return isVerb ? [...segments.slice(0, -2), last] : null;
  }
  if (method === 'GET' && isParameter(before) && PARTS_SHOWN.test(last)) return above;
  const isOne = isParameter(before) || isCallerStep(before);
  if (!isOne && !isPlain(before)) return null;
  return isVerbAt(method, isOne ? 'item' : 'collection', withoutNoun(last, before)) ? above : null;
}

/** A verb without the name of what it is below: `updatepatient` of `/patients/updatepatient/{id}`. */
export function withoutNoun(step: string, above: string | undefined): string {
  const nouns = isPlain(above) ? wordsOf([above ?? '']) : [];
  const letters = lettersOf(step);
  const noun = nouns.find((one) => one.length > 2 && letters.endsWith(one) && letters !== one);
  return noun === undefined ? step : letters.slice(0, -noun.length);
}

/** `POST /add/video` makes one of `/videos`, and `DELETE /delete/video/{id}` removes one. */
function besideVerb(
  method: string,
  segments: readonly string[],
  numbers: Numbers,
): readonly string[] | null {
  const last = segments.at(-1) ?? '';
  const parameter = isParameter(last) ? [last] : [];
  const [noun = '', verb = '', ...above] = segments
    .slice(0, segments.length - parameter.length)
    .toReversed();
  const isVerb = isVerbAt(method, parameter.length > 0 ? 'item' : 'collection', verb);
  if (!isVerb || !isPlain(noun)) return null;
  const collection = numbers.collectionOf([...above.toReversed(), noun]);
  return collection === null ? null : [...collection, ...parameter];
}

function isPlain(segment: string | undefined): boolean {
  return segment !== undefined && !/[{}]/.test(segment);
}

/** The place of an operation, whatever the names of its parameters are. */
function signOf(method: string, segments: readonly string[]): string {
  return `${method} /${segments.join('/').replaceAll(/\{[^{}]*\}/g, '{}')}`;
}

function cut(segments: readonly string[]): {
  readonly collection: string;
  readonly parameter: string | null;
} {
  const last = segments.at(-1);
  return {
    collection: `/${segments.slice(0, -1).join('/')}`,
    parameter: last !== undefined && isParameter(last) ? last : null,
  };
}

/** Items of one collection have one name for their id, that of the first. */
function pathOf(segments: readonly string[], names: Map<string, string>): ApiPath {
  const { collection, parameter } = cut(segments);
  if (parameter === null) return { text: `/${segments.join('/')}`, segments, lastParameter: null };
  const known = names.get(collection) ?? parameter;
  names.set(collection, known);
  return {
    text: `${collection}/${known}`,
    segments: [...segments.slice(0, -1), known],
    lastParameter: parameter.slice(1, -1),
  };
}
