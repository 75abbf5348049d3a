// What items show of others: the list of those below them, the one whose id they have, those that have
// their id. Only lists that no request sends are those below: they come from there, and from nowhere else.

import { own } from '../../../base/json.ts';
import { lettersOf, singularOf } from '../../../base/names.ts';
import { idsNamed } from '../../../contract/relations/embedded-members.ts';
import { requiredIn, type Schemas } from '../../../schema/schema.ts';
import { isParameter } from '../api-paths.ts';
import { type ItemShape, isLike, listsInside, objectsInside } from '../shapes.ts';
import type { Answers } from './answers.ts';
import { type Resource, wordsOf } from './resource.ts';

interface Known {
  readonly answers: Answers;
  readonly schemas: Schemas;
}

/** Returns a resource with the members that show what is below its items, or related to them. */
export function withEmbeds(resource: Resource, all: readonly Resource[], known: Known): Resource {
  const found = new Map([...relatedTo(resource, all, known), ...shownBelow(resource, all, known)]);
  return found.size === 0 ? resource : { ...resource, embeds: found };
}

type Found = readonly (readonly [member: string, path: string])[];

function shownBelow(
  resource: Resource,
  all: readonly Resource[],
  { answers, schemas }: Known,
): Found {
  const { item, isOne, segments } = resource;
  const below = isOne ? [] : all.filter((one) => !one.isOne && isRightBelow(one, segments));
  if (below.length === 0) return [];
  const sent = new Set(membersSent(resource, answers));
  return listsInside(schemas, item).flatMap(([member, element]) => {
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

function membersSent({ operations, segments }: Resource, answers: Answers): readonly string[] {
  return (['create', 'replace', 'update'] as const).flatMap((kind) => {
    const operation = operations.get(kind);
    const sent = operation === undefined ? null : answers.itemSent(operation, wordsOf(segments));
    return [...(sent?.members.keys() ?? [])];
  });
}

/** The members that show items of other resources, if ids lead to them. */
function relatedTo(resource: Resource, all: readonly Resource[], known: Known): Found {
  if (resource.file !== undefined || resource.rows !== null) return [];
  const { item } = resource;
  const { schemas, answers } = known;
  const targets = all.filter(
    (one) =>
      !one.isOne && one.rows === null && one.id.member !== null && !one.segments.some(isParameter),
  );
  if (targets.length === 0) return [];
  const sent = membersSent(resource, answers);
  const names = [...new Set([...item.members.keys(), ...sent])].filter(
    (name) => name !== resource.id.member,
  );
  const one = objectsInside(schemas, item).flatMap(([member, element]) => {
    const to = targetOf(member, element, targets, schemas);
    const id = to?.id.member ?? null;
    if (to === null || id === null) return [];
    const others = names.filter((name) => name !== member);
    const isLed =
      idsNamed(others, member, id) !== null ||
      idsNamed(others, nounOf(to), id) !== null ||
      (sent.includes(member) && element.members.has(id));
    return isLed ? [[member, to.path] as const] : [];
  });
  const lists = listsInside(schemas, item).flatMap(([member, element]) => {
    const to = targetOf(member, element, targets, schemas);
    if (to === null || own(item.members.get(member) ?? {}, 'minItems') !== undefined) return [];
    const id = to.id.member ?? '';
    const others = names.filter((name) => name !== member);
    const isLed =
      idsNamed(others, member, id) !== null ||
      (sent.includes(member) && element.members.has(id)) ||
      leadsBack(to, { resource, member }, known);
    return isLed ? [[member, to.path] as const] : [];
  });
  return [...one, ...lists];
}

/** Whether the items of one resource have the id of the item of another that they belong to. */
function leadsBack(
  from: Resource,
  { resource: to, member: shown }: { readonly resource: Resource; readonly member: string },
  { answers, schemas }: Known,
): boolean {
  const sent = membersSent(from, answers);
  const names = [...new Set([...from.item.members.keys(), ...sent])];
  const id = to.id.member ?? '';
  if (idsNamed(names, nounOf(to), id) !== null) return true;
  const leading = (all: ReturnType<typeof objectsInside>): readonly string[] =>
    all.filter(([, element]) => isSame(element, to)).map(([member]) => member);
  const single = leading(objectsInside(schemas, from.item));
  const lists = leading(listsInside(schemas, from.item)).filter(
    (member) => from.path !== to.path || member !== shown,
  );
  const [only = '', second] = single.length > 0 ? single : lists;
  return second === undefined && (sent.includes(only) || idsNamed(names, only, id) !== null);
}

type Element = Pick<ItemShape, 'name' | 'members'>;

/** The resource whose items a member shows: by its schema, else by its name; `null` if that is not sure. */
function targetOf(
  member: string,
  element: Element,
  targets: readonly Resource[],
  schemas: Schemas,
): Resource | null {
  const same = targets.filter((one) => isSame(element, one));
  const named = (some: readonly Resource[]): Resource | null =>
    some.find((one) => isNamed(one, member)) ?? null;
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : named(same);
  const required = requiredIn(
    schemas.partsOf(element.name === null ? {} : { $ref: `${element.name}.json` }),
  );
  const like = targets.filter(
    (one) =>
      element.members.has(one.id.member ?? '') &&
      isLike(element, one.item, one.id.member) &&
      required.every((name) => one.item.members.has(name)),
  );
  const [ofName] = like.filter(
    (one) =>
      element.name !== null && lettersOf(element.name).includes(lettersOf(singularOf(nounOf(one)))),
  );
  return named(like) ?? ofName ?? null;
}

function isSame({ name }: Element, { item }: Resource): boolean {
  return name !== null && name === item.name;
}

function isNamed(one: Resource, member: string): boolean {
  return lettersOf(singularOf(nounOf(one))) === lettersOf(singularOf(member));
}

function nounOf({ segments }: Resource): string {
  return segments.findLast((step) => !isParameter(step)) ?? '';
}
