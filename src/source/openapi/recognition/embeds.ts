// What items show of the collections below them: an owner with the list of its pets. Only lists that no
// request sends: those come from the rows below, and from nowhere else.

import { own } from '../../../base/json.ts';
import { requiredIn, type Schemas } from '../../../schema/schema.ts';
import { isParameter } from '../api-paths.ts';
import { isLike, listsInside } from '../shapes.ts';
import type { Answers } from './answers.ts';
import { type Resource, wordsOf } from './resource.ts';

/** Returns a resource with the members that show what is below its items. */
export function withEmbeds(
  resource: Resource,
  all: readonly Resource[],
  { answers, schemas }: { readonly answers: Answers; readonly schemas: Schemas },
): Resource {
  const { item, isOne, segments } = resource;
  const below = isOne ? [] : all.filter((one) => !one.isOne && isRightBelow(one, segments));
  if (below.length === 0) return resource;
  const sent = new Set(sentMembers(resource, answers));
  const found = listsInside(schemas, item).flatMap(([member, element]) => {
    const schema = item.members.get(member) ?? {};
    const isSent = sent.has(member) && own(schema, 'readOnly') !== true;
    // The rows below cannot promise a number of elements.
    if (isSent || own(schema, 'minItems') !== undefined) return [];
    const required = requiredIn(schemas.partsOf(own(schema, 'items')));
    const [like, second] = below.filter(
      (one) =>
        isLike(element, one.item, one.id.member) &&
        required.every((name) => one.item.members.has(name)),
    );
    const named = below.find(({ segments: steps }) => steps.at(-1) === member);
    const shown = second === undefined ? like : named;
    return shown === undefined ? [] : [[member, shown.path] as const];
  });
  return found.length === 0 ? resource : { ...resource, embeds: new Map(found) };
}

function isRightBelow({ segments }: Resource, above: readonly string[]): boolean {
  const [parameter, ...rest] = segments.slice(above.length);
  return (
    above.every((step, index) => segments[index] === step) &&
    isParameter(parameter) &&
    rest.length > 0 &&
    !rest.some(isParameter)
  );
}

function sentMembers({ operations, segments }: Resource, answers: Answers): readonly string[] {
  return (['create', 'replace', 'update'] as const).flatMap((kind) => {
    const operation = operations.get(kind);
    const sent = operation === undefined ? null : answers.itemSent(operation, wordsOf(segments));
    return [...(sent?.members.keys() ?? [])];
  });
}
