// Operations as if they were at the usual paths: `/users/create`, `/users/{id}.json`,
// `/users/delete/{id}`. Whether they do there what their paths say is for others to find out.

import { type ApiPath, isParameter } from './api-paths.ts';
import type { ApiOperation } from './operations.ts';

/**
 * Returns the operations in their order, those with a verb or an ending in their path at the usual
 * path of what they seem to do, if nothing else is there.
 */
export function atUsualPlaces(operations: readonly ApiOperation[]): readonly ApiOperation[] {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { method, path } of operations) {
    taken.add(signOf(method, path.segments));
    const { collection, parameter } = cut(path.segments);
    if (parameter !== null) names.set(collection, parameter);
  }
  return operations.map((operation) => {
    const found = usualSegments(operation.method, operation.path.segments);
    if (found === null) return operation;
    const sign = signOf(operation.method, found);
    if (taken.has(sign)) return operation;
    taken.add(sign);
    const path = pathOf(found, names);
    return { ...operation, path, served: operation };
  });
}

/** An operation as the document has it. */
export function asServed(operation: ApiOperation): ApiOperation {
  return operation.served ?? operation;
}

/** What verbs in paths say, by method. Those of items stand behind the item or before it. */
const VERBS: Readonly<Record<string, { readonly collection?: RegExp; readonly item?: RegExp }>> = {
  GET: {
    collection: /^(?:list|all|json|index|find-?all|get-?all)$/i,
    item: /^(?:get|show|view|read|find|details?|json)$/i,
  },
  POST: { collection: /^(?:create|add|new|insert)$/i, item: /^(?:update|edit|modify)$/i },
  PUT: { collection: /^(?:create|add|new|insert)$/i, item: /^(?:update|edit|modify)$/i },
  PATCH: { item: /^(?:update|edit|modify)$/i },
  DELETE: { item: /^(?:delete|remove|destroy)$/i },
};

function usualSegments(method: string, segments: readonly string[]): readonly string[] | null {
  const [last = '', before, holder] = segments.toReversed();
  const above = segments.slice(0, -1);
  const [, stem] = /^(.+)\.json$/i.exec(last) ?? [];
  if (stem !== undefined) return isParameter(stem) || isPlain(stem) ? [...above, stem] : null;
  const verbs = VERBS[method];
  if (verbs === undefined || before === undefined) return null;
  if (isParameter(last)) {
    const isVerb = verbs.item?.test(before) === true && isPlain(holder);
    return isVerb ? [...segments.slice(0, -2), last] : null;
  }
  const verb = isParameter(before) ? verbs.item : isPlain(before) ? verbs.collection : undefined;
  return verb?.test(last) === true ? above : null;
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
